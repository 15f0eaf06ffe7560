import Testing

@testable import KioskCore

/// One guardian serves one test after another: nothing of the first is counted against, or granted to, the second.
@Suite("The next lock of the same guardian")
struct LockAgainTests {
  /// A lock that has been used, by `body`, and let go.
  private func used(_ body: (inout LockDriver) -> Void) -> LockDriver {
    var driver = LockDriver()
    driver.lockNow()
    body(&driver)
    driver.send(.unlockRequested(.submitted))
    #expect(driver.lock.phase == .open)
    driver.effects = []
    driver.told = []
    return driver
  }

  @Test("counts from nothing again")
  func countsAnew() {
    var driver = used { driver in
      driver.send(.homeBlocked(.escape))
      driver.send(.gap(.suspended, milliseconds: 5))
      #expect(driver.lock.report.escapes == 1 && driver.lock.report.interruptions == 1)
    }
    driver.lockNow()
    #expect(driver.lock.report.escapes == 0 && driver.lock.report.interruptions == 0)
  }

  @Test("brings a front end back at once, however often the last test's died")
  func startsAtOnceAgain() {
    var driver = used { driver in
      for _ in 0..<6 {
        driver.send(.frontEndLost(how: "killed by KILL", status: 70))
        while driver.lock.startAt != nil { driver.wait(100) }
        driver.send(.frontEndReady)
      }
      #expect(driver.lock.phase == .locked && driver.lock.crashes == 6)
    }
    driver.lockNow()
    driver.send(.frontEndLost(how: "killed by KILL", status: 70))
    #expect(driver.effects.contains(.startFrontEnd(resume: LockDriver.request.attempt)))
  }

  @Test("is not paused, and knows no proctor, because the last was")
  func isNotPaused() {
    var driver = used { driver in
      driver.send(.passcodeJudged(.accepted("A. Smith")))
      driver.send(.proctorAsked(.pause))
      #expect(driver.lock.report.pausedBy == "A. Smith")
    }
    driver.lockNow()
    #expect(driver.lock.report.pausedBy == nil)
    driver.send(.proctorAsked(.pause))
    #expect(driver.lock.report.pausedBy == nil)
  }

  @Test("notices a loss of the focus that the last test had lost")
  func noticesTheFocusAnew() {
    var driver = used { $0.send(.focusChanged(false)) }
    driver.lockNow()
    driver.send(.focusChanged(false))
    #expect(driver.lock.report.interruptions == 1)
  }

  @Test("takes nothing more away once a required restriction reads back as not engaged")
  func stopsAtTheFirstUnmet() {
    var driver = LockDriver()
    let first = LockState.plan[0]
    driver.readBackStates = [first: .unavailable(reason: "no")]
    var request = LockDriver.request
    request = LockRequest(
      mode: request.mode, attempt: request.attempt, title: request.title, required: [first], detections: [:],
      capMinutes: 10, consented: true)
    driver.lockNow(request)
    #expect(driver.lock.phase == .open && driver.fault == nil)
    #expect(driver.effects.contains(.readBack(first)))
    #expect(!driver.effects.contains(.capture(LockState.plan[1])))
  }
}
