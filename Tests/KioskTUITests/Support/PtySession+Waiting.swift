/// Waits. Each reads the program's output while it waits, ends as soon as what it waits for is there, and fails with the
/// screen as it stood. The default limit is generous: a loaded machine must not fail a test.
extension PtySession {
  /// The default limit of a wait, in seconds.
  static let patience = 20.0

  /// Waits until a condition holds.
  func wait(until wanted: String, timeout: Double = patience, _ condition: (PtySession) -> Bool) throws {
    let end = monotonicSeconds() + timeout
    while !condition(self) {
      let left = end - monotonicSeconds()
      guard left > 0 else { throw HarnessError.timeout(wanted: wanted, screen: terminal.text) }
      // Conditions may look at processes or files too, which announce nothing: look again soon.
      if !pump(min(left, 0.05)), closed, poll() != nil, !condition(self) {
        throw HarnessError.ended(wanted: wanted, screen: terminal.text)
      }
    }
  }

  /// Waits until a text has stood on the screen, and returns where: also one that other words have followed at once.
  @discardableResult
  func waitFor(_ text: String, timeout: Double = patience) throws -> (row: Int, column: Int) {
    try watch(for: "“\(text)”", timeout: timeout) { $0.terminal.find(text) }
  }

  /// Waits until something has been seen on the screen, however short it stood there, and gives back what was seen first.
  private func watch<Found>(for wanted: String, timeout: Double, _ look: (PtySession) -> Found?) throws -> Found {
    let end = monotonicSeconds() + timeout
    var found = look(self)
    while true {
      if let found { return found }
      let left = end - monotonicSeconds()
      guard left > 0 else { throw HarnessError.timeout(wanted: wanted, screen: terminal.text) }
      let came = pump(min(left, 0.05)) { if found == nil { found = look(self) } }
      if !came, closed, poll() != nil, found == nil {
        throw HarnessError.ended(wanted: wanted, screen: terminal.text)
      }
    }
  }

  /// Waits until a text has left the screen.
  func waitForAbsence(of text: String, timeout: Double = patience) throws {
    try wait(until: "“\(text)” to go", timeout: timeout) { !$0.terminal.contains(text) }
  }

  /// Waits until a text has stood in one row (0 is the first).
  func waitFor(_ text: String, inRow row: Int, timeout: Double = patience) throws {
    _ = try watch(for: "“\(text)” in row \(row)", timeout: timeout) { $0.row(row).contains(text) ? true : nil }
  }

  /// Waits until the program ends or the limit passes; what is left in the terminal is read first. Nil where it still runs.
  func exitStatus(within seconds: Double = patience) -> ProgramExit? {
    let end = monotonicSeconds() + seconds
    while true {
      if let status = poll() {
        while pump(0) {}
        return status
      }
      let left = end - monotonicSeconds()
      guard left > 0 else { return nil }
      pump(min(left, 0.01))
    }
  }

  /// Reads for so long, whatever comes.
  func letPass(_ seconds: Double) {
    let end = monotonicSeconds() + seconds
    while true {
      let left = end - monotonicSeconds()
      guard left > 0 else { return }
      pump(min(left, 0.02))
    }
  }

  /// Reads until the program was quiet for a time. Only for showing that something does *not* happen.
  func settle(quiet: Double = 0.2, timeout: Double = patience) {
    let end = monotonicSeconds() + timeout
    while monotonicSeconds() < end, pump(quiet) {}
  }

  /// The text of every row, without the blanks at their ends.
  var screen: [String] { terminal.lines }

  /// The text of a row (0 is the first), without the blanks at its end.
  func row(_ row: Int) -> String { terminal.row(row) }

  /// Where the cursor rests, counted from 0.
  var cursor: (row: Int, column: Int) { terminal.cursor }
}
