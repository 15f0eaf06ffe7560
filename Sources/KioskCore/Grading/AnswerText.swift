/// Responses and right answers as a line of text, for the review, the report and exports. Never to be shown before the
/// report allows it.
public enum AnswerText {
  /// A response in words: "Laos; Bolivia", "Danube: Black Sea; Volga: –". Cleaned, fit for a screen.
  public static func text(of response: Response, to question: Question, language: String) -> String {
    switch (response, question.kind) {
    case (.text(let text), _): return ScreenText.fitted(text)
    case (.trueFalse(let flag), _): return flag ? "true" : "false"
    case (.choice(let chosen), .choice(let choices, _)):
      return joined(chosen.map { at($0, choices.map(\.text), language) })
    case (.matching(let rights), .matching(let pairs, let distractors)):
      let texts = pairs.map(\.right) + distractors
      return joined(
        zip(pairs, rights).map { pair, right in
          "\(pair.left.text(in: language)): \(right.map { at($0, texts, language) } ?? "–")"
        })
    case (.ordering(let order), .ordering(let items)):
      return joined(order.map { at($0, items, language) })
    case (.cloze(let filled), .cloze(_, let gaps)):
      return joined(
        zip(gaps, filled).map { gap, response in
          switch (response, gap.kind) {
          case (.text(let text), _): return ScreenText.fitted(text)
          case (.choice(let index?), .choices(let choices)): return at(index, choices.map(\.text), language)
          case (.choice, _): return "–"
          }
        })
    case (.choice, _), (.matching, _), (.ordering, _), (.cloze, _): return "?"
    }
  }

  /// The right answer in words; `nil` where there is none (essay, description).
  public static func rightAnswer(to question: Question, language: String) -> String? {
    switch question.kind {
    case .shortAnswer(let answers, _): return best(answers, language)
    case .choice(let choices, let multiple):
      let right = choices.filter { multiple ? $0.fraction > .zero : $0.fraction == .one }
      return joined(right.map { $0.text.text(in: language) })
    case .trueFalse(let answer, _, _): return answer ? "true" : "false"
    case .numerical(let answers, let unit):
      guard let number = best(answers) else { return nil }
      return unit.map { "\(number) \($0.text(in: language))" } ?? number
    case .matching(let pairs, _):
      return joined(pairs.map { "\($0.left.text(in: language)): \($0.right.text(in: language))" })
    case .ordering(let items): return joined(items.map { $0.text(in: language) })
    case .cloze(_, let gaps):
      return joined(
        gaps.map { gap in
          switch gap.kind {
          case .answers(let answers): best(answers, language) ?? "–"
          case .numbers(let answers): best(answers) ?? "–"
          case .choices(let choices): choices.first { $0.fraction == .one }?.text.text(in: language) ?? "–"
          }
        })
    case .spelling(let spelling): return spelling.word
    case .essay, .description: return nil
    }
  }

  private static func best(_ answers: [TextAnswer], _ language: String) -> String? {
    answers.first { $0.fraction == .one }?.text.text(in: language)
  }

  private static func best(_ answers: [NumericalAnswer]) -> String? {
    guard let best = answers.first(where: { $0.fraction == .one }) else { return nil }
    return best.value?.decimal ?? "\(best.low.decimal) to \(best.high.decimal)"
  }

  private static func at(_ index: Int, _ texts: [LocalizedText], _ language: String) -> String {
    texts.indices.contains(index) ? texts[index].text(in: language) : "?"
  }

  private static func joined(_ parts: [String]) -> String { parts.joined(separator: "; ") }
}
