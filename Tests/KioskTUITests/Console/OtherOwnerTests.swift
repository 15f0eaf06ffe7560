import CHarness
import Glibc
import KioskCore
import Testing

/// A console that some program has taken, which the kernel goes on telling after its death.
extension ConsoleTests {
  /// A mode left behind by a killed program once counted as a lock, and no test started on that console until somebody had
  /// switched it.
  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"))
  func aConsoleIsLockedBySomethingElseOnlyAsLongAsThatLives() throws {
    let data = try TemporaryFolder()
    // Known to the kernel by another name, so that it is no kiosk to whoever looks.
    let holder = data.appending("holder")
    let session = try Self.locked(
      data, shell: ["/bin/sh", "-c", "ln -s \"$0\" '\(holder)' && exec '\(holder)' \"$@\""])
    let number = session.number
    func other() throws -> String {
      try Self.onConsole(number) { console in
        let device = try #require(TerminalDevice(console))
        return OtherLock.look(at: device, console, besides: [])
      }
    }
    #expect(try other() == "a program that refuses to switch consoles")
    let both = ProcessTable.all.filter { $0.session == session.pid }.map(\.pid)
    #expect(both.count == 2)
    for process in both { kill(process, SIGSTOP) }
    for process in both { kill(process, SIGKILL) }
    _ = session.exitStatus()
    try Self.wait("the end of both") { both.allSatisfy { ProcessTable.row($0) == nil } }
    #expect(try Self.isOwned(number))
    #expect(try other() == "")
    #expect(try CommandRun.run(["release"], data: data).status == 0)
  }
}
