/// The single-app modes.
public enum LockMode: String, CaseIterable, Sendable {
  case guidedAccess, singleApp, autonomousSingleApp, assessment
}

/// Where the lock stands in its life.
public enum LockPhase: String, CaseIterable, Sendable {
  case open, askingConsent, engaging, locked, releasing, interrupted, expired, stranded
}

extension LockPhase {
  /// Whether the terminal is held: leaving is refused, though not everything that must hold may hold right now.
  public var isHeld: Bool {
    switch self {
    case .open, .askingConsent: false
    case .engaging, .locked, .releasing, .interrupted, .expired, .stranded: true
    }
  }
}

/// What the lock's keeper tells everyone who asks: true at the moment it was written.
public struct LockReport: Equatable, Sendable {
  /// Where it stands.
  public var phase: LockPhase
  /// The mode, while not open.
  public var mode: LockMode?
  /// When it was locked.
  public var since: WallTime?
  /// When the cap releases it.
  public var until: WallTime?
  /// What kind of terminal this is.
  public var tier: Tier
  /// Every restriction, in the order of the contract.
  public var restrictions: [RestrictionReport]
  /// Home presses and refused console switches so far.
  public var escapes: Int
  /// Interruptions so far.
  public var interruptions: Int
  /// The proctor who paused the test; `nil`: it is not paused.
  public var pausedBy: String?
  /// Whether a passcode is being typed: a front end that comes back in the midst of it asks on, so that the rest of the
  /// passcode is no answer.
  public var isPasscodeAsked: Bool

  /// By what right it is locked, or would be, in words: "sample entitlement"; empty: nothing is asked for.
  public var entitlement: String

  /// Whether content may be shown.
  public var isLocked: Bool { phase == .locked }

  /// Makes a report.
  public init(
    phase: LockPhase, mode: LockMode? = nil, since: WallTime? = nil, until: WallTime? = nil, tier: Tier,
    restrictions: [RestrictionReport] = [], escapes: Int = 0, interruptions: Int = 0, pausedBy: String? = nil,
    isPasscodeAsked: Bool = false, entitlement: String = ""
  ) {
    self.phase = phase
    self.mode = mode
    self.since = since
    self.until = until
    self.tier = tier
    self.restrictions = restrictions
    self.escapes = escapes
    self.interruptions = interruptions
    self.pausedBy = pausedBy
    self.isPasscodeAsked = isPasscodeAsked
    self.entitlement = entitlement
  }

  /// An open terminal of which nothing is known yet.
  public static let unknown = LockReport(phase: .open, tier: .none)

  /// The state of one restriction; `.off` where the report does not list it.
  public func state(of id: RestrictionID) -> RestrictionState {
    restrictions.first { $0.id == id }?.state ?? .off
  }
}

/// Why a lock was refused. Every refusal has its reason and its mend in words (`reason`, `mend`).
public enum LockRefusal: Equatable, Sendable {
  /// No entitlement covers the program that asks; why, where there is more to say.
  case notEntitled(String)
  /// No administrator's profile is in force here; why, where there is more to say.
  case notSupervised(String)
  /// The profile does not list the program that asks; why, where there is more to say.
  case notOnAllowList(String)
  /// The candidate said no.
  case consentDeclined
  /// Locked by us already: the lock stays.
  case alreadyLockedByUs
  /// Locked by something else, named: the exam must not go on.
  case alreadyLockedByOther(String)
  /// Restrictions the policy requires that cannot be had here.
  case requirementsNotMet([RestrictionReport])
  /// Detections the policy refuses, with what was found.
  case detectionRefused([RestrictionReport])
  /// A restriction failed to engage; everything was put back.
  case engageFailed(RestrictionID, String)
  /// A proctor has to type the passcode first; where the passcodes cannot be read, why.
  case proctorNeeded(String)
  /// A proctor has to type the passcode first, and none is set.
  case noProctorSet
  /// Another process has the lock: only it, or the hosted program itself, may let go of it.
  case notTheOwner
  /// Whoever asks is no part of the program that is hosted here; why, in words.
  case notOfTheProgram(String)

  /// The restrictions it is about: those that cannot be had, or those that found something.
  public var restrictions: [RestrictionID] {
    switch self {
    case .requirementsNotMet(let reports), .detectionRefused(let reports): reports.map(\.id)
    case .engageFailed(let id, _): [id]
    case .notEntitled, .notSupervised, .notOnAllowList, .consentDeclined, .alreadyLockedByUs, .alreadyLockedByOther,
      .proctorNeeded, .noProctorSet, .notTheOwner, .notOfTheProgram:
      []
    }
  }
}

/// What a front end asks the guardian for when it wants a lock.
public struct LockRequest: Equatable, Sendable {
  /// The mode.
  public let mode: LockMode
  /// The attempt the lock is for: the ledger and the journal name it.
  public let attempt: String
  /// What is on, in words: "Geography".
  public let title: String
  /// What asks: an exam's id, or the path of a program. Entitlement and allow-list are looked up by it.
  public let program: String
  /// Restrictions without which there is no lock.
  public let required: [RestrictionID]
  /// What to do about things only detected.
  public let detections: [RestrictionID: ExamPolicy.Detection]
  /// The longest the lock may hold, 1 to 480 minutes.
  public let capMinutes: Int
  /// Whether a proctor must have typed the passcode.
  public let proctor: ProctorNeed
  /// Whether the candidate said yes.
  public let consented: Bool
  /// The helps that the test grants, question by question, as the candidate agreed to them. Nothing else is granted as long
  /// as the lock holds.
  public let grants: [HelpGrant]

  /// Makes a request; of one that says no more than its mode nothing is required, and the cap is the design's.
  public init(
    mode: LockMode, attempt: String = "", title: String = "", program: String = "", required: [RestrictionID] = [],
    detections: [RestrictionID: ExamPolicy.Detection] = [:], capMinutes: Int = LockState.longestCap,
    proctor: ProctorNeed = .none, consented: Bool = false, grants: [HelpGrant] = []
  ) {
    self.mode = mode
    self.attempt = attempt
    self.title = title
    self.required = required
    self.detections = detections
    self.capMinutes = capMinutes
    self.proctor = proctor
    self.program = program
    self.consented = consented
    self.grants = grants
  }

  /// What is granted at question `slot`.
  public func grants(at slot: UInt16) -> Set<HelpFeature> {
    Set(grants.first { $0.slot == slot }?.features ?? [])
  }

  /// The same request for another mode; whoever asks has said yes.
  public func asking(for mode: LockMode) -> LockRequest {
    LockRequest(
      mode: mode, attempt: attempt, title: title, program: program, required: required, detections: detections,
      capMinutes: capMinutes, proctor: proctor, consented: true, grants: grants)
  }
}

/// Why an attempt was interrupted.
public enum InterruptionCause: String, CaseIterable, Sendable {
  case suspended, stopped, hungUp, focusLost, clockMoved, frontEndCrashed, guardianLost, powerLost
}

/// How an attempt ended.
public enum AttemptEnd: String, CaseIterable, Sendable {
  /// The candidate handed in.
  case submitted
  /// The exam's time or the cap ran out.
  case expired
  /// The proctor ended it.
  case ended
}
