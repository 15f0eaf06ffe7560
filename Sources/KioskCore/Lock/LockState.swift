/// Now, on both clocks: durations are counted on the first, the second is only written down.
public struct LockTime: Equatable, Sendable {
  /// CLOCK_BOOTTIME.
  public let moment: Moment
  /// CLOCK_REALTIME.
  public let wall: WallTime

  /// Makes a time.
  public init(moment: Moment, wall: WallTime) {
    self.moment = moment
    self.wall = wall
  }
}

/// The steps each restriction goes through, there and back.
public enum LockStep: String, CaseIterable, Sendable {
  case capture, journal, engage, readBack, release, strike
}

/// What the lock waits for from its interpreter.
public enum LockWork: Equatable, Sendable {
  /// Nothing.
  case none
  /// The survey that a consent screen asked for, with the policy to judge it by; and whether something else that has locked this
  /// terminal was found meanwhile, of which the front end is told together with the answer.
  case assessing([RestrictionID], [RestrictionID: ExamPolicy.Detection], foundOther: Bool)
  /// Whether something else has locked this terminal.
  case looking
  /// The right to lock this terminal (no other guardian has it).
  case claiming
  /// The survey before the first restriction.
  case surveying
  /// One step of one restriction.
  case engaging(RestrictionID, LockStep)
  /// One step of one restriction on the way back, and those still to come, in order.
  case releasing(RestrictionID, LockStep, rest: [RestrictionID])
}

/// The lock as a value. Only `LockState.reduce` changes it.
public struct LockState: Equatable, Sendable {
  /// The order in which restrictions are engaged: first what only looks, so that a refusal has changed nothing.
  public static let plan: [RestrictionID] = [
    .multiplexer, .recording, .remote, .ptrace, .subprocess, .questionHelp, .lookUp, .spellCheck, .suggestions, .share,
    .home,
    .consoleSwitch, .consoleKeys, .sysRq, .kernelMessages, .powerKeys, .paste, .focus, .clipboard,
  ]
  /// The longest any lock holds, in minutes, whatever an exam says.
  public static let longestCap = 480
  /// How long after the cap the front end may take to hand in before the lock lets go by itself, in milliseconds.
  public static let graceAfterCap: Int64 = 60_000
  /// How often everything that can change by itself is looked at again, in milliseconds.
  public static let recheckEvery: Int64 = 10_000
  /// How long a new front end may take to say hello, in milliseconds.
  public static let longestStart: Int64 = 10_000
  /// How long a front end must have lived for its end not to count as one more in a row, in milliseconds.
  public static let longEnough: Int64 = 1000
  /// When after its start the first look is taken for something else that has locked this terminal, in milliseconds: as
  /// soon as the first screen stands.
  public static let firstLook: Int64 = 100
  /// When the second is taken.
  public static let secondLook: Int64 = 2000
  /// How long to wait before trying a failed release again, in milliseconds.
  public static let retryEvery: Int64 = 1000

