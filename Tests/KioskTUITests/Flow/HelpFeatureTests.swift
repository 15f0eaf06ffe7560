import Glibc
import KioskCore
import Testing

/// What helps in practice, and stays dark in the test.
@Suite(.serialized) struct HelpFeatureTests {
  private func practising() throws -> PtySession {
    let session = try PtySession(["exam", "walk", "--practice", "--candidate", "Ada"], exams: PtySession.fixtures)
    try session.waitFor("Question 1 of 6")
    return session
  }

  @Test func practiceLooksUpSuggestsPastesAndUnderlines() throws {
    let session = try practising()
    #expect(session.row(0).contains("Open"))
    try session.type("Xqzzt")
    try session.waitFor("“Xqzzt” is in no dictionary")
    let place = try #require(session.terminal.find("Xqzzt"))
    #expect(session.terminal.cell(row: place.row, column: place.column).underline != 0)
    try session.press(.ctrl("u"))
    try session.waitForAbsence(of: "Xqzzt")
    try session.send("Ott")
    try session.waitFor("Tab takes “Ottawa”")
    try session.press(.tab)
    try session.waitForAbsence(of: "Tab takes")
    try session.wait(until: "the suggestion in the field") { $0.answer == "Ottawa" }
    try session.press(.ctrl("u"))
    try session.wait(until: "an empty field") { $0.answer.isEmpty }
    try session.paste("Ottawa")
    try session.waitFor("Ottawa")
    try session.press(.enter)
    try session.waitFor("✓ Right")
    try session.press(.f2)
    try session.waitFor("Look up")
    try session.type("Canada")
    try session.press(.enter)
    try session.waitFor("Capital: Ottawa")
    try session.waitFor("Continent: North America")
    try session.press(.f2)
    try session.waitForAbsence(of: "Continent:")
    try session.press(.enter)
    try session.waitFor("Question 2 of 6")
    try session.press(.f1)
    try session.waitFor("How to leave")
  }

  @Test func theTestKeepsEveryHelpDark() throws {
    let session = try PtySession.locked()
    try session.press(.f2)
    try session.waitFor("Look up is off during the test", inRow: 1)
    try session.press(.alt("2"))
    try session.type("Ott")
    session.settle()
    #expect(!session.terminal.contains("Tab takes"))
    #expect(!session.terminal.contains("in no dictionary"))
    try session.paste("awa")
    try session.waitFor("Paste is off during the test", inRow: 1)
    #expect(session.answer == "Ott")
    try session.press(.ctrl("u"))
    try session.type("Xqzzt")
    session.settle()
    #expect(!session.terminal.contains("in no dictionary"))
    let place = try #require(session.terminal.find("Xqzzt"))
    #expect(session.terminal.cell(row: place.row, column: place.column).underline == 0)
    try session.press(.f1)
    try session.waitFor("Help on the question is off during the test")
    let told = try ToldAttempt.wait(session.data, for: "both on the ledger") {
      $0.entries("withheld lookUp") == 2 && $0.entries("pasteRefused") == 1
    }
    #expect(told.escapes == 0)
  }

  @Test func leavingTheWindowIsSaidAndRecorded() throws {
    let session = try PtySession.locked()
    try session.focus(false)
    _ = try ToldAttempt.wait(session.data, for: "the leaving on the ledger") { $0.entries("focusLost") == 1 }
    // Told twice, it is left once.
    try session.focus(false)
    try session.focus(true)
    try session.waitFor("The window was left. This is recorded.", inRow: 1)
    let told = try ToldAttempt.wait(session.data, for: "the return on the ledger") { $0.entries("focusGained") == 1 }
    #expect(told.entries("focusLost") == 1)
    #expect(told.interruptions == 1)
    #expect(told.escapes == 0)
    #expect(session.isLocked)
  }

  @Test func aPracticeHungUpOnGoesOnWhereItStood() throws {
    let session = try practising()
    try session.type("Ott")
    let left = session.pids
    session.hangUp()
    try session.waitForEnd(of: left)
    #expect(try ToldAttempt.only(session.data).state == "open")
    let next = try PtySession(data: session.data, exams: PtySession.fixtures)
    try next.waitFor("Go on with A walk")
    try next.press(.enter)
    try next.waitFor("Question 1 of 6")
    try next.wait(until: "the same text") { $0.answer == "Ott" }
    #expect(next.row(0).contains("Open"))
  }
}
