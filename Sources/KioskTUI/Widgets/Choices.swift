import KioskCore

/// The mark before a choice.
enum ChoiceMark: Equatable, Sendable {
  /// One of several: "( )", "(•)".
  case radio(Bool)
  /// Any of several: "[ ]", "[x]".
  case check(Bool)
  /// A number or letter, as in a list to be put in order: "3.".
  case label(String)
  case none

  /// As drawn.
  var text: String {
    switch self {
    case .radio(let on): on ? "(•)" : "( )"
    case .check(let on): on ? "[x]" : "[ ]"
    case .label(let text): text
    case .none: ""
    }
  }
}

extension Grid {
  /// Draws one choice, its text wrapped beside the mark. With the focus it gets the cursor, and "›" before the mark.
  /// - Returns: the rows used, as `choiceRows(_:_:width:)` tells beforehand.
  @discardableResult
  mutating func drawChoice(
    _ mark: ChoiceMark, _ text: String, in rect: Rect, focused: Bool, style: Style = .normal
  ) -> Int {
    guard !rect.isEmpty else { return 0 }
    let indent = Grid.choiceIndent(mark)
    let body = rect.dropLeft(indent)
    let lines = TextLayout.wrap(text, width: body.width)
    let rows = min(lines.count, rect.height)
    if focused {
      fill(rect.top(rows), .focus)
      put("›", x: rect.x, y: rect.y, .focus, maxWidth: 1)
      cursor = Point(x: min(rect.x + 2 + (mark == .none ? 0 : 1), rect.endX - 1), y: rect.y)
    }
    put(mark.text, x: rect.x + 2, y: rect.y, focused ? .focus : style, maxWidth: rect.width - 2)
    return drawLines(lines, in: body, focused ? .focus : style)
  }

  /// The rows a choice takes in a block of `width` columns.
  static func choiceRows(_ mark: ChoiceMark, _ text: String, width: Int) -> Int {
    rows(of: text, width: max(1, width - choiceIndent(mark)))
  }

  private static func choiceIndent(_ mark: ChoiceMark) -> Int {
    mark == .none ? 2 : 3 + Width.of(mark.text)
  }

  /// The first row to show of a list so that rows `focus` are seen in a window of `height` rows, moving as little as
  /// possible from `first`, the row shown first until now.
  static func scrolled(first: Int, toShow focus: Range<Int>, height: Int, total: Int) -> Int {
    var first = first
    if focus.upperBound > first + height { first = focus.upperBound - height }
    if focus.lowerBound < first { first = focus.lowerBound }
    return max(0, min(first, total - height))
  }
}
