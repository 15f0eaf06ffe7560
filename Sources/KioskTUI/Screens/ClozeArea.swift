import KioskCore

/// A text with gaps drawn and edited where they stand.
extension QuestionView {
  /// Draws what is asked and the text below it, which follows the gap in front or is scrolled, and what can be chosen for
  /// that gap. Returns the rows used, and how far the text can be scrolled.
  func drawCloze(
    _ text: String, _ gaps: [Gap], _ drafts: [Draft.GapDraft], gap current: Int, in rect: Rect, _ grid: inout Grid
  ) -> Asked {
    let flow = ClozeFlow(
      asked: slot.question.prompt.text(in: language), text, gaps, width: rect.width,
      shown: gaps.indices.map { gapText($0) })
    let (legend, hint) = choosing(gaps, drafts, current)
    let room = rect.height - (hint.isEmpty || rect.height < 6 ? 0 : 2)
    var below = 0
    if let legend { below = legend.share(of: room - 1, width: rect.width) + 1 }
    let height = max(1, min(flow.rows, room - below))
    let limit = max(0, flow.rows - height)
    let follows = entry.verdict == nil && !sitting.textIsScrolled
    let first = follows ? flow.first(toShow: current, height: height) : min(sitting.promptScroll, limit)

    let shown = first..<first + height
    for word in flow.words where shown.contains(word.row) {
      grid.put(word.text, x: rect.x + word.x, y: rect.y + word.row - first, maxWidth: rect.width - word.x)
    }
    for field in flow.fields where shown.contains(field.row) && drafts.indices.contains(field.gap) {
      let place = Rect(x: rect.x + field.x, y: rect.y + field.row - first, width: field.width, height: 1)
      drawGap(drafts[field.gap], focused: focused && field.gap == current, field.gap, in: place, &grid)
    }
    if focused, grid.cursor == nil { grid.cursor = Point(x: rect.x, y: rect.y) }
    let marks = Rect(x: rect.endX, y: rect.y, width: 2, height: height)
    grid.drawScrollMarks(in: marks, above: first > 0, below: first < limit)

    var used = height
    if let legend, used + 1 < room {
      used += 1
      used += legend.draw(in: rect.dropTop(used).top(room - used), skipping: sitting.rowScroll, &grid)
    }
    if !hint.isEmpty, used + 2 <= rect.height {
      grid.put(hint, x: rect.x, y: rect.y + used + 1, .dim, maxWidth: rect.width)
      used += 2
    }
    return (used, limit)
  }

  /// What can be chosen for the gap in front, and how its answer is given.
  private func choosing(_ gaps: [Gap], _ drafts: [Draft.GapDraft], _ current: Int) -> (Legend?, String) {
    guard gaps.indices.contains(current), drafts.indices.contains(current), entry.verdict == nil else {
      return (nil, "")
    }
    guard case .choices(let choices) = gaps[current].kind, case .choice(let chosen, _) = drafts[current] else {
      return (nil, "Tab or Down: next gap.")
    }
    return (
      Legend(choices.map { $0.text.text(in: language) }, chosen: chosen),
      "A letter or ← → chooses. Tab or Down: next gap."
    )
  }

  private func drawGap(_ draft: Draft.GapDraft, focused: Bool, _ gap: Int, in field: Rect, _ grid: inout Grid) {
    if case .text(let editor) = draft {
      Screen.drawField(editor, in: field, focused: focused && entry.verdict == nil, &grid)
      if focused, entry.verdict == nil { grid.markMisspelt(sitting.assistance, editor, in: field) }
      if focused, entry.verdict != nil { grid.cursor = Point(x: field.x, y: field.y) }
      return
    }
    let shown = gapText(gap)
    let style: Style = focused ? .focus : .field
    grid.fill(field, style)
    grid.put("‹", x: field.x, y: field.y, style)
    grid.put("›", x: field.endX - 1, y: field.y, style)
    grid.putClipped(shown.isEmpty ? "choose" : shown, x: field.x + 1, y: field.y, style, maxWidth: field.width - 2)
    if focused { grid.cursor = Point(x: field.x + 1, y: field.y) }
  }
}

/// A text with gaps, broken at spaces and line feeds: where its words and its fields stand, from its first row.
struct ClozeFlow {
  struct Word {
    var text: Substring
    var x: Int
    var row: Int
  }

  struct Field {
    /// Which of the gaps.
    var gap: Int
    var x: Int
    var row: Int
    var width: Int
  }

  private(set) var words: [Word] = []
  private(set) var fields: [Field] = []
  private let width: Int
  private var x = 0
  private var row = 0

  /// - Parameters:
  ///   - asked: what stands above the text; may be empty.
  ///   - shown: what stands in each gap.
  init(asked: String, _ text: String, _ gaps: [Gap], width: Int, shown: [String]) {
    self.width = width
    if !asked.isEmpty {
      for line in TextLayout.wrap(asked, width: width) {
        words.append(Word(text: line, x: 0, row: row))
        row += 1
      }
      row += 1
    }
    for piece in ClozePiece.pieces(of: text) {
      switch piece {
      case .text(let text): add(text)
      case .gap(let name):
        if let gap = gaps.firstIndex(where: { $0.name == name }) { add(gap: gap, shown[gap]) }
      }
    }
  }

  /// How many rows there are.
  var rows: Int { row + 1 }

  /// The row to show first in `height` rows so that a gap shows, with what is around it.
  func first(toShow gap: Int, height: Int) -> Int {
    guard rows > height, let field = fields.first(where: { $0.gap == gap }), field.row > height - 2 else { return 0 }
    return min(rows - height, field.row - height / 2)
  }

  /// Text that goes on where the last piece ended.
  private mutating func add(_ text: String) {
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if number > 0 { breakLine() }
      for (index, word) in line.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        if index > 0, x > 0 { x += 1 }
        if word.isEmpty { continue }
        let columns = Width.of(word)
        if x > 0, x + columns > width { breakLine() }
        if columns > width {
          addLong(word)
        } else {
          words.append(Word(text: word, x: x, row: row))
          x += columns
        }
      }
    }
  }

  /// A word that is longer than a row.
  private mutating func addLong(_ word: Substring) {
    for (number, part) in TextLayout.wrap(String(word), width: width).enumerated() {
      if number > 0 { breakLine() }
      words.append(Word(text: part, x: 0, row: row))
      x = Width.of(part)
    }
  }

  private mutating func add(gap: Int, _ shown: String) {
    let columns = min(width, max(12, Width.of(shown) + 3))
    if x > 0, x + columns > width { breakLine() }
    fields.append(Field(gap: gap, x: x, row: row, width: columns))
    x += columns
  }

  private mutating func breakLine() {
    x = 0
    row += 1
  }
}
