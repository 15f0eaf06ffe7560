import KioskCore

/// Text laid out in large letters, or, where its letters have no shape or it would take too many rows, spaced out and
/// bold, or at last bold alone. Lines are never cut: what does not fit is scrolled by whole lines.
struct LargeText {
  /// How it is written, the largest first.
  enum Form: CaseIterable, Sendable { case letters, spaced, plain }

  /// One line, as it is drawn.
  private enum Content {
    case letters(LargeLetters.Line)
    case text(String)
  }

  private struct Line {
    let content: Content
    /// Where it begins in the text, in UTF-8 bytes.
    let start: Int
    let rows: Int
  }

  let form: Form
  private let text: String
  private let lines: [Line]

  /// Lays text out in `width` columns, in the largest form that takes at most `limit` rows, and no line of it more than
  /// `lineRoom`: one with a mark on a capital is six rows high. A text that fits in none is written in the smallest.
  init(_ text: String, width: Int, limit: Int = .max, lineRoom: Int = .max) {
    // Each letter is a column wide at least, and a line of them five rows high: no need to try with far too many.
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    let isTooLong = limit < .max && isASCII && text.utf8.count / max(1, width) > limit / 5
    for form in Form.allCases where !(isTooLong && form == .letters) {
      guard let laid = LargeText(text, width: width, form: form) else { continue }
      if form == .plain || laid.rows <= limit && laid.lines.allSatisfy({ $0.rows <= lineRoom }) {
        self = laid
        return
      }
    }
    self.init(form: .plain, text: text, lines: [])
  }

  private init(form: Form, text: String, lines: [Line]) {
    self.form = form
    self.text = text
    self.lines = lines
  }

  /// nil where a letter has no shape or no room.
  private init?(_ text: String, width: Int, form: Form) {
    switch form {
    case .letters:
      guard let lines = LargeLetters.lines(text, width: width) else { return nil }
      self.init(
        form: form, text: text, lines: lines.map { Line(content: .letters($0), start: $0.start, rows: $0.rows) })
    case .spaced, .plain:
      let spaced = form == .spaced
      let columns = spaced && !LargeLetters.joins(text) ? max(1, width / 2) : width
      let starts = TextLayout.lines(text, width: columns).map(\.lowerBound)
      let shown =
        spaced ? LargeLetters.plainLines(text, width: width) : TextLayout.wrap(text, width: width).map(String.init)
      self.init(
        form: form, text: text,
        lines: zip(shown, starts).map { Line(content: .text($0), start: $1, rows: 1) })
    }
  }

  /// Empty rows between two lines.
  private var gap: Int { form == .plain ? 0 : 1 }

  /// How many lines there are.
  var count: Int { lines.count }

  /// The rows all of it takes.
  var rows: Int { rows(of: lines.indices) }

  private func rows(of range: Range<Int>) -> Int {
    range.isEmpty ? 0 : lines[range].reduce(0) { $0 + $1.rows } + gap * (range.count - 1)
  }

  /// The rows that the lines from `first` on take.
  func rows(from first: Int) -> Int { rows(of: min(first, count)..<count) }

  /// How many whole lines fit into `height` rows from line `first` on.
  func fitting(_ height: Int, from first: Int) -> Int {
    var last = first
    while last < lines.count, rows(of: first..<last + 1) <= height { last += 1 }
    return last - first
  }

  /// By how many lines it can be scrolled in `height` rows.
  func scrollLimit(height: Int) -> Int {
    var first = lines.count
    while first > 0, rows(of: first - 1..<lines.count) <= height { first -= 1 }
    return min(first, max(0, lines.count - 1))
  }

  /// The line a place in the text belongs to: the last that begins at or before it.
  func line(of place: Int) -> Int { lines.lastIndex { $0.start <= place } ?? 0 }

  /// The first line to show in `height` rows so that the one with the caret is seen, with as much as can be before it.
  func first(toShow caret: Int, height: Int) -> Int {
    let line = line(of: caret)
    var first = line
    while first > 0, rows(of: first - 1..<line + 1) <= height { first -= 1 }
    return first
  }

  /// Draws what fits into the block from line `first` on.
  ///
  /// - Parameters:
  ///   - caret: a UTF-8 offset in the text that is marked: by the cursor, or, with `bar`, by an upright stroke.
  /// - Returns: the rows used.
  @discardableResult
  func draw(
    in rect: Rect, from first: Int = 0, style: Style = .large, align: Alignment = .left, caret: Int? = nil,
    bar: Bool = false, _ grid: inout Grid
  ) -> Int {
    guard !rect.isEmpty else { return 0 }
    let shown = fitting(rect.height, from: first)
    let caretLine = caret.map { line(of: $0) }
    var y = rect.y
    for index in first..<first + shown {
      if index > first { y += gap }
      let line = lines[index]
      let mark = index == caretLine ? caret : nil
      switch line.content {
      case .letters(let letters):
        let left = LargeText.left(letters.width, in: rect, align)
        letters.draw(x: left, y: y, style, &grid)
        if let mark {
          let x = left + caretColumn(mark, in: letters)
          if bar {
            grid.fill(Rect(x: x - 1, y: y, width: 1, height: line.rows), LargeText.barStyle(style), with: "▌")
          } else {
            grid.cursor = Point(x: min(x, rect.endX - 1), y: y + line.rows - 2)
          }
        }
      case .text(let words):
        let style = Style(style.role, style.attributes.union(.bold))
        let row = Rect(x: rect.x, y: y, width: rect.width, height: 1)
        grid.drawRow(words[...], in: row, style, align: align)
        if let mark {
          let before = text.utf8.prefix(mark).dropFirst(line.start)
          let spread = form == .spaced && !LargeLetters.joins(text) ? 2 : 1
          let column = Width.of(Substring(before)) * spread
          let left = LargeText.left(Width.of(words), in: rect, align)
          let place = Point(x: min(left + column, rect.endX - 1), y: y)
          if bar {
            grid.restyle(Rect(x: place.x, y: y, width: 1, height: 1), Style(style.role, [.bold, .reverse]))
          } else {
            grid.cursor = place
          }
        }
      }
      y += line.rows
    }
    return y - rect.y
  }

  /// The column of a caret: before the letter there; among spaces, behind the letter before them.
  private func caretColumn(_ caret: Int, in line: LargeLetters.Line) -> Int {
    if let letter = line.letters.first(where: { $0.offset == caret }) { return letter.x }
    guard let last = line.letters.last(where: { $0.offset < caret }) else { return 0 }
    let end = text.utf8.index(text.utf8.startIndex, offsetBy: last.offset)
    let behind = text.index(after: end)
    let spaces = caret - text.utf8.distance(from: text.utf8.startIndex, to: behind)
    return last.x + last.glyph.width + 1 + max(0, spaces) * (LargeLetters.wordGap - LargeLetters.letterGap)
  }

  private static func left(_ width: Int, in rect: Rect, _ align: Alignment) -> Int {
    let room = max(0, rect.width - width)
    return rect.x + (align == .left ? 0 : align == .centre ? room / 2 : room)
  }

  private static func barStyle(_ style: Style) -> Style { style.role == .focus ? style : .accent }
}

extension LargeLetters.Line {
  /// Draws the letters with the upper left corner of the line at (x, y).
  fileprivate func draw(x: Int, y: Int, _ style: Style, _ grid: inout Grid) {
    let first = isTall ? 0 : 1
    for letter in letters { grid.drawGlyph(letter.glyph, x: x + letter.x, y: y, from: first, style) }
  }
}
