/// Writes GIFT that reads back equal, here and in Moodle: one question a block, every mark in a text escaped.
struct GIFTWriter: BankWriter {
  private(set) var bytes: [UInt8] = []
  private(set) var losses: [BankLoss] = []
  private var category = ""
  /// The ids a reader will give, so that those alone are written that it would not.
  private var ids = BankIDs()

  init(id: String, title: String) {}

  mutating func finish() {}

  mutating func add(_ entry: BankQuestion) {
    let question = entry.question
    switch question.kind {
    case .ordering: return losses.append(entry.loss("GIFT has no questions that put items in order"))
    case .spelling: return losses.append(entry.loss("GIFT has no words to spell"))
    case .cloze(_, let gaps) where gaps.count < 2:
      return losses.append(entry.loss("GIFT has no text with a single gap of its own"))
    case .shortAnswer, .choice, .trueFalse, .numerical, .matching, .cloze, .essay, .description: break
    }
    losses += entry.commonLosses(points: false, level: false)
    head(entry)
    switch question.kind {
    case .description: put(GIFTText.escaped(stem(entry)))
    case .cloze(let text, let gaps): cloze(text, gaps, question.feedback, entry)
    case .shortAnswer, .choice, .trueFalse, .numerical, .matching, .essay, .ordering, .spelling:
      put(GIFTText.escaped(stem(entry)))
      put(" {")
      answers(question.kind, entry)
      if let feedback = question.feedback { put("####\(GIFTText.escaped(feedback.variants[0].text))") }
      put("}")
    }
    put("\n\n")
    if question.kind == .description, let feedback = question.feedback, !feedback.variants.isEmpty {
      losses.append(entry.loss("feedback of a description"))
    }
  }

  private func stem(_ entry: BankQuestion) -> String { entry.question.prompt.variants[0].text }

  private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Category, id, tags and name.
  private mutating func head(_ entry: BankQuestion) {
    let topic = entry.question.topic?.variants[0].text ?? ""
    if topic != category {
      put("$CATEGORY: \(BankCategory.path(topic))\n\n")
      category = topic
    }
    let id = ids.next(given: nil, name: entry.name).id
    if id != entry.question.id { ids.instead(given: entry.question.id) }
    if id != entry.question.id || !entry.tags.isEmpty {
      put("//")
      if id != entry.question.id {
        put(" [id:\(entry.question.id)]")
      }
      for tag in entry.tags { put(" [tag:\(GIFTText.escapedTag(tag))]") }
      put("\n")
    }
    if !entry.name.isEmpty { put("::\(GIFTText.escaped(entry.name, marked: false)):: ") }
  }

  // MARK: - Answers

  private mutating func answers(_ kind: Question.Kind, _ entry: BankQuestion) {
    switch kind {
    case .shortAnswer(let answers, _): texts(answers)
    case .choice(let choices, let multiple): self.choices(choices, multiple: multiple)
    case .trueFalse(let answer, let yes, let no):
      put(answer ? "T" : "F")
      let right = (answer ? yes : no)?.variants[0].text ?? ""
      let wrong = (answer ? no : yes)?.variants[0].text ?? ""
      if !wrong.isEmpty || !right.isEmpty { put("#\(GIFTText.escaped(wrong))") }
      if !right.isEmpty { put("#\(GIFTText.escaped(right))") }
    case .numerical(let answers, let unit):
      numbers(answers)
      if unit != nil { losses.append(entry.loss("the unit")) }
    case .matching(let pairs, let distractors):
      for (index, pair) in pairs.enumerated() {
        put(index == 0 ? "=" : " =")
        put("\(side(pair.left)) -> \(side(pair.right))")
        said(pair.feedback)
      }
      for text in distractors { put(" = -> \(side(text))") }
    case .essay(let words): if words != nil { losses.append(entry.loss("the limit of words")) }
    case .cloze, .ordering, .spelling, .description: break
    }
  }

  private mutating func texts(_ answers: [TextAnswer]) {
    for (index, answer) in answers.enumerated() {
      put(index == 0 ? "=" : " =")
      weight(answer.fraction, unless: .one, answer.text)
      put(side(answer.text))
      said(answer.feedback)
    }
  }

  private mutating func choices(_ choices: [Choice], multiple: Bool) {
    for (index, choice) in choices.enumerated() {
      let isRight = !multiple && choice.fraction == .one
      put((index == 0 ? "" : " ") + (isRight ? "=" : "~"))
      weight(choice.fraction, unless: isRight ? .one : .zero, choice.text)
      put(GIFTText.escaped(choice.text.variants[0].text))
      said(choice.feedback)
    }
  }

