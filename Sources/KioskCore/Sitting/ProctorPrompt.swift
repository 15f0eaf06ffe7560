/// Where a proctor types the passcode.
public struct PasscodePrompt: Equatable, Sendable {
  /// What the passcode is for.
  public enum Purpose: Equatable, Sendable {
    /// The test starts.
    case start
    /// The proctor's panel opens.
    case panel
    /// An interrupted test is ended.
    case endInterrupted
  }

  /// The parts of it.
  public enum Part: Int, CaseIterable, Sendable {
    /// Who it is, where there are several proctors.
    case who
    /// The passcode.
    case passcode
    /// "Go on".
    case confirm
    /// "Cancel".
    case cancel
  }

  /// What it is for.
  public let purpose: Purpose
  /// The proctor chosen, as an index of the list.
  public var who = 0
  /// What has been typed.
  public var passcode = Secret()
  /// Whether more was typed than a passcode holds. Part of it is in `passcode` alone: it is neither typed on nor looked at,
  /// and the next deletion takes all of it.
  public var isTooLong = false
  /// Where the keyboard is.
  public var focus = Part.passcode
  /// Whether the guardian is looking at one: one at a time.
  public var isChecking = false
  /// What came of the last, in words; empty: nothing to say.
  public var notice = ""

  /// An empty prompt.
  public init(_ purpose: Purpose) { self.purpose = purpose }
}

/// What a proctor can do once the passcode is accepted.
public struct ProctorPanel: Equatable, Sendable {
  /// The panel closes by itself after so many milliseconds without a key: a proctor who was called away leaves nobody in
  /// his place.
  public static let patience: Int64 = 120_000

  /// The proctor.
  public let name: String
  /// The row the cursor is on.
  public var row = 0
  /// What is asked yes or no about; `nil`: nothing.
  public var asking: ProctorAct?
  /// Whether the focus is on yes.
  public var yes = false
  /// When it closes by itself.
  public var until: Moment

  /// A panel of `name`, opened at `now`.
  public init(name: String, at now: Moment) {
    self.name = name
    until = now.adding(ProctorPanel.patience)
  }
}

/// What the panel of three home presses offers.
public enum PanelRow: String, CaseIterable, Sendable {
  case goOn, handIn, unlock, proctor
}

/// What is offered where an interrupted test keeps its exam from being practised.
public enum WithheldRow: String, CaseIterable, Sendable {
  case goOn, end, back
}

extension SittingState {
  /// Whether a proctor has paused the test: the questions are hidden and the clock stands.
  public var isPaused: Bool {
    lock.pausedBy != nil && sitting?.isTest == true && (stage == .question || stage == .review)
  }

  /// Whether a passcode is being typed.
  public var isPasscodeAsked: Bool {
    if case .passcode? = overlay { return true }
    return false
  }

  /// The rows of the panel.
  public var panelRows: [PanelRow] {
    if stage == .demo { return [.goOn, .unlock] }
    return [.goOn] + (isPaused || !(stage == .question || stage == .review) ? [] : [.handIn])
      + (proctors.isSet ? [.proctor] : [])
  }

  /// The rows of the proctor's panel.
  public var proctorRows: [ProctorAct] { [.goOn, isPaused ? .resume : .pause, .handIn, .end] }

  /// Whether the pending start wants a proctor.
  public var proctorNeed: ProctorNeed {
    guard let pending, pending.mode == .test else { return .none }
    if (pending.exam ?? pending.attempt?.exam)?.policy.proctor == true { return .always }
    return pending.resumed == nil ? .none : .ifSet
  }

  /// Whether a proctor has to type the passcode before the pending test starts.
  public var asksForProctor: Bool {
    switch proctorNeed {
    case .none: false
    case .ifSet: proctors.isSet
    case .always: true
    }
  }

  /// How long no passcode is looked at, in whole seconds, rounded up; 0: one is looked at now.
  public func passcodeWait(at now: Moment) -> Int64 {
    guard let passcodeAt else { return 0 }
    return max(0, (passcodeAt.since(now) + 999) / 1000)
  }
}
