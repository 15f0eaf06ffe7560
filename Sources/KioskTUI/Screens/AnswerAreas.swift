import KioskCore

/// The answer area, by type of question.
extension QuestionView {
  /// Draws the answer; returns the rows used.
  func drawAnswer(in rect: Rect, _ grid: inout Grid) -> Int {
    switch (slot.question.kind, entry.draft) {
    case (.essay, .text(let editor)): drawEssay(editor, in: rect, &grid)
    case (.numerical(_, let unit), .text(let editor)): drawNumber(editor, unit: unit, in: rect, &grid)
    case (.spelling, .text(let editor)): drawSpelling(editor, in: rect, &grid)
    case (_, .text(let editor)): drawText(editor, in: rect, &grid)
    case (.choice(let choices, _), .choice(let chosen, let row, let multiple)):
      drawChoices(choices, chosen: chosen, row: row, multiple: multiple, in: rect, &grid)
    case (_, .trueFalse(let chosen, let row)): drawTrueFalse(chosen, row: row, in: rect, &grid)
    case (.matching(let pairs, let others), .matching(let chosen, let row)):
      drawMatching(pairs, others, chosen: chosen, row: row, in: rect, &grid)
    case (.ordering(let items), .ordering(let order, let row, let held, _)):
      drawOrdering(items, order: order, row: row, held: held, in: rect, &grid)
    case (.shortAnswer, _), (.choice, _), (.trueFalse, _), (.numerical, _), (.matching, _), (.ordering, _),
      (.cloze, _), (.spelling, _), (.essay, _), (.description, _):
      drawNothing(in: rect, &grid)
    }
  }

  /// A description has nothing to answer.
  private func drawNothing(in rect: Rect, _ grid: inout Grid) -> Int {
    grid.put("Enter goes on.", x: rect.x, y: rect.y, .dim, maxWidth: rect.width)
    if focused { grid.cursor = Point(x: rect.x, y: rect.y) }
    return 1
  }

  private func drawText(_ editor: LineEditor, in rect: Rect, _ grid: inout Grid) -> Int {
    drawField(editor, in: rect.row(0), &grid)
    if focused, entry.verdict == nil { grid.textField = rect.row(0) }
    return 1
  }

  func drawField(_ editor: LineEditor, in rect: Rect, _ grid: inout Grid) {
    Screen.drawField(editor, in: rect, focused: focused && entry.verdict == nil, &grid)
    if entry.verdict == nil { grid.markMisspelt(sitting.assistance, editor, in: rect) }
    if focused, entry.verdict != nil { grid.cursor = Point(x: rect.x, y: rect.y) }
  }

  private func drawNumber(_ editor: LineEditor, unit: LocalizedText?, in rect: Rect, _ grid: inout Grid) -> Int {
    let field = rect.row(0).left(26)
    drawField(editor, in: field, &grid)
    if let unit {
      grid.putClipped(unit.text(in: language), x: field.endX + 1, y: field.y, maxWidth: rect.endX - field.endX - 1)
    }
    guard editor.isEmpty, entry.verdict == nil, rect.height > 2 else { return 1 }
    grid.put("Type a number.", x: rect.x, y: rect.y + 2, .dim, maxWidth: rect.width)
    return 3
  }

  private func drawEssay(_ editor: LineEditor, in rect: Rect, _ grid: inout Grid) -> Int {
    let field = rect.dropBottom(1)
    let block = editor.block(width: field.width - 2, height: field.height)
    grid.drawTextArea(block, in: field, focused: focused && entry.verdict == nil)
    drawSides(of: field, &grid)
    for (row, line) in block.lines.enumerated() where entry.verdict == nil {
      grid.markMisspelt(
        sitting.assistance, in: line, of: editor, from: Point(x: field.x + 1, y: field.y + row), width: field.width - 2)
    }
    if focused, entry.verdict != nil { grid.cursor = Point(x: field.x, y: field.y) }
    drawWordCount(editor, in: rect, &grid)
    return rect.height
  }

  /// In the last row of an essay: how long it is, and how a new line is begun.
  func drawWordCount(_ editor: LineEditor, in rect: Rect, _ grid: inout Grid) {
    guard case .essay(let words) = slot.question.kind else { return }
    let count = QuestionView.wordCount(editor.text)
    var said = count == 1 ? "1 word" : "\(count) words"
    if let words { said += " of about \(words)" }
    grid.put(said, x: rect.x, y: rect.endY - 1, .dim, maxWidth: rect.width)
    let offer = entry.verdict == nil ? sitting.assistance.offer(for: editor) : nil
    let how = offer?.words ?? "Alt-Enter: new line"
    let room = rect.width - Width.of(said) - 3
    let x = rect.endX - min(Width.of(how), room)
    grid.putClipped(how, x: x, y: rect.endY - 1, offer?.style ?? .dim, maxWidth: room)
  }

  /// The sides of the field, so that an empty one is seen without colour; marks of what lies beyond stay.
  private func drawSides(of field: Rect, _ grid: inout Grid) {
    for y in field.y..<field.endY {
      for x in [field.x, field.endX - 1] where grid[x, y].glyph == 0x20 {
        grid.put("│", x: x, y: y, grid[x, y].style)
      }
    }
  }

  /// Runs of anything but spaces.
  static func wordCount(_ text: String) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      var count = 0
      var inWord = false
      for byte in bytes {
        let space = byte == 0x20 || byte == 0x0A || byte == 0x09
        if !space, !inWord { count += 1 }
        inWord = !space
      }
      return count
    }
  }
}
