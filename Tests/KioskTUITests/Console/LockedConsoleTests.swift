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

  static func wait(_ wanted: String, _ condition: () -> Bool) throws {
    let end = monotonicSeconds() + PtySession.patience
    while !condition() {
      guard monotonicSeconds() < end else { throw HarnessError.timeout(wanted: wanted, screen: "") }
      usleep(1000)
    }
  }

  /// Chords for another console led nowhere under a lock that holds the keyboard, but reached nobody who could count them.
  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"))
  func aChordForAnotherConsoleIsShownAndCountedOnce() throws {
    let lease = try MachineLease.take()
    defer { withExtendedLifetime(lease) {} }
    let data = try TemporaryFolder()
    let keys = try ChordKeys()
    defer { withExtendedLifetime(keys) {} }
    let before = MachineSnapshot()
    let session = try Self.locked(data)
    try session.send("Otta")
    try session.waitFor("Otta")
    // What they type now, by the keyboard's own table.
    for (count, place) in ChordKeys.chords.enumerated() {
      let chord = try Self.onConsole(session.number) { console in
        let action = try ConsoleKeymap.action(on: console, place.table, place.key)
        #expect(action == ConsoleKeymap.told, "\(place)")
        return ConsoleKeymap.string(action, on: console) ?? ""
      }
      #expect(!chord.isEmpty)
      usleep(500_000)
      // Held down it comes again a quarter of a second later.
      try session.send(chord)
      usleep(250_000)
      try session.send(chord)
      try session.waitFor(PtySession.blocked)
      let told = try ToldAttempt.wait(data, for: "the chord on the ledger") { $0.escapes > count }
      #expect(told.escapes == count + 1)
      #expect(told.entries("consoleSwitchRefused by key") == count + 1)
    }
    try session.send("wa")
    try session.waitFor("[Ottawa ")
    try session.handIn()
    #expect(MachineSnapshot().differences(from: before) == [])
    // After the lock the same bytes are no key at all.
    try session.send(HomeKey.switchSequence)
    try session.send("\r")
    #expect(session.exitStatus() == .exited(0))
    let told = try ToldAttempt.only(data)
    #expect(told.escapes == 2)
    #expect(told.response("canada")?["response"]?.string == "Ottawa")
  }

  /// Ctrl-Alt-Del did nothing under a lock that holds the keyboard, and nobody was told that it was tried.
  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"))
  func theChordThatRestartsIsShownAndCountedByItsName() throws {
    let lease = try MachineLease.take()
    defer { withExtendedLifetime(lease) {} }
    let data = try TemporaryFolder()
    let keys = try ChordKeys()
    defer { withExtendedLifetime(keys) {} }
    let before = MachineSnapshot()
    let session = try Self.locked(data)
    let chord = try Self.onConsole(session.number) { console in
      let place = ChordKeys.restart
      let action = try ConsoleKeymap.action(on: console, place.table, place.key)
      #expect(action == ConsoleKeymap.restartTold)
      return ConsoleKeymap.string(action, on: console) ?? ""
    }
    #expect(!chord.isEmpty)
    try session.send(chord)
    try session.waitFor(PtySession.blocked)
    let told = try ToldAttempt.wait(data, for: "Ctrl-Alt-Del on the ledger") { $0.escapes == 1 }
    #expect(told.entries("homeBlocked Ctrl-Alt-Del") == 1)
    try session.handIn()
    #expect(MachineSnapshot().differences(from: before) == [])
    try session.send("\r")
    #expect(session.exitStatus() == .exited(0))
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
    let data = try TemporaryFolder()
    let session = try Self.locked(data)
    kill(session.pid, SIGKILL)
    _ = session.exitStatus()
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
