import Testing

@testable import KioskCore

@Suite("The screen of a hosted program")
struct HostedStateTests {
  private static func report(_ phase: LockPhase) -> LockReport {
    LockReport(
      phase: phase, mode: phase == .open ? nil : .autonomousSingleApp,
      since: phase == .locked ? WallTime(milliseconds: 0) : nil,
      until: phase == .locked ? WallTime(milliseconds: 5_400_000) : nil, tier: .terminal)
  }

  private static func locked() -> HostedState {
    var state = HostedState(title: "quiz")
    for phase in [LockPhase.engaging, .locked] {
      _ = state.reduce(.guardianSaid(.lockChanged(report(phase))), now: at(0))
    }
    return state
  }

  private static func at(_ milliseconds: Int64) -> Moment { Moment(milliseconds: milliseconds) }

  @Test("leaves every key to an open program")
  func open() {
    var state = HostedState(title: "quiz")
    for press in 0..<6 {
      #expect(state.reduce(.homePressed(.ctrlC, reaches: false), now: Self.at(Int64(press) * 100)) == [.forward])
    }
    #expect(state.isProgramInFront && state.banner == nil)
  }

  @Test("says that it is locked and for how long at the most, and that it is not any more")
  func banners() {
    var state = HostedState(title: "quiz")
    _ = state.reduce(.guardianSaid(.lockChanged(Self.report(.engaging))), now: Self.at(0))
    let words = "This terminal is locked. Its program unlocks it, in 90 minutes at the latest."
    #expect(state.reduce(.guardianSaid(.lockChanged(Self.report(.locked))), now: Self.at(0)) == [.reportBanner(words)])
    #expect(state.banner?.text == words && state.nextTick(after: Self.at(0)) == Self.at(5000))
    _ = state.reduce(.ticked, now: Self.at(5000))
    #expect(state.banner == nil)
    _ = state.reduce(.guardianSaid(.lockChanged(Self.report(.releasing))), now: Self.at(0))
    #expect(
      state.reduce(.guardianSaid(.lockChanged(Self.report(.open))), now: Self.at(0))
        == [.reportBanner("This terminal is unlocked.")])
  }

  @Test("keeps what would end the program from it, and counts it; other home keys are the program's")
  func home() {
    var state = Self.locked()
    #expect(state.reduce(.homePressed(.escape, reaches: true), now: Self.at(0)) == [.forward])
    #expect(state.reduce(.homePressed(.ctrlC, reaches: false), now: Self.at(100)) == [.reportHome(.ctrlC)])
    #expect(state.banner?.text == "Home is blocked until the program unlocks this terminal.")
    // Held down it is one press.
    #expect(state.reduce(.homePressed(.ctrlC, reaches: false), now: Self.at(130)) == [])
  }

  @Test("speaks of a test only where there is one, and fits a row of 80 columns")
  func words() {
    for mode in LockMode.allCases {
      let said = [Banner.lockedText("480 minutes", of: mode), Banner.blockedText(of: mode)]
      for words in said {
        #expect(Width.of(words) <= 80)
        #expect(words.contains(" test") == (mode == .assessment && words.contains("Home")))
      }
      #expect(said[0].hasPrefix("This terminal is locked.") && said[1].hasPrefix("Home is blocked"))
      for kind in RefusalCase.allCases where mode != .assessment && kind != .notEntitled {
        let words = kind.answer.map { $0.reason(of: mode) + $0.mend(of: mode) } ?? " test"
        #expect(!words.contains(" test"), "\(words)")
      }
    }
  }

  @Test("three presses of one key bring the panel, whatever the program makes of two")
  func panel() {
    for reaches in [true, false] {
      var state = Self.locked()
      for press in 0..<3 {
        _ = state.reduce(.homePressed(.ctrlC, reaches: reaches), now: Self.at(Int64(press) * 200))
      }
      #expect(state.overlay == .panel(row: 0) && !state.isProgramInFront)
      // The fourth press of an excited hand does not close it again; a later one does.
      _ = state.reduce(.homePressed(.ctrlC, reaches: false), now: Self.at(600))
      #expect(state.overlay == .panel(row: 0))
      _ = state.reduce(.homePressed(.ctrlC, reaches: false), now: Self.at(2000))
      #expect(state.overlay == nil)
    }
    var slow = Self.locked()
    for press in 0..<6 { _ = slow.reduce(.homePressed(.home, reaches: true), now: Self.at(Int64(press) * 1000)) }
    #expect(slow.overlay == nil)
  }

  @Test("lets a proctor in by a passcode, and end the lock after a yes")
  func proctor() {
    var state = Self.locked()
    _ = state.reduce(.guardianSaid(.proctors(ProctorList(names: ["A. Smith"]))), now: Self.at(0))
    for press in 0..<3 { _ = state.reduce(.homePressed(.home, reaches: true), now: Self.at(Int64(press) * 200)) }
    _ = state.reduce(.pressed(.moved(.right)), now: Self.at(500))
    #expect(state.reduce(.pressed(.enter), now: Self.at(500)) == [.reportAsking(true)])
    _ = state.reduce(.pressed(.typed("swordfish")), now: Self.at(500))
    let checked = state.reduce(.pressed(.enter), now: Self.at(500))
    #expect(checked == [.checkPasscode(proctor: "", Secret("swordfish".utf8) ?? Secret())])
    // While it is looked at nothing is taken.
    #expect(state.reduce(.pressed(.enter), now: Self.at(500)) == [])
    _ = state.reduce(.guardianSaid(.passcodeAnswered(.wrong(wait: 1000))), now: Self.at(500))
    _ = state.reduce(.pressed(.typed("x")), now: Self.at(600))
    #expect(state.reduce(.pressed(.enter), now: Self.at(600)) == [], "too soon")
    _ = state.reduce(.guardianSaid(.passcodeAnswered(.accepted("A. Smith"))), now: Self.at(2000))
    _ = state.reduce(.pressed(.moved(.down)), now: Self.at(2000))
    _ = state.reduce(.pressed(.enter), now: Self.at(2000))
    // The focus is on no.
    #expect(state.reduce(.pressed(.enter), now: Self.at(2000)) == [])
    _ = state.reduce(.pressed(.enter), now: Self.at(2000))
    #expect(state.reduce(.pressed(.typed("y")), now: Self.at(2000)) == [.askProctor(.end)])
    #expect(state.reduce(.guardianSaid(.proctorEnds(.ended)), now: Self.at(2000)) == [.requestUnlock(.ended)])
  }

  @Test("a proctor who is called away leaves nobody in his place")
  func forgottenPanel() {
    var state = Self.locked()
    state.overlay = .passcode(PasscodePrompt(.panel))
    _ = state.reduce(.guardianSaid(.passcodeAnswered(.accepted("A"))), now: Self.at(0))
    _ = state.reduce(.ticked, now: Self.at(6000))
    #expect(state.nextTick(after: Self.at(6000)) == Self.at(ProctorPanel.patience))
    #expect(state.reduce(.ticked, now: Self.at(ProctorPanel.patience)) == [.dismissProctor])
    #expect(state.overlay == nil)
  }

  @Test("hides the program while the lock is not whole, and takes its keys")
  func hidden() {
    var state = Self.locked()
    _ = state.reduce(.guardianSaid(.lockChanged(Self.report(.interrupted))), now: Self.at(0))
    #expect(state.isHidden && !state.isProgramInFront)
    #expect(state.reduce(.homePressed(.escape, reaches: true), now: Self.at(0)) == [])
    _ = state.reduce(.guardianSaid(.lockChanged(Self.report(.locked))), now: Self.at(0))
    #expect(state.isProgramInFront)
  }

  @Test("leaves with the program's status, but not before its lock has let go")
  func leaves() {
    var state = Self.locked()
    #expect(state.reduce(.guardianSaid(.programEnded(status: 3)), now: Self.at(0)) == [])
    let effects = state.reduce(.guardianSaid(.lockChanged(Self.report(.open))), now: Self.at(0))
    #expect(effects == [.reportBanner(Banner.openText), .leave(status: 3)])
    #expect(state.reduce(.ticked, now: Self.at(1)) == [], "once")
    var open = HostedState(title: "quiz")
    #expect(open.reduce(.guardianSaid(.programEnded(status: 0)), now: Self.at(0)) == [.leave(status: 0)])
  }

  @Test("the cap, pastes and bursts")
  func rest() {
    var state = Self.locked()
    #expect(state.reduce(.guardianSaid(.capReached), now: Self.at(0)) == [.requestUnlock(.expired)])
    #expect(state.reduce(.pasteRefused(count: 7), now: Self.at(0)) == [.note(what: "pasteRefused", detail: "7 bytes")])
    #expect(
      state.reduce(.burstTyped(count: 30), now: Self.at(0))
        == [.note(what: "pasteBurst", detail: "30 characters in one read")])
  }

  @Test("a passcode that was being typed when the screen died is asked for on")
  func passcodeGoesOn() {
    var state = HostedState(title: "quiz")
    var report = Self.report(.locked)
    report.isPasscodeAsked = true
    _ = state.reduce(.guardianSaid(.welcome(version: 2, lock: report, resume: "", absence: 5)), now: Self.at(0))
    #expect(state.isPasscodeAsked && !state.isProgramInFront)
  }
}
