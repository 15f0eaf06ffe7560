/// Answers with arrows between a pair of braces.
extension GIFTAnswers {
  typealias RawPair = (left: Range<Int>, right: Range<Int>, feedback: Range<Int>?, mark: Int)

  /// The two sides of every answer; `nil` where they are short answers.
  func pairs(_ parts: [Part], _ builder: inout BankBuilder) -> [RawPair]? {
    var pairs: [RawPair] = []
    var missing: Part?
    for part in parts {
      guard let arrow = arrow(part.text) else {
        missing = missing ?? part
        continue
      }
      pairs.append((part.text.lowerBound..<arrow, arrow + 2..<part.text.upperBound, part.feedback, part.mark))
    }
    guard let first = pairs.first else { return nil }
    let hasDistractor = pairs.contains { GIFTByte.trimmed(bytes, $0.left).isEmpty }
    if pairs.count == 1, !hasDistractor || missing != nil {
      builder.findings.warn(
        texts.offset(first.mark), "an arrow in one answer alone: it is read as a short answer",
        "matching needs two pairs; write -\\> where it belongs to the text")
      return nil
    }
    if let missing {
      builder.findings.error(
        texts.offset(missing.mark), "one of the pairs has no ->", "write =left -> right")
    }
    return pairs
  }

  private func arrow(_ range: Range<Int>) -> Int? {
    var at = range.lowerBound
    while at + 1 < range.upperBound {
      if bytes[at] == GIFTByte.escape {
        at += 2
      } else if bytes[at] == UInt8(ascii: "-"), bytes[at + 1] == UInt8(ascii: ">") {
        return at
      } else {
        at += 1
      }
    }
    return nil
  }

  func matching(_ raw: [RawPair], at open: Int, _ builder: inout BankBuilder) -> Question.Kind? {
    var pairs: [RawMatch] = []
    for pair in raw {
      pairs.append(
        RawMatch(
          left: texts.text(pair.left, lines: .space, &builder.findings),
          right: texts.text(pair.right, lines: .space, &builder.findings),
          feedback: pair.feedback.flatMap { texts.text($0, lines: .keep, &builder.findings) },
          offset: texts.offset(pair.mark)))
    }
    return builder.matching(pairs, at: open)
  }
}
