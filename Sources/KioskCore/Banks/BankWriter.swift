/// Something of a bank that a format has no words for.
public struct BankLoss: Equatable, Sendable {
  /// The line its question begins on in the bank that was read.
  public let line: Int
  /// The question's id; empty where it is about the whole bank.
  public let question: String
  /// What is lost.
  public let what: String
}

/// A writer of one format: takes questions one after another.
protocol BankWriter {
  /// Starts a file for a bank of this id and title.
  init(id: String, title: String)
  /// Adds a question; what the format cannot say of it is noted.
  mutating func add(_ entry: BankQuestion)
  /// Ends the file.
  mutating func finish()
  /// What has been written so far.
  var bytes: [UInt8] { get }
  /// What could not be said.
  var losses: [BankLoss] { get }
}

/// Writes banks.
public enum BankWriting {
  /// What came of writing one.
  public struct Written: Equatable, Sendable {
    /// The file.
    public let bytes: [UInt8]
    /// What the format could not say, in the order of the questions.
    public let losses: [BankLoss]
  }

  /// A file of `format`. `name`: the file's name or path, from which the exam's id and title come.
  public static func write(_ questions: [BankQuestion], as format: BankFormat, name: String) -> Written {
    var stream = BankStream(format, name: name)
    for question in questions { stream.add(question) }
    return stream.finished()
  }
}

/// A bank that is being written.
public struct BankStream {
  private var writer: any BankWriter

  /// Starts a file of `format`. `name`: the file's name or path, from which the exam's id and title come.
  public init(_ format: BankFormat, name: String) {
    let (id, title) = BankStream.names(name)
    switch format {
    case .json: writer = JSONBankWriter(id: id, title: title)
    case .gift: writer = GIFTWriter(id: id, title: title)
    case .aiken: writer = AikenWriter(id: id, title: title)
    case .csv: writer = CSVWriter(id: id, title: title)
    case .moodle: writer = MoodleWriter(id: id, title: title)
    }
  }

  /// Adds a question.
  public mutating func add(_ entry: BankQuestion) { writer.add(entry) }

  /// The whole file.
  public mutating func finished() -> BankWriting.Written {
    writer.finish()
    return BankWriting.Written(bytes: writer.bytes, losses: writer.losses)
  }

  /// The id and the title that a file's name makes: "My capitals.gift" gives "my-capitals" and "My capitals".
  public static func names(_ path: String) -> (id: String, title: String) {
    var title = String(path.split(separator: "/").last ?? "bank")
    for ending in [".exam.json", ".json", ".gift", ".txt", ".xml", ".csv", ".tsv", ".aiken"]
    where title.lowercased().hasSuffix(ending) && title.utf8.count > ending.utf8.count {
      title = String(title.dropLast(ending.count))
      break
    }
    title = BankText.trimmed(ScreenText.fitted(title)) ?? "bank"
    if title == "-" { title = "bank" }
    let id = BankIDs.slug(title)
    return (id.isEmpty ? "bank" : id, title)
  }
}

extension BankQuestion {
  /// A loss of this question.
  func loss(_ what: String) -> BankLoss { BankLoss(line: line, question: question.id, what: what) }

  /// What every format but our own has no words for: marking switches, wordings in other languages, levels, helps.
  func commonLosses(points: Bool, level: Bool) -> [BankLoss] {
    var losses: [BankLoss] = []
    if !points, question.points != .one, question.kind != .description {
      losses.append(loss("it earns \(question.points.decimal) points"))
    }
    if !level, let level = question.level { losses.append(loss("its level is \(level)")) }
    if !question.grants.isEmpty { losses.append(loss("helps it allows")) }
    if question.prompt.variants.count > 1 { losses.append(loss("wordings in other languages")) }
    if case .shortAnswer(_, let marking) = question.kind, marking != .standard {
      losses.append(loss("how strictly case, accents, punctuation and articles are marked"))
    }
    return losses
  }
}
