import KioskCore
import Testing

/// The demonstrations as a value: what is tried goes through the gate, and the lock is the guardian's word alone.
@Suite struct DemoTests {
  private var now: Moment { Moment(milliseconds: 1_000_000) }
  private var wall: WallTime { WallTime(milliseconds: 1_777_800_000_000) }

  private func report(_ phase: LockPhase, escapes: Int = 0) -> LockReport {
    LockReport(
      phase: phase, tier: .terminal,
      restrictions: RestrictionID.allCases.map {
        RestrictionReport(id: $0, state: phase == .locked ? .enforced : .off)
      }, escapes: escapes)
  }

  private func opened(_ page: DemoState.Page, _ phase: LockPhase = .open) -> DemoState {
    DemoState(page, lock: report(phase))
  }

  @discardableResult
  private func send(_ demo: inout DemoState, _ events: DemoEvent...) -> [DemoEffect] {
    events.reduce([]) { $0 + demo.reduce($1, now: now, wall: wall) }
  }

  private static let events: [DemoEvent] = {
    let offer = Sitting.Assistance()
    var events: [DemoEvent] = [
      .homePressed, .capReached, .happened("TERM"), .restored(milliseconds: 12), .assisted(offer),
      .lookedUp(["Ouagadougou"]), .leaveAsked, .ticked, .refused(.notEntitled("")),
      .pressed(.typed("ab")), .pressed(.typed("p")), .pressed(.pasted("Ouagadougou")), .pressed(.enter),
      .pressed(.focusMoved(forward: true)), .pressed(.focusMoved(forward: false)), .pressed(.moved(.up)),
      .pressed(.moved(.down)), .pressed(.moved(.left)), .pressed(.moved(.right)), .pressed(.edited(.deleteToStart)),
    ]
    events += Action.allCases.map { .pressed(.action($0)) }
    events += HomeKey.allCases.map { .homeBlocked($0) }
    events += LockPhase.allCases.map { .lockTold(LockReport(phase: $0, tier: .terminal, escapes: 3)) }
    return events
  }()

