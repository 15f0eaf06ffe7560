/// What a person does to ended attempts: marks by hand, deletion. Each is on the ledger in the same commit.
extension HandMark {
  /// The words on the ledger: "question 3: 2.5 points by A. Smith: well argued".
  var words: String {
    var words = "question \(slot + 1): \(points.decimal) points"
    if !by.isEmpty { words += " by \(by)" }
    return note.isEmpty ? words : "\(words): \(note)"
  }
}

extension Store {
  /// Gives a mark by hand to a question of an attempt that has ended. Kept with all before it; the newest counts.
  public func mark(_ attempt: String, _ mark: HandMark) throws(StoreFault) {
    try database.transaction { () throws(StoreFault) in
      let row = try requiredRow(of: attempt)
      guard let most = try maxPoints(row, slot: mark.slot) else {
        throw .conflict("attempt \(attempt) is open: it can be marked when it has ended")
      }
      if most < mark.points || mark.points < .zero {
        throw .conflict("question \(mark.slot + 1) earns 0 to \(most.decimal) points, not \(mark.points.decimal)")
      }
      try insert(mark, row: row)
      try LedgerChain.append(database, attempt, LedgerEntry.marked, mark.words, at: mark.at)
    }
  }

  func insert(_ mark: HandMark, row: Int64) throws(StoreFault) {
    try database.statement("INSERT INTO hand_marks VALUES(NULL, ?, ?, ?, ?, ?, ?)")
      .bind(row).bind(mark.slot).bind(mark.points.raw).bind(mark.by).bind(mark.note).bind(mark.at.milliseconds).run()
  }

  private func maxPoints(_ row: Int64, slot: Int) throws(StoreFault) -> Points? {
    try database.statement("SELECT max FROM marks WHERE attempt = ? AND slot = ?").bind(row).bind(slot)
      .first { Points(raw: $0.int(0)) }
  }

  /// Deletes an attempt, open or ended, and overwrites where it stood. The ledger keeps its entries and gets a tombstone.
  public func delete(_ attempt: String, at: WallTime) throws(StoreFault) {
    try database.execute("PRAGMA secure_delete = ON")
    try database.transaction { () throws(StoreFault) in
      let row = try requiredRow(of: attempt)
      // First, because the triggers let nothing go that has no tombstone.
      try LedgerChain.append(database, attempt, LedgerEntry.deleted, "", at: at)
      for table in ["open_attempts", "seals", "hand_marks", "marks", "endings", "steps", "imported_ledger"] {
        try database.query("DELETE FROM \(table) WHERE attempt = ?").bind(row).run()
      }
      try database.statement("DELETE FROM attempts WHERE number = ?").bind(row).run()
    }
    forgetPosition()
    if let log = try? DraftLog.place(folder, attempt) { try? Files.unlink(log) }
    DraftJournal.forget(folder, attempt)
    // What was deleted must not live on in the write-ahead log; another process that reads right now may hold it open.
    try? database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
