import KioskCore

/// Answers that are chosen: choices, true or false, pairs, an order.
extension QuestionView {
  /// One row to choose, with the letter that names it.
  private struct Option {
    let mark: String
    let letter: String
    let text: String
    let style: Style
  }

  func drawChoices(
    _ choices: [Choice], chosen: [Int], row: Int, multiple: Bool, in rect: Rect, _ grid: inout Grid
  ) -> Int {
    var options: [Option] = []
    options.reserveCapacity(choices.count)
    for (place, index) in slot.shownOrder.enumerated() where choices.indices.contains(index) {
      let on = chosen.contains(index)
      options.append(
        Option(
          mark: multiple ? (on ? "[x]" : "[ ]") : (on ? "(•)" : "( )"), letter: QuestionView.letter(place),
          text: choices[index].text.text(in: language), style: on ? .bold : .normal))
    }
    let hint =
      multiple
      ? "Space or a letter ticks. Several may be right."
      : "Arrows or a letter choose, Enter accepts it."
    return drawOptions(options, row: row, hint: hint, in: rect, &grid)
  }

  func drawTrueFalse(_ chosen: Bool?, row: Int, in rect: Rect, _ grid: inout Grid) -> Int {
    let options = [
      Option(
        mark: chosen == true ? "(•)" : "( )", letter: "t", text: "True", style: chosen == true ? .bold : .normal),
      Option(
        mark: chosen == false ? "(•)" : "( )", letter: "f", text: "False", style: chosen == false ? .bold : .normal),
    ]
    return drawOptions(options, row: row, hint: "Arrows or a letter choose, Enter accepts it.", in: rect, &grid)
  }

  /// Draws the options, scrolled so that the focused one shows, and a line that says how.
  private func drawOptions(_ options: [Option], row: Int, hint: String, in rect: Rect, _ grid: inout Grid) -> Int {
    let indent = 9
    let lines = options.map { TextLayout.wrap($0.text, width: max(1, rect.width - indent)) }
    let total = lines.reduce(0) { $0 + $1.count }
    let withHint = total + 2 <= rect.height && entry.verdict == nil
    let height = min(total, rect.height)
    var start = 0
    for index in 0..<min(row, lines.count) { start += lines[index].count }
    let own = lines.indices.contains(row) ? lines[row].count : 1
    let first = Grid.scrolled(first: 0, toShow: start..<start + own, height: height, total: total)
    var y = rect.y - first
    for (index, option) in options.enumerated() {
      let isFocused = focused && index == row
      for (number, line) in lines[index].enumerated() {
        defer { y += 1 }
        guard y >= rect.y, y < rect.y + height else { continue }
        let style = isFocused ? .focus : option.style
        if isFocused { grid.fill(Rect(x: rect.x, y: y, width: rect.width, height: 1), .focus) }
        if number == 0 {
          if isFocused { grid.put("›", x: rect.x, y: y, .focus) }
          grid.put(option.mark, x: rect.x + 2, y: y, style)
          grid.put(option.letter, x: rect.x + 6, y: y, isFocused ? .focus : .accent)
          if isFocused { grid.cursor = Point(x: rect.x + 3, y: y) }
        }
        grid.put(line, x: rect.x + indent, y: y, style, maxWidth: rect.width - indent)
      }
    }
    let marks = Rect(x: rect.endX, y: rect.y, width: 2, height: height)
    grid.drawScrollMarks(in: marks, above: first > 0, below: first + height < total)
    var used = height
    if withHint {
      grid.put(hint, x: rect.x, y: rect.y + height + 1, .dim, maxWidth: rect.width)
      used += 2
    }
    return used
  }

