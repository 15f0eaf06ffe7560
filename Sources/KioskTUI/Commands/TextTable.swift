import KioskCore

/// A table for people on stdout: columns aligned by the width of what is drawn, headings above.
struct TextTable {
  /// On which side a column is flush.
  enum Side { case left, right }

  private let headings: [(text: String, side: Side)]
  private var rows: [[String]] = []

  init(_ headings: [(String, Side)]) { self.headings = headings.map { (text: $0.0, side: $0.1) } }

  /// Adds a row; control characters are taken out, so that no response drives the terminal.
  mutating func add(_ cells: [String]) { rows.append(cells.map { ScreenText.clean($0) }) }

  /// The lines, each ended by a line feed, without spaces at their ends.
  var text: String {
    var widths = headings.map { Width.of($0.text) }
    for row in rows {
      for (index, cell) in row.enumerated() where index < widths.count {
        widths[index] = max(widths[index], Width.of(cell))
      }
    }
    return ([headings.map(\.text)] + rows).map { line($0, widths) }.joined()
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() where index < widths.count {
      if index > 0 { line += "  " }
      let gap = String(repeating: " ", count: widths[index] - Width.of(cell))
      line += headings[index].side == .right ? gap + cell : cell + gap
    }
    while line.utf8.last == UInt8(ascii: " ") { line.removeLast() }
    return line + "\n"
  }
}
