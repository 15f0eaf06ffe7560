import Testing

/// One of them: the file, and what is said.
struct BrokenExam: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  let problems: [String]
  var testDescription: String { name }

  init(_ name: String, _ text: String, _ problems: String...) {
    self.name = name
    self.text = text
    self.problems = problems
  }
}

/// Exam files with a mistake, and every word that is said about it: "line:column: what is wrong: the mend".
let brokenExams = brokenSyntax + brokenHeads + brokenQuestions + brokenKinds
