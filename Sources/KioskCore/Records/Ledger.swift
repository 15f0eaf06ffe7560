/// The tamper-evident record of lock changes, escape attempts and interruptions, across all attempts.
///
/// The guardian appends to it through a connection of its own. Each entry carries the hash of the one before, so that
/// an entry edited, removed, inserted or moved shows; `verify` names the first that does not hold.
public final class Ledger {
  let folder: DataFolder
  private var opened: Database?

  /// A ledger of `folder`. Nothing is opened before the first entry.
  public init(_ folder: DataFolder) { self.folder = folder }

  /// Appends one entry in one full commit; two processes that append at the same time never fork the chain.
  ///
  /// - Parameters:
  ///   - attempt: the attempt it belongs to; `nil`: the machine's.
  ///   - what: one word ("homeBlocked", "locked", "focusLost"); `LedgerEntry.escapes` and `.interruptions` are counted.
  ///   - detail: more about it, control characters removed by the reader; may be empty.
  public func append(_ attempt: String?, _ what: String, _ detail: String = "", at: WallTime) throws(StoreFault) {
    let database = try database(for: attempt)
    try database.transaction { () throws(StoreFault) in
      try LedgerChain.append(database, attempt, what, detail, at: at)
    }
    if database.isInPlace { return }
    // Of an attempt the entry is carried over with all that stands there, now or before the next: told as a failure it
    // would be written a second time.
    if attempt == nil { throw .takenAway }
    do { _ = try self.database(for: attempt) } catch {}
  }

  /// The newest entry of `attempt` that is called one of `words`; `nil`: there is none.
  public func newest(of attempt: String, among words: [String]) throws(StoreFault) -> LedgerEntry? {
    try Ledger.newest(in: database(for: attempt), of: attempt, among: words)
  }

  static func newest(in database: Database, of attempt: String, among words: [String]) throws(StoreFault)
    -> LedgerEntry?
  {
    let places = words.map { _ in "?" }.joined(separator: ",")
    let statement = try database.query(
      """
      SELECT number, attempt, at, what, detail, hash FROM ledger
      WHERE attempt = ? AND what IN (\(places)) ORDER BY number DESC LIMIT 1
      """
    ).bind(attempt)
    for word in words { statement.bind(word) }
    return try statement.first(LedgerEntry.init)
  }

  /// Lets go of the connection; the next entry opens it again.
  public func close() { opened = nil }

  /// The store's file. Where it was taken away, the attempt under way is put into the one that takes its place: the
  /// front end may be dead, and then only this connection still has it.
  func database(for attempt: String? = nil) throws(StoreFault) -> Database {
    if let opened, opened.isInPlace { return opened }
    if let old = opened, let attempt {
      do throws(StoreFault) {
        let fresh = try Store.moved(old, folder, attempt).database
        opened = fresh
        return fresh
      } catch {
        switch error {
        // The old file is kept for the next try.
        case .full, .io, .busy, .takenAway, .cannotOpen, .readOnly, .odd: throw error
        case .corrupt, .newer, .unknownAttempt, .conflict: break
        }
      }
    }
    let database = try Schema.open(folder)
    opened = database
    return database
  }
}
