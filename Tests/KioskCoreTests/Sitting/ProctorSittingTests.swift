import KioskCore
import SittingScript
import Testing

/// The proctor at the candidate's terminal.
@Suite struct ProctorSittingTests {
  private func test(_ names: [String] = ["A. Smith"]) -> SittingScript {
    var script = SittingScript.test()
    script.go(to: 1)
    script.world.proctors = ProctorList(names: names)
    script.send(.guardianSaid(.proctors(script.world.proctors)))
    return script
  }

  private func tapHome(_ script: inout SittingScript) {
    script.now = script.now.adding(5000)
    for _ in 0..<3 {
      script.now = script.now.adding(300)
      script.send(.homePressed(.ctrlC))
    }
  }

  /// Through the panel to the prompt.
  private func prompt(_ script: inout SittingScript) {
    tapHome(&script)
    script.press(.moved(.left), .enter)
  }

  private func proctor() -> SittingScript {
    var script = test()
    prompt(&script)
    script.type("letmein")
    script.press(.enter)
    return script
  }

  private func panel(_ script: SittingScript) -> ProctorPanel? {
    if case .proctor(let panel)? = script.state.overlay { return panel }
    return nil
  }

  private func typed(_ script: SittingScript) -> PasscodePrompt? {
    if case .passcode(let prompt)? = script.state.overlay { return prompt }
    return nil
  }

  private func asked(_ script: SittingScript) -> [ProctorAct] {
    script.effects.compactMap { if case .askProctor(let act) = $0 { act } else { nil } }
  }

  private func checked(_ script: SittingScript) -> Int {
    script.effects.count { if case .checkPasscode = $0 { true } else { false } }
  }

  /// Chooses a row of the proctor's panel and says yes.
  private func choose(_ act: ProctorAct, _ script: inout SittingScript, yes: Bool = true) {
    while let panel = panel(script), script.state.proctorRows[panel.row] != act { script.press(.moved(.down)) }
    script.press(.enter)
    #expect(panel(script)?.asking == act)
    script.press(.typed(yes ? "y" : "n"))
  }

  @Test func withoutAPasscodeThereIsNoProctorInThePanel() {
    var script = test([])
    tapHome(&script)
    #expect(script.state.panelRows == [.goOn, .handIn])
  }

  @Test func theRightPasscodeOpensTheProctorsPanel() {
    let script = proctor()
    #expect(panel(script)?.name == "A. Smith")
    #expect(script.effects.contains(.checkPasscode(proctor: "", Secret("letmein".utf8) ?? Secret())))
  }

  @Test func nothingOfThePasscodeReachesTheAnswer() {
    var script = test()
    let drafts = script.effects.count { if case .recordDraft = $0 { true } else { false } }
    prompt(&script)
    script.type("letmein")
    script.press(.pasted("letmein"), .edited(.deleteBackward), .action(.review), .action(.help), .enter)
    #expect(script.state.sitting?.entry?.draft.isEmpty == true)
    #expect(drafts == script.effects.count { if case .recordDraft = $0 { true } else { false } })
    #expect(checked(script) == 1)
  }

  @Test func helpAtThePasscodeSaysWhoTypesItAndTakesNothingAway() {
    var script = test()
    prompt(&script)
    script.type("letm")
    script.press(.action(.help))
    guard case .passcode(let prompt)? = script.state.overlay else {
      Issue.record("the prompt is gone")
      return
    }
    #expect(prompt.notice.contains("proctor"))
    script.type("ein")
    script.press(.enter)
    #expect(panel(script) != nil)
  }

  /// What a busy machine reads at once comes as one text: refused as a whole, the few letters behind it were then taken.
  @Test(arguments: [[300, 10], [10, 280, 10], [256, 1]])
  func ofAPasscodeThatIsTooLongNothingIsLookedAt(_ counts: [Int]) {
    var script = test()
    prompt(&script)
    for count in counts { script.press(.typed(String(repeating: "x", count: count))) }
    #expect(typed(script)?.notice == "No passcode is that long.")
    #expect(typed(script)?.passcode.count == Secret.capacity)
    script.press(.enter)
    #expect(checked(script) == 0)
    #expect(typed(script)?.notice == "No passcode is that long.")
    script.press(.edited(.deleteBackward))
    #expect(typed(script)?.passcode.isEmpty == true && typed(script)?.notice == "")
    script.type("letmein")
    script.press(.enter)
    #expect(panel(script) != nil)
  }

