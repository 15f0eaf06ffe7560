/// A situation in which a lock is refused, one for each reason there is.
///
/// Each is really asked: `answer` puts the request to the lock's own reducer, as a guardian on such a machine would, or to
/// the rules by which it lets a hosted program ask, and tells what they say.
public enum RefusalCase: String, CaseIterable, Sendable {
  case notEntitled, notSupervised, notOnAllowList, consentDeclined, alreadyLockedByUs, alreadyLockedByOther,
    requirementsNotMet, detectionRefused, engageFailed, proctorNeeded, noProctorSet, notTheOwner, notOfTheProgram

  /// The situation, in a few words.
  public var title: String {
    switch self {
    case .notEntitled: "A test that nobody has entitled"
    case .notSupervised: "Single App Mode, no profile"
    case .notOnAllowList: "A program that is not listed"
    case .consentDeclined: "The candidate says no"
    case .alreadyLockedByUs: "Locked already, by kiosk"
    case .alreadyLockedByOther: "Locked already, by vlock"
    case .requirementsNotMet: "What is required is not held here"
    case .detectionRefused: "A terminal shared by tmux"
    case .engageFailed: "Taking a key away fails"
    case .proctorNeeded: "No proctor has typed the passcode"
    case .noProctorSet: "Guided Access without a passcode"
    case .notTheOwner: "Unlocking what another part locked"
    case .notOfTheProgram: "Asking from outside the program"
    }
  }

  /// What comes of asking; `nil`: the lock was to be had after all.
  public var answer: LockRefusal? {
    switch self {
    case .notTheOwner: return RequestRules.refusalToUnlock(.other, ownerLives: true)
    case .notOfTheProgram: return RequestRules.refusal(of: .init(isSameUser: true, isOfTheProgram: false))
    case .notEntitled, .notSupervised, .notOnAllowList, .consentDeclined, .alreadyLockedByUs, .alreadyLockedByOther,
      .requirementsNotMet, .detectionRefused, .engageFailed, .proctorNeeded, .noProctorSet:
      return askedOfTheLock
    }
  }

  private var askedOfTheLock: LockRefusal? {
    let lock = RehearsedLock(self)
    let controller = LockController(port: lock)
    lock.answers = { message in
      switch message {
      case .lockChanged(let report): controller.heard(report)
      case .refused(let refusal): controller.refused(refusal)
      case .welcome, .assessed, .capReached, .interrupted, .endAsked, .terms, .proctors, .passcodeAnswered,
        .proctorEnds, .programStarted, .programEnded, .voice, .helps, .helpAnswered, .resized, .repaint:
        break
      }
    }
    var refusal: LockRefusal?
    controller.request(request) { if case .refused(let why) = $0 { refusal = why } }
    // Whoever asks once more while the lock holds is told so, and keeps it.
    if self == .alreadyLockedByUs {
      controller.request(request) { if case .refused(let why) = $0 { refusal = why } }
    }
    lock.answers = nil
    return refusal
  }

  /// What is asked for.
  var request: LockRequest {
    let mode: LockMode =
      switch self {
      case .notSupervised: .singleApp
      case .notOnAllowList, .notTheOwner, .notOfTheProgram: .autonomousSingleApp
      case .noProctorSet: .guidedAccess
      case .notEntitled, .consentDeclined, .alreadyLockedByUs, .alreadyLockedByOther, .requirementsNotMet,
        .detectionRefused, .engageFailed, .proctorNeeded:
        .assessment
      }
    return LockRequest(
      mode: mode, title: "A demonstration", required: self == .requirementsNotMet ? [.consoleSwitch] : [],
      detections: self == .detectionRefused ? [.multiplexer: .refuse] : [:],
      proctor: self == .proctorNeeded ? .always : .none, consented: self != .consentDeclined)
  }

  /// What profile and entitlements give there.
  var authority: LockAuthority {
    switch self {
    case .notEntitled, .notSupervised, .noProctorSet: .none
    case .notOnAllowList, .notTheOwner, .notOfTheProgram:
      LockAuthority(supervision: .given("Room 12"), listing: .withheld(""), entitlement: .withheld(""))
    case .consentDeclined, .alreadyLockedByUs, .alreadyLockedByOther, .requirementsNotMet, .detectionRefused,
      .engageFailed, .proctorNeeded:
      LockAuthority(
        supervision: .withheld(""), listing: .withheld(""), entitlement: .given(SampleEntitlement.source))
    }
  }

  /// The proctors there.
  var proctors: ProctorList { self == .proctorNeeded ? ProctorList(names: ["A. Smith"]) : ProctorList() }

  /// What else has locked the terminal.
  var otherLock: String { self == .alreadyLockedByOther ? "vlock (process 812)" : "" }

  /// What the terminal holds of `id`.
  func report(_ id: RestrictionID) -> RestrictionReport {
    switch (self, id) {
    case (.requirementsNotMet, .consoleSwitch):
      RestrictionReport(id: id, state: .unavailable(reason: "this is not a Linux console"))
    case (.detectionRefused, .multiplexer):
      RestrictionReport(id: id, state: .detected, finding: "tmux holds the other end of this terminal")
    case (_, _): RestrictionReport(id: id, state: .enforced)
    }
  }
}

/// The guardian's lock without a terminal: its reducer, answered as a machine in the given situation answers.
private final class RehearsedLock: LockPort {
  private let situation: RefusalCase
  private var lock = LockState(tier: .terminal)
  /// Hears what the lock says.
  var answers: ((GuardianMessage) -> Void)?

  init(_ situation: RefusalCase) { self.situation = situation }

  func ask(for request: LockRequest) {
    take([.authorityRead(situation.authority), .proctorsRead(situation.proctors), .lockRequested(request)])
  }

  func askToRelease(_ end: AttemptEnd) { take([.unlockRequested(end)]) }

  private func take(_ events: [LockEvent]) {
    let time = LockTime(moment: Moment(milliseconds: 0), wall: WallTime(milliseconds: 0))
    var waiting = events[...]
    while let event = waiting.popFirst() {
      for effect in lock.reduce(event, at: time) { if let answer = answer(to: effect) { waiting.append(answer) } }
    }
  }

  private func answer(to effect: LockEffect) -> LockEvent? {
    switch effect {
    case .lookForOthers: return .othersFound(situation.otherLock)
    case .claim, .adopt: return .claimed
    case .survey: return .surveyed(RestrictionID.allCases.map(situation.report))
    case .capture(let id): return .captured(id)
    case .journal(let id): return .journalled(id)
    case .engage(let id):
      if situation == .engageFailed, id == .home { return .stepFailed(id, .engage, "the terminal does not answer") }
      return .engaged(id)
    case .readBack(let id): return .readBack(situation.report(id))
    case .release(let id): return .released(id)
    case .strike(let id): return .struck(id)
    case .tell(let message):
      answers?(message)
      return nil
    case .disclaim, .keepHeld, .forgetHeld, .recheck, .publish, .record, .paintRestoring, .paintClosed,
      .startFrontEnd, .killFrontEnd, .startGrace, .end:
      return nil
    }
  }
}
