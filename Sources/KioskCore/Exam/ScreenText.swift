@_spi(_Unicode) import Swift

/// Makes text from files, names and responses fit for a screen.
///
/// MUST: nothing that reaches a terminal from outside goes past this unchecked. What is removed: C0, DEL and C1 controls,
/// line and paragraph separators, characters that turn the writing direction, noncharacters, and invisible format characters
/// (but not U+200C and U+200D, which words in Persian, Hindi and others need).
public enum ScreenText {
  /// What becomes of a line break.
  public enum LineBreaks: Sendable {
    /// Kept as "\n" (CR, CRLF, U+2028 and the like become one).
    case keep
    /// Becomes a space.
    case space
  }

  /// The most code points in one character cell (ncurses' `CCHARW_MAX`).
  public static let clusterLimit = 5

  /// The text in NFC without anything invisible or able to drive the terminal. A tab becomes a space.
  public static func clean(_ text: String, lineBreaks: LineBreaks = .space) -> String {
    if isPlain(text) { return text }
    var scalars = String.UnicodeScalarView()
    var afterReturn = false
    for scalar in text.unicodeScalars {
      let wasReturn = afterReturn
      afterReturn = scalar.value == 0x0D
      switch scalar.value {
      case 0x0A where wasReturn: break
      case 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029:
        scalars.append(lineBreaks == .keep ? "\n" : " ")
      case 0x09: scalars.append(" ")
      default: if !isForbidden(scalar.value) { scalars.append(scalar) }
      }
    }
    return composed(String(scalars))
  }

  /// The text in NFC.
  public static func composed(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text._nfc { scalars.append(scalar) }
    return String(scalars)
  }

  /// The same as `clean`, and characters of more than `clusterLimit` code points lose what is over: for responses and
  /// names, which cannot be sent back to their author.
  public static func fitted(_ text: String, lineBreaks: LineBreaks = .space) -> String {
    var text = clean(text, lineBreaks: lineBreaks)
    // What is left of one may join the next, as Hangul's consonants do; each turn makes the text shorter.
    while overlongCluster(in: text) != nil {
      var kept = ""
      for character in text {
        kept.unicodeScalars.append(contentsOf: character.unicodeScalars.prefix(clusterLimit))
      }
      text = kept
    }
    return text
  }

  /// The first character made of more code points than a cell can hold.
  public static func overlongCluster(in text: String) -> Character? {
    if text.utf8.count <= clusterLimit || text.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
    return text.first { $0.unicodeScalars.count > clusterLimit }
  }

  /// The text cleaned, in double quotes, cut after 40 characters: for messages.
  public static func quoted(_ text: String) -> String {
    let clean = fitted(text)
    return clean.count > 40 ? "\"\(clean.prefix(39))…\"" : "\"\(clean)\""
  }

  /// Whether a code point is never let onto a screen.
  public static func isForbidden(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0...0x1F, 0x7F...0x9F, 0xAD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB, 0xE0001:
      true
    // Noncharacters (Unicode 23.7): no text has them, and XML allows not all of them.
    case 0xFDD0...0xFDEF: true
    default: scalar & 0xFFFE == 0xFFFE
    }
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }
}
