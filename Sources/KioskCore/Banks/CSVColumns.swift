/// What the columns of a table hold, by the names in its first row.
enum CSVColumn: String, CaseIterable {
  case id, name, type, topic, level, points, prompt, answers, choices, weights
  case answerFeedback = "answer feedback"
  case unit, words, word, definition, sentence, origin
  case partOfSpeech = "part of speech"
  case pronunciation, feedback, tags

  /// What a column may be called, in lower case.
  private static let names: [String: CSVColumn] = {
    var names: [String: CSVColumn] = [
      "question": .prompt, "questions": .prompt, "question text": .prompt, "text": .prompt, "stem": .prompt,
      "frage": .prompt, "pregunta": .prompt, "domanda": .prompt, "answer": .answers, "answer(s)": .answers,
      "correct": .answers, "correct answer": .answers, "correct answers": .answers, "right": .answers,
      "right answer": .answers, "key": .answers, "solution": .answers, "antwort": .answers, "antworten": .answers,
      "réponse": .answers, "respuesta": .answers, "choice": .choices, "options": .choices, "distractors": .choices,
      "wrong": .choices, "wrong answers": .choices, "incorrect": .choices, "question type": .type, "kind": .type,
      "typ": .type, "point": .points, "mark": .points, "marks": .points, "score": .points, "punkte": .points,
      "explanation": .feedback, "rationale": .feedback, "general feedback": .feedback, "category": .topic,
      "subject": .topic, "difficulty": .level, "title": .name, "question id": .id, "weight": .weights, "units": .unit,
      "tag": .tags, "meaning": .definition, "example": .sentence, "limit": .words,
    ]
    for column in CSVColumn.allCases { names[column.rawValue] = column }
    return names
  }()

  /// Words that head a list without being a column of ours.
  private static let headings: Set<String> = [
    "country", "countries", "capital", "capitals", "state", "city", "river", "land", "hauptstadt", "pays", "capitale",
    "país", "term", "english", "french", "german", "spanish", "latin", "translation", "spelling", "spellings",
    "element",
    "symbol", "front", "back", "year", "event", "author", "book", "language",
  ]

  /// The column called `name`.
  init?(named name: String) {
    guard let column = Self.names[name.lowercased()] else { return nil }
    self = column
  }

  /// Whether `name` heads a column of wrong choices, in which no letter can name the right one.
  static func isWrong(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["wrong", "distractor", "incorrect"].contains { name.hasPrefix($0) }
  }

  /// Whether `name` heads a column of choices: "A", "choice 2", "option3", "wrong 1".
  static func isChoice(_ name: String) -> Bool {
    let name = name.lowercased()
    if name.utf8.count == 1, let byte = name.utf8.first { return byte &- 0x61 < 10 }
    for word in ["choice", "option", "wrong", "distractor", "answer"] where name.hasPrefix(word) {
      let rest = name.utf8.dropFirst(word.utf8.count).drop { $0 == 0x20 || $0 == 0x5F }
      if !rest.isEmpty, rest.count <= 2 {
        return rest.allSatisfy { $0 &- 0x30 < 10 } || (rest.count == 1 && rest.allSatisfy { $0 &- 0x61 < 10 })
      }
    }
    return false
  }

  /// Whether a name heads a plain list.
  static func isHeading(_ name: String) -> Bool { headings.contains(name.lowercased()) }
}

/// Which column of a table is what.
struct CSVColumns {
  /// What the table is.
  enum Layout { case table, pairs(headings: [String]), words }
  private(set) var layout: Layout
  private var places: [CSVColumn: Int] = [:]
  private var choicePlaces: [Int] = []
  /// Whether the choices given are the wrong ones alone.
  private(set) var choicesAreWrong = false
  /// Whether the first row was names.
  let hasHeader: Bool

  /// Looks at the first row; columns it does not know are reported.
  init(_ first: [CSVTable.Cell], _ findings: inout BankFindings) {
    let names = first.map { BankText.trimmed($0.text) ?? "" }
    var known = 0
    for (index, name) in names.enumerated() {
      if let column = CSVColumn(named: name) {
        known += 1
        if places[column] == nil { places[column] = index }
      } else if CSVColumn.isChoice(name) {
        choicePlaces.append(index)
      }
      if CSVColumn.isWrong(name) { choicesAreWrong = true }
    }
    let named = names.count { !$0.isEmpty }
    let isTable = places[.prompt] != nil || places[.word] != nil
    if isTable, known + choicePlaces.count >= max(1, named - 3) || known >= 2 {
      layout = places[.word] != nil && places[.prompt] == nil && places[.type] == nil ? .words : .table
      hasHeader = true
      for (index, name) in names.enumerated() where !name.isEmpty && CSVColumn(named: name) == nil {
        if choicePlaces.contains(index) { continue }
        let near = Nearness.nearest(to: name, among: CSVColumn.allCases.map(\.rawValue))
        findings.warn(
          first[index].offset, "the column \(ScreenText.quoted(name)) is not read",
          near.map { "did you mean \($0)?" }
            ?? "the columns are \(CSVColumn.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      return
    }
    places = [:]
    choicePlaces = []
    hasHeader = named > 0 && names.allSatisfy { $0.isEmpty || CSVColumn.isHeading($0) || CSVColumn(named: $0) != nil }
    switch named {
    case 1: layout = .words
    case 2: layout = .pairs(headings: hasHeader ? names.filter { !$0.isEmpty } : [])
    default: layout = .words
    }
    if case .words = layout {
      for (index, column) in [CSVColumn.word, .definition, .sentence].enumerated() { places[column] = index }
      if named > 3 {
        findings.warn(
          first[0].offset, "the first row names no columns", "begin with a row such as prompt,answers,choices,points")
      }
    } else {
      places = [.prompt: 0, .answers: 1]
    }
  }

  /// The text of a column in a record; empty where there is none.
  func text(_ column: CSVColumn, _ record: [CSVTable.Cell]) -> String {
    cell(column, record).flatMap { BankText.trimmed($0.text) } ?? ""
  }

  /// The cell of a column in a record.
  func cell(_ column: CSVColumn, _ record: [CSVTable.Cell]) -> CSVTable.Cell? {
    guard let place = places[column], place < record.count else { return nil }
    return record[place]
  }

  /// What may be chosen: the choices' column in parts, then the columns that hold one each.
  func choices(_ record: [CSVTable.Cell]) -> [String] {
    var choices = cell(.choices, record).map { CSVTable.parts($0.text) } ?? []
    for place in choicePlaces where place < record.count {
      if let text = BankText.trimmed(record[place].text) { choices.append(text) }
    }
    return choices
  }

  /// Whether the table has a column.
  func has(_ column: CSVColumn) -> Bool { places[column] != nil }
}
