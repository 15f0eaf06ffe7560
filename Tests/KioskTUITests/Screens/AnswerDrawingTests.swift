import KioskCore
import SittingScript
import Testing

@testable import KioskTUI

/// Drawing the answer alone leaves the screen that drawing everything would.
@Suite struct AnswerDrawingTests {
  @Test(arguments: SampleExam.Place.allCases)
  func anAnswerDrawnAloneIsTheWholeScreen(place: SampleExam.Place) {
    let presses: [Press] = [
      .typed("a"), .typed("é"), .typed("京"), .typed(" "), .typed("b"), .typed("7"), .edited(.deleteBackward),
      .edited(.deleteWord), .edited(.lineStart), .edited(.lineEnd), .moved(.left), .moved(.right), .moved(.down),
      .moved(.up), .edited(.deleteForward), .edited(.deleteToStart),
    ]
    var chance = SeededRandom(seed: UInt64(place.rawValue) + 7)
    for size in ScreenGolden.sizes {
      var script = SittingScript.test()
      script.wait(6000)
      script.go(to: place.rawValue)
      script.send(.resized(columns: size.width, rows: size.height))
      var grid = Grid(size)
      Screen.draw(script.state, now: script.now, into: &grid)
      var alone = 0
      for _ in 0..<300 {
        let before = script.state.stage
        script.press(presses[chance.below(presses.count)])
        var whole = Grid(size)
        Screen.draw(script.state, now: script.now, into: &whole)
        if script.state.damage == .answer, before == script.state.stage {
          _ = Screen.drawAnswer(script.state, into: &grid)
          #expect(grid.styledText == whole.styledText && grid.text == whole.text && grid.cursor == whole.cursor)
          alone += 1
        } else {
          grid = whole
        }
      }
      if place != .description { #expect(alone > 20) }
    }
  }
}
