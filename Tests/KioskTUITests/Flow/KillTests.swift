import Glibc
import KioskCore
import Testing

/// kill -9, of either process, at any moment.
@Suite(.serialized) struct KillTests {
  @Test func theFrontEndKilledComesBackOnTheSameTextStillLocked() throws {
    let session = try PtySession.locked()
    try session.enterAnswer("Ottawa", next: 2)
    try session.type("渥太")
    let old = try session.kill9(.frontEnd)
    let killed = monotonicSeconds()
    try session.waitForFrontEnd(after: old)
    // It once said "Nothing is lost" too, even where a full disk had taken what was typed and not accepted.
    try session.waitFor("The test was brought back after")
    #expect(!session.terminal.contains("othing is lost"))
    #expect(monotonicSeconds() - killed < 10)
    try session.waitFor("Question 2 of 6")
    try session.waitFor("渥太")
    #expect(session.isLocked)
    // The caret is where it was.
    try session.type("华")
    try session.waitFor("渥太华")
    let told = try ToldAttempt.wait(session.data, for: "the crash on the ledger") {
      $0.entries("frontEndRestored") == 1
    }
    #expect(told.entries("frontEndCrashed killed by KILL") == 1)
    #expect(told.interruptions == 1)
    #expect(told.escapes == 0)
    try session.handIn()
    let handed = try ToldAttempt.only(session.data)
    #expect(handed.number("score") == "2")
    #expect(try CommandRun.run(["results", "verify"], data: session.data).status == 0)
  }

  /// Kills at random moments while keys are on their way. What was painted must be there again. A few kills a session:
  /// the guardian waits longer before each start of a front end that keeps dying.
  @Test(arguments: 1...4)
  func nothingPaintedIsLostHoweverOftenTheFrontEndIsKilled(_ session: Int) throws {
    let session = try PtySession.locked()
    var random = SystemRandomNumberGenerator()
    for round in 1...5 {
      for _ in 0..<6 {
        try session.send([UInt8.random(in: 97...122, using: &random)])
        session.pump(Double.random(in: 0...0.004, using: &random))
      }
      // More may be painted between the last look and the kill; what is read now is what a candidate saw.
      var painted = session.answer
      let old = try session.kill9(.frontEnd)
      session.pump(0)
      if session.answer.hasPrefix(painted) { painted = session.answer }
      try session.waitForFrontEnd(after: old)
      try session.wait(until: "round \(round): “\(painted)” again") {
        $0.terminal.contains("What is the capital of Canada?") && $0.answer.hasPrefix(painted)
      }
      #expect(session.isLocked)
    }
    let told = try ToldAttempt.wait(session.data, for: "all of it on the ledger") {
      $0.entries("frontEndRestored") == 5
    }
    #expect(told.state == "open")
    #expect(told.interruptions == 5)
  }

  /// Between the yes and the report the attempt is sealed, then the lock let go: wherever the front end is killed, the
  /// test is handed in once, by this one or by the next.
  @Test(arguments: 0..<10)
  func killedWhileHandingInTheTestIsHandedInOnce(_ step: Int) throws {
    let session = try PtySession.locked()
    try session.enterAnswer("Ottawa", next: 2)
    try session.press(.f9)
    try session.waitFor("unanswered ·")
    try session.press(.f9)
    try session.waitFor("Hand in?")
    let target = try #require(session.pid(of: .frontEnd))
    try session.send("y")
    usleep(UInt32(step) * 1500)
    kill(target, SIGKILL)
    // What the killed one has shown may stand there for a while yet: until the lock is open, or somebody else shows the test.
    try session.wait(until: "the report unlocked, the test again or the end") { session in
      session.poll() != nil || session.terminal.contains("Handed in") && session.row(0).contains("Open")
        || session.isLocked && session.pid(of: .frontEnd).map { $0 != target } ?? false
          && session.terminal.contains("Question 2 of 6")
    }
    if session.poll() == nil, session.isLocked { try session.handIn() }
    let told = try ToldAttempt.wait(session.data, for: "the end of the lock on the ledger") {
      $0.entries("unlocked") == 1
    }
    #expect(told.state == "submitted")
    #expect(told.number("score") == "1")
    #expect(told.entries("finished") == 1)
    #expect(try CommandRun.run(["results", "verify"], data: session.data).status == 0)
  }

  @Test func theGuardianKilledEndsEverythingAndTheNextStartOffersToGoOn() throws {
    let session = try PtySession.locked()
    try session.type("Ottawa")
    let terminal = session.pids
    try session.kill9(.guardian)
    let killed = monotonicSeconds()
    try session.waitForEnd(of: terminal)
    #expect(monotonicSeconds() - killed < 5)
    let told = try ToldAttempt.only(session.data)
    #expect(told.state == "open")
    #expect(told.entries("guardianLost") == 1)
    try resume(session.data, expecting: "Ottawa")
  }

  /// A console has no second screen to leave; the question once stayed above the shell's prompt.
  @Test func aKilledGuardianLeavesNothingOfTheTestOnAConsolesOnlyScreen() throws {
    let session = try PtySession.locked(environment: ["TERM": "linux"])
    try session.type("Ottawa")
    let terminal = session.pids
    try session.kill9(.guardian)
    try session.waitForEnd(of: terminal)
    try session.waitFor("the lock's guardian is gone")
    #expect(!session.terminal.contains("Canada") && !session.terminal.contains("Ottawa"))
    #expect(!session.terminal.contains("Locked"))
  }

