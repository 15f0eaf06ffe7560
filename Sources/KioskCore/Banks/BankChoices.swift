/// A choice as a bank gives it, before its weight is settled.
struct RawChoice {
  var text: RawText
  /// Hundred-thousandths, as written or as the mark before it says.
  var weight: Int64
  /// Whether it is marked as a right answer, beside its weight.
  var isMarked: Bool
  var feedback: RawText?
  /// Where it stands.
  var offset: Int

  /// All of the points.
  static let whole: Int64 = 100_000
}

/// Settles what a bank's weights mean.
extension BankBuilder {
  /// A choice question; `nil`, with an error, where none is right. `multiple`: whether several may be chosen; `nil`: the
  /// weights tell. `isMeant`: several right ones are the author's own words.
  mutating func choice(_ raw: [RawChoice], multiple: Bool?, at offset: Int, isMeant: Bool = false) -> RawKind? {
    let errors = findings.errorCount
    var choices = distinct(raw)
    guard findings.errorCount == errors else { return nil }
    if choices.isEmpty {
      findings.error(offset, "the question has no choices", "add two or more")
      return nil
    }
    let right = choices.count { $0.weight >= RawChoice.whole }
    if choices.count == 1 {
      if right == 1 {
        findings.error(offset, "there is one choice alone", "add a wrong one, or make it a short answer")
      } else {
        findings.error(
          offset, "there is one choice and none is right", "mark the right one with =, or add choices")
      }
      return nil
    }
    let positive = choices.count { $0.weight > 0 }
    if positive == 0 {
      findings.error(
        offset, "no right answer: none of the \(choices.count) choices earns anything",
        "mark the right one, or give weights")
      return nil
    }
    let several = multiple ?? (choices.allSatisfy { !$0.isMarked } || right > 1 || (right == 0 && positive > 1))
    if right > 1, !isMeant {
      findings.warn(
        offset, "\(right) choices earn everything: they are taken to be chosen together, each for its share",
        "give weights that make 100 %, or mark one alone as right")
    }
    if several || right > 1 {
      shareOut(&choices, at: offset)
      return .choice(choices, multiple: true)
    }
    if right == 0 { raiseBest(&choices, at: offset) }
    return .choice(choices, multiple: false)
  }

  /// The choices of a gap: one is chosen.
  mutating func gapChoices(_ raw: [RawChoice], at offset: Int) -> [Choice]? {
    let errors = findings.errorCount
    var choices = distinct(raw)
    guard findings.errorCount == errors else { return nil }
    guard choices.count > 1 else {
      findings.error(offset, "the gap has fewer than two choices", "add one, or make it a short answer")
      return nil
    }
    guard choices.contains(where: { $0.weight > 0 }) else {
      findings.error(offset, "no right answer: none of the gap's choices earns anything", "mark the right one with =")
      return nil
    }
    if !choices.contains(where: { $0.weight >= RawChoice.whole }) { raiseBest(&choices, at: offset) }
    var found = false
    for index in choices.indices where choices[index].weight >= RawChoice.whole {
      if found {
        findings.warn(
          choices[index].offset, "a gap can have one right choice: this one earns nearly everything",
          "mark one as right")
        choices[index].weight = RawChoice.whole - 1
      }
      found = true
    }
    return choices.map(\.choice)
  }

  /// A list of accepted texts; at least one earns everything.
  mutating func textAnswers(_ raw: [RawChoice], at offset: Int) -> [RawChoice]? {
    var answers = raw
    guard answers.contains(where: { $0.weight > 0 }) else {
      findings.error(offset, "no right answer: none of the answers earns anything", "mark the right one with =")
      return nil
    }
    if !answers.contains(where: { $0.weight >= RawChoice.whole }) { raiseBest(&answers, at: offset) }
    return answers
  }

  /// Takes out what stands there twice: an error where it is both right and wrong.
  private mutating func distinct(_ raw: [RawChoice]) -> [RawChoice] {
    var seen = RawLookup(raw.count)
    var choices: [RawChoice] = []
    choices.reserveCapacity(raw.count)
    for choice in raw {
      guard let first = seen.insert(choice.text) else {
        choices.append(choice)
        continue
      }
      if choices[first].weight == choice.weight, choice.weight <= 0 {
        findings.warn(
          choice.offset, "the choice \(ScreenText.quoted(choice.text.string)) is given twice: one of them is left out",
          "remove it, or word it otherwise")
      } else {
        findings.error(
          choice.offset,
          "the choice \(ScreenText.quoted(choice.text.string)) is given twice, and marked differently or right",
          "remove one of them, or word it otherwise")
      }
    }
    return choices
  }

  /// What earns most earns everything.
  private mutating func raiseBest(_ choices: inout [RawChoice], at offset: Int) {
    guard let best = choices.indices.max(by: { choices[$0].weight < choices[$1].weight }) else { return }
    let share = Points(hundredThousandths: choices[best].weight * 100).short
    findings.warn(
      choices[best].offset, "the best answer earns \(share) % only: it is taken to earn everything",
      "give it 100 %")
    choices[best].weight = RawChoice.whole
  }

  /// Makes the right choices' shares one whole together.
  private mutating func shareOut(_ choices: inout [RawChoice], at offset: Int) {
    let right = choices.indices.filter { choices[$0].weight > 0 }
    let sum = right.reduce(Int64(0)) { $0 + choices[$1].weight }
    let count = Int64(right.count)
    if abs(sum - RawChoice.whole) > count {
      let even = (200_000 + count) / (2 * count)
      // Hundredths of a percent or whole percents that a person rounded: 33, 33.3, 16.7.
      let rounded = right.allSatisfy { abs(choices[$0].weight - even) < 1000 || choices[$0].weight == RawChoice.whole }
      if !rounded {
        findings.warn(
          offset,
          "the right choices add up to \(Points(hundredThousandths: sum * 100).short) %, not to 100 %: "
            + "each is taken for its share of that", "give the \(right.count) right ones weights that make 100 %")
      }
      var left = RawChoice.whole
      for (place, index) in right.enumerated() {
        let share = rounded ? even : max(1, choices[index].weight * RawChoice.whole / sum)
        choices[index].weight = place == right.count - 1 && !rounded ? max(1, left) : share
        left -= share
      }
    }
    for index in choices.indices {
      choices[index].weight = max(-RawChoice.whole, min(choices[index].weight, RawChoice.whole))
    }
  }
}

extension RawChoice {
  var choice: Choice {
    Choice(
      text: text.localized, fraction: Fraction(raw: Int32(max(-RawChoice.whole, min(weight, RawChoice.whole)))),
      feedback: feedback.map { $0.localized })
  }

  /// An answer that is typed; it takes nothing away.
  var textAnswer: TextAnswer {
    TextAnswer(
      text: text.localized, fraction: Fraction(raw: Int32(max(0, min(weight, RawChoice.whole)))),
      feedback: feedback.map { $0.localized })
  }
}
