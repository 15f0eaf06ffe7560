/// The machine's signature on an ended attempt and on the ledger as it stood then.
///
/// Signed are: the ASCII bytes `kiosk-seal/1`; the attempt's id as a length of 4 bytes big-endian and UTF-8; the
/// attempt's digest; the time, and the number of ledger entries, 8 bytes big-endian each; the hash of the last entry.
struct Seal: Equatable {
  var attempt: String
  var at: Int64
  var ledgerCount: Int64
  var ledgerHash: [UInt8]
  var digest: [UInt8]
  var key: [UInt8]
  var signature: [UInt8]

  /// What is signed.
  static func message(attempt: String, at: Int64, ledgerCount: Int64, ledgerHash: [UInt8], digest: [UInt8]) -> [UInt8] {
    var bytes = Array("kiosk-seal/1".utf8)
    bytes.appendField(attempt)
    bytes += digest
    bytes.appendNumber(at)
    bytes.appendNumber(ledgerCount)
    bytes += ledgerHash
    return bytes
  }

  /// Whether the signature is the key's.
  var holds: Bool {
    let message = Seal.message(
      attempt: attempt, at: at, ledgerCount: ledgerCount, ledgerHash: ledgerHash, digest: digest)
    return MachineKey.verify(signature, of: message, by: key)
  }

  static let columns = "a.id, s.at, s.ledger_count, s.ledger_hash, s.digest, s.key, s.signature"

  init(_ line: Statement) {
    attempt = line.text(0)
    at = line.int(1)
    ledgerCount = line.int(2)
    ledgerHash = line.blob(3)
    digest = line.blob(4)
    key = line.blob(5)
    signature = line.blob(6)
  }

  init(
    attempt: String, at: Int64, ledgerCount: Int64, ledgerHash: [UInt8], digest: [UInt8], key: [UInt8],
    signature: [UInt8]
  ) {
    self.attempt = attempt
    self.at = at
    self.ledgerCount = ledgerCount
    self.ledgerHash = ledgerHash
    self.digest = digest
    self.key = key
    self.signature = signature
  }

  func insert(_ database: Database, row: Int64) throws(StoreFault) {
    try database.statement("INSERT INTO seals VALUES(?, ?, ?, ?, ?, ?, ?)")
      .bind(row).bind(at).bind(ledgerCount).bind(ledgerHash).bind(digest).bind(key).bind(signature).run()
  }
}

extension Ledger {
  /// Seals an attempt that has ended: its digest goes on the ledger and is signed together with the ledger's head, all
  /// in one commit. Sealing again changes nothing. Run by the guardian, which alone reads the key.
  public func seal(_ attempt: String, at: WallTime) throws(StoreFault) {
    let database = try database()
    let key = try MachineKey.load(folder)
    try database.transaction { () throws(StoreFault) in
      let record = try Store.record(in: database, of: attempt)
      guard record.ending != nil else { throw .conflict("attempt \(attempt) has not ended: it cannot be sealed") }
      let row = try database.statement("SELECT number FROM attempts WHERE id = ?").bind(attempt).first { $0.int(0) }
      guard let row else { throw .unknownAttempt(attempt) }
      let sealed = try database.statement("SELECT 1 FROM seals WHERE attempt = ?").bind(row).first { _ in true }
      if sealed == true { return }
      let digest = record.digest
      try LedgerChain.append(database, attempt, LedgerEntry.sealed, Digest.hex(digest), at: at)
      guard let head = try LedgerChain.head(database) else { throw .corrupt("the ledger has no head") }
      let message = Seal.message(
        attempt: attempt, at: at.milliseconds, ledgerCount: head.count, ledgerHash: head.hash, digest: digest)
      try Seal(
        attempt: attempt, at: at.milliseconds, ledgerCount: head.count, ledgerHash: head.hash, digest: digest,
        key: key.publicKey, signature: key.sign(message)
      ).insert(database, row: row)
    }
    try database.requireInPlace()
  }

  /// Seals every attempt that ended without a guardian to seal it; how many.
  @discardableResult
  public func sealPending(at: WallTime) throws(StoreFault) -> Int {
    let pending = try database().statement(
      """
      SELECT a.id FROM endings e JOIN attempts a ON a.number = e.attempt
      WHERE a.origin = '' AND NOT EXISTS (SELECT 1 FROM seals s WHERE s.attempt = e.attempt) ORDER BY a.number
      """
    ).all { $0.text(0) }
    for attempt in pending { try seal(attempt, at: at) }
    return pending.count
  }
}
