import SittingScript
import Testing

@testable import KioskCore

@Suite("Sharing and pasting in practice")
struct ShareTests {
  private func practice() -> SittingScript {
    var script = SittingScript.practice()
    while script.state.sitting?.slot?.question.typeName != "shortAnswer" { script.press(.action(.next)) }
    return script
  }

  private func answer(_ script: SittingScript) -> String? { script.state.sitting?.entry?.draft.editor?.text }

  @Test func whatIsCopiedIsPasted() {
    var script = practice()
    script.press(.action(.share))
    script.type("q")
    let question = script.state.sitting?.slot?.question.prompt.text(in: "en") ?? ""
    #expect(!question.isEmpty && script.state.register == question)
    #expect(script.effects.contains(.copy(question)))
    script.type("Ottawa")
    script.press(.action(.share), .moved(.down), .enter)
    #expect(script.state.register == "Ottawa" && script.effects.contains(.copy("Ottawa")))
    #expect(script.state.banner?.text.hasPrefix("Your answer is copied") == true)
    script.press(.action(.share))
    script.type("p")
    #expect(answer(script) == "OttawaOttawa")
  }

  @Test func nothingToCopyOrPasteIsSaid() {
    var script = practice()
    script.press(.action(.share))
    script.type("a")
    #expect(script.state.banner?.text == "There is no answer to copy yet.")
    script.press(.action(.share))
    script.type("p")
    #expect(script.state.banner?.text == "Nothing has been copied here yet.")
    #expect(answer(script) == "")
  }

  @Test func everyQuestionCanBeCopiedAndNoneGivesItsAnswerAway() {
    var script = SittingScript.practice()
    for place in 0..<(script.state.sitting?.entries.count ?? 0) {
      script.go(to: place)
      script.press(.action(.share), .enter)
      #expect(!script.state.register.isEmpty)
      if case .spelling(let spelling)? = script.state.sitting?.slot?.question.kind {
        #expect(!script.state.register.contains(spelling.word))
      }
      if case .ordering(let items)? = script.state.sitting?.slot?.question.kind {
        let order = items.map { "- " + $0.text(in: "en") }.joined(separator: "\n")
        #expect(!script.state.register.contains(order))
      }
    }
  }

  /// In a test each is refused with its sentence and on the ledger, and what was copied before is gone.
  @Test func aTestRefusesEachAndForgetsTheRegister() {
    var script = practice()
    script.type("Ottawa")
    script.press(.action(.share))
    script.type("a")
    #expect(script.state.register == "Ottawa")
    let copied = script.state
    var test = SittingScript.test()
    test.press(.action(.share))
    #expect(test.state.overlay == nil && test.state.banner?.text == "Share is off during the test")
    #expect(test.effects.contains(.note(what: "withheld", detail: "share")))
    // The panel was open when the lock came: its rows do nothing.
    test.state.overlay = .share(Share())
    test.type("q")
    #expect(test.state.overlay == nil && test.state.register.isEmpty)
    #expect(!test.effects.contains { if case .copy = $0 { true } else { false } })
    // From a practice into a test.
    var launch = Launch()
    launch.exam = "sample"
    launch.candidate = Candidate(name: "Ada")
    var carried = SittingScript(launch)
    carried.state.register = copied.register
    carried.send(.started)
    #expect(carried.state.register == "Ottawa" && carried.state.stage == .consent)
    carried.press(.typed("y"))
    if case .soundCheck? = carried.state.overlay { carried.press(.moved(.up), .enter) }
    #expect(carried.state.isLocked && carried.state.stage == .question && carried.state.register.isEmpty)
  }

  @Test func theReportOfAPracticeIsSavedAndNeverSilentlyOver() throws {
    var script = practice()
    script.type("Ottawa")
    script.press(.enter, .action(.review), .action(.handIn))
    script.type("y")
    #expect(script.state.stage == .report && script.state.footer.contains(.share))
    script.press(.action(.share), .enter)
    let path = try #require(script.world.files.keys.first)
    #expect(script.state.banner?.text == "The report is saved in \(path).")
    #expect(script.world.files[path]?.contains("a practice") == true)
    script.world.files[path] = "older"
    script.press(.action(.share), .enter)
    #expect(script.world.files[path] == "older")
    guard case .share(let share)? = script.state.overlay else { return #expect(Bool(false)) }
    #expect(share.saving?.notice.contains("there already") == true)
    // Another name is not the one that was asked about.
    script.type("x")
    script.press(.enter)
    #expect(script.world.files[path] == "older" && script.world.files.count == 2)
    script.press(.action(.share), .enter, .enter)
    #expect(script.world.files[path]?.contains("a practice") == true)
    script.press(.action(.share), .edited(.deleteToStart))
    script.type("/nowhere/x")
    script.press(.enter)
    guard case .share(let failed)? = script.state.overlay else { return #expect(Bool(false)) }
    #expect(failed.saving?.notice == "/nowhere is no folder: name one that is there.")
  }

  @Test func theReportOfATestIsNotSaved() {
    var script = SittingScript.test()
    script.press(.action(.review), .action(.handIn))
    script.type("y")
    #expect(script.state.stage == .report && !script.state.footer.contains(.share))
    script.press(.action(.share))
    #expect(script.state.overlay == nil && script.world.files.isEmpty)
    script.send(.reportFileProposed("/tmp/x"))
    #expect(script.state.overlay == nil)
  }

  @Test func helpOverAPageGivesItBack() {
    var script = practice()
    script.press(.action(.lookUp))
    script.type("knight")
    let before = script.state.overlay
    script.press(.action(.help))
    #expect(script.state.overlay == .help(scroll: 0))
    script.send(.homePressed(.escape))
    #expect(script.state.overlay == before)
    script.press(.action(.help), .enter)
    #expect(script.state.overlay == before)
  }
}
