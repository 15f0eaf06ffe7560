import KioskCore

/// Paragraphs in letters as large as each of them can be, scrolled by whole lines: short ones in large letters, those that
/// would fill more than the screen spaced out.
struct LargePage {
  private struct Block {
    let text: LargeText
    let style: Style
    /// How many lines there are before it.
    let start: Int
  }

  private let blocks: [Block]
  /// How many lines there are.
  private let count: Int

  /// Lays `page` out in `width` columns, for a window of `height` rows.
  init(_ page: Page, width: Int, height: Int) {
    var blocks: [Block] = []
    var count = 0
    for paragraph in page.paragraphs where !paragraph.text.isEmpty {
      let text = LargeText(paragraph.text, width: width, limit: height, lineRoom: height)
      let style = text.form == .letters && paragraph.style.role == .normal ? Style.large : paragraph.style
      blocks.append(Block(text: text, style: style, start: count))
      count += text.count
    }
    self.blocks = blocks
    self.count = count
  }

  /// Empty rows between two paragraphs.
  private static let gap = 1

  /// By how many lines it can be scrolled in `height` rows.
  func scrollLimit(height: Int) -> Int {
    var left = height
    for block in blocks.reversed() {
      let whole = block.text.rows(from: 0)
      if whole > left {
        var first = block.text.count
        while first > 0, block.text.rows(from: first - 1) <= left { first -= 1 }
        return min(block.start + first, max(0, count - 1))
      }
      left -= whole + Self.gap
    }
    return 0
  }

  /// Draws what fits from line `first` on.
  func draw(in rect: Rect, first: Int, _ grid: inout Grid) {
    var rest = rect
    for block in blocks where block.start + block.text.count > first {
      let from = max(0, first - block.start)
      let shown = block.text.fitting(rest.height, from: from)
      guard shown > 0 else { return }
      let used = block.text.draw(in: rest, from: from, style: block.style, &grid)
      if from + shown < block.text.count { return }
      rest = rest.dropTop(used + Self.gap)
    }
  }
}

extension Grid {
  /// Draws a page from row or, in large letters, line `first` on (clamped), with marks beside it where it goes on.
  /// - Returns: how far it can be scrolled.
  mutating func drawPage(_ page: Page, large: Bool, in rect: Rect, first: Int) -> Int {
    guard large else { return drawPage(page, in: rect, first: first) }
    let text = LargePage(page, width: rect.width, height: rect.height)
    let limit = text.scrollLimit(height: rect.height)
    let first = max(0, min(first, limit))
    text.draw(in: rect, first: first, &self)
    let marks = Rect(x: rect.endX, y: rect.y, width: 2, height: rect.height)
    drawScrollMarks(in: marks, above: first > 0, below: first < limit)
    return limit
  }

  /// Draws the buttons at the foot of a screen: in large letters where they fit beside each other, else spaced out.
  mutating func drawFoot(_ titles: [String], focused: Int?, large: Bool, in rect: Rect) {
    guard large else {
      drawButtons(titles, focused: focused, in: rect.bottom(2).top(1))
      return
    }
    let widths = titles.map { LargeLetters.lines($0, width: rect.width)?.first?.width ?? rect.width }
    if widths.reduce(0, { $0 + $1 + 4 }) + 2 * (titles.count - 1) <= rect.width {
      drawLargeButtons(titles, focused: focused, in: rect)
    } else {
      drawButtons(
        titles.map { LargeLetters.plainLines($0, width: rect.width)[0] }, focused: focused, in: rect.bottom(2))
    }
  }

  /// The rows that `drawFoot` wants.
  static func footRows(large: Bool) -> Int { large ? QuestionView.largeLine + 1 : 3 }
}
