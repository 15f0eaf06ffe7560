import KioskCore

extension Grid {
  /// Draws a one-row text field. The first and last column hold the marks "‹" and "›" where text lies beyond; ask the
  /// editor for `window(width: rect.width - 2)`. With the focus it gets the cursor.
  ///
  /// - Parameters:
  ///   - window: the visible part, from `LineEditor.window(width:)`.
  ///   - placeholder: shown dim while the field is empty.
  ///   - masked: draws a bullet for each column, for passcodes.
  mutating func drawField(
    _ window: LineWindow, in rect: Rect, focused: Bool, placeholder: String = "", masked: Bool = false
  ) {
    guard !rect.isEmpty else { return }
    let style: Style = focused ? .fieldFocused : .field
    fill(rect.row(0), style)
    let inner = rect.row(0).inset(columns: 1)
    if window.text.isEmpty {
      put(placeholder, x: inner.x, y: inner.y, .placeholder, maxWidth: inner.width)
    } else if masked {
      fill(inner.left(Width.of(window.text)), style, with: "•")
    } else {
      put(window.text, x: inner.x, y: inner.y, style, maxWidth: inner.width)
    }
    if window.moreLeft { put("‹", x: rect.x, y: rect.y, style, maxWidth: 1) }
    if window.moreRight { put("›", x: rect.endX - 1, y: rect.y, style, maxWidth: 1) }
    if focused { cursor = Point(x: min(inner.x + window.caretColumn, rect.endX - 1), y: rect.y) }
  }

  /// Draws a field of several rows, scrolled so that the caret's row shows. Marks at the right edge tell of rows above
  /// and below. Ask the editor for `block(width: rect.width - 2, height: rect.height)`.
  mutating func drawTextArea(_ block: TextBlock, in rect: Rect, focused: Bool, placeholder: String = "") {
    guard !rect.isEmpty else { return }
    let style: Style = focused ? .fieldFocused : .field
    fill(rect, style)
    let inner = rect.inset(columns: 1)
    if block.lines.count == 1, block.lines[0].isEmpty, !block.moreAbove, !block.moreBelow {
      put(placeholder, x: inner.x, y: inner.y, .placeholder, maxWidth: inner.width)
    }
    for (row, line) in block.lines.prefix(rect.height).enumerated() {
      put(line, x: inner.x, y: inner.y + row, style, maxWidth: inner.width)
    }
    drawScrollMarks(in: rect, above: block.moreAbove, below: block.moreBelow, style)
    if focused {
      cursor = Point(x: min(inner.x + block.caretColumn, rect.endX - 1), y: min(rect.y + block.caretRow, rect.endY - 1))
    }
  }

  /// Draws "▲" and "▼" in the last column of a block whose content goes on above or below.
  mutating func drawScrollMarks(in rect: Rect, above: Bool, below: Bool, _ style: Style = .accent) {
    guard !rect.isEmpty else { return }
    if above { put("▲", x: rect.endX - 1, y: rect.y, style, maxWidth: 1) }
    if below { put("▼", x: rect.endX - 1, y: rect.endY - 1, style, maxWidth: 1) }
  }
}
