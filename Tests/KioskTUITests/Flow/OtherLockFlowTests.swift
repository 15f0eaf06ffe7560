import Glibc
import Testing

/// Something else locks the terminal that a test is to start on.
@Suite(.serialized) struct OtherLockFlowTests {
  /// A program called vlock, which only waits, on the terminal of a kiosk that is started with it.
  private func beside(_ delay: String, _ data: TemporaryFolder) throws -> PtySession {
    let locker = data.appending("vlock")
    _ = try CommandRun.run(["/bin/sleep", locker], program: "/bin/cp")
    return try PtySession(
      [
        "-c", "(sleep \(delay); exec '\(locker)' 300) & exec '\(KioskProgram.path)' exam walk --candidate Ada --seed 1",
      ], program: "/bin/sh", data: data, exams: PtySession.fixtures)
  }

  @Test func foundAtLaunchItStopsTheTestAndTryingAgainWorksOnceItHasEnded() throws {
    let data = try TemporaryFolder()
    let session = try beside("0", data)
    try session.waitFor("Something else has locked this terminal: vlock (process ")
    try session.waitFor("Try again")
    let rows = session.terminal.text
    #expect(rows.contains("The test did not start"))
    let process = try #require(rows.split(separator: "(process ").dropFirst().first?.prefix { $0.isNumber })
    kill(try #require(pid_t(process)), SIGKILL)
    // Back to consent, which looks anew.
    try session.send("\r")
    try session.waitFor(PtySession.consentTitle)
    try session.send("y")
    try session.waitFor("Question 1 of")
  }

  @Test func startedAfterTheKioskItIsFoundTwoSecondsLater() throws {
    let data = try TemporaryFolder()
    let session = try beside("0.7", data)
    try session.waitFor(PtySession.consentTitle)
    try session.waitFor("Something else has locked this terminal: vlock (process ")
  }
}