  /// Every page takes every event in every phase of the lock, twice over, and never asks for a lock of its own accord.
  @Test(arguments: DemoState.Page.allCases) func everyPageTakesEveryEvent(_ page: DemoState.Page) {
    for phase in LockPhase.allCases {
      for first in Self.events {
        for second in Self.events {
          var demo = opened(page, phase)
          send(&demo, first)
          let effects = send(&demo, second)
          switch demo.focus {
          case .body(let part): #expect((0..<demo.parts).contains(part), "\(first) \(second)")
          case .footer(let item): #expect(demo.footer.indices.contains(item), "\(first) \(second)")
          }
          #expect(RestrictionID.allCases.indices.contains(demo.tableRow))
          #expect(RefusalCase.allCases.indices.contains(demo.refusalRow))
          if second != .pressed(.enter) { #expect(!effects.contains(.requestLock), "\(first) \(second)") }
          // Where it is held nothing is left, and nothing helps.
          if demo.isHeld { #expect(!effects.contains(.leave), "\(first) \(second)") }
          if demo.isHeld { #expect(!effects.contains { if case .assist = $0 { true } else { false } }) }
          #expect(!demo.caption.isEmpty)
        }
      }
    }
  }

  @Test func theLockIsAskedForAndBelievedOnlyWhenTold() {
    var demo = opened(.lab)
    #expect(send(&demo, .pressed(.enter)) == [.requestLock])
    #expect(demo.isAsking && !demo.isHeld && demo.lock.state(of: .home) == .off)
    send(&demo, .lockTold(report(.engaging)), .lockTold(report(.locked)))
    #expect(!demo.isAsking && demo.isHeld)
    #expect(demo.changes[.home]?.before == .off)
    #expect(demo.log.last?.words == "Locked: 19 held, 0 none here, 0 asked for or noticed, 0 not held.")
  }

  /// F9 lets go first, and leaves when the guardian has said that the terminal is open, not before.
  @Test(arguments: [DemoState.Page.lab, .comparison, .refusals]) func leavingUnlocksFirst(_ page: DemoState.Page) {
    var demo = opened(page, .locked)
    #expect(send(&demo, .pressed(.action(.review))) == [.requestUnlock(.submitted)])
    #expect(send(&demo, .lockTold(report(.releasing))) == [])
    #expect(send(&demo, .lockTold(report(.open))) == [.leave])
  }

  @Test func aRefusedLockIsToldWithItsMendAndLeavesNothingAsked() {
    var demo = opened(.lab)
    send(&demo, .pressed(.enter), .refused(.notEntitled("")))
    #expect(!demo.isAsking && demo.caption.contains("no entitlement") && demo.caption.contains("kiosk entitlement"))
    // Locked already: said, and the lock stays.
    var locked = opened(.lab, .locked)
    send(&locked, .pressed(.enter), .refused(.alreadyLockedByUs))
    #expect(locked.isHeld && locked.caption.hasPrefix("This terminal is locked already"))
  }

  @Test func aFrontEndThatWasBroughtBackLetsGo() {
    var demo = opened(.lab, .interrupted)
    #expect(send(&demo, .restored(milliseconds: 30)) == [.requestUnlock(.ended)])
    #expect(send(&demo, .capReached) == [.requestUnlock(.expired)])
  }

  @Test func openEveryHelpAnswersAndLockedNoneDoes() {
    var open = opened(.lab)
    #expect(send(&open, .pressed(.typed("Fra"))) == [.assist("Fra")])
    #expect(send(&open, .pressed(.pasted("nce"))) == [.assist("France")])
    #expect(send(&open, .pressed(.action(.lookUp))) == [.lookUp("France")])

    var locked = opened(.lab, .locked)
    #expect(send(&locked, .pressed(.typed("Fra"))) == [])
    #expect(locked.said == "Suggesting words is off during the test.")
    #expect(send(&locked, .pressed(.pasted("nce"))) == [.note(what: "pasteRefused", detail: "3 characters")])
    #expect(locked.field.text == "Fra" && locked.said == "Paste is off during the test.")
    #expect(send(&locked, .pressed(.action(.lookUp))) == [.note(what: "withheld", detail: "lookUp")])
    #expect(locked.sheet == nil)
  }

  /// What a way came to is what really happened: a paste without the answer gives nothing away.
  @Test func aWayGivesTheAnswerAwayOnlyWhereItDid() {
    var demo = opened(.comparison)
    send(&demo, .pressed(.pasted("something else")))
    #expect(demo.comparison.outcome(of: .paste, locked: false) == .gaveNothing)
    send(&demo, .pressed(.pasted("it is Ouagadougou")))
    #expect(demo.comparison.outcome(of: .paste, locked: false) == .gaveAway)
    send(&demo, .pressed(.action(.lookUp)), .lookedUp(["No gazetteer is installed."]))
    #expect(demo.comparison.outcome(of: .lookUp, locked: false) == .gaveNothing)
    send(&demo, .pressed(.enter), .homePressed, .lookedUp(["Capital: Ouagadougou"]))
    #expect(demo.comparison.outcome(of: .home, locked: false) == .gaveAway)
    #expect(demo.comparison.outcome(of: .lookUp, locked: false) == .gaveNothing)
    #expect(demo.comparison.count(locked: false) == (2, 3))
    #expect(demo.comparison.count(locked: true) == (0, 0))
  }

  @Test func theAnswerIsMarkedAsATestMarksIt() {
    var demo = opened(.comparison)
    send(&demo, .pressed(.typed("ouagadougou")), .pressed(.enter))
    #expect(demo.said == "Right: 1 of 1 point.")
    send(&demo, .pressed(.edited(.deleteToStart)), .pressed(.typed("Bamako")), .pressed(.enter))
    #expect(demo.said == "Not right: 0 of 1 point.")
  }

  /// What was found by looking out of the question is gone when it is asked again: only what is known counts.
  @Test func theLockedQuestionStartsEmpty() {
    var demo = opened(.comparison)
    send(&demo, .pressed(.typed("Ouagadougou")), .lockTold(report(.engaging)), .lockTold(report(.locked)))
    #expect(demo.field.isEmpty)
  }

  @Test func aRefusedConsoleSwitchIsToldApartFromAHomeKey() {
    var demo = opened(.lab, .locked)
    send(&demo, .homeBlocked(.escape), .lockTold(report(.locked, escapes: 1)))
    #expect(demo.log.map(\.words) == ["Esc was pressed: blocked, and counted."])
    send(&demo, .lockTold(report(.locked, escapes: 2)))
    #expect(demo.log.last?.words == "A switch to another console was refused, and counted.")
  }

  @Test func aChangeUnderTheLockIsToldByItself() {
    var demo = opened(.lab, .locked)
    var news = report(.locked)
    news.restrictions[6] = RestrictionReport(id: .paste, state: .detected)
    send(&demo, .lockTold(news))
    #expect(demo.log.map(\.words) == ["pasting: held, now noticed."])
    #expect(demo.nextTick == now.adding(DemoState.markFor))
    _ = demo.reduce(.ticked, now: now.adding(DemoState.markFor), wall: wall)
    #expect(demo.changes.isEmpty && demo.nextTick == nil)
  }
}

/// Each reason to refuse is reached by asking, and says what would mend it.
@Suite struct RefusalCaseTests {
  /// Whoever gives the lock a new reason to refuse has to show it too.
  @Test func everyReasonThereIsIsShown() {
    let shown = RefusalCase.allCases.compactMap { $0.answer?.kind }
    #expect(Set(shown) == Set(LockRefusal.Kind.allCases))
    #expect(shown.count == LockRefusal.Kind.allCases.count)
  }

  @Test(arguments: RefusalCase.allCases) func eachReasonIsReachedByAsking(_ situation: RefusalCase) {
    let answer = situation.answer
    #expect(answer?.id == situation.rawValue)
    #expect(answer?.reason.isEmpty == false && answer?.mend.isEmpty == false)
    #expect(situation.title.count <= 40)
  }

  @Test func theReasonsSayWhatTheyAreAbout() {
    #expect(RefusalCase.requirementsNotMet.answer?.restrictions == [.consoleSwitch])
    #expect(RefusalCase.detectionRefused.answer?.restrictions == [.multiplexer])
    #expect(RefusalCase.alreadyLockedByOther.answer?.reason.contains("vlock") == true)
    #expect(RefusalCase.engageFailed.answer?.restrictions == [.home])
  }
}
