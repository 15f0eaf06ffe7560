/// One question asked twice: with every help on, then locked. What each way to the answer came to, both times.
public struct Comparison: Equatable, Sendable {
  /// A way to the answer that is not knowing it.
  public enum Way: String, CaseIterable, Sendable {
    case lookUp, suggestions, paste, home
  }

  /// What a way came to.
  public enum Outcome: Equatable, Sendable {
    /// It was not tried.
    case untried
    /// It gave the answer away.
    case gaveAway
    /// It worked, and the answer was not in it.
    case gaveNothing
    /// It was blocked, or stayed dark.
    case withheld
  }

  /// The row in front.
  public internal(set) var row = 0
  private var open: [Way: Outcome] = [:]
  private var locked: [Way: Outcome] = [:]

  /// Nothing tried.
  public init() {}

  /// What `way` came to, while the terminal was open or while it was locked.
  public func outcome(of way: Way, locked isLocked: Bool) -> Outcome {
    (isLocked ? locked[way] : open[way]) ?? .untried
  }

  /// How many ways gave the answer away, of how many that were tried.
  public func count(locked isLocked: Bool) -> (gaveAway: Int, tried: Int) {
    let outcomes = Way.allCases.map { outcome(of: $0, locked: isLocked) }
    return (
      outcomes.reduce(0) { $0 + ($1 == .gaveAway ? 1 : 0) }, outcomes.reduce(0) { $0 + ($1 == .untried ? 0 : 1) }
    )
  }

  mutating func set(_ way: Way, _ outcome: Outcome, locked isLocked: Bool) {
    if isLocked { locked[way] = outcome } else { open[way] = outcome }
  }

  /// The question.
  public static let question = Question(
    id: "capital-bf", prompt: LocalizedText("What is the capital of Burkina Faso?"), points: .one,
    kind: .shortAnswer(answers: [TextAnswer(text: LocalizedText("Ouagadougou"))], marking: .standard))
  /// What is looked up.
  public static let subject = "Burkina Faso"
  /// The answer, as it stands in a note that somebody passed on.
  public static let answer = "Ouagadougou"
  /// The first letters of it.
  public static let beginning = "Oua"

  /// Whether any of `lines` gives the answer away.
  static func isGivenAway(by lines: [String]) -> Bool {
    lines.contains { line in line.split { !$0.isLetter }.contains { $0.elementsEqual(answer) } }
  }
}

extension Comparison.Way {
  /// What it is called, with its key.
  public var title: String {
    switch self {
    case .lookUp: "F2, look up"
    case .suggestions: "Suggested words"
    case .paste: "Paste a note"
    case .home: "Esc, home button"
    }
  }
}

extension Comparison.Outcome {
  /// In words.
  public var words: String {
    switch self {
    case .untried: "not tried"
    case .gaveAway: "gave the answer away"
    case .gaveNothing: "works, no answer in it"
    case .withheld: "blocked"
    }
  }
}
