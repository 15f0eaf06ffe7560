import Glibc

#if canImport(KioskCore)
  @testable import KioskCore
#endif

/// A store of two sealed attempts, one of them marked by hand, an open one and the tombstone of another, whose fields somebody with the file has written over with any bytes:
/// checking, showing and exporting it neither traps nor hangs, and a store left as it was holds.
///
/// The input is a list of writings: which field, how the value is stored, a length, the value.
#if FUZZING
  @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzLedger(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let data, let bench = TamperedStore.shared else { return 0 }
  bench.read(Array(UnsafeBufferPointer(start: data, count: count)))
  return 0
}

/// The store, its content kept aside to be put back after each input.
private final class TamperedStore {
  nonisolated(unsafe) static let shared = TamperedStore()

  private static let fields: [(table: String, column: String)] = [
    ("ledger", "number"), ("ledger", "attempt"), ("ledger", "at"), ("ledger", "what"), ("ledger", "detail"),
    ("ledger", "hash"), ("ledger_head", "count"), ("ledger_head", "hash"), ("seals", "at"), ("seals", "ledger_count"),
    ("seals", "ledger_hash"), ("seals", "digest"), ("seals", "key"), ("seals", "signature"), ("steps", "body"),
    ("steps", "slot"), ("endings", "how"), ("endings", "restrictions"), ("marks", "points"), ("hand_marks", "points"),
    ("attempts", "restrictions"), ("attempts", "record"), ("attempts", "origin"), ("attempts", "id"),
    ("hand_marks", "slot"), ("hand_marks", "by"), ("hand_marks", "attempt"),
  ]
  private static let tables = ["ledger", "ledger_head", "seals", "steps", "endings", "marks", "hand_marks", "attempts"]

  private let folder: DataFolder
  private let ledger: Ledger
  private let store: Store
  private let database: Database

  private static var path: String { "/tmp/kiosk-fuzz-\(getpid())" }

  /// Nothing is left of it when the program ends.
  private static func remove() {
    for folder in [path + "/drafts", path] {
      for name in (try? Files.names(in: folder)) ?? [] { try? Files.unlink(folder + "/" + name) }
      rmdir(folder)
    }
  }

  init?() {
    folder = DataFolder(path: Self.path)
    atexit { TamperedStore.remove() }
    do {
      try Files.makeDirectory(folder.path)
      store = try Store.open(folder)
      ledger = Ledger(folder)
      for number in 1...4 { try Self.sit(store, ledger, number) }
      let at = WallTime(milliseconds: 9000)
      try store.mark(try store.attemptIDs()[0], HandMark(slot: 0, points: .zero, by: "B", note: "no", at: at))
      // It leaves its entries and a tombstone.
      try store.delete(try store.attemptIDs()[3], at: at)
      database = try ledger.database()
      let triggers = try database.query("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all { $0.text(0) }
      for name in triggers { try database.execute("DROP TRIGGER \(name)") }
      try database.execute("PRAGMA foreign_keys = OFF")
      try database.execute("PRAGMA synchronous = OFF")
      for table in Self.tables {
        try database.execute("CREATE TEMP TABLE kept_\(table) AS SELECT * FROM main.\(table)")
      }
    } catch { return nil }
  }

  private static func sit(_ store: Store, _ ledger: Ledger, _ number: Int) throws {
    let exam = Exam(
      id: "sample", title: LocalizedText("Sample"), language: "en", minutes: 10, shuffle: false, shuffleChoices: false,
      navigation: .free, draw: nil, verdict: .end, report: .full, policy: .standard,
      questions: [
        Question(
          id: "q", prompt: LocalizedText("?"), points: .one, topic: nil, level: nil, feedback: nil, grants: [],
          kind: .shortAnswer(answers: [TextAnswer(text: LocalizedText("a"))], marking: .standard))
      ])
    let at = WallTime(milliseconds: Int64(number) * 1000)
    let attempt = AttemptComposer.compose(
      exam, seed: 1, candidate: Candidate(name: "A"), options: .init(mode: .test, minutes: nil, extraPercent: 0),
      startedAt: at, random: [UInt8](repeating: UInt8(number), count: 10))
    let held = [RestrictionReport(id: .home, state: .enforced)]
    try store.begin(attempt, tier: .terminal, restrictions: held, entitlement: "sample entitlement")
    try store.append(Step(slot: 0, kind: .response(.text("a")), at: at, consumed: 5), to: attempt.id)
    try ledger.append(attempt.id, "homeBlocked", "Esc", at: at)
    guard number != 3 else { return }
    let mark = StoredMark(slot: 0, points: .one, maxPoints: .one, normalised: "a", rule: "exact")
    try store.end(attempt.id, Ending(end: .submitted, at: at, consumed: 5, restrictions: held, marks: [mark]))
    try ledger.seal(attempt.id, at: at)
  }

  func read(_ bytes: [UInt8]) {
    var rest = bytes[...]
    var changed = false
    // One transaction, as putting back is one: each of its own would be most of what an input costs.
    try? database.transaction { () throws(StoreFault) in
      while let choice = rest.popFirst(), let kind = rest.popFirst(), let length = rest.popFirst() {
        let value = rest.prefix(Int(length))
        rest = rest.dropFirst(value.count)
        let field = Self.fields[Int(choice) % Self.fields.count]
        changed = write(field, row: Int64(choice) / Int64(Self.fields.count), kind, Array(value)) || changed
      }
    }
    let verdict = try? ledger.verify()
    if !changed { precondition(verdict?.holds == true, "an untouched ledger does not hold") }
    for fault in verdict?.faults ?? [] { precondition(!fault.words.isEmpty, "a fault without words") }
    for id in (try? store.attemptIDs()) ?? [] {
      _ = try? ledger.entries(of: id)
      if let detail = try? store.detail(of: id) { _ = JSONWriter.bytes(ResultsJSON.show(detail)) }
    }
    _ = try? store.summaries()
    guard changed else { return }
    try? database.transaction { () throws(StoreFault) in
      for table in Self.tables {
        try database.execute("DELETE FROM main.\(table)")
        try database.execute("INSERT INTO main.\(table) SELECT * FROM kept_\(table)")
      }
    }
  }

  /// Writes over one field of one row; whether it was let.
  private func write(
    _ field: (table: String, column: String), row: Int64, _ kind: UInt8, _ value: [UInt8]
  ) -> Bool {
    let hex = Digest.hex(value)
    let sql =
      switch kind % 6 {
      case 0: "x'\(hex)'"
      case 1: "CAST(x'\(hex)' AS TEXT)"
      case 2: "\(value.prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) })"
      case 3: "NULL"
      case 4: "\(field.column) + 1"
      default: "CAST(\(field.column) || x'\(hex)' AS TEXT)"
      }
    // Two tables have no row ids.
    let key = ["steps": "(attempt, number)", "marks": "(attempt, slot)"][field.table] ?? "(rowid)"
    let rows = "\(key) IN (SELECT \(key.dropFirst().dropLast()) FROM main.\(field.table) LIMIT 1 OFFSET \(row))"
    let update = "UPDATE main.\(field.table) SET \(field.column) = \(sql) WHERE \(rows)"
    return (try? database.execute(update)) != nil
  }
}
