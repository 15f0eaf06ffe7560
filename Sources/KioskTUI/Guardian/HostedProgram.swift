import Glibc
import KioskCore

/// What is to be hosted.
struct Hosting: Equatable {
  /// The program's path, absolute, as it was named.
  let path: String
  /// Its words, its name first.
  let arguments: [String]

  /// What it is called: the last part of its path.
  var title: String { ScreenText.fitted(path.split(separator: "/").last.map(String.init) ?? path) }
}

/// A program on a terminal of its own, of which this process has the other side. It is started by the guardian, has none
/// of its descriptors, and ends with it, and so does all that it has started and left.
final class HostedProgram {
  let hosting: Hosting
  /// The side of its terminal that is ours: what is read there it has written.
  let master: Int32
  /// Its process; 0: not started, or ended.
  private(set) var process: Int32 = 0
  /// What it ended with: its status, or 128 and its signal; `nil`: it has not ended.
  private(set) var ended: Int32?
  private let terminal: String
  private let file: Files.Status?
  private var running: Files.Status?
  private var isScript = false

  /// Makes its terminal; nothing is started.
  init(_ hosting: Hosting) throws(SystemFault) {
    self.hosting = hosting
    let pty = try WaysOut.openPty()
    master = pty.master
    terminal = pty.path
    file = try? Files.status(hosting.path)
    isScript = Self.isScript(hosting.path)
  }

  deinit {
    finish()
    Files.close(master)
  }

  /// Gives its terminal the size it has beside the kiosk's row.
  func fit(columns: Int, rows: Int) { HostedTerminal.fit(master, columns: columns, rows: rows) }

  /// Starts it, once.
  func start() throws(SystemFault) {
    guard process == 0, ended == nil else { return }
    // What it starts and leaves (a daemon) stays below this process: it may ask, and ends with it.
    Processes.adoptOrphans()
    process = try Processes.host(hosting.path, hosting.arguments, on: terminal)
    running = try? Files.status("/proc/\(process)/exe")
  }

  /// Whether it has ended since the last look.
  func hasEnded() -> Bool {
    guard process > 0, let change = Processes.change(of: process) else { return false }
    switch change {
    case .stopped: return false
    case .exited(let status): ended = status
    case .killed(let signal): ended = 128 + signal
    }
    process = 0
    return true
  }

  /// Why what runs may not be what lies at its path now, whose hash the profile has; `nil`: it is.
  ///
  /// A file's time of change is the kernel's, so that one who put another in its place for the start, and took it back
  /// since, is told by it. Of a script nothing more is to be known: what runs is an interpreter, or two in turn.
  var fault: String? {
    guard let file, let now = try? Files.status(hosting.path), now == file else {
      return "its file has changed since it was started"
    }
    if isScript { return nil }
    guard let running, let present = try? Files.status("/proc/\(process)/exe") else {
      return "what runs cannot be looked at"
    }
    return running.isSameFile(as: file) && present.isSameFile(as: running) ? nil : "it runs another program by now"
  }

  /// Whether `process` is the program, or was started by it, however far back: also where those between the two have
  /// ended.
  func includes(_ process: Int32) -> Bool {
    guard self.process > 0 else { return false }
    let chain = [process] + ProcessFacts.ancestors(of: process)
    if chain.contains(self.process) { return true }
    guard let own = chain.firstIndex(of: getpid()), own > 0 else { return false }
    return Self.isOrphan(chain[own - 1])
  }

  /// Asks after what the program has left behind and has ended since: nobody else does.
  func reapOrphans() {
    for orphan in orphans { _ = Processes.change(of: orphan) }
  }

  /// Ends it, and all that it has left behind: as a terminal does that is closed, and a moment later whatever they make
  /// of that.
  func finish() {
    signalAll(SIGHUP)
    signalAll(SIGCONT)
    for _ in 0..<100 where hasAnyLeft() { usleep(2000) }
    // Those whose parents are killed come to this process, and are killed next.
    for _ in 0..<1000 where hasAnyLeft() {
      signalAll(SIGKILL)
      usleep(2000)
    }
  }

  private func signalAll(_ signal: Int32) {
    if process > 0 { Processes.send(signal, to: process) }
    for orphan in orphans { Processes.send(signal, to: orphan) }
  }

  private func hasAnyLeft() -> Bool {
    _ = hasEnded()
    reapOrphans()
    return process > 0 || !orphans.isEmpty
  }

  /// What has come to this process because its own parent has ended.
  private var orphans: [Int32] { ProcessFacts.children().filter { $0 != process && Self.isOrphan($0) } }

  /// The program leads a session of its own, and nobody comes back from there: what is in this one, the kiosk has started.
  private static func isOrphan(_ child: Int32) -> Bool {
    let session = getsid(child)
    return session > 0 && session != getsid(0)
  }

  private static func isScript(_ path: String) -> Bool {
    guard let descriptor = try? Files.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY) else { return false }
    defer { Files.close(descriptor) }
    var start: (UInt8, UInt8) = (0, 0)
    let count = withUnsafeMutableBytes(of: &start) { (try? Files.read(descriptor, into: $0)) ?? 0 }
    return count == 2 && start == (0x23, 0x21)
  }
}

extension Files.Status {
  /// Whether both name one file, whatever its content.
  fileprivate func isSameFile(as other: Files.Status) -> Bool { inode == other.inode && device == other.device }
}
