/// Questions marked against listed answers: shortAnswer, choice, numerical and the gaps of cloze.
extension ExamDecoder {
  mutating func shortAnswer(_ fields: Fields) -> Question.Kind? {
    let standard = TextMarking.standard
    let both = [TextMarking.Strictness.ignore, .exact]
    let marking = TextMarking(
      letterCase: word(fields, "case", both) ?? standard.letterCase,
      accents: word(fields, "accents", both) ?? standard.accents,
      punctuation: word(fields, "punctuation", both) ?? standard.punctuation,
      article: word(fields, "article", both) ?? standard.article)
    guard let node = need(fields, "answers", "[ { \"text\": \"…\" } ]"), let answers = textAnswers(node) else {
      return nil
    }
    return .shortAnswer(answers: answers, marking: marking)
  }

  /// A list of accepted texts, one of which earns everything.
  mutating func textAnswers(_ node: JSONNode) -> [TextAnswer]? {
    guard let elements = list(node, "answers") else { return nil }
    let before = errorCount
    var answers: [TextAnswer] = []
    answers.reserveCapacity(elements.count)
    for element in elements {
      guard let fields = fields(element, of: "an answer", allowed: ["text", "fraction", "feedback"]) else { continue }
      let text = neededText(fields, "text")
      let fraction = fields["fraction"].map { self.fraction($0, lowest: 0) } ?? .one
      let feedback = self.text(fields, "feedback", lines: .keep)
      if let text, let fraction { answers.append(TextAnswer(text: text, fraction: fraction, feedback: feedback)) }
    }
    if errorCount == before, !answers.contains(where: { $0.fraction == .one }) {
      noRightAnswer(node, "answers")
    }
    return answers
  }

  private mutating func noRightAnswer(_ node: JSONNode, _ key: String) {
    error(
      node.offset, "no right answer: none of the \"\(key)\" earns all of the points", "give one of them \"fraction\": 1"
    )
  }

  mutating func choice(_ fields: Fields) -> Question.Kind? {
    let multiple = bool(fields, "multiple") ?? false
    guard let node = need(fields, "choices", "[ { \"text\": \"…\", \"fraction\": 1 } ]"),
      let choices = choices(node, multiple: multiple)
    else { return nil }
    return .choice(choices: choices, multiple: multiple)
  }

  /// A list of choices whose weights add up.
  mutating func choices(_ node: JSONNode, multiple: Bool) -> [Choice]? {
    guard let elements = list(node, "choices") else { return nil }
    let before = errorCount
    var given = Wordings()
    var choices: [Choice] = []
    choices.reserveCapacity(elements.count)
    for element in elements {
      guard let fields = fields(element, of: "a choice", allowed: ["text", "fraction", "feedback"]) else { continue }
      let text = neededText(fields, "text")
      let fraction = need(fields, "fraction", "0").flatMap { self.fraction($0) }
      let feedback = self.text(fields, "feedback", lines: .keep)
      if let text {
        if given.add(text) {
          error(
            element.offset, "the choice \(ScreenText.quoted(text.text(in: "en"))) is given twice",
            "remove one, or word it otherwise")
        }
        choices.append(Choice(text: text, fraction: fraction ?? .zero, feedback: feedback))
      }
    }
    if elements.count < 2 {
      error(node.offset, "a choice needs at least two \"choices\"", "add another, or make it a shortAnswer question")
    }
    if errorCount == before { checkWeights(choices, node, multiple: multiple) }
    return choices
  }

