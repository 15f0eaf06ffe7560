import Glibc
import Testing

/// Something else locks the terminal that a test is to start on.
@Suite(.serialized) struct OtherLockFlowTests {
  /// A program called vlock, which only waits, on the terminal of a kiosk: there before it, or once there is a file "now".
  private func beside(isFirst: Bool, _ data: TemporaryFolder) throws -> PtySession {
    let locker = data.appending("vlock")
    let now = data.appending("now")
    _ = try CommandRun.run(["/bin/sleep", locker], program: "/bin/cp")
    let start =
      isFirst
      ? "'\(locker)' 300 & until [ \"$(cat /proc/$!/comm)\" = vlock ]; do sleep 0.02; done"
      : "(until [ -e '\(now)' ]; do sleep 0.05; done; exec '\(locker)' 300) &"
    return try PtySession(
      ["-c", "\(start)\nexec '\(KioskProgram.path)' exam walk --candidate Ada --seed 1"], program: "/bin/sh",
      data: data, exams: PtySession.fixtures)
  }

  @Test func foundAtLaunchItStopsTheTestAndTryingAgainWorksOnceItHasEnded() throws {
    let data = try TemporaryFolder()
    let session = try beside(isFirst: true, data)
    try session.waitFor("Something else has locked this terminal: vlock (process ")
    try session.waitFor("Try again")
    let rows = session.terminal.text
    #expect(rows.contains("The test did not start"))
    let process = try #require(rows.split(separator: "(process ").dropFirst().first?.prefix { $0.isNumber })
    let locker = try #require(pid_t(process))
    kill(locker, SIGKILL)
    // Until then it is found once more.
    try session.waitForEnd(of: [locker])
    // Back to consent, which looks anew.
    try session.send("\r")
    try session.waitFor(PtySession.consentTitle)
    // What it has found, before it is answered.
    try session.waitFor("Held:")
    try session.send("y")
    try session.waitFor("Question 1 of")
  }

  @Test func startedAfterTheKioskItIsFoundTwoSecondsLater() throws {
    let data = try TemporaryFolder()
    let session = try beside(isFirst: false, data)
    try session.waitFor(PtySession.consentTitle)
    writeFile(data.appending("now"), "")
    try session.waitFor("Something else has locked this terminal: vlock (process ")
  }
}
