/// One thing taken away while locked. The raw value is the id of the contract.
public enum RestrictionID: String, CaseIterable, Sendable {
  case home, consoleSwitch, consoleKeys, sysRq, kernelMessages, powerKeys, paste, clipboard
  case lookUp, spellCheck, suggestions, questionHelp, share
  case multiplexer, recording, remote, ptrace, subprocess, focus
}

/// How truly a restriction holds on this terminal.
public enum RestrictionState: Equatable, Sendable {
  /// Not asked for, or not yet engaged.
  case off
  /// A kernel guarantee, or read back.
  case enforced
  /// Asked for; nothing can confirm it.
  case requested
  /// Seen and recorded, not prevented.
  case detected
  /// This machine has nothing of the kind to take away.
  case absent
  /// Cannot be had here, and why.
  case unavailable(reason: String)

  /// The word of the contract: "off", "enforced", …
  public var name: String {
    switch self {
    case .off: "off"
    case .enforced: "enforced"
    case .requested: "requested"
    case .detected: "detected"
    case .absent: "absent"
    case .unavailable: "unavailable"
    }
  }

  /// Whether a policy that requires the restriction is content: only `enforced` and `absent` are.
  public var satisfiesRequirement: Bool {
    switch self {
    case .enforced, .absent: true
    case .off, .requested, .detected, .unavailable: false
    }
  }
}

/// One restriction and its state, with a reason or a finding in words ("tmux holds the other end").
public struct RestrictionReport: Equatable, Sendable {
  /// Which.
  public let id: RestrictionID
  /// How truly it holds.
  public let state: RestrictionState
  /// What was found, where there is more to say than the state; empty: nothing.
  public let finding: String

  /// Makes a report.
  public init(id: RestrictionID, state: RestrictionState, finding: String = "") {
    self.id = id
    self.state = state
    self.finding = finding
  }
}

/// The features that help a candidate, on in practice and dark in a test.
public enum HelpFeature: String, CaseIterable, Sendable {
  case questionHelp, lookUp, spellCheck, suggestions, paste, share

  /// The restriction that takes it away.
  public var restriction: RestrictionID {
    switch self {
    case .questionHelp: .questionHelp
    case .lookUp: .lookUp
    case .spellCheck: .spellCheck
    case .suggestions: .suggestions
    case .paste: .paste
    case .share: .share
    }
  }
}

/// What kind of terminal this is.
public enum Tier: String, Sendable {
  /// A Linux virtual console.
  case console
  /// An emulator or a remote session.
  case terminal
  /// No terminal.
  case none
}
