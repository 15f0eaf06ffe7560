/// Answers with arrows between a pair of braces.
extension GIFTAnswers {
  /// An answer with an arrow.
  struct Sides {
    let left: Range<Int>
    let right: Range<Int>
    let feedback: Range<Int>?
    /// Where its mark stands.
    let mark: Int
  }

  /// The two sides of every answer; `nil` where they are short answers.
  func pairs(_ parts: [Part], _ builder: inout BankBuilder) -> [Sides]? {
    var pairs: [Sides] = []
    var missing: Part?
    for part in parts {
      guard let arrow = arrow(part.text) else {
        missing = missing ?? part
        continue
      }
      if pairs.isEmpty { pairs.reserveCapacity(parts.count) }
      pairs.append(
        Sides(
          left: part.text.lowerBound..<arrow, right: arrow + 2..<part.text.upperBound, feedback: part.feedback,
          mark: part.mark))
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
    range.count < 2 ? nil : marks.first(GIFTByte.arrow, in: range.dropFirst()).map { $0 - 1 }
  }

  func matching(_ raw: [Sides], at open: Int, _ builder: inout BankBuilder) -> RawKind? {
    var pairs: [RawMatch] = []
    pairs.reserveCapacity(raw.count)
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
