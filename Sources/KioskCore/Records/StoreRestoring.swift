/// What is done when the store's files are taken away under a test: removed, or replaced by others.
///
/// A file without a name is whole for as long as it is open. What the attempt had written there is put into the file
/// that its path names now, or into a new one, and the test goes on.
extension Store {
  /// Whether what is written is still what the folder holds.
  public var isInPlace: Bool { database.isInPlace }

  /// Goes on in the file that is in the folder now, made anew where there is none, with `attempt` as this store has it:
  /// its steps, its ending, and its entries on the ledger, which begin a chain of their own where the old one is gone.
  public func restore(_ attempt: String) throws(StoreFault) {
    if isInPlace { return }
    let moved = try Store.moved(database, folder, attempt)
    move(to: moved.database, attempt, row: moved.row)
  }

  /// The store of `folder` as it is now, with `attempt` as `old` has it. Several processes may do so at once.
  static func moved(
    _ old: Database, _ folder: DataFolder, _ attempt: String
  ) throws(StoreFault) -> (database: Database, row: Int64) {
    let record = try Store.record(in: old, of: attempt)
    let entries = try old.statement(
      "SELECT number, attempt, at, what, detail, hash FROM ledger WHERE attempt = ? ORDER BY number"
    ).bind(attempt).all(LedgerEntry.init)
    do {
      try folder.makeAgain()
    } catch {
      throw .takenAway
    }
    let fresh = try Schema.open(folder)
    let store = Store(folder, database: fresh)
    let row = try fresh.transaction { () throws(StoreFault) in try store.take(record, entries) }
    try fresh.requireInPlace()
    return (fresh, row)
  }

  /// Adds what is missing here of an attempt; its row.
  private func take(_ record: AttemptRecord, _ entries: [LedgerEntry]) throws(StoreFault) -> Int64 {
    let row: Int64
    if let known = try self.row(of: record.id) {
      row = known
      let here = try Store.record(in: database, of: record.id)
      guard here.record == record.record else { throw .conflict("another attempt is called \(record.id)") }
      try insert(record.steps, after: here.steps.count, row: row)
      if here.ending == nil, let ending = record.ending {
        try insert(ending, row: row)
        for mark in record.marks { try insert(mark, row: row) }
        try database.statement("DELETE FROM open_attempts WHERE attempt = ?").bind(row).run()
      }
    } else {
      row = try insert(record, origin: record.origin)
      if record.ending == nil { try database.statement("INSERT INTO open_attempts VALUES(?)").bind(row).run() }
    }
    let here = try database.statement("SELECT at, what, detail FROM ledger WHERE attempt = ?").bind(record.id)
      .all { "\($0.int(0)) \($0.text(1)) \($0.text(2))" }
    let known = Set(here)
    for entry in entries where !known.contains("\(entry.at.milliseconds) \(entry.what) \(entry.detail)") {
      try LedgerChain.append(database, record.id, entry.what, entry.detail, at: entry.at)
    }
    return row
  }
}
