import Glibc
import KioskCore
import Testing

/// The home button in every form a terminal sends it, locked and open.
@Suite(.serialized) struct HomeKeyTests {
  /// The bytes of a home key, and what the ledger calls it.
  struct HomeForm: Sendable, CustomTestStringConvertible {
    let bytes: String
    let name: String
    var testDescription: String { name + " " + bytes.utf8.map { String($0, radix: 16) }.joined(separator: " ") }
  }

  static let forms = [
    HomeForm(bytes: "\u{1b}", name: "Esc"), HomeForm(bytes: "\u{1b}[27u", name: "Esc"),
    HomeForm(bytes: "\u{1b}[H", name: "Home"), HomeForm(bytes: "\u{1b}OH", name: "Home"),
    HomeForm(bytes: "\u{1b}[1~", name: "Home"), HomeForm(bytes: "\u{1b}[7~", name: "Home"),
    HomeForm(bytes: "\u{1b}[1;5H", name: "Home"), HomeForm(bytes: "\u{3}", name: "Ctrl-C"),
    HomeForm(bytes: "\u{1b}[99;5u", name: "Ctrl-C"), HomeForm(bytes: "\u{1b}[27;5;99~", name: "Ctrl-C"),
    HomeForm(bytes: "\u{1a}", name: "Ctrl-Z"), HomeForm(bytes: "\u{1c}", name: "Ctrl-\\"),
    HomeForm(bytes: "\u{4}", name: "Ctrl-D"), HomeForm(bytes: "\u{11}", name: "Ctrl-Q"),
    HomeForm(bytes: "\u{13}", name: "Ctrl-S"),
  ]

  /// Presses a home key and waits until the kiosk has said that it is blocked.
  private func pressHome(_ bytes: String, _ session: PtySession) throws {
    session.pauseBetweenPresses()
    try session.send(bytes)
    try session.waitFor(PtySession.blocked, inRow: 1)
  }

  @Test func everyFormOfEveryHomeKeyIsBlockedAndCounted() throws {
    let session = try PtySession.locked()
    for (index, form) in Self.forms.enumerated() {
      try pressHome(form.bytes, session)
      _ = try ToldAttempt.wait(session.data, for: "\(form.testDescription) on the ledger", reading: session) {
        $0.entries("homeBlocked") == index + 1
      }
      // Three of one key within 1.5 s open the panel.
      if session.terminal.contains("Go on with the test") { try session.press(.enter) }
    }
    let told = try ToldAttempt.only(session.data)
    #expect(told.ledger.filter { $0.hasPrefix("homeBlocked") } == Self.forms.map { "homeBlocked \($0.name)" })
    #expect(told.escapes == Self.forms.count)
    #expect(session.isLocked)
    #expect(session.poll() == nil)
    try session.waitFor("What is the capital of Canada?")
  }

  @Test func theBannerGoesAfterFiveSeconds() throws {
    let session = try PtySession.locked()
    // From before the press: it may have been shown for a while when it is first seen.
    let pressed = monotonicSeconds()
    try pressHome("\u{3}", session)
    try session.waitForAbsence(of: PtySession.blocked)
    #expect(monotonicSeconds() - pressed > 5)
    #expect(session.isLocked)
  }

  @Test func aKeyHeldDownIsOnePress() throws {
    let session = try PtySession.locked()
    // Auto-repeat, in one read: nothing can be closer together.
    try session.send(String(repeating: "\u{3}", count: 30))
    try session.waitFor(PtySession.blocked, inRow: 1)
    try session.type("Ottawa")
    #expect(!session.terminal.contains("Go on with the test"))
    let told = try ToldAttempt.wait(session.data, for: "the press on the ledger") { $0.escapes > 0 }
    #expect(told.escapes == 1)
  }

  @Test func threePressesOpenThePanelAndHandInWorksFromThere() throws {
    let session = try PtySession.locked()
    try session.type("Ottawa")
    try session.pressThreeTimes("\u{3}", until: "Go on with the test")
    try session.waitFor("This terminal is locked")
    try session.waitFor("Locked since")
    try session.waitFor("Time: 10 min left.")
    try session.waitFor("attempts to leave, counted.")
    try session.press(.right, .enter)
    try session.waitFor("Hand in?")
    try session.send("n")
    try session.waitForAbsence(of: "Hand in?")
    #expect(session.isLocked)
    try session.handIn()
    let told = try ToldAttempt.only(session.data)
    #expect(told.state == "submitted")
    #expect(told.number("score") == "1")
    #expect(told.escapes >= 3)
  }

  @Test func homeInsideTextGoesToItsStartFirst() throws {
    let session = try PtySession.locked()
    try session.type("ttawa")
    try session.send("\u{1b}[H")
    try session.send("O")
    try session.waitFor("Ottawa")
    // The caret stands behind the O: once more to the start, and only then it is the home button.
    try session.send("\u{1b}OH")
    session.settle()
    #expect(!session.terminal.contains(PtySession.blocked))
    try session.send("\u{1b}[1~")
    try session.waitFor(PtySession.blocked, inRow: 1)
    try session.enter(next: 2)
    try session.handIn()
    let told = try ToldAttempt.only(session.data)
    #expect(told.escapes == 1)
    #expect(told.response("canada")?["response"]?.string == "Ottawa")
  }

  /// Open, Esc, Home and Ctrl-C go back or leave; the other home keys do nothing.
  @Test(arguments: ["\u{1b}", "\u{1b}[H", "\u{1b}OH", "\u{1b}[1~", "\u{1b}[7~", "\u{3}"])
  func openAKeyThatGoesBackGoesBack(_ bytes: String) throws {
    let session = try PtySession(exams: PtySession.fixtures)
    try session.choose("A walk")
    try session.send(bytes)
    try session.waitFor("Choose a test")
    try session.send(bytes)
    #expect(session.exitStatus() == .exited(0))
    #expect(!session.terminal.alternateScreen)
  }

  @Test func openTheOtherHomeKeysDoNothing() throws {
    let session = try PtySession(exams: PtySession.fixtures)
    try session.choose("A walk")
    try session.type("Ada")
    for bytes in ["\u{1a}", "\u{1c}", "\u{4}", "\u{11}", "\u{13}"] {
      try session.send(bytes)
      try session.send("x")
      try session.waitFor("Adax")
      try session.press(.backspace)
      try session.waitForAbsence(of: "Adax")
    }
    #expect(session.poll() == nil)
    try session.waitFor("Who sits this test?")
  }

  @Test func leavingAPracticeAsksFirst() throws {
    let session = try PtySession(["exam", "walk", "--practice", "--candidate", "Ada"], exams: PtySession.fixtures)
    try session.waitFor("Question 1 of 6")
    #expect(session.row(0).contains("Open"))
    try session.press(.escape)
    try session.waitFor("Leave the practice?")
    try session.press(.enter)
    try session.waitForAbsence(of: "Leave the practice?")
    try session.press(.ctrl("c"))
    try session.waitFor("Leave the practice?")
    try session.send("y")
    try session.waitFor("The practice was ended.")
  }
}
