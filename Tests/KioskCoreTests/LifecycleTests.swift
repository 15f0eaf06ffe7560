import SittingScript
import Testing

@testable import KioskCore

/// Guardian and front end together, wired by their messages: the lock's reducer on a terminal of names, the sitting's on
/// a store that keeps everything.
private struct Pair {
  /// What can happen, from a press to a power cut of either process.
  enum Happening: String, CaseIterable {
    case yes, no, answer, home, handIn, killFrontEnd, hangUp, lapse, recover, faultOnTheWayIn, faultOnTheWayBack, mend
    case suspended, signal, focusLost, tenSeconds, eightHours, loseGuardian, replaceGuardian
  }

  var lock = LockDriver()
  var sitting: SittingState?
  private var attempt: Attempt?
  private var heard = 0
  private var done = 0
  private(set) var hasLeft = false
  private(set) var hasEnded = false
  /// Whether the questions could still be read when their guardian was gone.
  private var lostInSight = false
  private static let required: [RestrictionID] = [.home, .subprocess, .lookUp]

  init() {
    startFrontEnd(resume: nil)
  }

  private var exam: Exam {
    SampleExam.exam(
      navigation: .free, verdict: .end,
      policy: ExamPolicy(proctor: false, required: Pair.required, detections: [.recording: .refuse]))
  }

  private mutating func startFrontEnd(resume: String?) {
    var launch = Launch()
    launch.exam = "sample"
    launch.candidate = Candidate(name: "Ada")
    launch.resume = resume
    launch.isService = true
    sitting = SittingState(launch: launch)
    tell(.frontEndReady)
    take(.started)
  }

  /// An event to the lock; what it says goes to the front end, what it starts is started.
  private mutating func tell(_ event: LockEvent) {
    guard !hasEnded else { return }
    lock.send(event)
    while done < lock.effects.count {
      let effect = lock.effects[done]
      done += 1
      switch effect {
      case .startFrontEnd(let resume): startFrontEnd(resume: resume)
      case .end: hasEnded = true
      case .killFrontEnd: loseFrontEnd()
      case .tell(let message): if sitting != nil { take(.guardianSaid(message)) }
      default: break
      }
    }
  }

  private mutating func loseFrontEnd() {
    guard sitting != nil else { return }
    sitting = nil
    tell(.frontEndLost(how: "killed by KILL", status: 70))
  }

  /// An event to the sitting; what it wants is done at once, as store and guardian do.
  private mutating func take(_ event: SittingEvent) {
    guard var state = sitting, !hasLeft else { return }
    let moment = Moment(milliseconds: lock.now)
    let effects = state.reduce(event, now: moment, wall: WallTime(milliseconds: lock.now))
    sitting = state
    for effect in effects { perform(effect) }
  }

