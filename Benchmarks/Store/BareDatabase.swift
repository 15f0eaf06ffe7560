import CSQLite

/// SQLite as it comes, with one prepared insertion of one row and a full commit each: what the store is measured against.
final class BareDatabase {
  private var handle: OpaquePointer?
  private var insertion: OpaquePointer?

  /// Makes the file. Nil where SQLite says no.
  init?(path: String) {
    let schema = """
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      CREATE TABLE answers(
        attempt INTEGER NOT NULL, number INTEGER NOT NULL, slot INTEGER NOT NULL, at INTEGER NOT NULL,
        consumed INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY(attempt, number)) WITHOUT ROWID;
      """
    let insert = "INSERT INTO answers VALUES(?, ?, ?, ?, ?, ?)"
    guard
      sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
        == SQLITE_OK,
      sqlite3_exec(handle, schema, nil, nil, nil) == SQLITE_OK,
      sqlite3_prepare_v3(handle, insert, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &insertion, nil) == SQLITE_OK
    else {
      sqlite3_finalize(insertion)
      sqlite3_close(handle)
      return nil
    }
  }

  deinit {
    sqlite3_finalize(insertion)
    sqlite3_close(handle)
  }

  /// Inserts a row and commits it. False where SQLite says no.
  func append(attempt: Int64, number: Int64, slot: Int64, at: Int64, consumed: Int64, body: [CChar]) -> Bool {
    for (index, value) in [attempt, number, slot, at, consumed].enumerated() {
      sqlite3_bind_int64(insertion, Int32(index + 1), value)
    }
    kiosk_bind_text(insertion, 6, body, Int32(body.count))
    defer { sqlite3_reset(insertion) }
    return sqlite3_step(insertion) == SQLITE_DONE
  }
}
