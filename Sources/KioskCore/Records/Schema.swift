import Glibc

/// The store's tables. `user_version` says which they are; every version is reached from the one before by one script.
///
/// Attempts, steps, endings, marks, marks by hand, seals and the ledger are append-only, and the file itself says so:
/// triggers refuse every change, and refuse removal unless the ledger carries the attempt's tombstone, written first.
enum Schema {
  /// The version this program writes.
  static let version = 1

  /// What makes version 1 of an empty file.
  static let first = """
    CREATE TABLE attempts(
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE CHECK(length(id) BETWEEN 1 AND 64),
      exam TEXT NOT NULL,
      title TEXT NOT NULL,
      candidate TEXT NOT NULL,
      candidate_id TEXT NOT NULL,
      mode TEXT NOT NULL CHECK(mode IN ('practice','test')),
      tier TEXT NOT NULL,
      started INTEGER NOT NULL,
      questions INTEGER NOT NULL CHECK(questions >= 0),
      entitlement TEXT NOT NULL,
      origin TEXT NOT NULL,
      restrictions TEXT NOT NULL,
      record TEXT NOT NULL
    ) STRICT;
    CREATE INDEX attempts_by_exam ON attempts(exam, number);
    CREATE TABLE steps(
      attempt INTEGER NOT NULL REFERENCES attempts(number),
      number INTEGER NOT NULL CHECK(number > 0),
      slot INTEGER NOT NULL CHECK(slot >= 0),
      at INTEGER NOT NULL,
      consumed INTEGER NOT NULL CHECK(consumed >= 0),
      answers INTEGER CHECK(answers IN (0, 1)), -- whether a response says something; NULL: no response
      answered INTEGER NOT NULL,                -- questions answered after this step
      body TEXT NOT NULL,
      PRIMARY KEY(attempt, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE endings(
      attempt INTEGER PRIMARY KEY REFERENCES attempts(number),
      how TEXT NOT NULL CHECK(how IN ('submitted','expired','ended')),
      at INTEGER NOT NULL,
      consumed INTEGER NOT NULL CHECK(consumed >= 0),
      answered INTEGER NOT NULL CHECK(answered >= 0),
      score INTEGER,
      max INTEGER NOT NULL,
      restrictions TEXT NOT NULL
    ) STRICT;
    CREATE TABLE marks(
      attempt INTEGER NOT NULL REFERENCES endings(attempt),
      slot INTEGER NOT NULL CHECK(slot >= 0),
      points INTEGER,
      max INTEGER NOT NULL,
      normalised TEXT,
      rule TEXT,
      PRIMARY KEY(attempt, slot)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE hand_marks(
      number INTEGER PRIMARY KEY,
      attempt INTEGER NOT NULL REFERENCES endings(attempt),
      slot INTEGER NOT NULL CHECK(slot >= 0),
      points INTEGER NOT NULL CHECK(points >= 0),
      by TEXT NOT NULL,
      note TEXT NOT NULL,
      at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX hand_marks_by_attempt ON hand_marks(attempt, slot, number);
    CREATE TABLE open_attempts(attempt INTEGER PRIMARY KEY REFERENCES attempts(number)) STRICT;
    CREATE TABLE ledger(
      number INTEGER PRIMARY KEY CHECK(number > 0),
      attempt TEXT,
      at INTEGER NOT NULL,
      what TEXT NOT NULL,
      detail TEXT NOT NULL,
      hash BLOB NOT NULL CHECK(length(hash) = 32)
    ) STRICT;
    CREATE INDEX ledger_by_attempt ON ledger(attempt, number) WHERE attempt IS NOT NULL;
    CREATE TABLE ledger_head(
      one INTEGER PRIMARY KEY CHECK(one = 1),
      count INTEGER NOT NULL,
      hash BLOB NOT NULL
    ) STRICT;
    CREATE TABLE seals(
      attempt INTEGER PRIMARY KEY REFERENCES endings(attempt),
      at INTEGER NOT NULL,
      ledger_count INTEGER NOT NULL,
      ledger_hash BLOB NOT NULL,
      digest BLOB NOT NULL CHECK(length(digest) = 32),
      key BLOB NOT NULL CHECK(length(key) = 32),
      signature BLOB NOT NULL CHECK(length(signature) = 64)
    ) STRICT;
    CREATE TABLE imported_ledger(
      attempt INTEGER NOT NULL REFERENCES attempts(number),
      number INTEGER NOT NULL,
      at INTEGER NOT NULL,
      what TEXT NOT NULL,
      detail TEXT NOT NULL,
      PRIMARY KEY(attempt, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE exam_index(
      path TEXT PRIMARY KEY,
      modified INTEGER NOT NULL,
      size INTEGER NOT NULL,
      inode INTEGER NOT NULL,
      id TEXT NOT NULL,
      title TEXT NOT NULL,
      language TEXT NOT NULL,
      questions INTEGER NOT NULL,
      minutes INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE settings(name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    """

