import KioskCore

/// One entry of the row of keys: "F1 Help".
struct BarItem: Equatable, Sendable {
  /// The key as printed on the keyboard, or "" for an item without one.
  var key: String
  var title: String
  /// Whether it does anything now. An item that is off is drawn dim and can still be focused: it says why it is off.
  var enabled: Bool

  init(_ key: String, _ title: String, enabled: Bool = true) {
    self.key = key
    self.title = title
    self.enabled = enabled
  }

  /// The columns it takes.
  fileprivate var width: Int { Width.of(key) + (key.isEmpty ? 0 : 1) + Width.of(title) }
  /// The columns between two.
  fileprivate static let gap = 2
}

extension Grid {
  /// Draws a status line: `left`, `centre` and `right` on one row; the centre gives way first, then the left is cut.
  mutating func drawStatus(
    left: String, centre: String, centreStyle: Style = .bar, right: String, in rect: Rect, _ style: Style = .bar
  ) {
    guard !rect.isEmpty else { return }
    fill(rect, style)
    let rightWidth = right.isEmpty ? 0 : Width.of(right)
    let centreWidth = Width.of(centre)
    let rightX = max(rect.x, rect.endX - rightWidth - 1)
    put(right, x: rightX, y: rect.y, style, maxWidth: rect.endX - rightX)
    // In the middle when the left leaves it free, else right beside what stands at the right.
    let middle = rect.x + (rect.width - centreWidth) / 2
    let beside = rightX - centreWidth - 2
    let leftEnd = rect.x + 1 + Width.of(left)
    let centreX = leftEnd + 2 <= middle ? min(middle, beside) : beside
    if centreX > rect.x { put(centre, x: centreX, y: rect.y, centreStyle, maxWidth: rightX - centreX) }
    putClipped(left, x: rect.x + 1, y: rect.y, style, maxWidth: (centreX > rect.x ? centreX : rightX) - rect.x - 2)
  }

  /// Draws the row of keys. The item `focused` is marked and gets the cursor. Items that do not fit are left out from the
  /// end, never cut, and the focused one is always among those drawn.
  ///
  /// `spare` names items, the first to give way first, that are left out where the row is too narrow for all of them.
  mutating func drawBar(_ items: [BarItem], focused: Int? = nil, spare: [Int] = [], in rect: Rect) {
    guard !rect.isEmpty else { return }
    fill(rect.row(0), .bar)
    let (items, focused) = fitting(items, focused, spare: spare, in: rect.width)
    let widths = items.map(\.width)
    let gap = BarItem.gap
    // The first item drawn: far enough on for the focused one to fit.
    var first = 0
    if let focused {
      var needed = widths[0...focused].reduce(0) { $0 + $1 + gap }
      while first < focused, needed > rect.width - 1 {
        needed -= widths[first] + gap
        first += 1
      }
    }
    var x = rect.x + 1
    for index in items.indices.dropFirst(first) {
      let item = items[index]
      guard x + widths[index] <= rect.endX || index == focused else {
        put("›", x: rect.endX - 1, y: rect.y, .barKey)
        break
      }
      let start = x
      let isFocused = index == focused
      if !item.key.isEmpty {
        x += put(item.key, x: x, y: rect.y, isFocused ? .focus : .barKey, maxWidth: rect.endX - x)
        x += put(" ", x: x, y: rect.y, isFocused ? .focus : .bar, maxWidth: rect.endX - x)
      }
      let style: Style = isFocused ? .focus : item.enabled ? .bar : .barOff
      x += put(item.title, x: x, y: rect.y, style, maxWidth: rect.endX - x)
      if isFocused { cursor = Point(x: start, y: rect.y) }
      x += gap
    }
  }

  /// What is left of a row of keys when those that can be spared have given way, and which of them has the focus.
  private func fitting(
    _ items: [BarItem], _ focused: Int?, spare: [Int], in width: Int
  ) -> ([BarItem], focused: Int?) {
    var kept = Array(items.indices)
    for index in spare where index != focused {
      guard kept.reduce(0, { $0 + items[$1].width + BarItem.gap }) > width + 1 else { break }
      kept.removeAll { $0 == index }
    }
    return (kept.map { items[$0] }, focused.flatMap { kept.firstIndex(of: $0) })
  }

  /// Draws buttons side by side ("[ Yes ]  [ No ]"); the focused one gets the cursor. Returns the rows used: more than
  /// one where they do not fit beside each other.
  @discardableResult
  mutating func drawButtons(_ titles: [String], focused: Int? = nil, in rect: Rect, align: Alignment = .left) -> Int {
    guard !rect.isEmpty, !titles.isEmpty else { return 0 }
    let gap = 2
    let widths = titles.map { Width.of($0) + 4 }
    let total = widths.reduce(0, +) + gap * (titles.count - 1)
    var x = rect.x
    if total < rect.width, align != .left { x += align == .centre ? (rect.width - total) / 2 : rect.width - total }
    var y = rect.y
    for index in titles.indices {
      if x > rect.x, x + widths[index] > rect.endX {
        x = rect.x
        y += 1
      }
      guard y < rect.endY else { break }
      let style: Style = index == focused ? .focus : .button
      let used = put("[ \(titles[index]) ]", x: x, y: y, style, maxWidth: rect.endX - x)
      if index == focused { cursor = Point(x: x + 2, y: y) }
      x += used + gap
    }
    return min(y, rect.endY - 1) - rect.y + 1
  }
}
