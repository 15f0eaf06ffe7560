/// Writes Moodle's XML. Texts are plain (`plain_text`), so that nothing in them is taken for a tag.
struct MoodleWriter: BankWriter {
  private(set) var bytes: [UInt8]
  private(set) var losses: [BankLoss] = []
  private var category = ""
  /// The ids a reader will give, so that those alone are written that it would not.
  private var ids = BankIDs()

  init(id: String, title: String) { bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n".utf8) }

  mutating func finish() { put("</quiz>\n") }

  private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private static let types = [
    "shortAnswer": "shortanswer", "choice": "multichoice", "trueFalse": "truefalse", "numerical": "numerical",
    "matching": "matching", "ordering": "ordering", "cloze": "cloze", "essay": "essay", "description": "description",
  ]

  mutating func add(_ entry: BankQuestion) {
    let question = entry.question
    guard let type = Self.types[question.typeName] else {
      return losses.append(entry.loss("Moodle has no \(question.typeName) questions"))
    }
    if case .cloze(let text, _) = question.kind, Self.hasCode(text.variants[0].text) {
      return losses.append(entry.loss("a text in which Moodle would see a gap more"))
    }
    losses += common(entry)
    head(entry, type)
    switch question.kind {
    case .cloze(let text, let gaps): plain(cloze(text.variants[0].text, gaps, entry), "questiontext")
    case .shortAnswer, .choice, .trueFalse, .numerical, .matching, .ordering, .spelling, .essay, .description:
      plain(question.prompt.variants[0].text, "questiontext")
    }
    if let feedback = question.feedback { plain(feedback.variants[0].text, "generalfeedback") }
    if question.kind != .description { put("    <defaultgrade>\(question.points.decimal)</defaultgrade>\n") }
    answers(question.kind, entry)
    if !entry.tags.isEmpty {
      put("    <tags>\n")
      for tag in entry.tags { put("      <tag><text>\(Self.escaped(tag))</text></tag>\n") }
      put("    </tags>\n")
    }
    put("  </question>\n")
  }

  /// Whether the words around the gaps look like one in Moodle.
  private static func hasCode(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      let found = ClozeCode.find(bytes)
      return !found.gaps.isEmpty || !found.doubtful.isEmpty
    }
  }

  /// Case is a switch of Moodle's too.
  private func common(_ entry: BankQuestion) -> [BankLoss] {
    let losses = entry.commonLosses(points: true, level: false)
    guard case .shortAnswer(_, let marking) = entry.question.kind,
      marking == TextMarking.standard.with(letterCase: .exact)
    else { return losses }
    return losses.filter { !$0.what.hasPrefix("how strictly") }
  }

  private mutating func head(_ entry: BankQuestion, _ type: String) {
    let topic = entry.question.topic?.variants[0].text ?? ""
    if topic != category {
      category = topic
      let path = topic.isEmpty ? "$course$/top" : "$course$/top/\(topic)"
      put(
        "  <question type=\"category\">\n    <category><text>\(Self.escapedHTML(path))</text></category>\n  </question>\n"
      )
    }
    put("  <question type=\"\(type)\">\n    <name><text>\(Self.escapedHTML(entry.name))</text></name>\n")
    if ids.next(given: nil, name: entry.name).id != entry.question.id {
      ids.instead(given: entry.question.id)
      put("    <idnumber>\(Self.escaped(entry.question.id))</idnumber>\n")
    }
  }

  private mutating func plain(_ text: String, _ element: String) {
    put("    <\(element) format=\"plain_text\"><text>\(Self.escaped(text))</text></\(element)>\n")
  }

  // MARK: - Answers

  private mutating func answers(_ kind: Question.Kind, _ entry: BankQuestion) {
    switch kind {
    case .shortAnswer(let answers, let marking):
      put("    <usecase>\(marking.letterCase == .exact ? 1 : 0)</usecase>\n")
      for answer in answers { self.answer(answer.text, answer.fraction, answer.feedback) }
    case .choice(let choices, let multiple):
      put("    <single>\(multiple ? "false" : "true")</single>\n")
      for choice in choices { answer(choice.text, choice.fraction, choice.feedback) }
    case .trueFalse(let isTrue, let yes, let no):
      answer(LocalizedText("true"), isTrue ? .one : .zero, yes)
      answer(LocalizedText("false"), isTrue ? .zero : .one, no)
    case .numerical(let answers, let unit): numbers(answers, unit, entry)
    case .matching(let pairs, let distractors):
      if pairs.contains(where: { $0.feedback != nil }) { losses.append(entry.loss("what is said of each pair")) }
      for pair in pairs { self.pair(pair.left.variants[0].text, pair.right) }
      for right in distractors { pair("", right) }
    case .ordering(let items): for item in items { answer(item, .one, nil) }
    case .essay(let words): if let words { put("    <maxwordlimit>\(words)</maxwordlimit>\n") }
    case .cloze, .spelling, .description: break
    }
  }

