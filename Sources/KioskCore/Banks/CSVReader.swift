/// Reads questions from a table: with names in its first row, or a plain list of two columns (a question and its answer), or
/// of words to spell.
struct CSVReader: BankReader {
  var builder = BankBuilder()
  private var table: CSVTable
  private var columns: CSVColumns?

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) { table = CSVTable(bytes, from: start) }

  mutating func next() -> BankQuestion? {
    while true {
      // A quotation mark that is not closed stands against its record.
      let errors = builder.findings.errorCount
      guard let record = table.next(&builder.findings) else { return nil }
      if columns == nil {
        let found = CSVColumns(record, &builder.findings)
        columns = found
        if found.hasHeader { continue }
      }
      guard let columns else { return nil }
      if let question = CSVRow(columns: columns, record: record, line: table.recordLine).read(&builder, errors) {
        return question
      }
    }
    return nil
  }
}

/// One record as a question.
struct CSVRow {
  let columns: CSVColumns
  let record: [CSVTable.Cell]
  let line: Int

  private var offset: Int { record[0].offset }
  private func place(_ column: CSVColumn) -> Int { columns.cell(column, record)?.offset ?? offset }

  /// The question; `errors`: how many there were before the record was read.
  func read(_ builder: inout BankBuilder, _ errors: Int) -> BankQuestion? {
    let feedback = shown(columns.text(.feedback, record), place(.feedback), &builder)
    var prompt = shown(columns.text(.prompt, record), place(.prompt), &builder)
    let kind: Question.Kind?
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

  private func shown(
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

  private func kind(_ type: String, _ builder: inout BankBuilder) -> Question.Kind? {
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
      return .essay(words: words)
    case "description": return .description
    default: return nil
    }
  }

  /// The answers' cell in parts, each fit for a screen.
  private func answers(_ builder: inout BankBuilder) -> [String] {
    CSVTable.parts(columns.cell(.answers, record)?.text ?? "").compactMap {
      shown($0, place(.answers), &builder, lines: .space)
    }
  }

  /// What is said of each answer, in the order of the answers; parts that are empty say nothing.
  private func said(_ index: Int, _ all: [String], _ builder: inout BankBuilder) -> String? {
    index < all.count ? shown(all[index], place(.answerFeedback), &builder) : nil
  }

  private var feedbacks: [String] { CSVTable.parts(columns.cell(.answerFeedback, record)?.text ?? "") }

  /// The weights in percent; empty where none are given.
  private func weights(_ count: Int, _ builder: inout BankBuilder) -> [Int64] {
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

  private func shortAnswer(_ builder: inout BankBuilder) -> Question.Kind? {
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
          text: text, weight: weights.isEmpty ? RawChoice.whole : weights[index], isMarked: true,
          feedback: said(index, feedbacks, &builder), offset: place(.answers)))
    }
    return builder.textAnswers(raw, at: place(.answers)).map { .shortAnswer(answers: $0, marking: .standard) }
  }

  /// The choices, with the right ones among them or before them; a letter or a number may name a choice.
  private func choice(multiple: Bool, _ builder: inout BankBuilder) -> Question.Kind? {
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
          text: text, weight: weight, isMarked: false, feedback: said(index, feedbacks, &builder),
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

  private func trueFalse(_ builder: inout BankBuilder) -> Question.Kind? {
    let feedbacks = feedbacks
    let yes = said(0, feedbacks, &builder).map { LocalizedText($0) }
    let no = said(1, feedbacks, &builder).map { LocalizedText($0) }
    switch columns.text(.answers, record).lowercased() {
    case "true", "t", "yes", "y", "1", "right", "wahr", "vrai", "verdadero":
      return .trueFalse(answer: true, feedbackTrue: yes, feedbackFalse: no)
    case "false", "f", "no", "n", "0", "wrong", "falsch", "faux", "falso":
      return .trueFalse(answer: false, feedbackTrue: yes, feedbackFalse: no)
    case let other:
      builder.findings.error(
        place(.answers), "\(ScreenText.quoted(other)) is neither true nor false", "write true or false")
      return nil
    }
  }

  private func numerical(_ builder: inout BankBuilder) -> Question.Kind? {
    let words = answers(&builder)
    let weights = weights(words.count, &builder)
    let feedbacks = feedbacks
    if words.isEmpty { _ = builder.decimal("", place(.answers)) }
    var numbers: [NumericalAnswer] = []
    for (index, word) in words.enumerated() {
      let weight = weights.isEmpty ? RawChoice.whole : weights[index]
      if let number = builder.number(
        word, weight: weight, feedback: said(index, feedbacks, &builder), at: place(.answers))
      {
        numbers.append(number)
      }
    }
    guard numbers.count == words.count, !words.isEmpty, let answers = builder.numbers(numbers, at: place(.answers))
    else {
      return nil
    }
    let unit = shown(columns.text(.unit, record), place(.unit), &builder, lines: .space)
    return .numerical(answers: answers, unit: unit.map { LocalizedText($0) })
  }

  private func matching(_ builder: inout BankBuilder) -> Question.Kind? {
    let feedbacks = feedbacks
    var raw: [RawMatch] = []
    for (index, part) in answers(&builder).enumerated() {
      guard let (left, right) = Self.sides(part) else {
        builder.findings.error(
          place(.answers), "the pair \(ScreenText.quoted(part)) has no ->", "write left -> right | left -> right")
        return nil
      }
      raw.append(
        RawMatch(left: left, right: right, feedback: said(index, feedbacks, &builder), offset: place(.answers)))
    }
    for text in columns.choices(record) {
      raw.append(
        RawMatch(
          left: nil, right: shown(text, place(.choices), &builder, lines: .space), feedback: nil,
          offset: place(.choices)))
    }
    return builder.matching(raw, at: place(.answers))
  }

  /// The two sides of an arrow; `-\>` is none.
  private static func sides(_ part: String) -> (left: String?, right: String?)? {
    let bytes = Array(part.utf8)
    for at in bytes.indices.dropLast() where bytes[at] == UInt8(ascii: "-") && bytes[at + 1] == UInt8(ascii: ">") {
      return (side(bytes[..<at]), side(bytes[(at + 2)...]))
    }
    return nil
  }

  /// Whether a `>` behind `bytes` would make an arrow, but for backslashes between.
  static func endsInArrow(_ bytes: [UInt8]) -> Bool {
    bytes.last { $0 != GIFTByte.escape } == UInt8(ascii: "-")
  }

  private static func side(_ bytes: ArraySlice<UInt8>) -> String? {
    var out: [UInt8] = []
    for byte in bytes {
      if byte == UInt8(ascii: ">"), out.last == GIFTByte.escape, endsInArrow(out) { out.removeLast() }
      out.append(byte)
    }
    return BankText.trimmed(String(decoding: out, as: UTF8.self))
  }

  private func ordering(_ builder: inout BankBuilder) -> Question.Kind? {
    let items = answers(&builder)
    guard items.count > 1, Set(items).count == items.count else {
      builder.findings.error(
        place(.answers), items.count > 1 ? "an item is given twice" : "there are fewer than two items to put in order",
        "write them in their order, with bars: first | second | third")
      return nil
    }
    return .ordering(items: items.map { LocalizedText($0) })
  }

  private func spelling(_ builder: inout BankBuilder) -> Question.Kind? {
    guard
      let word = shown(columns.text(.word, record), place(.word), &builder, lines: .space)
        ?? shown(columns.text(.answers, record), place(.answers), &builder, lines: .space)
    else {
      builder.findings.error(offset, "there is no word", "write it into the word's column")
      return nil
    }
    return builder.spelling(
      word, definition: shown(columns.text(.definition, record), place(.definition), &builder),
      sentence: shown(columns.text(.sentence, record), place(.sentence), &builder),
      origin: shown(columns.text(.origin, record), place(.origin), &builder, lines: .space),
      partOfSpeech: shown(columns.text(.partOfSpeech, record), place(.partOfSpeech), &builder, lines: .space),
      pronunciation: shown(columns.text(.pronunciation, record), place(.pronunciation), &builder, lines: .space),
      at: offset)
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
