/// The bytes that mean something in GIFT and in the lines of other banks.
enum GIFTByte {
  static let open = UInt8(ascii: "{")
  static let close = UInt8(ascii: "}")
  static let right = UInt8(ascii: "=")
  static let wrong = UInt8(ascii: "~")
  static let hash = UInt8(ascii: "#")
  static let percent = UInt8(ascii: "%")
  static let colon = UInt8(ascii: ":")
  static let escape = UInt8(ascii: "\\")
  static let lineFeed: UInt8 = 0x0A

  /// Space, tab, line ends, form feed.
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

  /// Whether a backslash before it takes its meaning away.
  static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case open, close, right, wrong, hash, colon, escape: true
    default: false
    }
  }

  /// Whether `word` (ASCII) stands at `at`.
  static func isAt(
    _ bytes: UnsafeBufferPointer<UInt8>, _ at: Int, _ word: StaticString, anyCase: Bool = false
  ) -> Bool {
    guard at >= 0, at + word.utf8CodeUnitCount <= bytes.count else { return false }
    for index in 0..<word.utf8CodeUnitCount {
      var byte = bytes[at + index]
      if anyCase, byte &- 0x61 < 26 { byte &-= 0x20 }
      if byte != word.utf8Start[index] { return false }
    }
    return true
  }

  /// The length of a white space character beyond ASCII at `at` (no-break spaces and their like, those without width
  /// too); 0: there is none.
  static func wideSpace(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int, _ end: Int) -> Int {
    switch bytes[at] {
    case 0xC2 where at + 1 < end && (bytes[at + 1] == 0xA0 || bytes[at + 1] == 0x85): 2
    case 0xE2 where at + 2 < end:
      switch (bytes[at + 1], bytes[at + 2]) {
      case (0x80, 0x80...0x8B), (0x80, 0xA8), (0x80, 0xA9), (0x80, 0xAF), (0x81, 0x9F), (0x81, 0xA0): 3
      default: 0
      }
    case 0xE3 where at + 2 < end && bytes[at + 1] == 0x80 && bytes[at + 2] == 0x80: 3
    case 0xEF where at + 2 < end && bytes[at + 1] == 0xBB && bytes[at + 2] == 0xBF: 3
    default: 0
    }
  }

  /// `range` without white space at its ends.
  static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high, isSpace(bytes[low]) { low += 1 }
    while low < high, isSpace(bytes[high - 1]) { high -= 1 }
    return low..<high
  }
}
