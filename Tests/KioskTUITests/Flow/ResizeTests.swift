import Glibc
import KioskCore
import Testing

/// Windows of any size, from the start and in the middle of an answer.
@Suite(.serialized) struct ResizeTests {
  @Test func resizingInTheMiddleOfAnAnswerLosesNothing() throws {
    let session = try PtySession.locked()
    try session.type("Ottawa")
    session.resize(rows: 20, columns: 60)
    try session.wait(until: "the question at 60 × 20") { $0.terminal.contains("Ottawa") && $0.row(19).contains("F1") }
    #expect(session.isLocked)
    session.resize(rows: 10, columns: 40)
    try session.waitFor("60 × 20")
    try session.waitFor("The test stays locked.")
    // What cannot be seen is not typed, and leaving is as blocked as before.
    try session.send("zzz")
    try session.send("\u{3}")
    _ = try ToldAttempt.wait(session.data, for: "the press on the ledger", reading: session) { $0.escapes == 1 }
    session.resize(rows: 24, columns: 80)
    try session.waitFor("What is the capital of Canada?")
    try session.waitFor("Ottawa")
    #expect(session.answer == "Ottawa")
    #expect(session.isLocked)
    session.resize(rows: 50, columns: 200)
    try session.wait(until: "the keys in the last row") { $0.row(49).contains("F1") }
    try session.type("!")
    #expect(session.answer == "Ottawa!")
    #expect(try ToldAttempt.only(session.data).interruptions == 0)
  }

  @Test func tooSmallFromTheStartNothingIsAgreedToUnseen() throws {
    let session = try PtySession(
      ["exam", "walk", "--candidate", "Ada"], rows: 10, columns: 40, exams: PtySession.fixtures)
    try session.waitFor("60 × 20")
    // A yes to a question nobody can read is no yes.
    try session.send("y")
    try session.press(.enter)
    session.settle()
    session.resize(rows: 24, columns: 80)
    try session.waitFor(PtySession.consentTitle)
    #expect(session.row(0).contains("Open"))
    #expect(try ToldAttempt.list(session.data).isEmpty)
  }

  @Test func aStormOfSizesEndsAtTheLastOne() throws {
    let session = try PtySession.locked()
    try session.type("Ottawa")
    for step in 0..<60 {
      session.resize(rows: 8 + step % 30, columns: 30 + step * 7 % 100)
      try session.send("")
      session.pump(0.002)
    }
    session.resize(rows: 21, columns: 70)
    try session.wait(until: "the keys in the last row") { $0.row(20).contains("F1") && $0.terminal.contains("Ottawa") }
    try session.send("!")
    try session.wait(until: "what is typed") { $0.answer == "Ottawa!" }
    #expect(session.isLocked)
  }
}
