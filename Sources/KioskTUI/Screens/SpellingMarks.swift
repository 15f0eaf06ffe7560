import KioskCore
import KioskWords

/// Misspelt words, marked where they are drawn, and near spellings to choose from.
extension Grid {
  /// Marks the misspelt words of `shown`, a part of the text of `editor` that was drawn from `place` on.
  mutating func markMisspelt(
    _ assistance: Sitting.Assistance, in shown: Substring, of editor: LineEditor, from place: Point, width: Int
  ) {
    guard !assistance.misspelt.isEmpty else { return }
    let start = editor.text.utf8.distance(from: editor.text.startIndex, to: shown.startIndex)
    for range in TextWords.ranges(in: shown) {
      let low = shown.utf8.index(shown.startIndex, offsetBy: range.lowerBound)
      let high = shown.utf8.index(shown.startIndex, offsetBy: range.upperBound)
      guard
        assistance.isMarked(String(shown[low..<high]), endingAt: start + range.upperBound, caret: editor.caret)
      else { continue }
      let column = Width.of(shown[..<low])
      let columns = min(Width.of(shown[low..<high]), width - column)
      restyle(Rect(x: place.x + column, y: place.y, width: columns, height: 1), .misspelt)
    }
  }

  /// The same for a field of one row.
  mutating func markMisspelt(_ assistance: Sitting.Assistance, _ editor: LineEditor, in field: Rect) {
    guard !assistance.misspelt.isEmpty else { return }
    let window = editor.window(width: field.width - 2)
    markMisspelt(
      assistance, in: window.text, of: editor, from: Point(x: field.x + 1, y: field.y), width: field.width - 2)
  }
}

extension Sitting.Assistance {
  /// What is offered, in one line; empty: nothing.
  func offer(for editor: LineEditor) -> (words: String, style: Style)? {
    if let first = suggestions.first {
      let more = suggestions.dropFirst()
      return ("Tab takes “\(first)”" + (more.isEmpty ? "" : ", also: " + more.joined(separator: " · ")), .dim)
    }
    guard !misspelt.isEmpty else { return nil }
    let piece = TextWords.window(
      editor.text, max(0, editor.caret - TextWords.reach)..<editor.caret + TextWords.reach)
    let words = marked(in: String(piece.text), caret: editor.caret - piece.start)
    guard let range = words.last(where: { $0.lowerBound <= editor.caret - piece.start }) ?? words.first else {
      return nil
    }
    return ("“\(TextWords.slice(String(piece.text), range))” is in no dictionary. F8: near spellings", .warning)
  }
}

extension Screen {
  /// What may have been meant by a misspelt word.
  static func drawNear(_ near: NearSpellings, _ state: SittingState, in area: Rect, _ grid: inout Grid) {
    var rows = near.spellings ?? []
    if near.mayBeAdded { rows.append("Add “\(near.word)” to my words") }
    rows.append("Close")
    let title = "Near “\(near.word)”"
    let said = near.spellings.map { $0.isEmpty ? "Nothing near it is known." : "" } ?? "Looking…"
    if state.aids.isOn(.largePrint) {
      var page = Page(width: area.width - 4)
      if !said.isEmpty { page.add(said, .bold) }
      drawLargeChoices(title, page, rows.map { LargeItem(text: $0) }, row: near.row, in: area, &grid)
      return
    }
    let top = said.isEmpty ? 0 : 2
    let inside = box(title, width: 44, height: rows.count + top + 2, in: area, &grid)
    grid.put(said, x: inside.x, y: inside.y + 1, .dim, maxWidth: inside.width)
    for (index, words) in rows.enumerated() {
      grid.drawChoice(.none, words, in: inside.row(index + top + 1), focused: near.row == index)
    }
  }
}
