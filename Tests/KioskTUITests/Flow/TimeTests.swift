import Glibc
import KioskCore
import Testing

/// The end of the time, in real time: the shortest exam there is.
@Suite(.serialized) struct TimeTests {
  @Test func whenTheTimeIsUpWhatIsTypedIsHandedInSaidAndTheTerminalUnlocked() throws {
    let session = try PtySession.locked("minute")
    try session.waitFor("60 s left", inRow: 0)
    try session.type("Ottawa")
    let started = monotonicSeconds()
    try session.waitFor("The time was up: what stood there was handed in.", timeout: 90)
    #expect(monotonicSeconds() - started > 55)
    try session.waitFor("Open", inRow: 0)
    let told = try ToldAttempt.only(session.data)
    #expect(told.state == "expired")
    #expect(!told.text("submittedAt").isEmpty)
    #expect(told.number("score") == "1")
    #expect(told.response("canada")?["response"]?.string == "Ottawa")
    #expect(told.interruptions == 0)
  }
}
