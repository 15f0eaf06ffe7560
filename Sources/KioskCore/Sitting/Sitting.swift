/// An attempt under way.
public struct Sitting: Equatable, Sendable {
  /// What is known of one question.
  public struct Entry: Equatable, Sendable {
    /// What stands in the answer area.
    public var draft: Draft
    /// The last response accepted.
    public var accepted: Response?
    /// Flagged for review.
    public var flagged = false
    /// Shown at least once.
    public var presented = false
    /// Right or wrong, where the exam tells it after each answer; the answer is closed then.
    public var verdict: Correctness?
    /// How often the definition, the sentence, … were asked for.
    public var asked: [Step.Ask: Int] = [:]

    /// A fresh entry.
    public init(draft: Draft) { self.draft = draft }

    /// Whether an answer has been accepted that is not empty.
    public var isAnswered: Bool { accepted.map { !$0.isEmpty } ?? false }
    /// Whether an answer stands there that was not entered yet; handing in takes it as it stands.
    public var isTyped: Bool { hasUnacceptedDraft && !draft.isEmpty }
    /// Whether some of its pairs or gaps are answered, and some are not.
    public var isInPart: Bool { draft.blanks.map { $0.empty < $0.all } ?? false }
    /// Whether what stands there is not what was accepted.
    public var hasUnacceptedDraft: Bool {
      guard let response = draft.response else { return false }
      return response != accepted && !(accepted == nil && response.isEmpty)
    }
  }

  /// How an answer was judged.
  public enum Correctness: String, CaseIterable, Sendable { case right, partly, wrong, pending }

  /// The time used is written down this often while it runs, in milliseconds.
  static let markInterval: Int64 = 10_000

  /// The attempt's fixed part.
  public let attempt: Attempt
  /// One entry a question, in the order shown.
  public var entries: [Entry]
  /// The question in front.
  public var current: Int
  /// The test's time.
  public var clock: SittingClock
  /// Steps accepted and not yet durable, oldest first.
  public var unsaved: [Step] = []
  /// Why the oldest of them could not be saved; empty while nothing failed.
  public var saveFault = ""
  /// When to try again.
  public var retryAt: Moment?
  /// When the time used is next written down.
  var markAt: Moment?
  /// The row of the review the cursor is on.
  public var reviewRow = 0
  /// Whether the last question of a test that goes forward only was left: there is no way back to it.
  public var isThrough = false
  /// How the attempt is ending, once it is.
  public var ending: AttemptEnd?
  /// Whether the attempt is sealed on disk.
  public var sealed = false
  /// Enter was pressed on an empty answer: the next Enter goes on.
  public var emptyAccepted = false
  /// The row of a long question that is shown first.
  public var promptScroll = 0
  /// How many rows the answer's row in front, longer than its room, is scrolled by.
  public var rowScroll = 0
  /// Whether a text with gaps is scrolled by `promptScroll`; else it follows the gap that is edited.
  public var textIsScrolled = false
  /// Whether it was told that a help is missing.
  var toldOfHelps = false
  /// One line under the answer.
  public var notice = ""
  /// What the helps offer.
  public var assistance = Assistance()

  /// A fresh sitting, or one that goes on from `point`.
  public init(attempt: Attempt, from point: ResumePoint? = nil) {
    self.attempt = attempt
    entries = attempt.slots.map { Entry(draft: Draft(slot: $0)) }
    current = 0
    clock = SittingClock(allowed: attempt.allowed, consumed: point?.consumed ?? 0, isResumed: point != nil)
    guard let point else {
      current = first
      return
    }
    current = min(max(0, point.current), max(0, entries.count - 1))
    for (index, mark) in point.marks.enumerated() where entries.indices.contains(index) {
      entries[index].accepted = mark.accepted
      entries[index].draft = Draft(slot: attempt.slots[index], response: mark.draft ?? mark.accepted)
      if let caret = mark.caret { _ = entries[index].draft.edit { $0.move(to: caret) } }
      entries[index].flagged = mark.flagged
      entries[index].presented = mark.presented
      // What was told stays told, and what was told is closed: ending the front end opens no second try.
      guard attempt.tellsVerdict, let accepted = mark.accepted, !accepted.isEmpty else { continue }
      let slot = attempt.slots[index]
      entries[index].draft = Draft(slot: slot, response: accepted)
      entries[index].verdict =
        Marker.mark(slot.question, accepted, language: attempt.exam.language).correctness
    }
  }

