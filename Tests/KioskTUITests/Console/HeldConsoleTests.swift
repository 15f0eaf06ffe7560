import CHarness
import Glibc
import KioskCore
import Testing

/// A locked console in front: it is not left, whoever asks, and whatever becomes of the front end.
extension ConsoleTests {
  /// A test locked on a console that is brought in front, and the other console to go to; afterwards everything is as it
  /// was before.
  private static func inFront(
    _ data: TemporaryFolder, shell: [String] = [], asNobody: Bool = false,
    _ body: (ConsoleSession, _ other: Int) throws -> Void
  ) throws {
    let lease = try MachineLease.take()
    defer { withExtendedLifetime(lease) {} }
    let front = Self.front
    let session = try locked(data, shell: shell, asNobody: asNobody)
    // Somewhere else to go to, whatever is in front.
    let other = front == session.number ? 1 : front
    try bringToFront(session.number)
    defer {
      // With the program gone the kernel decides again.
      let frontEnd = ProcessTable.children(of: session.pid).map(\.pid)
      for process in [session.pid] + frontEnd { kill(process, SIGKILL) }
      _ = session.exitStatus()
      _ = try? onConsole(session.number) { harness_free_console($0) }
      try? bringToFront(other)
      _ = try? CommandRun.run(["release"], data: data)
    }
    try body(session, other)
  }

