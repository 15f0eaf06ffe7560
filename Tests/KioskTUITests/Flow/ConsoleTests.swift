import CHarness
import Glibc
import KioskCore
import Testing

/// The same on a console of the kernel's: keys typed into it, its cells read back.
@Suite(.serialized) struct ConsoleTests {
  static let hasConsole = freeConsole != nil
  static var freeConsole: Int? { ConsoleSession.freeConsole() }

  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"))
  func aTestIsSatOnAConsole() throws {
    let data = try TemporaryFolder()
    let session = try #require(
      try ConsoleSession(["exam", "walk", "--candidate", "Ada"], data: data, exams: PtySession.fixtures))
    try session.waitFor(PtySession.consentTitle)
    try session.send("y")
    try session.waitFor("What is the capital of Canada?")
    try session.waitFor("Locked")
    let check = try ToldAttempt.only(data)
    #expect(check.text("tier") == "console")
    // Home as a console sends it, and keys that would be signals: the line discipline must not make them.
    var presses = 0
    for key in ["\u{1b}[1~", "\u{3}", "\u{1a}", "\u{1c}", "\u{4}", "\u{11}", "\u{13}"] {
      try session.send(key)
      presses += 1
      _ = try ToldAttempt.wait(data, for: "\(Array(key.utf8)) on the ledger") { $0.escapes == presses }
    }
    try session.waitFor(PtySession.blocked)
    try session.send("Otta\u{1b}[[A")
    try session.waitFor("How to leave")
    try session.send("\r")
    try session.waitForAbsence(of: "How to leave")
    try session.send("wa")
    try session.waitFor("Ottawa")
    try session.send("\r")
    try session.waitFor("Question 2 of 6")
    try session.send("Αθήνα é")
    try session.waitFor("Αθήνα é")
    try session.handIn("2 answered")
    try session.send("\r")
    #expect(session.exitStatus() == .exited(0))
    let told = try ToldAttempt.only(data)
    #expect(told.state == "submitted")
    #expect(told.number("score") == "1")
    #expect(told.ledger.contains { $0.hasPrefix("restrictions") && $0.contains("consoleSwitch enforced") })
  }

  /// A console that `unicode_stop` has turned to characters of one byte each shows and takes UTF-8 while the program runs,
  /// and is afterwards as it was.
  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"))
  func aConsoleOfOneByteCharactersIsTurnedAndTurnedBack() throws {
    let data = try TemporaryFolder()
    let session = try #require(
      try ConsoleSession(
        ["exam", "walk", "--practice"], data: data, exams: PtySession.fixtures,
        shell: ["/bin/sh", "-c", "printf '\\033%%@'; exec \"$@\"", "sh"], oneByte: true))
    try session.waitFor("What is the capital of Canada?")
    try session.send("Αθήνα é")
    try session.waitFor("Αθήνα é")
    #expect(harness_keyboard_mode(session.terminal) == K_UNICODE)
    try session.send("\u{1b}")
    try session.waitFor("Leave the practice?")
    try session.send("y")
    try session.waitForAbsence(of: "Leave the practice?")
    try session.send("\u{1b}")
    #expect(session.exitStatus() == .exited(0))
    // Opened anew: its session's end has hung it up.
    let console = open("/dev/tty\(session.number)", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    defer { close(console) }
    #expect(harness_keyboard_mode(console) == K_XLATE)
    // Two bytes are two characters again; and what is beyond one byte the kernel keeps no record of.
    _ = write(console, "\u{1b}[2J\u{1b}[Hé|", 10)
    #expect(readFile("/dev/vcs\(session.number)")?.dropFirst(2).first == UInt8(ascii: "|"))
    #expect(session.text.isEmpty)
  }
}

/// A program on a virtual console of its own.
final class ConsoleSession {
  /// Which console it is.
  let number: Int
  /// The program.
  let pid: pid_t
  /// The console, open.
  let terminal: Int32
  private let lease: MachineLease
  private let owner: ConsoleOwner?
  private var exit: ProgramExit?