  /// The tables that are only ever added to, with the expression that names a row's attempt in the ledger.
  static let appendOnly: [(table: String, attempt: String)] = [
    ("attempts", "OLD.id"),
    ("steps", child), ("endings", child), ("marks", child), ("hand_marks", child), ("seals", child),
    ("imported_ledger", child),
  ]
  private static let child = "(SELECT id FROM attempts WHERE number = OLD.attempt)"

  /// The triggers that keep them so.
  static var triggers: String {
    var script = ""
    for (table, attempt) in appendOnly {
      script += """
        CREATE TRIGGER \(table)_no_change BEFORE UPDATE ON \(table)
        BEGIN SELECT RAISE(ABORT, '\(table) is append-only'); END;
        CREATE TRIGGER \(table)_no_removal BEFORE DELETE ON \(table)
        WHEN NOT EXISTS (SELECT 1 FROM ledger WHERE attempt = \(attempt) AND what = 'deleted')
        BEGIN SELECT RAISE(ABORT, '\(table) is append-only'); END;

        """
    }
    return script + """
      CREATE TRIGGER ledger_no_change BEFORE UPDATE ON ledger
      BEGIN SELECT RAISE(ABORT, 'ledger is append-only'); END;
      CREATE TRIGGER ledger_no_removal BEFORE DELETE ON ledger
      BEGIN SELECT RAISE(ABORT, 'ledger is append-only'); END;
      CREATE TRIGGER ledger_head_grows BEFORE UPDATE ON ledger_head WHEN NEW.count != OLD.count + 1
      BEGIN SELECT RAISE(ABORT, 'ledger only grows'); END;
      CREATE TRIGGER ledger_head_no_removal BEFORE DELETE ON ledger_head
      BEGIN SELECT RAISE(ABORT, 'ledger only grows'); END;
      """
  }

  /// Opens the store of `folder` with its tables as this program knows them.
  ///
  /// Where several come to a store that is not made yet, SQLite refuses some of them at once, without waiting: only one may
  /// have it while its log is begun. They try again, for as long as SQLite waits elsewhere.
  static func open(_ folder: DataFolder) throws(StoreFault) -> Database {
    let end = Clocks.boot().adding(Int64(Database.patience))
    while true {
      do throws(StoreFault) {
        return try connected(folder)
      } catch {
        guard error == .busy, Clocks.boot() < end else { throw error }
        usleep(5000)
      }
    }
  }

  private static func connected(_ folder: DataFolder) throws(StoreFault) -> Database {
    let database = try connect(folder)
    // One round: what must hold for this connection, and small caches, because 200 processes run at once.
    try database.execute("PRAGMA synchronous = FULL; PRAGMA cache_size = -160")
    let version = try database.query("PRAGMA user_version").first { Int($0.int(0)) } ?? 0
    if version > Schema.version { throw .newer(version) }
    if version < Schema.version { try make(database) }
    database.settle()
    return database
  }

  /// Connects to the file, which is made readable by its owner alone: SQLite itself would let others read it.
  private static func connect(_ folder: DataFolder) throws(StoreFault) -> Database {
    do {
      return try Database(path: folder.store)
    } catch {
      guard case .cannotOpen = error else { throw error }
    }
    do {
      Files.close(try Files.open(folder.store, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600))
    } catch {
      throw error.isFull ? .full : .cannotOpen(folder.store)
    }
    return try Database(path: folder.store)
  }

  /// Makes the tables. Several processes may come here at once; one of them makes, the others find them made.
  private static func make(_ database: Database) throws(StoreFault) {
    try database.execute("PRAGMA journal_mode = WAL")
    let made = try database.transaction { () throws(StoreFault) in
      let version = try database.query("PRAGMA user_version").first { Int($0.int(0)) } ?? 0
      if version == Schema.version { return false }
      if version > Schema.version { throw .newer(version) }
      try database.execute(first)
      try database.execute(triggers)
      try database.query("INSERT INTO ledger_head VALUES(1, 0, ?)").bind(LedgerChain.beginning).run()
      try database.execute("PRAGMA user_version = \(Schema.version)")
      return true
    }
    if made { database.emptyLog() }
  }
}
