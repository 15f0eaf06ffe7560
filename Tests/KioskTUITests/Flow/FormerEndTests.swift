import Glibc
import KioskCore
import Testing

@testable import KioskTUI

/// A test that is gone on with after nobody was left to write down how it was interrupted.
@Suite(.serialized) struct FormerEndTests {
  /// A test of which both processes were killed at once, and where its ledger lies.
  private func cutOff() throws -> (data: TemporaryFolder, attempt: String) {
    let session = try PtySession.locked()
    try session.type("Otta")
    let guardian = try #require(session.pid(of: .guardian))
    let frontEnd = try #require(session.pid(of: .frontEnd))
    // So that neither sees the other go.
    kill(guardian, SIGSTOP)
    kill(frontEnd, SIGKILL)
    kill(guardian, SIGKILL)
    try session.waitForEnd(of: [guardian, frontEnd])
    let told = try ToldAttempt.only(session.data)
    #expect(told.interruptions == 0)
    return (session.data, told.id)
  }

  private func goOn(_ data: TemporaryFolder) throws -> ToldAttempt {
    let session = try PtySession(["exam", "walk", "--candidate", "Ada"], data: data, exams: PtySession.fixtures)
    try session.waitFor("Go on with")
    try session.press(.enter)
    try session.waitFor(PtySession.consentTitle)
    try session.send("y")
    try session.waitFor("Otta")
    try session.handIn()
    #expect(try CommandRun.run(["results", "verify"], data: data).status == 0)
    return try ToldAttempt.only(data)
  }

  @Test func afterAnotherStartOfTheMachineThePowerIsSaidToHaveBeenLost() throws {
    let (data, attempt) = try cutOff()
    // What another start of the machine would have left.
    try Ledger(DataFolder(path: data.path)).append(attempt, FormerEnd.start, "another", at: Clocks.wall())
    let told = try goOn(data)
    #expect(told.entries("powerLost the machine was started anew under the lock") == 1)
    #expect(told.entries("guardianLost") == 0)
    #expect(told.interruptions == 1)
  }

  @Test func withinOneStartOfTheMachineBothAreSaidToHaveBeenKilled() throws {
    let (data, _) = try cutOff()
    let told = try goOn(data)
    #expect(told.entries("guardianLost it was killed together with the test") == 1)
    #expect(told.entries("powerLost") == 0)
    #expect(told.interruptions == 1)
  }

  @Test func aLockThatEndedInAWayTheLedgerTellsIsNotToldTwice() throws {
    let session = try PtySession.locked()
    try session.type("Otta")
    try session.kill9(.guardian)
    try session.waitForEnd(of: session.pids)
    let told = try goOn(session.data)
    #expect(told.entries("guardianLost") == 1 && told.entries("powerLost") == 0)
    #expect(FormerEnd.find(DataFolder(path: session.data.path), attempt: told.id, boot: "another") == nil)
    #expect(FormerEnd.find(DataFolder(path: session.data.path), attempt: "none") == nil)
  }
}
