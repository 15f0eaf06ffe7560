/// One record as a question.
struct CSVRow {
  let columns: CSVColumns
  let record: [CSVTable.Cell]
  let line: Int

  var offset: Int { record[0].offset }
  func place(_ column: CSVColumn) -> Int { columns.cell(column, record)?.offset ?? offset }

  /// The question; `errors`: how many there were before the record was read.
  func read(_ builder: inout BankBuilder, _ errors: Int) -> BankEntry? {
    let feedback = shown(columns.text(.feedback, record), place(.feedback), &builder)
    var prompt = shown(columns.text(.prompt, record), place(.prompt), &builder)
    let kind: RawKind?
    switch columns.layout {
    case .table: kind = self.kind(type(&builder), &builder)
    case .words: kind = spelling(&builder)
    case .pairs(let headings):
      kind = shortAnswer(&builder)
      if headings.count == 2, let asked = prompt { prompt = "\(headings[0]): \(asked)\n\(headings[1])?" }
    }
    let given = columns.text(.id, record)
    return builder.question(
      kind, prompt: prompt, name: shown(columns.text(.name, record), place(.name), &builder, lines: .space) ?? "",
      given: given.isEmpty ? nil : given,
      tags: CSVTable.parts(columns.text(.tags, record)).map { ScreenText.fitted($0) }.filter { !$0.isEmpty },
      topic: ScreenText.fitted(columns.text(.topic, record)), points: points(&builder), level: level(&builder),
      feedback: feedback, line: line, offset: offset, errors: errors)
  }

  func shown(
    _ text: String, _ offset: Int, _ builder: inout BankBuilder, lines: ScreenText.LineBreaks = .keep
  ) -> String? {
    BankText.shown(text, lines: lines, at: offset, &builder.findings)
  }

  // MARK: - Types

  private static let types: [String: String] = [
    "short": "shortAnswer", "shortanswer": "shortAnswer", "short answer": "shortAnswer", "text": "shortAnswer",
    "choice": "choice", "mc": "choice", "mcq": "choice", "multiple choice": "choice", "multichoice": "choice",
    "multiplechoice": "choice", "single": "choice", "single choice": "choice", "multiple": "multiple", "mr": "multiple",
    "multiple response": "multiple", "truefalse": "trueFalse", "true/false": "trueFalse", "true false": "trueFalse",
    "tf": "trueFalse", "t/f": "trueFalse", "numerical": "numerical", "numeric": "numerical", "number": "numerical",
    "num": "numerical", "matching": "matching", "match": "matching", "ordering": "ordering", "order": "ordering",
    "spelling": "spelling", "essay": "essay", "description": "description",
  ]

  /// The type that the row names, or that its cells make.
  private func type(_ builder: inout BankBuilder) -> String {
    let named = columns.text(.type, record)
    if !named.isEmpty {
      if let type = Self.types[named.lowercased()] { return type }
      let near = Nearness.nearest(to: named, among: Self.types.keys.sorted())
      builder.findings.error(
        place(.type), "there is no type \(ScreenText.quoted(named))",
        near.map { "did you mean \($0)?" } ?? "the types are \(BankTally.types.joined(separator: ", "))")
      return ""
    }
    if !columns.text(.word, record).isEmpty { return "spelling" }
    let answer = columns.text(.answers, record).lowercased()
    if !columns.choices(record).isEmpty {
      return CSVTable.parts(columns.text(.answers, record)).count > 1 ? "multiple" : "choice"
    }
    return answer == "true" || answer == "false" ? "trueFalse" : "shortAnswer"
  }

  private func kind(_ type: String, _ builder: inout BankBuilder) -> RawKind? {
    switch type {
    case "shortAnswer": return shortAnswer(&builder)
    case "choice", "multiple": return choice(multiple: type == "multiple", &builder)
    case "trueFalse": return trueFalse(&builder)
    case "numerical": return numerical(&builder)
    case "matching": return matching(&builder)
    case "ordering": return ordering(&builder)
    case "spelling": return spelling(&builder)
    case "essay":
      let words = Int(columns.text(.words, record)).flatMap { (1...100_000).contains($0) ? $0 : nil }
      return .made(.essay(words: words))
    case "description": return .made(.description)
    default: return nil
    }
  }

  /// The answers' cell in parts, each fit for a screen.
  func answers(_ builder: inout BankBuilder) -> [String] {
    CSVTable.parts(columns.cell(.answers, record)?.text ?? "").compactMap {
      shown($0, place(.answers), &builder, lines: .space)
    }
  }

  /// What is said of each answer, in the order of the answers; parts that are empty say nothing.
  func said(_ index: Int, _ all: [String], _ builder: inout BankBuilder) -> String? {
    index < all.count ? shown(all[index], place(.answerFeedback), &builder) : nil
  }

  var feedbacks: [String] { CSVTable.parts(columns.cell(.answerFeedback, record)?.text ?? "") }

