import Testing

@testable import KioskCore

/// What a writer has written reads back as the same questions; what its format cannot say it has listed.
@Suite("Banks: there and back")
struct RoundTripTests {
  /// Every case and every trap, by the format it is written in.
  static let sources: [(name: String, bytes: [UInt8], format: BankFormat)] =
    GIFTCaseTests.cases.map { ($0.file, Repository.bytes("Tests/Fixtures/gift/\($0.file).gift"), .gift) }
    + GIFTTrapTests.traps.map { ($0.gift, Array($0.gift.utf8), .gift) }
    + AikenTests.traps.map { ($0.gift, Array($0.gift.utf8), .aiken) }
    + CSVTests.traps.map { ($0.gift, Array($0.gift.utf8), .csv) }
    + MoodleTests.traps.map { ($0.gift, Array(MoodleTests.quiz($0.gift).utf8), .moodle) }
    + odd
    + [("every-type", Repository.bytes("Tests/Fixtures/every-type.exam.json"), .json)]

  /// What nobody means to write, in which something was lost on the way.
  private static let odd: [(name: String, bytes: [UInt8], format: BankFormat)] = [
    ("a mark without its letter", Array("Q {=a =\u{0346}b}\n".utf8), .gift),
    ("a pair that begins like a weight", Array("Q {=[html]%50%a -> b =c -> [html]%5%d}\n".utf8), .gift),
    ("tags that are text", Array("Q {=a ~b####[html]x &lt;/b&gt; y}\n".utf8), .gift),
    ("a stem like a key", Array("ANSWER\u{200B}: B {=a ~b}\n\nA\u{200B}. x {=a ~b}\n".utf8), .gift),
    // U+FFFF and U+1FFFE, which no literal may hold.
    (
      "noncharacters",
      Array("prompt,answers\nQ".utf8) + [0xEF, 0xBF, 0xBF] + Array("?,a".utf8) + [0xF0, 0x9F, 0xBF, 0xBE, 0x0A], .csv
    ),
  ]

  /// A question without the line it stood on.
  private static func bare(_ entry: BankQuestion) -> BankQuestion {
    BankQuestion(question: entry.question, name: entry.name, tags: entry.tags, line: 0)
  }

  @Test("every case and trap, through every format", arguments: BankFormat.allCases, sources.indices)
  func thereAndBack(_ format: BankFormat, _ index: Int) {
    let source = Self.sources[index]
    let first = Banks.read(source.bytes, as: source.format)
    let written = BankWriting.write(first.questions, as: format, name: "x")
    let second = Banks.read(written.bytes, as: format)
    let text = String(decoding: written.bytes, as: UTF8.self)
    let lossy = Set(written.losses.map(\.question))
    let kept = first.questions.filter { !lossy.contains($0.question.id) }.map(Self.bare)
    let found = Dictionary(second.questions.map { ($0.question.id, Self.bare($0)) }) { first, _ in first }
    for entry in kept {
      #expect(found[entry.question.id] == entry, "\(source.name)\n\(text)")
    }
    if format == .json {
      #expect(written.losses.isEmpty)
      if first.questions.contains(where: { $0.question.kind != .description }) {
        #expect(second.errors.isEmpty, "\(text)")
      }
    } else {
      #expect(second.errors.isEmpty, "\(second.problems)\n\(text)")
    }
    // What is written of what was read is the same file again.
    if written.losses.isEmpty {
      #expect(BankWriting.write(second.questions, as: format, name: "x").bytes == written.bytes, "\(source.name)")
    }
  }

  @Test("blanks on both sides of what is left out are one, as in every text with marks of HTML")
  func nothingStandsBetweenBlanks() {
    let text = Array("Q\nA. x\nB. y\nANSWER: A\nFeedback: <b>a</b>\0 \0 b\n".utf8)
    let read = Banks.read(text, as: .aiken)
    #expect(read.questions.first?.question.feedback == LocalizedText("*a* b"))
  }

  @Test("what cannot be said is said to be lost")
  func whatCannotBeSaidIsListed() {
    let all = Banks.read(Repository.bytes("Tests/Fixtures/every-type.exam.json"), as: .json).questions
    for format in BankFormat.allCases where format != .json {
      let written = BankWriting.write(all, as: format, name: "x")
      let back = Set(Banks.read(written.bytes, as: format).questions.map(\.question.id))
      let lossy = Set(written.losses.map(\.question))
      for entry in all where !lossy.contains(entry.question.id) {
        #expect(back.contains(entry.question.id), "\(format): \(entry.question.id) is gone without a word")
      }
      #expect(!lossy.isEmpty)
    }
  }

  @Test("an exam made of a bank opens", arguments: sources.indices)
  func anExamOpens(_ index: Int) {
    let source = Self.sources[index]
    let first = Banks.read(source.bytes, as: source.format)
    guard first.questions.contains(where: { $0.question.kind != .description }) else { return }
    let written = BankWriting.write(first.questions, as: .json, name: "some/My Case.gift")
    let reading = ExamReader.read(written.bytes)
    #expect(reading.exam?.questions == first.questions.map(\.question), "\(reading.problems)")
    #expect(reading.exam?.id == "my-case" && reading.exam?.title == LocalizedText("My Case"))
  }
}
