import KioskCore

/// Lines of text of several looks, wrapped, to be scrolled through: consent, report, help.
struct Page {
  /// One row: a lead of its own look, then text.
  struct Row {
    var lead: String
    /// Where the lead stands.
    var leadX: Int
    var leadStyle: Style
    var text: Substring
    var style: Style
    var indent: Int
  }

  /// What was added at once, before it was wrapped: for large letters.
  struct Paragraph {
    var text: String
    var style: Style
  }

  /// Columns.
  let width: Int
  private(set) var rows: [Row] = []
  private(set) var paragraphs: [Paragraph] = []

  init(width: Int) { self.width = width }

  /// Adds a paragraph, `indent` columns in. A lead ("How long") stands before its first row, at least `column` columns
  /// wide, and the rows below it begin where the first one's text does.
  mutating func add(
    _ text: String, _ style: Style = .normal, indent: Int = 0, lead: String = "", _ leadStyle: Style = .accent,
    column: Int = 0
  ) {
    let inset = lead.isEmpty ? indent : indent + max(column, Width.of(lead) + 1)
    // Marks before a text have no large shape; its words say as much.
    let said = lead.contains { $0.isLetter || $0.isNumber } ? lead + (column > 4 ? ": " : " ") : ""
    paragraphs.append(Paragraph(text: said + text, style: style))
    for (index, line) in TextLayout.wrap(text, width: max(1, width - inset)).enumerated() {
      rows.append(
        Row(lead: index == 0 ? lead : "", leadX: indent, leadStyle: leadStyle, text: line, style: style, indent: inset))
    }
  }

  /// Adds a paragraph that begins with `title` in a look of its own and runs on in the same row; its other rows stand
  /// two columns in.
  mutating func addRun(_ title: String, _ titleStyle: Style, _ text: String) {
    paragraphs.append(Paragraph(text: title + " " + text, style: titleStyle))
    let lines = TextLayout.wrap(title + " " + text, width: max(1, width - 2))
    for (index, line) in lines.enumerated() {
      let cut = index == 0 ? line.dropFirst(title.count + 1) : line
      let inset = index == 0 ? Width.of(title) + 1 : 2
      rows.append(
        Row(lead: index == 0 ? title : "", leadX: 0, leadStyle: titleStyle, text: cut, style: .normal, indent: inset))
    }
  }

  /// Adds an empty row, but never two, and none at the top.
  mutating func addGap() {
    guard let last = rows.last, !last.text.isEmpty || !last.lead.isEmpty else { return }
    rows.append(Row(lead: "", leadX: 0, leadStyle: .normal, text: "", style: .normal, indent: 0))
  }

  /// How far it can be scrolled in `height` rows.
  func scrollLimit(height: Int) -> Int { max(0, rows.count - height) }
}

extension Grid {
  /// Draws a page from row `first` on (clamped), with marks beside it where it goes on.
  /// - Returns: how far it can be scrolled.
  @discardableResult
  mutating func drawPage(_ page: Page, in rect: Rect, first: Int = 0) -> Int {
    let limit = page.scrollLimit(height: rect.height)
    let first = max(0, min(first, limit))
    for (y, row) in page.rows.dropFirst(first).prefix(rect.height).enumerated() {
      if !row.lead.isEmpty {
        put(row.lead, x: rect.x + row.leadX, y: rect.y + y, row.leadStyle, maxWidth: rect.width - row.leadX)
      }
      put(row.text, x: rect.x + row.indent, y: rect.y + y, row.style, maxWidth: rect.width - row.indent)
    }
    let marks = Rect(x: rect.endX, y: rect.y, width: 2, height: rect.height)
    drawScrollMarks(in: marks, above: first > 0, below: first < limit)
    return limit
  }
}
