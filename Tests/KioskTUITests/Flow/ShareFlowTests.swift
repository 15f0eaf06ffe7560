import Glibc
import Testing

/// Copying, pasting and saving at a real terminal.
@Suite(.serialized) struct ShareFlowTests {
  private func practising(_ home: TemporaryFolder) throws -> PtySession {
    let session = try PtySession(
      ["exam", "walk", "--practice", "--candidate", "Ada"], exams: PtySession.fixtures,
      environment: ["HOME": home.path])
    try session.waitFor("Question 1 of 6")
    return session
  }

  private func clipboards(_ session: PtySession) -> [String] {
    session.terminal.requests.operatingSystemCommands.filter { $0.hasPrefix("52;c;") }.map { String($0.dropFirst(5)) }
  }

  @Test func anAnswerGoesToTheClipboardAndComesBackByTheRegister() throws {
    let session = try practising(try TemporaryFolder())
    try session.send("Oslo")
    try session.wait(until: "the answer") { $0.answer == "Oslo" }
    try session.press(.f10)
    try session.waitFor("copy the question")
    try session.send("a")
    try session.waitFor("Your answer is copied here, and offered to the terminal.", inRow: 1)
    // "Oslo" in base 64.
    #expect(clipboards(session) == ["T3Nsbw=="])
    try session.press(.alt("0"))
    try session.waitFor("Copied so far:")
    try session.send("p")
    try session.wait(until: "it once more") { $0.answer == "OsloOslo" }
  }

  @Test func theReportIsSavedAndNothingWrittenOverUnasked() throws {
    let home = try TemporaryFolder()
    let session = try practising(home)
    try session.handIn()
    try session.press(.f10)
    try session.waitFor("In which file?")
    try session.press(.ctrl("u"))
    try session.type("~/mine.txt")
    try session.press(.enter)
    try session.waitFor("The report is saved in", inRow: 1)
    let path = home.appending("mine.txt")
    let text = readFile(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    #expect(text.hasPrefix("A walk: a practice by Ada\n") && text.contains("1. "))
    writeFile(path, "older")
    try session.press(.f10)
    try session.waitFor("In which file?")
    try session.press(.ctrl("u"))
    try session.type(path)
    try session.press(.enter)
    try session.waitFor("That file is there already.")
    #expect(readFile(path).map { String(decoding: $0, as: UTF8.self) } == "older")
    try session.press(.enter)
    try session.waitForAbsence(of: "In which file?")
    #expect(readFile(path)?.count == text.utf8.count)
    for (name, words) in [
      ("/nonexistent/x", "/nonexistent is no folder: name one that is there."),
      (home.path, "is no file: add a name to it."), ("/proc/x", "/proc"),
    ] {
      try session.press(.f10)
      try session.waitFor("In which file?")
      try session.press(.ctrl("u"))
      try session.type(name)
      try session.press(.enter)
      try session.waitFor(words)
      try session.press(.escape)
      try session.waitForAbsence(of: "In which file?")
    }
  }

  @Test func aTestRefusesItByEachKey() throws {
    let session = try PtySession.locked()
    let before = clipboards(session)
    for key: TerminalKey in [.f10, .alt("0")] {
      try session.press(key)
      try session.waitFor("Share is off during the test", inRow: 1)
      session.settle()
      #expect(!session.terminal.contains("copy the question"))
    }
    #expect(clipboards(session) == before)
    _ = try ToldAttempt.wait(session.data, for: "both on the ledger") { $0.entries("withheld share") == 2 }
    try session.handIn()
    // The lock's own clearing of the clipboard is no text.
    try session.press(.f10)
    session.settle()
    #expect(!session.terminal.contains("In which file?"))
  }
}
