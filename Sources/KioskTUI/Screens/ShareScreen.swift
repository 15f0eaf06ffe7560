import KioskCore

/// What a practice hands on: rows to choose from, or the field for the report's file.
extension Screen {
  static func drawShare(_ share: Share, _ state: SittingState, in area: Rect, _ grid: inout Grid) {
    if let saving = share.saving { return drawSaving(saving, state, in: area, &grid) }
    let rows = Share.Row.allCases
    if state.aids.isOn(.largePrint) {
      let items = rows.map { LargeItem(text: $0.shortTitle) }
      drawLargeChoices("Share", Page(width: 1), items, row: share.row, in: area, &grid)
      return
    }
    let inside = box("Share", width: 50, height: rows.count + 7, in: area, &grid)
    for (index, row) in rows.enumerated() {
      grid.drawChoice(.none, row.title, in: inside.row(index + 1), focused: share.row == index)
    }
    grid.put("Copied so far:", x: inside.x, y: inside.y + rows.count + 3, .dim)
    let copied = state.register.split(whereSeparator: \.isNewline).joined(separator: " ")
    let place = inside.row(rows.count + 4)
    _ = grid.putClipped(
      copied.isEmpty ? "nothing" : ScreenText.fitted(copied), x: place.x, y: place.y, copied.isEmpty ? .dim : .normal,
      maxWidth: place.width)
    grid.put("It is forgotten when a test begins.", x: inside.x, y: inside.endY - 1, .dim)
  }

  private static func drawSaving(_ saving: Share.Saving, _ state: SittingState, in area: Rect, _ grid: inout Grid) {
    let isLarge = state.aids.isOn(.largePrint)
    let width = min(64, area.width - 8)
    let inside = box("Save the report", width: width, height: 9, in: area, &grid)
    let style: Style = isLarge ? .bold : .normal
    grid.put("In which file?", x: inside.x, y: inside.y + 1, style)
    drawField(saving.editor, in: inside.row(2), focused: true, placeholder: "a file", &grid)
    let room = inside.dropTop(4).top(3)
    let notice = ScreenText.fitted(saving.notice)
    grid.drawText(notice, in: room, isLarge ? Style(.warning, .bold) : .warning)
    grid.put("Enter saves it, Esc closes.", x: inside.x, y: inside.endY - 1, isLarge ? .bold : .dim)
  }
}

extension Share.Row {
  /// What choosing it does; the letter chooses it too.
  var title: String {
    switch self {
    case .copyQuestion: "Q  copy the question"
    case .copyAnswer: "A  copy your answer"
    case .paste: "P  paste into the answer"
    case .close: "Close"
    }
  }

  /// The same, short enough for large letters.
  var shortTitle: String {
    switch self {
    case .copyQuestion: "Question"
    case .copyAnswer: "Answer"
    case .paste: "Paste"
    case .close: "Close"
    }
  }
}
