import Glibc
import Testing

/// Another process of the same user wrote to the terminal: its words stayed on the screen, and after a full reset
/// bracketed paste and focus reports stayed off.
@Suite(.serialized) struct ScribbleTests {
  private func write(_ text: String, to session: PtySession) throws {
    let descriptor = open(session.device, O_WRONLY | O_NOCTTY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
  }

  @Test func ctrlLPaintsOverWhatSomebodyWrote() throws {
    let session = try PtySession.locked()
    try session.type("Otta")
    try write("\u{1B}[5;3HANSWER: 42", to: session)
    try session.waitFor("ANSWER: 42")
    try session.send([0x0C])
    try session.wait(until: "the words are gone") { !$0.terminal.contains("ANSWER: 42") }
    try session.send("wa")
    try session.waitFor("Ottawa")
    try session.handIn()
  }

  @Test func aTerminalResetFromOutsideIsSetUpAndPaintedAgain() throws {
    let session = try PtySession.locked()
    try session.wait(until: "the modes are set") { $0.terminal.requests.modes.isSuperset(of: [2004, 1004]) }
    try write("\u{1B}c\u{1B}[5;3HANSWER: 42", to: session)
    try session.wait(until: "the reset") { $0.terminal.requests.modes.isDisjoint(with: [2004, 1004]) }
    try session.wait(until: "the screen and the modes again", timeout: 60) {
      $0.terminal.requests.modes.isSuperset(of: [2004, 1004]) && $0.terminal.alternateScreen
        && $0.terminal.contains("What is the capital of Canada?") && !$0.terminal.contains("ANSWER: 42")
    }
    #expect(session.isLocked)
    try session.handIn()
    let told = try ToldAttempt.only(session.data)
    #expect(told.entries("undoneOutside") >= 1)
  }

  /// `stty sane` from another terminal: keys would make signals and be echoed.
  @Test func keysMadeCookedFromOutsideArePlainAgainAndThatIsCounted() throws {
    let session = try PtySession.locked()
    let descriptor = open(session.device, O_RDWR | O_NOCTTY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let plain = try #require(session.modes())
    var cooked = plain
    cooked.c_lflag |= tcflag_t(ISIG | ICANON | ECHO)
    cooked.c_iflag |= tcflag_t(IXON | ICRNL)
    #expect(tcsetattr(descriptor, TCSANOW, &cooked) == 0)
    try session.wait(until: "plain keys again") {
      ($0.modes()?.c_lflag ?? tcflag_t.max) & tcflag_t(ISIG | ICANON | ECHO) == 0
    }
    let told = try ToldAttempt.wait(session.data, for: "that on the ledger", reading: session) {
      $0.entries("undoneOutside home") == 1
    }
    #expect(told.escapes == 1)
    try session.waitFor("Locked", inRow: 0)
    try session.handIn()
  }
}