  func drawMatching(
    _ pairs: [Pair], _ others: [LocalizedText], chosen: [Int?], row: Int, in rect: Rect, _ grid: inout Grid
  ) -> Int {
    let rights = pairs.map { $0.right.text(in: language) } + others.map { $0.text(in: language) }
    let order = slot.shownOrder
    let lefts = pairs.map { $0.left.text(in: language) }
    let leftWidth = min(rect.width / 2 - 4, lefts.reduce(0) { max($0, Width.of($1)) })
    let height = max(1, min(pairs.count, rect.height - min(rights.count, 4) - 1))
    let first = Grid.scrolled(first: 0, toShow: row..<row + 1, height: height, total: pairs.count)
    for place in first..<min(pairs.count, first + height) {
      let y = rect.y + place - first
      let isFocused = focused && place == row
      let style: Style = isFocused ? .focus : .normal
      if isFocused { drawFocus("›", in: rect.row(y - rect.y), cursorColumn: leftWidth + 4, &grid) }
      grid.putClipped(lefts[place], x: rect.x + 2, y: y, style, maxWidth: leftWidth)
      let x = rect.x + leftWidth + 4
      if chosen.indices.contains(place), let right = chosen[place], rights.indices.contains(right) {
        let letter = order.firstIndex(of: right).map(QuestionView.letter) ?? "?"
        grid.put(letter, x: x, y: y, isFocused ? .focus : .accent)
        grid.putClipped(rights[right], x: x + 3, y: y, isFocused ? .focus : .bold, maxWidth: rect.endX - x - 3)
      } else {
        grid.put("–", x: x, y: y, isFocused ? .focus : .dim)
      }
    }
    let marks = Rect(x: rect.endX, y: rect.y, width: 2, height: height)
    grid.drawScrollMarks(in: marks, above: first > 0, below: first + height < pairs.count)
    return height + 1 + drawRights(order.map { rights[$0] }, in: rect.dropTop(height + 1), &grid)
  }

  /// The right sides to choose from, lettered, in two columns where they do not fit below each other.
  private func drawRights(_ rights: [String], in rect: Rect, _ grid: inout Grid) -> Int {
    guard rect.height > 0, !rights.isEmpty else { return 0 }
    let hint = entry.verdict == nil && rect.height > 2
    let room = hint ? rect.height - 2 : rect.height
    let across = rights.count <= room ? 1 : 2
    let down = min(room, (rights.count + across - 1) / across)
    let width = rect.width / across
    for (index, right) in rights.enumerated() where index < down * across {
      let x = rect.x + 2 + index / down * width
      let y = rect.y + index % down
      grid.put(QuestionView.letter(index), x: x, y: y, .accent)
      grid.putClipped(right, x: x + 3, y: y, .dim, maxWidth: width - 6)
    }
    guard hint else { return down }
    grid.put(
      "A letter chooses and goes on to the next row. Delete clears.", x: rect.x, y: rect.y + down + 1, .dim,
      maxWidth: rect.width)
    return down + 2
  }

  func drawOrdering(
    _ items: [LocalizedText], order: [Int], row: Int, held: Bool, in rect: Rect, _ grid: inout Grid
  ) -> Int {
    let height = max(1, min(order.count, rect.height - 2))
    let first = Grid.scrolled(first: 0, toShow: row..<row + 1, height: height, total: order.count)
    for place in first..<min(order.count, first + height) {
      let y = rect.y + place - first
      let isFocused = focused && place == row
      let style: Style = isFocused ? .focus : .normal
      if isFocused { drawFocus(held ? "↕" : "›", in: rect.row(y - rect.y), cursorColumn: 0, &grid) }
      grid.put(QuestionView.number(place + 1), x: rect.x + 2, y: y, isFocused ? .focus : .accent)
      guard items.indices.contains(order[place]) else { continue }
      let used = grid.putClipped(
        items[order[place]].text(in: language), x: rect.x + 6, y: y, style, maxWidth: rect.width - 14)
      if isFocused, held { grid.put("  held", x: rect.x + 6 + used, y: y, .focus) }
    }
    let marks = Rect(x: rect.endX, y: rect.y, width: 2, height: height)
    grid.drawScrollMarks(in: marks, above: first > 0, below: first + height < order.count)
    guard entry.verdict == nil else { return height }
    let hint =
      held ? "Up and down move it, Space puts it down." : "Space picks an item up, up and down go through the list."
    grid.put(hint, x: rect.x, y: rect.y + height + 1, .dim, maxWidth: rect.width)
    return height + 2
  }

  /// The bar of the row that has the focus, with its mark and the cursor.
  private func drawFocus(_ mark: String, in row: Rect, cursorColumn: Int, _ grid: inout Grid) {
    grid.fill(row, .focus)
    grid.put(mark, x: row.x, y: row.y, .focus, maxWidth: row.width)
    grid.cursor = Point(x: row.x + cursorColumn, y: row.y)
  }

  static func letter(_ place: Int) -> String {
    guard place < 26, let scalar = Unicode.Scalar(UInt32(0x61 + place)) else { return "?" }
    return String(scalar)
  }

  private static func number(_ number: Int) -> String { number < 10 ? " \(number)." : "\(number)." }
}
