import KioskCore

extension Question {
  /// The right answer in words, for practice; empty where there is none to give.
  func rightAnswerWords(in language: String) -> String {
    switch kind {
    case .shortAnswer(let answers, _): Question.best(answers, in: language)
    case .choice(let choices, let multiple):
      multiple
        ? choices.filter { $0.fraction > .zero }.map { $0.text.text(in: language) }.joined(separator: ", ")
        : choices.max { $0.fraction < $1.fraction }?.text.text(in: language) ?? ""
    case .trueFalse(let answer, _, _): answer ? "True" : "False"
    case .numerical(let answers, let unit):
      Question.best(answers) + (unit.map { " \($0.text(in: language))" } ?? "")
    case .matching(let pairs, _):
      pairs.map { "\($0.left.text(in: language)) – \($0.right.text(in: language))" }.joined(separator: ", ")
    case .ordering(let items): items.map { $0.text(in: language) }.joined(separator: ", ")
    case .cloze(_, let gaps):
      gaps.map { gap in
        switch gap.kind {
        case .answers(let answers): Question.best(answers, in: language)
        case .choices(let choices): choices.max { $0.fraction < $1.fraction }?.text.text(in: language) ?? ""
        }
      }.joined(separator: ", ")
    case .spelling(let spelling): spelling.word
    case .essay, .description: ""
    }
  }

  private static func best(_ answers: [TextAnswer], in language: String) -> String {
    answers.max { $0.fraction < $1.fraction }?.text.text(in: language) ?? ""
  }

  private static func best(_ answers: [NumericalAnswer]) -> String {
    guard let best = answers.max(by: { $0.fraction < $1.fraction }) else { return "" }
    return best.value?.decimal ?? "\(best.low.decimal) to \(best.high.decimal)"
  }
}
