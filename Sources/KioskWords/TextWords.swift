/// The words of a text: where each begins and ends.
public enum TextWords {
  /// More than this of a text is not looked at, on either side of a place, in bytes.
  public static let reach = 2000
  /// A longer word is none.
  public static let longest = 60

  /// The words of `text` as UTF-8 ranges, left to right: letters and marks, with apostrophes between them. What has a digit
  /// in it, or a single letter, is none that could be misspelt.
  public static func ranges(in text: Substring) -> [Range<Int>] {
    var text = text
    return text.withUTF8 { bytes in
      var found: [Range<Int>] = []
      var at = 0
      var start = -1
      var isPlain = true
      func end(_ place: Int) {
        guard start >= 0 else { return }
        var last = place
        while last > start, apostrophe(bytes, endingAt: last) > 0 { last -= apostrophe(bytes, endingAt: last) }
        if isPlain, last - start > 1, last - start <= longest { found.append(start..<last) }
        start = -1
        isPlain = true
      }
      while at < bytes.count {
        let (isLetter, isDigit, length) = kind(bytes, at)
        if isLetter || isDigit {
          if start < 0 { start = at }
          if isDigit { isPlain = false }
        } else if start < 0 || apostrophe(bytes, at) == 0 {
          end(at)
        }
        at += length
      }
      end(at)
      return found
    }
  }

  /// The same for a whole text.
  public static func ranges(in text: String) -> [Range<Int>] { ranges(in: text[...]) }

  /// Where the word begins that ends at `place`; `place` itself where none does.
  public static func start(endingAt place: Int, in text: String) -> Int {
    let from = max(0, place - longest * 2)
    let piece = window(text, from..<place)
    guard let last = ranges(in: piece.text).last, piece.start + last.upperBound == place else { return place }
    return piece.start + last.lowerBound
  }

  /// The part of `text` between two UTF-8 places, widened to whole characters of UTF-8, and where it begins.
  public static func window(_ text: String, _ range: Range<Int>) -> (text: Substring, start: Int) {
    let utf8 = text.utf8
    let count = utf8.count
    var low = utf8.index(utf8.startIndex, offsetBy: max(0, min(range.lowerBound, count)))
    var start = max(0, min(range.lowerBound, count))
    while start > 0, start < count, utf8[low] & 0xC0 == 0x80 {
      low = utf8.index(before: low)
      start -= 1
    }
    var high = utf8.index(utf8.startIndex, offsetBy: max(start, min(range.upperBound, count)))
    while high < utf8.endIndex, utf8[high] & 0xC0 == 0x80 { high = utf8.index(after: high) }
    return (text[low..<high], start)
  }

  /// The text of a UTF-8 range.
  public static func slice(_ text: String, _ range: Range<Int>) -> String { String(window(text, range).text) }

  private static func apostrophe(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
    if bytes[at] == 0x27 { return 1 }
    return at + 2 < bytes.count && bytes[at] == 0xE2 && bytes[at + 1] == 0x80 && bytes[at + 2] == 0x99 ? 3 : 0
  }

  private static func apostrophe(_ bytes: UnsafeBufferPointer<UInt8>, endingAt end: Int) -> Int {
    if bytes[end - 1] == 0x27 { return 1 }
    return end > 2 && apostrophe(bytes, end - 3) == 3 ? 3 : 0
  }

  private static func kind(
    _ bytes: UnsafeBufferPointer<UInt8>, _ at: Int
  ) -> (isLetter: Bool, isDigit: Bool, length: Int) {
    let byte = bytes[at]
    if byte < 0x80 { return ((byte | 0x20) &- 0x61 < 26, byte &- 0x30 < 10, 1) }
    let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    guard at + length <= bytes.count else { return (false, false, bytes.count - at) }
    var value = UInt32(byte) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
    for index in 1..<length { value = value << 6 | UInt32(bytes[at + index] & 0x3F) }
    guard let scalar = Unicode.Scalar(value) else { return (false, false, length) }
    let properties = scalar.properties
    if properties.isAlphabetic { return (true, false, length) }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return (true, false, length)
    case .decimalNumber, .letterNumber, .otherNumber: return (false, true, length)
    default: return (false, false, length)
    }
  }
}