  private mutating func perform(_ effect: SittingEffect) {
    switch effect {
    case .openExam: take(.examOpened(exam))
    case .prepareAttempt(let exam, let candidate, let mode):
      let options = AttemptComposer.Options(mode: mode, minutes: nil, extraPercent: 0)
      attempt = AttemptComposer.compose(
        exam, seed: 1, candidate: candidate, options: options, startedAt: WallTime(milliseconds: lock.now),
        random: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      if let attempt { take(.attemptPrepared(attempt)) }
    case .loadAttempt:
      guard let attempt else { return }
      let marks = attempt.slots.map { _ in ResumePoint.Mark() }
      take(.attemptLoaded(attempt, ResumePoint(marks: marks, current: 0, consumed: 0, runningAt: nil)))
    case .storeAttempt: take(.attemptStored)
    case .commit: take(.stepCommitted)
    case .seal(let end): take(.sealed(SittingScript().marked(end)))
    case .assess(let policy, let program):
      tell(.assessRequested(program: program, required: policy.required, detections: policy.detections))
    case .requestLock(let request): tell(.lockRequested(request))
    case .requestUnlock(let end): tell(.unlockRequested(end))
    case .reportHome(let key): tell(.homeBlocked(key))
    case .preserve(.hungUp): tell(.terminalGone)
    case .leave(let status, _):
      hasLeft = true
      tell(.leaveRequested(status: status))
    default: break
    }
  }

  mutating func happen(_ happening: Happening) {
    switch happening {
    case .yes: take(.pressed(.typed("y")))
    case .no: take(.pressed(.typed("n")))
    case .answer: take(.pressed(.enter))
    case .home: take(.homePressed(.ctrlC))
    case .handIn:
      take(.pressed(.action(.review)))
      take(.pressed(.action(.review)))
      take(.pressed(.typed("y")))
    case .killFrontEnd: loseFrontEnd()
    case .hangUp:
      tell(.terminalGone)
      take(.terminalGone)
      tell(.graceOver)
    case .lapse:
      lock.states[.lookUp] = .off
      tell(.rechecked([RestrictionReport(id: .lookUp, state: .off)]))
    case .recover:
      lock.states = [:]
      tell(.rechecked([RestrictionReport(id: .lookUp, state: .enforced)]))
    case .faultOnTheWayIn: lock.faults = [LockDriver.Fault(id: .paste, step: .engage)]
    case .faultOnTheWayBack: lock.faults = [LockDriver.Fault(id: .home, step: .release)]
    case .mend: lock.faults = []
    case .suspended: tell(.gap(.suspended, milliseconds: 60_000))
    case .signal: tell(.signalled("TERM"))
    case .focusLost: tell(.focusChanged(false))
    case .tenSeconds: wait(11_000)
    case .eightHours: wait(8 * 3_600_000 + 61_000)
    case .loseGuardian:
      // What the guardian held goes with it; the front end only has to show nothing any more.
      sitting?.launch.isService = false
      take(.guardianLost)
      hasEnded = true
    case .replaceGuardian: replaceGuardian()
    }
  }

  /// The guardian is killed, and a service manager starts another one; where nothing was locked, that is the end.
  private mutating func replaceGuardian() {
    guard !hasEnded, !hasLeft, sitting != nil else { return }
    take(.guardianLost)
    guard let held = lock.held, !hasLeft else {
      // The next one undoes what is left, and takes the terminal from the front end that is still there.
      sitting = nil
      hasEnded = true
      return
    }
    if showsContent { lostInSight = true }
    sitting = nil
    var next = LockDriver()
    next.now = lock.now + 300
    next.engaged = lock.engaged
    next.journal = lock.journal
    next.held = held
    next.states = lock.states
    next.faults = lock.faults
    lock = next
    done = 0
    tell(.heldLockFound(held, LockTally(), GuardianLoss(milliseconds: 300, isRecorded: true)))
  }

  private mutating func wait(_ milliseconds: Int64) {
    lock.now += milliseconds
    tell(.tick)
    take(.ticked)
  }

  /// Whether anything of the test can be read.
  var showsContent: Bool {
    guard let sitting, !hasLeft, !hasEnded, sitting.sitting?.isTest == true else { return false }
    return (sitting.stage == .question || sitting.stage == .review) && !sitting.isHidden
  }

  /// What does not hold, if anything.
  var fault: String? {
    if lostInSight { return "content is shown without a guardian" }
    if showsContent {
      guard lock.lock.phase == .locked else { return "content is shown while the lock is \(lock.lock.phase)" }
      for id in Pair.required where !lock.engaged.contains(id) { return "content is shown, \(id) is not engaged" }
      for id in Pair.required where !lock.lock.report.state(of: id).satisfiesRequirement {
        return "content is shown, \(id) is \(lock.lock.report.state(of: id))"
      }
    }
    if hasEnded && lock.lock.isClosed && sitting != nil && !hasLeft { return "the guardian ended while locked" }
    return lock.fault
  }
}

@Suite("Guardian and front end together")
struct LifecycleTests {
  private func walk(_ happenings: [Pair.Happening]) -> (fault: String?, shown: Bool) {
    var pair = Pair()
    var shown = false
    for (index, happening) in happenings.enumerated() {
      pair.happen(happening)
      shown = shown || pair.showsContent
      if let fault = pair.fault { return ("\(fault) after \(happenings[...index].map(\.rawValue))", shown) }
    }
    return (nil, shown)
  }

  @Test("a test is shown once everything required holds, hidden while it does not, and gone when it is handed in")
  func theOrdinaryWay() {
    #expect(walk([.yes]).shown)
    var pair = Pair()
    for happening: Pair.Happening in [.yes, .answer, .lapse] { pair.happen(happening) }
    #expect(!pair.showsContent)
    pair.happen(.recover)
    #expect(pair.showsContent)
    pair.happen(.killFrontEnd)
    #expect(pair.showsContent)
    pair.happen(.replaceGuardian)
    #expect(pair.showsContent)
    pair.happen(.handIn)
    #expect(!pair.showsContent && pair.lock.lock.phase == .open && pair.lock.engaged.isEmpty)
    #expect(pair.sitting?.stage == .report)
  }

  @Test("every sequence of three happenings, before and after the lock, shows nothing unlocked and strands nothing")
  func everyShortSequence() {
    var count = 0
    var shown = 0
    let all = Pair.Happening.allCases
    for start in [[], [Pair.Happening.yes]] {
      for index in 0..<(all.count * all.count * all.count) {
        let three = [
          all[index % all.count], all[index / all.count % all.count], all[index / all.count / all.count],
        ]
        let (fault, wasShown) = walk(start + three)
        if let fault {
          Issue.record("\(fault)")
          return
        }
        count += 1
        shown += wasShown ? 1 : 0
      }
    }
    // That content was shown in many of them is what makes the rest mean something.
    #expect(shown > count / 3)
  }

  @Test("no sequence of up to twelve happenings does, in fifteen thousand drawn ones", arguments: [11, 12, 13])
  func manyLongSequences(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    for _ in 0..<5000 {
      let length = Int.random(in: 4...12, using: &random)
      var happenings = (0..<length).map { _ in Pair.Happening.allCases.randomElement(using: &random) ?? .yes }
      // Most begin with a lock, or nearly nothing would ever be shown.
      if Bool.random(using: &random) { happenings[0] = .yes }
      if let fault = walk(happenings).fault {
        Issue.record("seed \(seed): \(fault)")
        return
      }
    }
  }
}
