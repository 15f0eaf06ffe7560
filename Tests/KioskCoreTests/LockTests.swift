import Testing

@testable import KioskCore

@Suite("The lock")
struct LockTests {
  /// A lock in each phase, as it is reached.
  static func driver(in phase: LockPhase) -> LockDriver {
    var driver = LockDriver()
    switch phase {
    case .open: break
    case .askingConsent: driver.send(.assessRequested(program: "geography", required: [], detections: [:]))
    case .engaging:
      driver.isMute = true
      driver.lockNow()
    case .locked: driver.lockNow()
    case .releasing:
      driver.lockNow()
      driver.isMute = true
      driver.send(.unlockRequested(.submitted))
    case .interrupted:
      driver.lockNow()
      driver.send(.frontEndLost(how: "killed by KILL", status: 70))
    case .expired:
      driver.lockNow()
      driver.wait(11 * 60_000)
    case .stranded:
      driver.lockNow()
      driver.faults = [LockDriver.Fault(id: .home, step: .release)]
      driver.send(.unlockRequested(.submitted))
    }
    return driver
  }

  @Test("takes every event in every phase and stays true to itself", arguments: LockPhase.allCases)
  func everyPhaseTakesEveryEvent(phase: LockPhase) {
    for event in everyLockEvent {
      var driver = Self.driver(in: phase)
      #expect(driver.lock.phase == phase)
      driver.send(event)
      #expect(driver.fault == nil, "\(phase) × \(event)")
      // Whatever came, a closed lock opens only by way of a release.
      if phase == .locked, driver.lock.phase == .open {
        #expect(driver.effects.contains(.release(.home)), "\(event)")
      }
    }
  }

  @Test("shows nothing before every restriction has been read back")
  func readsBackBeforeLocked() {
    var driver = LockDriver()
    driver.lockNow()
    #expect(driver.lock.phase == .locked)
    #expect(driver.engaged == Set(LockState.plan))
    let order = driver.effects.compactMap { effect -> RestrictionID? in
      if case .readBack(let id) = effect { id } else { nil }
    }
    #expect(order == LockState.plan)
    let locked = driver.told.firstIndex { if case .lockChanged(let report) = $0 { report.isLocked } else { false } }
    #expect(locked == driver.told.count - 1)
  }

  @Test("writes the journal before it changes anything")
  func journalsBeforeEngaging() {
    var driver = LockDriver()
    driver.lockNow()
    for id in LockState.plan {
      let places = [LockEffect.capture(id), .journal(id), .engage(id), .readBack(id)].map {
        driver.effects.firstIndex(of: $0) ?? -1
      }
      #expect(places == places.sorted() && !places.contains(-1))
    }
  }

  @Test("gives everything back in reverse when any step of any restriction fails", arguments: LockState.plan)
  func unwindsEveryFailure(id: RestrictionID) {
    for step in [LockStep.capture, .journal, .engage, .readBack] {
      var driver = LockDriver()
      driver.faults = [LockDriver.Fault(id: id, step: step)]
      driver.lockNow()
      #expect(driver.lock.phase == .open)
      #expect(driver.engaged.isEmpty && driver.journal.isEmpty)
      #expect(driver.told.contains(.refused(.engageFailed(id, "no"))))
      let released = driver.effects.compactMap { effect -> RestrictionID? in
        if case .release(let id) = effect { id } else { nil }
      }
      let begun = LockState.plan.prefix { $0 != id } + (step == .capture ? [] : [id])
      #expect(released == begun.reversed())
    }
  }

  @Test("goes on past a failed release, stays stranded, and tries again", arguments: LockState.plan)
  func retriesWhatIsStranded(id: RestrictionID) {
    for step in [LockStep.release, .strike] {
      var driver = LockDriver()
      driver.lockNow()
      driver.faults = [LockDriver.Fault(id: id, step: step)]
      driver.send(.unlockRequested(.submitted))
      #expect(driver.lock.phase == .stranded)
      #expect(driver.lock.held == [id])
      driver.wait(500)
      #expect(driver.lock.phase == .stranded)
      driver.faults = []
      driver.wait(1000)
      #expect(driver.lock.phase == .open)
      #expect(driver.fault == nil)
    }
  }

  @Test("stays locked when it is asked to lock again")
  func refusesASecondLock() {
    var driver = LockDriver()
    driver.lockNow()
    driver.send(.lockRequested(LockDriver.request))
    #expect(driver.lock.phase == .locked)
    #expect(driver.told.last == .refused(.alreadyLockedByUs))
  }

