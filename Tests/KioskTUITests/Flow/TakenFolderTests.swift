import CHarness
import Glibc
import KioskCore
import Testing

/// The data folder was deleted under a locked test: the kiosk wrote on into files without a name, showed "Handed in",
/// unlocked, and the attempt was gone.
@Suite(.serialized) struct TakenFolderTests {
  @Test func aTestWhoseDataFolderIsDeletedIsHandedInWithAllThatWasAnswered() throws {
    let session = try PtySession.locked()
    try session.enterAnswer("Ottawa", next: 2)
    try session.press(.escape)
    try session.waitFor(PtySession.blocked)
    harness_remove_tree(session.data.path)
    try session.press(.f9)
    try session.waitFor("unanswered ·")
    try session.press(.f9)
    try session.waitFor("Hand in?")
    try session.send("y")
    try session.waitFor("Not saved: the data folder was taken away.")
    #expect(session.isLocked)
    try session.waitFor("Handed in")
    try session.waitFor("Open", inRow: 0)
    let told = try ToldAttempt.only(session.data)
    #expect(told.state == "submitted")
    #expect(told.number("score") == "1")
    #expect(told.escapes == 1)
    #expect(told.entries("storeRestored the data folder had been taken away") == 1)
    #expect(try CommandRun.run(["results", "verify"], data: session.data).status == 0)
  }

  @Test func theFrontEndKilledTogetherWithTheFolderComesBackWithTheAnswers() throws {
    let session = try PtySession.locked()
    try session.enterAnswer("Ottawa", next: 2)
    harness_remove_tree(session.data.path)
    let old = try session.kill9(.frontEnd)
    try session.waitForFrontEnd(after: old)
    try session.waitFor("Question 2 of 6")
    #expect(session.isLocked)
    try session.handIn()
    let told = try ToldAttempt.only(session.data)
    #expect(told.response("canada")?["response"]?.string == "Ottawa")
    #expect(told.entries("frontEndRestored") == 1)
  }
}
