/// A pair as a bank gives it; without a left side it is a distractor.
struct RawMatch {
  var left: RawText?
  var right: RawText?
  var feedback: RawText?
  var offset: Int
}

extension RawMatch {
  /// The pair; `nil`: one of its sides is missing.
  var pair: Pair? {
    guard let left, let right else { return nil }
    return Pair(left: left.localized, right: right.localized, feedback: feedback.map { $0.localized })
  }
}

extension BankBuilder {
  /// A matching question; `nil`, with an error, where its sides do not make one.
  mutating func matching(_ raw: [RawMatch], at offset: Int) -> RawKind? {
    var lefts = RawLookup(raw.count)
    var rights = RawLookup(raw.count)
    var pairs: [RawMatch] = []
    pairs.reserveCapacity(raw.count)
    for match in raw {
      guard let left = match.left else { continue }
      guard let right = match.right else {
        findings.error(
          match.offset, "the pair \(ScreenText.quoted(left.string)) has no right side", "write =left -> right")
        return nil
      }
      if let known = lefts.insert(left) {
        if pairs[known].right == right {
          findings.warn(
            match.offset, "the pair \(ScreenText.quoted(left.string)) is given twice: one is left out", "remove it")
        } else {
          findings.error(
            match.offset, "the left side \(ScreenText.quoted(left.string)) is given twice, with two right sides",
            "remove one of the pairs, or word it otherwise")
        }
        continue
      }
      _ = rights.insert(right)
      pairs.append(match)
    }
    var distractors: [RawText] = []
    for match in raw where match.left == nil {
      guard let right = match.right else {
        findings.warn(match.offset, "a pair without words is left out", "write =left -> right")
        continue
      }
      if rights.insert(right) != nil {
        findings.warn(
          match.offset, "the wrong right side \(ScreenText.quoted(right.string)) stands there already: it is left out",
          "remove it")
        continue
      }
      distractors.append(right)
    }
    if pairs.isEmpty || (pairs.count == 1 && distractors.isEmpty) {
      findings.error(offset, "a matching question with fewer than two pairs answers itself", "add another pair")
      return nil
    }
    return .matching(pairs, distractors: distractors)
  }
}
