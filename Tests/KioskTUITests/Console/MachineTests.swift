import CHarness
import Glibc
import Testing

@testable import KioskCore
@testable import KioskTUI

/// What a lock changes on a console and of the whole machine: gone while it holds, as before afterwards, byte for byte.
extension ConsoleTests {
  static let changing: [RestrictionID] = [
    .home, .consoleSwitch, .consoleKeys, .sysRq, .kernelMessages, .powerKeys, .paste, .focus, .clipboard,
  ]

  /// A console of this machine's, its settings as they stood, and a keeper on it. SysRq is a file where the kernel has none.
  final class Bench {
    let lease: MachineLease
    let data: TemporaryFolder
    let terminal: Int32
    let number: Int
    let device: TerminalDevice
    let original: TerminalModes
    let before: MachineSnapshot
    private let blankBefore: Int
    private let chords: ChordKeys

    init() throws {
      lease = try MachineLease.take()
      data = try TemporaryFolder()
      number = try #require(ConsoleSession.freeConsole())
      terminal = open("/dev/tty\(number)", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
      device = try #require(TerminalDevice(terminal))
      original = try TerminalModes(of: terminal)
      blankBefore = Int(try KernelSetting.consoleBlank.words().first ?? "") ?? 0
      // So that there is something to take away.
      chords = try ChordKeys()
      try TerminalDevice.write(terminal, "\u{1B}[9;10]")
      try KernelSetting(data.appending("sysrq")).write(Array("438\n".utf8), making: true)
      before = MachineSnapshot()
    }

    deinit {
      // Whatever a failed test left behind.
      _ = MachineUndo.undoLeftovers()
      try? Console.disown(terminal)
      try? original.apply(to: terminal)
      try? TerminalDevice.write(terminal, "\u{1B}[9;\(blankBefore / 60)]")
      close(terminal)
    }

    var settings: MachineSettings {
      var settings = MachineSettings(console: terminal)
      if !settings.sysRq.isThere { settings.sysRq = KernelSetting(data.appending("sysrq")) }
      return settings
    }

    func driver() -> KeeperDriver {
      let machine = MachineKeeper(settings: settings, isConsole: true)
      let keeper = TerminalKeeper(device: device, terminal: terminal, original: original, machine: machine)
      return KeeperDriver(keeper, DataFolder(path: data.path))
    }

    /// What a place of the keyboard's table did before.
    func action(_ place: Int) -> UInt16 { before.keymap.indices.contains(place) ? before.keymap[place] : 0 }

    /// What is not as it was.
    var differences: [String] {
      var found = MachineSnapshot().differences(from: before)
      if readFile(data.appending("sysrq")) != Array("438\n".utf8) { found.append("sysrq file") }
      if Console.isOwned(terminal) { found.append("console mode") }
      if (try? TerminalModes(of: terminal)) != original { found.append("terminal modes") }
      if MachineHold.mayHaveLeftovers() { found.append("machine journal") }
      if access(data.appending("locks/tty\(number).journal"), F_OK) == 0 { found.append("journal") }
      return found
    }
  }

  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"))
  func everythingIsTakenAwayAndComesBackAsItWas() throws {
    let bench = try Bench()
    let driver = bench.driver()
    mkdir(bench.data.appending("locks"), 0o700)
    driver.lockNow()
    #expect(driver.lock.phase == .locked)
    #expect(try ConsoleKeymap.leading(on: bench.terminal).isEmpty)
    #expect(try KernelSetting.printk.words().first == "0")
    #expect(try bench.settings.sysRq.bytes() == Array("0\n".utf8))
    #expect(Console.isOwned(bench.terminal))
    for id in [RestrictionID.consoleKeys, .sysRq, .kernelMessages, .clipboard] {
      #expect(driver.lock.report.state(of: id) == .enforced, "\(id)")
    }
    // A chord for another console types what the front end knows, in the place of what it did.
    let chords = try Self.changed(to: ConsoleKeymap.told, on: bench.terminal)
    #expect(!chords.isEmpty && chords.allSatisfy { ConsoleKeymap.switches(bench.action($0)) })
    #expect(ConsoleKeymap.string(ConsoleKeymap.told, on: bench.terminal) == HomeKey.switchSequence)
    // From outside: given back, and taken away again, each told.
    let boot = try #require(bench.before.keymap.isEmpty ? nil : UInt16(0x20c))
    try ConsoleKeymap.set(ConsoleKeymap.Entry(table: 12, key: 111, action: boot), on: bench.terminal)
    try KernelSetting.printk.write(Array("7\n".utf8))
    harness_free_console(bench.terminal)
    let found = driver.keeper.recheck(everything: true)
    #expect(Set(found.restored).isSuperset(of: [.consoleKeys, .kernelMessages, .consoleSwitch]))
    #expect(try ConsoleKeymap.leading(on: bench.terminal).isEmpty)
    #expect(try KernelSetting.printk.words().first == "0")
    driver.send(.unlockRequested(.submitted))
    #expect(driver.lock.phase == .open)
    #expect(bench.differences == [])
  }

