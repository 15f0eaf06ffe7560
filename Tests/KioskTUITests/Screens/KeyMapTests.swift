import KioskCore
import SittingScript
import Testing

@testable import KioskTUI

/// Which key means what.
@Suite struct KeyMapTests {
  private let state = SittingScript.test().state

  @Test(arguments: [
    (1, Action.help), (2, .lookUp), (3, .aids), (4, .flag), (5, .hear), (6, .definition), (7, .sentence),
    (8, .spelling),
    (9, .review),
  ])
  func functionKeysAndAltDigitsAreTheSame(_ number: Int, _ action: Action) throws {
    let digit = try #require(String(number).first)
    #expect(KeyMap.event(for: .function(number), in: state) == .pressed(.action(action)))
    #expect(KeyMap.event(for: .alt(digit), in: state) == .pressed(.action(action)))
  }

  @Test(arguments: [Key.insert, .function(11), .function(11), .alt("x"), .alt("٣")])
  func otherKeysMeanNothing(_ key: Key) { #expect(KeyMap.event(for: key, in: state) == nil) }

  @Test func altEnterIsANewLineInAnEssayOnly() {
    var script = SittingScript.test()
    #expect(KeyMap.event(for: .alt("\n"), in: script.state) == nil)
    script.go(to: SampleExam.Place.essay.rawValue)
    #expect(KeyMap.event(for: .alt("\n"), in: script.state) == .pressed(.typed("\n")))
    script.press(.action(.help))
    #expect(KeyMap.event(for: .alt("\n"), in: script.state) == nil)
  }

  @Test func pagesTurnAndHomeIsHome() {
    #expect(KeyMap.event(for: .pageUp, in: state) == .pressed(.action(.previous)))
    #expect(KeyMap.event(for: .pageDown, in: state) == .pressed(.action(.next)))
    for key in HomeKey.allCases { #expect(KeyMap.event(for: .home(key), in: state) == .homePressed(key)) }
    #expect(KeyMap.event(for: .paste("a\u{1B}b"), in: state) == .pressed(.pasted("a\u{1B}b")))
  }

  /// The cursor rests on what has the focus, wherever Tab leads.
  @Test func theCursorIsAlwaysSomewhere() {
    for stage in SittingState.Stage.allCases {
      for script in SittingEvents.scripts(at: stage) {
        for overlay in SittingEvents.overlays {
          var script = script
          script.state.overlay = overlay
          for _ in 0..<8 {
            for size in ScreenGolden.sizes {
              let grid = ScreenGolden.draw(script, size)
              #expect(grid.cursor.map(grid.bounds.contains) == true, "\(stage) \(script.state.focus)")
            }
            script.press(.focusMoved(forward: true))
          }
        }
      }
    }
  }

  /// Whatever the size and the stage, drawing ends, and a spelling word never shows.
  @Test func everySizeIsDrawn() {
    let script = SittingEvents.scripts(at: .question)[SampleExam.Place.spelling.rawValue]
    for width in stride(from: 1, through: 130, by: 7) {
      for height in stride(from: 1, through: 50, by: 5) {
        let text = ScreenGolden.draw(script, Size(width: width, height: height)).text
        #expect(!text.lowercased().contains("archipelago"))
      }
    }
  }
}
