import KioskCore
import SittingScript
import Testing

@testable import KioskTUI

/// Drawing no more than a key changed leaves the screen that drawing everything would.
@Suite struct AnswerDrawingTests {
  @Test(arguments: SampleExam.Place.allCases)
  func whatIsDrawnAfterAKeyIsTheWholeScreen(place: SampleExam.Place) {
    let presses: [Press] = [
      .typed("a"), .typed("é"), .typed("京"), .typed(" "), .typed("b"), .typed("7"), .typed("c"), .typed("d"),
      .edited(.deleteBackward), .edited(.deleteWord), .edited(.lineStart), .edited(.lineEnd), .moved(.left),
      .moved(.right), .moved(.down), .moved(.up), .edited(.deleteForward), .edited(.deleteToStart),
    ]
    var chance = SeededRandom(seed: UInt64(place.rawValue) + 7)
    for size in ScreenGolden.sizes {
      var script = SittingScript.test()
      script.wait(6000)
      script.go(to: place.rawValue)
      script.send(.resized(columns: size.width, rows: size.height))
      var drawn = Drawn()
      var shown = Grid(size)
      var grid = Grid(size)
      var narrow = 0
      for _ in 0..<400 {
        script.press(presses[chance.below(presses.count)])
        drawn.spoil(script.state.damage)
        var whole = Grid(size)
        let limit = Screen.draw(script.state, now: script.now, into: &whole)
        let (scrollLimit, rows) = drawn.draw(script.state, now: script.now, into: &grid)
        #expect(grid.styledText == whole.styledText && grid.text == whole.text && grid.cursor == whole.cursor)
        #expect(scrollLimit == limit)
        if !rows.isEmpty {
          narrow += 1
          let strays = (0..<size.height).filter { y in
            !rows.contains(y) && (0..<size.width).contains { grid[$0, y] != shown[$0, y] }
          }
          #expect(strays.isEmpty)
        }
        if script.state.scrollLimit != scrollLimit { script.send(.laidOut(scrollLimit: scrollLimit)) }
        swap(&shown, &grid)
      }
      if place == .shortAnswer { #expect(narrow > 100) }
    }
  }
}
