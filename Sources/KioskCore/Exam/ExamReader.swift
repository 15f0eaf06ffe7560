/// Reads `kiosk-exam/1` files (`.exam.json`): bytes in, a checked exam or every problem of the file out.
///
/// Where a key is left out: `language` is "en", nothing is shuffled, `navigation` free, `verdict` end, `report` full,
/// no time limit but the cap, all questions drawn, nothing required of the lock, everything detected recorded.
public enum ExamReader {
  /// The value of `format`.
  public static let format = "kiosk-exam/1"

  /// The largest file that is read, in bytes: 64 MiB.
  public static let largest = 64 << 20

  /// What is said of a larger one.
  public static let tooLarge = ExamProblem(
    line: 1, column: 1, severity: .error, message: "the file is larger than 64 MiB",
    hint: "divide it into several exams")

  /// Reads a whole file. There is an exam where no problem is an error.
  public static func read(_ bytes: [UInt8]) -> ExamReading {
    if bytes.count > largest { return ExamReading(exam: nil, problems: [tooLarge], lines: []) }
    let document: JSONDocument
    do throws(JSONFault) {
      document = try JSONReader.readKeepingDuplicates(bytes)
    } catch {
      let problem = ExamProblem(
        line: error.place.line, column: error.place.column, severity: .error, message: error.message, hint: error.hint)
      return ExamReading(exam: nil, problems: [problem], lines: [])
    }
    var decoder = ExamDecoder()
    let read = decoder.exam(document.root) { document.place(of: $0).line }
    var problems = document.duplicates.prefix(ExamDecoder.listed).map { fault in
      ExamProblem(
        line: fault.place.line, column: fault.place.column, severity: .error, message: fault.message, hint: fault.hint)
    }
    let findings = decoder.findings.enumerated().sorted { a, b in
      (a.element.offset, a.offset) < (b.element.offset, b.offset)
    }.map(\.element)
    for (finding, place) in zip(findings, document.places(of: findings.map(\.offset))) {
      problems.append(
        ExamProblem(
          line: place.line, column: place.column, severity: finding.severity, message: finding.message,
          hint: finding.hint))
    }
    // A stable order: two problems of one place stay in the order they were found.
    let order = problems.indices.sorted { a, b in
      (problems[a].line, problems[a].column, a) < (problems[b].line, problems[b].column, b)
    }
    let sound = decoder.errorCount == 0 && document.duplicates.isEmpty
    return ExamReading(
      exam: sound ? read?.exam : nil, problems: order.map { problems[$0] },
      lines: sound ? bytes.withUnsafeBufferPointer { lines(of: read?.offsets ?? [], in: $0) } : [])
  }

  /// The lines of ascending offsets, in one pass.
  private static func lines(of offsets: [Int], in bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    var lines: [Int] = []
    lines.reserveCapacity(offsets.count)
    var line = 1
    var at = 0
    for offset in offsets {
      while at < offset {
        let byte = bytes[at]
        if byte == 0x0A || (byte == 0x0D && !(at + 1 < bytes.count && bytes[at + 1] == 0x0A)) { line += 1 }
        at += 1
      }
      lines.append(line)
    }
    return lines
  }
}

extension ExamDecoder {
  static let examKeys = [
    "format", "id", "title", "language", "minutes", "shuffle", "shuffleChoices", "navigation", "draw", "verdict",
    "report",
    "policy", "questions",
  ]

  /// The exam, with where each question begins; `lineOf` is asked only for messages.
  mutating func exam(_ root: JSONNode, lineOf: (Int) -> Int) -> (exam: Exam, offsets: [Int])? {
    guard let fields = fields(root, of: "the exam", allowed: Self.examKeys) else { return nil }
    var offsets: [Int] = []
    let exam = exam(fields) { decoder in
      let read = decoder.questions(fields, lineOf: lineOf)
      offsets = read.offsets
      return (read.questions, read.questions.count { $0.kind != .description })
    }
    return exam.map { ($0, offsets) }
  }

