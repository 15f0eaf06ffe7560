/// Whether a lock wants a proctor who has typed his passcode.
public enum ProctorNeed: String, CaseIterable, Sendable {
  /// Nobody.
  case none
  /// Where any proctor is set: an attempt goes on that was interrupted under a lock.
  case ifSet
  /// In any case: the exam's policy says so.
  case always
}

/// What a proctor does at a locked terminal.
public enum ProctorAct: String, CaseIterable, Sendable {
  /// Lets the candidate go on.
  case goOn
  /// Hides the questions and stops the clock.
  case pause
  /// Shows the questions again and lets the clock run.
  case resume
  /// Hands in what is there.
  case handIn
  /// Ends the attempt and lets go of the terminal.
  case end

  /// What the ledger calls it.
  public var entry: String {
    switch self {
    case .goOn: "proctorContinued"
    case .pause: "proctorPaused"
    case .resume: "proctorResumed"
    case .handIn: "proctorHandedIn"
    case .end: "proctorEnded"
    }
  }
}

/// What the guardian says to a passcode.
public enum PasscodeAnswer: Equatable, Sendable {
  /// It is that proctor's.
  case accepted(String)
  /// It is not; the next is looked at in so many milliseconds.
  case wrong(wait: Int64)
  /// Not looked at: it came too soon, by so many milliseconds.
  case tooSoon(wait: Int64)
  /// Not looked at: no proctor is set.
  case noneSet
  /// It could not be looked at, and why.
  case failed(String)
}

/// What the guardian knows of the proctors.
public struct ProctorList: Equatable, Sendable {
  /// Their names; empty: none is set.
  public var names: [String]
  /// How long no passcode is looked at, in milliseconds; 0: one is looked at now.
  public var wait: Int64
  /// Why the passcodes cannot be read; empty: they can.
  public var fault: String

  /// Makes a list.
  public init(names: [String] = [], wait: Int64 = 0, fault: String = "") {
    self.names = names
    self.wait = wait
    self.fault = fault
  }

  /// Whether a proctor is to be asked where one is set. A list that cannot be read counts as one: fail closed.
  public var isSet: Bool { !names.isEmpty || !fault.isEmpty }
}
