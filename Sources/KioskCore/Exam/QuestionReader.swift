/// Questions of an exam file: what all types share, then by type.
extension ExamDecoder {
  static let questionKeys = ["id", "type", "prompt", "points", "topic", "level", "feedback", "grants"]

  /// The types with the keys of their own.
  static let typeKeys: [(name: String, keys: [String])] = [
    ("shortAnswer", questionKeys + ["answers", "case", "accents", "punctuation", "article"]),
    ("choice", questionKeys + ["choices", "multiple"]),
    ("trueFalse", questionKeys + ["answer", "feedbackTrue", "feedbackFalse"]),
    ("numerical", questionKeys + ["answers", "unit"]),
    ("matching", questionKeys + ["pairs", "distractors"]),
    ("ordering", questionKeys + ["items"]),
    ("cloze", questionKeys + ["text", "gaps"]),
    ("spelling", questionKeys + ["word", "definition", "sentence", "origin", "partOfSpeech", "pronunciation"]),
    ("essay", questionKeys + ["words", "language"]),
    ("description", questionKeys),
  ]

  /// One entry of `questions`; `nil` where something in it is wrong.
  mutating func question(_ node: JSONNode) -> Question? {
    let before = errorCount
    guard case .object = node.value else {
      error(node.offset, "a question must be an object, not \(node.kindInWords)", "write { \"id\": …, \"type\": … }")
      return nil
    }
    guard let typeNode = node["type"] else {
      error(node.offset, "a question has no \"type\"", "add \"type\": \"shortAnswer\", \"choice\" …")
      return nil
    }
    guard let name = typeNode.string, let type = Self.typeKeys.first(where: { $0.name == name }) else {
      let given = typeNode.string ?? ""
      let near = Nearness.nearest(to: given, among: Self.typeKeys.map(\.name)).map { "did you mean \"\($0)\"?" }
      let all = Self.typeKeys.map(\.name).joined(separator: ", ")
      let what = typeNode.string == nil ? typeNode.kindInWords : ScreenText.quoted(given)
      error(typeNode.offset, "there is no question type \(what)", near ?? "the types are \(all)")
      return nil
    }
    guard let fields = fields(node, of: Self.whatIs[name] ?? name, allowed: type.keys) else { return nil }
    let id = need(fields, "id", "\"q1\"").flatMap { identifier($0, of: "the question's \"id\"") }
    let prompt: LocalizedText?
    if trusting || name == "spelling" || name == "cloze" {
      prompt = fields["prompt"] == nil ? LocalizedText("") : text(fields, "prompt", lines: .keep)
    } else {
      prompt = neededText(fields, "prompt", lines: .keep)
    }
    let points = self.points(fields, isDescription: name == "description")
    let topic = text(fields, "topic")
    let level = whole(fields, "level", in: 1...9, example: 1)
    let feedback = text(fields, "feedback", lines: .keep)
    let grants = self.grants(fields)
    let language = name == "essay" && fields["language"] != nil ? self.language(fields) : nil
    let kind = self.kind(name, fields)
    guard errorCount == before, let id, let prompt, let kind else { return nil }
    return Question(
      id: id, prompt: prompt, points: points, topic: topic, level: level, feedback: feedback, grants: grants,
      language: language, kind: kind)
  }

  /// "a choice question", "an essay question": made once, not for every question.
  private static let whatIs: [String: String] = {
    var words: [String: String] = ["description": "a description"]
    for (name, _) in typeKeys where name != "description" {
      let article = name.hasPrefix("o") || name.hasPrefix("e") ? "an" : "a"
      words[name] = "\(article) \(name) question"
    }
    return words
  }()

  private mutating func points(_ fields: Fields, isDescription: Bool) -> Points {
    guard let node = fields["points"] else { return isDescription ? .zero : .one }
    guard let number = decimal(node, "points") else { return .zero }
    guard let units = number.units(decimals: 5) else {
      error(node.offset, "\"points\" has more than five decimals", "give at most five decimals")
      return .zero
    }
    if isDescription, units != 0 {
      error(node.offset, "a description earns no points", "remove \"points\"")
    } else if units < 0 || units > 1_000_000_000 {
      error(node.offset, "\"points\" is \(number.decimal), outside 0 to 10000", "choose a number from 0 to 10000")
    }
    return Points(hundredThousandths: max(0, min(units, 1_000_000_000)))
  }

  private mutating func grants(_ fields: Fields) -> [HelpFeature] {
    guard let node = fields["grants"], let elements = list(node, "grants") else { return [] }
    var grants: [HelpFeature] = []
    for element in elements {
      guard let feature = word(element, "a granted help", HelpFeature.allCases), !grants.contains(feature) else {
        continue
      }
      grants.append(feature)
    }
    return grants
  }

  private mutating func kind(_ name: String, _ fields: Fields) -> Question.Kind? {
    switch name {
    case "shortAnswer": shortAnswer(fields)
    case "choice": choice(fields)
    case "trueFalse": trueFalse(fields)
    case "numerical": numerical(fields)
    case "matching": matching(fields)
    case "ordering": ordering(fields)
    case "cloze": cloze(fields)
    case "spelling": spelling(fields)
    case "essay": essay(fields)
    default: .description
    }
  }

  private mutating func trueFalse(_ fields: Fields) -> Question.Kind? {
    let right = text(fields, "feedbackTrue", lines: .keep)
    let wrong = text(fields, "feedbackFalse", lines: .keep)
    guard need(fields, "answer", "true") != nil, let answer = bool(fields, "answer") else { return nil }
    return .trueFalse(answer: answer, feedbackTrue: right, feedbackFalse: wrong)
  }

  private mutating func essay(_ fields: Fields) -> Question.Kind? {
    .essay(words: whole(fields, "words", in: 1...100_000, example: 150))
  }
}
