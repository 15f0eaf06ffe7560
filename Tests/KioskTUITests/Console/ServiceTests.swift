import CHarness
import Glibc
import KioskCore
import Testing

@testable import KioskTUI

/// A service start, whose guardian is killed.
extension ConsoleTests {
  @Test(.enabled(if: ServiceSession.isPossible, "\(ServiceSession.needs)"))
  func aServiceWhoseGuardianIsKilledHidesTheTestAndTakesTheLockUpAgainByItself() throws {
    let data = try TemporaryFolder()
    let session = try ServiceSession.locked(data)
    let before = MachineSnapshot()
    try session.send("Otta")
    try session.waitFor("Otta")
    let first = session.guardian
    session.killGuardian()
    let killed = monotonicSeconds()
    var hidden = 0.0
    var isHeld = true
    try session.wait(until: "the lock to be back") { session in
      let text = session.text
      if hidden == 0, !text.contains("Canada") { hidden = monotonicSeconds() - killed }
      // Once hidden, what was asked comes back only under a lock that holds.
      if hidden > 0, text.contains("Canada"), session.report?.isLocked != true { isHeld = false }
      return session.report?.isLocked == true && session.guardian != first && text.contains("Otta")
    }
    let back = monotonicSeconds() - killed
    print("guardian killed: hidden after \(Int(hidden * 1000)) ms, back after \(Int(back * 1000)) ms")
    #expect(hidden < PtySession.patience && back < PtySession.patience)
    #expect(hidden > 0 && isHeld)
    #expect(session.starts == 2)
    #expect(MachineSnapshot() == before)
    let isOwned = session.onConsole { Console.isOwned($0) }
    #expect(isOwned)
    for restriction in session.report?.restrictions ?? [] {
      #expect(restriction.state.name != "off", "\(restriction.id)")
    }
    try session.send("wa\r")
    try session.waitFor("Question 2 of 6")
    let told = try ToldAttempt.only(data)
    #expect(told.entries("guardianLost") == 1)
    #expect(told.entries("guardianRestored after ") == 1)
    #expect(told.interruptions == 1)
    #expect(told.entries("locked") == 1)
    #expect(told.response("canada")?["response"]?.string == "Ottawa")
  }

  /// Somebody else on the machine tries to have the console left, all the time: it is left at no moment.
  @Test(.enabled(if: ServiceSession.isPossible, "\(ServiceSession.needs)"))
  func theConsoleIsNotLeftBetweenTwoGuardians() throws {
    let data = try TemporaryFolder()
    let session = try ServiceSession.locked(data)
    let front = Self.front
    let old = front == session.number ? 1 : front
    try Self.bringToFront(session.number)
    defer {
      session.end()
      try? Self.bringToFront(old)
    }
    for round in 1...5 {
      let first = session.guardian
      session.killGuardian()
      // Its end is what is waited for, not that it is reaped: from here on another process is to hold the console.
      try Self.wait("the front end to hold the console") {
        session.text.contains("Restoring")
      }
      try session.wait(until: "the lock to be back") { session in
        for _ in 0..<20 { session.onConsole { _ = harness_activate($0, Int32(old)) } }
        return session.guardian != first && session.report?.isLocked == true && session.text.contains("Question 1 of")
      }
      #expect(Self.front == session.number, "round \(round)")
    }
    #expect(session.starts == 6, "\(session.said) \(String(describing: session.lastExit))")
    let told = try ToldAttempt.only(data)
    #expect(told.entries("guardianLost") == 5 && told.entries("guardianRestored") == 5)
    #expect(told.entries("consoleSwitchRefused") == told.escapes)
  }

  @Test(.enabled(if: ServiceSession.isPossible, "\(ServiceSession.needs)"))
  func aServiceOfWhichEverythingIsKilledComesBackLockedToo() throws {
    let data = try TemporaryFolder()
    let session = try ServiceSession.locked(data)
    let settings = MachineSnapshot()
    try session.send("Otta")
    try session.waitFor("Otta")
    let first = session.guardian
    let both = [session.frontEnd, first].compactMap { $0 }
    #expect(both.count == 2)
    for process in both { kill(process, SIGKILL) }
    try session.wait(until: "the lock to be back") { session in
      session.guardian != first && session.report?.isLocked == true && session.text.contains("Otta")
    }
    #expect(MachineSnapshot().differences(from: settings) == [])
    let told = try ToldAttempt.wait(data, for: "the entries") { $0.entries("guardianRestored") == 1 }
    #expect(told.entries("guardianLost it was killed together with the test") == 1)
    // The guardian may have seen its front end go before it was killed itself.
    #expect(told.interruptions == 1 + told.entries("frontEndCrashed killed"))
  }

