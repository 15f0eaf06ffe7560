import KioskCore
import SittingScript
import Testing

@testable import KioskTUI

/// What is seen at the end, and what lies over the screen.
@Suite struct EndScreensTests {
  private var sat: SittingScript {
    var script = SittingScript.test()
    script.wait(6000)
    script.press(.enter)
    script.type("gibraltar")
    script.press(.action(.flag), .enter, .typed("b"), .enter, .typed("a"), .typed("c"), .enter)
    script.press(.typed("f"), .enter)
    return script
  }

  @Test func reviewCounts() {
    var script = sat
    script.press(.action(.review))
    ScreenGolden.expect(script, "review")
    script.press(.focusMoved(forward: true))
    ScreenGolden.expect(script, "review-hand-in")
  }

  @Test func handInAsksWithFocusOnNo() {
    var script = sat
    script.press(.action(.review), .action(.review))
    ScreenGolden.expect(script, "confirm-hand-in")
  }

  /// A gap or a pair that was left out did not show anywhere before handing in.
  @Test func anAnswerInPartIsNamed() {
    var script = sat
    script.go(to: SampleExam.Place.cloze.rawValue)
    script.press(.moved(.down))
    script.type("Amazon")
    script.press(.action(.next), .action(.review))
    ScreenGolden.expect(script, "review-in-part")
    script.press(.action(.review))
    ScreenGolden.expect(script, "confirm-hand-in-in-part")
  }

  @Test func sealingSaysSo() {
    var script = sat
    script.world.storeAnswers = false
    script.press(.action(.review), .action(.review), .typed("y"))
    ScreenGolden.expect(script, "sealing")
  }

  @Test func aFailedSealStaysLocked() {
    var script = sat
    script.world.storeFault = StoreFault.full.reason
    script.press(.action(.review), .action(.review), .typed("y"))
    ScreenGolden.expect(script, "sealing-failed")
  }

  @Test func reportShowsMarks() {
    var script = sat
    script.go(to: SampleExam.Place.essay.rawValue)
    script.type("Because of water.")
    script.press(.action(.review), .action(.review), .typed("y"))
    ScreenGolden.expect(script, "report")
    ScreenGolden.layOut(&script)
    for _ in 0..<18 { script.press(.moved(.down)) }
    ScreenGolden.expect(script, "report-scrolled")
  }

  @Test func timeOutIsSaid() {
    var script = sat
    script.wait(11 * 60_000)
    ScreenGolden.expect(script, "report-time-out")
  }

  @Test func helpNamesTheKeys() {
    var script = sat
    script.press(.action(.help))
    ScreenGolden.expect(script, "help-test")
    var practice = SittingScript.practice()
    practice.go(to: 1)
    practice.press(.action(.help))
    ScreenGolden.expect(practice, "help-practice")
  }

  @Test func aidsAreListed() {
    var script = sat
    script.press(.action(.aids), .moved(.down), .enter)
    ScreenGolden.expect(script, "aids")
  }

  @Test func threeHomePressesOpenThePanel() {
    var script = sat
    for _ in 0..<3 {
      script.now = script.now.adding(200)
      script.send(.homePressed(.escape))
    }
    ScreenGolden.expect(script, "panel")
  }

  @Test func leavingAPracticeIsAsked() {
    var script = SittingScript.practice()
    script.go(to: 1)
    script.send(.homePressed(.escape))
    ScreenGolden.expect(script, "confirm-leave")
  }

  @Test func tooSmallSaysTheSizeItNeeds() {
    ScreenGolden.expect(sat, "too-small", Size(width: 50, height: 15))
    ScreenGolden.expect(SittingScript(), "too-small-open", Size(width: 20, height: 5))
  }

  /// Of a test of 480 minutes consent once said "1 hour 36 minutes and 400 % extra time: 8 hours".
  @Test func extraTimeThatTheCapCutIsNotCountedBack() {
    #expect(Screen.spoken(900_000, extraPercent: 50) == "10 minutes and 50 % extra time: 15 minutes")
    #expect(Screen.spoken(900_000, extraPercent: 0) == "15 minutes")
    #expect(Screen.spoken(AttemptComposer.cap, extraPercent: 400) == "8 hours, 400 % extra time included")
  }

  /// After the test the candidate reads what was recorded of it.
  @Test func theReportEndsWithTheRecord() {
    let report = AttemptReport(
      title: "Geography", candidate: "Ada", end: .submitted, detail: .none, score: .zero, maxScore: .zero, pending: 0,
      lines: [], mode: .test, record: ["08:11:02 locked: assessment", "08:12:40 homeBlocked: Esc"])
    let rows = Screen.reportPage(report, width: 70).rows.map(\.text)
    #expect(rows.suffix(2) == ["08:11:02 locked: assessment", "08:12:40 homeBlocked: Esc"])
    #expect(rows.contains { $0.hasPrefix("Record of this test") })
  }
}
