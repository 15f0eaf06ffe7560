import KioskCore

/// The guardian's pen for the ledger: opened when a lock is first asked for, so that starting stays fast, and patient,
/// so that a full disk loses no entry and stops nothing.
struct Chronicle {
  private struct Entry {
    let attempt: String
    let what: String
    let detail: String
    let at: WallTime
  }

  /// The most entries that wait; beyond it the oldest stay and newer ones are lost.
  private static let longestQueue = 4096

  private var ledger: Ledger?
  private var waiting: [Entry] = []
  /// Whether an attempt may have ended that is not sealed yet.
  private var sealIsDue = false
  /// When to try again what could not be written.
  private(set) var retryAt: Moment?

  /// Whether it has a ledger to write to.
  var isOpen: Bool { ledger != nil }

  /// Writes to the ledger of `folder` from now on.
  mutating func open(_ folder: DataFolder) {
    ledger = Ledger(folder)
  }

  /// Appends an entry about an attempt, or, where that is empty, about the machine.
  mutating func append(_ attempt: String, _ what: String, _ detail: String) {
    if waiting.count < Self.longestQueue {
      waiting.append(Entry(attempt: attempt, what: what, detail: detail, at: Clocks.wall()))
    }
    write()
  }

  /// Seals every attempt that has ended and is not sealed: signed with the machine's key, which the front end never reads.
  mutating func seal() {
    sealIsDue = true
    write()
  }

  mutating func retry(_ now: Moment) {
    if let retryAt, now >= retryAt { write() }
  }

  private mutating func write() {
    retryAt = nil
    while let entry = waiting.first {
      guard let ledger else { return }
      do throws(StoreFault) {
        try ledger.append(entry.attempt.isEmpty ? nil : entry.attempt, entry.what, entry.detail, at: entry.at)
        waiting.removeFirst()
      } catch {
        retryAt = Clocks.boot().adding(1000)
        return
      }
    }
    guard sealIsDue, let ledger else { return }
    do throws(StoreFault) {
      try ledger.sealPending(at: Clocks.wall())
      sealIsDue = false
    } catch {
      switch error {
      case .full, .io, .busy, .takenAway: retryAt = Clocks.boot().adding(1000)
      // No later try would do better; the attempt is shown as not sealed.
      case .corrupt, .cannotOpen, .readOnly, .odd, .newer, .unknownAttempt, .conflict: sealIsDue = false
      }
    }
  }
}
