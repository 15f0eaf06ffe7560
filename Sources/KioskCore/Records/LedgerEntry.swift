/// One line of the ledger.
public struct LedgerEntry: Equatable, Sendable {
  /// Its place in the chain, from 1.
  public let number: Int64
  /// The attempt it belongs to; `nil`: to the machine.
  public let attempt: String?
  /// When.
  public let at: WallTime
  /// What happened: one of the words below, or another in the same form.
  public let what: String
  /// More about it; may be empty.
  public let detail: String
  /// BLAKE2b-256 over the hash before it and everything above (`LedgerChain`).
  public let hash: [UInt8]

  /// What counts as an escape: a blocked home press (detail: the key), a refused console switch, a restriction that
  /// somebody gave back from outside (detail: which).
  public static let escapes = ["homeBlocked", "consoleSwitchRefused", "undoneOutside"]

  /// What counts as an interruption: the raw value of its cause.
  public static var interruptions: [String] { InterruptionCause.allCases.map(\.rawValue) }

  /// Written by the store: an attempt began (detail: the digest of the exam as sat).
  public static let begun = "begun"
  /// Written by the store: it ended (detail: submitted, expired or ended).
  public static let finished = "finished"
  /// Written with the seal (detail: the attempt's digest).
  public static let sealed = "sealed"
  /// A mark given by hand.
  public static let marked = "marked"
  /// The attempt was brought in from another machine (detail: its key and the attempt's digest).
  public static let imported = "imported"
  /// The tombstone of an attempt that was deleted.
  public static let deleted = "deleted"

  static let escapeList = escapes.map { "'\($0)'" }.joined(separator: ",")
  static let interruptionList = interruptions.map { "'\($0)'" }.joined(separator: ",")

  init(_ line: Statement) {
    number = line.int(0)
    attempt = line.optionalText(1)
    at = WallTime(milliseconds: line.int(2))
    what = line.text(3)
    detail = line.text(4)
    hash = line.blob(5)
  }
}
