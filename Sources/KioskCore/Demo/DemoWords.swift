/// What the demonstrations say of themselves.
extension DemoState {
  /// What is told above the page: what is played, what became of the lock, or what can be done here.
  public var caption: String {
    if let play { return play.caption.isEmpty ? "A demonstration begins." : play.caption }
    switch playEnd {
    case .shown: return "That was all. " + standing
    case .taken: return "The keys are yours. " + standing
    case .refused: return "The lock was not to be had, so this stops here. " + standing
    case nil: return standing
    }
  }

  private var standing: String {
    if let refusal { return "\(refusal.reason) \(refusal.mend)" }
    switch page {
    case .menu:
      return "A locked test is answered by what one knows. Three demonstrations, with this terminal's own lock:"
    case .refusals: return "When a lock is not to be had, and what would mend it. Each was asked for just now."
    case .lab:
      if isAsking { return "One moment…" }
      return isHeld
        ? "Locked. Try Esc, words, F2, a paste: nothing helps, nothing leads out. Unlock ends it, and so does F9."
        : "Open: everything works. Try some words, F2, a paste. Then lock it, and try them again."
    case .comparison:
      if isAsking { return "One moment…" }
      let (gaveAway, tried) = comparison.count(locked: isHeld)
      let all = Comparison.Way.allCases.count
      if tried < all {
        return isHeld
          ? "Locked: the same question. Try each way again."
          : "Open: try each way to the answer, with Enter or by its key."
      }
      return isHeld
        ? "Locked: \(gaveAway) of \(all) ways gave the answer away."
        : "Open: \(gaveAway) of \(all) ways gave the answer away. Now lock it, and try again."
    }
  }

  /// What stands below the field: what is offered for it, or what was said last.
  public var offer: String {
    guard said.isEmpty else { return said }
    guard let first = assistance.suggestions.first else {
      return assistance.marked(in: field.text, caret: field.caret).isEmpty ? "" : "A word here is in no dictionary."
    }
    let more = assistance.suggestions.dropFirst()
    return "Tab takes “\(first)”" + (more.isEmpty ? "" : ", also: " + more.joined(separator: " · "))
  }

  /// Why a row of the table says what it says, in full words.
  public func detail(of id: RestrictionID) -> String {
    let report = lock.restrictions.first { $0.id == id }
    guard let report, report.state != .off else { return "\(id.words): nothing is taken away" }
    let why =
      switch report.state {
      case .unavailable(let reason): reason
      case .off, .enforced, .requested, .detected, .absent: report.finding
      }
    return "\(id.words): \(report.state.said)" + (why.isEmpty ? "" : ", \(why)")
  }
}

extension DemoState.Page {
  /// What it is called.
  public var title: String {
    switch self {
    case .menu: "What a lock is"
    case .lab: "The lock lab"
    case .comparison: "Before and after"
    case .refusals: "Refusals"
    }
  }

  /// What it shows, in a few words.
  public var summary: String {
    switch self {
    case .menu: "All three, one after the other."
    case .lab: "Lock this terminal, and try everything."
    case .comparison: "One question, open and then locked."
    case .refusals: "When a lock is not to be had, and why."
    }
  }
}

extension RestrictionState {
  /// In a word or two, for a table.
  public var said: String {
    switch self {
    case .off: "off"
    case .enforced: "held"
    case .requested: "asked for"
    case .detected: "noticed"
    case .absent: "none here"
    case .unavailable: "not held"
    }
  }
}

extension RestrictionID {
  /// What it takes away, short enough for a table of two columns on a narrow screen.
  public var short: String {
    switch self {
    case .home: "home keys"
    case .consoleSwitch: "other consoles"
    case .consoleKeys: "console keys"
    case .sysRq: "SysRq"
    case .kernelMessages: "kernel's words"
    case .powerKeys: "power keys"
    case .paste: "paste"
    case .clipboard: "clipboard"
    case .lookUp: "look-up"
    case .spellCheck: "spell check"
    case .suggestions: "suggestions"
    case .questionHelp: "help"
    case .share: "sharing"
    case .multiplexer: "shared by tmux"
    case .recording: "recording"
    case .remote: "from afar"
    case .ptrace: "debugger"
    case .subprocess: "programs"
    case .focus: "other windows"
    }
  }
}
