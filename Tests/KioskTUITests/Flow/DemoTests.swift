import Glibc
import Testing

/// The demonstrations on a real terminal, with a real guardian and its real lock.
@Suite(.serialized) struct DemoFlowTests {
  private static let lockedBanner = "This terminal is locked. Unlock it, or wait 10 minutes."

  private func lab(again arguments: [String] = []) throws -> PtySession {
    let session = try PtySession(["demo", "lab"] + arguments)
    try session.waitFor("Open, nothing is taken away")
    return session
  }

  private func lock(_ session: PtySession) throws {
    try session.press(.enter)
    try session.waitFor(Self.lockedBanner)
    try session.waitFor("Locked", inRow: 0)
  }

  @Test func theLabLocksAndUnlocksForReal() throws {
    let session = try PtySession(
      ["-c", "\(KioskProgram.path) demo lab; echo status $?; exec sleep 1000"], program: "/bin/sh")
    let before = session.modes()
    try session.waitFor("Open, nothing is taken away")
    #expect(session.screen.contains { $0.contains("home keys") && $0.contains("off") })

    // Open, everything helps.
    try session.send("Burk")
    try session.waitFor("Tab takes “Burkina")
    try session.press(.tab)
    try session.press(.f2)
    try session.waitFor("Capital: Ouagadougou")
    try session.press(.enter)
    try session.waitForAbsence(of: "Capital: Ouagadougou")

    // Locked, the table reads what was read back, and nothing helps.
    try session.press(.shiftTab)
    try session.press(.shiftTab)
    try lock(session)
    try session.wait(until: "the home keys held") { session in
      session.screen.contains { $0.contains("home keys") && $0.contains("held") }
    }
    try session.press(.escape)
    try session.waitFor("Esc was pressed: blocked, and counted.")
    try session.waitFor("Locked, 1 attempt to leave")
    try session.press(.ctrl("c"))
    try session.waitFor("Locked, 2 attempts to leave")
    try session.press(.f2)
    try session.waitFor("Look up is off during the test.")
    try session.send("\u{1b}[200~smuggled in\u{1b}[201~")
    try session.waitFor("Paste is off during the test.")
    #expect(!session.terminal.contains("smuggled"))
    try session.send("Fra")
    try session.waitFor("Suggesting words is off during the test.")

    // Unlocked, everything is as before.
    try session.press(.shiftTab)
    try session.press(.enter)
    try session.waitFor(PtySession.openBanner)
    try session.waitFor("Unlocked: everything is as it was.")
    try session.press(.escape)
    try session.waitFor("status 0")
    #expect(sameModes(before, session.modes()))
    #expect(try !ToldLock.holds { try CommandRun.run(["status", "--json"], data: session.data) })
    let verify = try CommandRun.run(["results", "verify"], data: session.data)
    #expect(verify.status == 0)
  }

  @Test func oneKeyUnlocksAndLeaves() throws {
    let session = try lab()
    try lock(session)
    try session.press(.f9)
    #expect(session.exitStatus() == .exited(0))
  }

  @Test func threeHomePressesShowTheWayOut() throws {
    let session = try lab()
    try lock(session)
    try session.pressThreeTimes("\u{1B}", until: "It is locked to show what a lock is.")
    try session.press(.down)
    try session.press(.enter)
    #expect(session.exitStatus() == .exited(0))
  }

  /// The lock does not move with the screen that is killed; the one that comes in its place lets go of it.
  @Test func aKilledScreenLeavesTheLabUnlocked() throws {
    let session = try lab()
    try lock(session)
    let old = try #require(session.pid(of: .frontEnd))
    kill(old, SIGKILL)
    try session.waitForFrontEnd(after: old)
    try session.waitFor("Open", inRow: 0)
    try session.waitFor("Unlocked: everything is as it was.")
    for _ in 0..<4 { try session.press(.tab) }
    try session.waitFor("Enter: all of it")
    try session.press(.enter)
    try session.waitFor("The screen was lost")
    try session.press(.escape)
    try session.waitForAbsence(of: "The screen was lost")
    try session.press(.escape)
    #expect(session.exitStatus() == .exited(0))
  }

