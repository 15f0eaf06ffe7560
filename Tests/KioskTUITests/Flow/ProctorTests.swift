import Glibc
import KioskCore
import Testing

/// The proctor, by real keys on a real terminal.
@Suite(.serialized) struct ProctorTests {
  private static let passcode = "swordfish-渥"

  /// A data folder with one passcode of each name.
  private func data(_ names: [String] = ["A. Smith"]) throws -> TemporaryFolder {
    let data = try TemporaryFolder()
    for name in names {
      let run = try CommandRun.run(["passcode", "set", "--proctor", name], input: Self.passcode + "\n", data: data)
      try #require(run.status == 0, "\(run.errors)")
    }
    return data
  }

  private func openPanel(_ session: PtySession) throws {
    try session.pressThreeTimes("\u{3}", until: "This terminal is locked ─")
  }

  private func openPrompt(_ session: PtySession) throws {
    try openPanel(session)
    try session.press(.left, .enter)
    try session.waitFor("Passcode  [")
  }

  private func typePasscode(_ session: PtySession, _ passcode: String = passcode) throws {
    // Letter by letter: a burst is noted as one.
    for letter in passcode { try session.send(String(letter)) }
    try session.waitFor(String(repeating: "•", count: min(passcode.count, 29)))
    try session.press(.enter)
  }

  private func openProctor(_ session: PtySession) throws {
    try openPrompt(session)
    try typePasscode(session)
    try session.waitFor("Proctor: A. Smith")
  }

  private func choose(_ row: String, _ session: PtySession) throws {
    for _ in 0..<6 where session.terminal.find("› " + row) == nil {
      let before = session.terminal.find("│ › ")?.row
      try session.press(.down)
      try session.wait(until: "the cursor a row further") { $0.terminal.find("│ › ")?.row != before }
    }
    try session.press(.enter)
  }

  @Test func withoutAPasscodeThePanelHasNoProctor() throws {
    let session = try PtySession.locked()
    try openPanel(session)
    #expect(!session.terminal.contains("Proctor…"))
  }

  @Test func theProctorPausesResumesAndEnds() throws {
    let session = try PtySession.locked(data: try data())
    try session.type("Ott")
    try openProctor(session)
    try choose("Pause the test", session)
    try session.waitFor("Pause the test?")
    try session.send("y")
    try session.waitFor("The clock stands.")
    try session.press(.escape)
    try session.waitFor("The test is paused by A. Smith.")
    #expect(!session.terminal.contains("capital"))
    // The candidate's keys do nothing to what he does not see.
    try session.send("awa")
    try session.press(.enter)
    session.settle()
    #expect(session.terminal.contains("The test is paused by A. Smith."))
    try openProctor(session)
    try choose("Let the test", session)
    try session.send("y")
    try session.waitFor("Pause the test and its clock")
    try session.press(.enter)
    try session.waitFor("Ott")
    try session.type("awa")
    try openProctor(session)
    try choose("End the test", session)
    try session.waitFor("End the test?")
    try session.send("n")
    try session.waitFor("Hand in now")
    #expect(session.isLocked)
    try choose("End the test", session)
    try session.send("y")
    try session.waitFor("Open", inRow: 0)
    let told = try ToldAttempt.wait(session.data, for: "the end on the ledger") { $0.entries("unlocked") == 1 }
    #expect(told.state == "ended")
    #expect(told.response("canada")?["response"]?.string == "Ottawa")
    for entry in ["proctorAccepted", "proctorPaused", "proctorResumed", "proctorEnded"] {
      #expect(told.ledger.contains("\(entry) A. Smith"), "\(entry)")
    }
    #expect(told.entries("proctorContinued A. Smith") == 1)
    try expectNoPasscode(session)
  }

  @Test func theProctorHandsIn() throws {
    let session = try PtySession.locked(data: try data())
    try session.type("Ottawa")
    try openProctor(session)
    try choose("Hand in now", session)
    try session.waitFor("Hand in now?")
    try session.press(.right, .enter)
    try session.waitFor("Open", inRow: 0)
    let told = try ToldAttempt.wait(session.data, for: "the end on the ledger") { $0.entries("unlocked") == 1 }
    #expect(told.state == "submitted")
    #expect(told.ledger.contains("proctorHandedIn A. Smith"))
    #expect(told.number("score") == "1")
  }

  @Test func aWrongPasscodeIsCountedDownAlsoForTheNextStart() throws {
    let data = try data()
    let session = try PtySession.locked(data: data)
    try openPrompt(session)
    try session.press(.enter)
    for number in 1...2 {
      try typePasscode(session, "wrong pass")
      try session.waitFor("That is not the passcode.")
      try session.waitFor("The next can be tried in")
      if number == 1 { try session.waitForAbsence(of: "The next can be tried in") }
    }
    // The guardian and everything of it die; the wait does not.
    session.signal(SIGKILL, to: .guardian)
    _ = session.exitStatus()
    let wait = try #require(readFile(data.appending("passcodes.wait")))
    #expect(BackOff(line: wait).failures == 2)
    let told = try ToldAttempt.only(data)
    #expect(told.entries("passcodeWrong") == 2)
    try expectNoPasscode(session, "wrong pass")
  }

  @Test func aFrontEndKilledInThePauseComesBackPaused() throws {
    let session = try PtySession.locked(data: try data())
    try session.type("Ott")
    try openProctor(session)
    try choose("Pause the test", session)
    try session.send("y")
    try session.waitFor("The clock stands.")
    let old = session.pid(of: .frontEnd)
    session.signal(SIGKILL, to: .frontEnd)
    try session.waitForFrontEnd(after: old)
    try session.waitFor("The test is paused by A. Smith.")
    #expect(!session.terminal.contains("capital") && !session.terminal.contains("Let the test"))
    #expect(session.isLocked)
  }