  /// A demonstration's lock has nothing to go on with: whoever takes it up lets go of it, whatever was killed.
  @Test(.enabled(if: ServiceSession.isPossible, "\(ServiceSession.needs)"))
  func aDemonstrationOfAServiceEndsUnlockedWhateverIsKilled() throws {
    for bothAreKilled in [false, true] {
      let data = try TemporaryFolder()
      let session = try #require(try ServiceSession(["demo", "lab"], data: data))
      try session.waitFor("Open, nothing is taken away")
      let settings = MachineSnapshot()
      try session.send("\r")
      try session.wait(until: "the lock") { $0.report?.isLocked == true && $0.text.contains("attempts to leave") }
      let first = session.guardian
      let killed = [bothAreKilled ? session.frontEnd : nil, first].compactMap { $0 }
      for process in killed { kill(process, SIGKILL) }
      try session.wait(until: "another guardian, and the terminal open") { session in
        session.guardian != first && session.text.contains("Open, nothing is taken away")
          && session.report?.phase.isHeld != true
      }
      #expect(MachineSnapshot().differences(from: settings) == [])
      session.end()
    }
  }

  @Test(.enabled(if: ServiceSession.isPossible, "\(ServiceSession.needs)"))
  func aLockThatCannotBeTakenUpAgainStaysClosedAndSaysSo() throws {
    let data = try TemporaryFolder()
    let session = try ServiceSession.locked(data)
    session.isSupervised = false
    session.killGuardian()
    try session.wait(until: "its end") { $0.guardian == 0 }
    // Where its files should be there is something else.
    let lock = DataFolder(path: data.path).locks + "/tty\(session.number).lock"
    try Files.rename(lock, to: lock + ".away")
    try Files.makeDirectory(lock)
    session.isSupervised = true
    try session.waitFor("The lock cannot be taken up again yet.")
    let start = session.starts
    try session.send("x\r")
    usleep(1_200_000)
    #expect(!session.text.contains("Canada") && session.starts == start)
    let isOwned = session.onConsole { Console.isOwned($0) }
    #expect(isOwned)
    rmdir(lock)
    try session.waitFor("Question 1 of")
    #expect(session.report?.isLocked == true)
  }

  @Test(.enabled(if: ServiceSession.isPossible, "\(ServiceSession.needs)"))
  func theFrontEndOfAServiceIsAnOrdinaryUserAlsoWhenItWasRestarted() throws {
    let data = try TemporaryFolder()
    let session = try ServiceSession.locked(data)
    let account = try #require(ServiceSession.account)
    for round in 0..<3 {
      let process = try #require(session.frontEnd)
      #expect(Privileges.isOnly(account, process))
      #expect(ProcessFacts.isConfined(process))
      let status = try CommandRun.run(["status", "--json"], data: data).output
      #expect(try JSONReader.read(Array(status.utf8)).root["frontEndUser"]?.string == account.name)
      #expect(ProcessFacts.status(session.guardian)?["Uid"]?.hasPrefix("0") == true)
      // The first was forked, the second started anew, the third by another guardian.
      kill(round == 1 ? session.guardian : process, SIGKILL)
      try session.wait(until: "another one") { session in
        session.frontEnd != nil && session.frontEnd != process && session.report?.isLocked == true
          && session.text.contains("Question 1 of")
      }
    }
    // The key that seals is not his to read.
    try session.send("\u{1b}[20~")
    try session.waitFor("unanswered")
    try session.send("\u{1b}[20~")
    try session.waitFor("Hand in?")
    try session.send("y")
    try session.waitFor("Handed in")
    let key = try Files.status(DataFolder(path: data.path).key)
    #expect(key.owner == 0 && key.mode & 0o077 == 0)
    #expect(try Files.status(DataFolder(path: data.path).store).owner == account.user)
    #expect(try CommandRun.run(["results", "verify"], data: data).status == 0)
  }

  @Test(.enabled(if: getuid() == 0, "needs root"))
  func aServiceIsNotStartedForAUserWhoIsNotThereOrIsRoot() throws {
    for (words, status) in [
      (["--service", "--front-end-user", "nobody-of-that-name"], Int32(69)),
      (["--service", "--front-end-user", "root"], 64),
      (["--front-end-user", "nobody"], 64), (["--service", "--front-end-user"], 64),
    ] {
      #expect(try CommandRun.run(words).status == status)
    }
  }
}
