import KioskCore

/// How the lock before this one ended, of an attempt that is gone on with, where nobody was left to write it down.
///
/// Every lock writes down which start of the machine it belongs to. One that was neither released nor given up by its front
/// end was cut off: by the power, where the machine has been started since, else by a kill of both processes at once.
enum FormerEnd {
  /// The ledger's word for the machine's start that a lock belongs to.
  static let start = "machineStart"

  /// An interruption that the ledger does not tell of yet.
  struct Finding: Equatable {
    let cause: InterruptionCause
    let detail: String
  }

  /// What a lock's end is told by, and what shows that one holds.
  private static let holding = ["locked", "guardianRestored"]
  private static let ending = [
    "unlocked", InterruptionCause.guardianLost.rawValue, InterruptionCause.hungUp.rawValue,
    InterruptionCause.powerLost.rawValue,
  ]

  /// Finds it; `nil`: the attempt is new, or the ledger tells already, or cannot be read.
  static func find(_ folder: DataFolder, attempt: String, boot: String = JournalUndo.boot) -> Finding? {
    let ledger = Ledger(folder)
    guard let last = try? ledger.newest(of: attempt, among: holding + ending), holding.contains(last.what),
      let start = try? ledger.newest(of: attempt, among: [start])
    else { return nil }
    if start.detail != boot { return Finding(cause: .powerLost, detail: "the machine was started anew under the lock") }
    return Finding(cause: .guardianLost, detail: "it was killed together with the test")
  }
}
