import KioskCore

/// A question to the terminal that waits for its answer. Terminals that do not know the question never answer, so the
/// wait is short; one that has not answered once is not waited for again.
struct ModeQuery {
  /// What the answer is for.
  enum Purpose: Equatable {
    case survey
    case readBack(RestrictionID)
  }

  /// How long a terminal may take, in milliseconds.
  static let longestWait: Int64 = 300

  private(set) var deadline: Moment?
  private var purpose: Purpose?
  private var asked: [ModeAnswers.Mode] = []
  private var neverAnswers = false

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
  }

  /// Whether everything asked has been answered.
  func isAnswered(by answers: ModeAnswers) -> Bool {
    purpose != nil && asked.allSatisfy { answers.value($0) != nil }
  }

  /// Whether the wait is over.
  func isOver(_ now: Moment) -> Bool { deadline.map { now >= $0 } ?? false }

  /// Ends the wait and tells what it was for.
  mutating func finish(_ answers: ModeAnswers) -> Purpose? {
    if !asked.isEmpty && asked.allSatisfy({ answers.value($0) == nil }) { neverAnswers = true }
    let was = purpose
    purpose = nil
    deadline = nil
    asked = []
    return was
  }
}
