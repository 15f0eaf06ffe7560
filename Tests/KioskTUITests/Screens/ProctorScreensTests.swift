import KioskCore
import SittingScript
import Testing

@testable import KioskTUI

/// What a proctor sees, and a candidate who waits for one.
@Suite struct ProctorScreensTests {
  private func prompt(_ names: [String] = ["A. Smith"]) -> SittingScript {
    var script = SittingScript.test()
    script.wait(6000)
    script.go(to: SampleExam.Place.numerical.rawValue)
    script.world.proctors = ProctorList(names: names)
    script.send(.guardianSaid(.proctors(script.world.proctors)))
    for _ in 0..<3 {
      script.now = script.now.adding(300)
      script.send(.homePressed(.escape))
    }
    script.wait(6000)
    return script
  }

  private func proctor() -> SittingScript {
    var script = prompt()
    script.press(.moved(.left), .enter)
    script.type("letmein")
    script.press(.enter)
    return script
  }

  @Test func thePanelHasTheProctorsWay() { ScreenGolden.expect(prompt(), "panel-proctor") }

  @Test func thePasscodeIsDrawnAsBullets() {
    var script = prompt()
    script.press(.moved(.left), .enter)
    script.type("letmé渥")
    ScreenGolden.expect(script, "passcode-typed")
    let text = ScreenGolden.draw(script, Size(width: 80, height: 24)).text
    #expect(!text.contains("letm") && !text.contains("渥"))
    _ = script.state.reduce(.pressed(.enter), now: script.now, wall: script.wall)
    ScreenGolden.expect(script, "passcode-checking")
    script.send(.guardianSaid(.passcodeAnswered(.wrong(wait: 64_000))))
    script.wait(700)
    ScreenGolden.expect(script, "passcode-wrong")
  }

  @Test func theNameIsChosenWhereThereAreSeveral() {
    var script = prompt(["A. Smith", "Зоя Космодемьянская"])
    script.press(.moved(.left), .enter, .moved(.up), .moved(.right))
    ScreenGolden.expect(script, "passcode-names")
  }

  @Test func thePasscodeIsAskedForInLargeLettersToo() {
    var script = prompt(["A. Smith", "Зоя Космодемьянская"])
    _ = script.state.aids.configure(aid: .largePrint, enabled: true)
    script.press(.moved(.left), .enter)
    ScreenGolden.expect(script, "large-passcode")
    script.type("letmein")
    ScreenGolden.expect(script, "large-passcode-typed")
    let text = ScreenGolden.draw(script, Size(width: 80, height: 24)).text
    #expect(!text.contains("letm"))
    _ = script.state.reduce(.pressed(.enter), now: script.now, wall: script.wall)
    script.send(.guardianSaid(.passcodeAnswered(.wrong(wait: 64_000))))
    script.press(.moved(.up), .moved(.right))
    ScreenGolden.expect(script, "large-passcode-wrong")
  }

  @Test func theProctorsPanelIsLargeToo() {
    var script = proctor()
    _ = script.state.aids.configure(aid: .largePrint, enabled: true)
    ScreenGolden.expect(script, "large-proctor-panel")
    script.press(.moved(.up), .enter, .moved(.right))
    ScreenGolden.expect(script, "large-proctor-confirm")
  }

  @Test func theProctorSeesHowThingsStand() {
    var script = proctor()
    ScreenGolden.expect(script, "proctor-panel")
    script.press(.moved(.up), .enter, .moved(.right))
    ScreenGolden.expect(script, "proctor-confirm")
  }

  @Test func aPausedTestShowsNoQuestion() {
    var script = proctor()
    script.press(.moved(.down), .enter, .typed("y"))
    ScreenGolden.expect(script, "proctor-paused")
    script.send(.homePressed(.escape))
    script.wait(6000)
    ScreenGolden.expect(script, "question-paused")
    #expect(!ScreenGolden.draw(script, Size(width: 80, height: 24)).text.contains("latitude"))
    for _ in 0..<3 {
      script.now = script.now.adding(300)
      script.send(.homePressed(.escape))
    }
    script.wait(6000)
    ScreenGolden.expect(script, "panel-paused")
  }

  private func consent(_ names: [String]) -> SittingScript {
    let policy = ExamPolicy(proctor: true, required: [], detections: [:])
    var launch = Launch()
    launch.exam = "sample"
    launch.candidate = Candidate(name: "Ada")
    var script = SittingScript(launch)
    script.world.exam = SampleExam.exam(navigation: .free, verdict: .end, policy: policy)
    script.world.proctors = ProctorList(names: names)
    script.send(.started)
    return script
  }

  @Test func consentSaysThatAProctorIsNeeded() {
    var script = consent(["A. Smith"])
    ScreenGolden.expect(script, "consent-proctor")
    script.press(.typed("y"))
    ScreenGolden.expect(script, "consent-passcode")
  }

  @Test func withoutAPasscodeTheRefusalNamesTheMend() {
    var script = consent([])
    ScreenGolden.expect(script, "consent-no-proctor")
    script.press(.typed("y"))
    ScreenGolden.expect(script, "refused-no-proctor")
  }
}
