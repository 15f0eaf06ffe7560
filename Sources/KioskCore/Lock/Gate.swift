/// The one place that decides whether a help feature answers.
///
/// MUST: what is not expressly allowed is dark. A new phase, a lock of another mode, a test that is not locked yet:
/// each leaves everything dark.
public enum Gate {
  /// What a help feature does when asked.
  public enum Verdict: Equatable, Sendable {
    /// It answers.
    case allowed
    /// It stays dark and says so in these words.
    case dark(String)

    /// Whether it answers.
    public var isAllowed: Bool { self == .allowed }
  }

  /// Whether `feature` answers in an attempt of `mode` while the lock is in `phase`; `grants` are the features that the
  /// question on screen hands out in a test.
  public static func verdict(
    on feature: HelpFeature, phase: LockPhase, mode: Attempt.Mode, grants: Set<HelpFeature> = []
  ) -> Verdict {
    let answers =
      switch (mode, phase) {
      case (.practice, .open), (.practice, .askingConsent): true
      case (.practice, .engaging), (.practice, .locked), (.practice, .releasing), (.practice, .interrupted),
        (.practice, .expired), (.practice, .stranded):
        false
      case (.test, .locked): grants.contains(feature)
      case (.test, .open), (.test, .askingConsent), (.test, .engaging), (.test, .releasing), (.test, .interrupted),
        (.test, .expired), (.test, .stranded):
        false
      }
    return answers ? .allowed : .dark("\(feature.title) is off during the test")
  }
}

extension HelpFeature {
  /// How it is called on screen, in the singular: "Look up".
  public var title: String {
    switch self {
    case .questionHelp: "Help on the question"
    case .lookUp: "Look up"
    case .spellCheck: "Spell check"
    case .suggestions: "Suggesting words"
    case .paste: "Paste"
    case .share: "Share"
    }
  }
}
