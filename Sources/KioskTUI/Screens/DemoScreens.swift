import KioskCore

/// What shows what a lock is: a menu, the lock lab, one question before and after, and every refusal.
extension Screen {
  static func drawDemo(
    _ state: SittingState, _ focus: SittingState.Focus?, in area: Rect, _ grid: inout Grid
  ) -> Int {
    guard let demo = state.demo else { return 0 }
    let view = DemoView(demo: demo, part: demo.sheet == nil ? part(focus) : nil)
    if state.aids.isOn(.largePrint) {
      view.drawLarge(in: area, &grid)
    } else {
      let rows = area.height < 20 ? 3 : 2
      let head = headRow(state, in: area, grid)
      let caption = Rect(x: area.x, y: head.y, width: area.width, height: rows - (head.y - area.y))
      grid.drawText(demo.caption, in: caption, demo.play == nil ? .normal : .bold)
      let body = area.dropTop(area.height < 20 ? rows : rows + 1)
      switch demo.page {
      case .menu: view.drawMenu(in: body, &grid)
      case .lab: view.drawLab(in: body, &grid)
      case .comparison: view.drawComparison(in: body, &grid)
      case .refusals: view.drawRefusals(in: body, &grid)
      }
    }
    guard let sheet = demo.sheet else { return 0 }
    return drawSheet(sheet, in: grid.bounds.dropTop(2).dropBottom(1).inset(columns: 2), &grid)
  }

  private static func drawSheet(_ sheet: DemoState.Sheet, in area: Rect, _ grid: inout Grid) -> Int {
    let width = min(66, area.width - 6)
    var page = Page(width: width - 2)
    for line in sheet.lines { line.isEmpty ? page.addGap() : page.add(line) }
    let height = min(area.height - 2, max(8, page.rows.count + 3))
    let inside = box(ScreenText.fitted(sheet.title), width: width, height: height, in: area, &grid)
    let text = inside.left(inside.width - 1).dropBottom(2)
    let limit = grid.drawPage(page, in: text, first: sheet.scroll)
    grid.drawButtons(["Close"], focused: 0, in: inside.bottom(1))
    if limit > 0 { grid.drawRow("↑ ↓ scroll", in: inside.bottom(1), .dim, align: .right) }
    return limit
  }
}

/// What is drawn below the caption.
struct DemoView {
  let demo: DemoState
  /// Which part of the page has the focus.
  let part: Int?

  private static let pages: [DemoState.Page] = [.lab, .comparison, .refusals]

  func drawMenu(in rect: Rect, _ grid: inout Grid) {
    for (row, page) in Self.pages.enumerated() {
      let isFocused = part == DemoState.MenuPart.list.rawValue && row == demo.menuRow
      let place = rect.row(row)
      let style: Style = isFocused ? .focus : .normal
      if isFocused { grid.fill(place, .focus) }
      let mark = row == demo.menuRow ? "› " : "  "
      grid.put(mark + page.title, x: place.x, y: place.y, style)
      grid.putClipped(
        page.summary, x: place.x + 21, y: place.y, isFocused ? .focus : .dim, maxWidth: place.width - 21)
      if isFocused { grid.cursor = Point(x: place.x, y: place.y) }
    }
    let buttons = rect.dropTop(Self.pages.count + 1)
    let focused = part.flatMap { $0 == 0 ? nil : $0 - 1 }
    grid.drawButtons(["Show it", "Play it", "Play all three"], focused: focused, in: buttons)
    grid.put(
      "Enter shows it, p plays it by itself. Nothing is locked before you say so.", x: rect.x,
      y: buttons.y + 2, .dim, maxWidth: rect.width)
  }

  // MARK: - The lab

  func drawLab(in rect: Rect, _ grid: inout Grid) {
    let isLow = rect.height < 18
    drawLockButtons(in: rect.row(0), &grid)
    let field = rect.dropTop(isLow ? 1 : 2)
    drawField(lead: "Try here", focused: part == DemoState.LabPart.field.rawValue, in: field, &grid)
    let table = field.dropTop(isLow ? 2 : 3).top((RestrictionID.allCases.count + 1) / 2)
    drawTable(in: table, &grid)
    let below = Rect(x: rect.x, y: table.endY, width: rect.width, height: rect.endY - table.endY)
    if !isLow {
      grid.putClipped(
        demo.detail(of: RestrictionID.allCases[demo.tableRow]), x: below.x, y: below.y, .dim, maxWidth: below.width)
    }
    drawLog(in: below.dropTop(isLow ? 0 : 1), &grid)
  }

