import KioskCore

/// The list of exams, interrupted attempts on top.
extension Screen {
  static func drawLobby(
    _ state: SittingState, _ focus: SittingState.Focus?, in area: Rect, _ grid: inout Grid
  ) {
    let lobby = state.lobby
    let part = part(focus)
    grid.put("Choose a test", x: area.x, y: area.y, .title)
    guard lobby.loaded else {
      grid.put("Reading the exams…", x: area.x, y: area.y + 2, .dim)
      grid.cursor = Point(x: area.x, y: area.y + 2)
      return
    }
    guard !lobby.exams.isEmpty || !lobby.resumable.isEmpty else {
      drawEmptyLobby(in: area.dropTop(2), &grid)
      if lobby.offersDemo { grid.drawButtons([demoTitle], focused: part == nil ? nil : 0, in: area.bottom(2).top(1)) }
      return
    }
    if state.aids.isOn(.largePrint) {
      drawLargeLobby(lobby, part, in: area.dropTop(2), &grid)
      return
    }
    let list = area.dropTop(2).dropBottom(6)
    drawLobbyList(lobby, focused: part == 0, in: list, &grid)
    drawLobbyNote(lobby, in: area.bottom(6).dropTop(1).dropBottom(3), &grid)
    let titles = lobbyButtons(lobby)
    let focused = part.flatMap { $0 >= 1 ? min($0 - 1, titles.count - 1) : nil }
    let buttons = area.bottom(2).top(1)
    grid.drawButtons(titles, focused: focused, in: buttons)
    let hint = lobbyHint(lobby)
    let room = buttons.width - titles.reduce(2) { $0 + $1.utf8.count + 6 }
    if let words = [hint.long, hint.short].first(where: { $0.utf8.count <= room }) {
      grid.drawRow(words[...], in: buttons, .dim, align: .right)
    }
  }

  /// What can be done with the row in front.
  private static func lobbyButtons(_ lobby: Lobby) -> [String] {
    lobby.isOnDemo ? ["Show it"] : lobby.interrupted == nil ? ["Start the test", "Practise"] : ["Go on"]
  }

  /// The list in large letters: what stands in front tells more below it, and what can be done with it comes last.
  private static func drawLargeLobby(_ lobby: Lobby, _ part: Int?, in rect: Rect, _ grid: inout Grid) {
    var items = lobby.resumable.map { item in
      let who = item.candidate.isEmpty ? "" : item.candidate + ": "
      return LargeItem(
        text: "Go on with \(item.title)", detail: "\(who)\(item.answered) of \(item.questions) answered")
    }
    items += lobby.exams.map { item in
      let minutes = item.minutes.map { $0 == 1 ? ", 1 minute" : ", \($0) minutes" } ?? ""
      let last = item.lastResult.isEmpty ? "" : ". Last result: \(item.lastResult)"
      let facts = "\(item.questions == 1 ? "1 question" : "\(item.questions) questions")\(minutes)\(last)"
      return LargeItem(
        text: item.title.isEmpty ? item.id : item.title, detail: item.problem.isEmpty ? facts : item.problem,
        style: item.problem.isEmpty ? .large : .warning)
    }
    if lobby.offersDemo { items.append(LargeItem(text: demoTitle)) }
    let rows = items.count
    if !lobby.notice.isEmpty, items.indices.contains(lobby.row) { items[lobby.row].detail = lobby.notice }
    items += lobbyButtons(lobby).map { LargeItem(text: $0) }
    let row = part.map { $0 == 0 ? lobby.row : rows + min($0, items.count - rows) - 1 } ?? lobby.row
    LargeList(items).draw(row: row, focused: part != nil, in: rect, &grid)
  }

  private static let demoTitle = "Show me what a lock is"

