import Testing

@testable import KioskCore

/// Forgeries by somebody who has the file and takes the trouble to make every hash anew: the seals tell; and by somebody
/// who has the machine's key too: a key kept elsewhere tells.
@Suite struct LedgerForgeryTests {
  let scratch = ScratchFolder()
  private static let first = "01HZZZZZZZZZZZZZZZZZZZZZZ0"
  private static let second = "01HZZZZZZZZZZZZZZZZZZZZZZ1"

  /// Two sealed attempts, and the store without its triggers.
  private func store() throws -> Store {
    let store = try Store.open(scratch.folder)
    for id in [Self.first, Self.second] { try Sample.sit(store, Sample.attempt(id)) }
    let triggers = try store.database.query("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all { $0.text(0) }
    for name in triggers { try store.database.execute("DROP TRIGGER \(name)") }
    try store.database.execute("PRAGMA foreign_keys = OFF")
    #expect(try Ledger(scratch.folder).verify().holds)
    return store
  }

  /// Numbers the entries anew from 1 and makes every hash and the head fit.
  private func makeWhole(_ database: Database) throws {
    let entries = try database.query("SELECT number, attempt, at, what, detail, hash FROM ledger ORDER BY number")
      .all { LedgerEntry($0) }
    try database.execute("DELETE FROM ledger")
    var previous = LedgerChain.beginning
    for (index, entry) in entries.enumerated() {
      let number = Int64(index) + 1
      previous = LedgerChain.hash(
        previous, number: number, at: entry.at, attempt: entry.attempt, what: entry.what, detail: entry.detail)
      try database.query("INSERT INTO ledger VALUES(?, ?, ?, ?, ?, ?)").bind(number).bind(entry.attempt)
        .bind(entry.at.milliseconds).bind(entry.what).bind(entry.detail).bind(previous).run()
    }
    try database.query("UPDATE ledger_head SET count = ?, hash = ?").bind(Int64(entries.count)).bind(previous).run()
  }

  private static let removal = """
    DELETE FROM ledger WHERE attempt = '\(first)'; DELETE FROM steps WHERE attempt = 1; DELETE FROM marks WHERE attempt = 1;
    DELETE FROM endings WHERE attempt = 1; DELETE FROM seals WHERE attempt = 1; DELETE FROM attempts WHERE number = 1
    """

  @Test(arguments: [
    ("edited", "UPDATE ledger SET detail = 'x' WHERE number = 1"), ("removed", "DELETE FROM ledger WHERE number = 2"),
    (
      "inserted",
      """
      UPDATE ledger SET number = number + 100 WHERE number > 2;
      INSERT INTO ledger VALUES(50, NULL, 1, 'noted', '', zeroblob(32))
      """
    ),
    (
      "reordered",
      """
      UPDATE ledger SET number = 100 WHERE number = 1; UPDATE ledger SET number = 1 WHERE number = 2;
      UPDATE ledger SET number = 2 WHERE number = 100
      """
    ),
    ("truncated", "DELETE FROM ledger WHERE number > 3"), ("a whole attempt taken away", removal),
  ])
  func aLedgerMadeWholeAgainIsToldByTheSeals(what: String, sql: String) throws {
    let store = try store()
    try store.database.execute(sql)
    try makeWhole(store.database)
    let verdict = try Ledger(scratch.folder).verify()
    #expect(!verdict.holds, "\(what)")
    #expect(
      verdict.faults.contains { $0.words.contains("rewritten") || $0.words.contains("ends before") },
      "\(what): \(verdict.faults)")
  }

  @Test func whatIsSealedAgainWithAnotherKeyHoldsOnlyAgainstThatKey() throws {
    let kept = try MachineKey.load(scratch.folder).publicKey
    let store = try store()
    // The key's owner makes another key, changes a score and seals everything again.
    try Files.unlink(scratch.folder.key)
    try store.database.execute(
      "UPDATE marks SET points = max; DELETE FROM seals; DELETE FROM ledger WHERE what = 'sealed'")
    try makeWhole(store.database)
    #expect(try Ledger(scratch.folder).sealPending(at: Sample.start) == 2)
    #expect(try Ledger(scratch.folder).verify().holds)
    let verdict = try Ledger(scratch.folder).verify(key: kept)
    #expect(verdict.faults.contains { $0.words.contains("another key") }, "\(verdict.faults)")
  }
}
