/// One line of the ledger.
public struct LedgerEntry: Equatable, Sendable {
  /// Its place in the chain, from 1.
  public let number: Int64
  /// The attempt it belongs to; `nil`: to the machine.
  public let attempt: String?
  /// When.
  public let at: WallTime
  /// What happened, one of the words below or another in the same form.
  public let what: String
  /// More about it; may be empty.
  public let detail: String
  /// BLAKE2b-256 over the hash before it and everything above.
  public let hash: [UInt8]

  /// What counts as an escape: a blocked home press (detail: the key), a refused console switch.
  public static let escapes = ["homeBlocked", "consoleSwitchRefused"]

  /// What counts as an interruption: the raw value of its cause.
  public static var interruptions: [String] { InterruptionCause.allCases.map(\.rawValue) }

  static let escapeList = escapes.map { "'\($0)'" }.joined(separator: ",")
  static let interruptionList = interruptions.map { "'\($0)'" }.joined(separator: ",")
}
