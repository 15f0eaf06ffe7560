/// One `<question>` of Moodle's XML, taken apart.
struct MoodleQuestion {
  let tree: XMLTree
  let type: String
  /// What is asked, once `kind` has been made.
  private(set) var prompt: String?

  /// Takes a question that has been read into `tree`.
  init(tree: XMLTree, type: String) {
    self.tree = tree
    self.type = type
  }

  /// A kind, or `nil` in it where the question is wrong.
  struct Made { let kind: RawKind? }

  /// The place of an element in the file.
  func offset(_ element: Int) -> Int { Int(tree.elements[element].offset) }

  /// The question's type with what belongs to it; `nil`: there is no counterpart.
  mutating func kind(_ builder: inout BankBuilder) -> Made? {
    switch type {
    case "multichoice": return asked(&builder) { $0.choice(&$1) }
    case "truefalse": return asked(&builder) { $0.trueFalse(&$1) }
    case "shortanswer": return asked(&builder) { $0.shortAnswer(&$1) }
    case "numerical": return asked(&builder) { $0.numerical(&$1) }
    case "matching", "match": return asked(&builder) { $0.matching(&$1) }
    case "ordering": return asked(&builder) { $0.ordering(&$1) }
    case "essay": return asked(&builder) { $0.essay(&$1) }
    case "description": return asked(&builder) { _, _ in .made(.description) }
    case "cloze", "multianswer": return Made(kind: cloze(&builder))
    case "gapselect": return Made(kind: numberedGaps(.selectoption, &builder))
    case "ddwtos": return Made(kind: numberedGaps(.dragbox, &builder))
    default: return nil
    }
  }

  /// Why a type is not read.
  static func reason(_ type: String) -> String {
    switch type {
    case "calculated", "calculatedsimple", "calculatedmulti": "its numbers are drawn anew for every candidate"
    case "ddimageortext", "ddmarker", "imagetarget": "it is answered in a picture"
    case "randomsamatch", "random": "it is made of other questions"
    case "": "a question needs a type"
    default: "there is no question of this type here"
    }
  }

  private mutating func asked(
    _ builder: inout BankBuilder, _ make: (MoodleQuestion, inout BankBuilder) -> RawKind?
  ) -> Made {
    prompt = text(of: .questiontext, in: 0, lines: .keep, &builder)
    return Made(kind: make(self, &builder))
  }

  // MARK: - Texts

  /// The format an element's text is written in: HTML where it does not say.
  private func format(_ element: Int) -> GIFTText.Format {
    switch tree.attribute(.format, of: element) {
    case "plain_text", "plain": .plain
    case "markdown": .markdown
    case "moodle_auto_format": .auto
    default: .html
    }
  }

  /// The plain text of an element's `<text>`.
  func text(
    _ element: Int, lines: ScreenText.LineBreaks, emphasis: Bool = true, _ builder: inout BankBuilder
  ) -> String? {
    let inner = tree.child(.text, of: element)
    let holder = inner < 0 ? element : inner
    let raw = tree.text(of: holder)
    if raw.isEmpty { return nil }
    var format = format(element)
    // Neither a tag nor an entity: the same in every format but for its lines.
    if format == .html, !raw.utf8.contains(where: { $0 == 0x3C || $0 == 0x26 || $0 < 0x20 }) { format = .plain }
    let text = BankText.fit(
      raw, format: format, lines: lines, emphasis: emphasis, at: offset(holder), &builder.findings)
    files(element, raw, &builder)
    return text
  }

  /// The same of a child.
  func text(
    of name: XMLName, in element: Int, lines: ScreenText.LineBreaks, emphasis: Bool = true,
    _ builder: inout BankBuilder
  ) -> String? {
    let child = tree.child(name, of: element)
    return child < 0 ? nil : text(child, lines: lines, emphasis: emphasis, &builder)
  }

  /// Files that come with a text and are not shown in it; those that are were reported there.
  private func files(_ element: Int, _ raw: String, _ builder: inout BankBuilder) {
    for file in tree.children(.file, of: element) {
      let name = tree.attribute(.name, of: file)
      if HTMLText.mentions(name, in: raw) { continue }
      builder.findings.warn(
        offset(file), "the attached file \(ScreenText.quoted(name)) is left out", "a terminal shows text alone")
    }
  }

