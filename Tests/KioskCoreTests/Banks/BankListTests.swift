import Testing

@testable import KioskCore

/// A list of a bank and the outline of its exam are found without building the questions; they say what a whole reading says.
@Suite("Banks: lists")
struct BankListTests {
  @Test("every case and trap listed is as it is read", arguments: RoundTripTests.sources.indices)
  func aListSaysWhatAWholeReadingSays(_ index: Int) {
    let source = RoundTripTests.sources[index]
    let (bank, summary) = BankReading.bank(source.bytes, as: source.format)
    var listed: [String] = []
    let list = source.bytes.withUnsafeBufferPointer { file in
      BankReading.list(file, as: source.format) {
        listed.append("\($0.line) \($0.id) \($0.typeName) \($0.isDescription) \($0.title)")
      }
    }
    #expect(list == summary, "\(source.name)")
    let read = bank.questions.map { entry in
      let question = entry.question
      return
        "\(entry.line) \(question.id) \(question.typeName) \(question.kind == .description) \(entry.title)"
    }
    #expect(listed == read, "\(source.name)")
  }

  @Test(
    "what is said of a bank before it is sat is said without its questions", arguments: RoundTripTests.sources.indices)
  func anOutlineIsTheExamWithoutItsQuestions(_ index: Int) {
    let source = RoundTripTests.sources[index]
    let path = "bank.\(source.format == .moodle ? "xml" : source.format.rawValue)"
    let whole = BankExam.open(source.bytes, path: path)
    let outline = BankExam.outline(source.bytes, path: path)
    #expect(outline.exam == whole.exam?.outline, "\(source.name)")
    #expect(outline.summary == whole.summary, "\(source.name)")
    let head = BankExam.head(source.bytes, path: path).head
    #expect(head == whole.exam.map { ExamHead($0) }, "\(source.name)")
  }

  /// Texts that stand in the file as they are point into it: lines taken out of a question must not shift them.
  @Test func textsAroundALineThatIsTakenOutStayWhole() {
    let read = Banks.read("::A:: Which?\n// a note\n{\n=yes\n// another\n~no#never\n}\n\n::B:: It is. {T}\n")
    #expect(read.outline == ["::A:: choice 'Which?' one {=yes ~no#never}", "::B:: trueFalse 'It is.' true"])
  }

  /// Found by fuzzing: a feedback with a line like a key in it was written so that it read back as a key.
  @Test func aFeedbackThatLooksLikeAKeyIsJoinedAndTold() throws {
    let choices = ["x", "y"].map { Choice(text: LocalizedText($0), fraction: $0 == "x" ? .one : .zero) }
    let question = Question(
      id: "q1", prompt: LocalizedText("Which?"), points: .one,
      feedback: LocalizedText("See below.\nanswer: B\nFeedback: no\nso"),
      kind: .choice(choices: choices, multiple: false))
    let written = BankWriting.write([BankQuestion(question: question, line: 1)], as: .aiken, name: "x")
    #expect(written.losses.count == 2)
    let read = Banks.read(written.bytes, as: .aiken)
    #expect(read.problems.isEmpty)
    #expect(read.questions.first?.question.feedback?.text(in: "") == "See below. answer: B Feedback: no\nso")
  }

  /// A handful of choices is compared one with another, more by their hashes.
  @Test(arguments: [2, 9, 10, 30])
  func aChoiceGivenTwiceIsFoundAmongAnyNumber(_ count: Int) {
    let wrong = (1..<count).map { "~choice \($0)" }.joined(separator: " ")
    let read = Banks.read("Q {=right \(wrong) =right}")
    #expect(
      read.problems == [
        "1:\(12 + wrong.utf8.count) error: the choice \"right\" is given twice, and marked differently or right"
      ])
    #expect(read.questions.isEmpty)
  }
}
