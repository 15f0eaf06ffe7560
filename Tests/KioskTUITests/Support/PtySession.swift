import CHarness
import Glibc

/// A real program on a real terminal: a fresh pty, its own session with that pty as its controlling terminal, and an
/// emulator (libvterm) that reads what it draws. Whatever is left of the program is killed when the session is let go.
///
/// All waits are driven by what the program writes, never by a fixed sleep. A session belongs to one thread.
final class PtySession {
  /// The emulated terminal.
  let terminal: VtermScreen
  /// Everything the program wrote.
  private(set) var rawOutput: [UInt8] = []
  /// The process that was started: in a kiosk, the guardian.
  let pid: pid_t
  /// The path of the terminal the program sits on.
  let device: String
  /// The folder given as `KIOSK_DATA`.
  let data: TemporaryFolder
  /// Whether the terminal answers queries, as xterm does.
  var answering: Bool
  /// Whether the terminal is gone: the program's last descriptor of it closed, or `hangUp` was called.
  private(set) var closed = false

  /// The master side, -1 once closed.
  private var master: Int32
  private var exit: ProgramExit?
  private let home: TemporaryFolder

  /// Starts a program on a terminal of its own.
  /// - Parameters:
  ///   - program: the path of the program; the built `kiosk` unless told otherwise.
  ///   - data: the data folder; a fresh one unless shared with an earlier session.
  ///   - exams: the value of `KIOSK_EXAMS`, unset where nil.
  ///   - environment: variables to add or replace; a nil value removes one.
  ///   - answering: whether queries (DA, DSR, DECRQM) are answered.
  init(
    _ arguments: [String] = [], program: String = KioskProgram.path, rows: Int = 24, columns: Int = 80,
    data: TemporaryFolder? = nil, exams: String? = KioskProgram.shippedExams, environment: [String: String?] = [:],
    answering: Bool = true
  ) throws {
    guard access(program, X_OK) == 0 else { throw HarnessError.notBuilt(program) }
    guard let terminal = VtermScreen(rows: rows, columns: columns) else {
      throw HarnessError.system("vterm_new", ENOMEM)
    }
    let data = try data ?? TemporaryFolder()
    let home = try TemporaryFolder()
    let variables = Self.environment(data: data, home: home, exams: exams, changes: environment)
    let (master, device) = try Self.openPty(rows: rows, columns: columns)
    do {
      // The first open comes after setsid and without O_NOCTTY, so the pty becomes the controlling terminal.
      let slave = Spawn.Source.path(device, flags: O_RDWR)
      pid = try Spawn.start(
        program, arguments, environment: variables, standard: [slave, slave, slave], ownSession: true, folder: home.path
      )
    } catch {
      close(master)
      throw error
    }
    self.terminal = terminal
    self.data = data
    self.home = home
    self.answering = answering
    self.master = master
    self.device = device
  }

  deinit {
    killAll()
    if master >= 0 { close(master) }
    if exit == nil {
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    }
  }

  /// What the program finds in its environment: nothing of the tests' own but `PATH`.
  private static func environment(
    data: TemporaryFolder, home: TemporaryFolder, exams: String?, changes: [String: String?]
  ) -> [String: String] {
    var variables = [
      "TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": home.path, "KIOSK_DATA": data.path,
      "PATH": TestEnvironment.path,
    ]
    variables["KIOSK_EXAMS"] = exams
    for (name, value) in changes { variables[name] = value }
    return variables
  }