  /// Tries a thousand times, each as soon as the one before was counted, and wants exactly a thousand counted.
  ///
  /// Among tests only one at a time has a console in front (`MachineLease`), but any program of the machine's may ask for
  /// another, and its attempt looks like one of these. So the exact count is wanted of one round in three: a lock that
  /// counted one attempt twice, or passed one over, would do so in all of them.
  private static func tryAThousandTimes(
    _ session: ConsoleSession, _ data: TemporaryFolder, _ attempt: () throws -> Void
  )
    throws
  {
    var counts: [Int] = []
    while counts.count < 3, counts.last != 1000 {
      let before = escapes(data)
      var counted = before
      for number in 1...1000 {
        try attempt()
        try wait("attempt \(number) to be counted") { escapes(data) > counted }
        counted = escapes(data)
      }
      // What is counted late, or once more.
      usleep(100_000)
      counts.append(escapes(data) - before)
      #expect(front == session.number)
    }
    #expect(counts.last == 1000, "\(counts)")
    let told = try ToldAttempt.wait(data, for: "every attempt on the ledger") {
      $0.entries("consoleSwitchRefused") == escapes(data)
    }
    #expect(told.escapes == told.entries("consoleSwitchRefused"))
  }

  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"))
  func aThousandConsoleSwitchesAreBlockedAndCounted() throws {
    let data = try TemporaryFolder()
    try Self.inFront(data) { session, other in
      try Self.tryAThousandTimes(session, data) { #expect(harness_activate(session.terminal, Int32(other)) == 0) }
      // Given back to the kernel behind the guardian's back: taken again at the next look, and counted.
      let before = Self.escapes(data)
      #expect(harness_free_console(session.terminal) == 0)
      try Self.wait("the console to be held again") {
        Console.isOwned(session.terminal) && Self.escapes(data) > before
      }
      #expect(harness_activate(session.terminal, Int32(other)) == 0)
      try Self.wait("one attempt more") { Self.escapes(data) > before + 1 }
      #expect(Self.front == session.number)
    }
  }

  /// To the kernel a console that somebody else has taken over looks held; so where others are in the session the guardian
  /// takes it again at every look.
  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"))
  func aConsoleTakenOverByAnotherProcessIsTakenBack() throws {
    let data = try TemporaryFolder()
    try Self.inFront(data, shell: ["/bin/sh", "-c", "\"$@\"; true", "sh"]) { session, other in
      let before = Self.escapes(data)
      #expect(harness_take_console(session.terminal) == 0)
      try Self.wait("an attempt to reach the guardian again") {
        _ = harness_activate(session.terminal, Int32(other))
        usleep(50_000)
        return Self.escapes(data) > before
      }
      #expect(Self.front == session.number)
    }
  }

  @Test(
    .enabled(
      if: hasConsole && ConsoleOwner.isPossible, "needs root and a free virtual console, setpriv, and a readable build")
  )
  func aThousandConsoleSwitchesAreBlockedAndCountedAsAnOrdinaryUserToo() throws {
    let data = try TemporaryFolder()
    try Self.inFront(data, asNobody: true) { session, other in
      #expect(
        readFile("/proc/\(session.pid)/status").map { String(decoding: $0, as: UTF8.self) }?.contains("65534") == true)
      try Self.tryAThousandTimes(session, data) { #expect(harness_activate(session.terminal, Int32(other)) == 0) }
    }
  }

  /// The program for it, which waits for the console that it asked for: for ever, so it is ended.
  @Test(.enabled(if: hasConsole && hasChvt, "needs root, a free virtual console and chvt, of the package kbd"))
  func aThousandChvtsAreBlockedAndCounted() throws {
    let data = try TemporaryFolder()
    try Self.inFront(data) { session, other in
      let device = Spawn.Source.path("/dev/tty\(session.number)", flags: O_RDWR | O_NOCTTY)
      var running: [pid_t] = []
      defer { for process in running { kill(process, SIGKILL) } }
      try Self.tryAThousandTimes(session, data) {
        while let last = running.popLast() {
          kill(last, SIGKILL)
          waitpid(last, nil, 0)
        }
        running.append(
          try Spawn.start(
            "/usr/bin/chvt", ["\(other)"], environment: ["PATH": "/usr/bin:/bin"],
            standard: [device, .path("/dev/null", flags: O_WRONLY), .path("/dev/null", flags: O_WRONLY)],
            ownSession: true))
      }
      while let last = running.popLast() {
        kill(last, SIGKILL)
        waitpid(last, nil, 0)
      }
    }
  }

  /// Five kills a session, since the guardian waits before each start of a front end that keeps dying: twenty sessions,
  /// half of them as an ordinary user where that can be.
  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"), arguments: 1...20)
  func fiveOfAHundredKillsReleaseNothingAndLoseNoPaintedKey(_ number: Int) throws {
    let data = try TemporaryFolder()
    try Self.inFront(data, asNobody: number.isMultiple(of: 2) && ConsoleOwner.isPossible) { session, other in
      var random = SystemRandomNumberGenerator()
      var typed = ""
      for round in 1...5 {
        for _ in 0..<Int.random(in: 2...6, using: &random) {
          let letter = Character(UnicodeScalar(UInt8.random(in: 97...122, using: &random)))
          try session.send(String(letter))
          typed.append(letter)
          usleep(UInt32.random(in: 0...6000, using: &random))
        }
        let painted = session.answer
        let old = try #require(ProcessTable.children(of: session.pid).first?.pid)
        kill(old, SIGKILL)
        // Asked for at the moment at which nobody draws.
        #expect(harness_activate(session.terminal, Int32(other)) == 0)
        var wasHeld = true
        try Self.wait("round \(round): “\(typed)” again, but for one key; it showed “\(painted ?? "")”") {
          wasHeld = wasHeld && Console.isOwned(session.terminal) && Self.front == session.number
          guard let front = ProcessTable.children(of: session.pid).first?.pid, front != old else { return false }
          return session.answer.map { Self.isThere(typed, but: 1, in: $0) } ?? false
        }
        #expect(wasHeld && Self.front == session.number)
        let again = try #require(session.answer)
        #expect(again.hasPrefix(painted ?? ""), "round \(round): “\(painted ?? "")” was painted, “\(again)” came back")
        typed = again
      }
      let told = try ToldAttempt.wait(data, for: "all of it on the ledger") {
        $0.entries("frontEndRestored") == 5 && $0.entries("consoleSwitchRefused") >= 5
      }
      #expect(told.state == "open")
      #expect(told.entries("frontEndCrashed killed by KILL") == 5)
    }
  }

  /// Whether `text` is `typed` with at most `missing` letters left out.
  private static func isThere(_ typed: String, but missing: Int, in text: String) -> Bool {
    var rest = text[...]
    var left = 0
    for letter in typed {
      if rest.first == letter { rest.removeFirst() } else { left += 1 }
    }
    return rest.isEmpty && left <= missing
  }
}