  /// The same command again drew a new test with a full clock, and the interrupted one stayed open.
  @Test func theSameCommandAgainOffersTheInterruptedTest() throws {
    let first = try PtySession.locked()
    try first.type("Ottawa")
    try first.kill9(.guardian)
    try first.waitForEnd(of: first.pids)
    let again = try PtySession(["exam", "walk", "--candidate", "Ada"], data: first.data, exams: PtySession.fixtures)
    try again.waitFor("Go on with")
    try again.press(.enter)
    try again.waitFor(PtySession.consentTitle)
    try again.send("y")
    try again.waitFor("Ottawa")
    #expect(again.isLocked)
  }

  /// A killed guardian left bracketed paste and focus reports on, and the shell's line filled with their escapes.
  @Test func aKilledGuardianLeavesTheShellAPlainTerminal() throws {
    let (session, before) = try PtySession.underShell()
    try session.send("y")
    try session.waitFor("Question 1 of")
    kill(try #require(session.pid(of: .frontEnd)), SIGKILL)
    // What the shell says may land on the screen that the front end then leaves: it counts that it was said.
    try session.wait(until: "the shell goes on") {
      String(decoding: $0.rawOutput, as: UTF8.self).contains("status 137")
    }
    // The shell does not wait for the front end, which is not its child.
    try session.wait(until: "the modes are reset") {
      $0.terminal.requests.modes.isDisjoint(with: [2004, 1004]) && sameModes($0.modes(), before)
        && !$0.terminal.alternateScreen
    }
  }

  /// A guardian killed under a shell leaves its journal and the terminal's modes behind. The next start once undid them
  /// only when it was to lock itself, and so left the alternate screen under its own front end's feet.
  @Test func theNextStartOnTheSameTerminalIsDrawnCleanAndGivesTheFirstModesBack() throws {
    let (session, before) = try PtySession.underShell(again: true)
    try session.send("y")
    try session.waitFor("Question 1 of")
    try session.type("Ottawa")
    let guardian = try #require(session.pid(of: .frontEnd))
    kill(guardian, SIGKILL)
    try session.waitFor("Go on with A walk")
    try session.press(.enter)
    try session.waitFor(PtySession.consentTitle)
    try session.send("y")
    try session.waitFor("Ottawa")
    try session.wait(until: "the question alone") { session in
      session.terminal.alternateScreen && session.row(0).hasPrefix(" A walk")
        && session.row(1).trimmingPrefix { $0 == " " } == PtySession.lockedBanner
        && session.screen[7..<21].allSatisfy { $0.isEmpty }
    }
    try session.handIn()
    try session.press(.enter, .escape)
    try session.waitFor("status 0")
    #expect(sameModes(session.modes(), before))
  }

  @Test func aHangUpEndsEverythingAndTheNextStartOffersToGoOn() throws {
    let session = try PtySession.locked()
    try session.enterAnswer("Ottawa", next: 2)
    try session.type("渥太")
    let terminal = session.pids
    session.hangUp()
    let gone = monotonicSeconds()
    try session.waitForEnd(of: terminal)
    #expect(monotonicSeconds() - gone < 6)
    let told = try ToldAttempt.only(session.data)
    #expect(told.state == "open")
    #expect(told.entries("hungUp") == 1)
    #expect(told.interruptions == 1)
    try resume(session.data, expecting: "渥太")
  }

  /// The lobby offers the interrupted attempt; it goes on where it stood, locked again, with the same text.
  private func resume(_ data: TemporaryFolder, expecting text: String) throws {
    let session = try PtySession(data: data, exams: PtySession.fixtures)
    try session.waitFor("A walk")
    try session.waitFor("Ada")
    try session.press(.enter)
    try session.waitFor(PtySession.consentTitle)
    #expect(!session.terminal.contains(text))
    try session.send("y")
    try session.waitFor(text)
    #expect(session.isLocked)
    try session.handIn()
    let told = try ToldAttempt.only(data)
    #expect(told.state == "submitted")
    #expect(told.response("canada")?["response"]?.string == "Ottawa")
    #expect(try CommandRun.run(["results", "verify"], data: data).status == 0)
  }

  @Test func aHangUpBeforeTheLockLeavesNothing() throws {
    for stage in ["Choose a test", PtySession.consentTitle] {
      let session =
        stage == PtySession.consentTitle
        ? try PtySession.atConsent() : try PtySession(exams: PtySession.fixtures)
      try session.waitFor(stage)
      let terminal = session.pids
      session.hangUp()
      try session.waitForEnd(of: terminal)
      #expect(try ToldAttempt.list(session.data).isEmpty)
    }
  }
}

extension PtySession {
  /// Types an answer, enters it, waits for the next question.
  func enterAnswer(_ text: String, next number: Int) throws {
    try type(text)
    try enter(next: number)
  }

  /// What stands in the answer field of a question whose prompt takes one row.
  var answer: String {
    var text = row(6)[...]
    while let first = text.first, first == " " || first == "[" { text.removeFirst() }
    while let last = text.last, last == " " || last == "]" { text.removeLast() }
    return String(text)
  }

  /// Waits until none of these processes lives.
  func waitForEnd(of processes: [pid_t]) throws {
    let end = monotonicSeconds() + PtySession.patience
    while true {
      _ = poll()
      let left = processes.filter { ProcessTable.row($0).map { $0.state != "Z" } ?? false }
      if left.isEmpty { return }
      guard monotonicSeconds() < end else {
        throw HarnessError.timeout(wanted: "processes \(left) to end", screen: terminal.text)
      }
      usleep(10_000)
    }
  }
}
