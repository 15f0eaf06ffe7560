/// A type of question with what belongs to it, before it is built.
enum RawKind {
  case shortAnswer([RawChoice], TextMarking)
  case choice([RawChoice], multiple: Bool)
  case trueFalse(Bool, yes: RawText?, no: RawText?)
  case matching([RawMatch], distractors: [RawText])
  /// Built already.
  indirect case made(Question.Kind)
  /// The whole question is.
  indirect case whole(BankQuestion)

  /// The question's type, built.
  var kind: Question.Kind {
    switch self {
    case .shortAnswer(let answers, let marking): .shortAnswer(answers: answers.map(\.textAnswer), marking: marking)
    case .choice(let choices, let multiple): .choice(choices: choices.map(\.choice), multiple: multiple)
    case .trueFalse(let answer, let yes, let no):
      .trueFalse(answer: answer, feedbackTrue: yes.map { $0.localized }, feedbackFalse: no.map { $0.localized })
    case .matching(let pairs, let distractors):
      .matching(pairs: pairs.compactMap(\.pair), distractors: distractors.map { $0.localized })
    case .made(let kind): kind
    case .whole(let entry): entry.question.kind
    }
  }

  /// Where it stands in `BankTally.types`.
  var type: Int {
    switch self {
    case .shortAnswer: 0
    case .choice: 1
    case .trueFalse: 2
    case .matching: 4
    case .made(let kind): BankTally.type(of: kind)
    case .whole(let entry): BankTally.type(of: entry.question.kind)
    }
  }

  var isDescription: Bool { type == BankTally.description }
}
