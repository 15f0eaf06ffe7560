/// Something wrong in an exam file, with the place and the mend.
public struct ExamProblem: Equatable, Sendable {
  /// How much it matters.
  public enum Severity: String, Sendable {
    /// The exam cannot be used.
    case error
    /// It can, but probably is not what its author meant.
    case warning
  }

  /// The line, from 1, over LF, CRLF and CR.
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int
  /// How much it matters.
  public let severity: Severity
  /// What is wrong, in plain words.
  public let message: String
  /// What to do about it.
  public let hint: String?

  /// Makes a problem.
  public init(line: Int, column: Int, severity: Severity, message: String, hint: String?) {
    self.line = line
    self.column = column
    self.severity = severity
    self.message = message
    self.hint = hint
  }

  /// One line for stderr: "capitals.exam.json:12:5: "minutes" must be a whole number: write 15".
  public func described(file: String) -> String {
    let place = "\(ScreenText.fitted(file)):\(line):\(column): \(message)"
    return hint.map { "\(place): \($0)" } ?? place
  }
}

/// What came of reading an exam file.
public struct ExamReading: Equatable, Sendable {
  /// The exam; `nil` where a problem is an error.
  public let exam: Exam?
  /// Everything found, in the file's order.
  public let problems: [ExamProblem]
  /// The line each of the exam's questions begins on, in their order.
  public let lines: [Int]
}