  /// The question in front.
  public var slot: Slot? { attempt.slots.indices.contains(current) ? attempt.slots[current] : nil }
  /// What is known of the question in front.
  public var entry: Entry? { entries.indices.contains(current) ? entries[current] : nil }
  /// Whether a response to question `slot` waits to become durable.
  func isSaving(slot: Int) -> Bool {
    unsaved.contains { step in
      guard step.slot == slot, case .response = step.kind else { return false }
      return true
    }
  }
  /// Whether this is a test, not a practice.
  public var isTest: Bool { attempt.mode == .test }
  /// The question that Enter in the review leads to; `nil`: none. Forward only, it is the one in front.
  public var reviewTarget: Int? {
    if attempt.exam.navigation == .free { return reviewRow }
    return isThrough ? nil : current
  }
  /// Questions that want an answer: descriptions do not.
  public var questionCount: Int { attempt.slots.reduce(0) { $0 + ($1.question.kind == .description ? 0 : 1) } }
  /// How many of them would be handed in with an answer.
  public var answeredCount: Int { entries.reduce(0) { $0 + ($1.isAnswered || $1.isTyped ? 1 : 0) } }
  /// How many of those only in part.
  public var inPartCount: Int { entries.reduce(0) { $0 + ($1.isInPart ? 1 : 0) } }
  /// Whether the answer in front can no longer be changed.
  public var isClosed: Bool { entries.indices.contains(current) && entries[current].verdict != nil }
  // Asked at every key, so looked up where they stand: a copy of an entry or a question counts a dozen references.
  /// Whether what is typed goes into a text.
  var takesText: Bool { entries.indices.contains(current) && entries[current].draft.takesText }
  /// Whether the question in front grants no help.
  var grantsNothing: Bool { !attempt.slots.indices.contains(current) || attempt.slots[current].question.grants.isEmpty }
}

/// The marks as the report shows them.
public struct AttemptReport: Equatable, Sendable {
  /// One question.
  public struct Line: Equatable, Sendable {
    /// The number shown, from 1.
    public let number: Int
    /// What was asked, in one line.
    public let prompt: String
    /// What was answered, in words; empty: nothing.
    public let response: String
    /// A right answer in words, where the report may show it; empty: none.
    public let rightAnswer: String
    /// How it was judged.
    public let correctness: Sitting.Correctness
    /// The points had; `nil` before a hand mark.
    public let points: Points?
    /// The most there was.
    public let maxPoints: Points
    /// Feedback in words; empty: none.
    public let feedback: String

    /// Makes a line.
    public init(
      number: Int, prompt: String, response: String, rightAnswer: String, correctness: Sitting.Correctness,
      points: Points?, maxPoints: Points, feedback: String
    ) {
      self.number = number
      self.prompt = prompt
      self.response = response
      self.rightAnswer = rightAnswer
      self.correctness = correctness
      self.points = points
      self.maxPoints = maxPoints
      self.feedback = feedback
    }
  }

  /// The exam's title.
  public let title: String
  /// The candidate's name.
  public let candidate: String
  /// How it ended.
  public let end: AttemptEnd
  /// What the exam lets be seen.
  public let detail: Exam.Report
  /// The points so far.
  public let score: Points
  /// The most there was.
  public let maxScore: Points
  /// Questions that wait for a hand mark.
  public let pending: Int
  /// One line a question; empty where `detail` is not `full`.
  public let lines: [Line]
  /// Test or practice.
  public let mode: Attempt.Mode
  /// What the ledger says of the attempt, one line an entry, oldest first: the candidate's to read.
  public let record: [String]
  /// By what right the terminal was locked, in words; empty: it was not.
  public let entitlement: String
  /// The helps that questions of the test granted, in words; empty: none.
  public let granted: String
  /// The time allowed, where it was another than the exam's own; `nil`: it was not.
  public let otherTime: OtherTime?

  /// A time allowed that was given at the start.
  public struct OtherTime: Equatable, Sendable {
    /// In milliseconds, extra time included.
    public let allowed: Int64
    /// The extra time in percent that `allowed` includes.
    public let extraPercent: Int

    /// The time of an attempt; `nil`: it is that of its exam.
    public init?(_ attempt: Attempt) {
      let own = AttemptComposer.allowed(attempt.exam, AttemptComposer.Options(mode: attempt.mode))
      guard let allowed = attempt.allowed, allowed != own else { return nil }
      self.allowed = allowed
      extraPercent = attempt.extraPercent
    }
  }

  /// Makes a report.
  public init(
    title: String, candidate: String, end: AttemptEnd, detail: Exam.Report, score: Points, maxScore: Points,
    pending: Int, lines: [Line], mode: Attempt.Mode, record: [String] = [],
    entitlement: String = "", granted: String = "", otherTime: OtherTime? = nil
  ) {
    self.title = title
    self.candidate = candidate
    self.end = end
    self.detail = detail
    self.score = score
    self.maxScore = maxScore
    self.pending = pending
    self.lines = lines
    self.mode = mode
    self.record = record
    self.entitlement = entitlement
    self.granted = granted
    self.otherTime = otherTime
  }
}

extension Attempt {
  /// Whether right or wrong is told after each answer: as the exam says, and always in practice.
  var tellsVerdict: Bool { exam.verdict == .each || mode == .practice }
}

extension Mark {
  /// The outcome in the terms of the screens: no answer is a wrong one.
  public var correctness: Sitting.Correctness {
    switch outcome {
    case .right: .right
    case .partly: .partly
    case .wrong, .unanswered: .wrong
    case .pending, .none: .pending
    }
  }
}
