import Testing

@Suite struct VtermScreenTests {
  func screen(_ rows: Int = 6, _ columns: Int = 20) throws -> VtermScreen {
    try #require(VtermScreen(rows: rows, columns: columns))
  }

  @Test func textLandsWhereTheCursorWasSent() throws {
    let screen = try screen()
    screen.feed("\u{1b}[3;5Hhello")
    #expect(screen.row(2) == "    hello")
    #expect(screen.row(0) == "")
    #expect(screen.cursor == (row: 2, column: 9))
    #expect(screen.find("llo")?.column == 6)
    #expect(!screen.contains("Hello"))
  }

  @Test func aWideCharacterTakesTwoCellsAndCountsOnce() throws {
    let screen = try screen()
    screen.feed("渥太华!")
    #expect(screen.row(0) == "渥太华!")
    #expect(screen.cell(row: 0, column: 0).width == 2)
    #expect(screen.cell(row: 0, column: 1).width == 0)
    #expect(screen.cell(row: 0, column: 6).text == "!")
    #expect(screen.find("华")?.column == 4)
  }

  @Test func combiningCharactersStayWithTheirBase() throws {
    let screen = try screen()
    screen.feed("cafe\u{301}s")
    #expect(Array(screen.cell(row: 0, column: 3).text.unicodeScalars) == ["e", "\u{301}"])
    #expect(screen.cell(row: 0, column: 4).text == "s")
  }

  @Test func aCharacterCutInTwoIsPutTogether() throws {
    let screen = try screen()
    for byte in "Αθήνα".utf8 { screen.feed([byte]) }
    #expect(screen.row(0) == "Αθήνα")
  }

  @Test func attributesAndColoursAreKeptAsAsked() throws {
    let screen = try screen()
    screen.feed("\u{1b}[1;4;31ma\u{1b}[0;7;38;5;200mb\u{1b}[0;3;48;2;1;2;3mc\u{1b}[0md")
    let cells = screen.cells(row: 0)
    #expect(cells[0].bold && cells[0].underline == 1 && cells[0].foreground == .indexed(1))
    #expect(cells[1].reverse && cells[1].foreground == .indexed(200) && cells[1].background == .standard)
    #expect(cells[2].italic && cells[2].background == .rgb(1, 2, 3))
    var plain = VtermCell.blank
    plain.text = "d"
    #expect(cells[3] == plain)
  }

  @Test func modesCommandsAndBellsAreSeen() throws {
    let screen = try screen()
    screen.feed("\u{1b}[?1049h\u{1b}[?25l\u{1b}[?2004;1004h\u{07}")
    screen.feed("\u{1b}]52;c;")
    screen.feed("\u{1b}\\\u{1b}]0;title\u{07}\u{1b}[?1004l\u{1b}[?2004$p")
    #expect(screen.requests.modes == [1049, 2004])
    #expect(screen.requests.modesEverSet.contains(1004))
    #expect(screen.requests.operatingSystemCommands == ["52;c;", "0;title"])
    #expect(screen.requests.queries == ["?2004$p"])
    #expect(screen.bells == 1)
    #expect(screen.alternateScreen)
    #expect(!screen.cursorVisible)
  }

  @Test func queriesAreAnsweredAsByATerminal() throws {
    let screen = try screen()
    screen.feed("\u{1b}[?2004h\u{1b}[?2004$p")
    #expect(String(decoding: screen.takeAnswers(), as: UTF8.self) == "\u{1b}[?2004;1$y")
    screen.feed("\u{1b}[2;3H\u{1b}[6n")
    #expect(String(decoding: screen.takeAnswers(), as: UTF8.self) == "\u{1b}[2;3R")
    screen.feed("\u{1b}[?1004h\u{1b}[?1004$p")
    #expect(String(decoding: screen.takeAnswers(), as: UTF8.self) == "\u{1b}[?1004;1$y")
    #expect(screen.takeAnswers().isEmpty)
  }

  @Test func resizingKeepsWhatFits() throws {
    let screen = try screen()
    screen.feed("kept")
    screen.resize(rows: 3, columns: 10)
    #expect(screen.size == (rows: 3, columns: 10))
    #expect(screen.row(0) == "kept")
  }
}