  private static func openPty(rows: Int, columns: Int) throws -> (master: Int32, device: String) {
    var name = [CChar](repeating: 0, count: 128)
    let master = harness_open_pty(&name, name.count)
    guard master >= 0 else { throw HarnessError.system("posix_openpt", errno) }
    setSize(master, rows: rows, columns: columns)
    return (master, String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  private static func setSize(_ descriptor: Int32, rows: Int, columns: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }

  // MARK: - To the program

  /// Types a text.
  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Sends bytes as they are. Reads on while the program does not take them, so that neither side waits for the other.
  func send(_ bytes: [UInt8], timeout: Double = 20) throws {
    var rest = bytes[...]
    let end = monotonicSeconds() + timeout
    while !rest.isEmpty {
      guard master >= 0 else { throw HarnessError.ended(wanted: "input was taken", screen: terminal.text) }
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN || errno == EINTR {
        pump(0.02)
        if monotonicSeconds() > end { throw HarnessError.timeout(wanted: "input to be taken", screen: terminal.text) }
      } else {
        throw HarnessError.system("write to the terminal", errno)
      }
    }
  }

  /// Presses keys, as xterm sends them in the modes the program set.
  func press(_ keys: TerminalKey...) throws {
    for key in keys { try send(key.bytes(application: terminal.requests.modes.contains(1))) }
  }

  /// Pastes as xterm does: in brackets where the program asked for them (mode 2004), else as typed.
  func paste(_ text: String) throws {
    let bracketed = terminal.requests.modes.contains(2004)
    try send(bracketed ? "\u{1b}[200~\(text)\u{1b}[201~" : text)
  }

  /// Takes the focus from the window, or gives it, which is told only to a program that asked (mode 1004).
  func focus(_ focused: Bool) throws {
    if terminal.requests.modes.contains(1004) { try send(focused ? "\u{1b}[I" : "\u{1b}[O") }
  }

  /// Drags the window to another size.
  func resize(rows: Int, columns: Int) {
    terminal.resize(rows: rows, columns: columns)
    if master >= 0 { Self.setSize(master, rows: rows, columns: columns) }
  }

  /// Sends a signal to whatever is in the foreground of the terminal, as a line discipline does (TIOCSIG).
  func signalForeground(_ number: Int32) {
    if master >= 0 { _ = harness_signal_foreground(master, number) }
  }

  /// Closes the window: the terminal is gone for the program.
  func hangUp() {
    pump(0)
    if master >= 0 { close(master) }
    master = -1
    closed = true
  }

  // MARK: - From the program

  /// Reads what the program wrote, waiting at most `seconds` for the first of it. True where something came.
  /// - Parameter seen: looks at the screen after every few bytes of it. Where a test was held up, much has come at once, and
  ///   what was shown in between is gone from the screen at its end.
  @discardableResult
  func pump(_ seconds: Double, looking seen: () -> Void = {}) -> Bool {
    guard master >= 0, !closed else {
      // Nothing can come any more; a caller who waits for an exit must not spin.
      if seconds > 0 { usleep(UInt32(min(seconds, 0.01) * 1e6)) }
      return false
    }
    var watched = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&watched, 1, Int32(max(0, seconds) * 1000)) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65536)
    var any = false
    while true {
      let count = read(master, &buffer, buffer.count)
      if count > 0 {
        any = true
        var rest = buffer[..<count]
        while !rest.isEmpty {
          take(rest.prefix(Self.glance))
          rest = rest.dropFirst(Self.glance)
          seen()
        }
      } else if count < 0 && errno == EINTR {
        continue
      } else {
        // EIO: the last descriptor of the terminal was closed on the program's side.
        if count == 0 || errno != EAGAIN { closed = true }
        return any
      }
    }
  }

  /// How many bytes are shown between two looks at the screen.
  private static let glance = 256

  private func take(_ bytes: ArraySlice<UInt8>) {
    rawOutput.append(contentsOf: bytes)
    terminal.feed(bytes)
    let answers = terminal.takeAnswers()
    if answering, !answers.isEmpty, master >= 0 {
      _ = answers.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
    }
  }

  /// How the program ended, nil while it runs.
  func poll() -> ProgramExit? {
    if exit == nil {
      var status: Int32 = 0
      if waitpid(pid, &status, WNOHANG) == pid { exit = ProgramExit(waitStatus: status) }
    }
    return exit
  }
}
