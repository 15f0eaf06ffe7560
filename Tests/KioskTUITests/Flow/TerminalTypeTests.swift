import Glibc
import KioskCore
import Testing

/// The same screens on every kind of terminal, whatever its database entry says it can do.
@Suite(.serialized) struct TerminalTypeTests {
  /// What stands on the screens of a short test, but for the banner's row: when a banner goes is not the same each time.
  /// Where `agreed` is given each is waited for, should it come to be like that.
  private func screens(_ type: String, like agreed: [[String]] = []) throws -> [[String]] {
    let session = try PtySession.atConsent(environment: ["TERM": type])
    try session.waitFor("What this terminal takes away")
    var screens: [[String]] = []
    func withoutBanner(_ screen: [String]) -> [String] {
      var screen = screen
      screen[1] = ""
      return screen
    }
    func keep() {
      // Its words are there before the frame around them is.
      if agreed.indices.contains(screens.count) {
        let wanted = agreed[screens.count]
        try? session.wait(until: "the same screen") { withoutBanner($0.screen) == wanted }
      } else {
        session.settle(quiet: 1)
      }
      screens.append(withoutBanner(session.screen))
    }
    keep()
    try session.send("y")
    try session.waitFor("Question 1 of 6")
    try session.enterAnswer("Ottawa", next: 2)
    try session.type("渥太华 Αθήνα é")
    try session.waitFor("Not entered yet")
    keep()
    try session.press(.f1)
    try session.waitFor("How to leave")
    keep()
    try session.press(.enter)
    try session.waitForAbsence(of: "How to leave")
    try session.press(.pageUp, .f9)
    try session.waitFor("2 answered")
    keep()
    try session.press(.f9)
    try session.waitFor("Hand in?")
    keep()
    try session.send("y")
    try session.waitFor("Handed in")
    keep()
    try session.press(.enter)
    #expect(session.exitStatus() == .exited(0))
    return screens
  }

  @Test func everyTerminalTypeShowsTheSame() throws {
    let agreed = try screens("xterm-256color")
    for type in ["xterm", "screen", "screen-256color", "tmux-256color", "linux", "vt220", "vt100"] {
      let drawn = try screens(type, like: agreed)
      for (index, screen) in agreed.enumerated() where screen != drawn[index] {
        let rows = zip(screen, drawn[index]).filter { $0 != $1 }.map { "- \($0)\n+ \($1)" }
        Issue.record("screen \(index) on \(type):\n\(rows.joined(separator: "\n"))")
      }
    }
  }
}
