import Glibc

/// A text of a bank while its question is read: where it lies in the file, if it is plain there, as nearly every text is, or
/// in what `RawTexts` keeps. A list of a bank prints few texts, so few are built.
///
/// MUST NOT be kept: it is gone with the question after it.
struct RawText: Equatable {
  /// UTF-8.
  let bytes: UnsafeBufferPointer<UInt8>

  /// No words at all.
  static var empty: RawText { RawText(bytes: UnsafeBufferPointer(start: nil, count: 0)) }

  /// The text itself.
  var string: String { String(decoding: bytes, as: UTF8.self) }
  /// The text of an exam.
  var localized: LocalizedText { LocalizedText(string) }

  /// Whether two texts are the same.
  static func == (a: RawText, b: RawText) -> Bool {
    guard a.bytes.count == b.bytes.count else { return false }
    guard let one = a.bytes.baseAddress, let other = b.bytes.baseAddress else { return true }
    return memcmp(one, other, a.bytes.count) == 0
  }
}

/// Keeps the texts of the present question that do not stand in the file as they are.
final class RawTexts {
  private var kept: [UnsafeMutableBufferPointer<UInt8>] = []

  /// A text that stays until `clear`.
  func keep(_ text: String) -> RawText {
    var text = text
    return text.withUTF8 { bytes in
      if bytes.isEmpty { return .empty }
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
      _ = copy.initialize(from: bytes)
      kept.append(copy)
      return RawText(bytes: UnsafeBufferPointer(copy))
    }
  }

  /// Lets every text go.
  func clear() {
    if kept.isEmpty { return }
    for text in kept { text.deallocate() }
    kept.removeAll(keepingCapacity: true)
  }

  deinit { clear() }
}

/// A type of question with what belongs to it, before it is built.
enum RawKind {
  case shortAnswer([RawChoice], TextMarking)
  case choice([RawChoice], multiple: Bool)
  case trueFalse(Bool, yes: RawText?, no: RawText?)
  case matching([RawMatch], distractors: [RawText])
  /// Built already.
  indirect case made(Question.Kind)
  /// The whole question is.
  indirect case whole(BankQuestion)

  /// The question's type, built.
  var kind: Question.Kind {
    switch self {
    case .shortAnswer(let answers, let marking): .shortAnswer(answers: answers.map(\.textAnswer), marking: marking)
    case .choice(let choices, let multiple): .choice(choices: choices.map(\.choice), multiple: multiple)
    case .trueFalse(let answer, let yes, let no):
      .trueFalse(answer: answer, feedbackTrue: yes.map { $0.localized }, feedbackFalse: no.map { $0.localized })
    case .matching(let pairs, let distractors):
      .matching(pairs: pairs.compactMap(\.pair), distractors: distractors.map { $0.localized })
    case .made(let kind): kind
    case .whole(let entry): entry.question.kind
    }
  }

  /// Where it stands in `BankTally.types`.
  var type: Int {
    switch self {
    case .shortAnswer: 0
    case .choice: 1
    case .trueFalse: 2
    case .matching: 4
    case .made(let kind): BankTally.type(of: kind)
    case .whole(let entry): BankTally.type(of: entry.question.kind)
    }
  }

  var isDescription: Bool { type == BankTally.description }
}

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

/// Texts that are told from one another. A handful is compared faster than it is hashed.
struct RawLookup {
  private static let few = 8
  private var texts: [RawText]
  private var places: [String: Int]?

  /// None yet; room for `count`.
  init(_ count: Int) {
    texts = []
    texts.reserveCapacity(min(count, Self.few + 1))
  }

  /// Puts a text behind the others, where it is not among them.
  ///
  /// - Returns: the place of the same text, where there is one already.
  mutating func insert(_ text: RawText) -> Int? {
    if texts.count <= Self.few {
      if let place = texts.firstIndex(of: text) { return place }
    } else {
      var known = places ?? [:]
      places = nil
      if known.isEmpty { for (place, text) in texts.enumerated() { known[text.string] = place } }
      let string = text.string
      defer { places = known }
      if let place = known[string] { return place }
      known[string] = texts.count
    }
    texts.append(text)
    return nil
  }
}
