@testable import KioskCore

/// Plays the lock's interpreter: does every effect at once, on a terminal that is only a set of names.
struct LockDriver {
  var lock = LockState(tier: .terminal)
  /// What is engaged on the terminal, and what the journal holds.
  var engaged: Set<RestrictionID> = []
  var journal: Set<RestrictionID> = []
  /// What the terminal reads back; not listed: enforced.
  var states: [RestrictionID: RestrictionState] = [:]
  /// The same, where it reads back as another than was foreseen.
  var readBackStates: [RestrictionID: RestrictionState] = [:]
  /// Steps that fail.
  var faults: Set<Fault> = []
  /// Effects that get no answer for now.
  var isMute = false
  var now: Int64 = 1_000_000
  var told: [GuardianMessage] = []
  var entries: [String] = []
  var effects: [LockEffect] = []
  var claimAnswer: LockEvent = .claimed
  /// What the next guardian would find.
  var held: HeldLock?
  /// What else has locked the terminal.
  var other = ""

  /// The driver of a terminal where a test may be locked.
  init() { send(.authorityRead(LockDriver.entitled)) }

  static let entitled = LockAuthority(
    supervision: .withheld(""), listing: .withheld(""), entitlement: .given("sample entitlement"))

  struct Fault: Hashable {
    let id: RestrictionID
    let step: LockStep
  }

  static let request = LockRequest(
    mode: .assessment, attempt: "A", title: "Geography", required: [.home, .subprocess], detections: [:],
    capMinutes: 10,
    consented: true)

  /// A lock of that request as the journal has it.
  static let held = HeldLock(
    request: request, since: WallTime(milliseconds: 900_000), until: WallTime(milliseconds: 1_500_000),
    capAt: Moment(milliseconds: 1_500_000))

  mutating func send(_ event: LockEvent) {
    var queue = [event]
    while !queue.isEmpty {
      let next = queue.removeFirst()
      let time = LockTime(moment: Moment(milliseconds: now), wall: WallTime(milliseconds: now))
      for effect in lock.reduce(next, at: time) {
        effects.append(effect)
        if let answer = perform(effect), !isMute { queue.append(answer) }
      }
    }
  }

  mutating func lockNow(_ request: LockRequest = LockDriver.request) {
    send(.frontEndReady)
    send(.lockRequested(request))
  }

  mutating func wait(_ milliseconds: Int64) {
    now += milliseconds
    send(.tick)
  }

  private func report(_ id: RestrictionID) -> RestrictionReport {
    RestrictionReport(id: id, state: states[id] ?? .enforced)
  }

  private mutating func perform(_ effect: LockEffect) -> LockEvent? {
    switch effect {
    case .lookForOthers: return .othersFound(other)
    case .claim, .adopt: return claimAnswer
    case .keepHeld(let held):
      self.held = held
      return nil
    case .forgetHeld:
      held = nil
      return nil
    case .survey: return .surveyed(LockState.plan.map(report))
    case .capture(let id): return step(id, .capture, .captured(id))
    case .journal(let id):
      // A line that failed half-way may be there all the same.
      journal.insert(id)
      return step(id, .journal, .journalled(id))
    case .engage(let id):
      engaged.insert(id)
      return step(id, .engage, .engaged(id))
    case .readBack(let id):
      let read = readBackStates[id].map { RestrictionReport(id: id, state: $0) } ?? report(id)
      return step(id, .readBack, .readBack(read))
    case .release(let id):
      if !faults.contains(Fault(id: id, step: .release)) { engaged.remove(id) }
      return step(id, .release, .released(id))
    case .strike(let id):
      if !faults.contains(Fault(id: id, step: .strike)) { journal.remove(id) }
      return step(id, .strike, .struck(id))
    case .recheck(let everything): return .rechecked(everything ? LockState.plan.map(report) : [report(.home)])
    case .tell(let message):
      told.append(message)
      return nil
    case .record(_, let what, _):
      entries.append(what)
      return nil
    case .disclaim, .publish, .paintRestoring, .paintClosed, .startFrontEnd, .killFrontEnd, .startGrace, .end:
      return nil
    }
  }

