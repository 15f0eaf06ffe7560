import KioskCore
import KioskPage

/// The look-up's page: the field, what was found, and which keys lead on.
extension Screen {
  static func drawLookUp(_ lookUp: LookUp, _ state: SittingState, in area: Rect, _ grid: inout Grid) -> Int {
    // The scroll marks of the page below reach two columns beyond its text.
    grid.fill(Rect(x: 0, y: area.y, width: grid.width, height: area.height))
    let inside = grid.drawFrame(area.inset(columns: 1), title: "Look up")
    let isLarge = state.aids.isOn(.largePrint)
    let room = LookUp.room(columns: grid.width, rows: grid.height, isLarge: isLarge)
    let layout = lookUp.layout(columns: room.columns)
    let limit = layout.scrollLimit(room.rows)
    let first = max(0, min(lookUp.shown.scroll, limit))
    let isTyping = lookUp.shown.focus == .field && !lookUp.isFresh
    var text = inside.dropTop(isLarge ? 0 : 2).dropBottom(2).left(inside.width - 1)
    if !isLarge {
      drawField(
        lookUp.editor, in: inside.row(0), focused: lookUp.shown.focus == .field, placeholder: "a word", &grid)
    } else if isTyping {
      // What is typed takes the page's place: both at once have no room.
      grid.cursor = Point(x: text.x, y: text.y)
      _ = LargeText(lookUp.editor.text, width: text.width, limit: text.height)
        .draw(in: text, caret: lookUp.editor.caret, &grid)
      text = text.top(0)
    }
    if !text.isEmpty {
      var y = text.y
      for row in layout.rows.dropFirst(first).prefix(room.rows) {
        drawRow(row, focus: lookUp.shown.focus, isLarge: isLarge, x: text.x, y: y, width: text.width, &grid)
        y += isLarge ? QuestionView.largeLine + 1 : 1
      }
      let marks = Rect(x: text.endX, y: text.y, width: 2, height: text.height)
      grid.drawScrollMarks(in: marks, above: first > 0, below: first < limit)
    }
    if isLarge, !isTyping, lookUp.shown.focus == .field { grid.cursor = Point(x: inside.x, y: inside.endY - 1) }
    drawLookUpKeys(lookUp, hasLinks: !layout.links.isEmpty, limit: limit, in: inside.bottom(1), &grid)
    return limit
  }

  private static func drawLookUpKeys(
    _ lookUp: LookUp, hasLinks: Bool, limit: Int, in rect: Rect, _ grid: inout Grid
  ) {
    let words: String
    if lookUp.isWaiting {
      words = "Looking it up…"
    } else if case .link = lookUp.shown.focus {
      words = "Enter follows" + (lookUp.trail.isEmpty ? " · Tab next · Esc closes" : " · Tab next · Backspace back")
    } else if lookUp.isFresh, hasLinks {
      words = "Tab to the links · " + (lookUp.trail.isEmpty ? "Esc closes" : "Backspace back")
    } else if lookUp.isFresh {
      words = "Type another word · " + (lookUp.trail.isEmpty ? "Esc closes" : "Backspace back")
    } else {
      words = "Enter looks it up · " + (lookUp.trail.isEmpty ? "Esc closes" : "Esc back")
    }
    grid.put(words, x: rect.x, y: rect.y, .dim, maxWidth: rect.width)
    if limit > 0, Width.of(words) + 11 < rect.width { grid.drawRow("↑ ↓ scroll", in: rect, .dim, align: .right) }
  }

  private static func drawRow(
    _ row: LookUpLayout.Row, focus: LookUp.Focus, isLarge: Bool, x: Int, y: Int, width: Int, _ grid: inout Grid
  ) {
    var x = x + row.indent
    let end = x + width - row.indent
    for piece in row.pieces {
      let isFocused = piece.link.map { focus == .link($0) } ?? false
      let style = isFocused ? Style.focus : style(of: row.kind, isLink: piece.link != nil)
      if isFocused, grid.cursor == nil || grid.cursor?.y != y { grid.cursor = Point(x: x, y: y) }
      if isLarge {
        x += drawLarge(piece.text, style, x: x, y: y, end: end, &grid)
      } else {
        x += grid.put(piece.text, x: x, y: y, style, maxWidth: end - x)
      }
    }
  }

  /// One piece in large letters; a row that turns out wider than it was taken for is written bold in its end.
  private static func drawLarge(
    _ text: String, _ style: Style, x: Int, y: Int, end: Int, _ grid: inout Grid
  ) -> Int {
    let words = text.split(separator: " ").joined(separator: " ")
    let before = text.hasPrefix(" ") ? LargeLetters.wordGap : 0
    let after = text.hasSuffix(" ") ? LargeLetters.wordGap : LargeLetters.letterGap
    guard !words.isEmpty else { return LargeLetters.wordGap }
    let room = Rect(x: x + before, y: y, width: max(0, end - x - before), height: QuestionView.largeLine)
    if let lines = LargeLetters.lines(words, width: room.width), lines.count == 1, let line = lines.first {
      if style.role == .focus { grid.fill(room.left(line.width), .focus) }
      LargeText(words, width: room.width).draw(in: room, style: style.role == .focus ? style : .large, &grid)
      if style.attributes.contains(.underline) {
        grid.fill(Rect(x: room.x, y: room.endY - 1, width: line.width, height: 1), .accent, with: "▔")
      }
      return before + line.width + after
    }
    let bold = Style(style.role, style.attributes.union(.bold))
    return before + grid.put(words, x: room.x, y: y + 3, bold, maxWidth: room.width) + after
  }

  private static func style(of kind: PageLine.Kind?, isLink: Bool) -> Style {
    if isLink { return Style(.accent, .underline) }
    return switch kind {
    case .source: .accent
    case .word: .bold
    case .note: .dim
    case .text, .near, nil: .normal
    }
  }
}
