import Testing

@testable import KioskCore

/// The proctor, as the lock knows him.
@Suite struct LockProctorTests {
  private func request(_ need: ProctorNeed) -> LockRequest {
    LockRequest(
      mode: .assessment, attempt: "A", title: "", required: [.home], detections: [:], capMinutes: 10, proctor: need,
      consented: true)
  }

  private var list: ProctorList { ProctorList(names: ["A. Smith"]) }

  private func locked() -> LockDriver {
    var driver = LockDriver()
    driver.lockNow()
    driver.send(.proctorsRead(list))
    driver.entries = []
    return driver
  }

  private func refusals(_ driver: LockDriver) -> [LockRefusal] {
    driver.told.compactMap { if case .refused(let refusal) = $0 { refusal } else { nil } }
  }

  @Test func aTestThatNeedsAProctorIsRefusedWhereNoneIsSet() {
    var driver = LockDriver()
    driver.send(.proctorsRead(ProctorList()))
    driver.lockNow(request(.always))
    #expect(refusals(driver) == [.noProctorSet])
    #expect(driver.lock.phase == .open && driver.engaged.isEmpty)
  }

  @Test(arguments: [ProctorNeed.always, .ifSet]) func itIsRefusedBeforeHisPasscodeAndLockedAfterIt(_ need: ProctorNeed)
  {
    var driver = LockDriver()
    driver.send(.proctorsRead(list))
    driver.lockNow(request(need))
    #expect(refusals(driver) == [.proctorNeeded("")])
    driver.send(.passcodeJudged(.wrong(wait: 1000)))
    driver.send(.lockRequested(request(need)))
    #expect(refusals(driver).count == 2)
    driver.send(.passcodeJudged(.accepted("A. Smith")))
    driver.send(.lockRequested(request(need)))
    #expect(driver.lock.report.isLocked)
    #expect(driver.entries.contains("proctorPresent"))
    // It opened this one test, and no panel in it.
    driver.send(.proctorAsked(.pause))
    #expect(driver.lock.report.pausedBy == nil)
    driver.send(.unlockRequested(.submitted))
    driver.send(.lockRequested(request(need)))
    #expect(refusals(driver).count == 3)
  }

  /// Tried at the consent screen, wrong passcodes were on no ledger at all.
  @Test func wrongPasscodesBeforeATestAreOnTheMachinesLedgerAndOnTheTests() {
    var driver = LockDriver()
    driver.send(.proctorsRead(list))
    for _ in 0..<2 { driver.send(.passcodeJudged(.wrong(wait: 1000))) }
    let machine = LockEffect.record(attempt: "", what: "passcodeWrong", detail: "before a test")
    #expect(driver.effects.count { $0 == machine } == 2)
    driver.send(.passcodeJudged(.accepted("A. Smith")))
    driver.lockNow(request(.always))
    #expect(driver.lock.report.isLocked)
    let own = LockEffect.record(attempt: "A", what: "passcodeWrong", detail: "2 times on this terminal before the test")
    #expect(driver.effects.count { $0 == own } == 1)
    // While the test is locked each is an entry of its own, and the machine's are no more.
    driver.send(.passcodeJudged(.wrong(wait: 1000)))
    #expect(driver.effects.contains(.record(attempt: "A", what: "passcodeWrong", detail: "")))
    #expect(driver.effects.count { $0 == machine } == 2)
    driver.send(.unlockRequested(.submitted))
    driver.send(.passcodeJudged(.accepted("A. Smith")))
    driver.send(.lockRequested(request(.always)))
    #expect(driver.effects.count { $0 == own } == 1, "told once")
  }

  @Test func anAttemptGoesOnWithoutAProctorWhereNoneIsSetAndTheLedgerSaysSo() {
    var driver = LockDriver()
    driver.lockNow(request(.ifSet))
    #expect(driver.lock.report.isLocked)
    #expect(driver.entries.contains("resumedWithoutProctor"))
  }

  @Test func aListThatCannotBeReadCountsAsSet() {
    var driver = LockDriver()
    driver.send(.proctorsRead(ProctorList(fault: "exposed")))
    driver.lockNow(request(.ifSet))
    #expect(refusals(driver) == [.proctorNeeded("exposed")])
  }

  @Test(arguments: ProctorAct.allCases) func nobodyButAProctorActs(_ act: ProctorAct) {
    var driver = locked()
    driver.send(.proctorAsked(act))
    for answer: PasscodeAnswer in [.wrong(wait: 1), .tooSoon(wait: 1), .noneSet, .failed("x")] {
      driver.send(.passcodeJudged(answer))
      driver.send(.proctorAsked(act))
    }
    driver.send(.passcodeJudged(.accepted("A. Smith")))
    driver.send(.proctorLeft)
    driver.send(.proctorAsked(act))
    #expect(driver.lock.pausedBy == nil && driver.lock.ordered == nil)
    #expect(!driver.entries.contains(act.entry))
    #expect(!driver.told.contains { if case .proctorEnds = $0 { true } else { false } })
  }

  @Test func whatAProctorDoesIsOnTheLedgerWithHisName() {
    var driver = locked()
    driver.send(.passcodeJudged(.accepted("A. Smith")))
    for act: ProctorAct in [.pause, .pause, .resume, .resume, .handIn] { driver.send(.proctorAsked(act)) }
    let named = driver.effects.filter { if case .record("A", _, "A. Smith") = $0 { true } else { false } }
    #expect(named.count == 4)
    #expect(driver.entries == ["proctorAccepted", "proctorPaused", "proctorResumed", "proctorHandedIn"])
    #expect(driver.told.contains(.proctorEnds(.submitted)))
  }

  @Test func thePauseOutlivesTheFrontEndAndTheProctorDoesNot() {
    var driver = locked()
    driver.send(.passcodeJudged(.accepted("A. Smith")))
    driver.send(.proctorAsked(.pause))
    driver.send(.frontEndLost(how: "killed", status: 70))
    driver.send(.frontEndReady)
    #expect(driver.lock.report.pausedBy == "A. Smith")
    driver.send(.proctorAsked(.resume))
    #expect(driver.lock.report.pausedBy == "A. Smith")
    driver.send(.unlockRequested(.ended))
    #expect(driver.lock.phase == .open && driver.lock.report.pausedBy == nil)
  }

  @Test func anEndOrderedWhileTheFrontEndDiesIsToldToTheNext() {
    var driver = locked()
    driver.send(.passcodeJudged(.accepted("A. Smith")))
    driver.send(.proctorAsked(.end))
    driver.send(.frontEndLost(how: "killed", status: 70))
    driver.told = []
    driver.send(.frontEndReady)
    #expect(driver.told.contains(.proctorEnds(.ended)))
  }
}
