/// An attempt marked: what the report shows and `kiosk results` prints.
public struct ReportSummary: Equatable, Sendable {
  /// One question of the attempt; descriptions have no row.
  public struct Row: Equatable, Sendable {
    /// Position in the attempt, from 0.
    public let slot: Int
    /// The question.
    public let question: Question
    /// The last response, if any.
    public let response: Response?
    /// What it earned; an essay marked by hand has its points here.
    public let mark: Mark
    /// How often a response was changed after the first.
    public let changes: Int
    /// Test time spent on it, in milliseconds, as the steps tell.
    public let milliseconds: Int64
  }

  /// The questions in the order shown.
  public let rows: [Row]
  /// Points earned so far.
  public let earned: Points
  /// The most that could be earned.
  public let maxScore: Points
  /// Questions with a response.
  public let answered: Int
  /// Questions that wait to be marked by hand.
  public let pending: Int

  /// Points earned; `nil` while a question waits to be marked by hand.
  public var score: Points? { pending == 0 ? earned : nil }

  /// Marks an attempt from its steps. `handMarks`: points given by hand, by question id; the last one given counts.
  public init(attempt: Attempt, steps: [Step], handMarks: [String: Points] = [:]) {
    let count = attempt.slots.count
    var responses = [Response?](repeating: nil, count: count)
    var given = [Int](repeating: 0, count: count)
    var spent = [Int64](repeating: 0, count: count)
    var last: (slot: Int, consumed: Int64)?
    for step in steps where attempt.slots.indices.contains(step.slot) {
      if case .response(let response) = step.kind {
        responses[step.slot] = response
        given[step.slot] += 1
      }
      // Until a question is painted the one before it was on screen; any other step tells where the candidate was.
      let previous = last ?? (step.slot, 0)
      let elapsed = max(0, step.consumed - previous.consumed)
      if step.kind == .presented { spent[previous.slot] += elapsed } else { spent[step.slot] += elapsed }
      last = (step.slot, max(previous.consumed, step.consumed))
    }
    rows = attempt.slots.enumerated().compactMap { index, slot in
      if slot.question.kind == .description { return nil }
      var mark = Marker.mark(slot.question, responses[index], language: attempt.exam.language)
      if let points = handMarks[slot.question.id] { mark = mark.givenByHand(points) }
      return Row(
        slot: index, question: slot.question, response: responses[index], mark: mark, changes: max(0, given[index] - 1),
        milliseconds: spent[index])
    }
    earned = rows.reduce(.zero) { $0 + ($1.mark.points ?? .zero) }
    maxScore = rows.reduce(.zero) { $0 + $1.mark.maxPoints }
    answered = rows.count { $0.response.map { !$0.isEmpty } ?? false }
    pending = rows.count { $0.mark.outcome == .pending }
  }
}

extension Mark {
  /// The same question with points given by hand, no fewer than 0 and no more than the most.
  public func givenByHand(_ points: Points) -> Mark {
    let given = max(.zero, min(points, maxPoints))
    return Mark(
      outcome: given >= maxPoints ? .right : given > .zero ? .partly : .wrong, points: given, maxPoints: maxPoints,
      normalised: normalised, rule: "marked by hand", matchedAnswer: nil, feedback: feedback)
  }
}
