import Glibc
import KioskCore
import Testing

/// What reaches an answer: what is typed, and nothing a terminal says by itself or a clipboard holds.
@Suite(.serialized) struct PasteTests {
  @Test func aBracketedPasteIsRefusedSaidAndRecorded() throws {
    let session = try PtySession.locked()
    try session.paste("Ottawa")
    try session.waitFor("Paste is off during the test", inRow: 1)
    // What looks like keys inside a paste is text of the paste.
    try session.paste("\u{3}\u{1b}[20~y\r")
    try session.send("x")
    try session.wait(until: "x alone") { $0.answer == "x" }
    #expect(session.isLocked)
    let told = try ToldAttempt.wait(session.data, for: "the pastes on the ledger") { $0.entries("pasteRefused") == 2 }
    #expect(told.entries("pasteRefused 6 characters") == 1)
    #expect(told.escapes == 0)
  }

  @Test func aPasteInPiecesIsOnePaste() throws {
    let session = try PtySession.locked()
    for piece in ["\u{1b}[20", "0~Ott", "awa\u{1b}", "[201~"] {
      try session.send(piece)
      session.pump(0.03)
    }
    try session.waitFor("Paste is off during the test", inRow: 1)
    try session.send("x")
    try session.wait(until: "x alone") { $0.answer == "x" }
  }

  @Test func anUnmarkedBurstIsKeptAndFlagged() throws {
    let session = try PtySession.locked(answering: false)
    let text = "Ottawa is the capital of Canada"
    try session.type(text)
    #expect(session.answer == text)
    let told = try ToldAttempt.wait(session.data, for: "the burst on the ledger") { $0.entries("pasteBurst") == 1 }
    #expect(told.entries("pasteBurst \(text.count) characters") == 1)
    #expect(told.ledger.contains { $0.hasPrefix("restrictions") && $0.contains("paste detected") })
  }

  /// A slow line, or a busy machine: what the terminal says after most of a second counts as if said at once.
  @Test func whatATerminalConfirmsLateIsHeldAllTheSame() throws {
    let session = try PtySession(
      ["exam", "walk", "--candidate", "Ada", "--seed", "1"], exams: PtySession.fixtures, answering: false)
    try session.wait(until: "the question about mode 1004") {
      String(decoding: $0.rawOutput, as: UTF8.self).contains("1004$p")
    }
    session.letPass(0.9)
    try session.send("\u{1b}[?2004;2$y\u{1b}[?1004;2$y\u{1b}[?1;2c")
    session.answering = true
    try session.waitFor(PtySession.consentTitle)
    try session.send("y")
    try session.waitFor("Locked", inRow: 0)
    let told = try ToldAttempt.wait(session.data, for: "what holds on the ledger") { $0.entries("restrictions") > 0 }
    #expect(told.ledger.contains { $0.hasPrefix("restrictions") && $0.contains("paste enforced") })
  }

  /// Sequences no table knows, and what terminals send on their own: reports, commands, strings.
  static let unknown = [
    "\u{1b}[99;99X", "\u{1b}[?62;1;6c", "\u{1b}[>0;276;0c", "\u{1b}[24;80R", "\u{1b}[3;1;1t", "\u{1b}[?1;2;3$z",
    "\u{1b}[200;300;400;500;600;700m", "\u{1b}O~", "\u{1b}]0;title\u{7}", "\u{1b}]52;c;T3R0YXdh\u{1b}\\",
    "\u{1b}P1$r0m\u{1b}\\", "\u{1b}_apc\u{1b}\\", "\u{1b}^pm\u{1b}\\", "\u{1b}Xsos\u{1b}\\", "\u{9b}1;2X",
    "\u{9d}0;t\u{7}",
    "\u{90}q\u{1b}\\", "\u{85}\u{84}", "\u{1b}[<0;10;10M", "\u{1b}[[Z", "\u{7}\u{6}\u{0}",
  ]

  @Test func unknownSequencesAreSwallowedWhole() throws {
    let session = try PtySession.locked()
    var text = ""
    for (index, sequence) in Self.unknown.enumerated() {
      let letter = String(UnicodeScalar(UInt8(97 + index)))
      try session.send(sequence + letter)
      text += letter
      try session.wait(until: "“\(text)” after \(Array(sequence.utf8))") { $0.answer == text }
    }
    #expect(session.isLocked)
    #expect(try ToldAttempt.only(session.data).escapes == 0)
  }

  /// Sends a sequence in two pieces, the second of them before the first can have been taken for all there is: where this
  /// was held up for longer, once more.
  private func send(_ bytes: [UInt8], cutAt cut: Int, _ session: PtySession) throws {
    for _ in 0..<100 {
      let start = monotonicSeconds()
      try session.send(Array(bytes[..<cut]))
      session.pump(0.01)
      try session.send(Array(bytes[cut...]))
      if monotonicSeconds() - start < 0.045 { return }
      session.settle()
      try session.press(.ctrl("u"))
      try session.wait(until: "an empty field") { $0.answer.isEmpty }
      try session.type("x")
    }
    throw HarnessError.timeout(wanted: "two pieces in time", screen: session.terminal.text)
  }

  @Test func aSequenceCutAnywhereIsNeverTyped() throws {
    let session = try PtySession.locked()
    try session.type("x")
    let sequences = ["\u{1b}[1;5C", "\u{1b}OC", "\u{1b}[F", "\u{1b}[99;99X", "\u{1b}]0;t\u{1b}\\", "\u{1b}[4~"]
    for sequence in sequences {
      let bytes = Array(sequence.utf8)
      for cut in 2..<bytes.count { try send(bytes, cutAt: cut, session) }
      // Behind ESC alone, longer than any terminal takes: Esc was pressed. The tail of a control sequence is still no
      // text; "O" or "]" behind a pause may well be.
      guard bytes[1] == UInt8(ascii: "[") else { continue }
      session.pauseBetweenPresses()
      try session.send([bytes[0]])
      try session.waitFor(PtySession.blocked, inRow: 1)
      session.settle(quiet: 0.08)
      try session.send(Array(bytes[1...]))
      session.settle(quiet: 0.1, timeout: 0.5)
      #expect(session.answer == "x", "\(bytes)")
      if session.terminal.contains("Go on with the test") { try session.press(.enter) }
    }
    #expect(session.isLocked)
  }
}
