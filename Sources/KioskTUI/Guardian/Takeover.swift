import Glibc
import KioskCore

/// The lock that a killed guardian left on this terminal, to be taken up again.
struct Takeover {
  let held: HeldLock
  let tally: LockTally
  /// The modes the terminal had before any of it; `nil`: the journal does not tell.
  let original: TerminalModes?
  private let alive: WallTime?

  /// How long what the old front end still has to write is waited for, in milliseconds.
  private static let patience: Int64 = 1000

  /// Finds it; `nil`: none was held since the machine started, or it was let go, or its guardian lives.
  static func find(_ folder: DataFolder, _ device: TerminalDevice) -> Takeover? {
    let path = JournalUndo.path(folder, terminal: device.fileName)
    guard let bytes = try? Files.contents(path, limit: 1 << 20) else { return nil }
    let journal = Journal(bytes: bytes)
    guard let line = journal.held, line.boot == JournalUndo.boot, let held = HeldLock(text: line.text) else {
      return nil
    }
    // A guardian that was killed this instant still holds its file for another.
    guard LiveLock.isFreed(folder, name: device.fileName) else { return nil }
    let last = LiveLock.last(folder, name: device.fileName)
    let report = last?.notice.report
    return Takeover(
      held: held,
      tally: LockTally(
        escapes: report?.escapes ?? 0, interruptions: report?.interruptions ?? 0,
        isPasscodeAsked: report?.isPasscodeAsked ?? false),
      original: journal.lines.first { $0.restriction == .home }.flatMap { TerminalModes(text: $0.prior) },
      alive: last?.alive)
  }

  /// What the lock is told.
  struct Found {
    let held: HeldLock
    let event: LockEvent
  }

  /// With how the guardian was lost, which may take a moment to be known.
  func found(_ folder: DataFolder) -> Found {
    Found(held: held, event: .heldLockFound(held, tally, loss(folder)))
  }

  /// How the guardian was lost, by the word of the front end it left, else by the last sign of life. Waits until that
  /// front end has written what it had to: it lets go of the attempt then.
  private func loss(_ folder: DataFolder) -> GuardianLoss {
    let attempt = held.request.attempt
    let end = Clocks.boot().adding(Self.patience)
    while DraftLog.isInUse(folder, attempt: attempt), Clocks.boot() < end { usleep(5000) }
    let now = Clocks.wall()
    let words = [InterruptionCause.guardianLost.rawValue, "guardianRestored", "locked"]
    let ledger = Ledger(folder)
    if let newest = try? ledger.newest(of: attempt, among: words), newest.what == words[0] {
      return GuardianLoss(milliseconds: max(0, now.milliseconds - newest.at.milliseconds), isRecorded: true)
    }
    return GuardianLoss(milliseconds: alive.map { max(0, now.milliseconds - $0.milliseconds) } ?? 0, isRecorded: false)
  }
}
