/// A question as a reader gives it: what a list needs is there, the rest is built when it is asked for.
///
/// MUST NOT be kept: see `RawText`.
struct BankEntry {
  let id: String
  let kind: RawKind
  let line: Int
  private let name: RawText
  private let prompt: RawText?
  private let tags: [String]
  private let topic: String
  private let points: Points
  private let level: Int?
  private let feedback: RawText?

  init(
    id: String, kind: RawKind, prompt: RawText?, name: RawText, tags: [String], topic: String, points: Points,
    level: Int?, feedback: RawText?, line: Int
  ) {
    self.id = id
    self.kind = kind
    self.prompt = prompt
    self.name = name
    self.tags = tags
    self.topic = topic
    self.points = points
    self.level = level
    self.feedback = feedback
    self.line = line
  }

  /// A question that has been built.
  init(_ whole: BankQuestion) {
    id = whole.question.id
    kind = .whole(whole)
    line = whole.line
    name = .empty
    prompt = nil
    tags = []
    topic = ""
    points = .zero
    level = nil
    feedback = nil
  }

  /// The question, built.
  var question: BankQuestion {
    if case .whole(let whole) = kind { return whole }
    let built = kind.kind
    let question = Question(
      id: id, prompt: prompt?.localized ?? LocalizedText(""), points: built == .description ? .zero : points,
      topic: topic.isEmpty ? nil : LocalizedText(topic), level: level, feedback: feedback.map { $0.localized },
      kind: built)
    return BankQuestion(question: question, name: name.string, tags: tags, line: line)
  }

  /// What it is called in a list: the same as `BankQuestion.title`.
  var title: String {
    if !name.bytes.isEmpty { return name.string }
    if let bytes = prompt?.bytes, bytes.count <= BankQuestion.longestTitle, GIFTByte.isPlain(bytes) {
      switch kind {
      case .shortAnswer, .choice, .trueFalse, .matching: return String(decoding: bytes, as: UTF8.self)
      case .made, .whole: break
      }
    }
    return question.title
  }
}

/// A line of a bank's list.
public struct BankListed {
  private let entry: BankEntry

  init(_ entry: BankEntry) { self.entry = entry }

  /// The question's id.
  public var id: String { entry.id }
  /// The name of its type in an exam file.
  public var typeName: String { BankTally.types[entry.kind.type] }
  /// What it is called: its name, else how what is asked begins.
  public var title: String { entry.title }
  /// The line it begins on, from 1.
  public var line: Int { entry.line }
  /// The question itself, built now.
  public var question: BankQuestion { entry.question }
  /// Whether it asks nothing.
  public var isDescription: Bool { entry.kind.isDescription }
}
