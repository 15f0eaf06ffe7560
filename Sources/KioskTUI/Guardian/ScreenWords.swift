import KioskCore

/// The few bytes the guardian writes to the terminal itself.
enum ScreenWords {
  /// Out of the alternate screen, cursor shown, colours and keypad as a terminal starts.
  static let plainScreen = "\u{1B}[?1049l\u{1B}[0m\u{1B}[?25h\u{1B}[?1l\u{1B}>\r\n"

  /// A plain, cleared screen that says who has the terminal.
  static let behind = plainScreen + "\u{1B}[2J\u{1B}[HThe test waits for its terminal: type fg.\r\n"

  /// A cleared screen of the size given, with these lines in its middle.
  static func calm(_ lines: [String], columns: Int, rows: Int) -> String {
    let first = max(1, (rows - lines.count + 1) / 2)
    return lines.enumerated().reduce("\u{1B}[0m\u{1B}[?25l\u{1B}[2J") { text, line in
      let words = line.element.prefix(columns)
      let column = max(1, (columns - words.count) / 2 + 1)
      return text + "\u{1B}[\(first + line.offset);\(column)H\(words)"
    }
  }
}