  @Test func aWrongOneMakesEveryoneWaitAndACountdownRuns() {
    var script = test()
    prompt(&script)
    script.type("wrong")
    script.press(.enter)
    #expect(typed(script)?.notice.isEmpty == false)
    #expect(typed(script)?.passcode.isEmpty == true)
    #expect(script.state.passcodeWait(at: script.now) == 2)
    // Not even sent before the wait is over.
    script.type("letmein")
    script.press(.enter)
    #expect(checked(script) == 1)
    #expect(script.state.nextTick(after: script.now).map { $0.since(script.now) } == 1000)
    script.wait(1000)
    #expect(script.state.passcodeWait(at: script.now) == 1)
    script.wait(1000)
    script.type("letmein")
    script.press(.enter)
    #expect(panel(script) != nil)
  }

  @Test func emptyPasscodesAreIgnored() {
    var script = test()
    prompt(&script)
    script.press(.enter, .enter)
    #expect(checked(script) == 0)
    #expect(typed(script) != nil)
  }

  @Test func oneIsLookedAtAtATime() {
    var script = test()
    prompt(&script)
    script.type("letmein")
    // The guardian has not answered yet.
    _ = script.state.reduce(.pressed(.enter), now: script.now, wall: script.wall)
    #expect(typed(script)?.isChecking == true)
    script.type("again")
    script.press(.enter)
    #expect(checked(script) == 0)
    #expect(typed(script)?.passcode.isEmpty == true)
    // Closed before the answer came: nobody is let in behind it.
    script.send(.homePressed(.escape))
    let effects = script.send(.guardianSaid(.passcodeAnswered(.accepted("A. Smith"))))
    #expect(script.state.overlay == nil)
    #expect(effects.contains(.dismissProctor))
  }

  @Test func passcodesAreBoundedAndAnyCharacterIsTaken() {
    var script = test()
    prompt(&script)
    script.type("渥太华é🔑")
    #expect(typed(script)?.passcode.length == 5)
    script.press(.edited(.deleteBackward))
    #expect(typed(script)?.passcode.length == 4)
    script.press(.edited(.deleteToStart))
    #expect(typed(script)?.passcode.isEmpty == true)
    for _ in 0..<300 { script.press(.typed("x")) }
    #expect(typed(script)?.passcode.count == Secret.capacity)
    #expect(typed(script)?.notice == "No passcode is that long.")
  }

  @Test func oneOfSeveralProctorsIsChosenByName() {
    var script = test(["A. Smith", "B. Jones"])
    prompt(&script)
    script.press(.moved(.up), .moved(.right), .enter)
    script.type("letmein")
    script.press(.enter)
    #expect(script.effects.contains(.checkPasscode(proctor: "B. Jones", Secret("letmein".utf8) ?? Secret())))
    #expect(panel(script)?.name == "B. Jones")
  }

  @Test func pausedTheQuestionsAreHiddenAndTheClockStands() {
    var script = proctor()
    script.press(.moved(.up), .moved(.down))
    choose(.pause, &script)
    #expect(script.state.isPaused)
    let left = script.state.sitting?.clock.left(at: script.now)
    #expect(left != nil)
    #expect(script.send(.homePressed(.escape)).contains(.dismissProctor))
    script.wait(3_600_000)
    script.type("Gibraltar")
    script.press(.enter, .action(.review), .action(.help))
    #expect(script.state.stage == .question && script.state.overlay == nil)
    #expect(script.state.sitting?.clock.left(at: script.now) == left)
    #expect(script.state.sitting?.entry?.draft.isEmpty == true)
    // The candidate's panel has no way on; the proctor's has.
    tapHome(&script)
    #expect(script.state.panelRows == [.goOn, .proctor])
    script.press(.moved(.right), .enter)
    script.type("letmein")
    script.press(.enter)
    choose(.resume, &script)
    #expect(!script.state.isPaused)
    script.press(.enter)
    script.wait(1000)
    #expect(script.state.sitting?.clock.left(at: script.now) == left.map { $0 - 1000 })
    #expect(asked(script) == [.pause, .resume, .goOn])
  }

  @Test func aPauseBeforeTheFirstKeyStartsNoClock() {
    var script = SittingScript.test()
    script.world.proctors = ProctorList(names: ["A. Smith"])
    script.send(.guardianSaid(.proctors(script.world.proctors)))
    script.world.pausedBy = "A. Smith"
    script.send(.guardianSaid(.lockChanged(script.report(.locked))))
    script.wait(120_000)
    script.type("x")
    #expect(script.state.sitting?.clock.consumed(at: script.now) == 0)
    script.world.pausedBy = nil
    script.send(.guardianSaid(.lockChanged(script.report(.locked))))
    script.wait(59_000)
    #expect(script.state.sitting?.clock.isRunning == false)
    script.wait(2000)
    #expect(script.state.sitting?.clock.consumed(at: script.now) == 1000)
  }

