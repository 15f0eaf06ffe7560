import Glibc
import KioskCore
import Testing

/// A test from the lobby to the marks, on the real program.
@Suite(.serialized) struct WholeFlowTests {
  @Test func aTestIsSatFromTheLobbyToTheMarks() throws {
    let session = try PtySession(exams: PtySession.fixtures)
    try session.waitFor("Choose a test")
    #expect(session.row(0).contains("Open"))
    try session.choose("A walk")
    // An empty name goes nowhere.
    try session.press(.enter)
    try session.waitFor("Please type your name.")
    try session.type("Ada Lovelace")
    try session.press(.enter, .enter)
    try session.waitFor(PtySession.consentTitle)
    try session.waitFor("[ No ]  [ Yes ]")
    #expect(try ToldAttempt.list(session.data).isEmpty)
    try session.send("y")
    try session.waitFor(PtySession.lockedBanner, inRow: 1)
    try session.waitFor("Locked", inRow: 0)
    try session.waitFor("10 min left", inRow: 0)
    try session.waitFor("What is the capital of Canada?")

    try session.type("Ottawa")
    try session.waitFor("Not entered yet")
    try session.enter(next: 2)
    try session.press(.pageUp)
    try session.waitFor("Question 1 of 6")
    try session.waitFor("Saved")
    // While locked the marks of an open attempt are nobody's business.
    let open = try ToldAttempt.only(session.data)
    #expect(open.state == "open")
    #expect(open.number("score") == "null" || open.number("score") == "nothing")

    try session.press(.f4)
    try session.waitFor("Flagged")
    try session.press(.f9)
    try session.waitFor("1 answered")
    try session.waitFor("1 flagged")
    try session.press(.f9)
    try session.waitFor("5 questions are unanswered.")
    // The focus is on No.
    try session.press(.enter)
    try session.waitForAbsence(of: "Hand in?")
    #expect(session.isLocked)
    try session.press(.f9)
    try session.waitFor("Hand in?")
    try session.send("y")
    try session.waitFor("Handed in")
    try session.waitFor("Open", inRow: 0)
    try session.waitFor(PtySession.openBanner, inRow: 1)

    let told = try ToldAttempt.wait(session.data, for: "the banner on the ledger") {
      $0.entries("banner This terminal is unlocked.") == 1
    }
    #expect(told.state == "submitted")
    #expect(told.text("candidate") == "Ada Lovelace")
    #expect(told.number("score") == "1")
    #expect(told.number("maxScore") == "6")
    #expect(told.count("answered") == 1)
    #expect(told.count("questions") == 6)
    #expect(told.escapes == 0)
    #expect(told.interruptions == 0)
    #expect(told.response("canada")?["response"]?.string == "Ottawa")
    #expect(told.points("canada") == "1")
    #expect(told.points("greek") == "0")
    #expect(told.entries("locked") == 1)
    #expect(told.entries("unlocked") == 1)
    #expect(told.entries("banner This terminal is locked.") == 1)
    #expect(try CommandRun.run(["results", "verify"], data: session.data).status == 0)

    try session.press(.enter)
    try session.waitFor("Choose a test")
    try session.waitFor("1 of 6")
    try session.press(.escape)
    #expect(session.exitStatus() == .exited(0))
  }

  @Test func decliningLeavesEverythingAsItWas() throws {
    let (session, before) = try PtySession.underShell()
    // The focus is on No: Enter declines.
    try session.press(.enter)
    try session.waitFor("status 77")
    #expect(sameModes(session.modes(), before))
    #expect(session.terminal.contains("declined"))
    #expect(!session.terminal.alternateScreen)
    #expect(session.terminal.cursorVisible)
    #expect(session.terminal.requests.modes.isDisjoint(with: [1, 1004, 1049, 2004]))
    #expect(try ToldAttempt.list(session.data).isEmpty)
  }

