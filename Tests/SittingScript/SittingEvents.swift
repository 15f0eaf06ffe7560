import KioskCore
import KioskPage
import KioskWords

/// Every kind of event, and sittings at every stage, for tests of totality.
public enum SittingEvents {
  /// Every kind of key press.
  public static var presses: [Press] {
    var presses: [Press] = [
      .typed("a"), .typed("y"), .typed("n"), .typed("p"), .typed(" "), .typed("é"), .typed("渥"), .pasted("text"),
      .enter, .focusMoved(forward: true), .focusMoved(forward: false), .moved(.up), .moved(.down), .moved(.left),
      .moved(.right),
    ]
    presses += Edit.allCases.map { .edited($0) }
    presses += Action.allCases.map { .action($0) }
    return presses
  }

  /// One event of each kind, keys and all.
  public static var all: [SittingEvent] {
    let script = SittingScript.test()
    var paused = script.report(.locked)
    paused.pausedBy = "A. Smith"
    var events: [SittingEvent] = presses.map { .pressed($0) }
    events += HomeKey.allCases.map { .homePressed($0) }
    events += [
      .burstTyped(count: 30), .focusChanged(false), .focusChanged(true), .modeReported(mode: 2004, value: 1),
      .resized(columns: 50, rows: 15), .resized(columns: 60, rows: 20), .laidOut(scrollLimit: 3), .terminalGone,
      .guardianLost, .started, .catalogueRead(exams: [], resumable: []), .examOpened(SampleExam.everyType),
      .bankOpened(SampleExam.everyType, preview: ["GIFT: 12 questions."]),
      .examRejected(["a:1:1: wrong"], status: 65), .attemptStored, .storeFailed("disk full"), .stepCommitted,
      .stepFailed("disk full"), .sealFailed("disk full"), .keyboardRead("Caps"),
      .lookedUp([PageLine(.word, "found"), PageLine(.text, "a {thing}")], number: 1, isLast: true),
      .practiceOvertaken("being sat"),
      .reportFileProposed("/tmp/x"), .reportSaved(.taken), .reportSaved(.failed("no")), .reportSaved(.saved("/tmp/x")),
      .practiceWithheld([]), .practiceWithheld([interrupted, interrupted]), .ticked, .sealed(script.marked(.submitted)),
    ]
    events += Sitting.Correctness.allCases.map { .judged(slot: 1, $0) }
    events += [.judged(slot: 99, .right), .judged(slot: -1, .wrong)]
    if let attempt = script.state.sitting?.attempt {
      events += [
        .attemptPrepared(attempt),
        .attemptLoaded(attempt, ResumePoint(marks: [], current: 400, consumed: -5)),
      ]
    }
    events += LockPhase.allCases.map { .guardianSaid(.lockChanged(script.report($0))) }
    events += InterruptionCause.allCases.map { .guardianSaid(.interrupted($0, milliseconds: 1500)) }
    events += [
      .guardianSaid(.welcome(version: 1, lock: script.report(.open), resume: nil, absence: 0)),
      .guardianSaid(.assessed(script.report(.open), refusal: .notEntitled(""))),
      .guardianSaid(.refused(.notEntitled(""))),
      .guardianSaid(.capReached), .guardianSaid(.endAsked(signal: "TERM", locked: true)),
      .guardianSaid(.endAsked(signal: "TERM", locked: false)), .guardianSaid(.resized), .guardianSaid(.repaint),
      .guardianSaid(.proctors(ProctorList(names: ["A. Smith", "B. Jones"], wait: 3000))),
      .guardianSaid(.proctors(ProctorList())), .guardianSaid(.proctors(ProctorList(fault: "locked away"))),
      .guardianSaid(.passcodeAnswered(.accepted("A. Smith"))), .guardianSaid(.passcodeAnswered(.wrong(wait: 1000))),
      .guardianSaid(.passcodeAnswered(.tooSoon(wait: 1000))), .guardianSaid(.passcodeAnswered(.noneSet)),
      .guardianSaid(.passcodeAnswered(.failed("no memory"))), .guardianSaid(.proctorEnds(.ended)),
      .guardianSaid(.voice(.starting)), .guardianSaid(.voice(.ready(output: "files"))),
      .guardianSaid(.voice(.restarting)), .guardianSaid(.voice(.absent("no card: buy one"))),
      .guardianSaid(.voice(.none)), .guardianSaid(.proctorEnds(.submitted)), .guardianSaid(.lockChanged(paused)),
    ]
    let answers: [HelpAnswer] = [
      .ready("en_US"), .missing(.spellCheck, "none"), .misspelt(number: 1, ["teh"]), .near(number: 7, ["the"]),
      .suggestions(number: 1, taken: 400, ["Oslo"]), .suggestions(number: 0, taken: 1, ["Oslo"]),
      .defined(number: 1, headword: "cape", lines: [], near: []),
    ]
    events += answers.map { .guardianSaid(.helpAnswered($0)) }
    let reports: [HelpsReport] = [.none, .starting, .ready([]), .ready(["none"]), .absent("none")]
    events += reports.map { .guardianSaid(.helps($0)) }
    return events
  }

