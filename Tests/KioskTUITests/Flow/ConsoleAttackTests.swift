import Glibc
import KioskCore
import Testing

@testable import KioskTUI

/// `kiosk check --attack` on a console of the kernel's, in front as it would be for a candidate.
@Suite(.serialized) struct ConsoleAttackTests {
  static let hasConsole = ConsoleSession.freeConsole() != nil

  /// Runs the attack on a console brought in front, and what was there before back in front after it.
  private func attack(weakness: Weakness? = nil) throws -> (status: Int32, root: JSONNode) {
    let number = try #require(ConsoleSession.freeConsole())
    let console = open("/dev/tty\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(console >= 0)
    defer { close(console) }
    let before = WaysOut.consoleInFront(console)
    #expect(WaysOut.activate(number, by: console) == nil)
    defer { _ = WaysOut.activate(before, by: console) }
    let scratch = try TemporaryFolder()
    let output = scratch.appending("out")
    let device = Spawn.Source.path("/dev/tty\(number)", flags: O_RDWR)
    var environment = [
      "LANG": "C.UTF-8", "TERM": "linux", "HOME": scratch.path, "KIOSK_DATA": scratch.path, "TMPDIR": scratch.path,
      "PATH": "/usr/bin:/bin", "KIOSK_ATTACKS": "consoleSwitch,homeKeys",
    ]
    environment[Weakness.variable] = weakness?.rawValue
    let pid = try Spawn.start(
      KioskProgram.path, ["check", "--attack", "--json"], environment: environment,
      standard: [device, .path(output, flags: O_WRONLY | O_CREAT | O_TRUNC), device], ownSession: true)
    let end = monotonicSeconds() + 120
    var status: Int32 = 0
    while waitpid(pid, &status, WNOHANG) != pid {
      if monotonicSeconds() > end { kill(pid, SIGKILL) }
      usleep(20_000)
    }
    let exit = ProgramExit(waitStatus: status)
    guard case .exited(let code) = exit else { throw HarnessError.timeout(wanted: "the attack to end", screen: "") }
    return (code, try JSONReader.read(readFile(output) ?? []).root)
  }

  private func outcome(_ root: JSONNode, _ id: String) -> String {
    (root["attacks"]?.array ?? []).first { $0["id"]?.string == id }?["outcome"]?.string ?? "not told"
  }

  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"))
  func theConsoleIsNotLeftAndHomeKeysLeadNowhere() throws {
    let (status, root) = try attack()
    #expect(status == 0)
    #expect(root["tier"]?.string == "console")
    #expect(outcome(root, "consoleSwitch") == "blocked")
    #expect(outcome(root, "homeKeys") == "blocked")
  }

  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"))
  func aConsoleThatNobodyHoldsIsLeft() throws {
    let (_, root) = try attack(weakness: .consoleSwitch)
    #expect(outcome(root, "consoleSwitch") == "escaped")
  }
}
