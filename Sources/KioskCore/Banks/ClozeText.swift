/// A text with gaps while it is taken apart and put together: a code point that no text has stands for a gap until the rest
/// is plain text, so that tags and lines around a gap are read as the whole they are.
struct ClozeText {
  /// A private code point: U+10FFFC.
  static let mark: Unicode.Scalar = "\u{10FFFC}"
  static let markBytes: [UInt8] = [0xF4, 0x8F, 0xBF, 0xBC]

  private(set) var text = ""
  /// Whether braces of the text had to be parted from one another, or from a gap's.
  private(set) var changed = false

  /// The text of an exam file: each mark is the next of `gaps`. `nil`: there are not as many marks as gaps.
  init?(_ plain: String, gaps: [Gap]) {
    var out: [UInt8] = []
    out.reserveCapacity(plain.utf8.count + gaps.count * 6)
    var next = 0
    var afterGap = false
    for scalar in plain.unicodeScalars {
      if scalar == Self.mark {
        guard next < gaps.count else { return nil }
        if out.last == GIFTByte.open {
          out.append(0x20)
          changed = true
        }
        out.append(contentsOf: "{{\(gaps[next].name)}}".utf8)
        next += 1
        afterGap = true
        continue
      }
      if scalar == "{" || scalar == "}", afterGap ? scalar == "}" : out.last == UInt8(scalar.value) {
        out.append(0x20)
        changed = true
      }
      out.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      afterGap = false
    }
    guard next == gaps.count else { return nil }
    text = String(decoding: out, as: UTF8.self)
  }
}
