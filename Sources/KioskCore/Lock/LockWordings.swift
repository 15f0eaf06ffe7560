// What a restriction and a refusal are in a person's words: for screens, commands and programs that ask for a lock.

extension LockMode {
  /// How people call it.
  public var title: String {
    switch self {
    case .guidedAccess: "Guided Access"
    case .singleApp: "Single App Mode"
    case .autonomousSingleApp: "Autonomous Single App Mode"
    case .assessment: "Assessment"
    }
  }
}

extension RestrictionID {
  /// What it takes away, in a candidate's words.
  public var words: String {
    switch self {
    case .home: "leaving by key"
    case .consoleSwitch: "switching to another console"
    case .consoleKeys: "console chords like Ctrl-Alt-Del"
    case .sysRq: "system request keys"
    case .kernelMessages: "kernel messages over the screen"
    case .powerKeys: "power, sleep and lid keys"
    case .paste: "pasting"
    case .clipboard: "the clipboard"
    case .lookUp: "look up"
    case .spellCheck: "spell check"
    case .suggestions: "suggesting words"
    case .questionHelp: "help on the question"
    case .share: "sharing"
    case .multiplexer: "a terminal shared by tmux, screen or the like"
    case .recording: "recording the screen"
    case .remote: "sitting at another machine"
    case .ptrace: "being watched by a debugger"
    case .subprocess: "starting other programs"
    case .focus: "leaving the window"
    }
  }
}

extension RestrictionID {
  /// What would make it hold, or end what it found, in one sentence.
  public var mend: String {
    switch self {
    case .consoleSwitch, .consoleKeys, .sysRq, .kernelMessages, .powerKeys:
      "Sit it on a Linux console that the service runs: kiosk-exam@tty1."
    case .paste: "Use a terminal that confirms bracketed paste, as xterm and most others do."
    case .clipboard: "Only a Linux console confirms that its clipboard is empty: sit it there."
    case .focus: "No terminal prevents leaving its window; a console has none."
    case .multiplexer: "Start kiosk outside tmux, screen and the like."
    case .recording: "End what records this terminal, then look again."
    case .remote: "Sit it at the machine itself."
    case .ptrace: "End what watches kiosk, then look again."
    case .home, .subprocess, .lookUp, .spellCheck, .suggestions, .questionHelp, .share:
      "Try another terminal on another machine."
    }
  }
}

extension LockRefusal {
  /// The reasons there are, by their names in a document.
  public enum Kind: String, CaseIterable, Sendable {
    case notEntitled, notSupervised, notOnAllowList, consentDeclined, alreadyLockedByUs, alreadyLockedByOther,
      requirementsNotMet, detectionRefused, engageFailed, proctorNeeded, noProctorSet, notTheOwner, notOfTheProgram
  }

  /// Which of them it is.
  public var kind: Kind {
    switch self {
    case .notEntitled: .notEntitled
    case .notSupervised: .notSupervised
    case .notOnAllowList: .notOnAllowList
    case .consentDeclined: .consentDeclined
    case .alreadyLockedByUs: .alreadyLockedByUs
    case .alreadyLockedByOther: .alreadyLockedByOther
    case .requirementsNotMet: .requirementsNotMet
    case .detectionRefused: .detectionRefused
    case .engageFailed: .engageFailed
    case .proctorNeeded: .proctorNeeded
    case .noProctorSet: .noProctorSet
    case .notTheOwner: .notTheOwner
    case .notOfTheProgram: .notOfTheProgram
    }
  }

  /// Its name in a document: "notEntitled".
  public var id: String { kind.rawValue }

  /// Why a test is not locked, in one sentence.
  public var reason: String { reason(of: .assessment) }

  /// Why a lock of `mode` is not to be had, in one sentence.
  public func reason(of mode: LockMode) -> String {
    let what = mode == .assessment ? "test" : "lock"
    switch self {
    case .notEntitled(let why):
      return Self.sentence("This test may not lock this machine", why, "it has no entitlement")
    case .notSupervised(let why):
      return Self.sentence("This kind of lock needs a supervised machine", why, "no profile is installed here")
    case .notOnAllowList(let why):
      return Self.sentence("This program is not on the machine's list of those that may lock it", why, "")
    case .consentDeclined: return "The lock was declined."
    case .alreadyLockedByUs:
      return mode == .assessment
        ? "This terminal is locked already, for another attempt." : "This terminal is locked already, by kiosk."
    case .alreadyLockedByOther(let what): return "Something else has locked this terminal: \(what)."
    case .requirementsNotMet: return "What this terminal cannot hold is required here:"
    case .detectionRefused: return "This \(what) does not start while this is found:"
    case .proctorNeeded(let fault) where fault.isEmpty: return "This \(what) starts only with a proctor's passcode."
    case .proctorNeeded(let fault): return "This \(what) starts only with a proctor's passcode, and \(fault)."
    case .noProctorSet: return "This \(what) starts only with a proctor's passcode, and none is set."
    case .notTheOwner: return "Another part of the program has locked this terminal."
    case .notOfTheProgram(let why): return Self.sentence("Only the program that kiosk hosts here may ask", why, "")
    case .engageFailed(let id, let why): return "Taking away \(id.words) failed: \(why)."
    }
  }

  private static func sentence(_ what: String, _ why: String, _ usual: String) -> String {
    let end = why.isEmpty ? usual : why
    return end.isEmpty ? "\(what)." : "\(what): \(end)."
  }

  /// What to do about it where a test is to be locked.
  public var mend: String { mend(of: .assessment) }

  /// What to do about it where a lock of `mode` is asked for.
  public func mend(of mode: LockMode) -> String {
    let isTest = mode == .assessment
    return switch self {
    case .notEntitled: "Ask the teacher for an entitlement (kiosk entitlement install), or practise instead."
    case .notSupervised: "Ask whoever looks after the machine to install a profile (kiosk profile install)."
    case .notOnAllowList: "Ask whoever looks after the machine to add it to the profile, with its hash."
    case .consentDeclined: "Nothing was changed. Try again when you are ready."
    case .alreadyLockedByUs:
      isTest
        ? "Finish that attempt first; then this test can start."
        : "That lock stays. Unlock it where it was locked, then ask again."
    case .alreadyLockedByOther: "End that program, then try again."
    case .requirementsNotMet:
      isTest
        ? "Or ask the teacher, who decides what the test requires."
        : "Or ask for less, or ask whoever looks after the machine what its profile requires."
    case .detectionRefused: "Or start kiosk in a terminal of its own."
    case .proctorNeeded: "Call the proctor, then try again."
    case .noProctorSet: "The proctor sets one with: kiosk passcode set"
    case .notTheOwner: "Unlock from where it was locked, or end the program."
    case .notOfTheProgram: "Ask from inside it, or start a program of your own with kiosk autonomous."
    case .engageFailed: "Everything was put back as it was. Try again, or use another terminal."
    }
  }

  /// What it is about, restriction by restriction.
  public var reports: [RestrictionReport] {
    switch self {
    case .requirementsNotMet(let reports), .detectionRefused(let reports): reports
    case .notEntitled, .notSupervised, .notOnAllowList, .consentDeclined, .alreadyLockedByUs, .alreadyLockedByOther,
      .engageFailed, .proctorNeeded, .noProctorSet, .notTheOwner, .notOfTheProgram:
      []
    }
  }
}
