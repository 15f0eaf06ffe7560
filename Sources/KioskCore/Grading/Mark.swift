/// What one response earned, and why. Marking is a pure function of question and response, so a mark can always be made again.
public struct Mark: Equatable, Sendable {
  /// How right the response was.
  public enum Outcome: String, CaseIterable, Sendable {
    case right, partly, wrong
    /// Nothing was answered.
    case unanswered
    /// Waits to be marked by hand.
    case pending
    /// There is nothing to mark: a description.
    case none
  }

  /// How right it was.
  public let outcome: Outcome
  /// What it earned; `nil` while it waits to be marked by hand.
  public let points: Points?
  /// The most that could be earned.
  public let maxPoints: Points
  /// The form in which free text was compared, or the number that was read.
  public let normalised: String?
  /// Which rule decided, in words: "listed answer, case overlooked", "2 of 3 pairs".
  public let rule: String
  /// The listed answer that matched, as the file has it.
  public let matchedAnswer: String?
  /// What the file says of this response.
  public let feedback: LocalizedText?

  /// Makes a mark.
  public init(
    outcome: Outcome, points: Points?, maxPoints: Points, normalised: String? = nil, rule: String,
    matchedAnswer: String? = nil, feedback: LocalizedText? = nil
  ) {
    self.outcome = outcome
    self.points = points
    self.maxPoints = maxPoints
    self.normalised = normalised
    self.rule = rule
    self.matchedAnswer = matchedAnswer
    self.feedback = feedback
  }

  /// The mark of `share` of the points.
  init(
    _ share: Fraction, of maxPoints: Points, normalised: String? = nil, rule: String, matchedAnswer: String? = nil,
    feedback: LocalizedText? = nil
  ) {
    self.init(
      outcome: share >= .one ? .right : share > .zero ? .partly : .wrong, points: maxPoints.share(share),
      maxPoints: maxPoints, normalised: normalised, rule: rule, matchedAnswer: matchedAnswer, feedback: feedback)
  }

  /// The mark of `part` out of `whole` equal parts, to the nearest 1e-10 point below.
  init(part: Int, whole: Int, of maxPoints: Points, rule: String, feedback: LocalizedText? = nil) {
    let earned = whole == 0 ? 0 : Int64(Int128(maxPoints.raw) * Int128(part) / Int128(whole))
    self.init(
      outcome: part >= whole ? .right : part > 0 ? .partly : .wrong, points: Points(raw: earned), maxPoints: maxPoints,
      rule: rule, feedback: feedback)
  }
}