  /// A console that nothing sits on, that can be typed into and read; nil: this machine or user has none.
  static func freeConsole() -> Int? {
    guard getuid() == 0 else { return nil }
    let all = ProcessTable.all
    let taken = Set(all.map(\.terminal))
    // A service has its console without being in its session.
    let used = Set(all.flatMap { ProcessTable.standard(of: $0.pid) })
    return (40...60).first { number in
      guard !taken.contains(4 << 8 | number), !used.contains("/dev/tty\(number)") else { return false }
      // Opening one makes it, and with it the device that its cells are read from.
      let console = open("/dev/tty\(number)", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
      guard console >= 0 else { return false }
      defer { close(console) }
      return access("/dev/vcsu\(number)", R_OK) == 0
    }
  }

  /// `shell`: what a shell does before it becomes the program. `oneByte`: keyboard and screen know characters of one byte
  /// alone. `asNobody`: it runs as an ordinary user, whose console it is.
  init?(
    _ arguments: [String], data: TemporaryFolder, exams: String, shell: [String] = [], asNobody: Bool = false,
    oneByte: Bool = false
  ) throws {
    lease = try MachineLease.take()
    guard let number = Self.freeConsole() else { return nil }
    owner = asNobody ? try ConsoleOwner(number) : nil
    if asNobody { chown(data.path, ConsoleOwner.user, ConsoleOwner.user) }
    let shell = asNobody ? ConsoleOwner.becoming : shell
    let device = "/dev/tty\(number)"
    let terminal = open(device, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard terminal >= 0 else { throw HarnessError.system("open \(device)", errno) }
    // Whatever was on it before: a full reset.
    _ = write(terminal, "\u{1b}c", 2)
    _ = harness_set_keyboard_mode(terminal, oneByte ? K_XLATE : K_UNICODE)
    let source = Spawn.Source.path(device, flags: O_RDWR)
    let program = shell.isEmpty ? [KioskProgram.path] : shell + [KioskProgram.path]
    pid = try Spawn.start(
      program[0], Array(program.dropFirst()) + arguments,
      environment: [
        "TERM": "linux", "LANG": "C.UTF-8", "HOME": data.path, "KIOSK_DATA": data.path, "KIOSK_EXAMS": exams,
        "PATH": "/usr/bin:/bin",
      ], standard: [source, source, source], ownSession: true, folder: data.path)
    self.number = number
    self.terminal = terminal
  }

  deinit {
    for process in ProcessTable.all where process.session == pid { kill(process.pid, SIGKILL) }
    if exit == nil { _ = exitStatus() }
    _ = write(terminal, "\u{1b}c\u{1b}%G", 5)
    _ = harness_set_keyboard_mode(terminal, K_UNICODE)
    close(terminal)
  }

  /// Hands in what is there, once the review has said so.
  func handIn(_ review: String = "unanswered ·") throws {
    try send("\u{1b}[20~")
    try waitFor(review)
    try send("\u{1b}[20~")
    try waitFor("Hand in?")
    try send("y")
    try waitFor("Handed in")
    try waitFor("Open")
  }

  /// Types bytes into the console, behind the keyboard driver.
  func send(_ text: String) throws {
    for byte in text.utf8 {
      guard harness_type_byte(terminal, CChar(bitPattern: byte)) == 0 else {
        throw HarnessError.system("TIOCSTI", errno)
      }
    }
  }

  /// What the console shows, row by row, without the blanks at their ends.
  var rows: [String] {
    var size = winsize()
    _ = ioctl(terminal, UInt(TIOCGWINSZ), &size)
    let cells = Array(text.unicodeScalars)
    return stride(from: 0, to: cells.count, by: max(1, Int(size.ws_col))).map { start in
      var row = cells[start..<min(cells.count, start + Int(size.ws_col))]
      while row.last == " " { row.removeLast() }
      return String(String.UnicodeScalarView(row))
    }
  }

  /// What stands in the answer field of a question whose prompt takes one row; `nil` where no such field is shown.
  var answer: String? {
    let rows = rows
    guard rows.count > 6, rows[6].hasPrefix("   ["), let end = rows[6].lastIndex(of: "]") else { return nil }
    var text = rows[6][..<end].dropFirst(4)
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// What the console shows, as one line of cells.
  var text: String { Self.cells(number) }

  static func cells(_ number: Int) -> String {
    let bytes = readFile("/dev/vcsu\(number)") ?? []
    var text = String.UnicodeScalarView()
    for start in stride(from: 0, to: bytes.count - 3, by: 4) {
      let value = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1) }
      if let scalar = Unicode.Scalar(value), value != 0x200b { text.append(scalar) }
    }
    return String(text)
  }

  private func wait(until wanted: String, _ condition: (String) -> Bool) throws {
    let end = monotonicSeconds() + PtySession.patience
    while !condition(text) {
      guard monotonicSeconds() < end else { throw HarnessError.timeout(wanted: wanted, screen: text) }
      usleep(10_000)
    }
  }

  func waitFor(_ wanted: String) throws { try wait(until: wanted) { $0.contains(wanted) } }
  func waitForAbsence(of wanted: String) throws { try wait(until: "no \(wanted)") { !$0.contains(wanted) } }

  func exitStatus() -> ProgramExit? {
    let end = monotonicSeconds() + PtySession.patience
    while exit == nil, monotonicSeconds() < end {
      var status: Int32 = 0
      if waitpid(pid, &status, WNOHANG) == pid { exit = ProgramExit(waitStatus: status) } else { usleep(5000) }
    }
    return exit
  }
}
