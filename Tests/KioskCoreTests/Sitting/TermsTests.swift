import SittingScript
import Testing

@testable import KioskCore

/// What a machine's profile, and what else locks the terminal, mean to the front end.
struct TermsTests {
  @Test func anAidThatTheProfileDeniesGoesOffAndStaysOff() {
    var script = SittingScript.test()
    script.state.aids.configure(aid: .invert, enabled: true)
    script.send(.guardianSaid(.terms(LockTerms(name: "Lab", deniedAids: [.invert]))))
    #expect(!script.state.aids.isOn(.invert))
    let denied = script.state.aids.configure(aid: .invert, enabled: true)
    let allowed = script.state.aids.configure(aid: .monochrome, enabled: true)
    #expect(!denied && allowed && !script.state.aids.isOn(.invert))
    // Without the profile it is to be had again.
    script.send(.guardianSaid(.terms(.none)))
    let again = script.state.aids.configure(aid: .invert, enabled: true)
    #expect(again)
  }

  @Test func aTestIsShownInTheProfilesLanguageWhereItHasIt() {
    for (language, shown) in [("fr", "fr"), ("fr-CA", "fr-CA"), ("ja", "en"), ("", "en")] {
      let title = LocalizedText(variants: [
        .init(language: "en", text: "Rivers"), .init(language: "fr", text: "Fleuves"),
      ])
      let exam = Exam(
        id: "rivers", title: title ?? LocalizedText("Rivers"), language: "en", minutes: nil, shuffle: false,
        shuffleChoices: false, navigation: .free, draw: nil, verdict: .end, report: .full, policy: .standard,
        questions: [])
      #expect(exam.shown(in: language).language == shown, "\(language)")
    }
  }

  @Test func theLockIsToldWithTheProfilesCap() {
    for (minutes, words) in [(480, "8 hours"), (60, "1 hour"), (90, "90 minutes"), (1, "1 minute"), (120, "2 hours")] {
      var script = SittingScript()
      script.send(.guardianSaid(.terms(LockTerms(name: "Lab", capMinutes: minutes))))
      #expect(script.state.capInWords == words)
    }
    #expect(Banner.lockedText() == "This terminal is locked. It unlocks when you finish, or after 8 hours.")
  }

  private let other = LockRefusal.alreadyLockedByOther("vlock (process 7)")

  @Test func somethingElseThatLocksIsANoticeInTheLobby() {
    var script = SittingScript()
    script.send(.started)
    script.send(.guardianSaid(.refused(other)))
    #expect(script.state.stage == .lobby)
    #expect(script.state.lobby.notice.contains("vlock (process 7)"))
  }

  @Test func andStopsATestThatIsBeingStartedUntilItIsTriedAgain() {
    var launch = Launch()
    launch.exam = "sample"
    launch.candidate = Candidate(name: "Ada")
    var script = SittingScript(launch)
    script.send(.started)
    #expect(script.state.stage == .consent)
    script.send(.guardianSaid(.refused(other)))
    #expect(script.state.stage == .refused && script.state.refusal == other)
    // Nobody has said yes yet: trying again asks.
    script.press(.enter)
    #expect(script.state.stage == .consent)
    #expect(script.effects.contains { if case .assess = $0 { true } else { false } })
    // Any other refusal out of turn is not for this screen.
    script.send(.guardianSaid(.refused(.consentDeclined)))
    #expect(script.state.stage == .consent)
  }

  @Test func aTestUnderWayIsNotStoppedByIt() {
    var script = SittingScript.test()
    script.send(.guardianSaid(.refused(other)))
    #expect(script.state.stage == .question)
  }

  @Test func whatInterruptedTheTestIsNotOverwrittenByTheLockThatIsBack() {
    var script = SittingScript.test()
    script.wait(6000)
    script.send(.guardianSaid(.lockChanged(script.report(.interrupted))))
    #expect(script.state.isHidden)
    script.send(.guardianSaid(.interrupted(.suspended, milliseconds: 5000)))
    script.send(.guardianSaid(.lockChanged(script.report(.locked))))
    #expect(!script.state.isHidden)
    #expect(script.state.banner?.text == "The machine slept for 5 s. This is recorded.")
  }
}