  /// The text of a child without further parts.
  func value(_ name: XMLName, of element: Int) -> String {
    let child = tree.child(name, of: element)
    return child < 0 ? "" : BankText.trimmed(tree.text(of: child)) ?? ""
  }

  func name(_ builder: inout BankBuilder) -> String {
    let child = tree.child(.name, of: 0)
    guard child >= 0 else { return "" }
    let inner = tree.child(.text, of: child)
    let raw = HTMLEntities.decoded(tree.text(of: inner < 0 ? child : inner))
    return BankText.shown(raw, lines: .space, at: offset(child), &builder.findings) ?? ""
  }

  func tags() -> [String] {
    let list = tree.child(.tags, of: 0)
    guard list >= 0 else { return [] }
    return tree.children(.tag, of: list).compactMap { tag in
      let inner = tree.child(.text, of: tag)
      return BankText.trimmed(ScreenText.fitted(tree.text(of: inner < 0 ? tag : inner)))
    }
  }

  func points(_ builder: inout BankBuilder) -> Points {
    let words = value(.defaultgrade, of: 0)
    guard !words.isEmpty, type != "description" else { return .one }
    if let grade = Decimal64(words), let share = GIFTAnswers.hundredThousandths(grade) {
      // A percentage has three decimals there; a grade five.
      let units = grade.units(decimals: 5) ?? share * 100
      if (0...1_000_000_000).contains(units) { return Points(hundredThousandths: units) }
    }
    builder.findings.warn(
      offset(tree.child(.defaultgrade, of: 0)), "the grade \(ScreenText.quoted(words)) cannot be kept: it is 1 here",
      "write a number from 0 to 10000")
    return .one
  }

  // MARK: - Types

  /// What an answer earns.
  private func weight(_ answer: Int, _ builder: inout BankBuilder) -> Int64 {
    let words = tree.attribute(.fraction, of: answer)
    if words.isEmpty { return RawChoice.whole }
    guard let number = Decimal64(words), let share = GIFTAnswers.hundredThousandths(number), share.magnitude <= 100_000
    else {
      builder.findings.warn(
        offset(answer), "the fraction \(ScreenText.quoted(words)) is no percentage: it earns nothing",
        "write a number from -100 to 100")
      return 0
    }
    return share
  }

  private func raw(emphasis: Bool, _ builder: inout BankBuilder) -> [RawChoice] {
    var raw: [RawChoice] = []
    for answer in tree.children(.answer, of: 0) {
      let weight = weight(answer, &builder)
      let feedback = text(of: .feedback, in: answer, lines: .keep, &builder)
      guard let text = text(answer, lines: .space, emphasis: emphasis, &builder) else {
        builder.findings.warn(offset(answer), "an answer without words is left out", "write it, or take it out")
        continue
      }
      raw.append(
        RawChoice(
          text: builder.texts.keep(text), weight: weight, isMarked: false, feedback: builder.keep(feedback),
          offset: offset(answer)))
    }
    return raw
  }

  private func choice(_ builder: inout BankBuilder) -> RawKind? {
    let single = value(.single, of: 0)
    let multiple = single == "false" || single == "0"
    return builder.choice(raw(emphasis: true, &builder), multiple: multiple, at: offset(0))
  }

  private func shortAnswer(_ builder: inout BankBuilder) -> RawKind? {
    let answers = raw(emphasis: false, &builder)
    let isExact = value(.usecase, of: 0) == "1" || value(.usecase, of: 0) == "true"
    let marking = TextMarking.standard.with(letterCase: isExact ? .exact : .ignore)
    return builder.textAnswers(answers, at: offset(0)).map { .shortAnswer($0, marking) }
  }

