/// A pair as a bank gives it; without a left side it is a distractor.
struct RawMatch {
  var left: String?
  var right: String?
  var feedback: String?
  var offset: Int
}

extension BankBuilder {
  /// A matching question; `nil`, with an error, where its sides do not make one.
  mutating func matching(_ raw: [RawMatch], at offset: Int) -> Question.Kind? {
    var lefts: [String: String] = [:]
    var rights: Set<String> = []
    var pairs: [Pair] = []
    for match in raw {
      guard let left = match.left else { continue }
      guard let right = match.right else {
        findings.error(match.offset, "the pair \(ScreenText.quoted(left)) has no right side", "write =left -> right")
        return nil
      }
      if let known = lefts[left] {
        if known == right {
          findings.warn(
            match.offset, "the pair \(ScreenText.quoted(left)) is given twice: one is left out", "remove it")
        } else {
          findings.error(
            match.offset, "the left side \(ScreenText.quoted(left)) is given twice, with two right sides",
            "remove one of the pairs, or word it otherwise")
        }
        continue
      }
      lefts[left] = right
      rights.insert(right)
      pairs.append(
        Pair(
          left: LocalizedText(left), right: LocalizedText(right), feedback: match.feedback.map { LocalizedText($0) }))
    }
    var distractors: [LocalizedText] = []
    for match in raw where match.left == nil {
      guard let right = match.right else {
        findings.warn(match.offset, "a pair without words is left out", "write =left -> right")
        continue
      }
      if !rights.insert(right).inserted {
        findings.warn(
          match.offset, "the wrong right side \(ScreenText.quoted(right)) stands there already: it is left out",
          "remove it")
        continue
      }
      distractors.append(LocalizedText(right))
    }
    if pairs.isEmpty || (pairs.count == 1 && distractors.isEmpty) {
      findings.error(offset, "a matching question with fewer than two pairs answers itself", "add another pair")
      return nil
    }
    return .matching(pairs: pairs, distractors: distractors)
  }
}
