import KioskCore
import Testing

@testable import KioskTUI

@Suite struct LargeLettersTests {
  @Test func everyLetterHasItsShape() {
    var grid = Grid(width: 80, height: 62)
    var y = 0
    for line in [
      "ABCDEFGHIJKLM", "NOPQRSTUVWXYZ", "abcdefghijklm", "nopqrstuvwxyz", "0123456789.,:;!?", "'\"-–_/()+=%&*°¿¡",
      "ÀÉÎÑÖŮŐÇŠĄ", "àéîñöůőçšąïĭ", "ßÆæŒœØøĐđðŁłÞþıế",
    ] {
      y += grid.drawLarge(line, in: Rect(x: 0, y: y, width: 80, height: 62 - y)) + 1
    }
    GoldenFile.expect(text: grid.text, "large-letters")
  }

  @Test func wordsWrapAndLongWordsBreak() {
    var grid = Grid(width: 40, height: 24)
    let used = grid.drawLarge("to be schnauzer", in: grid.bounds, align: .centre, caret: 15)
    #expect(used == LargeLetters.rows(of: "to be schnauzer", width: 40))
    GoldenFile.expect(grid, "large-letters-wrapped")
  }

  @Test func textWithoutShapesIsSpacedAndBold() {
    for text in ["渥太华", "القاهرة", "Αθήνα", "Ottawa 渥太华"] {
      var grid = Grid(width: 30, height: 5)
      #expect(grid.drawLarge(text, in: grid.bounds) == 1)
      #expect(LargeLetters.rows(of: text, width: 30) == 1)
      #expect(grid[0, 0].style == Style(.large, .bold))
    }
  }

  @Test func theCaretStandsAtItsLetter() {
    var grid = Grid(width: 80, height: 6)
    var last = -1
    for caret in 0...6 {
      grid.drawLarge("syzygy", in: grid.bounds, caret: caret)
      #expect((grid.cursor?.x ?? -1) > last)
      last = grid.cursor?.x ?? -1
    }
  }

  @Test func nothingIsDrawnOutsideItsBlock() {
    for width in 0..<30 {
      for height in 0..<8 {
        var grid = Grid(width: 40, height: 12)
        let rect = Rect(x: 3, y: 2, width: width, height: height)
        let used = grid.drawLarge("Éa gW 123", in: rect, align: .right, caret: 5)
        #expect(used <= height)
        for y in 0..<12 {
          for x in 0..<40 where !rect.contains(Point(x: x, y: y)) { #expect(grid[x, y] == .blank()) }
        }
      }
    }
  }
}
