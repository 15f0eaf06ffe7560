/// A question of a bank, with what the bank says of it and an exam has no use for.
public struct BankQuestion: Equatable, Sendable {
  /// The question itself; its category is its topic.
  public let question: Question
  /// What the bank calls it; empty: nothing.
  public let name: String
  /// The bank's tags.
  public let tags: [String]
  /// The line it begins on, from 1.
  public let line: Int
  /// The language the bank says it is in (BCP 47).
  public let language: String

  /// Makes an entry; a bank that does not say is taken for English.
  public init(question: Question, name: String = "", tags: [String] = [], line: Int, language: String = "en") {
    self.question = question
    self.name = name
    self.tags = tags
    self.line = line
    self.language = language
  }

  /// The longest title, in characters.
  static let longestTitle = 60

  /// What it is called in a list: its name, else how what is asked begins.
  public var title: String {
    if !name.isEmpty { return name }
    let line = question.promptLine(language: "")
    if line.utf8.count <= Self.longestTitle || line.count <= Self.longestTitle { return line }
    return line.prefix(Self.longestTitle - 1) + "…"
  }
}

/// Something in a bank that is not read and cannot be: a type of question that there is no counterpart for.
public struct BankSkip: Equatable, Sendable {
  /// The line it begins on.
  public let line: Int
  /// What it is, in the bank's own words.
  public let what: String
  /// Why it is not read.
  public let reason: String

  /// Makes an entry.
  public init(line: Int, what: String, reason: String) {
    self.line = line
    self.what = what
    self.reason = reason
  }
}

/// What came of reading a bank, beside its questions.
public struct BankSummary: Equatable, Sendable {
  /// The format it was read as.
  public var format: BankFormat
  /// What was not read, in the file's order.
  public var skipped: [BankSkip]
  /// What is wrong with it, in the file's order; a question refused for an error is here alone.
  public var problems: [ExamProblem]
  /// Questions by type, of those that were read, in the order of `Question.Kind`.
  public var counts: [(type: String, count: Int)] {
    zip(BankTally.types, tally.counts).filter { $0.1 > 0 }.map { (type: $0.0, count: $0.1) }
  }
  /// How many questions were read.
  public var questions: Int { tally.counts.reduce(0, +) }
  /// How many were refused for an error.
  public var refused: Int
  var tally = BankTally()

  /// Adds problems, each behind those that stand before it in the file.
  public mutating func add(_ more: [ExamProblem]) {
    let all = problems + more
    let order = all.indices.sorted { (all[$0].line, all[$0].column, $0) < (all[$1].line, all[$1].column, $1) }
    problems = order.map { all[$0] }
  }

  /// Whether a problem is an error.
  public var hasErrors: Bool { problems.contains { $0.severity == .error } }
}

/// Counts questions by type.
struct BankTally: Equatable, Sendable {
  static let types = [
    "shortAnswer", "choice", "trueFalse", "numerical", "matching", "ordering", "cloze", "spelling", "essay",
    "description",
  ]
  /// Where words to spell, and what asks nothing, stand in `types`.
  static let spelling = 7
  static let description = 9
  private(set) var counts = [Int](repeating: 0, count: types.count)

  /// Adds a question of the type that stands at `type` in `types`.
  mutating func add(_ type: Int) { counts[type] += 1 }

  /// Where a question's type stands in `types`.
  static func type(of kind: Question.Kind) -> Int {
    switch kind {
    case .shortAnswer: 0
    case .choice: 1
    case .trueFalse: 2
    case .numerical: 3
    case .matching: 4
    case .ordering: 5
    case .cloze: 6
    case .spelling: spelling
    case .essay: 8
    case .description: description
    }
  }
}

/// A whole bank in memory.
public struct Bank: Equatable, Sendable {
  /// The exam's own settings, where the file is an exam file.
  public var exam: Exam?
  /// The questions in the file's order.
  public var questions: [BankQuestion]

  /// Makes a bank of questions.
  public init(exam: Exam? = nil, questions: [BankQuestion]) {
    self.exam = exam
    self.questions = questions
  }
}
