/// What bringing one attempt in came to.
public enum ImportOutcome: Equatable, Sendable {
  /// It is new here.
  case added
  /// It was here already; this many marks by hand were new.
  case known(newMarks: Int)
  /// It was not taken, and why.
  case refused(String)
}

/// An attempt as an export has it, checked in itself: it is whole, and its seal, where it has one, is of this content.
struct ImportedAttempt {
  var record: AttemptRecord
  var handMarks: [HandMark] = []
  var ledger: [AttemptDetail.Event] = []
  var seal: Seal?

  /// Why an entry of an export is not taken.
  struct Fault: Error { let words: String }

  init(_ node: JSONNode) throws(Fault) {
    guard let id = node["attempt"]?.string, !id.isEmpty, id.utf8.count <= 64 else {
      throw Fault(words: "it has no id")
    }
    guard let part = node["record"] else { throw Fault(words: "it is still open, or its record was left out") }
    record = try ImportedAttempt.record(id, part)
    guard let attempt = AttemptCoding.attempt(record.record), attempt.id == id, attempt.exam.id == record.exam else {
      throw Fault(words: "its exam cannot be read")
    }
    for step in record.steps where step.step == nil {
      throw Fault(words: "one of its steps cannot be read")
    }
    try readMarks(part)
    try readLedger(part)
    if let seal = part["seal"] { try readSeal(id, seal) }
    if record.marks.contains(where: { !attempt.slots.indices.contains($0.slot) }) {
      throw Fault(words: "it marks a question it does not have")
    }
  }

  private static func record(_ id: String, _ part: JSONNode) throws(Fault) -> AttemptRecord {
    let fields = try Fields(part)
    guard let steps = part["steps"]?.array, let end = part["ending"], let marks = part["marks"]?.array else {
      throw Fault(words: "its steps, its ending or its marks are missing")
    }
    var record = AttemptRecord(
      id: id, exam: try fields.text("exam"), title: try fields.text("title"),
      candidate: Candidate(name: try fields.text("candidate"), id: try fields.text("candidateId")),
      mode: try fields.text("mode"), tier: try fields.text("tier"), started: try fields.number("started"),
      questions: try fields.number("questions"), entitlement: try fields.text("entitlement"), origin: "",
      restrictions: try fields.text("restrictions"), record: try fields.text("attempt"))
    for step in steps {
      let fields = try Fields(step)
      record.steps.append(
        AttemptRecord.StepRow(
          slot: try fields.number("slot"), at: try fields.number("at"), consumed: try fields.number("consumed"),
          answers: step["answers"]?.integer, body: try fields.text("body")))
    }
    let ending = try Fields(end)
    guard let how = AttemptEnd(rawValue: try ending.text("how")) else { throw Fault(words: "its ending has no kind") }
    record.ending = AttemptRecord.EndingRow(
      how: how, at: try ending.number("at"), consumed: try ending.number("consumed"),
      answered: try ending.number("answered"), score: end["score"]?.integer, max: try ending.number("max"),
      restrictions: try ending.text("restrictions"))
    for mark in marks {
      let fields = try Fields(mark)
      record.marks.append(
        StoredMark(
          slot: Int(truncatingIfNeeded: try fields.number("slot")),
          points: mark["points"]?.integer.map(Points.init(raw:)),
          maxPoints: Points(raw: try fields.number("max")), normalised: mark["normalised"]?.string,
          rule: mark["rule"]?.string))
    }
    return record
  }

  private mutating func readMarks(_ part: JSONNode) throws(Fault) {
    for mark in part["handMarks"]?.array ?? [] {
      let fields = try Fields(mark)
      let slot = Int(truncatingIfNeeded: try fields.number("slot"))
      let points = Points(raw: try fields.number("points"))
      guard let most = record.marks.first(where: { $0.slot == slot })?.maxPoints, points <= most, points >= .zero else {
        throw Fault(words: "a mark by hand is beyond the question's points")
      }
      handMarks.append(
        HandMark(
          slot: slot, points: points, by: try fields.text("by"), note: try fields.text("note"),
          at: WallTime(milliseconds: try fields.number("at"))))
    }
  }

