/// The gaps that Moodle writes into a text: `{1:SHORTANSWER:=Berlin#right~%50%Bonn~*#wrong}`.
struct ClozeCode {
  /// How a gap is filled.
  enum Kind { case text(exact: Bool), choices, several, number }
  /// One gap as found.
  struct Found {
    let kind: Kind
    let weight: Int
    /// The place of the brace, and of what is behind its closing one, in bytes.
    let range: Range<Int>
    /// The answers.
    let content: Range<Int>
  }

  private static let kinds: [String: Kind] = {
    var kinds: [String: Kind] = [:]
    for name in ["SHORTANSWER", "SA", "MW"] { kinds[name] = .text(exact: false) }
    for name in ["SHORTANSWER_C", "SAC", "MWC"] { kinds[name] = .text(exact: true) }
    for name in [
      "MULTICHOICE", "MC", "MULTICHOICE_V", "MCV", "MULTICHOICE_H", "MCH", "MULTICHOICE_S", "MCS", "MULTICHOICE_VS",
      "MCVS", "MULTICHOICE_HS", "MCHS",
    ] { kinds[name] = .choices }
    for name in ["MULTIRESPONSE", "MR", "MULTIRESPONSE_H", "MRH", "MULTIRESPONSE_S", "MRS", "MULTIRESPONSE_HS", "MRHS"]
    {
      kinds[name] = .several
    }
    for name in ["NUMERICAL", "NM"] { kinds[name] = .number }
    return kinds
  }()

  /// Every gap in `bytes`, and the places of braces that nearly are one.
  static func find(_ bytes: UnsafeBufferPointer<UInt8>) -> (gaps: [Found], doubtful: [(place: Int, type: String)]) {
    var gaps: [Found] = []
    var doubtful: [(place: Int, type: String)] = []
    var at = 0
    while at < bytes.count {
      guard bytes[at] == GIFTByte.open else {
        at += 1
        continue
      }
      var look = at + 1
      var weight = 0
      while look < bytes.count, bytes[look] &- 0x30 < 10, look - at < 5 {
        weight = weight * 10 + Int(bytes[look] - 0x30)
        look += 1
      }
      let hasWeight = look > at + 1
      guard look < bytes.count, bytes[look] == GIFTByte.colon else {
        at += 1
        continue
      }
      let start = look + 1
      look = start
      while look < bytes.count, look - start < 20, (bytes[look] | 0x20) &- 0x61 < 26 || bytes[look] == UInt8(ascii: "_")
      {
        look += 1
      }
      guard look < bytes.count, look > start, bytes[look] == GIFTByte.colon else {
        at += 1
        continue
      }
      let type = String(decoding: bytes[start..<look], as: UTF8.self)
      guard let kind = kinds[type.uppercased()] else {
        doubtful.append((at, type))
        at += 1
        continue
      }
      var end = look + 1
      while end < bytes.count, bytes[end] != GIFTByte.close { end += bytes[end] == GIFTByte.escape ? 2 : 1 }
      guard end < bytes.count else {
        doubtful.append((at, ""))
        break
      }
      gaps.append(
        Found(
          kind: kind, weight: hasWeight ? max(1, min(weight, 100)) : 1, range: at..<end + 1, content: look + 1..<end))
      at = end + 1
    }
    return (gaps, doubtful)
  }

  /// One answer of a gap.
  struct Answer {
    var text: String
    /// Hundred-thousandths.
    var weight: Int64
    var feedback: String?
  }

  /// The answers between tildes; `=` or `%100%` marks a right one.
  static func answers(_ bytes: UnsafeBufferPointer<UInt8>, _ content: Range<Int>) -> [Answer] {
    var answers: [Answer] = []
    var at = content.lowerBound
    while at < content.upperBound {
      var end = at
      var hash = -1
      while end < content.upperBound, bytes[end] != GIFTByte.wrong {
        // "&#233;" is a character, not a feedback.
        if bytes[end] == GIFTByte.hash, hash < 0, end == at || bytes[end - 1] != UInt8(ascii: "&") { hash = end }
        end += bytes[end] == GIFTByte.escape ? 2 : 1
      }
      end = min(end, content.upperBound)
      if end > at || at > content.lowerBound {
        answers.append(answer(bytes, at..<(hash < 0 ? end : hash), hash < 0 ? nil : hash + 1..<end))
      }
      at = end + 1
    }
    return answers
  }

  private static func answer(
    _ bytes: UnsafeBufferPointer<UInt8>, _ whole: Range<Int>, _ feedback: Range<Int>?
  ) -> Answer {
    var range = GIFTByte.trimmed(bytes, whole)
    var weight: Int64 = 0
    if let first = range.first, bytes[first] == GIFTByte.right {
      weight = RawChoice.whole
      range = GIFTByte.trimmed(bytes, first + 1..<range.upperBound)
    }
    if let first = range.first, bytes[first] == GIFTByte.percent {
      var end = first + 1
      while end < range.upperBound, end - first < 20, bytes[end] != GIFTByte.percent { end += 1 }
      if end < range.upperBound, bytes[end] == GIFTByte.percent,
        let number = Decimal64(String(decoding: bytes[first + 1..<end], as: UTF8.self)),
        let share = GIFTAnswers.hundredThousandths(number)
      {
        weight = max(-RawChoice.whole, min(share, RawChoice.whole))
        range = GIFTByte.trimmed(bytes, end + 1..<range.upperBound)
      }
    }
    return Answer(text: unescaped(bytes, range), weight: weight, feedback: feedback.map { unescaped(bytes, $0) })
  }

  private static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String {
    var out: [UInt8] = []
    var at = range.lowerBound
    while at < range.upperBound {
      if bytes[at] == GIFTByte.escape, at + 1 < range.upperBound, isSpecial(bytes[at + 1]) { at += 1 }
      out.append(bytes[at])
      at += 1
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    "}~#=/\"\\{%".utf8.contains(byte)
  }

  /// A text of an answer as it must be written there.
  static func escaped(_ text: String) -> String {
    var out: [UInt8] = []
    for byte in text.utf8 {
      if isSpecial(byte), byte != UInt8(ascii: "/"), byte != UInt8(ascii: "\"") { out.append(GIFTByte.escape) }
      out.append(byte)
    }
    return String(decoding: out, as: UTF8.self)
  }
}
