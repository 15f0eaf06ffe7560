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
    lobby.pump(1.1)
    try lobby.send("a")
    try lobby.waitFor("go on with the practice when that test has ended")
    try lobby.press(.enter)
    try lobby.waitFor("Choose a test")

    try test.handIn()
    let later = try PtySession(data: data, exams: PtySession.fixtures)
    try later.waitFor("Go on with A walk")
  }
}
