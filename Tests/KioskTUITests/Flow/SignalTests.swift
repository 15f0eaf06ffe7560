import Glibc
import KioskCore
import Testing

/// What other processes and the kernel can do to a locked kiosk with signals, and what comes of it.
@Suite(.serialized) struct SignalTests {
  static let leaving: [(number: Int32, name: String)] = [
    (SIGINT, "INT"), (SIGQUIT, "QUIT"), (SIGTSTP, "TSTP"), (SIGHUP, "HUP"), (SIGTERM, "TERM"), (SIGTTIN, "TTIN"),
    (SIGTTOU, "TTOU"),
  ]

  /// A lock that opened stays open; while a guardian that was stopped looks at everything again, the test is hidden.
  private func expectUntouched(_ session: PtySession, _ text: String, after what: String) throws {
    try session.send(text)
    try session.wait(until: "“\(text)” in the locked question after \(what)") {
      $0.isLocked && $0.terminal.contains("What is the capital of Canada?") && $0.answer.hasSuffix(text)
    }
    #expect(session.poll() == nil, "after \(what)")
  }

  @Test func noSignalToTheGuardianOpensTheLock() throws {
    let session = try PtySession.locked()
    var text = ""
    for signal in Self.leaving + [(SIGUSR1, "USR1"), (SIGALRM, "ALRM"), (SIGUSR2, "USR2"), (SIGIO, "IO")] {
      #expect(session.signal(signal.number, to: .guardian))
      text += "a"
      try expectUntouched(session, text, after: signal.name)
    }
    let sender = "from process \(getpid()) of user \(getuid())"
    let wanted = (Self.leaving.map(\.name) + ["USR1"]).map { "signalIgnored \($0) \(sender)" }
    let told = try ToldAttempt.wait(session.data, for: "the signals on the ledger") { told in
      wanted.allSatisfy { told.entries($0) == 1 }
    }
    #expect(told.escapes == 0)
  }

  @Test func noSignalToTheFrontEndOpensTheLockOrLosesText() throws {
    let session = try PtySession.locked()
    var text = ""
    for signal in Self.leaving {
      #expect(session.signal(signal.number, to: .frontEnd))
      text += "b"
      try expectUntouched(session, text, after: signal.name)
    }
    // Nothing came of them, and the ledger named none.
    for (number, name) in [(SIGUSR1, "USR1"), (SIGUSR2, "USR2"), (34, "34")] {
      #expect(session.signal(number, to: .frontEnd))
      text += "b"
      try expectUntouched(session, text, after: name)
    }
    let wanted = Self.leaving.map(\.name) + ["USR1", "USR2", "34"]
    let sender = "from process \(getpid()) of user \(getuid())"
    let told = try ToldAttempt.wait(session.data, for: "each signal on the ledger, once, with who sent it") { told in
      wanted.allSatisfy { told.entries("signalIgnored \($0) to the front end, \(sender)") == 1 }
    }
    // USR1 is what a front end learns of its guardian's end by: a second later it had ended.
    sleep(2)
    #expect(try ToldAttempt.only(session.data).entries("frontEndCrashed") == 0)
    #expect(told.escapes == 0 && told.interruptions == 0)
    // One that ends it brings it back on the same text.
    try session.send("\u{15}")
    try session.waitForAbsence(of: text)
    text = "d"
    try session.type(text)
    for (number, name) in [(SIGALRM, "ALRM"), (SIGSEGV, "SEGV")] {
      let old = session.pid(of: .frontEnd)
      #expect(session.signal(number, to: .frontEnd))
      try session.waitForFrontEnd(after: old)
      try session.waitFor(text)
      text += "c"
      try expectUntouched(session, text, after: name)
    }
  }

  /// The keyboard driver's way: the master side of the pty sends INT, QUIT and TSTP to the foreground group.
  @Test func signalsOfTheTerminalItselfAreIgnoredAndRecorded() throws {
    let session = try PtySession.locked()
    for signal in Self.leaving.prefix(3) { session.signalForeground(signal.number) }
    try expectUntouched(session, "Ottawa", after: "TIOCSIG")
    let told = try ToldAttempt.wait(session.data, for: "each once on the ledger") { told in
      Self.leaving.prefix(3).allSatisfy { told.entries("signalIgnored \($0.name)") == 1 }
    }
    // Both processes had it, from nobody.
    #expect(told.entries("signalIgnored") == 3 && !told.ledger.contains { $0.contains("from process") })
  }

  @Test func aStoppedFrontEndIsContinued() throws {
    let session = try PtySession.locked()
    try session.type("Ott")
    #expect(session.signal(SIGSTOP, to: .frontEnd))
    try expectUntouched(session, "awa", after: "STOP")
    try session.waitFor("Ottawa")
    _ = try ToldAttempt.wait(session.data, for: "the continuing on the ledger") {
      $0.entries("frontEndContinued") == 1
    }
  }

  /// Also where whoever stopped it touches the file by which it says that it lives.
  @Test func aStoppedGuardianIsContinuedAtTheNextKeys() throws {
    let session = try PtySession.locked()
    let folder = session.data.appending("locks")
    let files = try Files.names(in: folder).filter { $0.hasSuffix(".lock") }.map { "\(folder)/\($0)" }
    #expect(!files.isEmpty)
    #expect(session.signal(SIGSTOP, to: .guardian))
    let end = monotonicSeconds() + PtySession.patience
    repeat {
      for file in files { utimensat(AT_FDCWD, file, nil, 0) }
      try session.send("x")
      session.pauseBetweenPresses()
    } while ProcessTable.row(session.pid)?.state == "T" && monotonicSeconds() < end
    #expect(ProcessTable.row(session.pid)?.state != "T")
    try expectUntouched(session, "awa", after: "STOP of the guardian")
    _ = try ToldAttempt.wait(session.data, for: "the continuing on the ledger") {
      $0.entries("guardianContinued") == 1
    }
  }
}
