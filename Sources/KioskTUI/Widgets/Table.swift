import KioskCore

/// One column of a table.
struct TableColumn: Equatable, Sendable {
  var title: String
  /// Columns on screen; nil takes an equal share of what the others leave.
  var width: Int?
  var align: Alignment

  init(_ title: String, width: Int? = nil, align: Alignment = .left) {
    self.title = title
    self.width = width
    self.align = align
  }
}

/// One cell of a table.
struct TableCell: Equatable, Sendable {
  var text: String
  var style: Style
  /// How many columns it lies over: more than one where those beside it have nothing to say.
  var span: Int

  init(_ text: String, _ style: Style = .normal, span: Int = 1) {
    self.text = text
    self.style = style
    self.span = max(1, span)
  }
}

extension Grid {
  /// Draws a table: a row of titles (when any column has one), then rows from `first` on, one screen row each, texts
  /// clipped with "…". The row `focused` is marked and gets the cursor; marks tell of rows above and below.
  /// - Returns: the rows used, the titles included.
  @discardableResult
  mutating func drawTable(
    _ columns: [TableColumn], rows: [[TableCell]], first: Int = 0, focused: Int? = nil, in rect: Rect
  ) -> Int {
    guard !rect.isEmpty, !columns.isEmpty else { return 0 }
    let hasTitles = columns.contains { !$0.title.isEmpty }
    // The marks of a longer list get a column of their own.
    let scrolls = rows.count > rect.height - (hasTitles ? 1 : 0)
    let places = Grid.columnPlaces(columns, in: scrolls ? rect.left(rect.width - 2) : rect)
    var y = rect.y
    if hasTitles {
      for (column, place) in zip(columns, places) { drawTableCell(column.title, in: place, at: y, .dim, column.align) }
      y += 1
    }
    let body = rect.dropTop(y - rect.y)
    let first = max(0, first)
    for (index, row) in rows.enumerated().dropFirst(first).prefix(body.height) {
      let isFocused = index == focused
      if isFocused {
        fill(Rect(x: rect.x, y: y, width: rect.width, height: 1), .focus)
        cursor = Point(x: rect.x, y: y)
      }
      var at = 0
      for cell in row where at < columns.count {
        var place = places[at]
        place.width = places[min(at + cell.span, places.count) - 1].endX - place.x
        drawTableCell(cell.text, in: place, at: y, isFocused ? .focus : cell.style, columns[at].align)
        at += cell.span
      }
      y += 1
    }
    drawScrollMarks(in: body, above: first > 0, below: first + body.height < rows.count)
    return y - rect.y
  }

  private mutating func drawTableCell(_ text: String, in place: Rect, at y: Int, _ style: Style, _ align: Alignment) {
    let room = align == .left ? 0 : max(0, place.width - Width.of(text))
    let x = place.x + (align == .centre ? room / 2 : room)
    putClipped(text, x: x, y: y, style, maxWidth: place.endX - x)
  }

  private static func columnPlaces(_ columns: [TableColumn], in rect: Rect) -> [Rect] {
    let gap = 2
    let fixed = columns.reduce(0) { $0 + ($1.width ?? 0) } + gap * (columns.count - 1)
    let sharing = columns.reduce(0) { $0 + ($1.width == nil ? 1 : 0) }
    var rest = max(0, rect.width - fixed)
    var left = sharing
    var x = rect.x
    return columns.map { column in
      var width = column.width ?? 0
      if column.width == nil {
        width = rest / max(1, left)
        rest -= width
        left -= 1
      }
      let place = Rect(x: x, y: rect.y, width: min(width, rect.endX - x), height: rect.height)
      x += width + gap
      return place
    }
  }
}
