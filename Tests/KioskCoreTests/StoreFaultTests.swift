import CSQLite
import Testing

@testable import KioskCore

/// Every operation fails at every one of its statements in turn; after each failure nothing of it was kept, and the same
/// call then succeeds.
@Suite struct StoreFaultTests {
  /// "Not saved: the disk is full: make room and try again, trying again" said a screen that tries again by itself.
  @Test func aReasonSaysNothingOfTryingAgain() {
    for fault in [StoreFault.full, .io("write: EIO"), .busy, .readOnly, .takenAway] {
      #expect(!fault.reason.contains(": ") || fault == .io("write: EIO"))
      #expect(fault.words.hasPrefix(fault.reason + ": "))
    }
  }

  static let codes: [(Int32, StoreFault)] = [
    (SQLITE_FULL, .full), (SQLITE_BUSY, .busy), (SQLITE_READONLY, .readOnly), (SQLITE_IOERR, .io("injected")),
    (SQLITE_CORRUPT, .corrupt("injected")), (SQLITE_CANTOPEN, .cannotOpen("injected")),
  ]

  /// Everything the store holds, as text, to see whether a failed call left anything.
  private func dump(_ store: Store) throws -> [String] {
    var lines: [String] = []
    for table in Schema.appendOnly.map(\.table) + ["ledger", "open_attempts", "settings", "exam_index"] {
      let columns = try store.database.query("SELECT name FROM pragma_table_info('\(table)')").all { $0.text(0) }
      let text = columns.map { "quote(\($0))" }.joined(separator: " || ',' || ")
      lines += try store.database.query("SELECT '\(table):' || \(text) FROM \(table)").all { $0.text(0) }
    }
    return lines
  }

  @Test func everyStatementOfEveryOperationMayFail() throws {
    let scratch = ScratchFolder()
    let store = try Store.open(scratch.folder)
    var number = 0
    var current: String { "F\(number)" }
    // Each round uses an attempt of its own, made before the faults begin.
    func fresh(_ stage: Int) throws {
      number += 1
      if stage >= 1 { try store.begin(Sample.attempt(current), tier: .terminal, restrictions: []) }
      if stage >= 2 { for step in Sample.steps { try store.append(step, to: current) } }
      if stage >= 3 { try store.end(current, Sample.ending(Sample.attempt(current), Sample.steps)) }
    }
    let operations: [(String, Int, (Store, String) throws(StoreFault) -> Void)] = [
      (
        "begin", 0,
        { (store, id) throws(StoreFault) in
          try store.begin(Sample.attempt(id), tier: .terminal, restrictions: [])
        }
      ),
      ("append", 1, { (store, id) throws(StoreFault) in try store.append(Sample.steps[1], to: id) }),
      (
        "end", 2,
        { (store, id) throws(StoreFault) in
          try store.end(id, Sample.ending(Sample.attempt(id), Sample.steps))
        }
      ),
      (
        "mark", 3,
        { (store, id) throws(StoreFault) in
          try store.mark(id, HandMark(slot: 2, points: .one, by: "A", note: "n", at: Sample.start))
        }
      ),
      ("delete", 3, { (store, id) throws(StoreFault) in try store.delete(id, at: Sample.start) }),
      ("set", 0, { (store, id) throws(StoreFault) in try store.set(id, to: "x") }),
    ]
    for (name, stage, operation) in operations {
      for (code, fault) in Self.codes {
        try fresh(stage)
        let before = try dump(store)
        var statement = 1
        while true {
          store.database.injectedCode = code
          store.database.statementsUntilFault = statement
          do throws(StoreFault) {
            try operation(store, current)
            store.database.statementsUntilFault = nil
            break
          } catch {
            store.database.statementsUntilFault = nil
            #expect(error == fault, "\(name), statement \(statement)")
            let after = try dump(store)
            #expect(after == before, "\(name) failed at statement \(statement) and left something")
          }
          statement += 1
          try #require(statement < 1000)
        }
        #expect(statement > 1, "\(name) has a statement that can fail")
        #expect(try dump(store) != before, "\(name) did something in the end")
      }
    }
    #expect(try Ledger(scratch.folder).verify().holds)
  }

  @Test func aFullDiskKeepsWhatWasThereAndTheSameStepPassesLater() throws {
    let scratch = ScratchFolder()
    let store = try Store.open(scratch.folder)
    try store.begin(Sample.attempt(), tier: .terminal, restrictions: [])
    let pages = try store.database.query("PRAGMA page_count").first { $0.int(0) } ?? 0
    try store.database.execute("PRAGMA max_page_count = \(pages)")
    let essay = String(repeating: "é", count: 3000)
    var kept = 0
    var fault: StoreFault?
    for number in 0..<200 {
      do {
        try store.append(Sample.response(2, .text("\(number) \(essay)"), Int64(number)), to: Sample.attempt().id)
        kept += 1
      } catch {
        fault = error
        break
      }
    }
    #expect(fault == .full)
    #expect(try store.steps(of: Sample.attempt().id).count == kept)
    try store.database.execute("PRAGMA max_page_count = 1000000")
    try store.append(Sample.response(2, .text("\(kept) \(essay)"), Int64(kept)), to: Sample.attempt().id)
    let steps = try store.steps(of: Sample.attempt().id)
    #expect(steps.map(\.consumed) == (0...Int64(kept)).map { $0 })
  }

  @Test func anAppendThatArrivedAfterAllIsNotAppendedTwice() throws {
    let scratch = ScratchFolder()
    let first = try Store.open(scratch.folder)
    try first.begin(Sample.attempt(), tier: .terminal, restrictions: [])
    try first.append(Sample.steps[0], to: Sample.attempt().id)
    // As after a commit whose sync failed: the row is there, but the one who wrote it was told that it failed.
    let second = try Store.open(scratch.folder)
    try second.append(Sample.steps[1], to: Sample.attempt().id)
    try first.append(Sample.steps[1], to: Sample.attempt().id)
    #expect(try first.steps(of: Sample.attempt().id) == Array(Sample.steps[0...1]))
    // Another step in its place is a contradiction, not a repetition.
    try second.append(Sample.steps[2], to: Sample.attempt().id)
    #expect(throws: StoreFault.self) { try first.append(Sample.steps[3], to: Sample.attempt().id) }
  }

  @Test func aStoreInUseSaysBusyAndLeavesTheCallToBeMadeAgain() throws {
    let scratch = ScratchFolder()
    let store = try Store.open(scratch.folder)
    try store.begin(Sample.attempt(), tier: .terminal, restrictions: [])
    let other = try Database(path: scratch.folder.store, busyMilliseconds: 0)
    try store.database.execute("BEGIN IMMEDIATE")
    #expect(throws: StoreFault.busy) { try other.execute("INSERT INTO settings VALUES('a', 'b')") }
    try store.database.execute("COMMIT")
    try other.execute("INSERT INTO settings VALUES('a', 'b')")
  }
}
