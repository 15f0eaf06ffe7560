/// What the lobby asks of the store at every start: each a query by index, whatever has gathered over the years.
extension Store {
  /// Attempts that have not ended, newest first: what the next start offers to go on with. One that another process is
  /// sitting right now is among them; `DraftLog.isInUse` tells.
  public func openAttempts() throws(StoreFault) -> [AttemptSummary] {
    // Nearly always there is none, and the long query need not even be prepared.
    let any = try database.statement("SELECT 1 FROM open_attempts LIMIT 1").first { _ in true }
    if any == nil { return [] }
    return try database.query(
      "SELECT \(Store.summaryColumns) JOIN open_attempts o ON o.attempt = a.number ORDER BY a.number DESC"
    ).all(Store.summary)
  }

  /// The newest attempt at an exam, or `nil`.
  public func lastResult(exam: String) throws(StoreFault) -> LastResult? {
    let found = try database.statement(
      """
      SELECT a.id, a.mode, e.how, COALESCE(e.at, a.started), e.score, e.max,
      EXISTS (SELECT 1 FROM hand_marks h WHERE h.attempt = a.number) FROM attempts a
      LEFT JOIN endings e ON e.attempt = a.number WHERE a.exam = ? ORDER BY a.number DESC LIMIT 1
      """
    ).bind(exam).first { line in
      (
        LastResult(
          attempt: line.text(0), mode: Attempt.Mode(rawValue: line.text(1)) ?? .test,
          state: AttemptState(AttemptEnd(rawValue: line.text(2))), at: WallTime(milliseconds: line.int(3)),
          score: line.optionalInt(4).map(Points.init(raw:)), maxScore: line.optionalInt(5).map(Points.init(raw:))),
        isMarkedByHand: line.int(6) == 1
      )
    }
    guard let (result, isMarkedByHand) = found, isMarkedByHand else { return found?.0 }
    let score = try summary(of: result.attempt).score
    return LastResult(
      attempt: result.attempt, mode: result.mode, state: result.state, at: result.at, score: score,
      maxScore: result.maxScore)
  }

  /// What was remembered of the exam file at `path`, if it is still that file (same inode, size and time of change).
  public func head(ofExamAt path: String, _ status: Files.Status) throws(StoreFault) -> ExamHead? {
    try database.statement(
      """
      SELECT id, title, language, questions, minutes FROM exam_index
      WHERE path = ? AND modified = ? AND size = ? AND inode = ?
      """
    ).bind(path).bind(status.modified).bind(status.size).bind(Int64(bitPattern: status.inode)).first { line in
      ExamHead(
        id: line.text(0), title: line.text(1), language: line.text(2), questions: Int(line.int(3)),
        minutes: line.optionalInt(4).map(Int.init))
    }
  }

  /// Remembers what was read of the exam file at `path`. Only a cache: a fault here may be passed over.
  public func remember(_ head: ExamHead, ofExamAt path: String, _ status: Files.Status) throws(StoreFault) {
    try database.statement("INSERT OR REPLACE INTO exam_index VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .bind(path).bind(status.modified).bind(status.size).bind(Int64(bitPattern: status.inode)).bind(head.id)
      .bind(head.title).bind(head.language).bind(head.questions).bind(head.minutes).run()
  }

  /// A setting's value ("lastCandidate"), or `nil`.
  public func setting(_ name: String) throws(StoreFault) -> String? {
    try database.statement("SELECT value FROM settings WHERE name = ?").bind(name).first { $0.text(0) }
  }

  /// Keeps a setting.
  public func set(_ name: String, to value: String) throws(StoreFault) {
    try database.statement("INSERT OR REPLACE INTO settings VALUES(?, ?)").bind(name).bind(value).run()
  }
}
