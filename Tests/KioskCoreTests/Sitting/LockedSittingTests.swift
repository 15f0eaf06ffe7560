import KioskCore
import SittingScript
import Testing

/// Home, helps, time and the end.
@Suite struct LockedSittingTests {
  private var test: SittingScript {
    var script = SittingScript.test()
    script.go(to: 1)
    return script
  }

  @Test(arguments: HomeKey.allCases) func everyHomeKeyIsBlockedAndCounted(_ key: HomeKey) {
    var script = test
    let effects = script.send(.homePressed(key))
    #expect(effects.contains(.reportHome(key)))
    #expect(script.state.banner?.text == Banner.blockedText)
    #expect(script.state.stage == .question)
  }

  @Test func homeInsideTextGoesToTheStartFirst() {
    var script = test
    script.type("Gib")
    #expect(!script.send(.homePressed(.home)).contains(.reportHome(.home)))
    #expect(script.state.sitting?.entry?.draft.editor?.caret == 0)
    #expect(script.send(.homePressed(.home)).contains(.reportHome(.home)))
  }

  /// A key pressed twice while the program was busy came as one text, "yy", which no screen knew.
  @Test func keysOfOneReadAreEachAKeyWhereNoTextIsTyped() {
    var script = test
    script.press(.action(.review), .action(.review), .typed("yy"))
    #expect(script.state.stage == .report)

    script = .test()
    script.go(to: SampleExam.Place.multiple.rawValue)
    script.press(.typed("ac"))
    #expect(script.state.sitting?.entry?.draft.response == .choice([0, 2]))

    script = test
    script.press(.typed("Gib"))
    #expect(script.state.sitting?.entry?.draft.editor?.text == "Gib")
  }

  @Test func threePressesOpenThePanel() {
    var script = test
    for press in 1...3 {
      script.now = script.now.adding(300)
      script.send(.homePressed(.escape))
      #expect((script.state.overlay != nil) == (press == 3))
    }
    #expect(script.state.overlay == .panel(row: 0))
    script.press(.moved(.right), .enter)
    #expect(script.state.overlay == .confirm(.handIn, yes: false))
  }

  @Test func differentKeysAndSlowPressesDoNotOpenIt() {
    var script = test
    for key in [HomeKey.escape, .ctrlC, .escape, .ctrlC] {
      script.now = script.now.adding(200)
      script.send(.homePressed(key))
    }
    #expect(script.state.overlay == nil)
    for _ in 0..<6 {
      script.now = script.now.adding(900)
      script.send(.homePressed(.escape))
    }
    #expect(script.state.overlay == nil)
  }

  @Test func autoRepeatIsOnePress() {
    var script = test
    var counted = 0
    for _ in 0..<40 {
      script.now = script.now.adding(33)
      counted += script.send(.homePressed(.escape)).contains(.reportHome(.escape)) ? 1 : 0
    }
    #expect(counted == 1)
    #expect(script.state.overlay == nil)
  }

  @Test(arguments: [Action.lookUp]) func withdrawnFeaturesSayThatTheyAreOff(_ action: Action) {
    var script = test
    let effects = script.send(.pressed(.action(action)))
    #expect(script.state.overlay == nil)
    #expect(script.state.banner?.text == "Look up is off during the test")
    #expect(effects.contains { if case .note("withheld", _) = $0 { true } else { false } })
  }

  @Test func pasteIsRefusedAndNoted() {
    var script = test
    let effects = script.send(.pressed(.pasted("Gibraltar")))
    #expect(script.state.sitting?.entry?.draft.isEmpty == true)
    #expect(effects.contains { if case .note("pasteRefused", _) = $0 { true } else { false } })
    #expect(script.state.banner?.text == "Paste is off during the test")
  }

  @Test func noHelpIsAskedForInATest() {
    var script = test
    script.type("Stra")
    #expect(!script.effects.contains { if case .askHelps = $0 { true } else { false } })
    #expect(!script.effects.contains { if case .openHelps = $0 { true } else { false } })
    #expect(script.state.sitting?.assistance.suggestions.isEmpty == true)
  }

  @Test func practiceSuggestsAndTabTakesIt() {
    var script = SittingScript.practice()
    script.go(to: 1)
    script.type("Stra")
    #expect(script.state.sitting?.assistance.suggestions == ["Strait of Gibraltar"])
    script.press(.focusMoved(forward: true))
    #expect(script.state.sitting?.entry?.draft.response == .text("Strait of Gibraltar"))
    script.press(.focusMoved(forward: true))
    #expect(script.state.focus == .footer(0))
  }

  @Test func theClockStartsWithTheFirstKey() {
    var script = SittingScript.test()
    script.wait(30_000)
    #expect(script.state.sitting?.clock.isRunning == false)
    script.press(.typed("x"))
    script.wait(10_000)
    #expect(script.state.sitting?.clock.consumed(at: script.now) == 10_000)
  }

