import KioskCore

/// Answers that are arranged: pairs and an order. Rows are cut to one line but for the one in front, which is shown as a
/// whole, and so is what is chosen for it.
extension QuestionView {
  /// Columns left of an item of an order.
  private static let numberWidth = 6
  /// Columns left of a left side.
  private static let leftIndent = 2

  func drawMatching(
    _ pairs: [Pair], _ others: [LocalizedText], chosen: [Int?], row: Int, in rect: Rect, _ grid: inout Grid
  ) -> Int {
    let rights = pairs.map { $0.right.text(in: language) } + others.map { $0.text(in: language) }
    let order = slot.shownOrder
    let lefts = pairs.map { $0.left.text(in: language) }
    let leftWidth = min(rect.width / 2 - 4, lefts.reduce(0) { max($0, Width.of($1)) })
    let front = pairs.indices.contains(row) ? row : 0
    let own = chosen.indices.contains(front) ? chosen[front] : nil
    let legend = Legend(order.map { rights[$0] }, chosen: own.flatMap { order.firstIndex(of: $0) })
    let parts = matchingParts(lefts, front: front, legend, in: rect)

    var list = RowList(height: parts.pairs, in: rect)
    let opened = isLong(lefts[front], width: rect.width) ? wrapped(lefts[front], width: rect.width) : []
    list.scroll(toShow: front, rows: opened.isEmpty ? 1 : opened.count + parts.choice, of: pairs.count)
    for place in list.shown {
      let right = chosen.indices.contains(place) ? chosen[place] : nil
      let letter = right.flatMap { order.firstIndex(of: $0) }.map(QuestionView.letter)
      let text = right.flatMap { rights.indices.contains($0) ? rights[$0] : nil }
      let isFocused = focused && place == row
      let block = list.next(place)
      if isFocused { drawFocus("›", in: block, cursorColumn: opened.isEmpty ? leftWidth + 4 : 2, &grid) }
      let style: Style = isFocused ? .focus : .normal
      var x = rect.x + leftWidth + 4
      var y = block.y
      if place == front, !opened.isEmpty {
        grid.drawLines(
          opened, in: block.dropLeft(Self.leftIndent), style, skipping: min(list.hidden, sitting.rowScroll))
        if parts.choice == 0 { continue }
        (x, y) = (rect.x + Self.leftIndent, block.endY - 1)
      } else {
        grid.putClipped(lefts[place], x: rect.x + Self.leftIndent, y: y, style, maxWidth: leftWidth)
      }
      if let letter, let text {
        grid.put(letter, x: x, y: y, isFocused ? .focus : .accent)
        grid.putClipped(text, x: x + 3, y: y, isFocused ? .focus : .bold, maxWidth: rect.endX - x - 3)
      } else {
        grid.put("–", x: x, y: y, isFocused ? .focus : .dim)
      }
    }
    list.drawMarks(&grid)
    let below = parts.pairs + parts.gap
    grid.rowLimit = list.hidden
    let used =
      below
      + legend.draw(
        in: rect.dropTop(below).dropBottom(parts.hint), skipping: sitting.rowScroll - list.hidden, &grid)
    guard parts.hint > 0 else { return used }
    grid.put(
      "A letter or ← → chooses, Delete clears.", x: rect.x,
      y: rect.y + used + parts.hint - 1, .dim, maxWidth: rect.width)
    return used + parts.hint
  }

  /// The rows of the parts of a matching answer: the pairs, an empty row, the right sides to choose from, and below them
  /// how to choose. `choice`: what the choice of a pair that is shown as a whole takes; none where there is no room to
  /// show it twice.
  private func matchingParts(
    _ lefts: [String], front: Int, _ legend: Legend, in rect: Rect
  ) -> (pairs: Int, choice: Int, gap: Int, hint: Int) {
    let longest = QuestionView.tallest(lefts, width: rect.width - Self.leftIndent)
    let tallest = legend.tallest(width: rect.width)
    let opens = lefts.contains { isLong($0, width: rect.width) }
    let choice = opens && longest + 1 + tallest <= rect.height ? 1 : 0
    let own = isLong(lefts[front], width: rect.width) ? wrapped(lefts[front], width: rect.width).count + choice : 1
    let least = !opens ? 1 : longest + tallest <= rect.height ? longest + choice : own
    let gap = least + tallest < rect.height ? 1 : 0
    let spare = rect.height - gap - least - tallest
    let hint = entry.verdict != nil || spare < 1 ? 0 : spare < 3 ? 1 : 2
    let room = rect.height - gap - hint
    // Where a left side would leave nothing for the right ones it is scrolled.
    let most = rect.height - min(tallest, rect.height / 3)
    let pairs = min(max(least, room - legend.share(of: room, width: rect.width)), most)
    return (max(1, min(lefts.count - 1 + own, pairs)), choice, gap, hint)
  }

