import Testing

/// An exam could be practised on one terminal, helps on and every answer judged, while its test was sat on another.
@Suite(.serialized) struct PractisedTestTests {
  @Test func whatIsBeingSatCannotBePractised() throws {
    let test = try PtySession.locked()
    let practice = try PtySession(["exam", "walk", "--practice"], data: test.data, exams: PtySession.fixtures)
    #expect(practice.exitStatus() == .exited(77))
    #expect(practice.terminal.contains("A walk is being sat now: practise it when that test has ended"))

    let lobby = try PtySession(data: test.data, exams: PtySession.fixtures)
    try lobby.waitFor("being sat now")
    try lobby.point(at: "A walk")
    try lobby.send("p")
    try lobby.waitFor("practise it when that test has ended")
    try lobby.press(.enter)
    try lobby.waitFor("Choose a test")

    try test.handIn()
    let later = try PtySession(["exam", "walk", "--practice"], data: test.data, exams: PtySession.fixtures)
    try later.waitFor("Question 1 of")
  }

  /// A practice that ran when the test began went on telling right from wrong, and looking things up.
  @Test func aPracticeStopsAtItsNextKeyOnceTheTestIsBeingSat() throws {
    let data = try TemporaryFolder()
    let named = try PtySession(["exam", "walk", "--practice"], data: data, exams: PtySession.fixtures)
    try named.waitFor("Question 1 of")
    let lobby = try PtySession(data: data, exams: PtySession.fixtures)
    try lobby.point(at: "A walk")
    try lobby.send("p")
    try lobby.waitFor("Question 1 of")
    try lobby.type("Ott")

    let test = try PtySession.locked(data: data)
    try named.send("x")
    #expect(named.exitStatus() == .exited(77))
    #expect(named.terminal.contains("A walk is being sat now"))
    // It looks at most once a second.
    lobby.letPass(1.1)
    try lobby.send("a")
    try lobby.waitFor("go on with the practice when that test has ended")
    try lobby.press(.enter)
    try lobby.waitFor("Choose a test")

    try test.handIn()
    let later = try PtySession(data: data, exams: PtySession.fixtures)
    try later.waitFor("Go on with A walk")
  }

  /// A test that was interrupted could be practised, and then gone on with.
  @Test func whatWasInterruptedCannotBePractisedUntilItHasEnded() throws {
    let data = try TemporaryFolder()
    let test = try PtySession.locked(data: data)
    try test.type("Ott")
    // Until its front end has ended too, the test is being sat.
    let processes = test.pids
    try test.kill9(.guardian)
    try test.waitForEnd(of: processes)

    let named = try PtySession(["exam", "walk", "--practice"], data: data, exams: PtySession.fixtures)
    #expect(named.exitStatus() == .exited(77))
    #expect(named.terminal.contains("a test of A walk was interrupted (Ada)"))

    let lobby = try PtySession(data: data, exams: PtySession.fixtures)
    try lobby.waitFor("Go on with A walk (Ada)")
    try lobby.point(at: "A walk ")
    try lobby.send("p")
    try lobby.waitFor("A walk cannot be practised yet")
    try lobby.press(.down)
    try lobby.press(.enter)
    try lobby.waitFor("End the test?")
    try lobby.send("y")
    try lobby.waitFor("The test was ended.")
    try lobby.press(.enter)
    try lobby.waitFor("Choose a test")
    #expect(!lobby.terminal.contains("Go on with"))
    try lobby.point(at: "A walk ")
    try lobby.send("p")
    try lobby.waitFor("Question 1 of")

    let shown = try CommandRun.run(["results", "list"], data: data)
    #expect(shown.output.contains("ended"))
    let verified = try CommandRun.run(["results", "verify"], data: data)
    #expect(verified.status == 0 && !verified.output.contains("not sealed"))
  }

  @Test func withAPasscodeOnlyAProctorEndsWhatWasInterrupted() throws {
    let data = try TemporaryFolder()
    let test = try PtySession.locked(data: data)
    // Until its front end has ended too, the test is being sat.
    let processes = test.pids
    try test.kill9(.guardian)
    try test.waitForEnd(of: processes)
    let lobby = try PtySession(data: data, exams: PtySession.fixtures)
    try lobby.point(at: "A walk ")
    // Set after the lobby was opened: it counts all the same.
    let set = try CommandRun.run(["passcode", "set"], input: "letmein\n", data: data)
    #expect(set.status == 0, "\(set.errors)")
    try lobby.send("p")
    try lobby.waitFor("End it, with the proctor's passcode")
    try lobby.press(.down)
    try lobby.press(.enter)
    try lobby.waitFor("A proctor's passcode ends that test.")
    try lobby.send("letmein\r")
    try lobby.waitFor("The test was ended.")
  }
}
