import KioskCore

/// Answers that are chosen: choices, true or false.
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
    var first = Grid.scrolled(first: 0, toShow: start..<start + own, height: height, total: total)
    if own > height {
      // Longer than all the room there is: PageDown goes through it.
      grid.rowLimit = own - height
      first = start + min(sitting.rowScroll, own - height)
    }
    var y = rect.y - first
    for (index, option) in options.enumerated() {
      let isFocused = focused && index == row
      for (number, line) in lines[index].enumerated() {
        defer { y += 1 }
        guard y >= rect.y, y < rect.y + height else { continue }
        let style = isFocused ? .focus : option.style
        if isFocused { grid.fill(Rect(x: rect.x, y: y, width: rect.width, height: 1), .focus) }
        if number == 0 || isFocused && y == rect.y {
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

  /// What names a row: a to z, then A to Z; beyond those it is reached by the arrows alone.
  static func letter(_ place: Int) -> String { Draft.rowName(place).map(String.init) ?? "·" }
}