  private func drawLockButtons(in rect: Rect, _ grid: inout Grid) {
    let focused = part.flatMap { $0 <= DemoState.LabPart.unlock.rawValue ? $0 : nil }
    grid.drawButtons(["Lock", "Unlock"], focused: focused, in: rect)
    let escapes = demo.lock.escapes
    let counted = escapes == 1 ? "1 attempt to leave" : "\(escapes) attempts to leave"
    let words = demo.isHeld ? "Locked, \(counted)" : "Open, nothing is taken away"
    grid.drawRow(words[...], in: rect, demo.isHeld ? .warning : .dim, align: .right)
  }

  /// The field, with what is offered for it below.
  private func drawField(lead: String, focused: Bool, in rect: Rect, _ grid: inout Grid) {
    var field = rect.row(0)
    if !lead.isEmpty {
      grid.put(lead, x: rect.x, y: rect.y)
      field = field.dropLeft(Width.of(lead) + 1)
    }
    Screen.drawField(demo.field, in: field, focused: focused, placeholder: "", &grid)
    grid.markMisspelt(demo.assistance, demo.field, in: field)
    grid.putClipped(
      demo.offer, x: field.x + 1, y: rect.y + 1, demo.said.isEmpty ? .dim : .warning, maxWidth: field.width - 1)
  }

  /// Every restriction in two columns, each with its state; what has just changed tells what it was.
  private func drawTable(in rect: Rect, _ grid: inout Grid) {
    let half = rect.width / 2
    for (index, id) in RestrictionID.allCases.enumerated() {
      let column = index / rect.height
      let place = Rect(
        x: rect.x + column * (half + 1), y: rect.y + index % rect.height, width: half - 1, height: 1)
      let isFocused = part == DemoState.LabPart.table.rawValue && index == demo.tableRow
      let state = demo.lock.state(of: id)
      let change = demo.changes[id]
      if isFocused { grid.fill(place, .focus) }
      let name = grid.putClipped(
        id.short, x: place.x + 2, y: place.y, isFocused ? .focus : .normal, maxWidth: place.width - 12)
      if isFocused {
        grid.put("›", x: place.x, y: place.y, .focus)
        grid.cursor = Point(x: place.x, y: place.y)
      }
      var words = state.said
      if let change {
        let arrows = ["\(change.before.said) → ", "→ "]
        words = (arrows.first { name + 4 + Width.of($0 + words) <= place.width } ?? "") + words
      }
      let style = isFocused ? .focus : Self.style(of: state, isNew: change != nil)
      grid.drawRow(words[...], in: place, style, align: .right)
    }
  }

  private static func style(of state: RestrictionState, isNew: Bool) -> Style {
    let style: Style =
      switch state {
      case .off, .absent: .dim
      case .enforced: .good
      case .requested, .detected: .warning
      case .unavailable: .dim
      }
    return isNew ? Style(style.role, .bold) : style
  }

  /// The newest of the log.
  private func drawLog(in rect: Rect, _ grid: inout Grid) {
    let isFocused = part == DemoState.LabPart.log.rawValue
    let lines = demo.log.suffix(rect.height)
    for (row, line) in lines.enumerated() {
      let time = Timestamps.rfc3339(line.at).dropFirst(11).prefix(8)
      grid.put(String(time), x: rect.x, y: rect.y + row, .accent)
      grid.putClipped(line.words, x: rect.x + 10, y: rect.y + row, .normal, maxWidth: rect.width - 10)
    }
    if lines.isEmpty { grid.put("The log of what happens comes here.", x: rect.x, y: rect.y, .dim) }
    guard isFocused else { return }
    let row = max(0, lines.count - 1)
    let words = "Enter: all of it"
    grid.fill(Rect(x: rect.endX - words.utf8.count - 2, y: rect.y + row, width: words.utf8.count + 2, height: 1))
    grid.drawRow(words[...], in: rect.row(row), .focus, align: .right)
    grid.cursor = Point(x: rect.endX - words.utf8.count, y: rect.y + row)
  }

  // MARK: - Before and after