  @Test func eachActIsAskedAboutAndNoChangesNothing() {
    var script = proctor()
    for act: ProctorAct in [.pause, .handIn, .end] { choose(act, &script, yes: false) }
    #expect(asked(script).isEmpty)
    choose(.end, &script, yes: false)
    script.press(.enter, .enter)
    #expect(asked(script).isEmpty)
  }

  @Test(arguments: [(ProctorAct.handIn, AttemptEnd.submitted), (.end, .ended)]) func theProctorEndsTheTest(
    _ act: ProctorAct, _ end: AttemptEnd
  ) {
    var script = proctor()
    choose(act, &script)
    #expect(script.state.report?.end == end)
    #expect(script.state.lock.phase == .open)
    #expect(script.effects.contains(.requestUnlock(end)))
  }

  @Test func aPanelNobodyTouchesCloses() {
    var script = proctor()
    script.wait(ProctorPanel.patience - 1)
    #expect(panel(script) != nil)
    script.wait(1)
    #expect(script.state.overlay == nil)
    #expect(script.effects.last == .dismissProctor)
  }

  @Test func homeTakesTheProctorAlong() {
    var script = proctor()
    let before = script.effects.count { $0 == .dismissProctor }
    tapHome(&script)
    #expect(script.state.overlay == .panel(row: 0))
    #expect(script.effects.count { $0 == .dismissProctor } == before + 1)
  }

  // MARK: - Starting

  private func consent(_ names: [String], resumed: Bool = false, proctor: Bool = true) -> SittingScript {
    let policy = ExamPolicy(proctor: proctor, required: [], detections: [:])
    let exam = SampleExam.exam(navigation: .free, verdict: .end, policy: policy)
    var launch = Launch()
    launch.exam = "sample"
    launch.candidate = Candidate(name: "Ada")
    if resumed { launch.resume = "x" }
    var script = SittingScript(launch)
    script.world.exam = exam
    script.world.proctors = ProctorList(names: names)
    if resumed, let attempt = SittingScript.test(exam).state.sitting?.attempt {
      script.world.loaded = (attempt, ResumePoint(marks: [], current: 0, consumed: 0))
    }
    script.send(.started)
    return script
  }

  @Test func aTestUnderAProctorStartsWithHisPasscode() {
    var script = consent(["A. Smith"])
    script.press(.typed("y"))
    #expect(typed(script)?.purpose == .start)
    #expect(script.state.stage == .consent)
    script.type("wrong")
    script.press(.enter)
    #expect(script.state.stage == .consent)
    script.wait(2000)
    script.type("letmein")
    script.press(.enter)
    #expect(script.state.stage == .question)
    let needs = script.effects.compactMap { if case .requestLock(let request) = $0 { request.proctor } else { nil } }
    #expect(needs == [.always])
  }

  @Test func withoutAPasscodeItIsRefusedInWords() {
    var script = consent([])
    script.press(.typed("y"))
    #expect(script.state.stage == .refused)
    #expect(script.state.refusal == .noProctorSet)
    #expect(!script.effects.contains { if case .requestLock = $0 { true } else { false } })
  }

  @Test func cancellingThePromptGoesBackToConsent() {
    var script = consent(["A. Smith"])
    script.press(.typed("y"))
    script.type("letm")
    script.send(.homePressed(.escape))
    #expect(script.state.stage == .consent && script.state.overlay == nil)
    script.press(.typed("y"), .focusMoved(forward: true), .focusMoved(forward: true), .enter)
    #expect(script.state.stage == .consent && script.state.overlay == nil)
  }

  @Test func anInterruptedTestGoesOnWithThePasscodeWhereOneIsSet() {
    var script = consent(["A. Smith"], resumed: true, proctor: false)
    script.press(.typed("y"))
    script.type("letmein")
    script.press(.enter)
    #expect(script.state.stage == .question)
    script = consent([], resumed: true, proctor: false)
    script.press(.typed("y"))
    #expect(script.state.stage == .question)
    let needs = script.effects.compactMap { if case .requestLock(let request) = $0 { request.proctor } else { nil } }
    #expect(needs == [.ifSet])
  }

  @Test func anOrderThatComesBeforeTheAttemptIsKept() throws {
    var script = SittingScript()
    let attempt = try #require(SittingScript.test().state.sitting?.attempt)
    script.state.launch.resume = attempt.id
    script.world.loaded = (attempt, ResumePoint(marks: [], current: 0, consumed: 0))
    script.state.lock = script.report(.locked)
    script.send(.guardianSaid(.proctorEnds(.ended)))
    script.send(.started)
    #expect(script.state.report?.end == .ended)
  }
}