  @Test func theClockStartsByItselfAfterAMinute() {
    var script = SittingScript.test()
    script.wait(61_000)
    #expect(script.state.sitting?.clock.consumed(at: script.now) == 1000)
  }

  @Test func handInAsksWithFocusOnNo() {
    var script = test
    script.press(.action(.review), .action(.review))
    #expect(script.state.overlay == .confirm(.handIn, yes: false))
    script.press(.enter)
    #expect(script.state.stage == .review)
    script.press(.focusMoved(forward: true), .enter, .moved(.right), .enter)
    #expect(script.state.stage == .report)
    #expect(script.state.report?.end == .submitted)
    #expect(script.state.lock.phase == .open)
    #expect(script.state.banner?.text == Banner.openText)
  }

  @Test func timeOutHandsInWhatIsThere() {
    var script = test
    script.type("Gibr")
    script.wait(600_001)
    #expect(script.state.stage == .report)
    #expect(script.state.report?.end == .expired)
    #expect(
      script.committed.contains { if case .response(.text("Gibr")) = $0.kind { $0.slot == 1 } else { false } })
    #expect(script.state.lock.phase == .open)
  }

  @Test func theCapHandsInToo() {
    var script = SittingScript.test(SampleExam.exam(navigation: .free, verdict: .end, minutes: nil))
    script.go(to: 1)
    script.type("x")
    script.send(.guardianSaid(.capReached))
    #expect(script.state.report?.end == .expired)
  }

  @Test func nothingIsReleasedBeforeItIsSealed() {
    var script = test
    script.type("Gibraltar")
    script.world.storeFault = "the disk is full"
    script.press(.action(.review), .action(.review), .typed("y"))
    #expect(script.state.stage == .handingIn)
    #expect(script.state.isLocked)
    #expect(!script.effects.contains { if case .requestUnlock = $0 { true } else { false } })
    script.send(.homePressed(.escape))
    #expect(script.state.stage == .handingIn)
    script.world.storeFault = ""
    script.wait(2500)
    #expect(script.state.stage == .report)
  }

  @Test func aidsAreResetAtTheEnd() {
    var script = test
    script.press(.action(.aids), .enter, .action(.aids))
    #expect(script.state.aids.isOn(.invert))
    script.press(.action(.review), .action(.review), .typed("y"))
    #expect(script.state.aids == Aids())
  }

  @Test func losingTheTerminalKeepsTheAttempt() {
    for event in [SittingEvent.terminalGone, .guardianLost] {
      var script = test
      script.type("Gibr")
      let effects = script.send(event)
      #expect(effects.contains { if case .preserve = $0 { true } else { false } })
      #expect(effects.contains { if case .leave(75, _) = $0 { true } else { false } })
    }
  }

  @Test func keysAreDeadWhileTheTerminalIsTooSmall() {
    var script = test
    script.type("Gib")
    script.send(.resized(columns: 50, rows: 15))
    script.type("raltar")
    script.press(.enter)
    #expect(script.state.isLocked)
    script.send(.resized(columns: 80, rows: 24))
    #expect(script.state.sitting?.entry?.draft.editor?.text == "Gib")
  }

  @Test func questionsAreHiddenWhileTheLockIsNotWhole() {
    var script = test
    script.type("Gib")
    script.send(.guardianSaid(.lockChanged(script.report(.interrupted))))
    #expect(script.state.isHidden)
    script.type("raltar")
    script.press(.enter)
    for _ in 0..<3 {
      script.now = script.now.adding(300)
      #expect(script.send(.homePressed(.escape)).contains(.reportHome(.escape)))
    }
    #expect(script.state.overlay == nil)
    script.send(.guardianSaid(.lockChanged(script.report(.locked))))
    #expect(!script.state.isHidden)
    #expect(script.state.sitting?.entry?.draft.editor?.text == "Gib")
  }

  @Test func aTestThatRanOutWhileNobodyWasThereIsHandedIn() throws {
    let attempt = try #require(test.state.sitting?.attempt)
    var launch = Launch()
    launch.resume = attempt.id
    var script = SittingScript(launch)
    script.world.loaded = (attempt, ResumePoint(marks: [], current: 1, consumed: 0))
    script.state.lock = script.report(.expired)
    script.send(.started)
    #expect(script.state.report?.end == .expired)
    #expect(script.state.lock.phase == .open)
  }

  @Test func longTextScrollsNoFurtherThanItGoes() {
    var script = test
    script.press(.action(.help))
    script.send(.laidOut(scrollLimit: 4))
    for _ in 0..<9 { script.press(.moved(.down)) }
    #expect(script.state.overlay == .help(scroll: 4))
    script.press(.action(.next), .moved(.up))
    #expect(script.state.overlay == .help(scroll: 3))
  }
}
