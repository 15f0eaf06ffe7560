import Testing

@testable import KioskCore

/// What a writer has written reads back as the same questions.
@Suite("Banks: there and back")
struct RoundTripTests {
  /// The questions, without the lines they stood on.
  static func bare(_ questions: [BankQuestion]) -> [BankQuestion] {
    questions.map { BankQuestion(question: $0.question, name: $0.name, tags: $0.tags, line: 0) }
  }

  @Test("every GIFT case, through GIFT", arguments: GIFTCaseTests.cases.map(\.file) + GIFTTrapTests.traps.map(\.gift))
  func throughGIFT(_ source: String) {
    let first = GIFTTrapTests.source(source)
    let written = BankWriting.write(first.questions, as: .gift, name: "x")
    let second = Banks.read(written.bytes)
    #expect(
      Self.bare(second.questions) == Self.bare(first.questions), "\(String(decoding: written.bytes, as: UTF8.self))")
    #expect(second.errors.isEmpty)
  }

  @Test(
    "every GIFT case is an exam file that opens",
    arguments: GIFTCaseTests.cases.map(\.file) + GIFTTrapTests.traps.map(\.gift))
  func throughJSON(_ source: String) {
    let first = GIFTTrapTests.source(source)
    guard first.questions.contains(where: { $0.question.kind != .description }) else { return }
    let written = BankWriting.write(first.questions, as: .json, name: "some/Case.gift")
    #expect(written.losses.isEmpty)
    let reading = ExamReader.read(written.bytes)
    #expect(reading.exam?.questions == first.questions.map(\.question), "\(reading.problems)")
    #expect(reading.exam?.id == "Case")
  }
}
