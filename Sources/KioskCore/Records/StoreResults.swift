/// What `kiosk results` asks of the store.
extension Store {
  /// Every attempt, oldest first.
  public func summaries() throws(StoreFault) -> [AttemptSummary] {
    try database.query("SELECT \(Store.summaryColumns) ORDER BY a.number").all(Store.summary)
  }

  /// One attempt.
  public func summary(of attempt: String) throws(StoreFault) -> AttemptSummary {
    let found = try database.query("SELECT \(Store.summaryColumns) WHERE a.id = ?").bind(attempt).first(Store.summary)
    guard let found else { throw .unknownAttempt(attempt) }
    return found
  }

  /// The marks given when it ended, in slot order; empty while open.
  public func marks(of attempt: String) throws(StoreFault) -> [StoredMark] {
    let row = try requiredRow(of: attempt)
    return try database.statement(
      "SELECT slot, points, max, normalised, rule FROM marks WHERE attempt = ? ORDER BY slot"
    ).bind(row).all(Store.mark)
  }

  /// Marks given by hand, oldest first.
  public func handMarks(of attempt: String) throws(StoreFault) -> [HandMark] {
    let row = try requiredRow(of: attempt)
    return try database.statement(
      "SELECT slot, points, by, note, at FROM hand_marks WHERE attempt = ? ORDER BY number"
    ).bind(row).all { line in
      HandMark(
        slot: Int(line.int(0)), points: Points(raw: line.int(1)), by: line.text(2), note: line.text(3),
        at: WallTime(milliseconds: line.int(4)))
    }
  }

  /// The columns `summary` reads, with the tables they come from.
  ///
  /// A score is the sum kept at the end, unless a person marked since: then the newest mark by hand stands for the
  /// program's. Escapes and interruptions are counted on the ledger, the one place that has them all.
  static let summaryColumns = """
    a.id, a.exam, a.title, a.candidate, a.candidate_id, a.mode, a.tier, a.started, a.questions, e.how, e.at, e.max,
    CASE WHEN EXISTS (SELECT 1 FROM hand_marks h WHERE h.attempt = a.number) THEN (
      SELECT CASE WHEN count(*) = count(p) THEN sum(p) END FROM (
        SELECT COALESCE((SELECT h.points FROM hand_marks h WHERE h.attempt = m.attempt AND h.slot = m.slot
          ORDER BY h.number DESC LIMIT 1), m.points) AS p FROM marks m WHERE m.attempt = a.number))
    ELSE e.score END,
    COALESCE(e.answered, (SELECT s.answered FROM steps s WHERE s.attempt = a.number ORDER BY s.number DESC LIMIT 1), 0),
    COALESCE(e.consumed, (SELECT s.consumed FROM steps s WHERE s.attempt = a.number ORDER BY s.number DESC LIMIT 1), 0),
    \(count(LedgerEntry.escapeList)), \(count(LedgerEntry.interruptionList))
    FROM attempts a LEFT JOIN endings e ON e.attempt = a.number
    """

  /// How many of an attempt's ledger entries are one of `words`; an attempt from elsewhere brought its entries along.
  private static func count(_ words: String) -> String {
    """
    CASE WHEN a.origin = '' THEN
      (SELECT count(*) FROM ledger l WHERE l.attempt = a.id AND l.what IN (\(words)))
    ELSE (SELECT count(*) FROM imported_ledger l WHERE l.attempt = a.number AND l.what IN (\(words))) END
    """
  }

  static func summary(_ line: Statement) -> AttemptSummary {
    AttemptSummary(
      id: line.text(0), exam: line.text(1), title: line.text(2),
      candidate: Candidate(name: line.text(3), id: line.text(4)),
      state: AttemptState(AttemptEnd(rawValue: line.text(9))), mode: Attempt.Mode(rawValue: line.text(5)) ?? .test,
      tier: Tier(rawValue: line.text(6)) ?? .none, startedAt: WallTime(milliseconds: line.int(7)),
      endedAt: line.optionalInt(10).map(WallTime.init(milliseconds:)),
      score: line.optionalInt(12).map(Points.init(raw:)), maxScore: line.optionalInt(11).map(Points.init(raw:)),
      answered: Int(line.int(13)), questions: Int(line.int(8)), escapes: Int(line.int(15)),
      interruptions: Int(line.int(16)), consumed: line.int(14))
  }
}
