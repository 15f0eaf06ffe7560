/// A grid as text that a person can read and a file can keep.
extension Grid {
  /// The rows, trailing spaces trimmed, each ended by a line feed.
  var text: String {
    var text = ""
    for y in 0..<height {
      var end = width
      while end > 0, cells[y * width + end - 1].glyph == 0x20, cells[y * width + end - 1].width == 1 { end -= 1 }
      for x in 0..<end {
        let cell = cells[y * width + x]
        guard cell.width > 0 else { continue }
        let cluster = cluster(of: cell)
        for index in 0..<cluster.count {
          text.unicodeScalars.append(Unicode.Scalar(cluster.scalars[index]) ?? "\u{FFFD}")
        }
      }
      text += "\n"
    }
    return text
  }

  /// The text, then the roles in a second block: one letter a column (`Role.letter`; normal text is a dot, trailing
  /// dots trimmed), then the place of the cursor.
  var styledText: String {
    var text = self.text + "\n"
    for y in 0..<height {
      var line = String.UnicodeScalarView()
      var kept = 0
      for x in 0..<width {
        let role = cells[y * width + x].style.role
        line.append(role.letter)
        if role != .normal { kept = x + 1 }
      }
      text += String(String(line).prefix(kept)) + "\n"
    }
    if let cursor { text += "\ncursor \(cursor.x),\(cursor.y)\n" } else { text += "\ncursor hidden\n" }
    return text
  }
}