  private mutating func checkWeights(_ choices: [Choice], _ node: JSONNode, multiple: Bool) {
    if !multiple {
      let right = choices.count { $0.fraction == .one }
      if right == 0 { return noRightAnswer(node, "choices") }
      if right > 1 {
        error(
          node.offset, "\(right) of the \"choices\" earn all of the points, but only one can be chosen",
          "leave \"fraction\": 1 on one of them, or add \"multiple\": true")
      }
      return
    }
    let positive = choices.filter { $0.fraction > .zero }
    if positive.isEmpty {
      return error(
        node.offset, "no right answer: none of the \"choices\" has a \"fraction\" above 0",
        "give the right ones shares that make 1")
    }
    let sum = positive.reduce(Int64(0)) { $0 + Int64($1.fraction.raw) }
    // Each share may have been rounded, up or down, in its fifth decimal.
    if abs(sum - 100_000) > Int64(positive.count) {
      let total = Points(hundredThousandths: sum).decimal
      error(
        node.offset, "the right \"choices\" add up to \(total), not to 1",
        "give each of the \(positive.count) right ones \(Self.evenShare(positive.count))")
    }
  }

  private static func evenShare(_ count: Int) -> String {
    Fraction(raw: Int32((200_000 + count) / (2 * count))).decimal
  }

  mutating func numerical(_ fields: Fields) -> Question.Kind? {
    let unit = text(fields, "unit")
    guard let node = need(fields, "answers", "[ { \"value\": 12 } ]") else { return nil }
    return numbers(node, "answers").map { .numerical(answers: $0, unit: unit) }
  }

  /// A list of accepted numbers, one of which earns everything.
  mutating func numbers(_ node: JSONNode, _ key: String) -> [NumericalAnswer]? {
    guard let elements = list(node, key) else { return nil }
    let before = errorCount
    var answers: [NumericalAnswer] = []
    for element in elements {
      let keys = ["value", "low", "high", "tolerance", "fraction", "feedback"]
      guard let fields = self.fields(element, of: "an answer", allowed: keys) else { continue }
      if let answer = numericalAnswer(fields) { answers.append(answer) }
    }
    if errorCount == before, !answers.contains(where: { $0.fraction == .one }) { noRightAnswer(node, key) }
    return answers
  }

  private mutating func numericalAnswer(_ fields: Fields) -> NumericalAnswer? {
    let fraction = fields["fraction"].map { self.fraction($0, lowest: 0) } ?? .one
    let value = fields["value"].map { decimal($0, "value") }
    let low = fields["low"].map { decimal($0, "low") }
    let high = fields["high"].map { decimal($0, "high") }
    let tolerance = fields["tolerance"].map { decimal($0, "tolerance") }
    let feedback = text(fields, "feedback", lines: .keep)
    if value != nil, low != nil || high != nil {
      error(
        fields.offset, "an answer has \"value\" and also a range",
        "keep \"value\" with \"tolerance\", or \"low\" with \"high\"")
      return nil
    }
    if let value {
      guard let value, let fraction else { return nil }
      guard let margin = tolerance ?? Decimal64(mantissa: 0, exponent: 0) else { return nil }
      guard let node = fields["tolerance"] ?? fields["value"] else { return nil }
      if margin.mantissa < 0 {
        error(node.offset, "\"tolerance\" is below 0", "write it without the minus")
        return nil
      }
      guard let low = value.adding(margin.negated), let high = value.adding(margin) else {
        error(node.offset, "\"value\" and \"tolerance\" are too far apart to be added exactly", "give fewer digits")
        return nil
      }
      return NumericalAnswer(low: low, high: high, value: value, fraction: fraction, feedback: feedback)
    }
    if low == nil, high == nil {
      error(fields.offset, "an answer has neither \"value\" nor a range", "add \"value\": 12, or \"low\" and \"high\"")
      return nil
    }
    guard let low, let high else {
      error(fields.offset, "an answer has only one end of its range", "give both \"low\" and \"high\"")
      return nil
    }
    if let node = fields["tolerance"] {
      error(node.offset, "\"tolerance\" goes with \"value\", not with a range", "widen \"low\" and \"high\" instead")
    }
    guard let low, let high, let fraction else { return nil }
    if high < low {
      error(fields.offset, "\"low\" \(low.decimal) is above \"high\" \(high.decimal)", "swap them")
      return nil
    }
    return NumericalAnswer(low: low, high: high, value: nil, fraction: fraction, feedback: feedback)
  }
}
