/// An exam as the lobby lists it.
public struct CatalogueItem: Equatable, Sendable {
  /// The exam's id; the file name where the file cannot be read.
  public let id: String
  /// Where it is.
  public let path: String
  /// The title.
  public let title: String
  /// How many questions a test asks.
  public let questions: Int
  /// Minutes allowed; `nil`: no limit.
  public let minutes: Int?
  /// The last result in words ("17 of 20, 3 May"), empty where there is none.
  public let lastResult: String
  /// Why it cannot be started; empty where it can.
  public let problem: String

  /// Makes an item.
  public init(
    id: String, path: String, title: String, questions: Int, minutes: Int?, lastResult: String, problem: String = ""
  ) {
    self.id = id
    self.path = path
    self.title = title
    self.questions = questions
    self.minutes = minutes
    self.lastResult = lastResult
    self.problem = problem
  }
}

/// An attempt that was interrupted and can be gone on with.
public struct ResumableItem: Equatable, Sendable {
  /// The attempt.
  public let attempt: String
  /// The exam's id.
  public let exam: String
  /// The exam's title.
  public let title: String
  /// The candidate's name.
  public let candidate: String
  /// Answered and all questions.
  public let answered: Int
  /// All questions.
  public let questions: Int
  /// Test or practice.
  public let mode: Attempt.Mode

  /// Makes an item.
  public init(
    attempt: String, exam: String, title: String, candidate: String, answered: Int, questions: Int, mode: Attempt.Mode
  ) {
    self.attempt = attempt
    self.exam = exam
    self.title = title
    self.candidate = candidate
    self.answered = answered
    self.questions = questions
    self.mode = mode
  }
}

/// The list of exams, with interrupted attempts on top.
public struct Lobby: Equatable, Sendable {
  /// Whether the list has been read.
  public var loaded = false
  /// Attempts that can be gone on with.
  public var resumable: [ResumableItem] = []
  /// The exams.
  public var exams: [CatalogueItem] = []
  /// The row the cursor is on: resumable ones first.
  public var row = 0
  /// A word on what cannot be done, shown under the list.
  public var notice = ""

  /// Nothing read yet.
  public init() {}

  /// The interrupted test that keeps its exam from being practised, while it is told of, and how many more there are.
  public var withheld: (item: ResumableItem, others: Int)? { withholding.first.map { ($0, withholding.count - 1) } }
  /// All of them, newest first.
  var withholding: [ResumableItem] = []
  /// Whether "Show me what a lock is" stands below the exams.
  public var offersDemo = false

  /// How many rows there are.
  public var count: Int { resumable.count + exams.count + (offersDemo ? 1 : 0) }
  /// Whether the cursor is on "Show me what a lock is".
  public var isOnDemo: Bool { offersDemo && row == resumable.count + exams.count }
  /// The exam under the cursor.
  public var exam: CatalogueItem? {
    exams.indices.contains(row - resumable.count) ? exams[row - resumable.count] : nil
  }
  /// The interrupted attempt under the cursor.
  public var interrupted: ResumableItem? { resumable.indices.contains(row) ? resumable[row] : nil }

  /// The parts of the body: the list, then "Start the test" and "Practise", or the one thing that the row offers.
  public var parts: Int { count == 0 ? 1 : exam == nil ? 2 : 3 }
}

/// The candidate's name and number.
public struct Form: Equatable, Sendable {
  /// The name; must not stay empty.
  public var name = LineEditor(limit: 80)
  /// A number or login; may stay empty.
  public var id = LineEditor(limit: 40)
  /// What is missing, in words.
  public var notice = ""

  /// Empty fields.
  public init() {}

  /// The parts of the body: name, number, "Go on".
  public static let parts = 3
}

/// What is about to start.
public struct PendingStart: Equatable, Sendable {
  /// The exam, once read.
  public var exam: Exam?
  /// Test or practice.
  public var mode: Attempt.Mode
  /// Who sits it.
  public var candidate: Candidate?
  /// The attempt, composed or loaded, not shown before the lock holds.
  public var attempt: Attempt?
  /// Where the attempt goes on from, where it is an interrupted one.
  public var resumed: ResumePoint?

  /// What came of the sound check, for the ledger; `nil`: there was none, or not yet.
  var sound: SoundCheck.Outcome?
  /// Who ends it instead of going on with it, a proctor or nobody known (empty); `nil`: it goes on.
  var endedBy: String?

  /// A start of `mode`.
  public init(mode: Attempt.Mode) { self.mode = mode }
}

/// Where an interrupted attempt stood.
public struct ResumePoint: Equatable, Sendable {
  /// What stood in each question: the accepted response and what had been typed over it since.
  public struct Mark: Equatable, Sendable {
    /// The last accepted response.
    public var accepted: Response?
    /// What was painted and not accepted.
    public var draft: Response?
    /// The caret in a text, in characters; `nil`: at the end.
    public var caret: Int?
    /// Whether it is flagged for review.
    public var flagged = false
    /// Whether it had been shown.
    public var presented = false

    /// Nothing.
    public init() {}
  }

  /// One entry a question.
  public var marks: [Mark]
  /// The question in front.
  public var current: Int
  /// Milliseconds of test time used.
  public var consumed: Int64
  /// The moment at which `consumed` was so, where the clock was running then.
  public var runningAt: Moment?

  /// Makes a resume point.
  public init(marks: [Mark], current: Int, consumed: Int64, runningAt: Moment? = nil) {
    self.marks = marks
    self.current = current
    self.consumed = consumed
    self.runningAt = runningAt
  }

  /// Counts what ran since the last mark, for an attempt whose front end was replaced at `now` after `absence`
  /// milliseconds in which nobody was there: those alone are the candidate's.
  mutating func countUp(to now: Moment, absence: Int64) {
    guard let runningAt else { return }
    consumed += max(0, now.since(runningAt) - absence)
    self.runningAt = nil
  }
}

/// The consent screen.
public struct Consent: Equatable, Sendable {
  /// What the guardian says this terminal can hold; `nil` until it has answered.
  public var assessment: LockReport?
  /// What stands against a lock here, known before asking.
  public var refusal: LockRefusal?
  /// The field to try the keyboard in.
  public var trial = LineEditor(limit: 60)
  /// What the terminal tells of its keyboard; empty: nothing.
  public var keyboard = ""
  /// The first line of the text shown.
  public var scroll = 0

  /// Nothing known yet.
  public init() {}

  /// Whether the test cannot start here as things stand: then starting is not offered, looking again is.
  public var isBlocked: Bool { refusal != nil }

  /// The parts of the body: the field, "No", "Yes"; where the test cannot start the last two are "Back" and "Look again".
  public static let parts = 3
  /// The field to try the keyboard in.
  public static let trialPart = 0
  /// "No", where the focus starts.
  public static let noPart = 1
  /// "Yes".
  public static let yesPart = 2
}
