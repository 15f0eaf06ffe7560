import KioskCore
import Testing

@testable import KioskTUI

@Suite struct WidgetTests {
  @Test func everyPieceIsDrawnAsAgreed() {
    var grid = Grid(width: 60, height: 24)
    grid.drawStatus(
      left: "Geography", centre: "Locked", centreStyle: .barLocked, right: "9 min", in: grid.bounds.row(0))
    let inside = grid.drawFrame(Rect(x: 0, y: 1, width: 60, height: 12), title: "Pick one")
    var rest = inside
    rest = rest.dropTop(
      grid.drawText("Which of these is the capital of Canada, a country with two official languages?", in: rest))
    rest = rest.dropTop(grid.drawChoice(.radio(false), "Toronto", in: rest, focused: false))
    rest = rest.dropTop(
      grid.drawChoice(
        .radio(true), "Ottawa, on the river of that name, in the east of Ontario", in: rest, focused: true))
    rest = rest.dropTop(grid.drawChoice(.check(true), "渥太华", in: rest, focused: false))
    rest = rest.dropTop(grid.drawChoice(.label("4."), "Tallest first", in: rest, focused: false))
    grid.drawField(LineEditor("Ott").window(width: 18), in: Rect(x: 2, y: 14, width: 20, height: 1), focused: false)
    grid.drawField(
      LineEditor("").window(width: 18), in: Rect(x: 24, y: 14, width: 20, height: 1), focused: false,
      placeholder: "Your name")
    grid.drawGauge(7, of: 20, in: Rect(x: 2, y: 16, width: 30, height: 1))
    grid.drawTable(
      [
        TableColumn("No", width: 3, align: .right), TableColumn("Question"),
        TableColumn("Points", width: 6, align: .right),
      ],
      rows: [
        [TableCell("1"), TableCell("What is the capital of the Central African Republic?"), TableCell("1", .good)],
        [TableCell("2"), TableCell("渥太华"), TableCell("0", .bad)], [TableCell("3"), TableCell("…"), TableCell("–")],
      ], focused: 1, in: Rect(x: 2, y: 17, width: 44, height: 3))
    grid.drawButtons(["Yes", "No"], focused: 1, in: Rect(x: 2, y: 21, width: 56, height: 1), align: .centre)
    grid.drawBar(
      [BarItem("F1", "Help"), BarItem("F2", "Look up", enabled: false), BarItem("F9", "Review")],
      in: grid.bounds.bottom(1))
    GoldenFile.expect(grid, "widgets")
  }

  @Test func aLongAnswerShowsWhereItGoesOn() {
    var editor = LineEditor("Thiruvananthapuram and Sri Jayawardenepura Kotte")
    var grid = Grid(width: 22, height: 1)
    grid.drawField(editor.window(width: 20), in: grid.bounds, focused: true)
    #expect(grid[0, 0].glyph == "‹".unicodeScalars.first?.value)
    #expect(grid.cursor?.y == 0)
    editor.start()
    grid.clear()
    grid.drawField(editor.window(width: 20), in: grid.bounds, focused: true)
    #expect(grid.text == " Thiruvananthapuram a›\n")
    #expect(grid.cursor == Point(x: 1, y: 0))
  }

  @Test func aPasscodeIsNeverShown() {
    var grid = Grid(width: 12, height: 1)
    grid.drawField(LineEditor("secret").window(width: 10), in: grid.bounds, focused: true, masked: true)
    #expect(grid.text == " ••••••\n")
  }

  @Test func theFocusedItemOfABarAlwaysShows() {
    let items = (1...9).map { BarItem("F\($0)", "Action number \($0)") }
    for focus in items.indices {
      var grid = Grid(width: 60, height: 1)
      grid.drawBar(items, focused: focus, in: grid.bounds)
      #expect(grid.text.contains("Action number \(focus + 1)"))
      #expect(grid.cursor != nil)
    }
  }

  @Test func whatCanBeSparedGivesWayWholeUnlessItHasTheFocus() {
    let items = [BarItem("F1", "Help"), BarItem("F4", "Flag"), BarItem("F8", "Spelling"), BarItem("F9", "Review")]
    let drawn = { (width: Int, focus: Int?) in
      var grid = Grid(width: width, height: 1)
      grid.drawBar(items, focused: focus, spare: [2, 1], in: grid.bounds)
      return grid.text
    }
    #expect(drawn(42, nil) == " F1 Help  F4 Flag  F8 Spelling  F9 Review\n")
    #expect(drawn(40, nil) == " F1 Help  F4 Flag  F9 Review\n")
    #expect(drawn(27, nil) == " F1 Help  F9 Review\n")
    #expect(drawn(40, 2) == " F1 Help  F8 Spelling  F9 Review\n")
  }

  @Test func aStatusLineKeepsTimeAndLockWhenTheTitleIsLong() {
    for width in [20, 30, 60, 80] {
      var grid = Grid(width: width, height: 1)
      grid.drawStatus(
        left: "A very long exam title that cannot be shown in full on any of these", centre: "Locked", right: "59 min",
        in: grid.bounds)
      #expect(grid.text.contains("Locked") && grid.text.contains("59 min"), "\(grid.text)")
    }
  }

  @Test func listsScrollAsLittleAsTheyMust() {
    #expect(Grid.scrolled(first: 0, toShow: 2..<3, height: 5, total: 9) == 0)
    #expect(Grid.scrolled(first: 0, toShow: 5..<7, height: 5, total: 9) == 2)
    #expect(Grid.scrolled(first: 4, toShow: 1..<2, height: 5, total: 9) == 1)
    #expect(Grid.scrolled(first: 9, toShow: 8..<9, height: 5, total: 9) == 4)
    #expect(Grid.scrolled(first: 3, toShow: 0..<1, height: 5, total: 2) == 0)
    #expect(Grid.scrolled(first: 0, toShow: 2..<12, height: 5, total: 20) == 2)
  }

  @Test func widgetsStayWithinTheirBlocks() {
    for width in 0..<16 {
      for height in 0..<4 {
        var grid = Grid(width: 24, height: 8)
        let rect = Rect(x: 4, y: 2, width: width, height: height)
        grid.drawText("some text 渥太华", in: rect, align: .centre)
        grid.drawChoice(.check(true), "choice 渥太华", in: rect, focused: true)
        grid.drawField(LineEditor("abc").window(width: max(1, width - 2)), in: rect, focused: true)
        let essay = LineEditor("abc\nd\ne\nf", isMultiline: true)
        grid.drawTextArea(essay.block(width: max(1, width - 2), height: height), in: rect, focused: true)
        grid.drawGauge(3, of: 4, in: rect)
        grid.drawFrame(rect, title: "title")
        grid.drawTable(
          [TableColumn("a", width: 3), TableColumn("b")], rows: [[TableCell("x"), TableCell("y")]], in: rect)
        grid.drawButtons(["Yes", "No"], focused: 0, in: rect, align: .right)
        grid.drawStatus(left: "l", centre: "c", right: "r", in: rect)
        grid.drawBar([BarItem("F1", "Help")], focused: 0, in: rect)
        for y in 0..<8 {
          for x in 0..<24 where !rect.contains(Point(x: x, y: y)) {
            #expect(grid[x, y] == .blank(), "\(x),\(y) of \(rect)")
          }
        }
      }
    }
  }
}
