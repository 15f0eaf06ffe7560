/// What stands between a pair of braces.
struct GIFTAnswers {
  let texts: GIFTText
  /// The block's marks.
  let marks: GIFTMarks
  let group: GIFTGroup

  var bytes: UnsafeBufferPointer<UInt8> { texts.bytes }

  /// One answer before it is read.
  struct Part {
    /// Where its mark stands.
    let mark: Int
    let isRight: Bool
    /// Hundred-thousandths; `nil`: none is given.
    var weight: Int64?
    var text: Range<Int>
    var feedback: Range<Int>?
  }

  /// The type of question the answers make, and what is said of every answer.
  func kind(_ builder: inout BankBuilder) -> (RawKind?, feedback: RawText?) {
    let (inside, general) = split(&builder.findings)
    let open = texts.offset(group.open)
    switch group.kind {
    case .essay: return (.made(.essay(words: nil)), general)
    case .truth(let answer): return (truth(answer, inside, &builder.findings), general)
    case .numbers:
      let answers = numbers(inside, &builder).flatMap { builder.numbers($0, at: open) }
      return (answers.map { .made(.numerical(answers: $0, unit: nil)) }, general)
    case .answers: break
    }
    let parts = parts(inside, &builder.findings)
    if parts.isEmpty { return (nil, general) }
    if parts.allSatisfy(\.isRight) {
      if let pairs = pairs(parts, &builder) { return (matching(pairs, at: open, &builder), general) }
      let answers = raw(parts, emphasis: false, &builder.findings)
      let marking = TextMarking.standard
      return (builder.textAnswers(answers, at: open).map { .shortAnswer($0, marking) }, general)
    }
    return (builder.choice(raw(parts, emphasis: true, &builder.findings), multiple: nil, at: open), general)
  }

  /// The same for one gap of several.
  func gap(_ builder: inout BankBuilder) -> (Gap.Kind?, feedback: RawText?) {
    let (inside, general) = split(&builder.findings)
    let open = texts.offset(group.open)
    switch group.kind {
    case .essay:
      builder.findings.error(open, "empty braces cannot be a gap among others", "write the answer: {=…}")
      return (nil, general)
    case .truth(let answer):
      let choices = [("True", answer), ("False", !answer)].map { text, isRight in
        Choice(text: LocalizedText(text), fraction: isRight ? .one : .zero)
      }
      return (.choices(choices), general)
    case .numbers:
      return (numbers(inside, &builder).flatMap { builder.numbers($0, at: open) }.map { .numbers($0) }, general)
    case .answers: break
    }
    let parts = parts(inside, &builder.findings)
    if parts.isEmpty { return (nil, general) }
    if parts.allSatisfy(\.isRight) {
      return (
        builder.textAnswers(raw(parts, emphasis: false, &builder.findings), at: open).map {
          .answers($0.map(\.textAnswer))
        }, general
      )
    }
    return (
      builder.gapChoices(raw(parts, emphasis: true, &builder.findings), at: open).map { .choices($0) }, general
    )
  }

  /// The answers, and the general feedback behind `####`.
  @_optimize(speed)
  private func split(_ findings: inout BankFindings) -> (inside: Range<Int>, general: RawText?) {
    let whole = group.open + 1..<group.close
    var depth = 0
    for index in marks.indices(in: whole) {
      let at = marks[index].at
      switch marks[index].byte {
      case GIFTByte.open: if !group.isBroken { depth += 1 }
      case GIFTByte.close: depth = max(0, depth - 1)
      case GIFTByte.hash where depth == 0 && at + 3 < whole.upperBound && GIFTByte.isAt(bytes, at, "####"):
        let rest = at + 4..<whole.upperBound
        if let look = marks.first(GIFTByte.wrong, in: rest) {
          findings.warn(
            texts.offset(look), "a choice seems to be swallowed by the general feedback before it",
            "move #### behind the last choice, or write \\~")
        }
        return (whole.lowerBound..<at, texts.text(rest, lines: .keep, &findings))
      default: break
      }
    }
    return (whole, nil)
  }

  // MARK: - Answers with marks

  /// Cuts the answers at their marks.
  @_optimize(speed)
  func parts(_ inside: Range<Int>, _ findings: inout BankFindings) -> [Part] {
    let found = marks.indices(in: inside)
    var parts: [Part] = []
    parts.reserveCapacity(min(found.count, 8))
    var depth = 0
    var mark = -1
    var hash = -1
    var gluedAt = -1
    var spaced = 0
    func end(_ at: Int, _ findings: inout BankFindings) {
      guard mark >= 0 else { return }
      parts.append(part(mark, hash < 0 ? at : hash, hash < 0 ? nil : hash + 1..<at, &findings))
    }
    for index in found {
      let at = marks[index].at
      let byte = marks[index].byte
      if parts.count > ExamDecoder.longestList {
        findings.error(
          texts.offset(group.open), "there are more than \(ExamDecoder.longestList) answers",
          "split the question into several")
        return []
      }
      switch byte {
      case GIFTByte.open: if !group.isBroken { depth += 1 }
      case GIFTByte.close: depth = max(0, depth - 1)
      case GIFTByte.hash where depth == 0 && hash < 0 && mark >= 0: hash = at
      case GIFTByte.right where depth == 0, GIFTByte.wrong where depth == 0:
        end(at, &findings)
        if mark >= 0 {
          if GIFTByte.isSpace(bytes[at - 1]) { spaced += 1 } else if byte == GIFTByte.right { gluedAt = at }
        }
        mark = at
        hash = -1
      default: break
      }
    }
    end(inside.upperBound, &findings)
    if gluedAt >= 0, spaced > 0 {
      findings.warn(
        texts.offset(gluedAt), "this = begins another answer", "write \\= where it belongs to the answer before it")
    }
    return parts
  }

