import Testing

@testable import KioskCore

@Suite struct LedgerTests {
  let scratch = ScratchFolder()

  /// A ledger of ten entries and a sealed attempt, and a way past the triggers, as somebody with the file has.
  private func tamper(_ sql: String) throws -> LedgerVerdict {
    let store = try Store.open(scratch.folder)
    try Sample.sit(store)
    let ledger = Ledger(scratch.folder)
    for number in 1...5 { try ledger.append(Sample.attempt().id, "homeBlocked", "Esc \(number)", at: Sample.start) }
    #expect(try ledger.verify().holds)
    let triggers = try store.database.query("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all { $0.text(0) }
    for name in triggers { try store.database.execute("DROP TRIGGER \(name)") }
    try store.database.execute("PRAGMA foreign_keys = OFF")
    try store.database.execute(sql)
    return try Ledger(scratch.folder).verify()
  }

  @Test(arguments: [
    ("edited what", "UPDATE ledger SET what = 'noted' WHERE number = 4", 4),
    ("edited detail", "UPDATE ledger SET detail = 'Home' WHERE number = 6", 6),
    ("edited time", "UPDATE ledger SET at = at + 1 WHERE number = 1", 1),
    ("given to another attempt", "UPDATE ledger SET attempt = NULL WHERE number = 5", 5),
    ("edited hash", "UPDATE ledger SET hash = zeroblob(32) WHERE number = 2", 2),
    ("removed", "DELETE FROM ledger WHERE number = 4", 4),
    (
      "removed and renumbered",
      """
      DELETE FROM ledger WHERE number = 4; UPDATE ledger SET number = number - 1 WHERE number > 4;
      UPDATE ledger_head SET count = count - 1
      """, 4
    ),
    ("removed at the end", "DELETE FROM ledger WHERE number = 8", 8),
    ("truncated to nothing", "DELETE FROM ledger", 1),
    ("inserted at the end", "INSERT INTO ledger VALUES(9, NULL, 1, 'noted', '', zeroblob(32))", 9),
    (
      "two entries exchanged",
      """
      UPDATE ledger SET number = 100 WHERE number = 4; UPDATE ledger SET number = 4 WHERE number = 5;
      UPDATE ledger SET number = 5 WHERE number = 100
      """, 4
    ),
    ("head removed", "DELETE FROM ledger_head", 1),
  ])
  func tamperingIsNamedByTheFirstEntryThatDoesNotHold(what: String, sql: String, entry: Int64) throws {
    let verdict = try tamper(sql)
    #expect(!verdict.holds)
    #expect(verdict.faults.compactMap(\.entry).min() == entry, "\(what): \(verdict.faults)")
  }

  @Test(arguments: [
    ("response edited", "UPDATE steps SET body = replace(body, 'ottawa', 'Ottawa!') WHERE number = 4", "changed after"),
    ("step removed", "DELETE FROM steps WHERE number = 5", "changed after"),
    ("score edited", "UPDATE marks SET points = points * 2 WHERE slot = 1", "changed after"),
    ("ending edited", "UPDATE endings SET how = 'expired'", "changed after"),
    ("candidate edited", "UPDATE attempts SET candidate = 'Somebody else'", "changed after"),
    ("seal removed", "DELETE FROM seals", "was removed"),
    ("signature edited", "UPDATE seals SET signature = zeroblob(64)", "does not hold"),
    ("key exchanged", "UPDATE seals SET key = zeroblob(32)", "does not hold"),
    ("mark by hand slipped in", "INSERT INTO hand_marks VALUES(NULL, 1, 2, 500000000, 'x', '', 0)", "not those on"),
    (
      "attempt removed",
      "DELETE FROM attempts; DELETE FROM steps; DELETE FROM seals; DELETE FROM marks; DELETE FROM endings",
      "without a tombstone"
    ),
    (
      "attempt slipped in",
      """
      INSERT INTO attempts SELECT 9, 'X', exam, title, candidate, candidate_id, mode, tier, started, questions,
      entitlement, origin, restrictions, record FROM attempts
      """, "not on the ledger"
    ),
  ])
  func tamperingWithAnAttemptShows(what: String, sql: String, words: String) throws {
    let verdict = try tamper(sql)
    #expect(verdict.faults.contains { $0.words.contains(words) }, "\(what): \(verdict.faults)")
  }

  @Test func aLedgerRewrittenAsAWholeDoesNotMatchTheSeals() throws {
    let store = try Store.open(scratch.folder)
    try Sample.sit(store)
    for trigger in ["ledger_no_change", "ledger_no_removal", "ledger_head_grows", "ledger_head_no_removal"] {
      try store.database.execute("DROP TRIGGER \(trigger)")
    }
    // All hashes made anew over an edited entry, as somebody can who has the file but not the key.
    try store.database.execute("UPDATE ledger SET at = 5 WHERE number = 1")
    var previous = LedgerChain.beginning
    for entry in try Ledger(scratch.folder).entries(of: Sample.attempt().id) {
      previous = LedgerChain.hash(
        previous, number: entry.number, at: entry.at, attempt: entry.attempt, what: entry.what, detail: entry.detail)
      try store.database.query("UPDATE ledger SET hash = ? WHERE number = ?").bind(previous).bind(entry.number).run()
    }
    try store.database.query("UPDATE ledger_head SET hash = ?").bind(previous).run()
    let verdict = try Ledger(scratch.folder).verify()
    #expect(verdict.faults.contains { $0.words.contains("rewritten") }, "\(verdict.faults)")
  }

  @Test func anEmptyStoreHolds() throws {
    let verdict = try Ledger(scratch.folder).verify()
    #expect(verdict.holds && verdict.entries == 0)
  }

  @Test func openAttemptsAreUnsealedAndAreSealedWhenTheyEnd() throws {
    let store = try Store.open(scratch.folder)
    let ledger = Ledger(scratch.folder)
    try store.begin(Sample.attempt(), tier: .terminal, restrictions: [])
    #expect(throws: StoreFault.self) { try ledger.seal(Sample.attempt().id, at: Sample.start) }
    #expect(try ledger.verify().unsealed == [Sample.attempt().id])
    try store.end(Sample.attempt().id, Sample.ending(Sample.attempt(), []))
    #expect(try ledger.sealPending(at: Sample.start) == 1)
    #expect(try ledger.sealPending(at: Sample.start) == 0)
    try ledger.seal(Sample.attempt().id, at: Sample.start)
    let verdict = try ledger.verify()
    #expect(verdict.holds && verdict.sealed == [Sample.attempt().id] && verdict.unsealed.isEmpty)
  }

  @Test func anotherMachinesKeyIsSaidNotToBeTheSealers() throws {
    try Sample.sit(try Store.open(scratch.folder))
    let other = ScratchFolder()
    let key = try MachineKey.load(other.folder).publicKey
    #expect(try Ledger(scratch.folder).verify(key: key).faults.first?.words.contains("another key") == true)
    let own = try MachineKey.publicKey(scratch.folder)
    #expect(try Ledger(scratch.folder).verify(key: own).holds)
  }

  @Test func theKeyIsItsOwnersAlone() throws {
    _ = try MachineKey.load(scratch.folder)
    #expect(try Files.status(scratch.folder.key).mode & 0o777 == 0o600)
    #expect(try MachineKey.load(scratch.folder).publicKey == MachineKey.load(scratch.folder).publicKey)
    try Files.replace(scratch.folder.key, with: [1, 2, 3])
    #expect(throws: StoreFault.self) { try MachineKey.load(scratch.folder) }
  }

  @Test func escapesAndInterruptionsAreCountedOnTheLedger() throws {
    let store = try Store.open(scratch.folder)
    try Sample.sit(store)
    let ledger = Ledger(scratch.folder)
    for what in ["homeBlocked", "homeBlocked", "consoleSwitchRefused", "pasteBurst", "focusLost", "hungUp"] {
      try ledger.append(Sample.attempt().id, what, at: Sample.start)
    }
    try ledger.append("OTHER", "homeBlocked", at: Sample.start)
    try ledger.append(nil, "homeBlocked", at: Sample.start)
    let summary = try store.summary(of: Sample.attempt().id)
    #expect(summary.escapes == 3)
    #expect(summary.interruptions == 2)
  }

  /// The bytes are a promise: a ledger written today must be checked in ten years.
  @Test func theHashIsThatOfTheDocumentedBytes() {
    let hash = LedgerChain.hash(
      LedgerChain.beginning, number: 1, at: WallTime(milliseconds: 2), attempt: nil, what: "locked", detail: "é")
    var bytes = Array("kiosk-ledger/1".utf8) + [UInt8](repeating: 0, count: 32)
    bytes += [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0xFF, 0xFF, 0xFF, 0xFF]
    bytes += [0, 0, 0, 6] + Array("locked".utf8) + [0, 0, 0, 2, 0xC3, 0xA9]
    #expect(hash == Digest.blake2b(bytes))
    // BLAKE2b-256 of nothing, as published.
    #expect(Digest.hex(Digest.blake2b([])) == "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8")
  }
}