  /// The rows within which every pair and what is chosen for it can be read as a whole.
  func matchingRows(_ pairs: [Pair], _ others: [LocalizedText], width: Int) -> Int {
    let lefts = QuestionView.tallest(pairs.map { $0.left.text(in: language) }, width: width - Self.leftIndent)
    let rights = QuestionView.tallest(
      pairs.map { $0.right.text(in: language) } + others.map { $0.text(in: language) }, width: width - Legend.indent)
    return lefts + rights
  }

  private func isLong(_ left: String, width: Int) -> Bool { Width.of(left) > width / 2 - 4 }

  private func wrapped(_ left: String, width: Int) -> [Substring] {
    TextLayout.wrap(left, width: max(1, width - Self.leftIndent))
  }

  func drawOrdering(
    _ items: [LocalizedText], order: [Int], row: Int, held: Bool, in rect: Rect, _ grid: inout Grid
  ) -> Int {
    let texts = order.map { items.indices.contains($0) ? items[$0].text(in: language) : "" }
    let front = texts.indices.contains(row) ? row : 0
    let width = max(1, rect.width - Self.numberWidth)
    let opened = texts.isEmpty ? [] : TextLayout.wrap(texts[front], width: width)
    let hint = entry.verdict == nil && opened.count + 2 <= rect.height ? 2 : 0
    var list = RowList(height: rect.height - hint, in: rect)
    list.scroll(toShow: front, rows: opened.count, of: order.count)
    for place in list.shown {
      let isFocused = focused && place == row
      let block = list.next(place)
      let style: Style = isFocused ? .focus : .normal
      if isFocused { drawFocus(held ? "↕" : "›", in: block, cursorColumn: 0, &grid) }
      grid.put(QuestionView.number(place + 1), x: rect.x + 2, y: block.y, isFocused ? .focus : .accent)
      let text = block.dropLeft(Self.numberWidth)
      if place == front {
        grid.rowLimit = list.hidden
        grid.drawLines(opened, in: text, style, skipping: min(list.hidden, sitting.rowScroll))
        guard isFocused, held, let last = opened.last else { continue }
        let x = text.x + Width.of(last)
        if x + 6 <= text.endX { grid.put("  held", x: x, y: block.endY - 1, .focus) }
      } else {
        grid.putClipped(texts[place], x: text.x, y: text.y, style, maxWidth: text.width)
      }
    }
    list.drawMarks(&grid)
    guard hint > 0 else { return list.height }
    grid.put(
      held ? "Up and down move it, Space puts it down." : "Space picks an item up, up and down go through the list.",
      x: rect.x, y: rect.y + list.height + 1, .dim, maxWidth: rect.width)
    return list.height + hint
  }

  /// The bar of the row that has the focus, with its mark and the cursor.
  private func drawFocus(_ mark: String, in block: Rect, cursorColumn: Int, _ grid: inout Grid) {
    grid.fill(block, .focus)
    grid.put(mark, x: block.x, y: block.y, .focus, maxWidth: block.width)
    grid.cursor = Point(x: block.x + cursorColumn, y: block.y)
  }

  private static func number(_ number: Int) -> String { number < 10 ? " \(number)." : "\(number)." }

  /// The most rows that one of `texts` takes.
  static func tallest(_ texts: [String], width: Int) -> Int {
    texts.reduce(1) { most, text in
      // Of as many bytes as columns at most, and no line feed: one row.
      if text.utf8.count <= width, !text.utf8.contains(0x0A) { return most }
      return max(most, Grid.rows(of: text, width: max(1, width)))
    }
  }
}

/// Rows of one line each but for the one in front, scrolled so that it shows as a whole.
private struct RowList {
  private let rect: Rect
  /// Rows of the screen it takes.
  private(set) var height: Int
  private var front = 0
  private var frontRows = 1
  /// Rows of the one in front that there is no room for.
  private(set) var hidden = 0
  private var first = 0
  private var count = 0
  private var y: Int

  init(height: Int, in rect: Rect) {
    self.rect = rect
    self.height = max(1, min(height, rect.height))
    y = rect.y
  }

