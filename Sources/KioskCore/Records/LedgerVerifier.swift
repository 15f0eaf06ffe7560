/// What checking the ledger and the seals found.
public struct LedgerVerdict: Equatable, Sendable {
  /// Something that does not hold.
  public struct Fault: Equatable, Sendable {
    /// The ledger entry it is about, from 1; `nil`: about an attempt.
    public let entry: Int64?
    /// The attempt it is about; `nil`: none.
    public let attempt: String?
    /// What is wrong, in words.
    public let words: String
  }

  /// Entries on the ledger.
  public var entries: Int64 = 0
  /// Attempts whose seal holds.
  public var sealed: [String] = []
  /// Attempts without a seal: open ones, and those that ended without a guardian.
  public var unsealed: [String] = []
  /// What does not hold; the first is the earliest entry.
  public var faults: [Fault] = []

  /// The public key that local seals were checked against, in hexadecimal; `nil`: there is none yet.
  public var key: String?

  /// Whether everything holds.
  public var holds: Bool { faults.isEmpty }
}

extension Ledger {
  /// Every entry of an attempt, oldest first.
  public func entries(of attempt: String) throws(StoreFault) -> [LedgerEntry] {
    try database().statement(
      "SELECT number, attempt, at, what, detail, hash FROM ledger WHERE attempt = ? ORDER BY number"
    ).bind(attempt).all { LedgerEntry($0) }
  }

  /// Checks the whole chain, its head, every seal and what the ledger says of the attempts.
  ///
  /// - Parameter key: the public key that local seals must carry; `nil`: this machine's.
  public func verify(key: [UInt8]? = nil) throws(StoreFault) -> LedgerVerdict {
    let database = try database()
    let own = try MachineKey.publicKey(folder)
    let trusted = key ?? own
    // One transaction, so that what is compared is of one moment.
    return try database.transaction { () throws(StoreFault) -> LedgerVerdict in
      var verifier = LedgerVerifier(database: database, trusted: trusted)
      try verifier.checkChain()
      try verifier.checkAttempts()
      try verifier.checkSeals()
      try verifier.checkHandMarks()
      return verifier.verdict
    }
  }
}

/// The checks, one by one.
struct LedgerVerifier {
  let database: Database
  let trusted: [UInt8]?
  var verdict = LedgerVerdict()
  /// Hashes by entry, as far as the chain holds.
  private var hashes: [[UInt8]] = []
  /// What the ledger says of attempts: begun or brought in, sealed, deleted, marked.
  private var begun: [String: Int64] = [:]
  private var sealed: [String: (entry: Int64, digest: String)] = [:]
  private var marked: [String: [String]] = [:]

  init(database: Database, trusted: [UInt8]?) {
    self.database = database
    self.trusted = trusted
    verdict.key = trusted.map(Digest.hex)
  }

  private mutating func fault(entry: Int64? = nil, attempt: String? = nil, _ words: String) {
    verdict.faults.append(LedgerVerdict.Fault(entry: entry, attempt: attempt, words: words))
  }

  /// Every entry follows from the one before it, and the last is the head.
  mutating func checkChain() throws(StoreFault) {
    let entries = try database.statement("SELECT number, attempt, at, what, detail, hash FROM ledger ORDER BY number")
      .all { LedgerEntry($0) }
    var previous = LedgerChain.beginning
    var broken = false
    for entry in entries {
      note(entry)
      if broken { continue }
      let expected = Int64(hashes.count) + 1
      if entry.number != expected {
        fault(entry: expected, "entry \(expected) is missing")
        broken = true
        continue
      }
      let hash = LedgerChain.hash(
        previous, number: entry.number, at: entry.at, attempt: entry.attempt, what: entry.what, detail: entry.detail)
      if hash != entry.hash {
        fault(entry: entry.number, "entry \(entry.number) (\(entry.what)) does not follow from the one before it")
        broken = true
        continue
      }
      previous = hash
      hashes.append(hash)
    }
    verdict.entries = Int64(entries.count)
    guard let head = try LedgerChain.head(database) else { return fault(entry: 1, "the ledger's head is missing") }
    if broken { return }
    if head.count > Int64(entries.count) {
      fault(entry: Int64(entries.count) + 1, "entries from \(entries.count + 1) to \(head.count) are missing")
    } else if head.count < Int64(entries.count) {
      fault(entry: head.count + 1, "entry \(head.count + 1) was added without the ledger's head")
    } else if head.hash != previous {
      fault(entry: head.count, "the ledger's head is not the hash of entry \(head.count)")
    }
  }

