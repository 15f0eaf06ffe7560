import KioskCore

/// Where text stands within its block.
enum Alignment: Sendable {
  case left, centre, right
}

extension Grid {
  /// Draws wrapped text into a block, from line `skipping` on.
  /// - Returns: the rows used. Lines beyond the block are not drawn: `lines(_:width:)` tells how many there are.
  @discardableResult
  mutating func drawText(
    _ text: String, in rect: Rect, _ style: Style = .normal, align: Alignment = .left, skipping: Int = 0
  ) -> Int {
    drawLines(TextLayout.wrap(text, width: rect.width), in: rect, style, align: align, skipping: skipping)
  }

  /// Draws lines that are wrapped already. Returns the rows used.
  @discardableResult
  mutating func drawLines(
    _ lines: [Substring], in rect: Rect, _ style: Style = .normal, align: Alignment = .left, skipping: Int = 0
  ) -> Int {
    guard !rect.isEmpty else { return 0 }
    var row = 0
    for line in lines.dropFirst(max(0, skipping)).prefix(rect.height) {
      drawRow(line, in: rect.row(row), style, align: align)
      row += 1
    }
    return row
  }

  /// Draws one row of text, cut at the end of the block.
  mutating func drawRow(_ text: Substring, in rect: Rect, _ style: Style = .normal, align: Alignment = .left) {
    guard !rect.isEmpty else { return }
    let room = align == .left ? 0 : max(0, rect.width - Width.of(text))
    let x = rect.x + (align == .left ? 0 : align == .centre ? room / 2 : room)
    put(text, x: x, y: rect.y, style, maxWidth: rect.endX - x)
  }

  /// Draws one row of text that ends in "…" where it does not fit. Returns the columns used.
  @discardableResult
  mutating func putClipped(_ text: String, x: Int, y: Int, _ style: Style = .normal, maxWidth: Int) -> Int {
    guard maxWidth > 0 else { return 0 }
    guard Width.of(text) > maxWidth else { return put(text, x: x, y: y, style, maxWidth: maxWidth) }
    let used = put(text, x: x, y: y, style, maxWidth: maxWidth - 1)
    return used + put("…", x: x + used, y: y, style, maxWidth: 1)
  }

  /// How many rows wrapped text takes.
  static func rows(of text: String, width: Int) -> Int {
    TextLayout.lines(text, width: width).count
  }
}
