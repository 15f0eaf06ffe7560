/// How an attempt stands, in the words of the contract.
public enum AttemptState: String, CaseIterable, Sendable {
  /// Not ended yet: being sat, or interrupted.
  case open
  /// Handed in by the candidate.
  case submitted
  /// Its time, or the cap, ran out.
  case expired
  /// The proctor ended it.
  case ended

  /// The state after an ending; `.open` without one.
  public init(_ end: AttemptEnd?) {
    switch end {
    case nil: self = .open
    case .submitted: self = .submitted
    case .expired: self = .expired
    case .ended: self = .ended
    }
  }
}

/// One line of `kiosk results list`.
public struct AttemptSummary: Equatable, Sendable {
  /// The attempt's id.
  public let id: String
  /// The exam's id.
  public let exam: String
  /// The exam's title in its language.
  public let title: String
  /// Who sat it.
  public let candidate: Candidate
  /// How it stands.
  public let state: AttemptState
  /// Test or practice.
  public let mode: Attempt.Mode
  /// The terminal it began on.
  public let tier: Tier
  /// When it began.
  public let startedAt: WallTime
  /// When it ended; `nil` while open.
  public let endedAt: WallTime?
  /// What was earned; `nil` while open, and until every mark by hand is given.
  public let score: Points?
  /// What could be earned; `nil` while open.
  public let maxScore: Points?
  /// Questions with an accepted response that is not empty.
  public let answered: Int
  /// Questions in it.
  public let questions: Int
  /// Home presses and refused console switches.
  public let escapes: Int
  /// Interruptions.
  public let interruptions: Int
  /// Test time used, in milliseconds, as of the last step or the ending.
  public let consumed: Int64
}

/// What the lobby says beside an exam.
public struct LastResult: Equatable, Sendable {
  /// The attempt.
  public let attempt: String
  /// Test or practice.
  public let mode: Attempt.Mode
  /// How it ended, or `.open`.
  public let state: AttemptState
  /// When it ended, or began where it is open.
  public let at: WallTime
  /// What was earned; `nil` while open or not all marked.
  public let score: Points?
  /// What could be earned; `nil` while open.
  public let maxScore: Points?
}

/// How one response was marked, kept with the attempt so that a later version of the program changes no past result.
public struct StoredMark: Equatable, Sendable {
  /// Position of the question in the attempt, from 0.
  public let slot: Int
  /// What it earned; `nil`: to be marked by hand.
  public let points: Points?
  /// The most it could earn.
  public let maxPoints: Points
  /// The form that was compared, where there is one.
  public let normalised: String?
  /// The rule that decided ("exact", "case", "tolerance", …), where one did.
  public let rule: String?

  /// Makes a mark.
  public init(slot: Int, points: Points?, maxPoints: Points, normalised: String?, rule: String?) {
    self.slot = slot
    self.points = points
    self.maxPoints = maxPoints
    self.normalised = normalised
    self.rule = rule
  }
}

/// A mark given by a person. The newest for a question counts; all are kept.
public struct HandMark: Equatable, Sendable {
  /// Position of the question in the attempt, from 0.
  public let slot: Int
  /// What it earned: 0 to the question's points.
  public let points: Points
  /// Who marked; may be empty.
  public let by: String
  /// Why; may be empty.
  public let note: String
  /// When.
  public let at: WallTime

  /// Makes a mark.
  public init(slot: Int, points: Points, by: String, note: String, at: WallTime) {
    self.slot = slot
    self.points = points
    self.by = by
    self.note = note
    self.at = at
  }
}

/// How an attempt ended, with everything that was found.
public struct Ending: Equatable, Sendable {
  /// How.
  public let end: AttemptEnd
  /// When.
  public let at: WallTime
  /// Test time used, in milliseconds.
  public let consumed: Int64
  /// The restrictions as they stood at the end.
  public let restrictions: [RestrictionReport]
  /// One mark a question, in slot order.
  public let marks: [StoredMark]

  /// Makes an ending.
  public init(
    end: AttemptEnd, at: WallTime, consumed: Int64, restrictions: [RestrictionReport], marks: [StoredMark]
  ) {
    self.end = end
    self.at = at
    self.consumed = consumed
    self.restrictions = restrictions
    self.marks = marks
  }
}
