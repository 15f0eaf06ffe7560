import KioskCore

/// A text with gaps drawn where they stand.
extension QuestionView {
  func drawCloze(
    _ text: String, _ gaps: [Gap], _ drafts: [Draft.GapDraft], gap current: Int, in rect: Rect, _ grid: inout Grid
  ) -> Int {
    var x = rect.x
    var y = rect.y
    for piece in ClozePiece.pieces(of: text) {
      switch piece {
      case .text(let text): drawRun(text, in: rect, x: &x, y: &y, &grid)
      case .gap(let name):
        guard let index = gaps.firstIndex(where: { $0.name == name }), drafts.indices.contains(index) else { continue }
        drawGap(gaps[index], drafts[index], focused: focused && index == current, in: rect, x: &x, y: &y, &grid)
      }
    }
    y += 1
    guard gaps.indices.contains(current), entry.verdict == nil else { return min(rect.height, y - rect.y) }
    guard case .choices(let choices) = gaps[current].kind else {
      return drawClozeHint("Tab or Down: next gap.", at: y + 1, in: rect, &grid)
    }
    y += 1
    for (index, choice) in choices.enumerated() where y < rect.endY {
      grid.put(QuestionView.letter(index), x: rect.x + 2, y: y, .accent)
      grid.putClipped(choice.text.text(in: language), x: rect.x + 5, y: y, .dim, maxWidth: rect.width - 5)
      y += 1
    }
    return drawClozeHint("Space or a letter chooses. Tab or Down: next gap.", at: y + 1, in: rect, &grid)
  }

  private func drawClozeHint(_ words: String, at y: Int, in rect: Rect, _ grid: inout Grid) -> Int {
    guard y < rect.endY else { return min(rect.height, y - 1 - rect.y) }
    grid.put(words, x: rect.x, y: y, .dim, maxWidth: rect.width)
    return y + 1 - rect.y
  }

  /// Text that goes on where the last piece ended, broken at spaces and line feeds.
  private func drawRun(_ text: String, in rect: Rect, x: inout Int, y: inout Int, _ grid: inout Grid) {
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if number > 0 {
        x = rect.x
        y += 1
      }
      for (index, word) in line.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        if index > 0, x > rect.x { x += 1 }
        if word.isEmpty { continue }
        let width = Width.of(word)
        if x > rect.x, x + width > rect.endX {
          x = rect.x
          y += 1
        }
        guard y < rect.endY else { return }
        x += grid.put(word, x: x, y: y, maxWidth: rect.endX - x)
      }
    }
  }

  private func drawGap(
    _ gap: Gap, _ draft: Draft.GapDraft, focused: Bool, in rect: Rect, x: inout Int, y: inout Int, _ grid: inout Grid
  ) {
    var shown = ""
    switch (gap.kind, draft) {
    case (.choices(let choices), .choice(let index, _)):
      if let index, choices.indices.contains(index) { shown = choices[index].text.text(in: language) }
    case (_, .text(let editor)): shown = editor.text
    case (.answers, .choice), (.numbers, .choice): break
    }
    let width = min(rect.width, max(12, Width.of(shown) + 3))
    if x > rect.x, x + width > rect.endX {
      x = rect.x
      y += 1
    }
    guard y < rect.endY else { return }
    let field = Rect(x: x, y: y, width: width, height: 1)
    if case .text(let editor) = draft {
      Screen.drawField(editor, in: field, focused: focused && entry.verdict == nil, &grid)
      if focused, entry.verdict != nil { grid.cursor = Point(x: x, y: y) }
    } else {
      let style: Style = focused ? .focus : .field
      grid.fill(field, style)
      grid.put("‹", x: x, y: y, style)
      grid.put("›", x: field.endX - 1, y: y, style)
      grid.putClipped(shown.isEmpty ? "choose" : shown, x: x + 1, y: y, style, maxWidth: width - 2)
      if focused { grid.cursor = Point(x: x + 1, y: y) }
    }
    x += width
  }
}
