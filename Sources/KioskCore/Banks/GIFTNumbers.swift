/// True or false, and numbers, between a pair of braces.
extension GIFTAnswers {
  /// After the answer: what is said of a wrong response, then of a right one.
  func truth(_ answer: Bool, _ inside: Range<Int>, _ findings: inout BankFindings) -> RawKind {
    var said: [Range<Int>] = []
    said.reserveCapacity(2)
    var start = -1
    for index in marks.indices(in: inside) where marks[index].byte == GIFTByte.hash {
      if start >= 0 { said.append(start..<marks[index].at) }
      start = marks[index].at + 1
    }
    if start >= 0 { said.append(start..<inside.upperBound) }
    if said.count > 2 {
      findings.warn(
        texts.offset(said[2].lowerBound), "a true or false question has two feedbacks: what follows is left out",
        "write \\# where it belongs to the text")
    }
    let wrong = said.first.flatMap { texts.text($0, lines: .keep, &findings) }
    let right = said.dropFirst().first.flatMap { texts.text($0, lines: .keep, &findings) }
    return .trueFalse(answer, yes: answer ? right : wrong, no: answer ? wrong : right)
  }

  // MARK: - Numbers

  func numbers(_ inside: Range<Int>, _ builder: inout BankBuilder) -> [NumericalAnswer]? {
    var body = GIFTByte.trimmed(bytes, inside)
    body = GIFTByte.trimmed(bytes, body.lowerBound + 1..<max(body.lowerBound + 1, body.upperBound))
    if let first = body.first, bytes[first] != GIFTByte.right, bytes[first] != GIFTByte.wrong {
      let hash = marks.first(GIFTByte.hash, in: body) ?? body.upperBound
      let (weight, text) = weight(GIFTByte.trimmed(bytes, body.lowerBound..<hash), &builder.findings)
      let feedback =
        hash < body.upperBound ? texts.text(hash + 1..<body.upperBound, lines: .keep, &builder.findings) : nil
      return number(text, weight, feedback, &builder).map { [$0] }
    }
    let parts = parts(body, &builder.findings)
    guard !parts.isEmpty else { return body.isEmpty ? number(body, nil, nil, &builder).map { [$0] } : nil }
    var answers: [NumericalAnswer] = []
    var isSound = true
    for part in parts {
      let said = part.feedback.flatMap { texts.text($0, lines: .keep, &builder.findings) }
      if !part.isRight || GIFTByte.isAt(bytes, part.text.lowerBound, "*") {
        builder.findings.warn(
          texts.offset(part.mark), "what is said of any other number is left out", "put it into the general feedback")
        continue
      }
      if let answer = number(part.text, part.weight, said, &builder) { answers.append(answer) } else { isSound = false }
    }
    return isSound ? answers : nil
  }

  private func number(
    _ range: Range<Int>, _ weight: Int64?, _ feedback: RawText?, _ builder: inout BankBuilder
  ) -> NumericalAnswer? {
    let words = texts.text(range, lines: .space, as: .plain, &builder.findings)?.string ?? ""
    return builder.number(
      words, weight: weight ?? RawChoice.whole, feedback: feedback?.string,
      at: texts.offset(range.isEmpty ? group.open : range.lowerBound))
  }
}