  private mutating func readLedger(_ part: JSONNode) throws(Fault) {
    for event in part["ledger"]?.array ?? [] {
      let fields = try Fields(event)
      ledger.append(
        AttemptDetail.Event(
          at: WallTime(milliseconds: try fields.number("at")), what: try fields.text("what"),
          detail: try fields.text("detail")))
    }
  }

  private mutating func readSeal(_ id: String, _ node: JSONNode) throws(Fault) {
    let fields = try Fields(node)
    let seal = Seal(
      attempt: id, at: try fields.number("at"), ledgerCount: try fields.number("ledgerCount"),
      ledgerHash: try fields.hex("ledgerHash", 32), digest: try fields.hex("digest", 32),
      key: try fields.hex("key", 32),
      signature: try fields.hex("signature", 64))
    if !seal.holds { throw Fault(words: "the signature on it does not hold") }
    if seal.digest != record.digest { throw Fault(words: "it was changed after it was sealed") }
    self.seal = seal
  }

  /// The keys of one object, each of which must be there.
  private struct Fields {
    let node: JSONNode

    init(_ node: JSONNode) throws(Fault) {
      guard case .object = node.value else { throw Fault(words: "it is not in the form of an export") }
      self.node = node
    }

    func text(_ key: String) throws(Fault) -> String {
      guard let text = node[key]?.string else { throw Fault(words: "\(key) is missing") }
      return text
    }

    func number(_ key: String) throws(Fault) -> Int64 {
      guard let number = node[key]?.integer else { throw Fault(words: "\(key) is missing") }
      return number
    }

    func hex(_ key: String, _ count: Int) throws(Fault) -> [UInt8] {
      guard let bytes = Digest.bytes(try text(key)), bytes.count == count else {
        throw Fault(words: "\(key) is no hexadecimal number of \(count) bytes")
      }
      return bytes
    }
  }
}

extension Store {
  /// Brings in one attempt of an export's `attempts`. Each is one commit: all of it or nothing. Bringing it in again
  /// changes nothing but adds marks by hand that were given since.
  public func bringIn(_ node: JSONNode, at: WallTime) throws(StoreFault) -> ImportOutcome {
    let imported: ImportedAttempt
    do {
      imported = try ImportedAttempt(node)
    } catch {
      return .refused(error.words)
    }
    let id = imported.record.id
    let digest = imported.record.digest
    return try database.transaction { () throws(StoreFault) -> ImportOutcome in
      if let row = try self.row(of: id) {
        let known = try record(of: id)
        if known.digest != digest { return .refused("another attempt of this id is here, with other content") }
        return .known(newMarks: try addMarks(imported, row: row, known: try handMarks(of: id), at: at))
      }
      let row = try insert(imported)
      let origin = imported.seal.map { "key \(Digest.hex($0.key))" } ?? "not sealed"
      try LedgerChain.append(database, id, LedgerEntry.imported, "\(origin), digest \(Digest.hex(digest))", at: at)
      _ = try addMarks(imported, row: row, known: [], at: at)
      return .added
    }
  }

  private func insert(_ imported: ImportedAttempt) throws(StoreFault) -> Int64 {
    // An attempt from elsewhere always has an origin, so that nobody looks for its entries in this chain.
    let origin = imported.seal.map { Digest.hex($0.key) } ?? "unsealed"
    let row = try insert(imported.record, origin: origin)
    for (index, event) in imported.ledger.enumerated() {
      try database.statement("INSERT INTO imported_ledger VALUES(?, ?, ?, ?, ?)")
        .bind(row).bind(index + 1).bind(event.at.milliseconds).bind(event.what).bind(event.detail).run()
    }
    if let seal = imported.seal { try seal.insert(database, row: row) }
    return row
  }

  private func addMarks(
    _ imported: ImportedAttempt, row: Int64, known: [HandMark], at: WallTime
  ) throws(StoreFault) -> Int {
    var added = 0
    for mark in imported.handMarks where !known.contains(mark) {
      try insert(mark, row: row)
      try LedgerChain.append(database, imported.record.id, LedgerEntry.marked, mark.words, at: at)
      added += 1
    }
    return added
  }
}
