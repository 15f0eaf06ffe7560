import Glibc
import Testing

/// What a candidate does at a kiosk, in the words of a test.
extension PtySession {
  /// Where the fixture exams lie.
  static var fixtures: String { "\(KioskProgram.repository)/Tests/Fixtures" }

  static let consentTitle = "Lock this terminal for the test?"
  static let blocked = "Home is blocked until you finish the test."
  static let lockedBanner = "This terminal is locked. It unlocks when you finish, or after 8 hours."
  static let openBanner = "This terminal is unlocked."

  /// A kiosk at the consent screen of a fixture exam, its finding about the terminal there.
  static func atConsent(
    _ exam: String = "walk", rows: Int = 24, columns: Int = 80, data: TemporaryFolder? = nil,
    environment: [String: String?] = [:], answering: Bool = true
  ) throws -> PtySession {
    let session = try PtySession(
      ["exam", exam, "--candidate", "Ada", "--seed", "1"], rows: rows, columns: columns, data: data, exams: fixtures,
      environment: environment, answering: answering)
    try session.waitFor(consentTitle)
    return session
  }

  /// A kiosk locked into the first question of a fixture exam.
  static func locked(
    _ exam: String = "walk", rows: Int = 24, columns: Int = 80, data: TemporaryFolder? = nil,
    environment: [String: String?] = [:], answering: Bool = true
  ) throws -> PtySession {
    let session = try atConsent(
      exam, rows: rows, columns: columns, data: data, environment: environment, answering: answering)
    try session.send("y")
    try session.waitFor("Question 1 of")
    try session.waitFor("Locked", inRow: 0)
    return session
  }

  /// The same command at a shell's prompt, which tells the status and stays on the terminal: at the consent screen, and the
  /// terminal's modes before it. With `again` the shell starts a second kiosk behind it.
  static func underShell(again: Bool = false) throws -> (session: PtySession, before: termios?) {
    let second = again ? " \(KioskProgram.path);" : ""
    let script = "\(KioskProgram.path) exam walk --candidate Ada;\(second) echo status $?; exec sleep 1000"
    let session = try PtySession(["-c", script], program: "/bin/sh", exams: fixtures)
    let before = session.modes()
    try session.waitFor(consentTitle)
    return (session, before)
  }

  /// Picks an exam in the lobby and starts the test: the next screen asks for the name.
  func choose(_ title: String) throws {
    try point(at: title)
    try press(.enter)
    try waitFor("Who sits this test?")
  }

  /// Puts the lobby's cursor on an exam.
  func point(at title: String) throws {
    try waitFor(title)
    for _ in 0..<20 where terminal.find("› " + title) == nil {
      let before = terminal.find("› ")?.row
      try press(.down)
      try wait(until: "the cursor a row further down") { $0.terminal.find("› ")?.row != before }
    }
  }

  /// Types an answer and waits until it stands on the screen.
  func type(_ text: String) throws {
    try send(text)
    // Compared as a reader does: a composed and a decomposed é are the same letter.
    try wait(until: "“\(text)”") { session in session.screen.contains { $0.contains(text) } }
  }

  /// Enters what is typed and waits for the question that follows.
  func enter(next number: Int) throws {
    try press(.enter)
    try waitFor("Question \(number) of")
  }

  /// From any question through the review to the report.
  func handIn() throws {
    try press(.f9)
    try waitFor("unanswered ·")
    try press(.f9)
    try waitFor("Hand in?")
    try send("y")
    try waitFor("Handed in")
    try waitFor("Open", inRow: 0)
  }

  /// In an ordering that shows `items`, picks each up that is not in its place and carries it there, from the top down.
  func carry<Item: Equatable>(_ items: inout [Item], to order: [Item]) throws {
    var row = 0
    for (place, item) in order.enumerated() {
      guard let at = items.firstIndex(of: item), at != place else { continue }
      while row != at {
        try press(row < at ? .down : .up)
        row += row < at ? 1 : -1
      }
      try send(" ")
      while row > place {
        try press(.up)
        items.swapAt(row, row - 1)
        row -= 1
      }
      try send(" ")
    }
  }

  /// Whether row 1 says that the terminal is locked.
  var isLocked: Bool { row(0).contains("Locked") }

  /// The modes of the terminal, read on its other side. Nil where they cannot be read.
  func modes() -> termios? {
    let descriptor = open(device, O_RDWR | O_NOCTTY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var modes = termios()
    return tcgetattr(descriptor, &modes) == 0 ? modes : nil
  }

  /// Waits until a process that was killed has been followed by another.
  @discardableResult
  func waitForFrontEnd(after old: pid_t?, timeout: Double = patience) throws -> pid_t {
    var found: pid_t?
    try wait(until: "a new front end", timeout: timeout) { session in
      found = session.pid(of: .frontEnd)
      return found != nil && found != old
    }
    return try #require(found)
  }
}

/// Terminal modes that a shell would notice.
func sameModes(_ one: termios?, _ other: termios?) -> Bool {
  guard let one, let other else { return false }
  return one.c_iflag == other.c_iflag && one.c_oflag == other.c_oflag && one.c_cflag == other.c_cflag
    && one.c_lflag == other.c_lflag
}