  @Test func aFrontEndKilledWhileThePasscodeIsTypedAsksOn() throws {
    let session = try PtySession.locked(data: try data())
    try session.type("Ott")
    try openPrompt(session)
    for letter in Self.passcode.prefix(4) { try session.send(String(letter)) }
    try session.waitFor("••••")
    let old = session.pid(of: .frontEnd)
    session.signal(SIGKILL, to: .frontEnd)
    for letter in Self.passcode.dropFirst(4) { try session.send(String(letter)) }
    try session.waitForFrontEnd(after: old)
    // What was typed meanwhile is part of a passcode, no answer.
    try session.waitFor(String(repeating: "•", count: Self.passcode.count - 4))
    try session.send("\u{15}")
    try session.waitForAbsence(of: "•")
    try typePasscode(session)
    try session.waitFor("Proctor: A. Smith")
    try session.press(.enter)
    try session.waitFor("Ott")
    #expect(!session.terminal.contains("Otts") && !session.terminal.contains("Ottd"))
    try expectNoPasscode(session, "dfish-")
    try expectNoPasscode(session)
  }

  @Test func veryLongPasscodesAreRefusedWithoutBeingLookedAt() throws {
    let session = try PtySession.locked(data: try data())
    try openPrompt(session)
    for _ in 0..<30 { try session.send(String(repeating: "x", count: 10)) }
    try session.waitFor("No passcode is that long.")
    try session.send("\u{15}")
    try session.waitForAbsence(of: "•")
    try typePasscode(session)
    try session.waitFor("Proctor: A. Smith")
  }

  @Test func oneOfTwoProctorsIsChosen() throws {
    let session = try PtySession.locked(data: try data(["A. Smith", "B. Jones"]))
    try openPrompt(session)
    try session.press(.up, .right)
    try session.waitFor("‹ B. Jones ›")
    try session.press(.enter)
    try typePasscode(session)
    try session.waitFor("Proctor: B. Jones")
  }

  // MARK: - Starting

  @Test func aTestUnderAProctorStartsWithHisPasscode() throws {
    let session = try PtySession.atConsent("proctored", data: try data())
    try session.waitFor("types the passcode before the test starts")
    try session.send("y")
    try session.waitFor("Passcode  [")
    #expect(session.row(0).contains("Open"))
    try typePasscode(session, "guesswork")
    try session.waitFor("That is not the passcode.")
    try session.waitForAbsence(of: "The next can be tried in")
    try typePasscode(session)
    try session.waitFor("Question 1 of 1")
    let told = try ToldAttempt.wait(session.data, for: "the proctor on the ledger") {
      $0.ledger.contains("proctorPresent A. Smith")
    }
    #expect(told.state == "open")
    #expect(told.ledger.contains("passcodeWrong once on this terminal before the test"))
    // And on the machine's own ledger, whatever becomes of the test.
    #expect(try CommandRun.run(["results", "verify"], data: session.data).status == 0)
    try expectNoPasscode(session)
  }

  @Test func withoutAPasscodeItDoesNotStart() throws {
    let session = try PtySession.atConsent("proctored")
    try session.send("y")
    try session.waitFor("The test did not start")
    try session.waitFor("kiosk passcode set")
    #expect(session.row(0).contains("Open"))
    #expect(try ToldAttempt.list(session.data).isEmpty)
  }

  @Test(arguments: [true, false]) func anInterruptedTestGoesOnWithTheProctorOrSaysThatItDidNot(_ isSet: Bool) throws {
    let data = isSet ? try data() : try TemporaryFolder()
    let first = try PtySession.locked(data: data)
    try first.type("Ott")
    first.signal(SIGKILL, to: .guardian)
    _ = first.exitStatus()
    try first.wait(until: "no process of it left") { $0.pids.isEmpty }
    let session = try PtySession(data: data, exams: PtySession.fixtures)
    try session.waitFor("A walk")
    try session.press(.up, .enter)
    try session.waitFor(PtySession.consentTitle)
    try session.send("y")
    if isSet {
      try session.waitFor("Passcode  [")
      #expect(session.row(0).contains("Open"))
      try typePasscode(session)
    }
    try session.waitFor("Question 1 of 6")
    try session.waitFor("Ott")
    let wanted = isSet ? "proctorPresent A. Smith" : "resumedWithoutProctor"
    _ = try ToldAttempt.wait(data, for: wanted) { $0.entries(wanted) == 1 }
  }

  // MARK: - What is left behind

  /// The passcode is nowhere: neither in what the terminal was sent nor in any file of the data folder.
  private func expectNoPasscode(_ session: PtySession, _ passcode: String = passcode) throws {
    let needle = Array(passcode.utf8.prefix(9))
    #expect(!contains(session.rawOutput, needle))
    for folder in ["", "/drafts", "/locks"] {
      for name in (try? Files.names(in: session.data.path + folder)) ?? [] {
        guard let bytes = readFile(session.data.path + folder + "/" + name) else { continue }
        #expect(!contains(bytes, needle), "\(folder)/\(name)")
      }
    }
  }

  private func contains(_ bytes: [UInt8], _ needle: [UInt8]) -> Bool {
    guard let first = needle.first else { return false }
    var at = 0
    while let next = bytes[at...].firstIndex(of: first) {
      if bytes[next...].starts(with: needle) { return true }
      at = next + 1
    }
    return false
  }
}