  private func step(_ id: RestrictionID, _ step: LockStep, _ done: LockEvent) -> LockEvent {
    faults.contains(Fault(id: id, step: step)) ? .stepFailed(id, step, "no") : done
  }

  /// What must hold after every event.
  var fault: String? {
    if lock.report.isLocked {
      for id in lock.request?.required ?? RestrictionID.allCases {
        if !lock.report.state(of: id).satisfiesRequirement { return "content may be shown without \(id)" }
        if LockState.plan.contains(id) && !engaged.contains(id) { return "content may be shown, \(id) not engaged" }
      }
      if lock.frontEndLostAt != nil { return "locked without a front end" }
    }
    // On a terminal that is gone a release that fails leaves nothing behind.
    if !lock.isClosed && !isMute && !lock.terminalIsGone && !(engaged.isEmpty && journal.isEmpty) {
      return "open with \(engaged) \(journal)"
    }
    if !lock.isClosed && held != nil { return "open, and would be taken up again" }
    if !lock.isClosed && !lock.held.isEmpty { return "open, holding \(lock.held)" }
    return nil
  }
}

/// One event of every kind, and of every shape that is treated differently.
let everyLockEvent: [LockEvent] = [
  .assessRequested(program: "geography", required: [.home], detections: [:]), .lockRequested(LockDriver.request),
  .lockRequested(
    LockRequest(
      mode: .assessment, attempt: "B", title: "", required: [.paste, .consoleKeys], detections: [.recording: .refuse],
      capMinutes: 9999, consented: true)),
  .lockRequested(LockRequest(mode: .assessment, attempt: "E")), .authorityRead(.none),
  .authorityRead(LockDriver.entitled),
  .authorityRead(
    LockAuthority(
      supervision: .given("Lab"), listing: .given("/usr/bin/true"), entitlement: .withheld("it ended"),
      terms: LockTerms(name: "Lab", required: [.assessment: [.paste]], capMinutes: 5, proctors: ["A. Smith"]))),
  .othersFound("vlock"), .othersFound(""),
  .lockRequested(
    LockRequest(mode: .singleApp, attempt: "C", title: "", required: [], detections: [:], capMinutes: 1)),
  .unlockRequested(.submitted), .leaveRequested(status: 0), .frontEndReady, .claimed, .claimRefused("vlock"),
  .claimFailed("no folder"), .surveyed([]), .captured(.home), .journalled(.home), .engaged(.home),
  .readBack(RestrictionReport(id: .home, state: .enforced)), .released(.home), .struck(.home),
  .stepFailed(.home, .engage, "no"), .stepFailed(.home, .release, "no"), .rechecked([]),
  .rechecked([RestrictionReport(id: .home, state: .unavailable(reason: "gone"))]),
  .rechecked([RestrictionReport(id: .home, state: .enforced)]), .homeBlocked(.escape), .switchRefused,
  .undoneOutside([.consoleSwitch]),
  .passcodeJudged(.accepted("A. Smith")), .passcodeJudged(.wrong(wait: 1000)), .passcodeJudged(.noneSet),
  .proctorAsked(.goOn), .proctorAsked(.pause), .proctorAsked(.resume), .proctorAsked(.handIn), .proctorAsked(.end),
  .passcodeAsked(true), .passcodeAsked(false), .proctorLeft, .proctorsRead(ProctorList(names: ["A. Smith"])),
  .proctorsRead(ProctorList()),
  .lockRequested(
    LockRequest(
      mode: .assessment, attempt: "D", title: "", required: [], detections: [:], capMinutes: 5, proctor: .always,
      consented: true)),
  .bannerShown("words"), .noted(what: "pasteBurst", detail: "40"), .focusChanged(false), .focusChanged(true),
  .signalled("TERM"), .signalled("TSTP"), .gap(.suspended, milliseconds: 5000), .frontEndContinued,
  .frontEndLost(how: "killed by KILL", status: 70), .terminalGone, .graceOver, .tick,
  .heldLockFound(LockDriver.held, LockTally(escapes: 2), GuardianLoss(milliseconds: 300, isRecorded: false)),
]
