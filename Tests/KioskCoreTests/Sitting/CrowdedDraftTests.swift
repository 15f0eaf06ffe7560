import SittingScript
import Testing

@testable import KioskCore

/// The keys of answers with many rows, and of texts that are longer than the screen.
@Suite struct CrowdedDraftTests {
  private func test(at place: CrowdedExam.Place) -> SittingScript {
    var script = SittingScript.test(CrowdedExam.exam)
    script.wait(6000)
    script.go(to: place.rawValue)
    return script
  }

  @Test func capitalsNameTheRowsBehindZ() {
    var script = test(at: .longChoices)
    for (letter, row) in [("z", 25), ("A", 26), ("D", 29), ("a", 0)] {
      script.type(letter)
      #expect(script.state.sitting?.entry?.draft == .choice(chosen: [row], row: row, multiple: false))
    }
    script.type("E")
    #expect(script.state.sitting?.entry?.draft == .choice(chosen: [0], row: 0, multiple: false))
    #expect(Draft.rowName(25) == "z" && Draft.rowName(26) == "A" && Draft.rowName(51) == "Z")
    #expect(Draft.rowName(52) == nil && Draft.rowName(-1) == nil)
  }

  /// With Caps Lock on a short list is answered as ever.
  @Test func capitalsMeanSmallLettersWhereNoRowIsBehindZ() {
    var script = SittingScript.test()
    script.wait(6000)
    script.go(to: SampleExam.Place.choice.rawValue)
    script.type("B")
    #expect(script.state.sitting?.entry?.draft == .choice(chosen: [1], row: 1, multiple: false))
  }

  @Test func aTextFollowsTheGapUntilItIsScrolled() {
    var script = test(at: .passage)
    script.send(.laidOut(scrollLimit: 40))
    #expect(script.state.sitting?.textIsScrolled == false)
    script.press(.moved(.down))
    #expect(gap(script) == 1 && script.state.sitting?.textIsScrolled == false)
    script.press(.moved(.up), .moved(.up))
    #expect(gap(script) == 0 && script.state.sitting?.textIsScrolled == true)
    #expect(script.state.sitting?.promptScroll == 0)
    script.press(.moved(.down), .moved(.down))
    #expect(gap(script) == 0 && script.state.sitting?.promptScroll == 2)
    script.type("x")
    #expect(script.state.sitting?.textIsScrolled == false)
    for _ in 0..<3 { script.press(.focusMoved(forward: true)) }
    script.press(.moved(.down))
    #expect(gap(script) == 3 && script.state.sitting?.textIsScrolled == true)
    #expect(script.state.sitting?.promptScroll == 40)
    script.press(.moved(.down))
    #expect(script.state.focus != .body(0))
  }

  @Test func whereAllOfATextShowsDownLeavesIt() {
    var script = test(at: .cloze)
    for _ in 0..<5 { script.press(.moved(.down)) }
    #expect(gap(script) == 4 && script.state.sitting?.textIsScrolled == false)
    #expect(script.state.focus != .body(0))
  }

  @Test func aScrolledTextIsLeftWithItsQuestion() {
    var script = test(at: .passage)
    script.send(.laidOut(scrollLimit: 40))
    script.press(.moved(.up), .moved(.down), .action(.next), .action(.previous))
    #expect(script.state.sitting?.textIsScrolled == false && script.state.sitting?.promptScroll == 0)
  }

  private func gap(_ script: SittingScript) -> Int? {
    if case .cloze(_, let gap)? = script.state.sitting?.entry?.draft { return gap }
    return nil
  }
}
