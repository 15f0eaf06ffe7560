/// Writes exams as `kiosk-exam/1`; what is written reads back equal.
public enum ExamWriter {
  /// The file's bytes, for people to read and edit.
  public static func bytes(_ exam: Exam) -> [UInt8] { JSONWriter.bytes(value(exam), pretty: true) }

  /// The exam as a JSON value.
  public static func value(_ exam: Exam) -> JSONValue {
    var object: JSONObject = [
      "format": .string(ExamReader.format), "id": .string(exam.id), "title": value(exam.title),
      "language": .string(exam.language),
    ]
    object.add("minutes", exam.minutes.map { .integer(Int64($0)) })
    object.add("shuffle", .bool(exam.shuffle))
    object.add("shuffleChoices", .bool(exam.shuffleChoices))
    object.add("navigation", .string(exam.navigation.rawValue))
    if let draw = exam.draw {
      var drawn: JSONObject = ["count": .integer(Int64(draw.count))]
      drawn.add("spreadBy", draw.spreadBy.map { .string($0.rawValue) })
      object.add("draw", .object(drawn))
    }
    object.add("verdict", .string(exam.verdict.rawValue))
    object.add("report", .string(exam.report.rawValue))
    object.add("policy", value(exam.policy))
    object.add("questions", .array(exam.questions.map(value)))
    return .object(object)
  }

  private static func value(_ policy: ExamPolicy) -> JSONValue {
    var detections = JSONObject()
    // A dictionary has no order of its own; the contract's order makes the bytes the same every time.
    for id in RestrictionID.allCases {
      detections.add(id.rawValue, policy.detections[id].map { .string($0.rawValue) })
    }
    return [
      "proctor": .bool(policy.proctor), "required": .array(policy.required.map { .string($0.rawValue) }),
      "detections": .object(detections),
    ]
  }

  /// A text: a string, or one a language.
  static func value(_ text: LocalizedText) -> JSONValue {
    if let only = text.variants.first, text.variants.count == 1, only.language.isEmpty { return .string(only.text) }
    var object = JSONObject()
    for variant in text.variants { object.add(variant.language, .string(variant.text)) }
    return .object(object)
  }

  /// One question.
  static func value(_ question: Question) -> JSONValue {
    var object: JSONObject = ["id": .string(question.id), "type": .string(question.typeName)]
    if question.prompt != LocalizedText("") { object.add("prompt", value(question.prompt)) }
    if question.kind != .description { object.add("points", .number(question.points.decimal)) }
    object.add("topic", question.topic.map(value))
    object.add("level", question.level.map { .integer(Int64($0)) })
    object.add("feedback", question.feedback.map(value))
    if !question.grants.isEmpty { object.add("grants", .array(question.grants.map { .string($0.rawValue) })) }
    object.add("language", question.language.map { .string($0) })
    add(question.kind, to: &object)
    return .object(object)
  }

  private static func add(_ kind: Question.Kind, to object: inout JSONObject) {
    switch kind {
    case .shortAnswer(let answers, let marking):
      object.add("case", .string(marking.letterCase.rawValue))
      object.add("accents", .string(marking.accents.rawValue))
      object.add("punctuation", .string(marking.punctuation.rawValue))
      object.add("article", .string(marking.article.rawValue))
      object.add("answers", .array(answers.map(value)))
    case .choice(let choices, let multiple):
      object.add("multiple", .bool(multiple))
      object.add("choices", .array(choices.map(value)))
    case .trueFalse(let answer, let feedbackTrue, let feedbackFalse):
      object.add("answer", .bool(answer))
      object.add("feedbackTrue", feedbackTrue.map(value))
      object.add("feedbackFalse", feedbackFalse.map(value))
    case .numerical(let answers, let unit):
      object.add("answers", .array(answers.map(value)))
      object.add("unit", unit.map(value))
    case .matching(let pairs, let distractors):
      object.add("pairs", .array(pairs.map(value)))
      if !distractors.isEmpty { object.add("distractors", .array(distractors.map(value))) }
    case .ordering(let items): object.add("items", .array(items.map(value)))
    case .cloze(let text, let gaps):
      object.add("text", value(text))
      var named = JSONObject()
      for gap in gaps {
        var filled: JSONObject
        switch gap.kind {
        case .answers(let answers): filled = ["answers": .array(answers.map(value))]
        case .choices(let choices): filled = ["choices": .array(choices.map(value))]
        case .numbers(let answers): filled = ["numbers": .array(answers.map(value))]
        }
        if gap.weight != 1 { filled.add("weight", .integer(Int64(gap.weight))) }
        named.add(gap.name, .object(filled))
      }
      object.add("gaps", .object(named))
    case .spelling(let spelling):
      object.add("word", .string(spelling.word))
      object.add("definition", value(spelling.definition))
      object.add("sentence", value(spelling.sentence))
      object.add("origin", spelling.origin.map(value))
      object.add("partOfSpeech", spelling.partOfSpeech.map(value))
      object.add("pronunciation", spelling.pronunciation.map { .string($0) })
    case .essay(let words): object.add("words", words.map { .integer(Int64($0)) })
    case .description: break
    }
  }

  private static func value(_ answer: TextAnswer) -> JSONValue {
    var object: JSONObject = ["text": value(answer.text), "fraction": .number(answer.fraction.decimal)]
    object.add("feedback", answer.feedback.map(value))
    return .object(object)
  }

  private static func value(_ choice: Choice) -> JSONValue {
    var object: JSONObject = ["text": value(choice.text), "fraction": .number(choice.fraction.decimal)]
    object.add("feedback", choice.feedback.map(value))
    return .object(object)
  }

  private static func value(_ answer: NumericalAnswer) -> JSONValue {
    var object = JSONObject()
    if let value = answer.value, let tolerance = answer.high.adding(value.negated) {
      object.add("value", .number(value.decimal))
      object.add("tolerance", .number(tolerance.decimal))
    } else {
      object.add("low", .number(answer.low.decimal))
      object.add("high", .number(answer.high.decimal))
    }
    object.add("fraction", .number(answer.fraction.decimal))
    object.add("feedback", answer.feedback.map(value))
    return .object(object)
  }

  private static func value(_ pair: Pair) -> JSONValue {
    var object: JSONObject = ["left": value(pair.left), "right": value(pair.right)]
    object.add("feedback", pair.feedback.map(value))
    return .object(object)
  }
}