  /// The places of the keyboard's table that have an action, as they lie in a `MachineSnapshot`.
  private static func changed(to action: UInt16, on console: Int32) throws -> [Int] {
    MachineSnapshot().keymap.enumerated().filter { $0.element == action }.map(\.offset)
  }

  /// A string that is somebody's own is not taken for it: then the chords do nothing, as every other key that leads out.
  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"))
  func aStringOfSomebodysIsLeftAlone() throws {
    let bench = try Bench()
    defer { try? ConsoleKeymap.set("", for: ConsoleKeymap.told, on: bench.terminal) }
    try ConsoleKeymap.set("mine", for: ConsoleKeymap.told, on: bench.terminal)
    let prior = try bench.settings.prior(.consoleKeys)
    try bench.settings.takeAway(.consoleKeys)
    #expect(try Self.changed(to: ConsoleKeymap.told, on: bench.terminal).isEmpty)
    #expect(try bench.settings.isGone(.consoleKeys))
    try bench.settings.restore(.consoleKeys, prior)
    #expect(ConsoleKeymap.string(ConsoleKeymap.told, on: bench.terminal) == "mine")
    try ConsoleKeymap.set("", for: ConsoleKeymap.told, on: bench.terminal)
    #expect(bench.differences == [])
  }

  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"), arguments: changing)
  func aFaultAtAnyStepLeavesNothingChanged(_ id: RestrictionID) throws {
    let bench = try Bench()
    mkdir(bench.data.appending("locks"), 0o700)
    for isDone in [false, true] {
      for step in [LockStep.capture, .journal, .engage, .readBack] {
        let driver = bench.driver()
        driver.fault = KeeperDriver.Fault(id: id, step: step, isDone: isDone)
        driver.lockNow()
        #expect(driver.fault == nil && driver.lock.phase == .open, "\(step)")
        #expect(bench.differences == [], "\(step) \(isDone)")
      }
      for step in [LockStep.release, .strike] {
        let driver = bench.driver()
        driver.lockNow()
        driver.fault = KeeperDriver.Fault(id: id, step: step, isDone: isDone)
        driver.send(.unlockRequested(.submitted))
        #expect(driver.lock.phase == .stranded && driver.lock.held == [id], "\(step)")
        driver.wait()
        #expect(driver.lock.phase == .open)
        #expect(bench.differences == [], "\(step) \(isDone)")
      }
    }
  }

  /// After a kill the journal is all there is; what somebody has changed since is his.
  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"))
  func releaseGivesBackOnlyWhatStillStandsAsItWasLeft() throws {
    let bench = try Bench()
    let settings = bench.settings
    for id in MachineSettings.ids {
      let prior = try settings.prior(id)
      try settings.takeAway(id)
      #expect(try settings.isGone(id), "\(id)")
      #expect(try settings.restore(id, prior))
      #expect(try settings.restore(id, prior) == (id == .consoleKeys), "\(id)")
    }
    #expect(bench.differences == [])
    let key = ConsoleKeymap.Entry(table: 12, key: 111, action: 0x20c)
    let prior = try settings.prior(.consoleKeys)
    try settings.takeAway(.consoleKeys)
    let other = ConsoleKeymap.Entry(table: key.table, key: key.key, action: 0x0061)
    try ConsoleKeymap.set(other, on: bench.terminal)
    try settings.restore(.consoleKeys, prior)
    #expect(try ConsoleKeymap.action(on: bench.terminal, key.table, key.key) == other.action)
    try ConsoleKeymap.set(key, on: bench.terminal)
    for word in ["", "x", "1.2", "1.2.3.4", "256.1.1", "1.2.70000", "1.2.3,", "0g", "123"] {
      #expect(throws: SystemFault.self) { try settings.restore(.consoleKeys, word) }
      #expect(throws: SystemFault.self) { try settings.restore(.kernelMessages, word) }
    }
    #expect(bench.differences == [])
  }

  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"))
  func onlyOneLockChangesTheMachine() throws {
    let bench = try Bench()
    mkdir(bench.data.appending("locks"), 0o700)
    let driver = bench.driver()
    driver.lockNow()
    let second = MachineKeeper(settings: bench.settings, isConsole: true)
    second.claim()
    try second.capture(.kernelMessages)
    try second.engage(.kernelMessages)
    #expect(
      second.look(at: .kernelMessages).state == .unavailable(reason: "another test on this machine holds it"))
    try second.release(.kernelMessages)
    #expect(MachineUndo.undoLeftovers().isEmpty)
    #expect(try KernelSetting.printk.words().first == "0")
    driver.send(.unlockRequested(.submitted))
    #expect(bench.differences == [])
  }

