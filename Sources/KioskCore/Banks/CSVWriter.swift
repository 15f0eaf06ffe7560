/// Writes a table with names in its first row, of the columns that something stands in.
struct CSVWriter: BankWriter {
  private(set) var bytes: [UInt8] = []
  private(set) var losses: [BankLoss] = []
  private var rows: [[CSVColumn: String]] = []
  /// The ids a reader will give, so that those alone are written that it would not.
  private var ids = BankIDs()

  init(id: String, title: String) {}

  mutating func add(_ entry: BankQuestion) {
    let question = entry.question
    if case .cloze = question.kind { return losses.append(entry.loss("a table has no texts with gaps")) }
    losses += entry.commonLosses(points: true, level: true)
    var row: [CSVColumn: String] = [:]
    if ids.next(given: nil, name: entry.name).id != question.id {
      ids.instead(given: question.id)
      row[.id] = question.id
    }
    row[.name] = entry.name
    row[.type] = question.typeName
    row[.topic] = question.topic?.variants[0].text
    row[.level] = question.level.map { "\($0)" }
    if question.points != .one, question.kind != .description { row[.points] = question.points.decimal }
    row[.prompt] = question.prompt.variants[0].text
    row[.feedback] = question.feedback?.variants[0].text
    row[.tags] = CSVTable.joined(entry.tags)
    answers(question.kind, &row)
    rows.append(row)
  }

  private func answers(_ kind: Question.Kind, _ row: inout [CSVColumn: String]) {
    switch kind {
    case .shortAnswer(let answers, _):
      row[.answers] = CSVTable.joined(answers.map { $0.text.variants[0].text })
      weigh(answers.map(\.fraction), &row)
      say(answers.map(\.feedback), &row)
    case .choice(let choices, let multiple):
      if multiple { row[.type] = "multiple" }
      row[.choices] = CSVTable.joined(choices.map { $0.text.variants[0].text })
      let right = choices.filter { multiple ? $0.fraction > .zero : $0.fraction == .one }
      row[.answers] = CSVTable.joined(right.map { $0.text.variants[0].text })
      row[.weights] = choices.map { GIFTText.percent($0.fraction) }.joined(separator: " | ")
      say(choices.map(\.feedback), &row)
    case .trueFalse(let answer, let yes, let no):
      row[.answers] = answer ? "true" : "false"
      say([yes, no], &row)
    case .numerical(let answers, let unit):
      row[.answers] = answers.map(number).joined(separator: " | ")
      weigh(answers.map(\.fraction), &row)
      say(answers.map(\.feedback), &row)
      row[.unit] = unit?.variants[0].text
    case .matching(let pairs, let distractors):
      row[.answers] = CSVTable.joined(pairs.map { "\(side($0.left)) -> \(side($0.right))" })
      row[.choices] = CSVTable.joined(distractors.map { $0.variants[0].text })
      say(pairs.map(\.feedback), &row)
    case .ordering(let items): row[.answers] = CSVTable.joined(items.map { $0.variants[0].text })
    case .spelling(let spelling):
      row[.word] = spelling.word
      row[.definition] = spelling.definition.variants[0].text
      row[.sentence] = spelling.sentence.variants[0].text
      row[.origin] = spelling.origin?.variants[0].text
      row[.partOfSpeech] = spelling.partOfSpeech?.variants[0].text
      row[.pronunciation] = spelling.pronunciation
    case .essay(let words): row[.words] = words.map { "\($0)" }
    case .cloze, .description: break
    }
  }

  private func weigh(_ fractions: [Fraction], _ row: inout [CSVColumn: String]) {
    if fractions.contains(where: { $0 != .one }) {
      row[.weights] = fractions.map { GIFTText.percent($0) }.joined(separator: " | ")
    }
  }

  private func say(_ feedbacks: [LocalizedText?], _ row: inout [CSVColumn: String]) {
    guard feedbacks.contains(where: { $0 != nil }) else { return }
    row[.answerFeedback] = CSVTable.joined(feedbacks.map { $0?.variants[0].text ?? "" })
  }

  private func number(_ answer: NumericalAnswer) -> String {
    if let value = answer.value, let tolerance = answer.high.adding(value.negated) {
      return tolerance.mantissa == 0 ? value.decimal : "\(value.decimal):\(tolerance.decimal)"
    }
    return "\(answer.low.decimal)..\(answer.high.decimal)"
  }

  /// A side in which an arrow is none.
  private func side(_ text: LocalizedText) -> String {
    var out: [UInt8] = []
    for byte in text.variants[0].text.utf8 {
      if byte == UInt8(ascii: ">"), CSVRow.endsInArrow(out) { out.append(GIFTByte.escape) }
      out.append(byte)
    }
    return String(decoding: out, as: UTF8.self)
  }

  mutating func finish() {
    let columns = CSVColumn.allCases.filter { column in
      column == .type || column == .prompt || rows.contains { !($0[column] ?? "").isEmpty }
    }
    record(columns.map(\.rawValue))
    for row in rows { record(columns.map { row[$0] ?? "" }) }
    rows = []
  }

  private mutating func record(_ cells: [String]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      let needsQuotes =
        cell.utf8.contains { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D || $0 == 0x3B || $0 == 0x09 }
        || cell.utf8.first == 0x20
      guard needsQuotes else {
        bytes.append(contentsOf: cell.utf8)
        continue
      }
      bytes.append(0x22)
      for byte in cell.utf8 {
        if byte == 0x22 { bytes.append(0x22) }
        bytes.append(byte)
      }
      bytes.append(0x22)
    }
    bytes.append(contentsOf: "\r\n".utf8)
  }
}