  /// The weights in percent; empty where none are given.
  func weights(_ count: Int, _ builder: inout BankBuilder) -> [Int64] {
    let words = CSVTable.parts(columns.text(.weights, record))
    guard !words.isEmpty else { return [] }
    let numbers = words.map { Decimal64($0).flatMap { GIFTAnswers.hundredThousandths($0) } ?? Int64.max }
    guard numbers.count == count, numbers.allSatisfy({ $0.magnitude <= 100_000 }) else {
      builder.findings.error(
        place(.weights), "the weights are not \(count) numbers from -100 to 100",
        "write one for each, with bars: 50 | 50 | 0")
      return []
    }
    return numbers
  }

  private func shortAnswer(_ builder: inout BankBuilder) -> RawKind? {
    let answers = answers(&builder)
    guard !answers.isEmpty else {
      builder.findings.error(place(.answers), "there is no answer", "write it into the answers' column")
      return nil
    }
    let weights = weights(answers.count, &builder)
    let feedbacks = feedbacks
    var raw: [RawChoice] = []
    for (index, text) in answers.enumerated() {
      raw.append(
        RawChoice(
          text: builder.texts.keep(text), weight: weights.isEmpty ? RawChoice.whole : weights[index], isMarked: true,
          feedback: builder.keep(said(index, feedbacks, &builder)), offset: place(.answers)))
    }
    return builder.textAnswers(raw, at: place(.answers)).map { .shortAnswer($0, .standard) }
  }

  /// The choices, with the right ones among them or before them; a letter or a number may name a choice.
  private func choice(multiple: Bool, _ builder: inout BankBuilder) -> RawKind? {
    var choices = columns.choices(record).compactMap { shown($0, place(.choices), &builder, lines: .space) }
    let weights = columns.text(.weights, record).isEmpty ? [] : weights(choices.count, &builder)
    var right: Set<String> = []
    for answer in answers(&builder) {
      if choices.contains(answer) {
        right.insert(answer)
      } else if !columns.choicesAreWrong, let index = Self.index(answer),
        index < choices.count || (answer.utf8.count == 1 && choices.count > 1)
      {
        guard index < choices.count else {
          builder.findings.error(
            place(.answers), "the key \(ScreenText.quoted(answer)) is beyond the last choice",
            "name one of the \(choices.count) choices, or write its words")
          return nil
        }
        right.insert(choices[index])
      } else if weights.isEmpty {
        choices.insert(answer, at: right.count)
        right.insert(answer)
      }
    }
    let feedbacks = feedbacks
    var raw: [RawChoice] = []
    for (index, text) in choices.enumerated() {
      let weight = weights.isEmpty ? (right.contains(text) ? RawChoice.whole : 0) : weights[index]
      raw.append(
        RawChoice(
          text: builder.texts.keep(text), weight: weight, isMarked: false,
          feedback: builder.keep(said(index, feedbacks, &builder)),
          offset: place(.choices)))
    }
    return builder.choice(raw, multiple: multiple || right.count > 1, at: place(.choices), isMeant: weights.isEmpty)
  }

  /// "B" and "2" are 1.
  private static func index(_ answer: String) -> Int? {
    if answer.utf8.count == 1, let byte = answer.utf8.first, (byte | 0x20) &- 0x61 < 26 {
      return Int((byte | 0x20) - 0x61)
    }
    guard let number = Int(answer), number > 0, number <= ExamDecoder.longestList else { return nil }
    return number - 1
  }

  private func trueFalse(_ builder: inout BankBuilder) -> RawKind? {
    let feedbacks = feedbacks
    let yes = builder.keep(said(0, feedbacks, &builder))
    let no = builder.keep(said(1, feedbacks, &builder))
    switch columns.text(.answers, record).lowercased() {
    case "true", "t", "yes", "y", "1", "right", "wahr", "vrai", "verdadero":
      return .trueFalse(true, yes: yes, no: no)
    case "false", "f", "no", "n", "0", "wrong", "falsch", "faux", "falso":
      return .trueFalse(false, yes: yes, no: no)
    case let other:
      builder.findings.error(
        place(.answers), "\(ScreenText.quoted(other)) is neither true nor false", "write true or false")
      return nil
    }
  }

  // MARK: - Numbers of the row

  private func points(_ builder: inout BankBuilder) -> Points {
    let words = columns.text(.points, record)
    guard !words.isEmpty else { return .one }
    let units = (Decimal64(words) ?? NumberReading.number(in: words, language: "und"))?.units(decimals: 5)
    guard let units, (0...1_000_000_000).contains(units) else {
      builder.findings.error(
        place(.points), "\(ScreenText.quoted(words)) is no number of points", "write a number from 0 to 10000")
      return .one
    }
    return Points(hundredThousandths: units)
  }

  private func level(_ builder: inout BankBuilder) -> Int? {
    let words = columns.text(.level, record)
    guard !words.isEmpty else { return nil }
    if let level = Int(words), (1...9).contains(level) { return level }
    builder.findings.warn(place(.level), "\(ScreenText.quoted(words)) is no level: it is left out", "write 1 to 9")
    return nil
  }
}