  /// Every start of a kiosk beside a lock waited a tenth of a second for it, and mended its journal under its hands.
  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"))
  func aLookWaitsForNoLockThatLivesAndLeavesItsJournalAlone() throws {
    let bench = try Bench()
    mkdir(bench.data.appending("locks"), 0o700)
    let driver = bench.driver()
    driver.lockNow()
    let journal = MachineHold.folder + "/machine.journal"
    let before = try #require(readFile(journal))
    // What is being written has no end yet.
    let file = open(journal, O_WRONLY | O_APPEND | O_CLOEXEC)
    #expect(write(file, "half", 4) == 4)
    var fastest = Double.infinity
    for _ in 1...20 {
      let start = monotonicSeconds()
      #expect(MachineUndo.undoLeftovers().isEmpty)
      fastest = min(fastest, monotonicSeconds() - start)
    }
    #expect(readFile(journal) == before + Array("half".utf8))
    #expect(ftruncate(file, off_t(before.count)) == 0)
    close(file)
    #expect(fastest < 0.05)
    driver.send(.unlockRequested(.submitted))
    #expect(bench.differences == [])
  }

  /// On a loaded machine somebody who only looked had it for longer than a lock waited, which then held nothing of the
  /// machine's.
  @Test(
    .enabled(
      if: hasConsole && access("/usr/bin/flock", X_OK) == 0, "needs root, a free virtual console and util-linux's flock"
    ))
  func aLookThatTakesItsTimeKeepsTheMachineFromNoLock() throws {
    let bench = try Bench()
    mkdir(bench.data.appending("locks"), 0o700)
    _ = MachineUndo.undoLeftovers()
    let driver = bench.driver()
    let null = Spawn.Source.path("/dev/null", flags: O_RDWR)
    let looker = try Spawn.start(
      "/usr/bin/flock", [MachineHold.folder + "/machine.lock", "/bin/sleep", "0.4"], environment: [:],
      standard: [null, null, null], ownSession: true)
    defer { waitpid(looker, nil, 0) }
    let file = open(MachineHold.folder + "/machine.lock", O_RDWR | O_CLOEXEC)
    defer { close(file) }
    try Self.wait("the look to begin") {
      guard flock(file, LOCK_EX | LOCK_NB) == 0 else { return true }
      flock(file, LOCK_UN)
      return false
    }
    driver.lockNow()
    #expect(driver.lock.report.state(of: .kernelMessages) == .enforced)
    driver.send(.unlockRequested(.submitted))
    #expect(bench.differences == [])
  }

  /// Proved by pasting it: what was marked before is not what a paste brings.
  @Test(.enabled(if: hasConsole, "needs root and a free virtual console"))
  func whatWasMarkedCannotBePasted() throws {
    let bench = try Bench()
    let plain = try TerminalModes(of: bench.terminal)
    defer { try? plain.apply(to: bench.terminal) }
    try plain.withPlainKeys.apply(to: bench.terminal)
    func pasted() -> [UInt8] {
      #expect(harness_paste_marked(bench.terminal) == 0)
      var bytes = [UInt8](repeating: 0, count: 512)
      let count = read(bench.terminal, &bytes, bytes.count)
      return Array(bytes.prefix(max(0, count)))
    }
    #expect(harness_mark_line(bench.terminal, 1) == 0)
    let marked = pasted()
    try ConsoleSelection.clear(bench.terminal)
    #expect(pasted() == [0x20])
    #expect(marked != [0x20])
  }
}

extension KernelSetting {
  fileprivate func write(_ bytes: [UInt8], making: Bool) throws {
    writeFile(path, String(decoding: bytes, as: UTF8.self))
  }
}
