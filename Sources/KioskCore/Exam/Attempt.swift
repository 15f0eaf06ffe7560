/// Wall-clock time in milliseconds since 1970-01-01 UTC. Shown and stored, never used to measure.
public struct WallTime: Equatable, Hashable, Comparable, Sendable {
  /// Milliseconds since the epoch.
  public let milliseconds: Int64
  /// Makes a time.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }
  /// Orders by time.
  public static func < (a: WallTime, b: WallTime) -> Bool { a.milliseconds < b.milliseconds }
}

/// Time on CLOCK_BOOTTIME in milliseconds: what durations are measured with (clock_gettime(2)).
public struct Moment: Equatable, Hashable, Comparable, Sendable {
  /// Milliseconds since boot, suspend included.
  public let milliseconds: Int64
  /// Makes a moment.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }
  /// Orders by time.
  public static func < (a: Moment, b: Moment) -> Bool { a.milliseconds < b.milliseconds }
  /// Milliseconds from `earlier` to this moment.
  public func since(_ earlier: Moment) -> Int64 { milliseconds - earlier.milliseconds }
  /// The earlier of two moments, as far as there are any.
  public static func sooner(_ a: Moment?, _ b: Moment?) -> Moment? {
    guard let a else { return b }
    guard let b else { return a }
    return min(a, b)
  }
  /// This moment and `milliseconds` more.
  public func adding(_ milliseconds: Int64) -> Moment { Moment(milliseconds: self.milliseconds + milliseconds) }
}

/// Who sits the test.
public struct Candidate: Equatable, Sendable {
  /// As typed; control characters removed.
  public var name: String
  /// A number or login from the school; may be empty.
  public var id: String
  /// Makes a candidate.
  public init(name: String, id: String = "") {
    self.name = name
    self.id = id
  }
}

/// One question as an attempt shows it.
public struct Slot: Equatable, Sendable {
  /// The question as it stood when the attempt began.
  public let question: Question
  /// The order in which its choices, right sides or items are shown: indices in the exam file's order; empty where it
  /// has none. For matching it orders the right sides (pairs first, then distractors); for ordering it is the order
  /// the items start in; for choice the choices.
  public let order: [Int]
  /// Makes a slot.
  public init(question: Question, order: [Int]) {
    self.question = question
    self.order = order
  }
}

/// An attempt's fixed part: the exam as sat. What happens in it is its list of steps.
public struct Attempt: Equatable, Sendable {
  /// A practice is unlocked with the helps on; a test is locked with the helps off.
  public enum Mode: String, Sendable { case practice, test }

  /// 26 characters of Crockford base 32: time, then randomness (sorts by start).
  public let id: String
  /// Test or practice.
  public let mode: Mode
  /// Who sits it.
  public let candidate: Candidate
  /// The exam without its question list (`questions` holds only those drawn, in file order).
  public let exam: Exam
  /// The questions in the order shown.
  public let slots: [Slot]
  /// What the draw and the shuffles were made from.
  public let seed: UInt64
  /// The time allowed in milliseconds, extra time included; `nil`: until the cap.
  public let allowed: Int64?
  /// Extra time in percent that `allowed` includes.
  public let extraPercent: Int
  /// When it began.
  public let startedAt: WallTime

  /// Makes an attempt.
  public init(
    id: String, mode: Mode, candidate: Candidate, exam: Exam, slots: [Slot], seed: UInt64, allowed: Int64?,
    extraPercent: Int, startedAt: WallTime
  ) {
    self.id = id
    self.mode = mode
    self.candidate = candidate
    self.exam = exam
    self.slots = slots
    self.seed = seed
    self.allowed = allowed
    self.extraPercent = extraPercent
    self.startedAt = startedAt
  }
}

/// One thing that happened in an attempt. Steps are appended, never changed.
public struct Step: Equatable, Sendable {
  /// What a step says.
  public enum Kind: Equatable, Sendable {
    /// The question was painted for the first time.
    case presented
    /// The candidate accepted a response; an unchanged one adds no step.
    case response(Response)
    /// Flagged for review, or not any more.
    case flagged(Bool)
    /// A help was used, allowed or granted: look-up, suggestion taken, …
    case helped(HelpFeature)
    /// In spelling: the word, its definition, its sentence was asked for.
    case asked(Ask)
  }
  /// What may be asked for in spelling.
  public enum Ask: String, Sendable { case word, definition, sentence, origin, partOfSpeech }

  /// Position of the question in the attempt, from 0.
  public let slot: Int
  /// What happened.
  public let kind: Kind
  /// When.
  public let at: WallTime
  /// Test time used when it happened, in milliseconds.
  public let consumed: Int64

  /// Makes a step.
  public init(slot: Int, kind: Kind, at: WallTime, consumed: Int64) {
    self.slot = slot
    self.kind = kind
    self.at = at
    self.consumed = consumed
  }
}
