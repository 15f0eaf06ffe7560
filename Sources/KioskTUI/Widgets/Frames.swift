import KioskCore

extension Grid {
  /// Draws a frame at the edge of a block with a title in its upper side, and blanks the inside.
  /// - Returns: the block inside the frame, one column of air at each side.
  @discardableResult
  mutating func drawFrame(_ rect: Rect, title: String = "", _ style: Style = .line, titleStyle: Style = .title) -> Rect
  {
    guard rect.width >= 2, rect.height >= 2 else { return Rect(x: rect.x, y: rect.y, width: 0, height: 0) }
    fill(rect)
    fill(rect.top(1).inset(columns: 1), style, with: "─")
    fill(rect.bottom(1).inset(columns: 1), style, with: "─")
    fill(rect.left(1).inset(columns: 0, rows: 1), style, with: "│")
    fill(rect.right(1).inset(columns: 0, rows: 1), style, with: "│")
    put("╭", x: rect.x, y: rect.y, style)
    put("╮", x: rect.endX - 1, y: rect.y, style)
    put("╰", x: rect.x, y: rect.endY - 1, style)
    put("╯", x: rect.endX - 1, y: rect.endY - 1, style)
    if !title.isEmpty, rect.width >= 8 {
      put(" ", x: rect.x + 2, y: rect.y, titleStyle)
      let used = putClipped(title, x: rect.x + 3, y: rect.y, titleStyle, maxWidth: rect.width - 6)
      put(" ", x: rect.x + 3 + used, y: rect.y, titleStyle)
    }
    return rect.inset(columns: 2, rows: 1)
  }

  /// Draws a line across a block's first row.
  mutating func drawRule(in rect: Rect, _ style: Style = .line) {
    fill(rect.row(0), style, with: "─")
  }

  /// Draws how much of something is done, in eighths of a column: `done` of `total`, clamped.
  mutating func drawGauge(_ done: Int, of total: Int, in rect: Rect, _ style: Style = .accent) {
    guard !rect.isEmpty else { return }
    let done = max(0, min(done, total))
    let eighths = total <= 0 ? 0 : rect.width * 8 * done / total
    fill(rect.row(0), .dim, with: "░")
    fill(rect.row(0).left(eighths / 8), style, with: "█")
    if eighths % 8 > 0, let part = Unicode.Scalar(UInt32(0x2590 - eighths % 8)) {
      fill(Rect(x: rect.x + eighths / 8, y: rect.y, width: 1, height: 1), style, with: part)
    }
  }
}
