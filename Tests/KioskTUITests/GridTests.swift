import Glibc
import KioskCore
import SittingScript
import Testing

@testable import KioskTUI

/// Declared by the C library only for X/Open programs.
@_silgen_name("wcwidth") private func columnsOfCharacter(_ character: Int32) -> Int32

@Suite struct GridTests {
  @Test func asciiAndOtherTextTakeTheirColumns() {
    var grid = Grid(width: 10, height: 2)
    #expect(grid.put("abc", x: 1, y: 0) == 3)
    #expect(grid.put("渥太华", x: 4, y: 0) == 6)
    #expect(grid.put("e\u{301}x", x: 0, y: 1, .accent) == 2)
    #expect(grid.text == " abc渥太华\ne\u{301}x\n")
    #expect(grid[4, 0].width == 2)
    #expect(grid[5, 0].width == 0)
    #expect(MemoryLayout<Cell>.stride == 8)
    #expect(MemoryLayout<Style>.size == 2)
  }

  @Test func nothingIsWrittenOutsideAndTextIsCutAtWholeCharacters() {
    var grid = Grid(width: 5, height: 1)
    #expect(grid.put("abcdefgh", x: 2, y: 0) == 3)
    #expect(grid.text == "  abc\n")
    #expect(grid.put("渥太华", x: 0, y: 0) == 4)
    #expect(grid.text == "渥太c\n")
    #expect(grid.put("渥太", x: 0, y: 0, maxWidth: 3) == 2)
    grid.clear()
    #expect(grid.put("x渥y", x: -2, y: 0) == 4)
    #expect(grid.text == " y\n")
    #expect(grid.put("abc", x: -1, y: 0) == 3)
    #expect(grid.text == "bc\n")
    for (x, y) in [(5, 0), (0, 1), (0, -1), (-10, 0)] { grid.put("zzz", x: x, y: y) }
    #expect(grid.text == "bc\n")
    grid.fill(Rect(x: -5, y: -5, width: 100, height: 100), with: "#")
    #expect(grid.text == "#####\n")
    grid.fill(Rect(x: 9, y: 9, width: 5, height: 5))
    grid.restyle(Rect(x: 9, y: -9, width: 5, height: 5), .bar)
  }

  @Test func noHalfOfAWideCharacterStays() {
    for cover in ["a", "ab", "渥", "渥a"] {
      for x in 0..<6 {
        var grid = Grid(width: 8, height: 1)
        grid.put("太太太太", x: 0, y: 0)
        grid.put(cover, x: x, y: 0)
        for column in 0..<8 {
          if grid[column, 0].width == 2 { #expect(grid[column + 1, 0].width == 0, "\(cover) at \(x)") }
          if grid[column, 0].width == 0 { #expect(grid[column - 1, 0].width == 2, "\(cover) at \(x)") }
        }
      }
    }
  }

  @Test func controlsAndTurningMarksAreNeverDrawn() {
    var grid = Grid(width: 20, height: 1)
    grid.put("a\u{1B}[2J\u{7}\u{9B}b\u{202E}c\u{2066}d\u{7F}\u{FEFF}e\tf\ng", x: 0, y: 0)
    #expect(grid.text == "a[2Jbcde f g\n")
  }

  @Test func marksStackUpToWhatACellHolds() {
    var grid = Grid(width: 6, height: 1)
    #expect(grid.put("x\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}y", x: 0, y: 0) == 2)
    #expect(grid.cluster(of: grid[0, 0]).count == Cluster.limit)
    grid.clear()
    #expect(grid.put("\u{301}", x: 0, y: 0) == 1)
    #expect(grid.text == "◌\u{301}\n")
  }

  @Test func joinedEmojiStandSideBySide() {
    var grid = Grid(width: 12, height: 1)
    #expect(grid.put("👩‍👩‍👧👍🏽❤️🇨🇦", x: 0, y: 0) == 11)
    #expect(grid.text == "👩👩👧👍❤🇨🇦\n")
    #expect(Width.of("👩‍👩‍👧👍🏽❤️🇨🇦") == 11)
  }

  @Test func measuringAgreesWithDrawing() {
    var random = SplitMix(seed: 11)
    let pieces = [
      "a", "é", "e\u{301}", "渥", "\u{301}", "\u{200D}", "👩", "🏽", "\u{FE0F}", "ᄀ", "ᅡ", "ب", "\u{1B}", "🇨", "ा",
    ]
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0..<random.next() % 9 { text += pieces[Int(random.next() % UInt64(pieces.count))] }
      var grid = Grid(width: 40, height: 1)
      #expect(grid.put(text, x: 0, y: 0) == Width.of(text), "\(text.debugDescription)")
    }
  }

  @Test func widthsAreThoseOfTheCLibrary() {
    guard setlocale(LC_CTYPE, "C.UTF-8") != nil else { return }
    var different: [String] = []
    for value in UInt32(0x20)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let theirs = columnsOfCharacter(Int32(value))
      // Not known to one of the two, or left out on purpose (see `Width`).
      guard theirs >= 0, scalar.properties.generalCategory != .unassigned else { continue }
      let ours: Int32 =
        switch Width.step(value, after: 1) {
        case .columns(let columns): Int32(columns)
        case .skip, .attach: 0
        }
      if ours != theirs, scalar.properties.generalCategory != .format { different.append(String(value, radix: 16)) }
    }
    // A few characters changed their kind between versions of Unicode.
    #expect(different.count <= 8, "\(different.count): \(different.prefix(300))")
  }

