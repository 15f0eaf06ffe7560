import Glibc
import KioskCore
import Testing

@testable import KioskTUI

/// Whom the guardian takes for its front end.
@Suite(.serialized) struct AdmissionTests {
  /// Whether a guardian that has this front end lets it in, greeted with this version.
  private func isLetIn(_ process: pid_t, version: UInt16, on path: String) throws -> Bool {
    let terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(terminal >= 0)
    defer { close(terminal) }
    let keeper = TerminalKeeper(
      device: try #require(TerminalDevice(terminal)), terminal: terminal, original: try TerminalModes(of: terminal))
    keeper.frontEnd = process
    let loop = GuardianLoop(keeper: keeper, signals: -1, arguments: [], service: nil)
    loop.take(.hello(version: version))
    return loop.events.contains(.frontEndReady)
  }

  @Test func onlyAFrontEndInItsSandboxAndOfThisVersionIsLetIn() throws {
    let session = try PtySession.locked()
    let confined = try #require(session.pid(of: .frontEnd))
    #expect(try isLetIn(confined, version: messageVersion, on: session.device))
    #expect(try !isLetIn(confined, version: messageVersion + 1, on: session.device))
    // This process has every right there is.
    #expect(try !isLetIn(getpid(), version: messageVersion, on: session.device))
  }
}