  private func trueFalse(_ builder: inout BankBuilder) -> RawKind? {
    var right: Bool?
    var yes: String?
    var no: String?
    for answer in tree.children(.answer, of: 0) {
      let inner = tree.child(.text, of: answer)
      let word = BankText.trimmed(tree.text(of: inner < 0 ? answer : inner))?.lowercased() ?? ""
      let isTrue = word == "true"
      guard isTrue || word == "false" else {
        builder.findings.error(
          offset(answer), "\(ScreenText.quoted(word)) is neither true nor false", "write true or false")
        return nil
      }
      let feedback = text(of: .feedback, in: answer, lines: .keep, &builder)
      if isTrue { yes = feedback } else { no = feedback }
      if weight(answer, &builder) >= RawChoice.whole {
        if let right, right != isTrue {
          builder.findings.error(offset(answer), "both true and false are right", "give one of them the fraction 0")
          return nil
        }
        right = isTrue
      }
    }
    guard let right else {
      builder.findings.error(offset(0), "no right answer: neither true nor false is right", "give one the fraction 100")
      return nil
    }
    return .trueFalse(right, yes: builder.keep(yes), no: builder.keep(no))
  }

  private func numerical(_ builder: inout BankBuilder) -> RawKind? {
    var answers: [NumericalAnswer] = []
    let listed = tree.children(.answer, of: 0)
    var isSound = true
    for answer in listed {
      let words = text(answer, lines: .space, emphasis: false, &builder) ?? ""
      let feedback = text(of: .feedback, in: answer, lines: .keep, &builder)
      if words == "*" {
        if feedback != nil {
          builder.findings.warn(
            offset(answer), "what is said of any other number is left out", "put it into the general feedback")
        }
        continue
      }
      let tolerance = value(.tolerance, of: answer)
      if let number = builder.number(
        tolerance.isEmpty ? words : "\(words):\(tolerance)", weight: max(0, weight(answer, &builder)),
        feedback: feedback, at: offset(answer))
      {
        answers.append(number)
      } else {
        isSound = false
      }
    }
    guard isSound else { return nil }
    if answers.isEmpty {
      _ = builder.decimal("", offset(0))
      return nil
    }
    let unit = unit(&builder)
    return builder.numbers(answers, at: offset(0)).map { .made(.numerical(answers: $0, unit: unit)) }
  }

  /// The unit that counts once; others are reported.
  private func unit(_ builder: inout BankBuilder) -> LocalizedText? {
    let list = tree.child(.units, of: 0)
    guard list >= 0 else { return nil }
    var unit: String?
    for entry in tree.children(.unit, of: list) {
      let name = value(.unitName, of: entry)
      let isOne = Decimal64(value(.multiplier, of: entry)).map { $0 == Decimal64(mantissa: 1, exponent: 0) } ?? true
      if isOne, unit == nil {
        unit = BankText.shown(name, lines: .space, at: offset(entry), &builder.findings)
      } else {
        builder.findings.warn(
          offset(entry), "the unit \(ScreenText.quoted(name)) is left out: one unit is understood", "ask for one unit")
      }
    }
    return unit.map { LocalizedText($0) }
  }

  private func matching(_ builder: inout BankBuilder) -> RawKind? {
    var raw: [RawMatch] = []
    for pair in tree.children(.subquestion, of: 0) {
      let answer = tree.child(.answer, of: pair)
      let right = answer < 0 ? nil : text(answer, lines: .space, &builder)
      raw.append(
        RawMatch(
          left: builder.keep(text(pair, lines: .space, &builder)), right: builder.keep(right), feedback: nil,
          offset: offset(pair)))
    }
    return builder.matching(raw, at: offset(0))
  }

  private func ordering(_ builder: inout BankBuilder) -> RawKind? {
    let items = raw(emphasis: true, &builder).map(\.text.string)
    guard items.count > 1, Set(items).count == items.count else {
      builder.findings.error(
        offset(0), items.count > 1 ? "an item is given twice" : "there are fewer than two items to put in order",
        "list them as answers in their order")
      return nil
    }
    return .made(.ordering(items: items.map { LocalizedText($0) }))
  }

  private func essay(_ builder: inout BankBuilder) -> RawKind? {
    let words = Int(value(.maxwordlimit, of: 0)).flatMap { (1...100_000).contains($0) ? $0 : nil }
    return .made(.essay(words: words))
  }
}
