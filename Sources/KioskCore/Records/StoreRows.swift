/// The store's single rows: looked up and inserted.
extension Store {
  /// The row number of an attempt, or `nil`.
  func row(of attempt: String) throws(StoreFault) -> Int64? {
    try database.statement("SELECT number FROM attempts WHERE id = ?").bind(attempt).first { $0.int(0) }
  }

  /// The row number of an attempt that must be there.
  func requiredRow(of attempt: String) throws(StoreFault) -> Int64 {
    guard let row = try row(of: attempt) else { throw .unknownAttempt(attempt) }
    return row
  }

  /// The ids of all attempts in the order they were begun here.
  public func attemptIDs() throws(StoreFault) -> [String] {
    try database.statement("SELECT id FROM attempts ORDER BY number").all { $0.text(0) }
  }

  /// The whole id of the one attempt whose id begins with `prefix`, upper and lower case alike.
  public func attemptID(_ prefix: String) throws(StoreFault) -> String {
    let found = try database.statement("SELECT id FROM attempts WHERE substr(id, 1, length(?1)) = ?1 LIMIT 2")
      .bind(prefix.uppercased()).all { $0.text(0) }
    guard !prefix.isEmpty, found.count == 1 else { throw .unknownAttempt(prefix) }
    return found[0]
  }

  /// How the attempt in `row` ended, or `nil`.
  func ending(of row: Int64) throws(StoreFault) -> AttemptEnd? {
    try database.statement("SELECT how FROM endings WHERE attempt = ?").bind(row)
      .first { AttemptEnd(rawValue: $0.text(0)) } ?? nil
  }

  /// Inserts an attempt's row. `origin` is empty for one sat here, else the key of the machine it came from.
  func insert(
    _ attempt: Attempt, record: String, tier: Tier, restrictions: String, entitlement: String, origin: String
  ) throws(StoreFault) {
    try database.statement("INSERT INTO attempts VALUES(NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .bind(attempt.id).bind(attempt.exam.id).bind(attempt.exam.title.text(in: attempt.exam.language))
      .bind(attempt.candidate.name).bind(attempt.candidate.id).bind(attempt.mode.rawValue).bind(tier.rawValue)
      .bind(attempt.startedAt.milliseconds).bind(attempt.slots.count { $0.question.kind != .description }).bind(
        entitlement
      ).bind(origin)
      .bind(restrictions).bind(record).run()
  }

  /// Inserts a whole attempt; its row number.
  func insert(_ record: AttemptRecord, origin: String) throws(StoreFault) -> Int64 {
    try database.statement("INSERT INTO attempts VALUES(NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .bind(record.id).bind(record.exam).bind(record.title).bind(record.candidate.name).bind(record.candidate.id)
      .bind(record.mode).bind(record.tier).bind(record.started).bind(record.questions).bind(record.entitlement)
      .bind(origin).bind(record.restrictions).bind(record.record).run()
    let row = database.lastRow
    try insert(record.steps, after: 0, row: row)
    if let ending = record.ending { try insert(ending, row: row) }
    for mark in record.marks { try insert(mark, row: row) }
    return row
  }

  /// Inserts those of an attempt's steps that follow the first `count`, which are there.
  func insert(_ steps: [AttemptRecord.StepRow], after count: Int, row: Int64) throws(StoreFault) {
    var answered: Set<Int64> = []
    for (index, step) in steps.enumerated() {
      if step.answers == 1 { answered.insert(step.slot) } else if step.answers == 0 { answered.remove(step.slot) }
      if index >= count { try insert(step, row: row, number: Int64(index) + 1, answered: answered.count) }
    }
  }

  /// The steps of the attempt in `row` as they are kept, in the order they were appended.
  static func stepRows(in database: Database, of row: Int64) throws(StoreFault) -> [AttemptRecord.StepRow] {
    try database.statement(
      "SELECT slot, at, consumed, answers, body FROM steps WHERE attempt = ? ORDER BY number"
    ).bind(row).all { line in
      AttemptRecord.StepRow(
        slot: line.int(0), at: line.int(1), consumed: line.int(2), answers: line.optionalInt(3), body: line.text(4))
    }
  }

  /// Inserts one step.
  func insert(_ step: AttemptRecord.StepRow, row: Int64, number: Int64, answered: Int) throws(StoreFault) {
    try database.statement("INSERT INTO steps VALUES(?, ?, ?, ?, ?, ?, ?, ?)")
      .bind(row).bind(number).bind(step.slot).bind(step.at).bind(step.consumed).bind(step.answers).bind(answered)
      .bind(step.body).run()
  }

  /// Inserts an ending with its marks.
  func insert(_ ending: Ending, row: Int64) throws(StoreFault) {
    let answered = try answeredSlots(row).count
    let score = ending.marks.reduce(Points.zero as Points?) { sum, mark in
      guard let sum, let points = mark.points else { return nil }
      return sum + points
    }
    let max = ending.marks.reduce(Points.zero) { $0 + $1.maxPoints }
    try insert(
      AttemptRecord.EndingRow(
        how: ending.end, at: ending.at.milliseconds, consumed: ending.consumed, answered: Int64(answered),
        score: score?.raw, max: max.raw, restrictions: RecordCoding.text(ending.restrictions)),
      row: row)
    for mark in ending.marks { try insert(mark, row: row) }
  }

  func insert(_ ending: AttemptRecord.EndingRow, row: Int64) throws(StoreFault) {
    try database.statement("INSERT INTO endings VALUES(?, ?, ?, ?, ?, ?, ?, ?)")
      .bind(row).bind(ending.how.rawValue).bind(ending.at).bind(ending.consumed).bind(ending.answered)
      .bind(ending.score).bind(ending.max).bind(ending.restrictions).run()
  }

  func insert(_ mark: StoredMark, row: Int64) throws(StoreFault) {
    try database.statement("INSERT INTO marks VALUES(?, ?, ?, ?, ?, ?)")
      .bind(row).bind(mark.slot).bind(mark.points?.raw).bind(mark.maxPoints.raw).bind(mark.normalised).bind(mark.rule)
      .run()
  }

  /// Questions whose newest response says something.
  func answeredSlots(_ row: Int64) throws(StoreFault) -> Set<Int64> {
    let slots = try database.statement(
      """
      SELECT slot FROM (SELECT slot, answers, max(number) FROM steps WHERE attempt = ? AND answers IS NOT NULL
      GROUP BY slot) WHERE answers = 1
      """
    ).bind(row).all { $0.int(0) }
    return Set(slots)
  }
}
