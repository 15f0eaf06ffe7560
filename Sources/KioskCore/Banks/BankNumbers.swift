/// Numbers as banks write them: a value with a tolerance, or two ends of a range.
extension BankBuilder {
  /// One accepted number or range; `nil`, with an error, where it is none.
  mutating func number(_ text: String, weight: Int64, feedback: String?, at offset: Int) -> NumericalAnswer? {
    let fraction = Fraction(raw: Int32(max(0, min(weight, RawChoice.whole))))
    let said = feedback.map { LocalizedText($0) }
    if let dots = Self.range(in: text, of: "..") {
      guard let low = decimal(text[..<dots.lowerBound], offset), let high = decimal(text[dots.upperBound...], offset)
      else { return nil }
      if high < low {
        findings.warn(offset, "the range \(ScreenText.quoted(text)) runs backwards: its ends are swapped", "swap them")
      }
      return NumericalAnswer(low: min(low, high), high: max(low, high), value: nil, fraction: fraction, feedback: said)
    }
    var body = text[...]
    var tolerance = Decimal64(mantissa: 0, exponent: 0)
    if let colon = text.utf8.firstIndex(of: GIFTByte.colon) {
      body = text[..<colon]
      guard let read = decimal(text[text.index(after: colon)...], offset) else { return nil }
      tolerance = read
    }
    guard let value = decimal(body, offset) else { return nil }
    return number(value, tolerance: tolerance, fraction, said, at: offset)
  }

  /// The range around a value.
  mutating func number(
    _ value: Decimal64, tolerance: Decimal64, _ fraction: Fraction, _ feedback: LocalizedText?, at offset: Int
  ) -> NumericalAnswer? {
    var margin = tolerance
    if margin.mantissa < 0 {
      findings.warn(offset, "the tolerance \(margin.decimal) is below 0: it is read without the minus", "take it out")
      margin = margin.negated
    }
    guard let low = value.adding(margin.negated), let high = value.adding(margin) else {
      findings.error(offset, "value and tolerance are too far apart to be added exactly", "give fewer digits")
      return nil
    }
    return NumericalAnswer(low: low, high: high, value: value, fraction: fraction, feedback: feedback)
  }

  private static func range(in text: String, of word: StaticString) -> Range<String.Index>? {
    var at = text.utf8.startIndex
    while let first = text.utf8[at...].firstIndex(of: UInt8(ascii: ".")) {
      let next = text.utf8.index(after: first)
      if next < text.utf8.endIndex, text.utf8[next] == UInt8(ascii: ".") {
        var end = text.utf8.index(after: next)
        // Three dots are a range too.
        if end < text.utf8.endIndex, text.utf8[end] == UInt8(ascii: ".") { end = text.utf8.index(after: end) }
        return first..<end
      }
      at = next
    }
    return nil
  }

  /// A number with a point or a comma for its decimals.
  mutating func decimal(_ text: Substring, _ offset: Int) -> Decimal64? {
    if let number = Decimal64(text) { return number }
    let words = BankText.trimmed(String(text)) ?? ""
    if let number = Decimal64(words) { return number }
    if let number = NumberReading.number(in: words, language: "und") {
      if words.utf8.contains(UInt8(ascii: ",")), Self.mayGroup(words) {
        findings.warn(
          offset, "\(ScreenText.quoted(words)) is read as \(number.decimal): the comma is a decimal comma",
          "leave out commas between thousands")
      }
      return number
    }
    findings.error(
      offset,
      words.isEmpty ? "a numerical question without a number" : "\(ScreenText.quoted(words)) is no number",
      words.isEmpty ? "write the number" : "write digits, with a point for decimals; a tolerance after a colon: 5:0.1")
    return nil
  }

  /// Whether the comma may stand between thousands: exactly three digits follow.
  private static func mayGroup(_ words: String) -> Bool {
    guard let comma = words.utf8.lastIndex(of: UInt8(ascii: ",")) else { return false }
    return words.utf8[words.utf8.index(after: comma)...].prefix(4).count { $0 &- 0x30 < 10 } == 3
  }

  /// A numerical question's answers, one of which earns everything.
  mutating func numbers(_ answers: [NumericalAnswer], at offset: Int) -> [NumericalAnswer]? {
    guard let best = answers.max(by: { $0.fraction < $1.fraction }), best.fraction > .zero else {
      findings.error(offset, "no right answer: none of the numbers earns anything", "give one of them 100 %")
      return nil
    }
    if best.fraction == .one { return answers }
    findings.warn(offset, "the best number does not earn everything: it is taken to", "give it 100 %")
    return answers.map { answer in
      answer.fraction < best.fraction
        ? answer
        : NumericalAnswer(
          low: answer.low, high: answer.high, value: answer.value, fraction: .one, feedback: answer.feedback)
    }
  }
}
