import KioskCore

/// The candidate's name and number.
extension Screen {
  static func drawForm(
    _ state: SittingState, _ focus: SittingState.Focus?, in area: Rect, _ grid: inout Grid
  ) {
    let part = part(focus)
    if state.aids.isOn(.largePrint) {
      var name = LargeItem(text: state.form.name.text, detail: state.form.notice.isEmpty ? "Name" : state.form.notice)
      name.caret = state.form.name.caret
      var id = LargeItem(text: state.form.id.text, detail: "Number or login, may stay empty")
      id.caret = state.form.id.caret
      LargeList([name, id, LargeItem(text: "Go on")]).draw(row: part ?? 0, focused: part != nil, in: area, &grid)
      return
    }
    let fields = area.left(min(area.width, 56))
    grid.put("Who sits this test?", x: area.x, y: area.y, .title)
    grid.put("Name", x: area.x, y: area.y + 2)
    let name = fields.row(3)
    drawField(state.form.name, in: name, focused: part == 0, &grid)
    grid.put("Number or login (may stay empty)", x: area.x, y: area.y + 5)
    let id = fields.row(6)
    drawField(state.form.id, in: id, focused: part == 1, &grid)
    grid.drawButtons(["Go on"], focused: part == 2 ? 0 : nil, in: area.row(9))
    grid.put(state.form.notice, x: area.x, y: area.y + 11, .warning, maxWidth: area.width)
  }
}
