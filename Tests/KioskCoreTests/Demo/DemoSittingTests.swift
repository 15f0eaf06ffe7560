import KioskCore
import SittingScript
import Testing

/// The demonstrations inside the front end: the same keys, the same guardian, the same way out.
@Suite struct DemoSittingTests {
  private func leaves(_ script: SittingScript) -> Bool {
    script.effects.contains { if case .leave(0, _) = $0 { true } else { false } }
  }

  @Test func theLobbyOpensThemAndTheyLeadBackToIt() {
    var script = SittingScript()
    script.world.exams = [
      CatalogueItem(id: "a", path: "a", title: "A", questions: 1, minutes: nil, lastResult: "")
    ]
    script.send(.started)
    script.press(.moved(.down))
    #expect(script.state.lobby.isOnDemo && script.state.lobby.parts == 2)
    script.press(.enter)
    #expect(script.state.stage == .demo && script.state.demo?.page == .menu)
    script.press(.enter)
    #expect(script.state.demo?.page == .lab)
    script.press(.enter)
    #expect(
      script.state.isLocked && script.state.banner?.text == "This terminal is locked. Unlock it, or wait 10 minutes.")
    script.press(.action(.review))
    #expect(!script.state.isLocked && script.state.demo?.page == .menu)
    script.send(.homePressed(.escape))
    #expect(script.state.stage == .lobby && script.state.lobby.isOnDemo && script.state.demo == nil)
    #expect(!leaves(script))
  }

  @Test func anEmptyLobbyHasThemToo() {
    var script = SittingScript()
    script.send(.started)
    script.press(.enter)
    #expect(script.state.stage == .demo)
  }

  /// A test that was started by name offers to go on with it, and nothing else.
  @Test func whereATestWasNamedTheyAreNotOffered() {
    var launch = Launch()
    launch.exam = "a"
    var script = SittingScript(launch)
    let item = CatalogueItem(id: "a", path: "a", title: "A", questions: 1, minutes: nil, lastResult: "")
    script.send(.interruptedFound(item, []))
    #expect(script.state.lobby.count == 1 && !script.state.lobby.offersDemo)
  }

  @Test func lockedTheHomeKeyIsBlockedAndThreeOfThemShowTheWayOut() {
    var script = SittingScript.demo(.lab)
    script.press(.enter)
    script.send(.homePressed(.escape))
    #expect(script.state.stage == .demo && script.state.isLocked && !leaves(script))
    #expect(script.effects.last == .reportHome(.escape))
    for _ in 0..<2 {
      script.now = script.now.adding(300)
      script.send(.homePressed(.escape))
    }
    #expect(script.state.overlay == .panel(row: 0) && script.state.panelRows == [.goOn, .unlock])
    script.press(.moved(.down), .enter)
    #expect(!script.state.isLocked && leaves(script))
  }

  /// Killed under the lab's lock: the one that comes in its place has nothing to resume, and lets go at once.
  @Test func aFrontEndThatReplacesOneUnlocks() {
    for named in [true, false] {
      var launch = Launch()
      if named {
        launch.demo = DemoStart()
        launch.demo?.page = .lab
        launch.demo?.plays = true
      }
      var script = SittingScript(launch)
      script.send(
        .guardianSaid(
          .welcome(version: 2, lock: script.report(.locked), resume: DemoState.attempt, absence: 40)))
      script.send(.started)
      #expect(script.effects.contains(.requestUnlock(.ended)))
      #expect(script.state.stage == .demo && !script.state.isLocked && script.state.demo?.play == nil)
      #expect(script.state.launch.resume == nil)
    }
  }

  // MARK: - Playing by itself

  private func play(_ script: inout SittingScript, until isOver: (SittingScript) -> Bool) {
    for _ in 0..<4000 where !isOver(script) {
      guard let at = script.state.nextTick(after: script.now) else { return }
      script.now = max(at, script.now.adding(1))
      script.send(.ticked)
    }
  }

  @Test(arguments: DemoState.Page.allCases) func itPlaysToItsEndAndEndsUnlocked(_ page: DemoState.Page) {
    var script = SittingScript.demo(page, plays: true)
    var locks = 0
    play(&script) { script in
      locks = script.effects.reduce(0) { $0 + ($1 == .requestLock(DemoState.request) ? 1 : 0) }
      return script.state.demo?.play == nil
    }
    #expect(script.state.demo?.playEnd == .shown)
    // Less than three minutes for all three.
    let seconds = script.now.since(Moment(milliseconds: 1_000_000)) / 1000
    #expect((10..<180).contains(seconds), "\(seconds) s")
    #expect(!script.state.isLocked && script.state.overlay == nil && !leaves(script))
    #expect(locks == (page == .menu ? 2 : page == .refusals ? 0 : 1))
    #expect(script.state.demo?.page == page)
    if page == .comparison {
      #expect(script.state.demo?.comparison.count(locked: false) ?? (0, 0) == (4, 4))
      #expect(script.state.demo?.comparison.count(locked: true) ?? (9, 9) == (0, 4))
    }
    if page == .refusals { #expect(script.state.demo?.refusalRow == RefusalCase.allCases.count - 1) }
  }

  @Test func anyKeyTakesOverAndDoesNothingElse() {
    for event: SittingEvent in [
      .pressed(.typed("x")), .pressed(.enter), .homePressed(.escape), .pressed(.action(.help)),
    ] {
      var script = SittingScript.demo(.lab, plays: true)
      script.wait(500)
      script.send(event)
      #expect(script.state.demo?.play == nil && script.state.demo?.playEnd == .taken)
      #expect(script.state.demo?.field.isEmpty == true && script.state.overlay == nil && !leaves(script))
      #expect(!script.effects.contains(.requestLock(DemoState.request)))
    }
  }

  /// Taken over in the middle of the lock it stays locked, says whose the keys are, and F9 leads out.
  @Test func takenOverWhileLockedItIsLeftByOneKey() {
    var script = SittingScript.demo(.lab, plays: true)
    play(&script) { $0.state.isLocked }
    script.press(.typed("x"))
    #expect(script.state.isLocked && script.state.demo?.caption.hasPrefix("The keys are yours.") == true)
    script.press(.action(.review))
    #expect(!script.state.isLocked && leaves(script))
  }

  /// Without the lock the home key of the script would leave the program.
  @Test func whereTheLockIsRefusedItStopsAndSaysWhy() {
    var script = SittingScript.demo(.lab, plays: true)
    script.world.refusal = .notEntitled("")
    play(&script) { $0.state.demo?.play == nil }
    #expect(script.state.demo?.playEnd == .refused && !leaves(script))
    #expect(script.state.demo?.caption.contains("no entitlement") == true)
    var silent = SittingScript.demo(.lab, plays: true)
    silent.world.locks = false
    play(&silent) { $0.state.demo?.play == nil }
    #expect(silent.state.demo?.playEnd == .refused && !leaves(silent))
  }
}