  @Test func decliningInTheLobbyGoesBackToIt() throws {
    let session = try PtySession(exams: PtySession.fixtures)
    try session.choose("A walk")
    try session.type("Ada")
    try session.press(.enter, .enter)
    try session.waitFor(PtySession.consentTitle)
    try session.send("n")
    try session.waitFor("Choose a test")
    #expect(session.row(0).contains("Open"))
    #expect(try ToldAttempt.list(session.data).isEmpty)
  }

  @Test func theLockGivesTheTerminalBackAsItFoundIt() throws {
    let (session, before) = try PtySession.underShell()
    try session.send("y")
    try session.waitFor("Question 1 of")
    #expect(session.terminal.requests.modes.isSuperset(of: [1004, 2004]))
    try session.handIn()
    try session.press(.enter)
    try session.waitFor("status 0")
    #expect(sameModes(session.modes(), before))
    #expect(!session.terminal.alternateScreen)
    #expect(session.terminal.requests.modes.isDisjoint(with: [1, 1004, 1049, 2004]))
    // The clipboard is cleared at the start and at the end.
    #expect(session.terminal.requests.operatingSystemCommands.filter { $0.hasPrefix("52;c;") }.count >= 2)
  }

  @Test func aShippedExamStartsByItsNameAndTheSeedDecides() throws {
    var firsts: [[String]] = []
    for _ in 0..<2 {
      let session = try PtySession(["exam", "geography", "--candidate", "X", "--seed", "1", "--extra-percent", "50"])
      try session.waitFor(PtySession.consentTitle)
      try session.waitFor("15 minutes")
      try session.send("y")
      try session.waitFor("Question 1 of 20")
      try session.waitFor("15 min left")
      try session.waitFor("F1", inRow: 23)
      firsts.append(Array(session.screen[2...7]))
    }
    #expect(firsts[0] == firsts[1])
  }

  /// Consent told the time that was given; the report once said nothing of it.
  @Test(arguments: [
    (["--extra-percent", "50"], "10 minutes and 50 % extra time: 15 minutes"), (["--minutes", "30"], "30 minutes"),
  ])
  func anotherTimeThanTheExamsIsInConsentAndOnTheReport(_ options: [String], _ time: String) throws {
    let session = try PtySession(["exam", "geography", "--candidate", "X", "--seed", "1"] + options)
    try session.waitFor(PtySession.consentTitle)
    try session.waitFor("\(time); at most 8 hours")
    try session.send("y")
    try session.waitFor("Question 1 of 20")
    try session.handIn()
    try session.waitFor("The time was \(time).")
  }

  @Test func theAidsWorkWhileLockedAndEndWithTheTest() throws {
    let session = try PtySession.locked()
    try session.type("Ottawa")
    try session.press(.f3)
    try session.waitFor("Question and answer in large letters")
    try session.press(.down, .down, .enter, .f3)
    try session.waitForAbsence(of: "They end with the test.")
    try session.waitFor("█")
    try session.press(.f1)
    try session.waitFor("Help on the question is off during the test.")
    try session.press(.escape)
    try session.waitForAbsence(of: "How to leave")
    #expect(session.isLocked)
    try session.handIn()
    #expect(try ToldAttempt.only(session.data).escapes == 0)
  }

  /// A "y" typed while the program was still starting locked the terminal before the question had been painted.
  @Test func whatIsTypedBeforeConsentIsAskedIsNoConsent() throws {
    let session = try PtySession(
      [
        "-c",
        "until [ -e \"$KIOSK_DATA/typed\" ]; do sleep 0.05; done; exec \(KioskProgram.path) exam walk --candidate Ada",
      ], program: "/bin/sh", exams: PtySession.fixtures)
    try session.send("yyy")
    writeFile(session.data.appending("typed"), "")
    try session.waitFor(PtySession.consentTitle)
    session.letPass(0.5)
    #expect(session.terminal.text.contains(PtySession.consentTitle))
    #expect(try ToldAttempt.list(session.data).isEmpty)
  }
}
