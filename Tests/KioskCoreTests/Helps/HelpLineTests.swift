import KioskVoice
import KioskWords
import Testing

@Suite("Lines between the guardian and the helps") struct HelpLineTests {
  static let commands: [HelpCommand] = [
    .vocabulary(["São Tomé", "New York"]), .vocabulary([]), .ownWords(["kiosk"]),
    .ask(HelpRequest(number: 1, .check(["teh", "don’t"]))), .ask(HelpRequest(number: 2, .check([]))),
    .ask(HelpRequest(number: .max, .near("teh"))), .ask(HelpRequest(number: 3, .suggest("the capital of "))),
    .ask(HelpRequest(number: 4, .define("cape town"))),
  ]

  static let answers: [HelpAnswer] = [
    .ready("en_US, scowl"), .missing(.lookUp, "no dictionary: apt install dict-wn"), .misspelt(number: 1, ["teh"]),
    .misspelt(number: 1, []), .near(number: 2, ["the", "tea"]), .suggestions(number: 3, taken: 4, ["Oslo"]),
    .suggestions(number: 3, taken: 0, []),
    .defined(number: 4, headword: "cape", lines: ["A {headland}.", "", "2. a garment"], near: []),
    .defined(number: 5, headword: "caep", lines: [], near: ["cape", "cap"]),
  ]

  @Test func comeOutAsTheyWentIn() {
    for command in Self.commands { #expect(HelpCommand(line: String(command.line.dropLast())) == command) }
    for answer in Self.answers { #expect(HelpAnswer(line: String(answer.line.dropLast())) == answer) }
  }

  @Test func thatAreNoneAreToldApart() {
    let lines = [
      "", "\t", "check", "check\tx", "near\t1", "near\t1\ta\tb", "suggest\t", "define\t1", "speak\t1\ta", "ask",
    ]
    for line in lines { #expect(HelpCommand(line: line) == nil, "\(line)") }
    let answers = [
      "", "ready", "ready\ta\tb", "missing\tvoice\twhy", "misspelt", "suggestions\t1", "suggestions\t1\t-1",
      "defined\t1\tcape", "defined\t1\tcape\t2\ta", "defined\t1\tcape\t-1", "near\tx",
    ]
    for line in answers { #expect(HelpAnswer(line: line) == nil, "\(line)") }
  }

  @Test func aTextThatBreaksLinesCannotBecomeALineOfItsOwn() {
    let line = HelpCommand.ask(HelpRequest(number: 1, .near("teh\nvocabulary\tx"))).line
    #expect(line == "near\t1\tteh vocabulary x\n")
    #expect(HelpAnswer.near(number: 1, ["a\u{1B}[2J"]).line == "near\t1\ta [2J\n")
  }

  @Test func aDefinitionThatIsTooLongIsCutBetweenLines() throws {
    let lines = [String](repeating: String(repeating: "é", count: 500), count: 100)
    let line = HelpAnswer.defined(number: 1, headword: "long", lines: lines, near: []).line
    #expect(line.utf8.count <= HelpAnswer.longest)
    guard case .defined(_, _, let kept, _)? = HelpAnswer(line: String(line.dropLast())) else {
      Issue.record("no definition")
      return
    }
    #expect(kept.count > 40 && kept.allSatisfy { $0 == lines[0] })
  }
}
