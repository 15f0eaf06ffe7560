/// How many columns text takes. One table for drawing, measuring and tests, so that a screen is laid out alike with and
/// without a terminal. It agrees with the C library's wcwidth (Unicode 14) but for what is left out on purpose:
///
/// - Terminals disagree about joined emoji (ZWJ), skin tones and emoji presentation. A cell holds one spacing character,
///   so joiners and tones after a wide character and the selectors U+FE00–FE0F are not drawn: the parts of a joined
///   emoji stand side by side and every terminal counts the same columns.
/// - Controls and invisible format characters, those that turn the direction of text among them, are never drawn.
public enum Width {
  /// What becomes of one scalar when text is drawn.
  @frozen
  public enum Step: Equatable, Sendable {
    /// Nothing is drawn.
    case skip
    /// A mark on the character before it.
    case attach
    /// Starts a cell of 1 or 2 columns.
    case columns(Int)
  }

  /// The step for `scalar` after a character of `previous` columns (0 at the start).
  @inlinable @inline(__always)
  public static func step(_ scalar: UInt32, after previous: Int) -> Step {
    if scalar < 0x7F { return scalar >= 0x20 || scalar == 0x09 || scalar == 0x0A ? .columns(1) : .skip }
    if scalar < 0x300 { return scalar >= 0xA0 && scalar != 0xAD ? .columns(1) : .skip }
    return stepBeyondLatin(scalar, after: previous)
  }

  @usableFromInline
  static func stepBeyondLatin(_ scalar: UInt32, after previous: Int) -> Step {
    switch scalar {
    case 0x370...0x482, 0x1E00...0x1FFF, 0x2010...0x2027, 0x2500...0x25FC: return .columns(1)
    case 0x4E00...0x9FFF, 0xAC00...0xD7A3: return .columns(2)
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return .attach  // vowels and finals of a Hangul syllable
    case 0x200C, 0x200D: return previous == 2 ? .skip : .attach
    case 0xFE00...0xFE0F: return .skip
    case 0x1F3FB...0x1F3FF: return previous == 2 ? .skip : .columns(2)
    // Signs that precede and span a number: format characters that are seen.
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: return .columns(1)
    default: break
    }
    guard let value = Unicode.Scalar(scalar) else { return .skip }
    switch value.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return .attach
    case .format, .control, .lineSeparator, .paragraphSeparator, .surrogate: return .skip
    default: return .columns(isWide(scalar) ? 2 : 1)
    }
  }

  /// Columns taken by `text` when it is drawn on one row.
  public static func of(_ text: some StringProtocol) -> Int {
    var text = Substring(text)
    return text.withUTF8 { bytes in
      var ascii = true
      for byte in bytes where byte < 0x20 || byte >= 0x7F {
        ascii = false
        break
      }
      if ascii { return bytes.count }
      var columns = 0
      var previous = 0
      var reader = UTF8Reader(bytes)
      while let scalar = reader.next() {
        switch step(scalar, after: previous) {
        case .skip: break
        case .attach:
          if previous == 0 {
            previous = 1
            columns += 1
          }
        case .columns(let count):
          columns += count
          previous = count
        }
      }
      return columns
    }
  }

  /// East Asian wide and fullwidth characters, and emoji that are shown as such.
  private static func isWide(_ scalar: UInt32) -> Bool {
    var low = 0
    var high = wide.count
    while low < high {
      let middle = (low + high) / 2
      if wide[middle].1 < scalar { low = middle + 1 } else { high = middle }
    }
    return low < wide.count && wide[low].0 <= scalar
  }

  private static let wide: [(UInt32, UInt32)] = [
    (0x1100, 0x115F), (0x231A, 0x231B), (0x2329, 0x232A), (0x23E9, 0x23EC), (0x23F0, 0x23F0), (0x23F3, 0x23F3),
    (0x25FD, 0x25FE), (0x2614, 0x2615), (0x2648, 0x2653), (0x267F, 0x267F), (0x2693, 0x2693), (0x26A1, 0x26A1),
    (0x26AA, 0x26AB), (0x26BD, 0x26BE), (0x26C4, 0x26C5), (0x26CE, 0x26CE), (0x26D4, 0x26D4), (0x26EA, 0x26EA),
    (0x26F2, 0x26F3), (0x26F5, 0x26F5), (0x26FA, 0x26FA), (0x26FD, 0x26FD), (0x2705, 0x2705), (0x270A, 0x270B),
    (0x2728, 0x2728), (0x274C, 0x274C), (0x274E, 0x274E), (0x2753, 0x2755), (0x2757, 0x2757), (0x2795, 0x2797),
    (0x27B0, 0x27B0), (0x27BF, 0x27BF), (0x2B1B, 0x2B1C), (0x2B50, 0x2B50), (0x2B55, 0x2B55), (0x2E80, 0x3029),
    (0x302E, 0x303E), (0x3041, 0x3096), (0x309B, 0xA4C6), (0xA960, 0xA97C), (0xAC00, 0xD7A3), (0xF900, 0xFAD9),
    (0xFE10, 0xFE19), (0xFE30, 0xFE6B), (0xFF01, 0xFF60), (0xFFE0, 0xFFE6), (0x16FE0, 0x16FE3), (0x16FF0, 0x1B2FB),
    (0x1F004, 0x1F004), (0x1F0CF, 0x1F0CF), (0x1F18E, 0x1F18E), (0x1F191, 0x1F19A), (0x1F200, 0x1F320),
    (0x1F32D, 0x1F335), (0x1F337, 0x1F37C), (0x1F37E, 0x1F393), (0x1F3A0, 0x1F3CA), (0x1F3CF, 0x1F3D3),
    (0x1F3E0, 0x1F3F0), (0x1F3F4, 0x1F3F4), (0x1F3F8, 0x1F43E), (0x1F440, 0x1F440), (0x1F442, 0x1F4FC),
    (0x1F4FF, 0x1F53D), (0x1F54B, 0x1F54E), (0x1F550, 0x1F567), (0x1F57A, 0x1F57A), (0x1F595, 0x1F596),
    (0x1F5A4, 0x1F5A4), (0x1F5FB, 0x1F64F), (0x1F680, 0x1F6C5), (0x1F6CC, 0x1F6CC), (0x1F6D0, 0x1F6D2),
    (0x1F6D5, 0x1F6DF), (0x1F6EB, 0x1F6EC), (0x1F6F4, 0x1F6FC), (0x1F7E0, 0x1F7F0), (0x1F90C, 0x1F93A),
    (0x1F93C, 0x1F945), (0x1F947, 0x1F9FF), (0x1FA70, 0x1FAF6), (0x20000, 0x3134A),
  ]
}

/// Reads scalars from UTF-8 that is known to be well formed (a Swift string's).
@frozen
public struct UTF8Reader {
  @usableFromInline let bytes: UnsafeBufferPointer<UInt8>
  /// The byte that is read next.
  public var index = 0

  /// Reads from the first byte on; valid as long as `bytes` is.
  @inlinable
  public init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The next scalar, or nil at the end.
  @inlinable @inline(__always)
  public mutating func next() -> UInt32? {
    guard index < bytes.count else { return nil }
    let first = UInt32(bytes[index])
    if first < 0x80 {
      index += 1
      return first
    }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard index + length <= bytes.count else {
      index = bytes.count
      return 0xFFFD
    }
    var scalar = first & (0x7F >> UInt32(length))
    for offset in 1..<length { scalar = scalar << 6 | UInt32(bytes[index + offset]) & 0x3F }
    index += length
    return scalar
  }
}
