import CSQLite

/// Attempts, their steps, endings and marks: everything of a test that outlives it.
///
/// One SQLite file, written ahead (WAL) with a full sync at every commit, so that a call that returns is on the disk.
/// A call that throws has kept nothing and may be made again. One process, one store; many processes may use one folder.
public final class Store {
  /// The folder it lives in.
  public let folder: DataFolder
  var database: Database
  /// The attempt last written to, so that an accepted response is one insertion and no query.
  private var cursor: Cursor?
  /// Steps appended since the write-ahead log was last tidied.
  private var untidied = 0
  /// So many are worth it.
  private static let tidyingPoint = 32

  private struct Cursor {
    let attempt: String
    var row: Int64
    var nextStep: Int64
    /// Questions answered so far.
    var answered: Set<Int64>
  }

  /// Opens the store of `folder`, making it where there is none yet.
  public static func open(_ folder: DataFolder) throws(StoreFault) -> Store {
    try Store(folder, database: Schema.open(folder))
  }

  init(_ folder: DataFolder, database: Database) {
    self.folder = folder
    self.database = database
  }

  // MARK: - Sitting a test

  /// Keeps an attempt's fixed part, the exam as sat, with the restrictions as they stood when it began and a note on
  /// what entitled it to the lock ("sample entitlement", empty: none).
  ///
  /// Beginning the same attempt again changes nothing, so a call that failed may be repeated.
  public func begin(
    _ attempt: Attempt, tier: Tier, restrictions: [RestrictionReport], entitlement: String = ""
  ) throws(StoreFault) {
    let record = AttemptCoding.text(attempt)
    try database.transaction { () throws(StoreFault) in
      if let known = try self.row(of: attempt.id) {
        let same = try database.statement("SELECT record FROM attempts WHERE number = ?").bind(known)
          .first { $0.text(0) == record }
        if same == true { return }
        throw .conflict("another attempt is called \(attempt.id)")
      }
      try insert(
        attempt, record: record, tier: tier, restrictions: RecordCoding.text(restrictions), entitlement: entitlement,
        origin: "")
      try database.statement("INSERT INTO open_attempts VALUES(?)").bind(database.lastRow).run()
      try LedgerChain.append(
        database, attempt.id, LedgerEntry.begun, Digest.hex(Digest.blake2b(Array(record.utf8))), at: attempt.startedAt)
    }
    cursor = nil
    try database.requireInPlace()
  }

  /// Makes one step durable: a single full commit.
  public func append(_ step: Step, to attempt: String) throws(StoreFault) {
    var at = try position(in: attempt)
    // From here on the only copy is `at`, so that what it refers to is changed in place.
    cursor = nil
    let line = AttemptRecord.StepRow(step)
    switch line.answers {
    case 1: at.answered.insert(line.slot)
    case 0: at.answered.remove(line.slot)
    default: break
    }
    do throws(StoreFault) {
      try insert(line, row: at.row, number: at.nextStep, answered: at.answered.count)
    } catch {
      // A commit whose sync failed may still have arrived; then this very step is there.
      guard case .conflict = error else { throw error }
      let body = try database.statement("SELECT body FROM steps WHERE attempt = ? AND number = ?")
        .bind(at.row).bind(at.nextStep).first { $0.text(0) }
      if body != line.body { throw error }
    }
    if !database.isInPlace {
      // The step is kept where nobody finds it. It is given the same number again, so that it cannot be there twice.
      cursor = at
      throw .takenAway
    }
    at.nextStep += 1
    untidied += 1
    cursor = at
  }

  /// Does what would otherwise fall to a commit that somebody waits for. Call it when nobody does.
  public func tidy() {
    guard untidied >= Store.tidyingPoint else { return }
    untidied = 0
    database.tidy()
  }

  /// Keeps how an attempt ended, with its marks. Ending it again the same way changes nothing.
  public func end(_ attempt: String, _ ending: Ending) throws(StoreFault) {
    try database.transaction { () throws(StoreFault) in
      let row = try self.requiredRow(of: attempt)
      if let how = try self.ending(of: row) {
        if how == ending.end { return }
        throw .conflict("attempt \(attempt) has ended already: \(how.rawValue)")
      }
      try insert(ending, row: row)
      try database.statement("DELETE FROM open_attempts WHERE attempt = ?").bind(row).run()
      try LedgerChain.append(database, attempt, LedgerEntry.finished, ending.end.rawValue, at: ending.at)
    }
    try database.requireInPlace()
  }

  /// The steps of an attempt in the order they were appended.
  public func steps(of attempt: String) throws(StoreFault) -> [Step] {
    let row = try requiredRow(of: attempt)
    var steps: [Step] = []
    for line in try Store.stepRows(in: database, of: row) {
      guard let step = line.step else { throw .corrupt("a step of attempt \(attempt)") }
      steps.append(step)
    }
    return steps
  }

  /// An attempt's fixed part as it was begun.
  public func attempt(_ id: String) throws(StoreFault) -> Attempt {
    let row = try requiredRow(of: id)
    let record = try database.statement("SELECT record FROM attempts WHERE number = ?").bind(row).first { $0.text(0) }
    guard let attempt = AttemptCoding.attempt(record ?? "") else { throw .corrupt("the record of attempt \(id)") }
    return attempt
  }

  /// Goes on in another file, in which `attempt` is `row`.
  func move(to fresh: Database, _ attempt: String, row: Int64) {
    database = fresh
    if cursor?.attempt == attempt { cursor?.row = row } else { cursor = nil }
  }

  /// Lets go of what is known of the attempt last written to.
  func forgetPosition() { cursor = nil }

  /// Where the next step of `attempt` goes. Asked of the file once an attempt, then known: only one process sits an
  /// attempt (it holds its draft log's lock).
  private func position(in attempt: String) throws(StoreFault) -> Cursor {
    if let cursor, cursor.attempt == attempt { return cursor }
    let row = try requiredRow(of: attempt)
    let last = try database.statement("SELECT max(number) FROM steps WHERE attempt = ?").bind(row).first { $0.int(0) }
    return Cursor(attempt: attempt, row: row, nextStep: (last ?? 0) + 1, answered: try answeredSlots(row))
  }
}
