import Glibc
import Testing

/// A guardian that is stopped under an interactive shell, which takes the terminal back as for any stopped job.
@Suite(.serialized) struct StoppedGuardianTests {
  /// The front end took the shell's having the terminal for a hang-up, and ended the test.
  @Test(.enabled(if: access("/bin/bash", X_OK) == 0, "needs bash"))
  func underAShellWithJobControlTheTestHidesAndComesBackWithFg() throws {
    let session = try PtySession(
      ["--norc", "--noprofile", "-i"], program: "/bin/bash", exams: PtySession.fixtures, environment: ["HISTFILE": nil])
    try session.send("\(KioskProgram.path) exam walk --candidate Ada\r")
    try session.waitFor(PtySession.consentTitle)
    try session.send("y")
    try session.waitFor("Question 1 of")
    try session.type("Otta")
    let guardian = try #require(session.pid(of: .frontEnd))
    let frontEnd = try #require(ProcessTable.children(of: guardian).first?.pid)
    kill(guardian, SIGSTOP)
    try session.wait(until: "the shell to say so") {
      String(decoding: $0.rawOutput, as: UTF8.self).contains("Stopped")
    }
    // Without a key: the question stayed beside the shell's prompt until the next one that reached the front end.
    let words = "The test waits for its terminal: type fg."
    try session.waitFor(words)
    #expect(!session.terminal.contains("Canada") && !session.terminal.contains("Otta"))
    try session.wait(until: "the guardian to go on") { _ in
      ProcessTable.row(guardian).map { $0.state != "T" } ?? false
    }
    // What the shell was typed is the shell's.
    try session.send("\u{15}fg\r")
    try session.waitFor("Question 1 of")
    try session.waitFor("Otta")
    try session.type("wa")
    try session.send("\r")
    try session.waitFor("Question 2 of 6")
    #expect(session.isLocked)
    #expect(ProcessTable.children(of: guardian).first?.pid == frontEnd)
    try session.handIn()
    let told = try ToldAttempt.only(session.data)
    #expect(told.entries("terminalTaken") == 1 && told.entries("terminalBack") == 1)
    #expect(told.entries("guardianContinued") == 1)
    #expect(told.response("canada")?["response"]?.string == "Ottawa")
  }

  /// A shell that sets no modes of the terminal as it takes it back tells nobody: the question stayed beside its prompt for
  /// five seconds.
  @Test(.enabled(if: access("/bin/dash", X_OK) == 0, "needs dash"))
  func underAShellThatSetsNoModesItIsNoticedByLooking() throws {
    let session = try PtySession(["-i"], program: "/bin/dash", exams: PtySession.fixtures)
    try session.send("\(KioskProgram.path) exam walk --candidate Ada\r")
    try session.waitFor(PtySession.consentTitle)
    try session.send("y")
    try session.waitFor("Question 1 of")
    let guardian = try #require(session.pid(of: .frontEnd))
    // A loaded machine may hold up the program, or this test: so that it is noticed so soon is wanted of one round in five.
    var soonest = Double.infinity
    var round = 0
    while round < 2 || soonest > 3 && round < 5 {
      round += 1
      let stopped = monotonicSeconds()
      kill(guardian, SIGSTOP)
      try session.waitFor("The test waits for its terminal: type fg.")
      soonest = min(soonest, monotonicSeconds() - stopped)
      #expect(!session.terminal.contains("Canada"))
      // The terminal is as the test left it, so Enter is no line's end to such a shell; Ctrl-J is.
      try session.send("fg\n")
      try session.waitFor("Question 1 of")
      _ = try ToldAttempt.wait(session.data, for: "the ledger") { $0.entries("terminalBack") == round }
    }
    #expect(soonest < 3)
  }
}