  private mutating func note(_ entry: LedgerEntry) {
    guard let attempt = entry.attempt else { return }
    switch entry.what {
    case LedgerEntry.begun, LedgerEntry.imported: begun[attempt] = entry.number
    case LedgerEntry.sealed: sealed[attempt] = (entry.number, entry.detail)
    case LedgerEntry.marked: marked[attempt, default: []].append(entry.detail)
    case LedgerEntry.deleted:
      begun[attempt] = nil
      sealed[attempt] = nil
      marked[attempt] = nil
    default: break
    }
  }

  /// Every attempt is on the ledger, and every attempt on the ledger is there.
  mutating func checkAttempts() throws(StoreFault) {
    let ids = try database.statement("SELECT id FROM attempts ORDER BY number").all { $0.text(0) }
    let there = Set(ids)
    for (attempt, entry) in begun.sorted(by: { $0.value < $1.value }) where !there.contains(attempt) {
      fault(entry: entry, attempt: attempt, "attempt \(attempt) of entry \(entry) was removed without a tombstone")
    }
    for id in ids where begun[id] == nil {
      fault(attempt: id, "attempt \(id) is not on the ledger")
    }
  }

  /// Every seal is its key's, of this attempt, and of the ledger as it is.
  mutating func checkSeals() throws(StoreFault) {
    let seals = try database.query(
      "SELECT \(Seal.columns), a.origin FROM seals s JOIN attempts a ON a.number = s.attempt"
    )
    .all { (Seal($0), $0.text(7)) }
    var found: Set<String> = []
    for (seal, origin) in seals {
      found.insert(seal.attempt)
      let record = try Store.record(in: database, of: seal.attempt)
      if let words = judge(seal, origin: origin, digest: record.digest) {
        fault(entry: sealed[seal.attempt]?.entry, attempt: seal.attempt, words)
      } else {
        verdict.sealed.append(seal.attempt)
      }
    }
    for (attempt, entry) in sealed.sorted(by: { $0.value.entry < $1.value.entry }) where !found.contains(attempt) {
      // Where the whole attempt is gone that has been said already.
      let there = try database.statement("SELECT 1 FROM attempts WHERE id = ?").bind(attempt).first { _ in true }
      if there == true { fault(entry: entry.entry, attempt: attempt, "the seal of attempt \(attempt) was removed") }
    }
    verdict.unsealed = try database.statement(
      """
      SELECT id FROM attempts a WHERE NOT EXISTS (SELECT 1 FROM seals s WHERE s.attempt = a.number) ORDER BY number
      """
    ).all { $0.text(0) }.filter { sealed[$0] == nil }
  }

  private func judge(_ seal: Seal, origin: String, digest: [UInt8]) -> String? {
    if !seal.holds { return "the signature on attempt \(seal.attempt) does not hold" }
    if seal.digest != digest { return "attempt \(seal.attempt) was changed after it was sealed" }
    // A seal from another machine speaks of that machine's ledger.
    if !origin.isEmpty { return Digest.hex(seal.key) == origin ? nil : "attempt \(seal.attempt) has another's seal" }
    if let trusted, seal.key != trusted { return "attempt \(seal.attempt) was sealed with another key" }
    let index = Int(seal.ledgerCount) - 1
    if hashes.indices.contains(index), hashes[index] != seal.ledgerHash {
      return "the ledger was rewritten after attempt \(seal.attempt) was sealed"
    }
    if index >= Int(verdict.entries) { return "the ledger ends before attempt \(seal.attempt) was sealed" }
    return nil
  }

  /// Every mark by hand is on the ledger, and every one on the ledger is there.
  mutating func checkHandMarks() throws(StoreFault) {
    let marks = try database.statement(
      """
      SELECT a.id, h.slot, h.points, h.by, h.note, h.at FROM hand_marks h JOIN attempts a ON a.number = h.attempt
      ORDER BY h.number
      """
    ).all { line in
      (
        line.text(0),
        HandMark(
          slot: Int(line.int(1)), points: Points(raw: line.int(2)), by: line.text(3), note: line.text(4),
          at: WallTime(milliseconds: line.int(5)))
      )
    }
    var given: [String: [String]] = [:]
    for (attempt, mark) in marks { given[attempt, default: []].append(mark.words) }
    for attempt in Set(given.keys).union(marked.keys).sorted() where given[attempt] != marked[attempt] {
      let there = try database.statement("SELECT 1 FROM attempts WHERE id = ?").bind(attempt).first { _ in true }
      if there == true {
        fault(attempt: attempt, "the marks by hand of attempt \(attempt) are not those on the ledger")
      }
    }
  }
}
