import KioskCore

/// Lines of text of several looks, wrapped, to be scrolled through: consent, report, help.
struct Page {
  /// One row.
  struct Row {
    var text: Substring
    var style: Style
    var indent: Int
  }

  /// Columns.
  let width: Int
  private(set) var rows: [Row] = []

  init(width: Int) { self.width = width }

  /// Adds a paragraph, `indent` columns in; with a `mark` the mark stands before the first row.
  mutating func add(_ text: String, _ style: Style = .normal, indent: Int = 0, mark: String = "") {
    let inset = indent + (mark.isEmpty ? 0 : Width.of(mark) + 1)
    let lines = TextLayout.wrap(text, width: max(1, width - inset))
    for (index, line) in lines.enumerated() {
      if index == 0, !mark.isEmpty {
        rows.append(Row(text: Substring(mark + " " + line), style: style, indent: indent))
      } else {
        rows.append(Row(text: line, style: style, indent: inset))
      }
    }
  }

  /// Adds an empty row, but never two, and none at the top.
  mutating func addGap() {
    if let last = rows.last, !last.text.isEmpty { rows.append(Row(text: "", style: .normal, indent: 0)) }
  }

  /// How far it can be scrolled in `height` rows.
  func scrollLimit(height: Int) -> Int { max(0, rows.count - height) }
}

extension Grid {
  /// Draws a page from row `first` on (clamped), with marks where it goes on.
  mutating func drawPage(_ page: Page, in rect: Rect, first: Int = 0) {
    let first = max(0, min(first, page.scrollLimit(height: rect.height)))
    for (y, row) in page.rows.dropFirst(first).prefix(rect.height).enumerated() {
      put(row.text, x: rect.x + row.indent, y: rect.y + y, row.style, maxWidth: rect.width - row.indent)
    }
    let marks = Rect(x: rect.endX, y: rect.y, width: 2, height: rect.height)
    drawScrollMarks(in: marks, above: first > 0, below: first + rect.height < page.rows.count)
  }
}
