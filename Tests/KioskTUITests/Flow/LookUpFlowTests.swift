import Glibc
import Testing

/// Looking up at a real terminal: a page with links in practice; in a test nothing, by whatever way it is asked.
@Suite(.serialized) struct LookUpFlowTests {
  private func practising(_ references: String, program: String = KioskProgram.path, rows: Int = 24, columns: Int = 80)
    throws
    -> PtySession
  {
    let session = try PtySession(
      ["exam", "walk", "--practice", "--candidate", "Ada"], program: program, rows: rows, columns: columns,
      exams: PtySession.fixtures, environment: ["KIOSK_REFERENCES": references])
    try session.waitFor("Question 1 of 6")
    return session
  }

  private func lookUp(_ word: String, _ session: PtySession) throws {
    try session.press(.f2)
    try session.waitFor("Look up ─")
    try session.type(word)
    try session.press(.enter)
  }

  @Test func aWordIsLookedUpItsLinkFollowedAndGoneBackFrom() throws {
    let dictionary = try SmallDictionary()
    let session = try practising(dictionary.path)
    try session.press(.alt("2"))
    try session.waitFor("Look up")
    try session.type("cape")
    try session.press(.enter)
    try session.waitFor("WordNet")
    let link = try session.waitFor("a headland")
    #expect(session.terminal.cell(row: link.row, column: link.column + 2).underline != 0)
    try session.press(.tab, .enter)
    try session.waitFor("high land that goes out to sea")
    try session.press(.backspace)
    try session.waitFor("a headland")
    // Who draws and who locks read no dictionary.
    let helps = ProcessTable.children(of: session.pid).first { $0.name == "kiosk-helps" }?.pid
    for (process, reads) in [(helps, true), (session.pid, false), (session.pid(of: .frontEnd), false)] {
      let map = String(decoding: readFile("/proc/\(process ?? 0)/maps") ?? [], as: UTF8.self)
      #expect(!map.isEmpty && map.contains("wn.index") == reads)
    }
    // The help lies over the page and gives it back.
    try session.press(.f1)
    try session.waitFor("goes to the next underlined word")
    try session.press(.escape)
    try session.waitFor("a headland")
    // What is typed takes the shown word's place.
    try session.type("headlamd")
    try session.press(.enter)
    try session.waitFor("Nothing found for “headlamd”.")
    try session.waitFor("headland")
    while session.terminal.contains("Look up ─") {
      try session.press(.escape)
      session.settle()
    }
    #expect(session.terminal.contains("Question 1 of 6"))
  }

  /// The longest entry of WordNet: scrolled to its end, and neither keys nor clock wait for it.
  @Test(.enabled(if: access("/usr/share/dictd/wn.index", R_OK) == 0, "needs WordNet: apt install dict-wn"))
  func theLongestEntryOfWordNetIsScrolled() throws {
    let session = try practising("/usr/share/dictd", rows: 20, columns: 60)
    try lookUp("break", session)
    try session.waitFor("noun 1: some abrupt occurrence")
    for _ in 0..<200 { try session.press(.pageDown) }
    try session.wait(until: "the end of it") { $0.terminal.contains("▲") && !$0.terminal.contains("▼") }
  }

  @Test func withoutDictionariesThePageNamesThePackage() throws {
    let empty = try TemporaryFolder()
    let session = try practising(empty.path)
    try lookUp("Ottawa", session)
    try session.waitFor("Capital: Ottawa")
    try session.waitFor("WordNet is not installed: apt install dict-wn")
  }

  @Test func withoutTheHelpsTheGazetteerStillAnswers() throws {
    let folder = try TemporaryFolder()
    _ = try CommandRun.run(
      ["\(KioskProgram.buildFolder)/kiosk", folder.appending("kiosk")], program: "/bin/cp")
    let session = try practising(folder.path, program: folder.appending("kiosk"))
    try lookUp("knight", session)
    try session.waitFor("Nothing found for “knight”.")
    try session.waitFor("kiosk-helps is not installed beside kiosk: run make install")
  }

  @Test func inATestEachWayToItSaysThatItIsOff() throws {
    let session = try PtySession.locked()
    for key: TerminalKey in [.f2, .alt("2")] {
      try session.press(key)
      try session.waitFor("Look up is off during the test", inRow: 1)
      session.settle()
      #expect(!session.terminal.contains("Look up ─"))
    }
    _ = try ToldAttempt.wait(session.data, for: "both on the ledger") { $0.entries("withheld lookUp") == 2 }
  }

  @Test func aQuestionThatGrantsItIsLookedUpAtWhileLockedAndNoOther() throws {
    let exams = try TemporaryFolder()
    writeFile(
      exams.appending("capes.exam.json"),
      """
      { "format": "kiosk-exam/1", "id": "capes", "title": "Capes", "language": "en", "minutes": 10, "verdict": "end",
        "questions": [
          { "id": "a", "type": "shortAnswer", "prompt": "One?", "answers": [ { "text": "x" } ], "grants": [ "lookUp" ] },
          { "id": "b", "type": "shortAnswer", "prompt": "Two?", "answers": [ { "text": "y" } ] } ] }
      """)
    let dictionary = try SmallDictionary()
    let session = try PtySession(
      ["exam", "capes", "--candidate", "Ada"], exams: exams.path, environment: ["KIOSK_REFERENCES": dictionary.path])
    try session.waitFor(PtySession.consentTitle)
    try session.waitFor("look up: question 1.")
    try session.send("y")
    try session.waitFor("Question 1 of 2")
    try session.waitFor("Locked", inRow: 0)
    try lookUp("cape", session)
    try session.waitFor("a headland")
    try session.press(.tab, .enter)
    try session.waitFor("high land that goes out to sea")
    // Esc goes back and closes the page; that is no attempt to leave.
    try session.press(.escape)
    try session.waitFor("a headland")
    try session.press(.escape)
    try session.waitForAbsence(of: "Look up ─")
    try session.press(.pageDown)
    try session.waitFor("Question 2 of 2")
    try session.press(.f2)
    try session.waitFor("Look up is off during the test", inRow: 1)
    let told = try ToldAttempt.wait(session.data, for: "the refusal on the ledger") {
      $0.entries("withheld lookUp") == 1
    }
    #expect(told.escapes == 0)
  }

  /// A page that was open when the test began on another terminal answers nothing any more: the practice ends at its next key.
  @Test func aPageThatWasOpenWhenTheTestBeganIsGone() throws {
    let dictionary = try SmallDictionary()
    let practice = try practising(dictionary.path)
    try practice.press(.f2)
    try practice.waitFor("Look up")
    try practice.type("cape")
    let test = try PtySession.locked(data: practice.data)
    practice.letPass(1.1)
    try practice.press(.enter)
    #expect(practice.exitStatus() == .exited(77))
    #expect(!practice.terminal.contains("headland"))
    try test.press(.f2)
    try test.waitFor("Look up is off during the test", inRow: 1)
  }
}
