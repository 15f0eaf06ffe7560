import CSQLite

/// Attempts, their steps, endings and marks: everything of a test that outlives it.
///
/// One SQLite file, written ahead (WAL) with a full sync at every commit, so that a call that returns is on the disk.
/// A call that throws has kept nothing and may be made again. One process, one store; many processes may use one folder.
public final class Store {
  /// The folder it lives in.
  public let folder: DataFolder
  let database: Database
  /// The attempt last written to, so that an accepted response is one insertion and no query.
  private var cursor: Cursor?

  private struct Cursor {
    let attempt: String
    let row: Int64
    var nextStep: Int64
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
    let record = try RecordCoding.text(attempt)
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
  }

  /// Makes one step durable: a single full commit.
  public func append(_ step: Step, to attempt: String) throws(StoreFault) {
    var at = try position(in: attempt)
    let body = try RecordCoding.text(step.kind)
    do throws(StoreFault) {
      try insert(step, body: body, row: at.row, number: at.nextStep)
    } catch {
      cursor = nil
      // A commit whose sync failed may still have arrived; then this very step is there.
      guard case .conflict = error else { throw error }
      let same = try database.statement("SELECT slot, at, consumed, body FROM steps WHERE attempt = ? AND number = ?")
        .bind(at.row).bind(at.nextStep)
        .first {
          $0.int(0) == Int64(step.slot) && $0.int(1) == step.at.milliseconds && $0.int(2) == step.consumed
            && $0.text(3) == body
        }
      if same != true { throw error }
    }
    at.nextStep += 1
    cursor = at
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
  }

  /// The steps of an attempt in the order they were appended.
  public func steps(of attempt: String) throws(StoreFault) -> [Step] {
    let row = try requiredRow(of: attempt)
    return try database.statement("SELECT slot, at, consumed, body FROM steps WHERE attempt = ? ORDER BY number")
      .bind(row)
      .all { (line) throws(StoreFault) in
        Step(
          slot: Int(line.int(0)), kind: try RecordCoding.stepKind(line.text(3)),
          at: WallTime(milliseconds: line.int(1)), consumed: line.int(2))
      }
  }

  /// An attempt's fixed part as it was begun.
  public func attempt(_ id: String) throws(StoreFault) -> Attempt {
    let row = try requiredRow(of: id)
    let record = try database.statement("SELECT record FROM attempts WHERE number = ?").bind(row).first { $0.text(0) }
    return try RecordCoding.attempt(record ?? "")
  }

  /// Lets go of what is known of the attempt last written to.
  func forgetPosition() { cursor = nil }

  /// Where the next step of `attempt` goes. Asked of the file once an attempt, then known: only one process sits an
  /// attempt (it holds its draft log's lock).
  private func position(in attempt: String) throws(StoreFault) -> Cursor {
    if let cursor, cursor.attempt == attempt { return cursor }
    let row = try requiredRow(of: attempt)
    let last = try database.statement("SELECT max(number) FROM steps WHERE attempt = ?").bind(row).first { $0.int(0) }
    return Cursor(attempt: attempt, row: row, nextStep: (last ?? 0) + 1)
  }
}