  /// An interrupted test.
  public static let interrupted = ResumableItem(
    attempt: "A", exam: "sample", title: "Geography", candidate: "Ada Lovelace", answered: 3, questions: 11, mode: .test
  )

  /// Nothing, and each overlay.
  public static var overlays: [Overlay?] {
    let panel = ProctorPanel(name: "A. Smith", at: Moment(milliseconds: 1_000_000))
    var asking = panel
    asking.asking = .end
    var near = NearSpellings(word: "teh", range: 0..<3, number: 7, mayBeAdded: true)
    let waiting = near
    near.spellings = ["the", "tea"]
    return [
      nil, .help(scroll: 0), .lookUp(LookUp()), .near(near), .near(waiting), .share(Share()), .aids(row: 0),
      .confirm(.handIn, yes: false),
      .confirm(.leavePractice, yes: true), .confirm(.endInterrupted, yes: false), .withheld(row: 1), .panel(row: 1),
      .passcode(PasscodePrompt(.endInterrupted)), .passcode(PasscodePrompt(.start)),
      .passcode(PasscodePrompt(.panel)), .proctor(panel), .proctor(asking),
    ]
  }

  /// A key or something else that may happen in a test; keys far more often.
  public static func any(_ random: inout SeededRandom) -> SittingEvent {
    let rest: [SittingEvent] = [
      .ticked, .focusChanged(false), .homePressed(.escape), .homePressed(.home), .burstTyped(count: 25),
      .resized(columns: 80, rows: 24), .resized(columns: 40, rows: 10), .laidOut(scrollLimit: 2), .homePressed(.ctrlC),
    ]
    if random.next() % 6 == 0 { return rest[Int(random.next() % UInt64(rest.count))] }
    return .pressed(presses[Int(random.next() % UInt64(presses.count))])
  }

  /// Sittings at `stage`, come to by events.
  public static func scripts(at stage: SittingState.Stage) -> [SittingScript] {
    var launch = Launch()
    launch.exam = "sample"
    launch.candidate = Candidate(name: "Ada")
    var script = SittingScript(launch)
    var lobby = SittingScript()
    lobby.world.exams = [
      CatalogueItem(id: "a", path: "a", title: "A", questions: 1, minutes: nil, lastResult: "")
    ]
    lobby.send(.started)
    switch stage {
    case .lobby: return [lobby]
    case .form:
      lobby.press(.enter)
      return [lobby]
    case .consent:
      script.send(.started)
      return [script]
    case .engaging:
      script.world.locks = false
      script.send(.started)
      script.press(.typed("y"))
      return [script]
    case .refused:
      script.world.refusal = .consentDeclined
      script.send(.started)
      script.press(.typed("y"))
      return [script]
    case .question:
      return SampleExam.Place.allCases.map {
        var script = SittingScript.test()
        script.go(to: $0.rawValue)
        return script
      } + [SittingScript.practice()]
    case .review:
      script = SittingScript.test()
      script.press(.action(.review))
      return [script]
    case .handingIn, .restoring:
      script = SittingScript.test()
      script.world.storeAnswers = false
      script.press(.action(.review), .action(.review), .typed("y"))
      return [script]
    case .report:
      script = SittingScript.test()
      script.press(.action(.review), .action(.review), .typed("y"))
      return [script]
    case .demo:
      return DemoState.Page.allCases.flatMap { page in
        let open = SittingScript.demo(page)
        var locked = open
        locked.send(.guardianSaid(.lockChanged(locked.report(.locked))))
        let playing = SittingScript.demo(page, plays: true)
        return [open, locked, playing]
      }
    case .preview:
      lobby.press(.enter)
      lobby.send(.bankOpened(SampleExam.everyType, preview: ["GIFT: 12 questions.", "line 3: error: wrong"]))
      return [lobby]
    case .fault:
      lobby.send(.storeFailed("disk full"))
      return [lobby]
    }
  }
}