  /// One answer: its weight, its text, its feedback.
  @_optimize(speed)
  private func part(_ mark: Int, _ end: Int, _ feedback: Range<Int>?, _ findings: inout BankFindings) -> Part {
    var part = Part(
      mark: mark, isRight: bytes[mark] == GIFTByte.right, weight: nil, text: GIFTByte.trimmed(bytes, mark + 1..<end),
      feedback: feedback)
    (part.weight, part.text) = weight(part.text, &findings)
    return part
  }

  /// The weight between percent signs that a text begins with.
  func weight(_ range: Range<Int>, _ findings: inout BankFindings) -> (Int64?, Range<Int>) {
    guard !range.isEmpty, bytes[range.lowerBound] == GIFTByte.percent else { return (nil, range) }
    var end = range.lowerBound + 1
    while end < range.upperBound, end - range.lowerBound < 40, bytes[end] != GIFTByte.percent { end += 1 }
    guard end < range.upperBound, bytes[end] == GIFTByte.percent else {
      findings.warn(
        texts.offset(range.lowerBound), "a percent sign without another is read as text", "write %50% for a weight")
      return (nil, range)
    }
    let inner = range.lowerBound + 1..<end
    if let weight = plainWeight(inner) { return (weight, end + 1..<range.upperBound) }
    let trimmed = GIFTByte.trimmed(bytes, inner)
    var words = String(decoding: bytes[trimmed], as: UTF8.self)
    if words.utf8.contains(UInt8(ascii: ",")) { words = words.split(separator: ",").joined(separator: ".") }
    guard let number = Decimal64(words) else {
      findings.warn(
        texts.offset(range.lowerBound),
        "\(ScreenText.quoted(words)) between percent signs is no weight: it is read as text",
        "write %50%")
      return (nil, range)
    }
    if trimmed != inner {
      findings.warn(texts.offset(range.lowerBound), "there are spaces inside the percent signs", "write %\(words)%")
    }
    let rest = end + 1..<range.upperBound
    guard let weight = Self.hundredThousandths(number), weight.magnitude <= 100_000 else {
      findings.warn(
        texts.offset(range.lowerBound), "the weight \(number.decimal) lies outside -100 to 100",
        "write a number from -100 to 100")
      return (number.mantissa < 0 ? -RawChoice.whole : RawChoice.whole, rest)
    }
    return (weight, rest)
  }

  /// A weight of one to three digits, from 0 to 100, perhaps with a minus: nearly every one.
  private func plainWeight(_ range: Range<Int>) -> Int64? {
    guard let first = range.first else { return nil }
    let digits = bytes[first] == UInt8(ascii: "-") ? first + 1..<range.upperBound : range
    guard (1...3).contains(digits.count) else { return nil }
    var value: Int64 = 0
    for at in digits {
      guard bytes[at] &- 0x30 < 10 else { return nil }
      value = value * 10 + Int64(bytes[at] - 0x30)
    }
    return value > 100 ? nil : (digits.lowerBound == first ? value : -value) * 1000
  }

  /// A percentage as a share, rounded; `nil` where it is too large by far.
  static func hundredThousandths(_ percent: Decimal64) -> Int64? {
    if let exact = percent.units(decimals: 3) { return exact }
    guard percent.exponent <= -4, percent.exponent >= -Decimal64.limit else { return nil }
    var value = percent.mantissa
    for _ in 0..<(-percent.exponent - 4) { value /= 10 }
    return (value + (value < 0 ? -5 : 5)) / 10
  }

  @_optimize(speed)
  private func raw(_ parts: [Part], emphasis: Bool, _ findings: inout BankFindings) -> [RawChoice] {
    var choices: [RawChoice] = []
    choices.reserveCapacity(parts.count)
    for part in parts {
      let said = part.feedback.flatMap { texts.text($0, lines: .keep, &findings) }
      guard let text = texts.text(part.text, lines: .space, emphasis: emphasis, &findings) else {
        findings.warn(
          texts.offset(part.mark), "an answer without words is left out", "write it, or take the mark before it out")
        continue
      }
      let weight = part.weight ?? (part.isRight ? RawChoice.whole : 0)
      let isListed = !emphasis
      if isListed, weight < 0 {
        findings.warn(
          texts.offset(part.mark), "a typed answer cannot take points away: it earns nothing", "write %0%")
      }
      choices.append(
        RawChoice(
          text: text, weight: weight, isMarked: part.isRight, feedback: said, offset: texts.offset(part.mark)))
    }
    return choices
  }
}
