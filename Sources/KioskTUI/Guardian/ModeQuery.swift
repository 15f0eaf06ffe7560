import KioskCore

/// A question to the terminal that waits for its answer.
///
/// A terminal that does not know the question never answers it. So DA1 is asked behind it, which every terminal answers: the
/// wait ends there, and is as long as a busy machine or a slow line wants. One that answers neither is not waited for again
/// before it has been heard.
struct ModeQuery {
  /// What the answer is for.
  enum Purpose: Equatable {
    case survey
    case readBack(RestrictionID)
  }

  /// How long a terminal may take, in milliseconds.
  static let longestWait: Int64 = 2000

  private(set) var deadline: Moment?
  private var purpose: Purpose?
  private var asked: [ModeAnswers.Mode] = []
  private var neverAnswers = false
  /// How many answers to DA1 are still to come.
  private var fences = 0
  /// Whether any has come: whoever answers DECRQM alone is still believed.
  private var hasFences = false

  /// What to ask for `purpose`; a console of Linux knows no such modes.
  func modes(for purpose: Purpose, tier: Tier) -> [ModeAnswers.Mode] {
    if tier != .terminal || neverAnswers { return [] }
    switch purpose {
    case .survey: return ModeAnswers.Mode.allCases
    case .readBack(let id): return ModeAnswers.mode(of: id).map { [$0] } ?? []
    }
  }

  mutating func start(_ purpose: Purpose, _ modes: [ModeAnswers.Mode], _ now: Moment) {
    self.purpose = purpose
    asked = modes
    deadline = now.adding(Self.longestWait)
    if !modes.isEmpty { fences += 1 }
  }

  /// Whether what the terminal tells now is told for what was asked last, and not for a question before that: answers come in
  /// the order of the questions, and that to DA1 ends those to each.
  var isCurrent: Bool { fences <= 1 || !hasFences }

  /// What was on its way may have been read by nobody.
  mutating func loseReader() { fences = 0 }

  /// Takes note that the terminal told of a mode, or answered DA1 (mode 0). Whether everything asked is answered now, or will
  /// not be.
  mutating func hear(_ mode: UInt16, _ answers: ModeAnswers) -> Bool {
    guard mode == 0 else {
      neverAnswers = false
      return isCurrent && isAnswered(by: answers)
    }
    hasFences = true
    fences = max(0, fences - 1)
    return purpose != nil && fences == 0
  }

  private func isAnswered(by answers: ModeAnswers) -> Bool {
    purpose != nil && asked.allSatisfy { answers.value($0) != nil }
  }

  /// Whether the wait is over.
  func isOver(_ now: Moment) -> Bool { deadline.map { now >= $0 } ?? false }

  /// Ends the wait and tells what it was for.
  mutating func finish(_ answers: ModeAnswers) -> Purpose? {
    if !asked.isEmpty && asked.allSatisfy({ answers.value($0) == nil }) { neverAnswers = true }
    // Whoever has not answered in time is not counted upon.
    if asked.contains(where: { answers.value($0) == nil }) { fences = 0 }
    let was = purpose
    purpose = nil
    deadline = nil
    asked = []
    return was
  }
}
