import KioskCore
import SittingScript
import Testing

@testable import KioskTUI

/// What shows what a lock is.
@Suite struct DemoScreensTests {
  private func locked(_ page: DemoState.Page, _ keys: Press...) -> SittingScript {
    var script = SittingScript.demo(page)
    for key in keys { script.press(key) }
    script.press(.enter)
    return script
  }

  @Test func theMenuNamesThem() {
    var menu = SittingScript.demo(.menu)
    menu.press(.moved(.down))
    ScreenGolden.expect(menu, "demo-menu")
    menu.press(.focusMoved(forward: true), .focusMoved(forward: true))
    ScreenGolden.expect(menu, "demo-menu-play", ScreenGolden.sizes[0])
  }

  @Test func theLabIsOpenAtFirst() {
    var lab = SittingScript.demo(.lab)
    ScreenGolden.expect(lab, "demo-lab")
    lab.type("Burk")
    ScreenGolden.expect(lab, "demo-lab-suggestion")
    lab.press(.action(.lookUp))
    ScreenGolden.expect(lab, "demo-lab-look-up")
  }

  @Test func theLabTellsWhatTheLockHolds() {
    var lab = locked(.lab)
    ScreenGolden.expect(lab, "demo-lab-locked")
    lab.wait(7000)
    lab.send(.homePressed(.escape))
    lab.press(.pasted("from elsewhere"))
    for _ in 0..<3 { lab.press(.focusMoved(forward: true)) }
    lab.state.focus = .body(DemoState.LabPart.table.rawValue)
    ScreenGolden.expect(lab, "demo-lab-blocked")
  }

  @Test func theLabsLogIsReadAsAWhole() {
    var lab = locked(.lab)
    lab.wait(7000)
    lab.send(.homePressed(.ctrlC))
    lab.press(.pasted("from elsewhere"), .action(.lookUp), .focusMoved(forward: true), .focusMoved(forward: true))
    lab.wait(7000)
    ScreenGolden.expect(lab, "demo-lab-log")
    lab.press(.enter)
    ScreenGolden.expect(lab, "demo-lab-log-open")
  }

  @Test func threeHomePressesShowTheWayOut() {
    var lab = locked(.lab)
    for _ in 0..<3 {
      lab.send(.homePressed(.escape))
      lab.wait(200)
    }
    lab.wait(7000)
    ScreenGolden.expect(lab, "demo-lab-panel")
  }

  @Test func aRefusedLockIsTold() {
    var lab = SittingScript.demo(.lab)
    lab.world.refusal = .notEntitled("")
    lab.press(.enter)
    ScreenGolden.expect(lab, "demo-lab-refused")
  }

  @Test func theQuestionIsAskedTwice() {
    var asked = SittingScript.demo(.comparison)
    ScreenGolden.expect(asked, "demo-before")
    asked.press(.focusMoved(forward: true))
    for way in Comparison.Way.allCases {
      asked.press(.enter, .enter)
      if way != .home { asked.press(.moved(.down)) }
    }
    ScreenGolden.expect(asked, "demo-before-tried")
    asked.press(.focusMoved(forward: true), .enter)
    asked.wait(7000)
    asked.press(.focusMoved(forward: false))
    for way in Comparison.Way.allCases.reversed() {
      asked.press(.enter)
      if way != .lookUp { asked.press(.moved(.up)) }
    }
    ScreenGolden.expect(asked, "demo-after")
  }

  @Test func theHomeButtonLeadsOut() {
    var asked = SittingScript.demo(.comparison)
    asked.send(.homePressed(.escape))
    ScreenGolden.expect(asked, "demo-outside")
  }

  @Test func everyRefusalIsToldWithItsMend() {
    var list = SittingScript.demo(.refusals)
    ScreenGolden.expect(list, "demo-refusals")
    for _ in 0..<6 { list.press(.moved(.down)) }
    ScreenGolden.expect(list, "demo-refusals-required")
  }

  /// Nothing of the answer is cut off, whichever it is.
  @Test(arguments: RefusalCase.allCases) func everyAnswerHasRoom(_ situation: RefusalCase) {
    for size in ScreenGolden.sizes {
      var list = SittingScript.demo(.refusals)
      for _ in 0..<(RefusalCase.allCases.firstIndex(of: situation) ?? 0) { list.press(.moved(.down)) }
      let words = ScreenGolden.draw(list, size).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let mend = situation.answer?.mend ?? "no answer"
      #expect(words.contains(mend.split(separator: " ").joined(separator: " ")), "\(size)")
    }
  }

  /// Every reason that the program has to refuse is in the list, however it has to be scrolled.
  @Test func everyReasonIsOnThePage() {
    for size in ScreenGolden.sizes {
      var list = SittingScript.demo(.refusals)
      var seen = ""
      for _ in LockRefusal.Kind.allCases {
        seen += ScreenGolden.draw(list, size).text
        list.press(.moved(.down))
      }
      for kind in LockRefusal.Kind.allCases {
        let title = RefusalCase(rawValue: kind.rawValue)?.title
        #expect(title.map { seen.contains($0) } == true, "\(kind.rawValue) is not shown at \(size)")
      }
    }
  }

  @Test func captionsStandAboveWhatPlays() {
    var lab = SittingScript.demo(.lab, plays: true)
    for _ in 0..<40 where lab.state.demo?.field.text != "Burk" { lab.wait(10_000) }
    lab.wait(10_000)
    ScreenGolden.expect(lab, "demo-playing")
    lab.press(.enter)
    ScreenGolden.expect(lab, "demo-taken-over")
  }

  @Test func tooSmallSaysTheSizeItNeeds() {
    ScreenGolden.expect(locked(.lab), "demo-too-small", Size(width: 50, height: 15))
  }

  private func large(_ script: SittingScript) -> SittingScript {
    var script = script
    script.press(.action(.aids), .moved(.down), .moved(.down), .enter, .action(.aids))
    script.wait(7000)
    return script
  }

  @Test func theyAreReadInLargeLetters() {
    ScreenGolden.expect(large(SittingScript.demo(.menu)), "large-demo-menu")
    ScreenGolden.expect(large(locked(.lab)), "large-demo-lab")
    ScreenGolden.expect(large(SittingScript.demo(.comparison)), "large-demo-before")
    ScreenGolden.expect(large(SittingScript.demo(.refusals)), "large-demo-refusals")
  }

  /// Every caption has room at every size, whatever page and lock it is told of.
  @Test func noCaptionIsCutOff() {
    for size in ScreenGolden.sizes {
      for page in DemoState.Page.allCases {
        var playing = SittingScript.demo(page, plays: true)
        for _ in 0..<200 where playing.state.demo?.play != nil {
          playing.wait(10_000)
          guard let caption = playing.state.demo?.caption, playing.state.overlay == nil else { continue }
          playing.state.banner = nil
          let rows = size.height < 24 ? 3 : 2
          #expect(TextLayout.wrap(caption, width: size.width - 6).count <= rows, "\(caption)")
        }
      }
    }
  }
}
