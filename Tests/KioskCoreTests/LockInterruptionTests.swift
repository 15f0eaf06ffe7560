import SittingScript
import Testing

@testable import KioskCore

@Suite("A lock that is interrupted")
struct LockInterruptionTests {
  private func locked() -> LockDriver {
    var driver = LockDriver()
    driver.lockNow()
    return driver
  }

  @Test("stays locked when the front end is killed, and comes back on the same attempt")
  func survivesItsFrontEnd() {
    var driver = locked()
    let engaged = driver.engaged
    driver.send(.frontEndLost(how: "killed by KILL", status: 70))
    #expect(driver.lock.phase == .interrupted && driver.engaged == engaged)
    #expect(driver.effects.suffix(3).contains(.startFrontEnd(resume: "A")))
    driver.now += 40
    driver.send(.frontEndReady)
    #expect(driver.lock.phase == .locked)
    let welcomes = driver.told.filter {
      if case .welcome(_, let lock, "A", 40) = $0 { lock.isLocked } else { false }
    }
    #expect(welcomes.count == 1)
    #expect(driver.lock.interruptions == 1)
  }

  @Test("never gives up on a front end that crashes again and again, and only waits longer")
  func backsOffWithoutEnd() {
    var driver = locked()
    var waits: [Int64] = []
    for _ in 0..<20 {
      driver.send(.frontEndLost(how: "killed by SEGV", status: 70))
      let start = driver.now
      while driver.lock.startAt != nil { driver.wait(10) }
      waits.append(driver.now - start)
    }
    #expect(waits[0] == 0 && waits == waits.sorted())
    #expect((1000...2010).contains(waits[19]))
    #expect(driver.lock.phase == .interrupted && driver.engaged == Set(LockState.plan))
    #expect(driver.lock.interruptions == 1)
  }

  @Test("ends a new front end that never says hello")
  func killsAMuteFrontEnd() {
    var driver = locked()
    driver.send(.frontEndLost(how: "killed by KILL", status: 70))
    driver.wait(LockState.longestStart)
    #expect(driver.effects.contains(.killFrontEnd))
  }

  @Test("records and ignores every signal that leads out")
  func ignoresSignals() {
    var driver = locked()
    for name in ["INT", "QUIT", "TSTP", "TERM", "HUP", "TTIN", "TTOU"] {
      driver.send(.signalled(name))
      #expect(driver.lock.phase == .locked)
      #expect(driver.told.last == .endAsked(signal: name, locked: true))
    }
    #expect(driver.entries.filter { $0 == "signalIgnored" }.count == 7)
  }

  @Test("while open, passes on INT, TERM and HUP, and no others")
  func passesOnSignalsWhileOpen() {
    var driver = LockDriver()
    for name in ["INT", "TERM", "HUP", "TSTP", "QUIT", "TTOU"] { driver.send(.signalled(name)) }
    #expect(driver.told == ["INT", "TERM", "HUP"].map { .endAsked(signal: $0, locked: false) })
  }

  @Test("does not let the front end leave")
  func refusesToLeave() {
    var driver = locked()
    driver.send(.leaveRequested(status: 0))
    #expect(driver.lock.phase == .locked)
    #expect(!driver.effects.contains { if case .end = $0 { true } else { false } })
  }

  @Test("hides the content while something required does not hold, and shows it again after")
  func lapses() {
    var driver = locked()
    driver.send(.rechecked([RestrictionReport(id: .home, state: .unavailable(reason: "stty"))]))
    #expect(driver.lock.phase == .interrupted)
    driver.send(.rechecked([RestrictionReport(id: .home, state: .enforced)]))
    #expect(driver.lock.phase == .locked)
    #expect(driver.entries.filter { $0 == "restrictionChanged" }.count == 2)
  }

  @Test("looks at everything again every ten seconds, and says nothing where nothing changed")
  func rechecks() {
    var driver = locked()
    let told = driver.told.count
    for _ in 0..<20 { driver.wait(1000) }
    #expect(driver.effects.filter { $0 == .recheck(everything: true) }.count == 2)
    #expect(driver.told.count == told)
  }

  @Test("counts a lost focus once and says for how long")
  func countsFocus() {
    var driver = locked()
    driver.send(.focusChanged(true))
    driver.send(.focusChanged(false))
    driver.send(.focusChanged(false))
    driver.now += 1500
    driver.send(.focusChanged(true))
    #expect(driver.lock.interruptions == 1)
    #expect(driver.told.last == .interrupted(.focusLost, milliseconds: 1500))
  }

  @Test("ends with its terminal: the front end seals, everything is let go, nothing goes on")
  func endsWithItsTerminal() {
    for frontEndEnds in [true, false] {
      var driver = locked()
      driver.faults = Set(LockState.plan.map { LockDriver.Fault(id: $0, step: .release) })
      driver.send(.terminalGone)
      #expect(driver.lock.phase == .interrupted)
      #expect(driver.told.contains(.interrupted(.hungUp, milliseconds: 0)))
      driver.send(frontEndEnds ? .frontEndLost(how: "it left", status: 0) : .graceOver)
      #expect(driver.lock.phase == .open)
      #expect(driver.effects.last == .end(status: 74))
      driver.send(.lockRequested(LockDriver.request))
      #expect(driver.lock.phase == .open)
    }
  }

  @Test("has nothing to do by the clock while open, and looks once a second while locked")
  func sleepsWhileOpen() {
    let now = Moment(milliseconds: 5)
    #expect(LockState(tier: .terminal).nextTick(after: now) == nil)
    #expect(locked().lock.nextTick(after: now) == Moment(milliseconds: 1005))
  }

  @Test("never shows content without what is required, nor ends open with anything engaged, in any order of events")
  func holdsInAnyOrder() {
    var random = SplitMix(seed: 20_260_101)
    for round in 0..<6000 {
      var driver = LockDriver()
      var walk: [LockEvent] = []
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        // Now and then something breaks, or mends; time goes by.
        if Int.random(in: 0..<4, using: &random) == 0 {
          let id = LockState.plan[Int.random(in: 0..<LockState.plan.count, using: &random)]
          let step = LockStep.allCases[Int.random(in: 0..<6, using: &random)]
          driver.faults = Bool.random(using: &random) ? [] : [LockDriver.Fault(id: id, step: step)]
          driver.states = Bool.random(using: &random) ? [:] : [id: .detected]
        }
        driver.now += [0, 1, 1000, 60_000, 36_000_000][Int.random(in: 0..<5, using: &random)]
        let event = everyLockEvent[Int.random(in: 0..<everyLockEvent.count, using: &random)]
        walk.append(event)
        driver.send(event)
        if let fault = driver.fault {
          Issue.record("round \(round): \(fault) after \(walk)")
          return
        }
      }
    }
  }
}
