/// What a reader found wrong, by the byte it stands at; lines and columns are worked out once, in one pass.
struct BankFindings {
  private struct Finding {
    let offset: Int
    let severity: ExamProblem.Severity
    let message: String
    let hint: String?
  }

  /// More than this are not listed one by one: a file that bad is another kind of file. How many there are more is said.
  static let listed = 10_000

  private var findings: [Finding] = []
  private(set) var errorCount = 0
  private var unlisted = 0

  mutating func error(_ offset: Int, _ message: @autoclosure () -> String, _ hint: @autoclosure () -> String? = nil) {
    errorCount += 1
    add(offset, .error, message, hint)
  }

  mutating func warn(_ offset: Int, _ message: @autoclosure () -> String, _ hint: @autoclosure () -> String? = nil) {
    add(offset, .warning, message, hint)
  }

  private mutating func add(
    _ offset: Int, _ severity: ExamProblem.Severity, _ message: () -> String, _ hint: () -> String?
  ) {
    guard findings.count < Self.listed else {
      unlisted += 1
      return
    }
    findings.append(Finding(offset: offset, severity: severity, message: message(), hint: hint()))
  }

  /// Every problem in the file's order, with its place in `bytes`.
  func problems(in bytes: UnsafeBufferPointer<UInt8>) -> [ExamProblem] {
    var finder = TextPlaceFinder(bytes)
    let order = findings.indices.sorted { (findings[$0].offset, $0) < (findings[$1].offset, $1) }
    var problems: [ExamProblem] = order.map { index in
      let finding = findings[index]
      let place = finder.place(of: finding.offset)
      return ExamProblem(
        line: place.line, column: place.column, severity: finding.severity, message: finding.message,
        hint: finding.hint)
    }
    if unlisted > 0, let last = problems.last {
      problems.append(
        ExamProblem(
          line: last.line, column: last.column, severity: errorCount > 0 ? .error : .warning,
          message: "there are \(unlisted) problems more, which are not listed",
          hint: "mend these first, or look whether it is another kind of file"))
    }
    return problems
  }
}