  func drawComparison(in rect: Rect, _ grid: inout Grid) {
    grid.drawText(Comparison.question.prompt.text(in: "en"), in: rect.row(0), .title)
    let field = rect.dropTop(2)
    drawField(lead: "", focused: part == DemoState.ComparisonPart.field.rawValue, in: field, &grid)
    let table = field.dropTop(3).top(Comparison.Way.allCases.count + 1)
    let columns = rect.width < 70 ? (18, 19) : (24, 24)
    grid.put("Way to the answer", x: table.x + 2, y: table.y, .dim, maxWidth: columns.0)
    grid.put("Open", x: table.x + columns.0 + 2, y: table.y, .dim)
    grid.put("Locked", x: table.x + columns.0 + columns.1 + 2, y: table.y, .dim)
    for (row, way) in Comparison.Way.allCases.enumerated() {
      let place = table.row(row + 1)
      let isFocused = part == DemoState.ComparisonPart.ways.rawValue && row == demo.comparison.row
      if isFocused {
        grid.fill(place, .focus)
        grid.put("›", x: place.x, y: place.y, .focus)
        grid.cursor = Point(x: place.x, y: place.y)
      }
      grid.putClipped(
        way.title, x: place.x + 2, y: place.y, isFocused ? .focus : .normal, maxWidth: columns.0 - 1)
      for (place, isLocked) in [(columns.0 + 2, false), (columns.0 + columns.1 + 2, true)] {
        let outcome = demo.comparison.outcome(of: way, locked: isLocked)
        grid.putClipped(
          columns.1 < 24 ? outcome.short : outcome.words, x: rect.x + place, y: table.y + row + 1,
          isFocused ? .focus : Self.style(of: outcome), maxWidth: columns.1 - 1)
      }
    }
    let buttons = rect.dropTop(table.endY - rect.y + 1)
    let isFocused = part == DemoState.ComparisonPart.lock.rawValue
    grid.drawButtons([lockTitle], focused: isFocused ? 0 : nil, in: buttons.row(0))
    grid.put(
      "The note that somebody passed on says: \(Comparison.answer)", x: rect.x, y: buttons.y + 2, .dim,
      maxWidth: rect.width)
  }

  var lockTitle: String { demo.isHeld ? "Unlock" : "Lock it, and ask again" }

  private static func style(of outcome: Comparison.Outcome) -> Style {
    switch outcome {
    case .untried: .dim
    case .gaveAway: .bad
    case .gaveNothing: .warning
    case .withheld: .good
    }
  }

  // MARK: - Refusals

  func drawRefusals(in rect: Rect, _ grid: inout Grid) {
    let cases = RefusalCase.allCases
    // The longest answer takes seven rows, on a narrow screen eight.
    let height = min(cases.count, rect.height - (rect.width < 70 ? 9 : 8))
    let list = rect.top(height)
    let first = Grid.scrolled(
      first: 0, toShow: demo.refusalRow..<demo.refusalRow + 1, height: height, total: cases.count)
    for row in first..<min(cases.count, first + height) {
      let place = list.row(row - first)
      let isFocused = part == 0 && row == demo.refusalRow
      if isFocused {
        grid.fill(place, .focus)
        grid.cursor = Point(x: place.x, y: place.y)
      }
      let mark = row == demo.refusalRow ? "› " : "  "
      grid.putClipped(
        mark + cases[row].title, x: place.x, y: place.y, isFocused ? .focus : .normal, maxWidth: place.width)
    }
    let marks = Rect(x: rect.endX, y: list.y, width: 2, height: height)
    grid.drawScrollMarks(in: marks, above: first > 0, below: first + height < cases.count)
    grid.drawPage(answerPage(width: rect.width), in: rect.dropTop(height + 1))
  }

  /// What the lock answers in the situation in front, and what would mend it.
  func answerPage(width: Int) -> Page {
    var page = Page(width: width)
    guard let refusal = RefusalCase.allCases[demo.refusalRow].answer else { return page }
    Screen.addRefusal(refusal, to: &page)
    return page
  }
}

extension Comparison.Outcome {
  /// In words that fit a narrow column.
  var short: String {
    switch self {
    case .untried: "not tried"
    case .gaveAway: "gave it away"
    case .gaveNothing: "no answer in it"
    case .withheld: "blocked"
    }
  }
}
