/// An attempt with everything that belongs to it, as the store holds it: what is sealed, exported and imported.
struct AttemptRecord: Equatable {
  /// A step as stored.
  struct StepRow: Equatable {
    var slot: Int64
    var at: Int64
    var consumed: Int64
    /// 1: a response that says something, 0: an empty one, `nil`: no response.
    var answers: Int64?
    var body: String

    init(slot: Int64, at: Int64, consumed: Int64, answers: Int64?, body: String) {
      self.slot = slot
      self.at = at
      self.consumed = consumed
      self.answers = answers
      self.body = body
    }

    /// What it says, read back; `nil` where that is nothing of the kind.
    var step: Step? {
      guard slot >= 0, let kind = AttemptCoding.stepKind(body) else { return nil }
      return Step(slot: Int(slot), kind: kind, at: WallTime(milliseconds: at), consumed: consumed)
    }

    init(_ step: Step) {
      let answers: Int64? =
        switch step.kind {
        case .response(let response): response.isEmpty ? 0 : 1
        case .presented, .flagged, .helped, .asked: nil
        }
      self.init(
        slot: Int64(step.slot), at: step.at.milliseconds, consumed: step.consumed, answers: answers,
        body: AttemptCoding.text(step.kind))
    }
  }
  /// An ending as stored.
  struct EndingRow: Equatable {
    var how: AttemptEnd
    var at: Int64
    var consumed: Int64
    var answered: Int64
    var score: Int64?
    var max: Int64
    var restrictions: String
  }

  var id: String
  var exam: String
  var title: String
  var candidate: Candidate
  var mode: String
  var tier: String
  var started: Int64
  var questions: Int64
  var entitlement: String
  var origin: String
  var restrictions: String
  var record: String
  var steps: [StepRow] = []
  var ending: EndingRow?
  var marks: [StoredMark] = []

  /// BLAKE2b-256 over the ASCII bytes `kiosk-attempt/1` and then everything above but `origin` and `answers`, in this
  /// order: texts as a length of 4 bytes big-endian and UTF-8, numbers as 8 bytes big-endian, lists as a number and
  /// their elements; a missing text is the length 0xFFFFFFFF, a missing number the smallest Int64.
  var digest: [UInt8] {
    var bytes = Array("kiosk-attempt/1".utf8)
    for text in [id, exam, title, candidate.name, candidate.id, mode, tier] { bytes.appendField(text) }
    bytes.appendNumber(started)
    bytes.appendNumber(questions)
    for text in [entitlement, restrictions, record] { bytes.appendField(text) }
    bytes.appendNumber(Int64(steps.count))
    for step in steps {
      for number in [step.slot, step.at, step.consumed] { bytes.appendNumber(number) }
      bytes.appendField(step.body)
    }
    bytes.appendField(ending?.how.rawValue)
    if let ending {
      for number in [ending.at, ending.consumed, ending.answered, ending.score, ending.max] {
        bytes.appendNumber(number)
      }
      bytes.appendField(ending.restrictions)
    }
    bytes.appendNumber(Int64(marks.count))
    for mark in marks {
      for number in [Int64(mark.slot), mark.points?.raw, mark.maxPoints.raw] { bytes.appendNumber(number) }
      bytes.appendField(mark.normalised)
      bytes.appendField(mark.rule)
    }
    return Digest.blake2b(bytes)
  }
}

extension [UInt8] {
  mutating func appendNumber(_ value: Int64?) { appendBigEndian(UInt64(bitPattern: value ?? Int64.min)) }
}

extension Store {
  /// The whole of one attempt.
  func record(of attempt: String) throws(StoreFault) -> AttemptRecord {
    try Store.record(in: database, of: attempt)
  }

  static func record(in database: Database, of attempt: String) throws(StoreFault) -> AttemptRecord {
    let found = try database.statement(
      """
      SELECT number, exam, title, candidate, candidate_id, mode, tier, started, questions, entitlement, origin,
      restrictions, record FROM attempts WHERE id = ?
      """
    ).bind(attempt).first { line in
      (
        row: line.int(0),
        record: AttemptRecord(
          id: attempt, exam: line.text(1), title: line.text(2),
          candidate: Candidate(name: line.text(3), id: line.text(4)), mode: line.text(5), tier: line.text(6),
          started: line.int(7), questions: line.int(8), entitlement: line.text(9), origin: line.text(10),
          restrictions: line.text(11), record: line.text(12))
      )
    }
    guard let found else { throw .unknownAttempt(attempt) }
    var record = found.record
    record.steps = try stepRows(in: database, of: found.row)
    record.ending =
      try database.statement(
        "SELECT how, at, consumed, answered, score, max, restrictions FROM endings WHERE attempt = ?"
      ).bind(found.row).first { line in
        AttemptEnd(rawValue: line.text(0)).map { how in
          AttemptRecord.EndingRow(
            how: how, at: line.int(1), consumed: line.int(2), answered: line.int(3), score: line.optionalInt(4),
            max: line.int(5), restrictions: line.text(6))
        }
      } ?? nil
    record.marks = try database.statement(
      "SELECT slot, points, max, normalised, rule FROM marks WHERE attempt = ? ORDER BY slot"
    ).bind(found.row).all(Store.mark)
    return record
  }

  static func mark(_ line: Statement) -> StoredMark {
    StoredMark(
      slot: Int(line.int(0)), points: line.optionalInt(1).map(Points.init(raw:)), maxPoints: Points(raw: line.int(2)),
      normalised: line.optionalText(3), rule: line.optionalText(4))
  }
}
