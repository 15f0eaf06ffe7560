import Testing

/// Banks of questions, from the command line and from the lobby.
@Suite(.serialized) struct BankFlowTests {
  private static let gift = """
    ::Capital:: What is the capital of France? {=Paris}

    Rome lies {=in} {=Italy}.

    ::Broken:: Which river? {~Nile ~Po}

    """

  @Test func aBankIsShownAndThenSat() throws {
    let exams = try TemporaryFolder()
    writeFile(exams.appending("europe.gift"), Self.gift)
    let session = try PtySession(
      ["exam", exams.appending("europe.gift"), "--candidate", "Ada"], exams: exams.path)
    try session.waitFor("GIFT: 2 questions.")
    try session.waitFor("1 question cannot be used")
    try session.waitFor("line 5, column 25: error: no right answer")
    try session.press(.enter)
    try session.waitFor(PtySession.consentTitle)
    try session.send("y")
    try session.waitFor("Question 1 of 2")
    try session.enterAnswer("Paris", next: 2)
    try session.type("in")
    try session.press(.tab)
    try session.type("Italy")
    try session.press(.enter)
    try session.waitFor("2 answered")
    try session.press(.f9)
    try session.send("y")
    try session.waitFor("Your answer: in; Italy")
  }

  @Test func theLobbyListsBanks() throws {
    let exams = try TemporaryFolder()
    writeFile(exams.appending("europe.gift"), Self.gift)
    writeFile(exams.appending("words.csv"), "word,definition,sentence\nriver,Flowing water.,The river is wide.\n")
    writeFile(exams.appending("empty.gift"), "Which river? {~Nile ~Po}\n")
    writeFile(exams.appending("notes.txt"), "Nothing to see here.\n")
    let session = try PtySession([], exams: exams.path)
    try session.waitFor("words")
    try session.waitFor("cannot be started")
    #expect(session.terminal.find("notes") == nil)
    try session.point(at: "europe")
    try session.press(.enter)
    try session.waitFor("GIFT: 2 questions.")
    try session.press(.enter)
    try session.waitFor("Who sits this test?")
  }
}
