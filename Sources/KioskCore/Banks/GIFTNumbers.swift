/// True or false, and numbers, between a pair of braces.
extension GIFTAnswers {
  /// After the answer: what is said of a wrong response, then of a right one.
  func truth(_ answer: Bool, _ inside: Range<Int>, _ findings: inout BankFindings) -> Question.Kind {
    var said: [Range<Int>] = []
    var start = -1
    var at = inside.lowerBound
    while at < inside.upperBound {
      if bytes[at] == GIFTByte.escape {
        at += 2
        continue
      }
      if bytes[at] == GIFTByte.hash {
        if start >= 0 { said.append(start..<at) }
        start = at + 1
      }
      at += 1
    }
    if start >= 0 { said.append(start..<inside.upperBound) }
    if said.count > 2 {
      findings.warn(
        texts.offset(said[2].lowerBound), "a true or false question has two feedbacks: what follows is left out",
        "write \\# where it belongs to the text")
    }
    let wrong = said.first.flatMap { texts.text($0, lines: .keep, &findings) }.map { LocalizedText($0) }
    let right = said.dropFirst().first.flatMap { texts.text($0, lines: .keep, &findings) }.map { LocalizedText($0) }
    return .trueFalse(answer: answer, feedbackTrue: answer ? right : wrong, feedbackFalse: answer ? wrong : right)
  }

  // MARK: - Numbers

  func numbers(_ inside: Range<Int>, _ builder: inout BankBuilder) -> [NumericalAnswer]? {
    var body = GIFTByte.trimmed(bytes, inside)
    body = GIFTByte.trimmed(bytes, body.lowerBound + 1..<max(body.lowerBound + 1, body.upperBound))
    if let first = body.first, bytes[first] != GIFTByte.right, bytes[first] != GIFTByte.wrong {
      var hash = body.lowerBound
      while hash < body.upperBound, bytes[hash] != GIFTByte.hash { hash += bytes[hash] == GIFTByte.escape ? 2 : 1 }
      hash = min(hash, body.upperBound)
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
    _ range: Range<Int>, _ weight: Int64?, _ feedback: String?, _ builder: inout BankBuilder
  ) -> NumericalAnswer? {
    let words = texts.text(range, lines: .space, as: .plain, &builder.findings) ?? ""
    return builder.number(
      words, weight: weight ?? RawChoice.whole, feedback: feedback,
      at: texts.offset(range.isEmpty ? group.open : range.lowerBound))
  }
}