  @Test("refuses where somebody else has locked the terminal, and names him")
  func refusesForeignLock() {
    var driver = LockDriver()
    driver.claimAnswer = .claimRefused("vlock")
    driver.lockNow()
    #expect(driver.lock.phase == .open)
    #expect(driver.told.last == .refused(.alreadyLockedByOther("vlock")))
    #expect(!driver.effects.contains(.disclaim))
  }

  @Test("puts everything back where something required is only requested, detected or not there")
  func refusesUnmetRequirements() {
    for state in [RestrictionState.off, .requested, .detected, .unavailable(reason: "no")] {
      var driver = LockDriver()
      driver.states[.home] = state
      driver.lockNow()
      #expect(driver.lock.phase == .open)
      #expect(driver.engaged.isEmpty)
      let unmet = [RestrictionReport(id: .home, state: state)]
      #expect(driver.told.contains(.refused(.requirementsNotMet(unmet))))
    }
  }

  @Test("takes away every restriction of the contract, each once")
  func plansEverything() {
    #expect(LockState.plan.count == RestrictionID.allCases.count)
    #expect(Set(LockState.plan) == Set(RestrictionID.allCases))
  }

  @Test("treats what is found as the policy says: allow and record go on, refuse does not")
  func followsDetectionPolicy() {
    for (policy, phase) in [(ExamPolicy.Detection.allow, LockPhase.locked), (.record, .locked), (.refuse, .open)] {
      for state in [RestrictionState.detected, .unavailable(reason: "unknown")] {
        var driver = LockDriver()
        driver.states[.recording] = state
        driver.lockNow(
          LockRequest(
            mode: .assessment, attempt: "A", title: "", required: [], detections: [.recording: policy], capMinutes: 5,
            consented: true))
        #expect(driver.lock.phase == phase)
      }
    }
  }

  @Test("tells consent what would hold and what stands against it, and changes nothing")
  func assesses() {
    var driver = LockDriver()
    driver.states[.paste] = .detected
    driver.send(.assessRequested(program: "geography", required: [.paste], detections: [:]))
    let unmet = [RestrictionReport(id: .paste, state: .detected)]
    guard case .assessed(let report, let refusal)? = driver.told.last else {
      Issue.record("not assessed")
      return
    }
    #expect(report.state(of: .home) == .enforced && report.phase == .askingConsent)
    #expect(refusal == .requirementsNotMet(unmet))
    #expect(driver.effects.suffix(3).dropLast() == [.lookForOthers, .survey])
    #expect(report.entitlement == "sample entitlement")
  }

  @Test("holds eight hours at the most, whatever was asked for")
  func capsAtEightHours() {
    var driver = LockDriver()
    driver.lockNow(
      LockRequest(
        mode: .assessment, attempt: "A", title: "", required: [], detections: [:], capMinutes: 100_000,
        consented: true))
    #expect(driver.lock.until?.milliseconds == driver.now + 480 * 60_000)
    driver.wait(480 * 60_000 - 1)
    #expect(driver.lock.phase == .locked)
    driver.wait(1)
    #expect(driver.lock.phase == .expired)
    #expect(driver.told.contains(.capReached))
    driver.wait(LockState.graceAfterCap)
    #expect(driver.lock.phase == .open)
    #expect(driver.fault == nil)
  }

  @Test("counts every home key and every refused switch while closed, and none while open")
  func countsEscapes() {
    var driver = LockDriver()
    driver.send(.homeBlocked(.home))
    driver.lockNow()
    for key in HomeKey.allCases { driver.send(.homeBlocked(key)) }
    driver.send(.switchRefused)
    driver.send(.undoneOutside([.consoleSwitch, .sysRq]))
    #expect(driver.lock.escapes == HomeKey.allCases.count + 3)
    #expect(driver.entries.filter { LedgerEntry.escapes.contains($0) }.count == driver.lock.escapes)
    // A chord for another console is that, whether the keyboard told of it or the kernel asked.
    #expect(driver.entries.filter { $0 == "consoleSwitchRefused" }.count == 2)
    // The panel and `kiosk status` said "0 attempts to leave" after any number of them: the count was never told.
    guard case .lockChanged(let report)? = driver.told.last else {
      Issue.record("the count was not told")
      return
    }
    #expect(report.escapes == driver.lock.escapes)
  }
}