  @Test func aGridOfNoSizeTakesEverything() {
    var grid = Grid(width: 0, height: -3)
    grid.put("x", x: 0, y: 0)
    grid.fill(Rect(x: 0, y: 0, width: 3, height: 3))
    grid.drawFrame(Rect(x: 0, y: 0, width: 3, height: 3), title: "t")
    grid.drawBar([BarItem("F1", "Help")], focused: 0, in: Rect(x: 0, y: 0, width: 10, height: 1))
    #expect(grid.text == "")
  }
}

@Suite struct TextLayoutTests {
  static let cases: [(String, Int, [String])] = [
    ("", 10, [""]), ("one", 10, ["one"]), ("one two three", 7, ["one two", "three"]), ("one two", 3, ["one", "two"]),
    ("one  two", 4, ["one", "two"]), ("a\n\nb", 5, ["a", "", "b"]), ("a\r\nb", 5, ["a", "b"]), ("a\n", 5, ["a", ""]),
    ("abcdefghij", 4, ["abcd", "efgh", "ij"]), ("ab cdefghij", 4, ["ab", "cdef", "ghij"]),
    ("渥太华是首都", 4, ["渥太", "华是", "首都"]), ("渥太华是首都", 5, ["渥太", "华是", "首都"]),
    ("首都。是", 4, ["首", "都。", "是"]), ("the 渥太华 city", 8, ["the 渥太", "华 city"]),
    ("Guinea-Bissau", 8, ["Guinea-", "Bissau"]), ("by -5 or", 4, ["by", "-5", "or"]),
    ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]), ("word", 0, ["w", "o", "r", "d"]),
    ("渥", 1, ["渥"]),
  ]

  @Test func linesBreakWhereAReaderExpects() {
    for (text, width, lines) in Self.cases {
      #expect(TextLayout.wrap(text, width: width).map(String.init) == lines, "\(text.debugDescription) at \(width)")
    }
  }

  @Test func noLineIsWiderAndNothingIsLost() {
    var random = SplitMix(seed: 5)
    let pieces = ["a", "word ", "long-word", "渥太华", " ", "\n", "é", "e\u{301}", "👩", "。", "（", "x"]
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0..<random.next() % 20 { text += pieces[Int(random.next() % UInt64(pieces.count))] }
      let width = Int(random.next() % 12) + 2
      let ranges = TextLayout.lines(text, width: width)
      let bytes = Array(text.utf8)
      var place = 0
      for range in ranges {
        if range.lowerBound > place {
          #expect(range.lowerBound == place + 1 && bytes[place] == 0x0A, "\(text.debugDescription)")
        }
        place = range.upperBound
      }
      #expect(place == bytes.count)
      for line in TextLayout.wrap(text, width: width) {
        #expect(Width.of(line) <= width, "\(text.debugDescription) at \(width)")
      }
    }
  }
}
