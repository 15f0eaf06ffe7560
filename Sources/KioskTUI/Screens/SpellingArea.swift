import KioskCore

/// A word to spell: it is never shown, its meaning and the sentence with a gap are.
extension QuestionView {
  func drawSpellingPrompt(_ spelling: Spelling, in rect: Rect, _ grid: inout Grid) -> Asked {
    let own = slot.question.prompt.text(in: language)
    let asked = drawAsked(own.isEmpty ? "Spell the word." : spelling.gapped(own), in: rect, &grid)
    var row = asked.rows
    row += drawLabelled(
      "Meaning", spelling.gapped(spelling.definition.text(in: language)), in: rect.dropTop(row), &grid)
    row += drawLabelled(
      "Sentence", spelling.gapped(spelling.sentence.text(in: language)), in: rect.dropTop(row), &grid)
    return (row + 1, asked.limit)
  }

  private func drawLabelled(_ label: String, _ text: String, in rect: Rect, _ grid: inout Grid) -> Int {
    grid.put(label, x: rect.x, y: rect.y, .dim)
    return grid.drawText(text, in: rect.dropLeft(10).top(max(1, rect.height / 2)))
  }

  func drawSpelling(_ editor: LineEditor, in rect: Rect, _ grid: inout Grid) -> Int {
    drawField(editor, in: rect.row(0), &grid)
    var used = 1
    let asked = askedWords
    // Two rows where one is too narrow.
    let lines = asked.isEmpty ? 0 : Width.of(asked) <= rect.width ? 1 : 2
    let room = rect.height - 2 - (lines == 0 ? 0 : lines + 1)
    let rows = editor.isEmpty ? 0 : LargeLetters.rows(of: editor.text, width: rect.width - 1)
    if rows > 0, rows <= room {
      used = 2 + grid.drawLarge(editor.text, in: rect.dropTop(2).dropLeft(1).top(rows))
    }
    if lines > 0, used + lines < rect.height {
      grid.drawText(asked, in: rect.dropTop(used + 1).top(lines), .dim)
      used += lines + 1
    }
    return used
  }

  /// "Asked for: meaning once, sentence twice". Origin and part of speech are asked for in one.
  private var askedWords: String {
    let background: Step.Ask = entry.asked[.origin] == nil ? .partOfSpeech : .origin
    let parts: [(Step.Ask, String)] = [
      (.word, "word"), (.definition, "meaning"), (.sentence, "sentence"), (background, "origin"),
    ]
    let said = parts.compactMap { ask, name in
      entry.asked[ask].map { $0 == 1 ? "\(name) once" : $0 == 2 ? "\(name) twice" : "\(name) \($0) times" }
    }
    return said.isEmpty ? "" : "Asked for: " + said.joined(separator: ", ")
  }
}
