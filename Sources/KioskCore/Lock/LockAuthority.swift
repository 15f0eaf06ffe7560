/// Something a lock may need: there, by what; or not, and why.
public enum Grant: Equatable, Sendable {
  /// It is there, by what is named in words ("sample entitlement").
  case given(String)
  /// It is not there. Why, as the end of a sentence without a full stop; empty: there is nothing more to say.
  case withheld(String)

  /// Whether it is there.
  public var isGiven: Bool {
    switch self {
    case .given: true
    case .withheld: false
    }
  }

  /// By what; empty where it is not there.
  public var source: String {
    switch self {
    case .given(let source): source
    case .withheld: ""
    }
  }
}

/// What a program and its machine bring along when a lock is asked for. Read anew right before every request, so that
/// a profile or an entitlement that was installed, changed or removed counts at once.
///
/// MUST: what is not expressly given is withheld. `.none` gives nothing.
public struct LockAuthority: Equatable, Sendable {
  /// Whether an administrator's profile is in force here, named by its name.
  public var supervision: Grant
  /// Whether the profile lists the program that asks.
  public var listing: Grant
  /// Whether an entitlement covers the program that asks, in the words of consent and result.
  public var entitlement: Grant
  /// What the profile demands of every lock.
  public var terms: LockTerms

  /// Makes an authority.
  public init(supervision: Grant, listing: Grant, entitlement: Grant, terms: LockTerms = .none) {
    self.supervision = supervision
    self.listing = listing
    self.entitlement = entitlement
    self.terms = terms
  }

  /// Nothing is given.
  public static let none = LockAuthority(
    supervision: .withheld(""), listing: .withheld(""), entitlement: .withheld(""))

  /// Why a lock of `mode` is not to be had (design, section 3); `nil`: nothing here stands against it.
  ///
  /// Whether the terminal is locked already, and what it can hold, is asked elsewhere.
  ///
  /// - Parameters:
  ///   - consented: whether the candidate said yes.
  ///   - passcodeIsSet: whether any proctor has a passcode.
  public func refusal(of mode: LockMode, consented: Bool, passcodeIsSet: Bool) -> LockRefusal? {
    switch mode {
    case .guidedAccess:
      // Anyone may; but what only a passcode ends must not begin without one.
      return passcodeIsSet ? nil : .noProctorSet
    case .singleApp:
      if case .withheld(let why) = supervision { return .notSupervised(why) }
      return nil
    case .autonomousSingleApp:
      if case .withheld(let why) = supervision { return .notSupervised(why) }
      if case .withheld(let why) = listing { return .notOnAllowList(why) }
      return nil
    case .assessment:
      if case .withheld(let why) = entitlement { return .notEntitled(why) }
      return consented ? nil : .consentDeclined
    }
  }

  /// By what right a lock of `mode` holds, in words; empty: by nobody's leave but a passcode's.
  public func source(of mode: LockMode) -> String {
    switch mode {
    case .guidedAccess: ""
    case .singleApp, .autonomousSingleApp: supervision.isGiven ? "profile \(supervision.source)" : ""
    case .assessment: entitlement.source
    }
  }
}

/// What a machine's profile demands of every lock on it, beside what the exam demands.
public struct LockTerms: Equatable, Sendable {
  /// The profile's name; empty: there is no profile.
  public var name: String
  /// Restrictions without which there is no lock of a mode.
  public var required: [LockMode: [RestrictionID]]
  /// What to do about things only detected.
  public var detections: [RestrictionID: ExamPolicy.Detection]
  /// The longest any lock holds, 1 to 480 minutes.
  public var capMinutes: Int
  /// Aids that are not to be had.
  public var deniedAids: [Aids.Aid]
  /// Those whose passcodes count; empty: everyone's who has one.
  public var proctors: [String]
  /// The language tests are shown in where they have it (BCP 47); empty: the test's own.
  public var language: String
  /// When the profile ends; `nil`: never. A lock that needs it ends with it.
  public var until: WallTime?

  /// Makes terms.
  public init(
    name: String = "", required: [LockMode: [RestrictionID]] = [:],
    detections: [RestrictionID: ExamPolicy.Detection] = [:], capMinutes: Int = LockState.longestCap,
    deniedAids: [Aids.Aid] = [], proctors: [String] = [], language: String = "", until: WallTime? = nil
  ) {
    self.name = name
    self.required = required
    self.detections = detections
    self.capMinutes = capMinutes
    self.deniedAids = deniedAids
    self.proctors = proctors
    self.language = language
    self.until = until
  }

  /// Nothing is demanded.
  public static let none = LockTerms()

  /// All that a lock of `mode` requires: what is asked for first, then what the profile adds.
  public func required(_ mode: LockMode, beside asked: [RestrictionID]) -> [RestrictionID] {
    asked + (required[mode] ?? []).filter { !asked.contains($0) }
  }

  /// The stricter of what is asked for and what the profile says, for each restriction that either names.
  public func detections(beside asked: [RestrictionID: ExamPolicy.Detection]) -> [RestrictionID: ExamPolicy.Detection] {
    asked.merging(detections) { $0.isStricter(than: $1) ? $0 : $1 }
  }

  /// The request with the profile's demands in it. The cap is at least a minute and at most what the profile and the
  /// design allow.
  ///
  /// What is required to be taken away is not granted at any question.
  public func applied(to request: LockRequest) -> LockRequest {
    let required = required(request.mode, beside: request.required)
    return LockRequest(
      mode: request.mode, attempt: request.attempt, title: request.title, program: request.program,
      required: required,
      detections: detections(beside: request.detections),
      capMinutes: max(1, min(request.capMinutes, capMinutes, LockState.longestCap)), proctor: request.proctor,
      consented: request.consented,
      grants: request.grants.compactMap { grant in
        let features = grant.features.without(required)
        return features.isEmpty ? nil : HelpGrant(slot: grant.slot, features: features)
      })
  }

  /// How long a lock of `mode` with `cap` minutes may hold from `now` on, in milliseconds: a mode that rests on the
  /// profile ends with it.
  public func longest(_ mode: LockMode, cap: Int, from now: WallTime) -> Int64 {
    let whole = Int64(cap) * 60_000
    switch mode {
    case .guidedAccess, .assessment: return whole
    case .singleApp, .autonomousSingleApp:
      guard let until else { return whole }
      return max(0, min(whole, until.milliseconds - now.milliseconds))
    }
  }
}

extension ExamPolicy.Detection {
  /// Whether this lets less pass.
  func isStricter(than other: ExamPolicy.Detection) -> Bool { severity > other.severity }

  private var severity: Int {
    switch self {
    case .allow: 0
    case .record: 1
    case .refuse: 2
    }
  }
}