  /// The exam of `fields`, with the questions that `read` gives, and of how many an attempt can draw.
  mutating func exam(_ fields: Fields, questions read: (inout Self) -> (questions: [Question], bank: Int)) -> Exam? {
    if let node = need(fields, "format", "\"\(ExamReader.format)\""), node.string != ExamReader.format {
      let given = node.string.map(ScreenText.quoted) ?? node.kindInWords
      error(node.offset, "\"format\" is \(given), which this program does not read", "write \"\(ExamReader.format)\"")
    }
    let id = need(fields, "id", "\"geography\"").flatMap { identifier($0, of: "the exam's \"id\"") }
    let title = neededText(fields, "title")
    let language = self.language(fields)
    let minutes = whole(fields, "minutes", in: 1...480, example: 15)
    let shuffle = bool(fields, "shuffle") ?? false
    let shuffleChoices = bool(fields, "shuffleChoices") ?? false
    let navigation = word(fields, "navigation", Exam.Navigation.allCases) ?? .free
    let verdict = word(fields, "verdict", Exam.Verdict.allCases) ?? .end
    let report = word(fields, "report", Exam.Report.allCases) ?? .full
    let policy = fields["policy"].flatMap { self.policy($0) } ?? .standard
    let (questions, bank) = read(&self)
    let draw = fields["draw"].flatMap { self.draw($0, from: bank) }
    guard errorCount == 0, let id, let title else { return nil }
    return Exam(
      id: id, title: title, language: language, minutes: minutes, shuffle: shuffle, shuffleChoices: shuffleChoices,
      navigation: navigation, draw: draw, verdict: verdict, report: report, policy: policy, questions: questions)
  }

  mutating func language(_ fields: Fields) -> String {
    guard let node = fields["language"] else { return "en" }
    guard let tag = node.string else {
      wrongType(node, "language", "a text", "write \"en\"")
      return "en"
    }
    if !Self.isLanguageTag(tag) {
      error(
        node.offset, "\"language\" \(ScreenText.quoted(tag)) is not a language tag", "write \"en\", \"fr\", \"pt-BR\" …"
      )
    }
    return tag
  }

  private mutating func questions(_ fields: Fields, lineOf: (Int) -> Int) -> (questions: [Question], offsets: [Int]) {
    guard let node = need(fields, "questions", "[ … ]"),
      let elements = list(node, "questions", most: Self.mostQuestions, mend: "divide them among several exams")
    else { return ([], []) }
    var questions: [Question] = []
    questions.reserveCapacity(elements.count)
    var offsets: [Int] = []
    offsets.reserveCapacity(elements.count)
    var seen: [String: Int] = [:]
    seen.reserveCapacity(elements.count)
    for element in elements {
      if let idNode = element["id"], let id = idNode.string {
        if let first = seen[id] {
          let line = isListFull ? 0 : lineOf(first)
          error(
            idNode.offset, "the id \(ScreenText.quoted(id)) is given twice (first on line \(line))",
            "give each question an id of its own")
        } else {
          seen[id] = idNode.offset
        }
      }
      if let question = self.question(element) {
        questions.append(question)
        offsets.append(element.offset)
      }
    }
    if elements.isEmpty {
      error(node.offset, "the exam has no questions", "add at least one to \"questions\"")
    } else if questions.count == elements.count, questions.allSatisfy({ $0.kind == .description }) {
      error(node.offset, "the exam has descriptions but no question", "add a question of another type")
    }
    return (questions, offsets)
  }

  private mutating func draw(_ node: JSONNode, from bank: Int) -> Exam.Draw? {
    guard let fields = fields(node, of: "\"draw\"", allowed: ["count", "spreadBy"]) else { return nil }
    let spread = word(fields, "spreadBy", Exam.Draw.Spread.allCases)
    guard let countNode = need(fields, "count", "20"),
      let count = whole(fields, "count", in: 1...1_000_000, example: 20)
    else { return nil }
    // Refused questions are missing from the bank, so the comparison waits until there are none.
    if errorCount == 0, count > bank {
      error(
        countNode.offset, "\"draw\" asks for \(count) questions, but the exam has \(bank)",
        "lower \"count\" to \(bank) or less, or add questions")
    }
    return Exam.Draw(count: count, spreadBy: spread)
  }

  private mutating func policy(_ node: JSONNode) -> ExamPolicy? {
    guard let fields = fields(node, of: "\"policy\"", allowed: ["proctor", "required", "detections"]) else {
      return nil
    }
    let proctor = bool(fields, "proctor") ?? false
    var required: [RestrictionID] = []
    if let node = fields["required"], let elements = list(node, "required") {
      for element in elements {
        guard let id = word(element, "a restriction", RestrictionID.allCases), !required.contains(id) else { continue }
        required.append(id)
      }
    }
    return ExamPolicy(proctor: proctor, required: required, detections: detections(fields))
  }

  /// What is to be done about each restriction that can only be detected.
  mutating func detections(_ fields: Fields) -> [RestrictionID: ExamPolicy.Detection] {
    guard let node = fields["detections"],
      let found = self.fields(node, of: "\"detections\"", allowed: RestrictionID.allCases.map(\.rawValue))
    else { return [:] }
    var detections: [RestrictionID: ExamPolicy.Detection] = [:]
    for member in found.members {
      guard let id = RestrictionID(rawValue: member.key) else { continue }
      detections[id] = word(member.value, "\"\(member.key)\"", ExamPolicy.Detection.allCases)
    }
    return detections
  }
}
