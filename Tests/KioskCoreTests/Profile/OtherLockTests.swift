import Testing

@testable import KioskCore

@Suite("Something else that has locked the terminal") struct OtherLockTests {
  private func looks(_ driver: LockDriver) -> Int { driver.effects.count { $0 == .lookForOthers } }

  @Test("is looked for at launch, two seconds later and right before the terminal is claimed")
  func threeLooks() {
    var driver = LockDriver()
    driver.send(.frontEndReady)
    #expect(driver.lock.nextTick(after: Moment(milliseconds: driver.now)) == Moment(milliseconds: driver.now + 100))
    driver.wait(99)
    #expect(looks(driver) == 0)
    driver.wait(1)
    #expect(looks(driver) == 1)
    driver.wait(1899)
    #expect(looks(driver) == 1)
    driver.wait(1)
    #expect(looks(driver) == 2)
    // From then on the lobby sleeps.
    #expect(driver.lock.nextTick(after: Moment(milliseconds: driver.now)) == nil)
    driver.wait(100_000)
    #expect(looks(driver) == 2)
    driver.send(.lockRequested(LockDriver.request))
    #expect(looks(driver) == 3)
    let order = driver.effects.filter { $0 == .lookForOthers || $0 == .claim || $0 == .survey }
    #expect(order.suffix(3) == [.lookForOthers, .claim, .survey])
  }

  @Test("found at launch or later is told unasked, once") func toldUnasked() {
    for wait: Int64 in [100, 2000] {
      var driver = LockDriver()
      driver.send(.frontEndReady)
      if wait == 2000 { driver.wait(100) }
      driver.other = "vlock (process 7)"
      driver.wait(wait)
      let said = GuardianMessage.refused(.alreadyLockedByOther("vlock (process 7)"))
      #expect(driver.told.last == said)
      driver.send(.othersFound("vlock (process 7)"))
      #expect(driver.told.count { $0 == said } == 1)
      #expect(driver.lock.phase == .open)
    }
  }

  @Test("found right before claiming refuses the lock; nothing was claimed or engaged, and it can be asked for again")
  func refusesTheLock() {
    var driver = LockDriver()
    driver.send(.frontEndReady)
    driver.other = "another kiosk (process 9)"
    driver.send(.lockRequested(LockDriver.request))
    #expect(driver.told.last == .refused(.alreadyLockedByOther("another kiosk (process 9)")))
    #expect(driver.lock.phase == .open && driver.engaged.isEmpty && driver.journal.isEmpty)
    #expect(!driver.effects.contains(.claim) && !driver.effects.contains(.disclaim))
    driver.other = ""
    driver.send(.lockRequested(LockDriver.request))
    #expect(driver.lock.phase == .locked)
  }

  @Test("stands in what consent is told, before anything else") func toldInConsent() {
    var driver = LockDriver()
    driver.other = "physlock (process 3)"
    driver.send(.assessRequested(program: "geography", required: [.paste], detections: [:]))
    guard case .assessed(_, .alreadyLockedByOther("physlock (process 3)")?)? = driver.told.last else {
      Issue.record("not told: \(String(describing: driver.told.last))")
      return
    }
  }

  @Test("is told with the assessment that is on its way, not before it: who tries again is not answered by an old one")
  func toldWithTheAssessment() {
    var driver = LockDriver()
    driver.send(.frontEndReady)
    driver.isMute = true
    driver.told = []
    driver.send(.assessRequested(program: "geography", required: [], detections: [:]))
    driver.send(.othersFound("vlock (process 7)"))
    // Asked again before the answer: one serves both.
    driver.send(.assessRequested(program: "geography", required: [], detections: [:]))
    driver.send(.othersFound("vlock (process 7)"))
    #expect(driver.told.isEmpty)
    driver.send(.surveyed([]))
    #expect(driver.told.first == .refused(.alreadyLockedByOther("vlock (process 7)")))
    guard driver.told.count == 2, case .assessed(_, .alreadyLockedByOther?) = driver.told[1] else {
      Issue.record("told: \(driver.told)")
      return
    }
    // Once.
    driver.isMute = false
    driver.other = "vlock (process 7)"
    driver.told = []
    driver.send(.assessRequested(program: "geography", required: [], detections: [:]))
    #expect(driver.told.count == 1)
  }

  @Test("is never said of the lock that holds itself") func notOfOurselves() {
    var driver = LockDriver()
    driver.lockNow()
    driver.told = []
    driver.send(.othersFound("a program that refuses to switch consoles"))
    #expect(driver.told.isEmpty && driver.lock.phase == .locked)
    driver.send(.unlockRequested(.submitted))
    driver.send(.lockRequested(LockDriver.request))
    #expect(driver.lock.phase == .locked)
  }
}

@Suite("A lock that changes unasked") struct UnaskedChangeTests {
  @Test("hides content and tells observers before everything has been looked at again, after a suspend")
  func wakeUp() {
    for cause in [InterruptionCause.suspended, .stopped] {
      var driver = LockDriver()
      driver.lockNow()
      driver.effects = []
      driver.send(.gap(cause, milliseconds: 60_000))
      let phases = driver.effects.compactMap { effect -> LockPhase? in
        if case .publish(let report) = effect { report.phase } else { nil }
      }
      #expect(phases == [.interrupted, .locked])
      #expect(driver.effects.contains(.recheck(everything: true)))
      #expect(driver.lock.phase == .locked)
    }
  }

  @Test("stays hidden where a required restriction did not come back") func staysHidden() {
    var driver = LockDriver()
    driver.lockNow()
    driver.states[.home] = .unavailable(reason: "gone")
    driver.send(.gap(.suspended, milliseconds: 60_000))
    #expect(driver.lock.phase == .interrupted && !driver.lock.report.isLocked)
    driver.states = [:]
    driver.wait(LockState.recheckEvery)
    #expect(driver.lock.phase == .locked)
  }
}
