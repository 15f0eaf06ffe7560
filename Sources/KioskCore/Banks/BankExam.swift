/// A bank as an exam: every question that can be used, in the file's order, called after its file.
public enum BankExam {
  /// What came of opening one.
  public struct Opened: Sendable {
    /// The exam; `nil` where no question can be used.
    public let exam: Exam?
    /// What was found on the way.
    public let summary: BankSummary
  }

  /// The endings of file names that are banks wherever they are named on the command line.
  public static let endings = [".gift", ".aiken", ".xml", ".csv", ".tsv", ".txt"]
  /// Those that are banks in a folder of exams, where a plain `.txt` is more often something else.
  public static let folderEndings = [".gift", ".gift.txt", ".aiken", ".aiken.txt", ".xml", ".csv", ".tsv"]

  /// Whether a name ends like a bank's.
  public static func isNamed(_ name: String, endings: [String] = BankExam.endings) -> Bool {
    // Nearly every name in a folder of exams ends in another way, which three bytes tell.
    guard let last = name.utf8.last, "tnlv".utf8.contains(last | 0x20), !name.hasSuffix(".json") else { return false }
    let name = name.lowercased()
    return endings.contains { name.hasSuffix($0) && name.utf8.count > $0.utf8.count }
  }

  /// The bank in `bytes`, the content of the file at `path`, with all its questions.
  public static func open(_ bytes: [UInt8], path: String) -> Opened {
    var questions: [Question] = []
    let summary = BankReading.read(bytes, fileName: path) { questions.append($0.question) }
    return Opened(exam: exam(of: summary, path: path, questions), summary: summary)
  }

  /// The same without its questions (`Exam.isOutline`): what is to be said of it before it is sat, found without building
  /// them.
  public static func outline(_ bytes: [UInt8], path: String) -> Opened {
    let summary = bytes.withUnsafeBufferPointer { BankReading.list($0, fileName: path) { _ in } }
    return Opened(exam: exam(of: summary, path: path, []), summary: summary)
  }

  private static func exam(of summary: BankSummary, path: String, _ questions: [Question]) -> Exam? {
    guard summary.asked > 0 else { return nil }
    let (id, title) = BankStream.names(path)
    return Exam(
      id: id, title: LocalizedText(title), language: "en", minutes: nil, shuffle: false, shuffleChoices: false,
      navigation: .free, draw: nil, verdict: summary.isSpelling ? .each : .end, report: .full, policy: .standard,
      questions: questions)
  }

  /// What the lobby shows of the bank in `bytes`, found without building its questions; `nil`: no question can be used.
  public static func head(_ bytes: [UInt8], path: String) -> (head: ExamHead?, summary: BankSummary) {
    let opened = outline(bytes, path: path)
    let head = opened.exam.map { exam in
      ExamHead(
        id: exam.id, title: exam.title.text(in: exam.language), language: exam.language,
        questions: opened.summary.asked, minutes: nil)
    }
    return (head, opened.summary)
  }
}

extension BankSummary {
  /// How many of the questions that were read ask something.
  var asked: Int { questions - tally.counts[BankTally.description] }
  /// Whether every question is a word to spell.
  var isSpelling: Bool { tally.counts[BankTally.spelling] == questions }

  /// More problems than this are not told one by one before a test.
  static let previewed = 100

  /// What is to be said of a bank before its test: what it holds, and what of it is not used, and why.
  ///
  /// What stands between quotation marks is left out: whoever sits the test may be reading.
  public var preview: [String] {
    var lines = ["\(format.title): \(Self.count(questions, "question"))."]
    lines += counts.map { "  \($0.count) \($0.type)" }
    if refused > 0 {
      lines.append("\(Self.count(refused, "question")) cannot be used, for the errors below.")
    }
    if !skipped.isEmpty { lines.append("\(Self.count(skipped.count, "question")) of types that are not read:") }
    for skip in skipped.prefix(Self.previewed) {
      lines.append("  line \(skip.line): \(Self.unquoted(skip.what)): \(skip.reason)")
    }
    for problem in problems.prefix(Self.previewed) {
      let hint = problem.hint.map { " (\(Self.unquoted($0)))" } ?? ""
      lines.append(
        "line \(problem.line), column \(problem.column): \(problem.severity.rawValue): "
          + Self.unquoted(problem.message) + hint)
    }
    let more = max(0, skipped.count - Self.previewed) + max(0, problems.count - Self.previewed)
    if more > 0 { lines.append("… and \(more) more: kiosk bank lint lists them all.") }
    return lines
  }

  private static func count(_ number: Int, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }

  /// The words without what stands between quotation marks.
  static func unquoted(_ words: String) -> String {
    var out = ""
    var isInside = false
    for character in words {
      if character == "\"" {
        if !isInside { out += "“…”" }
        isInside.toggle()
      } else if !isInside {
        out.append(character)
      }
    }
    return out
  }
}