  private mutating func numbers(_ answers: [NumericalAnswer]) {
    put("#")
    let isPlain = answers.count == 1 && answers[0].feedback == nil
    for (index, answer) in answers.enumerated() {
      if !isPlain {
        put(index == 0 ? "=" : " =")
        if answer.fraction != .one { put("%\(GIFTText.percent(answer.fraction))%") }
      }
      if let value = answer.value, let tolerance = answer.high.adding(value.negated) {
        put(tolerance.mantissa == 0 ? value.decimal : "\(value.decimal):\(tolerance.decimal)")
      } else {
        put("\(answer.low.decimal)..\(answer.high.decimal)")
      }
      said(answer.feedback)
    }
  }

  /// A weight where it is another than the mark says, and before a text that begins like one.
  private mutating func weight(_ fraction: Fraction, unless usual: Fraction, _ text: LocalizedText) {
    if fraction != usual || text.variants[0].text.utf8.first == GIFTByte.percent {
      put("%\(GIFTText.percent(fraction))%")
    }
  }

  /// A text in which an arrow is no arrow of matching, and a percent sign at its beginning no weight.
  private func side(_ text: LocalizedText) -> String {
    let words = text.variants[0].text
    let isTaken = BankText.hasArrow(words) || words.utf8.first == GIFTByte.percent
    return isTaken ? GIFTText.asHTML(words) : GIFTText.escaped(words)
  }

  private mutating func said(_ feedback: LocalizedText?) {
    if let feedback { put("#\(GIFTText.escaped(feedback.variants[0].text))") }
  }

  // MARK: - Gaps

  private mutating func cloze(_ text: LocalizedText, _ gaps: [Gap], _ feedback: LocalizedText?, _ entry: BankQuestion) {
    if gaps.indices.contains(where: { gaps[$0].name != "\($0 + 1)" }) {
      losses.append(entry.loss("the names of its gaps"))
    }
    var general = feedback.map { "####\(GIFTText.escaped($0.variants[0].text))" } ?? ""
    if gaps.contains(where: { $0.weight != 1 }) { losses.append(entry.loss("how much each gap counts")) }
    if GIFTText.looksElse(text.variants[0].text) { put("[plain]") }
    for piece in ClozePiece.pieces(of: text.variants[0].text) {
      switch piece {
      case .text(let words): put(GIFTText.escaped(words, marked: false))
      case .gap(let name):
        guard let gap = gaps.first(where: { $0.name == name }) else { continue }
        put("{")
        switch gap.kind {
        case .answers(let answers): texts(answers)
        case .choices(let choices): self.choices(choices, multiple: false)
        case .numbers(let answers): numbers(answers)
        }
        put(general + "}")
        general = ""
      }
    }
  }
}

extension GIFTText {
  /// The text with every mark escaped, on one line. `marked`: with `[plain]` before it where it would be taken for something
  /// else: for HTML, a comment, a category, a format.
  static func escaped(_ text: String, marked: Bool = true) -> String {
    var out: [UInt8] = []
    out.reserveCapacity(text.utf8.count + 8)
    if marked, looksElse(text) { out.append(contentsOf: "[plain]".utf8) }
    for byte in text.utf8 {
      if byte == GIFTByte.lineFeed {
        out.append(contentsOf: "\\n".utf8)
      } else {
        if GIFTByte.isSpecial(byte) { out.append(GIFTByte.escape) }
        out.append(byte)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Whether a text would be taken for HTML, a comment, a category or a format's name.
  static func looksElse(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    return first == UInt8(ascii: "[") || first == UInt8(ascii: "/") || first == UInt8(ascii: "$")
      || HTMLText.isMarkedUp(text)
  }

  /// The text as HTML, its arrows written so that they part nothing.
  static func asHTML(_ text: String) -> String {
    var out = "[html]"
    var wasSpace = true
    for character in text {
      switch character {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case " ": out += wasSpace ? "&nbsp;" : " "
      default: out += escaped(String(character), marked: false)
      }
      wasSpace = character == " "
    }
    return out
  }

  static func escapedTag(_ tag: String) -> String {
    tag.split(separator: "]", omittingEmptySubsequences: false).joined(separator: "\\]")
  }

  /// A share in percent: "33.333".
  static func percent(_ fraction: Fraction) -> String {
    Points(hundredThousandths: Int64(fraction.raw) * 100).decimal
  }
}
