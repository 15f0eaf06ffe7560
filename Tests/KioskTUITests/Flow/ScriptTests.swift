import Glibc
import KioskCore
import Testing

/// Text in any script: drawn, edited, accepted, and kept to the code point; marking composes what it can (NFC).
@Suite(.serialized) struct ScriptTests {
  @Test func answersInEveryScriptAreDrawnMarkedAndKept() throws {
    let session = try PtySession.locked(environment: ["LANG": nil])
    try session.enterAnswer("Ottawa", next: 2)
    try session.enterAnswer("渥太华", next: 3)
    try session.enterAnswer("Αθήνα", next: 4)
    try session.enterAnswer("القاهرة", next: 5)
    try session.enterAnswer("cafe\u{301}", next: 6)
    try session.send("🇨🇦")
    try session.waitFor("Not entered yet")
    try session.press(.enter)
    try session.waitFor("6 answered")
    try session.handIn()
    let told = try ToldAttempt.only(session.data)
    #expect(told.number("score") == "6")
    let typed = [
      "chinese": "渥太华", "greek": "Αθήνα", "arabic": "القاهرة", "french": "cafe\u{301}", "flag": "🇨🇦",
    ]
    for (question, text) in typed {
      let kept = told.response(question)?["response"]?.string ?? ""
      #expect(Array(kept.utf8) == Array(text.utf8))
    }
    // Raw, as compared, and why: all three are kept.
    let french = try #require(told.response("french"))
    #expect(Array((french["normalised"]?.string ?? "").unicodeScalars) == Array("caf\u{E9}".unicodeScalars))
    #expect(french["marked"]?.string == "listed answer")
  }

  /// A letter of two code points came back as one after a kill, and was another text than the one painted before.
  @Test func aLetterOfTwoCodePointsSurvivesAKillAsTyped() throws {
    let session = try PtySession.locked()
    try session.type("cafe\u{301}s")
    let cell = try #require(session.screen.firstIndex { $0.contains("caf") })
    let column = try #require(session.terminal.find("caf")).column + 3
    // Drawn composed, since a Linux console draws no marks upon letters.
    #expect(Array(session.terminal.cell(row: cell, column: column).text.unicodeScalars) == ["\u{E9}"])
    try session.press(.left)
    let old = try session.kill9(.frontEnd)
    try session.waitForFrontEnd(after: old)
    try session.waitFor("The test was brought back after")
    // The caret is between the letter and the s.
    try session.type("\u{E9}")
    try session.press(.end, .backspace)
    try session.wait(until: "the s to go") { $0.answer == "cafe\u{301}\u{E9}" }
    try session.enter(next: 2)
    try session.handIn()
    let told = try ToldAttempt.only(session.data)
    let kept = told.response("canada")?["response"]?.string ?? ""
    #expect(Array(kept.unicodeScalars) == Array("cafe\u{301}\u{E9}".unicodeScalars))
  }

  @Test func editingGoesByWhatAReaderCallsALetter() throws {
    let session = try PtySession.locked()
    // Each is one letter to delete, whatever it is made of; x stays.
    for letter in ["渥", "é", "e\u{301}", "👍🏽", "👨‍👩‍👧", "🇨🇦", "ي", "ก็", "한"] {
      try session.send("x" + letter + "y")
      try session.wait(until: "\(letter) between x and y") { $0.answer.hasPrefix("x") && $0.answer.hasSuffix("y") }
      try session.press(.left, .backspace)
      try session.wait(until: "\(letter) to go") { $0.answer == "xy" }
      #expect(session.terminal.cell(row: 6, column: session.cursor.column).text == "y")
      try session.press(.right, .backspace, .backspace)
      try session.wait(until: "an empty field") { $0.answer.isEmpty }
    }
  }

  @Test func aLetterThatArrivesInPiecesIsOneLetter() throws {
    let session = try PtySession.locked()
    for byte in Array("渥太华 Αθήνα é 👍".utf8) {
      try session.send([byte])
      session.pump(0.002)
    }
    try session.waitFor("渥太华 Αθήνα é 👍")
    #expect(session.isLocked)
  }

  @Test func bytesThatAreNoTextAreNotTyped() throws {
    let session = try PtySession.locked()
    try session.send([0xff, 0xfe, 0xc0, 0xaf, 0xed, 0xa0, 0x80, 0xf4, 0x90, 0x80, 0x80])
    try session.type("Ottawa")
    try session.enter(next: 2)
    try session.handIn()
    let told = try ToldAttempt.only(session.data)
    let kept = told.response("canada")?["response"]?.string ?? ""
    #expect(kept.hasSuffix("Ottawa"))
    #expect(kept.unicodeScalars.allSatisfy { $0 == "\u{fffd}" || (0x20...0x7e).contains($0.value) })
  }
}