  @Test func aKilledGuardianLeavesTheTerminalUnlocked() throws {
    let script = "\(KioskProgram.path) demo lab; exec sleep 1000"
    let session = try PtySession(["-c", script], program: "/bin/sh")
    let before = session.modes()
    try session.waitFor("Open, nothing is taken away")
    try lock(session)
    // The shell's child: of a session under a shell the guardian is what is one below.
    kill(try #require(session.pid(of: .frontEnd)), SIGKILL)
    try session.waitFor("the lock's guardian is gone")
    try session.wait(until: "the modes of before") { sameModes(before, $0.modes()) }
    let status = try CommandRun.run(["status"], data: session.data)
    #expect(status.status == 0)
  }

  @Test func theQuestionIsGivenAwayOpenAndKeptLocked() throws {
    let session = try PtySession(["demo", "before-and-after"])
    try session.waitFor("What is the capital of Burkina Faso?")
    try session.press(.tab)
    for (way, title) in ["Look up", nil, nil, "Outside the question"].enumerated() {
      try session.press(.enter)
      if let title {
        try session.waitFor("─ \(title)")
        try session.press(.enter)
        try session.waitForAbsence(of: "─ \(title)")
      }
      // The helps answer when they have started.
      if way == 1 { try session.waitFor("Tab takes “Ouagadougou”") }
      if title != "Outside the question" { try session.press(.down) }
    }
    try session.waitFor("Open: 4 of 4 ways gave the answer away.")
    try session.press(.tab)
    try session.press(.enter)
    try session.waitFor("Locked", inRow: 0)
    try session.press(.shiftTab)
    for _ in 0..<4 {
      try session.press(.enter)
      try session.press(.up)
    }
    try session.waitFor("Locked: 0 of 4 ways gave the answer away.")
    try session.press(.f9)
    #expect(session.exitStatus() == .exited(0))
  }

  @Test func itPlaysThroughAllByItself() throws {
    let session = try PtySession(["demo", "--play", "--pace", "1000"])
    try session.waitFor("any key takes over")
    try session.waitFor("Locked", inRow: 0)
    try session.waitFor("Before and after", inRow: 0)
    try session.waitFor("Refusals", inRow: 0)
    try session.waitFor("That was all.")
    try session.waitFor("Open", inRow: 0)
    #expect(session.row(0).contains("What a lock is"))
    try session.press(.escape)
    #expect(session.exitStatus() == .exited(0))
  }

  @Test func aKeyTakesOver() throws {
    let session = try PtySession(["demo", "lab", "--play"])
    try session.waitFor("any key takes over")
    try session.send("x")
    try session.waitFor("The keys are yours.")
    try session.waitForAbsence(of: "any key takes over")
    // Esc is a key like any other while it plays; now it leaves.
    try session.press(.escape)
    #expect(session.exitStatus() == .exited(0))
  }

  @Test func theLobbyHasThemAsItsLastRow() throws {
    let session = try PtySession()
    try session.point(at: "Show me what a lock is")
    try session.press(.enter)
    try session.waitFor("The lock lab")
    try session.press(.escape)
    try session.waitFor("Choose a test")
    try session.press(.escape)
    #expect(session.exitStatus() == .exited(0))
  }

  @Test func wrongWordsAreToldWithTheirMend() throws {
    let near = try CommandRun.run(["demo", "labb"])
    #expect(near.status == 64 && near.errors.contains("did you mean lab?"))
    let pace = try CommandRun.run(["demo", "--pace", "5"])
    #expect(pace.status == 64 && pace.errors.contains("10 to 1000"))
    let option = try CommandRun.run(["demo", "--plya"])
    #expect(option.status == 64 && option.errors.contains("did you mean --play?"))
  }
}