  /// What Enter does on the row, in a long and a short form.
  private static func lobbyHint(_ lobby: Lobby) -> (long: String, short: String) {
    if lobby.isOnDemo { return ("Three demonstrations, to try or to watch.", "Enter: show it") }
    if lobby.interrupted != nil { return ("Enter goes on where it stopped.", "Enter: go on") }
    if lobby.exam?.problem.isEmpty == false { return ("Enter tells what is wrong with it.", "Enter: why") }
    return ("Enter starts the test, p practises.", "Enter, or p")
  }

  private static func drawLobbyNote(_ lobby: Lobby, in rect: Rect, _ grid: inout Grid) {
    if !lobby.notice.isEmpty || lobby.exam?.problem.isEmpty == false {
      grid.drawText(lobby.notice.isEmpty ? lobby.exam?.problem ?? "" : lobby.notice, in: rect, .warning)
    } else if rect.width < 70 {
      let words =
        if let item = lobby.interrupted {
          "\(item.candidate.isEmpty ? "" : item.candidate + ": ")\(item.answered) of \(item.questions) answered"
        } else {
          lobby.exam.map { $0.lastResult.isEmpty ? "" : "Last result: \($0.lastResult)" } ?? ""
        }
      grid.drawText(words, in: rect, .dim)
    }
  }

  private static func drawLobbyList(_ lobby: Lobby, focused: Bool, in rect: Rect, _ grid: inout Grid) {
    var columns = [
      TableColumn("  Title"), TableColumn("Questions", width: 9, align: .right),
      TableColumn("Minutes", width: 7, align: .right),
    ]
    // The last column gives way on a narrow screen: what it says of the chosen row stands below the list.
    if rect.width >= 70 {
      let longest = lobby.exams.reduce(0) { max($0, Width.of($1.lastResult)) }
      columns.append(TableColumn("Last result", width: max(18, min(longest, 28))))
    }
    let height = max(1, rect.height - 1)
    let first = Grid.scrolled(first: 0, toShow: lobby.row..<lobby.row + 1, height: height, total: lobby.count)
    var rows: [[TableCell]] = []
    for row in first..<min(lobby.count, first + height) {
      let mark = row == lobby.row ? "› " : "  "
      if lobby.resumable.indices.contains(row) {
        let item = lobby.resumable[row]
        let who = item.candidate.isEmpty ? "" : " (\(item.candidate))"
        rows.append([
          TableCell("\(mark)Go on with \(item.title)\(who)", .accent, span: 3),
          TableCell("\(item.answered) of \(item.questions) done"),
        ])
      } else if row == lobby.count - 1, lobby.offersDemo {
        rows.append([TableCell(mark + demoTitle, .accent, span: columns.count)])
      } else {
        let item = lobby.exams[row - lobby.resumable.count]
        guard item.problem.isEmpty else {
          rows.append([
            TableCell(mark + (item.title.isEmpty ? item.id : item.title), .dim, span: 3),
            TableCell("cannot be started", .bad),
          ])
          continue
        }
        rows.append([
          TableCell(mark + item.title), TableCell(String(item.questions)),
          TableCell(item.minutes.map(String.init) ?? "–"), TableCell(item.lastResult, .dim),
        ])
      }
    }
    grid.drawTable(columns, rows: rows, focused: focused ? lobby.row - first : nil, in: rect)
    let marks = Rect(x: rect.endX, y: rect.y + 1, width: 2, height: height)
    grid.drawScrollMarks(in: marks, above: first > 0, below: first + height < lobby.count)
  }

  private static func drawEmptyLobby(in rect: Rect, _ grid: inout Grid) {
    var page = Page(width: rect.width)
    page.add("There is no exam here yet.")
    page.addGap()
    page.add("Exams are files that end in .exam.json, .gift, .aiken, .xml or .csv. They are looked for:")
    page.addGap()
    page.add("in the folder that KIOSK_EXAMS names;", lead: "·")
    page.add("in the exams folder of the data folder (KIOSK_DATA);", lead: "·")
    page.add("among those that come with kiosk.", lead: "·")
    page.addGap()
    page.add("Put one there and start kiosk again.")
    grid.drawPage(page, in: rect)
    grid.cursor = Point(x: rect.x, y: rect.y)
  }
}
