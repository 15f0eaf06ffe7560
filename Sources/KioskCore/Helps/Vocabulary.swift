extension Exam {
  /// Everything a right answer to one of its questions is called; answers with a wildcard are no words.
  public var vocabulary: [String] {
    questions.flatMap { question -> [String] in
      switch question.kind {
      case .shortAnswer(let answers, _):
        return answers.filter { $0.fraction > .zero }.flatMap(\.text.all).filter { !$0.contains("*") }
      case .spelling(let spelling): return [spelling.word]
      case .cloze(_, let gaps):
        return gaps.flatMap { gap -> [String] in
          guard case .answers(let answers) = gap.kind else { return [] }
          return answers.filter { $0.fraction > .zero }.flatMap(\.text.all).filter { !$0.contains("*") }
        }
      case .choice, .trueFalse, .numerical, .matching, .ordering, .essay, .description: return []
      }
    }
  }
}
