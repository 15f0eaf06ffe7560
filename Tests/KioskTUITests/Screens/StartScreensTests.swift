import KioskCore
import SittingScript
import Testing

@testable import KioskTUI

/// What is seen before the test.
@Suite struct StartScreensTests {
  private var lobby: SittingScript {
    var script = SittingScript()
    script.world.exams = [
      CatalogueItem(
        id: "geography", path: "geography.exam.json", title: "Geography", questions: 20, minutes: 10,
        lastResult: "17 of 20, 3 May"),
      CatalogueItem(
        id: "spelling", path: "spelling.exam.json", title: "Spelling", questions: 15, minutes: 15, lastResult: ""),
      CatalogueItem(
        id: "rivers", path: "rivers.exam.json", title: "Rivers", questions: 0, minutes: nil, lastResult: "",
        problem: "rivers.exam.json:12:7: there is no right answer: give one choice a fraction of 1"),
    ]
    return script
  }

  @Test func lobbyListsExams() {
    var script = lobby
    script.send(.started)
    ScreenGolden.expect(script, "lobby")
  }

  @Test func lobbyOffersInterruptedAttemptsFirst() {
    var script = lobby
    script.world.resumable = [
      ResumableItem(
        attempt: "A", exam: "geography", title: "Geography", candidate: "Ada Lovelace", answered: 3, questions: 20,
        mode: .test)
    ]
    script.send(.started)
    ScreenGolden.expect(script, "lobby-resume")
  }

  @Test func whatWasInterruptedCannotBePractisedYet() {
    var script = lobby
    script.send(.started)
    script.world.withholding = [SittingEvents.interrupted, SittingEvents.interrupted]
    script.press(.typed("p"), .moved(.down))
    ScreenGolden.expect(script, "practice-withheld")
    script.press(.enter)
    ScreenGolden.expect(script, "practice-withheld-end", ScreenGolden.sizes[0])
    script.press(.typed("n"))
    script.world.proctors = ProctorList(names: ["A. Smith"])
    script.world.withholding = [SittingEvents.interrupted]
    script.press(.typed("p"))
    ScreenGolden.expect(script, "practice-withheld-proctor")
    script.press(.moved(.down), .enter)
    ScreenGolden.expect(script, "practice-withheld-passcode", ScreenGolden.sizes[0])
  }

  @Test func lobbySaysWhyAnExamCannotStart() {
    var script = lobby
    script.send(.started)
    script.press(.moved(.down), .moved(.down), .focusMoved(forward: true))
    ScreenGolden.expect(script, "lobby-problem")
    script.press(.enter)
    #expect(script.state.stage == .fault && script.state.fault.count == 1)
  }

  @Test func emptyLobbySaysWhereExamsAreLookedFor() {
    var script = SittingScript()
    script.send(.started)
    ScreenGolden.expect(script, "lobby-empty")
  }

  @Test func formAsksForTheName() {
    var script = lobby
    script.send(.started)
    script.press(.enter, .enter)
    ScreenGolden.expect(script, "form-missing")
    script.type("Zoë Müller")
    ScreenGolden.expect(script, "form")
  }

  private func consent(_ change: (inout SittingScript) -> Void = { _ in }) -> SittingScript {
    var launch = Launch()
    launch.exam = "sample"
    launch.extraPercent = 25
    launch.candidate = Candidate(name: "Ada")
    var script = SittingScript(launch)
    change(&script)
    script.send(.started)
    return script
  }

  @Test func consentSaysWhatIsHeldAndForHowLong() {
    var script = consent()
    ScreenGolden.expect(script, "consent")
    ScreenGolden.layOut(&script)
    for _ in 0..<12 { script.press(.moved(.down)) }
    script.press(.focusMoved(forward: false))
    script.type("zxy")
    script.send(.keyboardRead("Caps Lock is on"))
    ScreenGolden.expect(script, "consent-scrolled")
  }

  @Test func engagingIsCalm() {
    var script = consent { $0.world.locks = false }
    script.press(.typed("y"))
    ScreenGolden.expect(script, "engaging")
  }

  @Test func refusalsAreToldWithTheirMend() {
    var script = consent {
      $0.world.refusal = .requirementsNotMet([
        RestrictionReport(id: .consoleSwitch, state: .unavailable(reason: "this is not a Linux console")),
        RestrictionReport(id: .clipboard, state: .requested),
      ])
    }
    script.press(.typed("y"))
    ScreenGolden.expect(script, "refused")
  }

  /// Yes was on offer, and only after it the test was told not to start.
  @Test func whereTheTestCannotStartItSaysWhyAndOffersNoStart() {
    var script = consent {
      $0.world.standsAgainst = .requirementsNotMet([
        RestrictionReport(id: .consoleSwitch, state: .unavailable(reason: "this is not a Linux console")),
        RestrictionReport(id: .sysRq, state: .unavailable(reason: "this is not a Linux console")),
        RestrictionReport(id: .clipboard, state: .requested),
        RestrictionReport(id: .multiplexer, state: .detected, finding: "tmux holds the other end"),
      ])
    }
    ScreenGolden.expect(script, "consent-blocked")
    script.press(.typed("y"))
    script.press(.typed("x"), .focusMoved(forward: true), .enter)
    #expect(script.state.stage == .consent)
    #expect(!script.effects.contains { if case .requestLock = $0 { true } else { false } })
    // What stood in the way is gone: looking again offers the start.
    script.world.standsAgainst = nil
    script.press(.typed("y"))
    #expect(script.state.stage == .consent && !script.state.consent.isBlocked)
    #expect(script.state.focus == .body(Consent.noPart))
    script.press(.typed("y"))
    #expect(script.state.stage == .question)
  }

  @Test func leavingATestThatCannotStartSaysWhy() {
    var script = consent {
      $0.world.standsAgainst = .requirementsNotMet([RestrictionReport(id: .clipboard, state: .requested)])
    }
    script.press(.enter)
    let reason = "the test cannot start on this terminal (clipboard): use another terminal, or ask the teacher"
    #expect(script.effects.last == .leave(status: 77, reason: reason))
  }

  @Test func aBankIsShownForWhatItIs() {
    var script = lobby
    script.send(.started)
    script.press(.enter)
    script.send(
      .bankOpened(
        SampleExam.everyType,
        preview: [
          "GIFT: 52 questions.", "  40 choice", "  12 shortAnswer", "1 question cannot be used, for the errors below.",
          "1 question of types that are not read:", "  line 40: ddmarker “…”: it is answered in a picture",
          "line 14, column 3: error: the brace that opens the answers is not closed (write } behind the last answer)",
        ]))
    ScreenGolden.expect(script, "bank-preview")
    #expect(script.state.stage == .preview)
    script.press(.enter)
    #expect(script.state.stage == .form && script.state.pending?.exam != nil)
    script.send(.homePressed(.escape))
    #expect(script.state.stage == .lobby)
  }

  @Test func faultsAreToldLineByLine() {
    var script = lobby
    script.send(.started)
    script.send(
      .examRejected(
        ["geography.exam.json:4:12: \"minuts\" is no key of an exam: did you mean \"minutes\"?"], status: 65))
    ScreenGolden.expect(script, "fault")
  }
}
