/// Responses and right answers in words, for reports, exports and the proctor's eye.
extension Slot {
  /// What was answered, in one line; empty for nothing.
  public func words(of response: Response?, language: String) -> String {
    guard let response, !response.isEmpty else { return "" }
    switch (question.kind, response) {
    case (_, .text(let text)): return text
    case (.choice(let choices, _), .choice(let chosen)):
      return chosen.filter(choices.indices.contains).map { choices[$0].text.text(in: language) }
        .joined(separator: "; ")
    case (_, .trueFalse(let value)): return value ? "True" : "False"
    case (.matching(let pairs, let distractors), .matching(let rights)):
      let all = pairs.map(\.right) + distractors
      return zip(pairs, rights).compactMap { pair, right in
        right.flatMap { all.indices.contains($0) ? all[$0] : nil }
          .map { "\(pair.left.text(in: language)) → \($0.text(in: language))" }
      }.joined(separator: "; ")
    case (.ordering(let items), .ordering(let order)):
      return order.filter(items.indices.contains).map { items[$0].text(in: language) }.joined(separator: " → ")
    case (.cloze(_, let gaps), .cloze(let filled)):
      return zip(gaps, filled).map { gap, response in
        switch (gap.kind, response) {
        case (_, .text(let text)): return text.isEmpty ? "–" : text
        case (.choices(let choices), .choice(let index)):
          return index.flatMap { choices.indices.contains($0) ? choices[$0].text.text(in: language) : nil } ?? "–"
        case (.answers, .choice): return "–"
        }
      }.joined(separator: "; ")
    case (_, .choice), (_, .matching), (_, .ordering), (_, .cloze): return ""
    }
  }
}

extension Question {
  /// A right answer, in one line; empty where none is right or a person decides.
  public func rightAnswer(language: String) -> String {
    switch kind {
    case .shortAnswer(let answers, _): return Question.best(answers)?.text.text(in: language) ?? ""
    case .choice(let choices, let multiple):
      let right = choices.filter { multiple ? $0.fraction > .zero : $0.fraction == .one }
      return right.map { $0.text.text(in: language) }.joined(separator: "; ")
    case .trueFalse(let answer, _, _): return answer ? "True" : "False"
    case .numerical(let answers, let unit):
      guard let best = answers.max(by: { $0.fraction < $1.fraction }) else { return "" }
      let number = best.value?.decimal ?? "\(best.low.decimal) to \(best.high.decimal)"
      return number + (unit.map { " " + $0.text(in: language) } ?? "")
    case .matching(let pairs, _):
      return pairs.map { "\($0.left.text(in: language)) → \($0.right.text(in: language))" }.joined(separator: "; ")
    case .ordering(let items): return items.map { $0.text(in: language) }.joined(separator: " → ")
    case .cloze(_, let gaps):
      return gaps.map { gap in
        switch gap.kind {
        case .answers(let answers): return Question.best(answers)?.text.text(in: language) ?? ""
        case .choices(let choices):
          return choices.max { $0.fraction < $1.fraction }?.text.text(in: language) ?? ""
        }
      }.joined(separator: "; ")
    case .spelling(let spelling): return spelling.word
    case .essay, .description: return ""
    }
  }

  /// The first of the listed answers that earn the most.
  private static func best(_ answers: [TextAnswer]) -> TextAnswer? {
    guard let most = answers.map(\.fraction).max() else { return nil }
    return answers.first { $0.fraction == most }
  }

  /// What was asked, in one line: for a spelling word its definition, for a cloze its text with gaps.
  public func promptLine(language: String) -> String {
    let words: String
    switch kind {
    case .spelling(let spelling): words = spelling.definition.text(in: language)
    case .cloze(let text, _):
      words = ClozePiece.pieces(of: text.text(in: language)).map { piece in
        switch piece {
        case .text(let text): text
        case .gap: "____"
        }
      }.joined()
    case .shortAnswer, .choice, .trueFalse, .numerical, .matching, .ordering, .essay, .description:
      words = prompt.text(in: language)
    }
    return words.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
