/// A test as data: what a `.exam.json` file says, checked.
public struct Exam: Equatable, Sendable {
  /// How a candidate may move between the questions.
  public enum Navigation: String, CaseIterable, Sendable { case free, forward }

  /// When right or wrong is told: after each answer with the bell, or only in the report.
  public enum Verdict: String, CaseIterable, Sendable { case each, end }

  /// What the candidate sees when it is over.
  public enum Report: String, CaseIterable, Sendable { case full, score, none }

  /// How many questions an attempt draws, and over what it spreads them.
  public struct Draw: Equatable, Sendable {
    /// What the draw is spread over.
    public enum Spread: String, CaseIterable, Sendable { case topic, level }
    /// Questions an attempt; at least 1, at most the number of questions.
    public let count: Int
    /// Spread evenly over the topics or the levels; `nil`: any.
    public let spreadBy: Spread?

    /// Makes a draw of `count` questions.
    public init(count: Int, spreadBy: Spread?) {
      self.count = count
      self.spreadBy = spreadBy
    }
  }

  /// The file's `id`: letters, digits, `-`, `_` and `.`.
  public let id: String
  /// The title.
  public let title: LocalizedText
  /// The language the test is shown in (BCP 47).
  public let language: String
  /// The time allowed, 1 to 480 minutes; `nil`: until the cap.
  public let minutes: Int?
  /// Whether the order of questions is shuffled.
  public let shuffle: Bool
  /// Whether the order of choices is shuffled.
  public let shuffleChoices: Bool
  /// How a candidate may move.
  public let navigation: Navigation
  /// How many are drawn; `nil`: all.
  public let draw: Draw?
  /// When right or wrong is told.
  public let verdict: Verdict
  /// What is shown at the end.
  public let report: Report
  /// What the exam asks of the lock.
  public let policy: ExamPolicy
  /// The questions in file order.
  public let questions: [Question]

  /// Makes an exam; `ExamReader` is what checks one.
  public init(
    id: String, title: LocalizedText, language: String, minutes: Int?, shuffle: Bool, shuffleChoices: Bool,
    navigation: Navigation, draw: Draw?, verdict: Verdict, report: Report, policy: ExamPolicy, questions: [Question]
  ) {
    self.id = id
    self.title = title
    self.language = language
    self.minutes = minutes
    self.shuffle = shuffle
    self.shuffleChoices = shuffleChoices
    self.navigation = navigation
    self.draw = draw
    self.verdict = verdict
    self.report = report
    self.policy = policy
    self.questions = questions
  }

  /// The same without its questions.
  public var outline: Exam {
    Exam(
      id: id, title: title, language: language, minutes: minutes, shuffle: shuffle, shuffleChoices: shuffleChoices,
      navigation: navigation, draw: draw, verdict: verdict, report: report, policy: policy, questions: [])
  }

  /// Whether the questions are still in the file (`ExamReader.outline`): an exam has at least one.
  public var isOutline: Bool { questions.isEmpty }
}

/// What an exam asks of the lock.
public struct ExamPolicy: Equatable, Sendable {
  /// What to do about something that can only be detected.
  public enum Detection: String, CaseIterable, Sendable { case allow, record, refuse }

  /// Whether a proctor's passcode must have been verified first.
  public let proctor: Bool
  /// Restrictions without which the test does not start.
  public let required: [RestrictionID]
  /// What to do about a detected multiplexer, recording, remote session, …; not listed: `record`.
  public let detections: [RestrictionID: Detection]

  /// Nothing required, everything recorded.
  public static let standard = ExamPolicy(proctor: false, required: [], detections: [:])

  /// Makes a policy.
  public init(proctor: Bool, required: [RestrictionID], detections: [RestrictionID: Detection]) {
    self.proctor = proctor
    self.required = required
    self.detections = detections
  }
}