  private mutating func answer(
    _ text: LocalizedText, _ fraction: Fraction, _ feedback: LocalizedText?, more: String = ""
  ) {
    put("    <answer fraction=\"\(GIFTText.percent(fraction))\" format=\"plain_text\">")
    put("<text>\(Self.escaped(text.variants[0].text))</text>\(more)")
    if let feedback {
      put("<feedback format=\"plain_text\"><text>\(Self.escaped(feedback.variants[0].text))</text></feedback>")
    }
    put("</answer>\n")
  }

  private mutating func pair(_ left: String, _ right: LocalizedText) {
    put("    <subquestion format=\"plain_text\"><text>\(Self.escaped(left))</text>")
    put("<answer format=\"plain_text\"><text>\(Self.escaped(right.variants[0].text))</text></answer></subquestion>\n")
  }

  private mutating func numbers(_ answers: [NumericalAnswer], _ unit: LocalizedText?, _ entry: BankQuestion) {
    for answer in answers {
      guard let (value, tolerance) = Self.middle(answer) else {
        losses.append(entry.loss("a range that has no middle"))
        continue
      }
      if answer.value == nil { losses.append(entry.loss("that a range was given by its ends")) }
      self.answer(
        LocalizedText(value.decimal), answer.fraction, answer.feedback,
        more: "<tolerance>\(tolerance.decimal)</tolerance>")
    }
    if let unit {
      let name = Self.escaped(unit.variants[0].text)
      put("    <units><unit><multiplier>1</multiplier><unit_name>\(name)</unit_name></unit></units>\n")
    }
  }

  /// A range as a value and a tolerance.
  static func middle(_ answer: NumericalAnswer) -> (value: Decimal64, tolerance: Decimal64)? {
    if let value = answer.value, let tolerance = answer.high.adding(value.negated) { return (value, tolerance) }
    let half = Decimal64(mantissa: 5, exponent: -1)
    guard let sum = answer.low.adding(answer.high), let width = answer.high.adding(answer.low.negated),
      let middle = half.times(sum), let tolerance = half.times(width)
    else { return nil }
    return (middle, tolerance)
  }

  // MARK: - Gaps

  private mutating func cloze(_ text: String, _ gaps: [Gap], _ entry: BankQuestion) -> String {
    if gaps.indices.contains(where: { gaps[$0].name != "\($0 + 1)" }) {
      losses.append(entry.loss("the names of its gaps"))
    }
    for gap in gaps {
      if case .numbers(let answers) = gap.kind, answers.contains(where: { $0.value == nil }) {
        losses.append(entry.loss("that a range was given by its ends"))
      }
    }
    return ClozePiece.pieces(of: text).map { piece in
      switch piece {
      case .text(let words): words
      case .gap(let name): gaps.first { $0.name == name }.map(Self.code) ?? ""
      }
    }.joined()
  }

  private static func code(_ gap: Gap) -> String {
    let parts: (type: String, answers: [String])
    switch gap.kind {
    case .answers(let answers):
      parts = ("SHORTANSWER", answers.map { part($0.text.variants[0].text, $0.fraction, $0.feedback) })
    case .choices(let choices):
      parts = ("MULTICHOICE", choices.map { part($0.text.variants[0].text, $0.fraction, $0.feedback) })
    case .numbers(let answers):
      parts = (
        "NUMERICAL",
        answers.compactMap { answer in
          middle(answer).map { value, tolerance in
            part(
              tolerance.mantissa == 0 ? value.decimal : "\(value.decimal):\(tolerance.decimal)", answer.fraction,
              answer.feedback)
          }
        }
      )
    }
    return "{\(gap.weight):\(parts.type):\(parts.answers.joined(separator: "~"))}"
  }

  private static func part(_ text: String, _ fraction: Fraction, _ feedback: LocalizedText?) -> String {
    let mark = fraction == .one ? "=" : "%\(GIFTText.percent(fraction))%"
    // "&#" would begin a character's number.
    let between = text.utf8.last == UInt8(ascii: "&") ? " #" : "#"
    let said = feedback.map { between + ClozeCode.escaped($0.variants[0].text) } ?? ""
    return mark + ClozeCode.escaped(text) + said
  }

  // MARK: - XML

  /// The text with XML's marks written as entities.
  static func escaped(_ text: String) -> String {
    var out: [UInt8] = []
    out.reserveCapacity(text.utf8.count + 8)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): out += "&amp;".utf8
      case UInt8(ascii: "<"): out += "&lt;".utf8
      case UInt8(ascii: ">"): out += "&gt;".utf8
      case UInt8(ascii: "\""): out += "&quot;".utf8
      default: out.append(byte)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// A text where Moodle expects HTML and takes no format.
  private static func escapedHTML(_ text: String) -> String { escaped(escaped(text)) }
}
