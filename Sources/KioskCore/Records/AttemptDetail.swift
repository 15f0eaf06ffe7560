/// One attempt as `kiosk results show` gives it.
public struct AttemptDetail: Equatable, Sendable {
  /// One question with its response.
  public struct Line: Equatable, Sendable {
    /// Its place in the test, from 1: "Question 3 of 20".
    public let number: Int
    /// The question as it stood when the attempt began.
    public let question: Question
    /// The last accepted response; `nil`: none.
    public let response: Response?
    /// The form that was compared; `nil` while open.
    public let normalised: String?
    /// The rule that decided; `nil` while open.
    public let marked: String?
    /// What it earned; `nil` while open, or until it is marked by hand.
    public let points: Points?
    /// The most it could earn.
    public let maxPoints: Points
    /// How often the response was changed after the first.
    public let changes: Int
    /// Test time spent on it, in milliseconds.
    public let milliseconds: Int64

    /// The response in words, free text as it was typed; empty where there is none.
    public func words(language: String) -> String {
      if case .text(let text) = response { return text }
      guard let response, !response.isEmpty else { return "" }
      return AnswerText.text(of: response, to: question, language: language)
    }
  }

  /// One ledger entry of the attempt.
  public struct Event: Equatable, Sendable {
    /// When.
    public let at: WallTime
    /// What.
    public let what: String
    /// More about it.
    public let detail: String
  }

  /// What the list says of it.
  public let summary: AttemptSummary
  /// The exam as sat.
  public let attempt: Attempt
  /// The questions in the order shown; descriptions have none.
  public let lines: [Line]
  /// Its part of the ledger, oldest first.
  public let ledger: [Event]
  /// The restrictions when it began.
  public let restrictionsAtStart: [RestrictionReport]
  /// The restrictions when it ended; empty while open.
  public let restrictionsAtEnd: [RestrictionReport]
  /// What entitled it to the lock.
  public let entitlement: String
  /// Whether the machine signed it; an open attempt is not.
  public let isSealed: Bool

  /// The minutes that were allowed, extra time included, as a decimal number; `nil`: no limit but the cap.
  public var minutes: String? {
    attempt.allowed.map { Points(hundredThousandths: $0 * 100 / 60).decimal }
  }
}

extension Question {
  /// The question under a name that gives nothing away: a word to be spelt is often the id of its question. `place`
  /// counts from 1.
  func withoutKeyInID(place: Int) -> Question {
    guard case .spelling = kind else { return self }
    return Question(
      id: "\(typeName)-\(place)", prompt: prompt, points: points, topic: topic, level: level, feedback: feedback,
      grants: grants, kind: kind)
  }
}

extension StoredMark {
  /// The mark as the report has it.
  public init(_ row: ReportSummary.Row) {
    self.init(
      slot: row.slot, points: row.mark.points, maxPoints: row.mark.maxPoints, normalised: row.mark.normalised,
      rule: row.mark.rule)
  }
}

extension Ending {
  /// An ending with the marks of a report.
  public init(
    end: AttemptEnd, at: WallTime, consumed: Int64, restrictions: [RestrictionReport], report: ReportSummary
  ) {
    self.init(
      end: end, at: at, consumed: consumed, restrictions: restrictions, marks: report.rows.map(StoredMark.init))
  }
}

extension Store {
  /// Everything `kiosk results show` says of an attempt. Marks are those kept at the end, never made again; while it is
  /// open there are none, and what could tell the key is left out.
  public func detail(of id: String) throws(StoreFault) -> AttemptDetail {
    // Of one moment: while an attempt is sat, what is counted and what is listed would be of two.
    try database.snapshot { () throws(StoreFault) in try read(id) }
  }

  private func read(_ id: String) throws(StoreFault) -> AttemptDetail {
    let summary = try summary(of: id)
    let attempt = try attempt(id)
    let record = try record(of: id)
    let report = ReportSummary(attempt: attempt, steps: try steps(of: id))
    let marks = try marks(of: id)
    let byHand = try handMarks(of: id)
    let lines = report.rows.map { row in
      let mark = marks.first { $0.slot == row.slot }
      let hand = byHand.last { $0.slot == row.slot }
      return AttemptDetail.Line(
        number: row.slot + 1,
        question: summary.state == .open && !Weakness.results.isOn
          ? row.question.withoutKeyInID(place: row.slot + 1) : row.question,
        response: row.response, normalised: mark?.normalised,
        marked: hand == nil ? mark?.rule : "marked by hand", points: hand?.points ?? mark?.points,
        maxPoints: mark?.maxPoints ?? row.mark.maxPoints, changes: row.changes, milliseconds: row.milliseconds)
    }
    return AttemptDetail(
      summary: summary, attempt: attempt, lines: lines, ledger: try events(of: id),
      restrictionsAtStart: try RecordCoding.restrictions(record.restrictions),
      restrictionsAtEnd: try record.ending.map { (ending) throws(StoreFault) in
        try RecordCoding.restrictions(ending.restrictions)
      } ?? [],
      entitlement: record.entitlement, isSealed: try seal(of: id) != nil)
  }

  /// The ledger entries of an attempt: those of the machine it was sat on, then those of this one.
  func events(of id: String) throws(StoreFault) -> [AttemptDetail.Event] {
    let row = try requiredRow(of: id)
    let columns: (Statement) -> AttemptDetail.Event = { line in
      AttemptDetail.Event(at: WallTime(milliseconds: line.int(0)), what: line.text(1), detail: line.text(2))
    }
    let brought = try database.statement(
      "SELECT at, what, detail FROM imported_ledger WHERE attempt = ? ORDER BY number"
    ).bind(row).all(columns)
    // Brought back after it was deleted here, an attempt finds its old entries on this ledger: those it brought count.
    let own = try database.statement(
      """
      SELECT at, what, detail FROM ledger WHERE attempt = ?1 AND (
        (SELECT origin FROM attempts WHERE id = ?1) = '' OR what IN ('imported', 'marked', 'deleted')) ORDER BY number
      """
    ).bind(id).all(columns)
    return brought + own
  }

  /// The seal of an attempt, or `nil`.
  func seal(of id: String) throws(StoreFault) -> Seal? {
    try database.query("SELECT \(Seal.columns) FROM seals s JOIN attempts a ON a.number = s.attempt WHERE a.id = ?")
      .bind(id).first { Seal($0) }
  }
}