  /// Brings row `front` of `count` into view, which takes `rows` rows of the screen.
  mutating func scroll(toShow front: Int, rows: Int, of count: Int) {
    self.front = front
    self.count = count
    let total = count - 1 + max(1, rows)
    height = min(height, total)
    frontRows = max(1, min(rows, height))
    hidden = max(0, rows - frontRows)
    // Rows before the one in front take one line each, so that lines and rows count the same up to it.
    first = Grid.scrolled(first: 0, toShow: front..<front + frontRows, height: height, total: total)
  }

  /// The rows to draw, each asked for with `next` in turn.
  var shown: Range<Int> {
    let last = front < first + height ? first + height - (frontRows - 1) : first + height
    return first..<max(first, min(count, last))
  }

  /// Where row `place` is drawn, the next below the last.
  mutating func next(_ place: Int) -> Rect {
    let rows = place == front ? frontRows : 1
    defer { y += rows }
    return Rect(x: rect.x, y: y, width: rect.width, height: rows)
  }

  func drawMarks(_ grid: inout Grid) {
    let marks = Rect(x: rect.endX, y: rect.y, width: 2, height: height)
    grid.drawScrollMarks(in: marks, above: first > 0, below: shown.upperBound < count)
  }
}

/// What can be chosen for a row or a gap, lettered: beside each other where that shows all of it, else below each other,
/// scrolled so that what is chosen is read as a whole.
struct Legend {
  /// Columns left of a text.
  static let indent = 5
  private let texts: [String]
  /// The place of what is chosen.
  private let chosen: Int?

  init(_ texts: [String], chosen: Int?) {
    self.texts = texts
    self.chosen = chosen
  }

  /// The most rows that one of them takes.
  func tallest(width: Int) -> Int { QuestionView.tallest(texts, width: width - Legend.indent) }

  /// How many stand beside each other.
  private func across(in rect: Rect) -> Int {
    let widest = texts.reduce(0) { max($0, Width.of($1)) }
    for across in 1...4 where (texts.count + across - 1) / across <= rect.height {
      if widest + Legend.indent + (across > 1 ? 1 : 0) <= rect.width / across { return across }
    }
    return 1
  }

  /// The rows it is given of `room`: what shows all of it, where that is no more than two thirds; else a half, and always
  /// as many as one of them needs to be read as a whole.
  func share(of room: Int, width: Int) -> Int {
    let tallest = tallest(width: width)
    let most = max(tallest, room * 2 / 3)
    let across = across(in: Rect(x: 0, y: 0, width: width, height: most))
    let all = across > 1 ? (texts.count + across - 1) / across : texts.count - 1 + tallest
    return all <= most ? all : max(tallest, room / 2)
  }

  /// Returns the rows used. `skipping`: rows of what is chosen that are passed over where it is longer than its room.
  func draw(in rect: Rect, skipping: Int, _ grid: inout Grid) -> Int {
    guard rect.height > 0, !texts.isEmpty else { return 0 }
    let across = across(in: rect)
    guard across == 1 else { return drawBeside(across, in: rect, &grid) }
    let front = chosen ?? 0
    let opened = chosen == nil ? [] : TextLayout.wrap(texts[front], width: max(1, rect.width - Legend.indent))
    var list = RowList(height: rect.height, in: rect)
    list.scroll(toShow: front, rows: max(1, opened.count), of: texts.count)
    for place in list.shown {
      let block = list.next(place)
      grid.put(QuestionView.letter(place), x: rect.x + 2, y: block.y, .accent)
      let text = block.dropLeft(Legend.indent)
      if place == chosen {
        grid.drawLines(opened, in: text, .bold, skipping: min(list.hidden, skipping))
      } else {
        grid.putClipped(texts[place], x: text.x, y: text.y, .dim, maxWidth: text.width)
      }
    }
    list.drawMarks(&grid)
    grid.rowLimit += list.hidden
    return list.height
  }

  private func drawBeside(_ across: Int, in rect: Rect, _ grid: inout Grid) -> Int {
    let down = (texts.count + across - 1) / across
    let width = rect.width / across
    for (place, text) in texts.enumerated() {
      let x = rect.x + 2 + place / down * width
      let y = rect.y + place % down
      grid.put(QuestionView.letter(place), x: x, y: y, .accent)
      grid.putClipped(text, x: x + 3, y: y, place == chosen ? .bold : .dim, maxWidth: width - Legend.indent)
    }
    return down
  }
}
