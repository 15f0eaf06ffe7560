import Testing

@testable import KioskCore

@Suite("A lock whose guardian was killed")
struct LockTakeoverTests {
  /// A guardian that found what another one held, on a terminal as that one left it.
  private func found(
    recorded: Bool = true, faults: Set<LockDriver.Fault> = [], states: [RestrictionID: RestrictionState] = [:],
    claim: LockEvent = .claimed, held: HeldLock = LockDriver.held
  ) -> LockDriver {
    var driver = LockDriver()
    driver.engaged = Set(LockState.plan)
    driver.journal = Set(LockState.plan)
    driver.held = held
    driver.faults = faults
    driver.states = states
    driver.claimAnswer = claim
    driver.send(
      .heldLockFound(
        held, LockTally(escapes: 4, interruptions: 2, isPasscodeAsked: true),
        GuardianLoss(milliseconds: 300, isRecorded: recorded)))
    return driver
  }

  @Test("is taken up again on the same attempt, to the same end, and shown only once all of it was read back")
  func isTakenUp() {
    var driver = found()
    #expect(driver.lock.phase == .interrupted)
    #expect(driver.effects.contains(.startFrontEnd(resume: "A")))
    #expect(!driver.effects.contains(.claim) && driver.effects.contains(.adopt))
    driver.now += 50
    driver.send(.frontEndReady)
    #expect(driver.lock.phase == .locked)
    for id in LockState.plan { #expect(driver.effects.contains(.readBack(id))) }
    #expect(driver.lock.since == LockDriver.held.since && driver.lock.until == LockDriver.held.until)
    #expect(driver.lock.capAt == LockDriver.held.capAt)
    #expect(driver.lock.escapes == 4 && driver.lock.interruptions == 3)
    #expect(driver.entries == ["guardianRestored", "restrictions"])
    let welcomes = driver.told.filter {
      if case .welcome(_, let lock, "A", 350) = $0 { !lock.isLocked && lock.isPasscodeAsked } else { false }
    }
    #expect(welcomes.count == 1)
    driver.send(.unlockRequested(.submitted))
    #expect(driver.lock.phase == .open && driver.engaged.isEmpty && driver.journal.isEmpty && driver.held == nil)
  }

  @Test("is told on the ledger by the next guardian where the front end could not")
  func isTold() {
    #expect(found(recorded: false).entries == ["guardianLost"])
    #expect(found(recorded: true).entries.isEmpty)
  }

  @Test("stays closed without content while something required does not hold, and is shown when it does")
  func staysClosed() {
    for id in LockDriver.request.required {
      var driver = found(states: [id: .unavailable(reason: "no")])
      driver.send(.frontEndReady)
      #expect(driver.lock.phase == .interrupted && driver.engaged == Set(LockState.plan))
      driver.states = [:]
      driver.wait(LockState.recheckEvery)
      #expect(driver.lock.phase == .locked)
    }
  }

  @Test("stays closed where any step fails, and lets go of everything in the end", arguments: LockStep.allCases)
  func survivesFaults(_ step: LockStep) {
    for id in LockState.plan {
      let faults: Set = [LockDriver.Fault(id: id, step: step)]
      var driver = found(faults: faults)
      driver.send(.frontEndReady)
      #expect(driver.lock.isClosed && driver.fault == nil)
      driver.faults = []
      driver.wait(LockState.recheckEvery)
      driver.send(.unlockRequested(.submitted))
      #expect(driver.lock.phase == .open && driver.engaged.isEmpty && driver.journal.isEmpty)
    }
  }

  @Test("shows why, starts nothing and tries again while the terminal or the journals cannot be had")
  func triesAgain() {
    var driver = found(claim: .claimFailed("no folder"))
    #expect(driver.effects.contains(.paintClosed("home failed: no folder")))
    #expect(driver.lock.phase == .interrupted && driver.held != nil)
    for _ in 0..<3 { driver.wait(1000) }
    #expect(driver.effects.filter { $0 == .adopt }.count == 4)
    #expect(!driver.effects.contains { if case .startFrontEnd = $0 { true } else { false } })
    driver.claimAnswer = .claimed
    driver.wait(1000)
    driver.send(.frontEndReady)
    #expect(driver.lock.phase == .locked)
  }

  @Test("stays paused where a proctor had paused it, until a proctor lets it go on")
  func staysPaused() {
    var held = LockDriver.held
    held.pausedBy = "A. Smith"
    var driver = found(held: held)
    driver.send(.frontEndReady)
    #expect(driver.lock.report.pausedBy == "A. Smith")
    driver.send(.passcodeJudged(.accepted("B. Jones")))
    driver.send(.proctorAsked(.resume))
    #expect(driver.lock.report.pausedBy == nil && driver.held?.pausedBy == nil)
  }

  @Test("ends by its cap, were nobody to come")
  func endsByItsCap() {
    var driver = found()
    driver.wait(600_000)
    #expect(driver.lock.phase == .expired)
    driver.wait(LockState.graceAfterCap)
    #expect(driver.lock.phase == .open && driver.engaged.isEmpty && driver.held == nil)
  }

  @Test("is written down before anything is shown, again at every pause, and struck before anything is let go")
  func isWrittenDown() {
    var driver = LockDriver()
    driver.lockNow()
    let kept = driver.effects.firstIndex { if case .keepHeld = $0 { true } else { false } }
    let shown = driver.effects.firstIndex {
      if case .tell(.lockChanged(let report)) = $0 { report.isLocked } else { false }
    }
    #expect((kept ?? .max) < (shown ?? 0))
    driver.send(.passcodeJudged(.accepted("A. Smith")))
    driver.send(.proctorAsked(.pause))
    #expect(driver.held?.pausedBy == "A. Smith")
    driver.send(.unlockRequested(.submitted))
    let forgotten = driver.effects.lastIndex(of: .forgetHeld)
    let released = driver.effects.firstIndex { if case .release = $0 { true } else { false } }
    #expect((forgotten ?? .max) < (released ?? 0))
  }

  @Test("reads back as it was written, and as nothing where it was not")
  func roundTrip() {
    var held = LockDriver.held
    #expect(HeldLock(text: held.text) == held)
    held.pausedBy = "A. Smith"
    #expect(HeldLock(text: held.text) == held)
    for broken in ["", "0", "zz", String(held.text.dropLast(2)), held.text + "00", "ff" + held.text.dropFirst(2)] {
      #expect(HeldLock(text: broken) == nil)
    }
    var journal = Journal(bytes: Array((Journal.header + Journal.Held(boot: "b", text: held.text).line).utf8))
    #expect(journal.held == Journal.Held(boot: "b", text: held.text) && journal.lines.isEmpty)
    let struck = Journal.header + Journal.Held(boot: "b", text: held.text).line + Journal.strikeHeld
    journal = Journal(bytes: Array(struck.utf8))
    #expect(journal.held == nil)
  }
}
