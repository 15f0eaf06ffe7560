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
  /// When to try again what could not be written.
  private(set) var retryAt: Moment?

  /// Writes to the ledger of `folder` from now on.
  mutating func open(_ folder: DataFolder) {
    ledger = Ledger(folder)
  }

  mutating func append(_ attempt: String, _ what: String, _ detail: String) {
    if waiting.count < Self.longestQueue {
      waiting.append(Entry(attempt: attempt, what: what, detail: detail, at: Clocks.wall()))
    }
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
        try ledger.append(entry.attempt, entry.what, entry.detail, at: entry.at)
        waiting.removeFirst()
      } catch {
        retryAt = Clocks.boot().adding(1000)
        return
      }
    }
  }
}
