import KioskCore

/// Text in letters of several rows, drawn from block characters.
///
/// A word with a letter that has no shape here (Chinese, Arabic) is drawn bold and spaced on one row instead.
enum LargeLetters {
  /// The rows `text` takes in a block of `width` columns, wrapped at words.
  static func rows(of text: String, width: Int) -> Int {
    Grid.rows(of: text, width: width)
  }
}

extension Grid {
  /// Draws text in large letters, wrapped at words; words that do not fit in the block's height are left out.
  /// - Returns: the rows used.
  @discardableResult
  mutating func drawLarge(_ text: String, in rect: Rect, _ style: Style = .large, align: Alignment = .left) -> Int {
    drawText(text, in: rect, Style(style.role, .bold), align: align)
  }
}