  /// Where it stands.
  public internal(set) var phase: LockPhase = .open
  /// What kind of terminal this is.
  public let tier: Tier
  /// The request that is being served; `nil` while open.
  public internal(set) var request: LockRequest?
  /// The attempt the last request was for: the ledger's entries go on naming it after the release.
  public internal(set) var attempt: String?
  /// One report a restriction, in the order of the contract.
  public internal(set) var reports: [RestrictionReport]
  /// The restrictions that may stand in the journal, in the order they were engaged.
  public internal(set) var held: [RestrictionID] = []
  /// What is awaited.
  public internal(set) var work: LockWork = .none
  /// Why the lock is being given up before it was complete.
  public internal(set) var refusal: LockRefusal?
  /// When it was complete.
  public internal(set) var since: WallTime?
  /// When the cap releases it: to show, and to go by.
  public internal(set) var until: WallTime?
  /// The same on the clock that counts.
  public internal(set) var capAt: Moment?
  /// Home presses and refused console switches.
  public internal(set) var escapes = 0
  /// Interruptions.
  public internal(set) var interruptions = 0
  /// What profile and entitlements give, as last read.
  public internal(set) var authority = LockAuthority.none
  /// The profile's terms as the front end was last told.
  public internal(set) var toldTerms = LockTerms.none
  /// What else has locked this terminal, as last found; empty: nothing.
  public internal(set) var otherLock = ""
  /// When to look for something else, the next time last; empty before the front end is there and after the second look.
  public internal(set) var looks: [Moment] = []
  /// Whether these times have been set.
  public internal(set) var hasLooked = false
  /// The proctors as last read.
  public internal(set) var proctors = ProctorList()
  /// The proctor who has typed his passcode into the present front end; `nil`: none is there.
  public internal(set) var proctor: String?
  /// Wrong passcodes on this terminal since the last test began: those before a test go on its ledger as it begins.
  public internal(set) var wrongPasscodes = 0
  /// The proctor who paused the test.
  public internal(set) var pausedBy: String?
  /// Whether the front end asks for a passcode, or the last one did when it was lost.
  public internal(set) var isPasscodeAsked = false
  /// How a proctor ended the attempt, until it is released.
  public internal(set) var ordered: AttemptEnd?
  /// Whether a lock is being taken up again that another guardian held.
  public internal(set) var isTakingUp = false
  /// Whether a step failed on the way through them all, so that it is gone once more.
  public internal(set) var hasFailedStep = false
  /// For how long there was no guardian then, in milliseconds.
  public internal(set) var lostFor: Int64 = 0
  /// Whether something required does not hold at present.
  public internal(set) var lapsed = false
  /// Since when there is no front end; `nil`: there is one.
  public internal(set) var frontEndLostAt: Moment?
  /// When the present front end was started, and whether it has said hello.
  public internal(set) var frontEndStartedAt: Moment?
  /// When to start the next front end.
  public internal(set) var startAt: Moment?
  /// Crashes in a row, each within `longEnough` of its start.
  public internal(set) var crashes = 0
  /// When the window lost the focus; `nil`: it has it.
  public internal(set) var focusLostAt: Moment?
  /// When to look at everything again.
  public internal(set) var recheckAt: Moment?
  /// When to try a failed release again.
  public internal(set) var retryAt: Moment?
  /// Whether the terminal has hung up: then nothing on it can or need be put back.
  public internal(set) var terminalIsGone = false
  /// Whether the front end is gone while open: the guardian ends when nothing is engaged any more.
  public internal(set) var isEnding = false

  /// An open lock of a terminal of `tier`.
  public init(tier: Tier) {
    self.tier = tier
    reports = Self.nothingEngaged
  }

  /// Every restriction off.
  static var nothingEngaged: [RestrictionReport] {
    RestrictionID.allCases.map { RestrictionReport(id: $0, state: .off) }
  }

  /// What everyone who asks is told.
  public var report: LockReport {
    LockReport(
      phase: phase, mode: phase == .open ? nil : request?.mode, since: since, until: until, tier: tier,
      restrictions: reports, escapes: escapes, interruptions: interruptions, pausedBy: pausedBy,
      isPasscodeAsked: isPasscodeAsked, entitlement: request.map { authority.source(of: $0.mode) } ?? "")
  }

  /// Whether leaving is refused: from the first restriction engaged to the last one released.
  public var isClosed: Bool { phase.isHeld }

  /// When the interpreter is to send `tick` at the latest; `nil`: nothing is to be done by the clock.
  public func nextTick(after now: Moment) -> Moment? {
    switch phase {
    case .open, .askingConsent: [startAt, looks.last].compactMap { $0 }.min()
    case .engaging, .releasing: startAt
    case .locked, .interrupted, .expired, .stranded: min(now.adding(1000), startAt ?? now.adding(1000))
    }
  }

  /// Why a lock with these reports is not to be had under a policy; `nil`: nothing stands against it.
  public static func judge(
    _ reports: [RestrictionReport], required: [RestrictionID], detections: [RestrictionID: ExamPolicy.Detection]
  ) -> LockRefusal? {
    let unmet = reports.filter { required.contains($0.id) && !$0.state.satisfiesRequirement }
    if !unmet.isEmpty { return .requirementsNotMet(unmet) }
    let refused = reports.filter { detections[$0.id] == .refuse && $0.isFinding }
    return refused.isEmpty ? nil : .detectionRefused(refused)
  }
}

extension RestrictionReport {
  /// Whether a policy that refuses detections of this restriction refuses this report. What looks for company on the
  /// terminal fails closed: not being able to look counts as a finding.
  var isFinding: Bool {
    switch (id, state) {
    case (.multiplexer, .unavailable), (.recording, .unavailable), (.remote, .unavailable), (.ptrace, .unavailable):
      true
    case (_, .detected): true
    case (_, .off), (_, .enforced), (_, .requested), (_, .absent), (_, .unavailable): false
    }
  }
}
