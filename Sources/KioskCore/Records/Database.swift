import CSQLite

/// One connection to an SQLite file, opened cheaply and kept small: 200 processes hold one each on the same file.
///
/// Not shared between threads (the program has one), so SQLite takes no mutexes.
final class Database {
  private let handle: OpaquePointer
  private let path: String
  private let logPath: String
  /// The database file and its log, as their paths named them when this connection began to use them.
  private var place: Place?
  private var statements: [UnsafeRawPointer: Statement] = [:]
  /// Counts down with every statement that runs; at 0 that statement fails with `injectedCode`. For tests.
  var statementsUntilFault: Int?
  /// What the injected fault is.
  var injectedCode: Int32 = SQLITE_FULL

  /// How long another process that writes is waited for, in milliseconds.
  static let patience: Int32 = 5000

  /// Opens the file at `path`, which must be there. WAL mode is a property of the file, so it is set only when the schema is made.
  init(path: String, busyMilliseconds: Int32 = patience) throws(StoreFault) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else { throw .cannotOpen(path) }
    handle = opened
    self.path = path
    logPath = path + "-wal"
    if code != SQLITE_OK {
      let fault = StoreFault(
        code: code, words: String(cString: sqlite3_errmsg(opened)), systemCode: sqlite3_system_errno(opened))
      sqlite3_close(opened)
      if case .cannotOpen = fault { throw .cannotOpen(path) }
      throw fault
    }
    sqlite3_busy_timeout(handle, busyMilliseconds)
    _ = kiosk_db_config(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1)
    // A file on a USB stick must not run SQL of its own through a trigger's functions.
    _ = kiosk_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    // The log stays as long as it is when the last process leaves: a commit that writes over it takes half the time of
    // one that makes it longer. It must therefore not be cut either (no journal_size_limit).
    var keep: Int32 = 1
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &keep)
  }

  /// Which files a path and its write-ahead log are.
  private struct Place: Equatable {
    private let database: Files.Identity
    private let log: Files.Identity

    init?(_ path: String, log: String) {
      guard let database = Files.Identity(path), let log = Files.Identity(log) else { return nil }
      self.database = database
      self.log = log
    }
  }

  /// Notes which files are written from now on. Called once the log is there.
  func settle() { place = Place(path, log: logPath) }

  /// Whether what is written here is still what the path names. A file whose name is gone takes every commit and keeps
  /// none: SQLite does not say so.
  var isInPlace: Bool { place.map { $0 == Place(path, log: logPath) } ?? true }

  /// Copies what the log holds into the database, as far as nobody reads it: 0.3 ms where a commit waits for the disk
  /// anyway. Left to SQLite that falls to whichever commit makes the log 1,000 pages long, and the first process to come
  /// then reads 1,000 pages (2 ms) before it can begin. A fault here loses nothing; the next call tries again.
  func tidy() { sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil) }

  /// Moves all that the log holds into the database and leaves it with nothing. The log stays when the last process has
  /// left, so what it holds is read again by the first of every later start; the tables need that no more than once.
  /// Where somebody reads meanwhile nothing happens, and nothing is lost.
  func emptyLog() { sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil) }

  /// Throws where it is not.
  func requireInPlace() throws(StoreFault) {
    if !isInPlace { throw .takenAway }
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Runs `sql`, one or more statements that give no rows.
  func execute(_ sql: String) throws(StoreFault) {
    try countDown()
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw fault(code) }
  }

  /// The statement for `sql`, prepared the first time it is asked for and ready to bind. A literal is its own name: it
  /// has one address for the life of the process.
  func statement(_ sql: StaticString) throws(StoreFault) -> Statement {
    let key = UnsafeRawPointer(sql.utf8Start)
    if let known = statements[key] { return known }
    let made = try sql.withUTF8Buffer { bytes in
      Result { () throws(StoreFault) in try prepare(bytes, flags: UInt32(SQLITE_PREPARE_PERSISTENT)) }
    }.get()
    statements[key] = made
    return made
  }

  /// A statement for `sql` to be used once.
  func query(_ sql: String) throws(StoreFault) -> Statement {
    var sql = sql
    return try sql.withUTF8 { bytes in
      Result { () throws(StoreFault) in try prepare(bytes, flags: 0) }
    }.get()
  }

  private func prepare(_ sql: UnsafeBufferPointer<UInt8>, flags: UInt32) throws(StoreFault) -> Statement {
    var prepared: OpaquePointer?
    let code = sql.withMemoryRebound(to: CChar.self) { text in
      sqlite3_prepare_v3(handle, text.baseAddress, Int32(text.count), flags, &prepared, nil)
    }
    guard code == SQLITE_OK, let prepared else { throw fault(code) }
    return Statement(prepared, in: self)
  }

  /// Runs `body` in one transaction that has the write lock from its first statement, so that what it reads cannot
  /// change before it writes. Any fault puts everything back.
  func transaction<T>(_ body: () throws(StoreFault) -> T) throws(StoreFault) -> T {
    try statement("BEGIN IMMEDIATE").run()
    do throws(StoreFault) {
      let value = try body()
      try statement("COMMIT").run()
      return value
    } catch {
      // SQLite has put it back by itself after some faults (full, io); then there is nothing to do.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  /// Runs `body`, all of whose reads see the database as it is at the first of them, whatever is written meanwhile. MUST NOT
  /// write, nor be within a transaction.
  func snapshot<T>(_ body: () throws(StoreFault) -> T) throws(StoreFault) -> T {
    try statement("BEGIN").run()
    // Nothing was written: there is nothing to put back, and nothing to keep.
    defer { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    return try body()
  }

  /// Rows that the last statement changed.
  var changes: Int { Int(sqlite3_changes(handle)) }

  /// The row number of the last insertion.
  var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// The fault of the last call, which gave `code`.
  func fault(_ code: Int32) -> StoreFault {
    StoreFault(code: code, words: String(cString: sqlite3_errmsg(handle)), systemCode: sqlite3_system_errno(handle))
  }

  /// Fails here if the injected fault is due.
  func countDown() throws(StoreFault) {
    guard let left = statementsUntilFault else { return }
    statementsUntilFault = left - 1
    if left <= 1 {
      statementsUntilFault = nil
      throw StoreFault(code: injectedCode, words: "injected")
    }
  }
}

/// A prepared statement: bind, run, read, and it is ready to be used again.
final class Statement {
  private let handle: OpaquePointer
  private unowned let database: Database
  private var position: Int32 = 0

  fileprivate init(_ handle: OpaquePointer, in database: Database) {
    self.handle = handle
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  /// Binds the next parameter to a number; `nil` is NULL.
  @discardableResult
  func bind(_ value: Int64?) -> Statement {
    position += 1
    if let value { sqlite3_bind_int64(handle, position, value) } else { sqlite3_bind_null(handle, position) }
    return self
  }

  /// Binds the next parameter to a number; `nil` is NULL.
  @discardableResult
  func bind(_ value: Int?) -> Statement { bind(value.map(Int64.init)) }

  /// Binds the next parameter to a text; `nil` is NULL.
  @discardableResult
  func bind(_ value: String?) -> Statement {
    position += 1
    guard var value else {
      sqlite3_bind_null(handle, position)
      return self
    }
    value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        _ = kiosk_bind_text(handle, position, text.baseAddress, Int32(text.count))
      }
    }
    return self
  }

  /// Binds the next parameter to bytes.
  @discardableResult
  func bind(_ value: [UInt8]) -> Statement {
    position += 1
    value.withUnsafeBytes { _ = kiosk_bind_blob(handle, position, $0.baseAddress, Int32($0.count)) }
    return self
  }

  /// Runs a statement whose rows do not matter.
  func run() throws(StoreFault) {
    defer { reset() }
    while try step() {}
  }

  /// Steps to the next row; `false` at the end, after which the statement is ready to be used again.
  func next() throws(StoreFault) -> Bool {
    var more = false
    do throws(StoreFault) {
      more = try step()
    } catch {
      reset()
      throw error
    }
    if !more { reset() }
    return more
  }

  /// Runs a query for one row; what `read` makes of it, or `nil` where there is none.
  func first<T>(_ read: (Statement) -> T) throws(StoreFault) -> T? {
    defer { reset() }
    return try step() ? read(self) : nil
  }

  /// Runs a query; what `read` makes of each row.
  func all<T>(_ read: (Statement) throws(StoreFault) -> T) throws(StoreFault) -> [T] {
    defer { reset() }
    var rows: [T] = []
    while try step() { rows.append(try read(self)) }
    return rows
  }

  /// Column `at` (from 0) as a number; NULL is 0.
  func int(_ at: Int32) -> Int64 { sqlite3_column_int64(handle, at) }

  /// Column `at` as a number, or `nil` for NULL.
  func optionalInt(_ at: Int32) -> Int64? {
    sqlite3_column_type(handle, at) == SQLITE_NULL ? nil : sqlite3_column_int64(handle, at)
  }

  /// Column `at` as text; NULL is empty.
  func text(_ at: Int32) -> String {
    guard let bytes = sqlite3_column_text(handle, at) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, at))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Column `at` as text, or `nil` for NULL.
  func optionalText(_ at: Int32) -> String? {
    sqlite3_column_type(handle, at) == SQLITE_NULL ? nil : text(at)
  }

  /// Column `at` as bytes; NULL is empty.
  func blob(_ at: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(handle, at) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, at))))
  }

  private func step() throws(StoreFault) -> Bool {
    try database.countDown()
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw database.fault(code)
  }

  private func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    position = 0
  }
}
