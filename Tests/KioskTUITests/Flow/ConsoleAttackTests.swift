import Glibc
import KioskCore
import Testing

@testable import KioskTUI

/// `kiosk check --attack` on a console of the kernel's, in front as it would be for a candidate.
extension ConsoleTests {
  /// Everything that leaves the console.
  static let leaving = ["consoleSwitch", "chvt", "consoleMode", "consoleModeSwitch"]
  static let hasChvt = access("/usr/bin/chvt", X_OK) == 0

  /// Runs the attack on a console brought in front, and what was there before back in front after it.
  private func attack(weakness: Weakness? = nil, asNobody: Bool = false) throws -> AttackTests.Told {
    let lease = try MachineLease.take()
    defer { withExtendedLifetime(lease) {} }
    let number = try #require(Self.freeConsole)
    let console = open("/dev/tty\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(console >= 0)
    defer { close(console) }
    let before = WaysOut.consoleInFront(console)
    #expect(WaysOut.activate(number, by: console) == nil)
    defer { _ = WaysOut.activate(before, by: console) }
    let scratch = try TemporaryFolder()
    let owner = asNobody ? try ConsoleOwner(number) : nil
    defer { withExtendedLifetime(owner) {} }
    if asNobody { chmod(scratch.path, 0o777) }
    let device = Spawn.Source.path("/dev/tty\(number)", flags: O_RDWR)
    let files = ["out", "err"].map { scratch.appending($0) }
    let written = files.map { Spawn.Source.path($0, flags: O_WRONLY | O_CREAT | O_TRUNC) }
    var environment = [
      "LANG": "C.UTF-8", "TERM": "linux", "HOME": scratch.path, "KIOSK_DATA": scratch.path, "TMPDIR": scratch.path,
      "PATH": "/usr/bin:/bin", "KIOSK_ATTACKS": "consoleSwitch,homeKeys",
    ]
    environment[Weakness.variable] = weakness?.rawValue
    let program = (asNobody ? ConsoleOwner.becoming : []) + [KioskProgram.path, "check", "--attack", "--json"]
    let pid = try Spawn.start(
      program[0], Array(program.dropFirst()), environment: environment, standard: [device, written[0], written[1]],
      ownSession: true)
    let end = monotonicSeconds() + 120
    var status: Int32 = 0
    while waitpid(pid, &status, WNOHANG) != pid {
      if monotonicSeconds() > end { kill(pid, SIGKILL) }
      usleep(20_000)
    }
    let words = files.map { String(decoding: readFile($0) ?? [], as: UTF8.self) }
    return try AttackTests.Told(CommandRun(exit: ProgramExit(waitStatus: status), output: words[0], errors: words[1]))
  }

  private func expectHeld(_ told: AttackTests.Told) {
    #expect(told.status == 0, "\(told.errors)")
    #expect(told.tier == "console")
    #expect(told.outcome("homeKeys") == "blocked", "\(told.detail("homeKeys"))")
    #expect(told.outcome("consoleSwitch") == "blocked")
    #expect(told.detail("consoleSwitch") == "VT_ACTIVATE, 1 counted")
    #expect(told.outcome("chvt") == (Self.hasChvt ? "blocked" : "notApplicable"), "\(told.detail("chvt"))")
    // What starts it is in its session, and could give the console back to the kernel: for a moment, and counted.
    #expect(told.outcome("consoleMode") == "blocked", "\(told.detail("consoleMode"))")
    for id in ["consoleSwitch", "consoleMode"] { #expect(told.isPromised(id)) }
    #expect(!told.isPromised("consoleModeSwitch"))
    for id in ["consoleMode", "consoleModeSwitch"] {
      #expect(told.detail(id).contains(", held again and counted after"), "\(told.detail(id))")
    }
  }

  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"))
  func theConsoleIsNotLeftAndHomeKeysLeadNowhere() throws { expectHeld(try attack()) }

  @Test(
    .enabled(
      if: hasConsole && ConsoleOwner.isPossible,
      "needs root and a free virtual console, setpriv, and dev.tty.legacy_tiocsti for the user to type"))
  func norAsAnOrdinaryUser() throws { expectHeld(try attack(asNobody: true)) }

  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"))
  func aConsoleThatNobodyHoldsIsLeft() throws {
    let told = try attack(weakness: .consoleSwitch)
    for id in Self.leaving where id != "chvt" || Self.hasChvt {
      #expect(told.outcome(id) == "escaped", "\(id): \(told.detail(id))")
      // What the guardian does not hold it does not promise.
      #expect(!told.isPromised(id))
    }
    #expect(told.status == 0, "\(told.errors)")
  }

  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"))
  func aConsoleGivenBackToTheKernelStaysSoWhereNobodyLooks() throws {
    let told = try attack(weakness: .consoleAgain)
    #expect(told.outcome("consoleSwitch") == "blocked")
    #expect(told.outcome("consoleMode") == "escaped", "\(told.detail("consoleMode"))")
    #expect(told.isPromised("consoleMode"))
    #expect(told.detail("consoleModeSwitch").contains("NOT held again"))
    #expect(told.status == 77 && told.errors.contains("consoleMode"), "\(told.errors)")
  }
}

/// A console that belongs to an ordinary user for as long as this lives, as one that he has logged in on does.
final class ConsoleOwner {
  static let user: uid_t = 65534
  /// What becomes that user, then the program named behind it.
  static let becoming = [
    "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs", "--",
  ]
  /// Typing as that user needs the kernel's leave.
  static var isPossible: Bool {
    AttackTests.canBeNobody
      && readFile("/proc/sys/dev/tty/legacy_tiocsti").map { $0.first == UInt8(ascii: "1") } ?? true
  }

  private let device: String
  private var before = stat()

  init(_ number: Int) throws {
    device = "/dev/tty\(number)"
    guard stat(device, &before) == 0, chown(device, Self.user, before.st_gid) == 0 else {
      throw HarnessError.system("chown \(device)", errno)
    }
  }

  deinit { _ = chown(device, before.st_uid, before.st_gid) }
}
