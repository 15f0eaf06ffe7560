import CHarness
import Glibc
import KioskCore
import Testing

/// The real program on a real console, attacked.
extension ConsoleTests {
  /// A program locked into a test on a console.
  static func locked(
    _ data: TemporaryFolder, candidate: String = "Ada", shell: [String] = [], asNobody: Bool = false
  ) throws -> ConsoleSession {
    let session = try #require(
      try ConsoleSession(
        ["exam", "walk", "--candidate", candidate], data: data, exams: PtySession.fixtures, shell: shell,
        asNobody: asNobody))
    try session.waitFor(PtySession.consentTitle)
    try session.send("y")
    try session.waitFor("Question 1 of")
    try session.waitFor("Locked")
    return session
  }

  /// The front console's number.
  static var front: Int {
    let name = readFile("/sys/class/tty/tty0/active").map { String(decoding: $0, as: UTF8.self) } ?? ""
    return Int(name.filter(\.isNumber)) ?? 0
  }

  /// Brings a console to the front; it waits until the kernel has done so.
  static func bringToFront(_ number: Int) throws {
    let end = monotonicSeconds() + PtySession.patience
    // Asked again and again: another suite's lock may be in front just now.
    while front != number {
      #expect(try onConsole(number) { harness_activate($0, Int32(number)) } == 0)
      guard monotonicSeconds() < end else { throw HarnessError.timeout(wanted: "tty\(number) in front", screen: "") }
      usleep(20_000)
    }
  }

  /// Opens a console for a look: one that was open when its session ended answers no more.
  static func onConsole<R>(_ number: Int, _ body: (Int32) throws -> R) throws -> R {
    let console = open("/dev/tty\(number)", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    defer { close(console) }
    return try body(console)
  }

  static func leadingKeys() throws -> [ConsoleKeymap.Entry] { try onConsole(0) { try ConsoleKeymap.leading(on: $0) } }
  static func isOwned(_ number: Int) throws -> Bool { try onConsole(number) { Console.isOwned($0) } }

  static func report(_ data: TemporaryFolder) -> LockReport? {
    LiveLock.all(in: DataFolder(path: data.path)).first?.report
  }

  static func escapes(_ data: TemporaryFolder) -> Int { report(data)?.escapes ?? 0 }

  static func wait(_ wanted: String, _ condition: () -> Bool) throws {
    let end = monotonicSeconds() + PtySession.patience
    while !condition() {
      guard monotonicSeconds() < end else { throw HarnessError.timeout(wanted: wanted, screen: "") }
      usleep(1000)
    }
  }

  /// A test locked on a console whose keyboard has the chords that lead elsewhere, attacked by `body` and handed in; then
  /// every setting is as it was, and the program is left with `last` and Enter.
  private static func withChords(
    last: String = "", _ body: (ConsoleSession, TemporaryFolder) throws -> Void
  ) throws -> ToldAttempt {
    let lease = try MachineLease.take()
    defer { withExtendedLifetime(lease) {} }
    let data = try TemporaryFolder()
    let keys = try ChordKeys()
    defer { withExtendedLifetime(keys) {} }
    let before = MachineSnapshot()
    let session = try locked(data)
    try body(session, data)
    try session.handIn()
    #expect(MachineSnapshot().differences(from: before) == [])
    try session.send(last + "\r")
    #expect(session.exitStatus() == .exited(0))
    return try ToldAttempt.only(data)
  }

  /// What a chord types under the lock, by the keyboard's own table.
  private static func typed(
    by place: ConsoleKeymap.Entry, _ session: ConsoleSession, as wanted: UInt16
  ) throws -> String {
    let text = try onConsole(session.number) { console in
      let action = try ConsoleKeymap.action(on: console, place.table, place.key)
      #expect(action == wanted, "\(place)")
      return ConsoleKeymap.string(action, on: console) ?? ""
    }
    #expect(!text.isEmpty)
    return text
  }

  /// Chords for another console led nowhere under a lock that holds the keyboard, but reached nobody who could count them.
  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"))
  func aChordForAnotherConsoleIsShownAndCountedOnce() throws {
    var counted = 0
    // After the lock the same bytes are no key at all.
    let told = try Self.withChords(last: HomeKey.switchSequence) { session, data in
      try session.send("Otta")
      try session.waitFor("[Otta ")
      for place in ChordKeys.chords {
        let chord = try Self.typed(by: place, session, as: ConsoleKeymap.told)
        counted += try Self.holdDown(chord, session, data)
        try session.waitFor(PtySession.blocked)
        let told = try ToldAttempt.wait(data, for: "the chord on the ledger") { $0.escapes >= counted }
        #expect(told.escapes == counted && told.entries("consoleSwitchRefused by key") == counted)
      }
      try session.send("wa")
      try session.waitFor("[Ottawa ")
    }
    #expect(told.escapes == counted)
    #expect(told.response("canada")?["response"]?.string == "Ottawa")
  }

  /// Holds a chord down, so that it comes again a quarter of a second later, which is one press; how many were counted.
  ///
  /// A loaded machine may have the program read the second one so late that it is a press of its own: so that it is one is
  /// wanted of one try in five. A program that knows nothing of a chord that is held down counts two each time.
  private static func holdDown(_ chord: String, _ session: ConsoleSession, _ data: TemporaryFolder) throws -> Int {
    let before = escapes(data)
    for attempt in 1...5 {
      // Far enough from the one before to be a press of its own.
      usleep(500_000)
      let start = escapes(data)
      try session.send(chord)
      let pressed = monotonicSeconds()
      try wait("the chord to be counted") { escapes(data) > start }
      usleep(UInt32(max(0, pressed + 0.25 - monotonicSeconds()) * 1e6))
      try session.send(chord + "x")
      try session.waitFor("[Ottax ")
      try session.send("\u{7f}")
      try session.waitFor("[Otta ")
      if escapes(data) == start + 1 || attempt == 5 {
        #expect(escapes(data) == start + 1)
        break
      }
    }
    return escapes(data) - before
  }

  /// Ctrl-Alt-Del did nothing under a lock that holds the keyboard, and nobody was told that it was tried.
  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"))
  func theChordThatRestartsIsShownAndCountedByItsName() throws {
    _ = try Self.withChords { session, data in
      try session.send(try Self.typed(by: ChordKeys.restart, session, as: ConsoleKeymap.restartTold))
      try session.waitFor(PtySession.blocked)
      let told = try ToldAttempt.wait(data, for: "Ctrl-Alt-Del on the ledger") { $0.escapes == 1 }
      #expect(told.entries("homeBlocked Ctrl-Alt-Del") == 1)
    }
  }

  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"))
  func afterBothAreKilledReleaseGivesEverythingBack() throws {
    let lease = try MachineLease.take()
    defer { withExtendedLifetime(lease) {} }
    let data = try TemporaryFolder()
    let before = MachineSnapshot()
    for everyone in [true, false] {
      // Another candidate each time: the same one would be offered to go on.
      let session = try Self.locked(data, candidate: everyone ? "Ada" : "Bo")
      #expect(try Self.leadingKeys().isEmpty)
      #expect(try KernelSetting.printk.words().first == "0")
      #expect(MachineSnapshot().differences(from: before).isEmpty == false)
      let frontEnd = ProcessTable.children(of: session.pid).map(\.pid)
      // Not even its owner undoes the lock of a living guardian.
      let refused = try CommandRun.run(["release"], data: data)
      #expect(refused.status == 77)
      #expect(try Self.leadingKeys().isEmpty)
      kill(session.pid, SIGKILL)
      if everyone { for process in frontEnd { kill(process, SIGKILL) } }
      _ = session.exitStatus()
      try Self.wait("the end of the front end") { frontEnd.allSatisfy { ProcessTable.row($0) == nil } }
      let first = try CommandRun.run(["release"], data: data)
      #expect(first.status == 0)
      #expect(MachineSnapshot().differences(from: before) == [], "\(first.output)")
      #expect(try !Self.isOwned(session.number))
      let second = try CommandRun.run(["release"], data: data)
      #expect(second.status == 0)
      #expect(second.output == "Nothing was left to undo.\n")
      #expect(MachineSnapshot().differences(from: before) == [])
    }
  }

  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"))
  func theNextStartTakesNoChangedSettingForTheOldOne() throws {
    let lease = try MachineLease.take()
    defer { withExtendedLifetime(lease) {} }
    var data = try TemporaryFolder()
    // Any start of a kiosk on the machine undoes what a killed one left, so one of a test beside this one may have.
    for attempt in 1...5 {
      if attempt > 1 {
        #expect(try CommandRun.run(["release"], data: data).status == 0)
        data = try TemporaryFolder()
      }
      let session = try Self.locked(data)
      kill(session.pid, SIGKILL)
      _ = session.exitStatus()
      if try KernelSetting.printk.words().first == "0" { break }
    }
    #expect(try KernelSetting.printk.words().first == "0")
    // Another data folder, which knows nothing of the first.
    let other = try TemporaryFolder()
    let next = try Self.locked(other)
    #expect(try KernelSetting.printk.words().first == "0")
    kill(next.pid, SIGKILL)
    _ = next.exitStatus()
    #expect(try CommandRun.run(["release"], data: other).status == 0)
    #expect(try KernelSetting.printk.words().first != "0")
    #expect(try Self.leadingKeys().isEmpty == false)
    #expect(try CommandRun.run(["release"], data: data).status == 0)
  }

  @Test(
    .enabled(
      if: hasConsole && PrivateLogind.isPossible,
      "needs root, a free virtual console, dbus-daemon, unshare and systemd-logind"))
  func withLogindThePowerKeysAreHeld() throws {
    let lease = try MachineLease.take()
    defer { withExtendedLifetime(lease) {} }
    // A logind outside its own house has been seen to lose its bus by itself: then another is asked.
    for attempt in 1...5 {
      let logind = try PrivateLogind()
      try logind.startLogind()
      let data = try TemporaryFolder()
      let script = "mount --make-rprivate / && mount --bind \(logind.place) /run/dbus && exec \"$@\""
      let session = try Self.locked(data, shell: ["/usr/bin/unshare", "-m", "/bin/sh", "-c", script, "sh"])
      defer {
        kill(session.pid, SIGKILL)
        _ = session.exitStatus()
        _ = try? CommandRun.run(["release"], data: data)
      }
      let state = Self.report(data)?.state(of: .powerKeys)
      if state != .enforced, attempt < 5 { continue }
      #expect(state == .enforced)
      logind.endLogind()
      // Noticed at the next look at everything.
      try Self.wait("the loss to be noticed") {
        Self.report(data)?.state(of: .powerKeys).satisfiesRequirement == false
      }
      return
    }
  }
}
