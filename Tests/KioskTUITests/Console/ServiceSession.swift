import CHarness
import Glibc
import KioskCore
import Testing

@testable import KioskTUI

/// The real program on a console of its own as a service manager would run it: started again whenever it ends, a tenth of
/// a second later, with its front end as an ordinary user.
final class ServiceSession {
  /// Which console it is.
  let number: Int
  /// The console, opened anew for every look: one that was open when its owner took it over answers no more.
  var device: String { "/dev/tty\(number)" }
  /// The guardian; 0 while there is none.
  private(set) var guardian: pid_t = 0
  /// How often it was started.
  private(set) var starts = 0
  /// How the last one ended.
  private(set) var lastExit: ProgramExit?
  /// Whether it is started again when it ends.
  var isSupervised = true
  /// Started with these words besides.
  var arguments: [String]

  private let lease: MachineLease
  private let data: TemporaryFolder
  private let errors: String
  private var endedAt = 0.0

  /// An ordinary user that every Debian has.
  static let user = "nobody"
  static var account: UserAccount? { UserAccount.named(user) }
  static let isPossible = ConsoleSession.freeConsole() != nil && account != nil
  static let needs = "needs root, a free virtual console and a user called nobody"

  init?(_ arguments: [String], data: TemporaryFolder, user: String? = ServiceSession.user) throws {
    lease = try MachineLease.take()
    guard let number = ConsoleSession.freeConsole() else { return nil }
    self.number = number
    self.data = data
    self.arguments = ["--service"] + (user.map { ["--front-end-user", $0] } ?? []) + arguments
    errors = data.appending("errors")
    // Where the front end's user can read it, wherever this project lies.
    let exams = data.appending("exams")
    mkdir(exams, 0o700)
    let walk = String(decoding: readFile("\(PtySession.fixtures)/walk.exam.json") ?? [], as: UTF8.self)
    writeFile("\(exams)/walk.exam.json", walk)
    onConsole { _ = write($0, "\u{1b}c", 2) }
    try start()
  }

  deinit { end() }

  /// Ends everything of it and gives the console back.
  func end() {
    isSupervised = false
    let mine = processes
    for process in mine { kill(process, SIGKILL) }
    if guardian > 0 { waitpid(guardian, nil, 0) }
    guardian = 0
    for process in mine { while ProcessTable.row(process) != nil { usleep(1000) } }
    onConsole {
      _ = harness_free_console($0)
      _ = write($0, "\u{1b}c", 2)
    }
    _ = try? CommandRun.run(["release"], data: data)
  }

  private func start() throws {
    let source = Spawn.Source.path(device, flags: O_RDWR)
    guardian = try Spawn.start(
      KioskProgram.path, arguments,
      environment: [
        "TERM": "linux", "LANG": "C.UTF-8", "HOME": data.path, "KIOSK_DATA": data.path,
        "KIOSK_EXAMS": data.appending("exams"), "PATH": "/usr/bin:/bin",
      ], standard: [source, source, .path(errors, flags: O_WRONLY | O_CREAT | O_APPEND)], ownSession: true,
      folder: "/")
    starts += 1
  }

  /// Sees to the guardian: what a service manager does all the time, and a test at every look.
  func supervise() throws {
    if guardian > 0 {
      var status: Int32 = 0
      guard waitpid(guardian, &status, WNOHANG) == guardian else { return }
      lastExit = ProgramExit(waitStatus: status)
      guardian = 0
      endedAt = monotonicSeconds()
    }
    if isSupervised, monotonicSeconds() - endedAt >= 0.1 { try start() }
  }

  /// Kills the guardian, which a service manager notices when it looks.
  func killGuardian() { kill(guardian, SIGKILL) }

  /// The front end: the guardian's child.
  var frontEnd: pid_t? { guardian > 0 ? ProcessTable.children(of: guardian).first?.pid : nil }

  /// Every process of this session's: by what they have open.
  var processes: [pid_t] { ProcessTable.all.map(\.pid).filter { ProcessTable.standard(of: $0).contains(device) } }

  @discardableResult
  func onConsole<R>(_ body: (Int32) -> R) -> R {
    let console = open(device, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    defer { close(console) }
    return body(console)
  }

  /// Types bytes into the console, behind the keyboard driver.
  func send(_ text: String) throws {
    let failure = onConsole { console in
      text.utf8.contains { harness_type_byte(console, CChar(bitPattern: $0)) != 0 }
    }
    if failure { throw HarnessError.system("TIOCSTI", errno) }
  }

  /// What the console shows, as one line of cells.
  var text: String { ConsoleSession.cells(number) }

  /// What the program said.
  var said: String { String(decoding: readFile(errors) ?? [], as: UTF8.self) }

  func wait(until wanted: String, _ condition: (ServiceSession) throws -> Bool) throws {
    let end = monotonicSeconds() + PtySession.patience
    while true {
      try supervise()
      if try condition(self) { return }
      guard monotonicSeconds() < end else { throw HarnessError.timeout(wanted: wanted, screen: text + "\n" + said) }
      usleep(1000)
    }
  }

  func waitFor(_ wanted: String) throws { try wait(until: wanted) { $0.text.contains(wanted) } }

  /// How the lock says of itself that it stands; `nil`: none holds.
  var report: LockReport? { LiveLock.all(in: DataFolder(path: data.path)).first?.report }

  /// A service locked into the first question.
  static func locked(_ data: TemporaryFolder, user: String? = ServiceSession.user) throws -> ServiceSession {
    let session = try #require(try ServiceSession(["exam", "walk", "--candidate", "Ada"], data: data, user: user))
    try session.waitFor(PtySession.consentTitle)
    try session.send("y")
    try session.waitFor("Question 1 of")
    try session.waitFor("Locked")
    return session
  }
}
