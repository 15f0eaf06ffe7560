import KioskCore

/// One row of a list in large letters.
struct LargeItem {
  /// What stands before it: rows of three columns each, drawn as a box; empty: nothing.
  var mark: [String] = []
  /// The letter or number that names it.
  var label = ""
  var text: String
  /// What is told of it while it has the focus, as far as there is room.
  var detail = ""
  var style: Style = .large
  /// Where the caret stands in the text while it has the focus.
  var caret: Int?

  static func radio(_ on: Bool) -> [String] { ["╭─╮", on ? "│█│" : "│ │", "╰─╯"] }
  static func check(_ on: Bool) -> [String] { ["┌─┐", on ? "│█│" : "│ │", "└─┘"] }
  static let held = [" ▲ ", " █ ", " ▼ "]
}

/// A list in large letters: whole items, parted by an empty row, scrolled so that the one in front shows.
struct LargeList {
  private let items: [LargeItem]
  /// Columns of the marks and of the labels, the air behind them included.
  private let markWidth: Int
  private let labelWidth: Int

  init(_ items: [LargeItem]) {
    self.items = items
    markWidth = items.contains { !$0.mark.isEmpty } ? 4 : 0
    let labels = items.map { $0.label.isEmpty ? 0 : LargeList.width(of: $0.label) + 3 }
    labelWidth = labels.max() ?? 0
  }

  private static func width(of label: String) -> Int {
    LargeLetters.lines(label, width: 80)?.first?.width ?? Width.of(label)
  }

  /// The rows the tallest item takes where each is written as large as `limit` rows allow.
  func tallest(width: Int, limit: Int) -> Int {
    items.reduce(0) { max($0, rows(laid($1, width: width, limit: limit), $1)) }
  }

  private func laid(_ item: LargeItem, width: Int, limit: Int) -> LargeText {
    LargeText(item.text, width: max(1, width - markWidth - labelWidth), limit: limit)
  }

  private func rows(_ text: LargeText, _ item: LargeItem) -> Int {
    let beside = item.mark.isEmpty ? 1 : item.mark.count
    return max(text.rows, text.form == .letters && !item.label.isEmpty ? 5 : 1, beside)
  }

  /// Draws the list with item `row` in front, which has the focus where `focused`. Returns the rows used.
  ///
  /// - Parameter scroll: lines of the one in front that are passed over where it is longer than its room.
  @discardableResult
  func draw(row: Int, focused: Bool, scroll: Int = 0, in rect: Rect, _ grid: inout Grid) -> Int {
    guard !rect.isEmpty, !items.isEmpty else { return 0 }
    let row = max(0, min(row, items.count - 1))
    // No more of them are laid out than are looked at.
    let laid = { (index: Int) in self.laid(items[index], width: rect.width, limit: rect.height) }
    let height = { (index: Int) in min(rect.height, rows(laid(index), items[index])) }
    // As far up as the one in front still shows as a whole.
    var first = row
    var used = height(row)
    while first > 0 {
      let above = height(first - 1)
      if used + 1 + above > rect.height { break }
      first -= 1
      used += 1 + above
    }
    var y = rect.y
    var index = first
    while index < items.count {
      let text = laid(index)
      let block = Rect(x: rect.x, y: y, width: rect.width, height: min(rect.height, rows(text, items[index])))
      if block.endY > rect.endY { break }
      let isFocused = focused && index == row
      var from = 0
      if index == row, text.rows > block.height {
        grid.rowLimit = text.scrollLimit(height: block.height)
        from = min(scroll, grid.rowLimit)
      }
      drawItem(items[index], text, from: from, focused: isFocused, in: block, &grid)
      y += block.height + 1
      if index == row, !items[index].detail.isEmpty {
        let room = Rect(x: rect.x, y: y, width: rect.width, height: rect.endY - y)
        let detail = LargeText(items[index].detail, width: rect.width, limit: room.height)
        let taken = detail.draw(in: room, &grid)
        if taken > 0 { y += taken + 1 }
      }
      index += 1
    }
    let marks = Rect(x: rect.endX, y: rect.y, width: 2, height: rect.height)
    grid.drawScrollMarks(in: marks, above: first > 0, below: index < items.count)
    return min(rect.height, y - 1 - rect.y)
  }

  private func drawItem(
    _ item: LargeItem, _ text: LargeText, from first: Int, focused: Bool, in rect: Rect, _ grid: inout Grid
  ) {
    let style = focused ? .focus : item.style
    if focused {
      grid.fill(rect, .focus)
      grid.cursor = Point(x: rect.x + 1, y: rect.y + min(1, rect.height - 1))
    }
    for (number, part) in item.mark.enumerated() where number < rect.height {
      grid.put(part, x: rect.x, y: rect.y + number + (rect.height >= 5 ? 1 : 0), style)
    }
    if !item.label.isEmpty {
      let place = rect.dropLeft(markWidth)
      if text.form == .letters {
        grid.drawLarge(item.label, in: place, focused ? .focus : .accent)
      } else {
        grid.put(item.label, x: place.x + 1, y: place.y, focused ? .focus : .accent)
      }
    }
    text.draw(
      in: rect.dropLeft(markWidth + labelWidth), from: first, style: style, caret: focused ? item.caret : nil,
      bar: true, &grid)
  }
}

extension Grid {
  /// Draws buttons in large letters side by side, below each other where they do not fit. Returns the rows used.
  @discardableResult
  mutating func drawLargeButtons(_ titles: [String], focused: Int?, in rect: Rect) -> Int {
    var x = rect.x
    var y = rect.y
    var height = 0
    for (index, title) in titles.enumerated() {
      let text = LargeText(title, width: rect.width - 4, limit: rect.height)
      let width = min(
        rect.width, (LargeLetters.lines(title, width: rect.width - 4)?.map(\.width).max() ?? Width.of(title) * 2) + 4)
      if x > rect.x, x + width > rect.endX {
        x = rect.x
        y += height + 1
      }
      let block = Rect(x: x, y: y, width: width, height: min(text.rows, rect.endY - y))
      if index == focused {
        fill(block, .focus)
        cursor = Point(x: block.x + 1, y: block.y + 1)
      }
      text.draw(in: block.inset(columns: 2), style: index == focused ? .focus : .large, &self)
      height = max(height, block.height)
      x += width + 2
    }
    return min(rect.endY, y + height) - rect.y
  }
}
