import Glibc
import KioskCore
import Testing

/// The end of the time, in real time: the shortest exam there is.
@Suite(.serialized) struct TimeTests {
  @Test func whenTheTimeIsUpWhatIsTypedIsHandedInSaidAndTheTerminalUnlocked() throws {
    // From before the lock: what is seen of it is seen late.
    let started = monotonicSeconds()
    let session = try PtySession.locked("minute")
    // All of the minute is shown, for a second; it may have gone on when the screen is looked at.
    #expect(String(decoding: session.rawOutput, as: UTF8.self).contains("60 s left"))
    try session.type("Ottawa")
    try session.waitFor("The time was up: what stood there was handed in.", timeout: 90)
    #expect(monotonicSeconds() - started > 60)
    try session.waitFor("Open", inRow: 0)
    let told = try ToldAttempt.only(session.data)
    #expect(told.state == "expired")
    #expect(!told.text("submittedAt").isEmpty)
    #expect(told.number("score") == "1")
    #expect(told.response("canada")?["response"]?.string == "Ottawa")
    #expect(told.interruptions == 0)
  }
}
