import Glibc
import KioskCore
import Testing

/// The kernel's lock on a terminal's file, beside those who only look at it.
@Suite struct LiveLockTests {
  private let place: TemporaryFolder
  private let folder: DataFolder

  init() throws {
    place = try TemporaryFolder()
    folder = DataFolder(path: place.path)
    mkdir(folder.locks, 0o711)
  }

  private var file: String { folder.locks + "/pts-9.lock" }

  private func claim() throws -> LiveLock {
    let lock = try LiveLock(folder, name: "pts-9")
    lock.publish(LiveLock.Notice(process: getpid(), terminal: "/dev/pts/9", title: "", report: .unknown))
    return lock
  }

  /// Each of two who looked at once took the other for a lock.
  @Test func whoLooksAtALockIsNotTakenForOne() throws {
    writeFile(file, "")
    let looker = open(file, O_RDWR | O_CLOEXEC)
    defer { close(looker) }
    #expect(flock(looker, LOCK_SH | LOCK_NB) == 0)
    #expect(!LiveLock.isHeld(folder, name: "pts-9") && LiveLock.all(in: folder).isEmpty)
    flock(looker, LOCK_UN)
    let lock = try claim()
    #expect(LiveLock.isHeld(folder, name: "pts-9") && LiveLock.all(in: folder).count == 1)
    withExtendedLifetime(lock) {}
  }

  /// Whoever takes up the lock of one that was killed was taken for that one, which had been locked.
  @Test func whatAKilledOneSaidIsNotSaidOfTheNext() throws {
    let ended = try Spawn.start(
      "/bin/true", [], environment: [:], standard: [.path("/dev/null", flags: O_RDWR)], ownSession: false)
    waitpid(ended, nil, 0)
    let lock = try claim()
    lock.publish(
      LiveLock.Notice(
        process: ended, terminal: "/dev/pts/9", title: "Geography",
        report: LockReport(phase: .locked, tier: .terminal)))
    #expect(LiveLock.all(in: folder).map(\.process) == [0])
    #expect(LiveLock.all(in: folder).first?.report.isLocked == false)
    withExtendedLifetime(lock) {}
  }

  /// On a busy machine somebody who only looked had the file for longer than a lock waited, which was then refused.
  @Test(.enabled(if: access("/usr/bin/flock", X_OK) == 0, "needs util-linux's flock"), arguments: [true, false])
  func aLookThatTakesItsTimeKeepsNoTerminalFromItsLock(_ isOwnFile: Bool) throws {
    let path = isOwnFile ? file : folder.lock
    writeFile(path, "")
    let null = Spawn.Source.path("/dev/null", flags: O_RDWR)
    let looker = try Spawn.start(
      "/usr/bin/flock", [path, "/bin/sleep", "0.4"], environment: [:], standard: [null, null, null], ownSession: true)
    defer { waitpid(looker, nil, 0) }
    let other = open(path, O_RDWR | O_CLOEXEC)
    defer { close(other) }
    let end = monotonicSeconds() + PtySession.patience
    while flock(other, LOCK_SH | LOCK_NB) == 0, monotonicSeconds() < end {
      flock(other, LOCK_UN)
      usleep(1000)
    }
    let lock = try claim()
    #expect(LiveLock.isHeld(folder, name: "pts-9") && LiveLock.isAnyHeld(in: folder))
    withExtendedLifetime(lock) {}
  }

  /// A second kiosk on one terminal is told at once whose it is.
  @Test func aLockThatLivesIsNotWaitedFor() throws {
    let lock = try claim()
    var soonest = Double.infinity
    for _ in 1...5 {
      let start = monotonicSeconds()
      #expect(throws: LiveLock.Refusal.held("another kiosk (process \(getpid()))")) { try claim() }
      soonest = min(soonest, monotonicSeconds() - start)
    }
    #expect(soonest < 0.5)
    withExtendedLifetime(lock) {}
  }
}
