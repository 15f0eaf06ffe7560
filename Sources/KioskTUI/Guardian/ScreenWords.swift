import KioskCore

/// The few bytes the guardian writes to the terminal itself.
enum ScreenWords {
  /// Out of the alternate screen, cursor shown, colours and keypad as a terminal starts.
  static let plainScreen = "\u{1B}[?1049l\u{1B}[0m\u{1B}[?25h\u{1B}[?1l\u{1B}>\r\n"

  /// A cleared screen that says the test comes back, of the size given.
  static func restoring(columns: Int, rows: Int) -> String {
    let words = "Restoring the test…"
    let row = max(1, rows / 2)
    let column = max(1, (columns - words.count) / 2 + 1)
    return "\u{1B}[0m\u{1B}[?25l\u{1B}[2J\u{1B}[\(row);\(column)H\(words)"
  }
}
