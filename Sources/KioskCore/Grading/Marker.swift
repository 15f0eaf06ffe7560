/// Marks responses.
///
/// - Of several listed answers that match, the one that earns most counts; the first of them where they earn the same.
/// - `multiple` choice: the shares of what was chosen, together no less than 0 and no more than 1; exactly the right ones
///   earn everything, however their shares were rounded.
/// - matching: the share of left sides that got their right side.
/// - ordering: the share of neighbours in the right order, each followed at once by the item that should follow it (Moodle
///   calls it "relative to the next item, excluding last").
/// - cloze: each gap counts by its weight.
/// - spelling: exact but for case.
/// - essay: `pending` until somebody marks it.
public enum Marker {
  /// The mark of `response` (`nil`: none was given). `language`: the exam's.
  public static func mark(_ question: Question, _ response: Response?, language: String = "en") -> Mark {
    if case .description = question.kind {
      return Mark(outcome: .none, points: .zero, maxPoints: .zero, rule: "nothing to answer")
    }
    guard let response, !response.isEmpty else {
      return Mark(outcome: .unanswered, points: .zero, maxPoints: question.points, rule: "no answer")
    }
    switch (question.kind, response) {
    case (.shortAnswer(let answers, let marking), .text(let text)):
      return markText(text, answers, Normalisation(marking: marking, language: language), question.points)
    case (.spelling(let spelling), .text(let text)):
      return markSpelling(text, spelling, language, question.points)
    case (.numerical(let answers, let unit), .text(let text)):
      return markNumber(text, answers, unit, language, question.points)
    case (.essay, .text):
      return Mark(outcome: .pending, points: nil, maxPoints: question.points, rule: "marked by hand")
    case (.choice(let choices, let multiple), .choice(let chosen)):
      return markChoice(chosen, choices, multiple, question.points)
    case (.trueFalse(let answer, let feedbackTrue, let feedbackFalse), .trueFalse(let chosen)):
      return Mark(
        chosen == answer ? .one : .zero, of: question.points, rule: chosen == answer ? "right" : "wrong",
        feedback: chosen ? feedbackTrue : feedbackFalse)
    case (.matching(let pairs, let distractors), .matching(let rights)):
      return markMatching(rights, pairs, distractors, question.points)
    case (.ordering(let items), .ordering(let order)):
      return markOrdering(order, items.count, question.points)
    case (.cloze(_, let gaps), .cloze(let filled)):
      return markCloze(filled, gaps, language, question.points)
    case (.shortAnswer, _), (.spelling, _), (.numerical, _), (.essay, _), (.choice, _), (.trueFalse, _), (.matching, _),
      (.ordering, _), (.cloze, _), (.description, _):
      return Mark(.zero, of: question.points, rule: "the response does not belong to this type of question")
    }
  }

  private static func markChoice(_ chosen: [Int], _ choices: [Choice], _ multiple: Bool, _ points: Points) -> Mark {
    let chosen = Set(chosen).filter(choices.indices.contains).sorted()
    let feedback = chosen.lazy.compactMap { choices[$0].feedback }.first
    if !multiple {
      guard chosen.count == 1, let index = chosen.first else {
        return Mark(.zero, of: points, rule: "more than one choice where one is asked for")
      }
      let share = max(choices[index].fraction, .zero)
      return Mark(
        share, of: points, rule: share == .one ? "the right choice" : "the weight of the choice", feedback: feedback)
    }
    let right = choices.indices.filter { choices[$0].fraction > .zero }
    if chosen == right { return Mark(.one, of: points, rule: "exactly the right choices", feedback: feedback) }
    let sum = chosen.reduce(Int64(0)) { $0 + Int64(choices[$1].fraction.raw) }
    let share = Fraction(raw: Int32(max(0, min(sum, 100_000))))
    return Mark(share, of: points, rule: "the weights of \(chosen.count) choices together", feedback: feedback)
  }

  private static func markMatching(
    _ rights: [Int?], _ pairs: [Pair], _ distractors: [LocalizedText], _ points: Points
  ) -> Mark {
    let texts = pairs.map(\.right) + distractors
    var right = 0
    var feedback: LocalizedText?
    for (index, pair) in pairs.enumerated() {
      // Two left sides may share a right side, so what it says counts, not which it is.
      if index < rights.count, let chosen = rights[index], texts.indices.contains(chosen), texts[chosen] == pair.right {
        right += 1
      } else {
        feedback = feedback ?? pair.feedback
      }
    }
    return Mark(
      part: right, whole: pairs.count, of: points, rule: "\(right) of \(pairs.count) pairs", feedback: feedback)
  }

  private static func markOrdering(_ order: [Int], _ count: Int, _ points: Points) -> Mark {
    guard order.count == count, Set(order) == Set(0..<count) else {
      return Mark(.zero, of: points, rule: "not all items were put in order")
    }
    let right = zip(order, order.dropFirst()).count { $1 == $0 + 1 }
    return Mark(
      part: right, whole: count - 1, of: points, rule: "\(right) of \(count - 1) neighbours in the right order")
  }

  private static func markCloze(
    _ filled: [Response.GapResponse], _ gaps: [Gap], _ language: String, _ points: Points
  ) -> Mark {
    let rules = Normalisation(marking: .standard, language: language)
    var sum = 0
    var right = 0
    var feedback: LocalizedText?
    for (gap, response) in zip(gaps, filled) {
      var share = Fraction.zero
      switch (gap.kind, response) {
      case (.answers(let answers), .text(let text)):
        let match = bestMatch(text, answers, rules)
        share = match?.answer.fraction ?? .zero
        feedback = feedback ?? match?.answer.feedback
      case (.choices(let choices), .choice(let index)):
        if let index, choices.indices.contains(index) {
          share = max(choices[index].fraction, .zero)
          feedback = feedback ?? choices[index].feedback
        }
      case (.numbers(let answers), .text(let text)):
        if let number = NumberReading.number(in: text, language: language), let match = bestRange(number, answers) {
          share = match.fraction
          feedback = feedback ?? match.feedback
        }
      case (.answers, .choice), (.numbers, .choice), (.choices, .text): break
      }
      sum += Int(share.raw) * gap.weight
      if share == .one { right += 1 }
    }
    return Mark(
      part: sum, whole: gaps.reduce(0) { $0 + $1.weight } * 100_000, of: points,
      rule: "\(right) of \(gaps.count) gaps right",
      feedback: feedback)
  }
}
