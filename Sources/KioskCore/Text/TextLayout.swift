/// Breaks text into lines of at most so many columns: at spaces, after hyphens, anywhere between East Asian
/// characters, and inside a word only where it is longer than a line. Line feeds end paragraphs; CR LF counts as one.
public enum TextLayout {
  /// The lines to show, without the spaces they were broken at. Text without a character gives one empty line.
  public static func wrap(_ text: String, width: Int) -> [Substring] {
    let utf8 = text.utf8
    return lines(text, width: width).map { line in
      var end = utf8.index(utf8.startIndex, offsetBy: line.upperBound)
      let start = utf8.index(utf8.startIndex, offsetBy: line.lowerBound)
      while end > start {
        let before = utf8.index(before: end)
        guard utf8[before] == 0x20 || utf8[before] == 0x0D || utf8[before] == 0x09 else { break }
        end = before
      }
      return text[start..<end]
    }
  }

  /// The same lines as ranges of UTF-8 offsets: together they hold the whole text but for line feeds, the spaces at
  /// their ends included (these may stand beyond `width`), as an editor needs it.
  public static func lines(_ text: String, width: Int) -> [Range<Int>] {
    var copy = text
    return copy.withUTF8 { bytes in
      var breaker = LineBreaker(text: text, width: max(1, width))
      var reader = UTF8Reader(bytes)
      while true {
        let offset = reader.index
        guard let scalar = reader.next() else { break }
        breaker.take(scalar, from: offset, to: reader.index)
      }
      breaker.endParagraph(at: bytes.count)
      return breaker.lines
    }
  }
}

/// Takes a text scalar by scalar and notes where lines end.
private struct LineBreaker {
  let text: String
  let width: Int
  var lines: [Range<Int>] = []
  private var lineStart = 0
  private var columns = 0
  /// Where the line may be broken: the start of the next line, and the columns before it.
  private var opportunity: (offset: Int, columns: Int)?
  /// Columns of the last spacing character, and the character.
  private var previousColumns = 0
  private var previous: UInt32 = 0

  init(text: String, width: Int) {
    self.text = text
    self.width = width
  }

  mutating func take(_ scalar: UInt32, from start: Int, to end: Int) {
    if scalar == 0x0A {
      endParagraph(at: start)
      lineStart = end
      return
    }
    guard case .columns(let count) = Width.step(scalar, after: previousColumns) else { return }
    if scalar == 0x20 || scalar == 0x09 || scalar == 0x3000 {
      // Spaces never start a line: they hang over its end.
      columns += count
      opportunity = (end, columns)
      previousColumns = count
      previous = scalar
      return
    }
    if start > lineStart, mayBreak(before: scalar, columns: count) { opportunity = (start, columns) }
    while columns + count > width, columns > 0 {
      guard let (offset, used) = wholeCharacters(opportunity ?? (start, columns)) else { break }
      lines.append(lineStart..<offset)
      lineStart = offset
      columns -= used
      opportunity = nil
    }
    columns += count
    previousColumns = count
    previous = scalar
  }

  mutating func endParagraph(at end: Int) {
    lines.append(lineStart..<end)
    columns = 0
    opportunity = nil
    previousColumns = 0
    previous = 0
  }

  /// The place of a break, moved back where it would part what is one character to its reader (a joined emoji, a
  /// flag); nil where the line holds nothing before that.
  private func wholeCharacters(_ place: (offset: Int, columns: Int)) -> (Int, Int)? {
    let index = text.utf8.index(text.utf8.startIndex, offsetBy: place.offset)
    if place.offset == text.utf8.count || String.Index(index, within: text) != nil { return place }
    let start = text.index(before: text.index(after: index))
    let offset = text.utf8.distance(from: text.utf8.startIndex, to: start)
    guard offset > lineStart else { return nil }
    let line = text.utf8.index(text.utf8.startIndex, offsetBy: lineStart)
    return (offset, Width.of(text[line..<start]))
  }

  private func mayBreak(before scalar: UInt32, columns count: Int) -> Bool {
    if previous == 0x2D { return scalar > 0x39 || scalar < 0x30 }  // after a hyphen, but not before a minus' digits
    guard count == 2 || previousColumns == 2 else { return false }
    return !LineBreaker.neverFirst(scalar) && !LineBreaker.neverLast(previous)
  }

  /// Closing marks that must not start a line.
  private static func neverFirst(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x21, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D, 0x2019, 0x201D, 0x2026: true
    case 0x3001, 0x3002, 0x3005, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x30FB, 0x30FC: true
    case 0xFF01, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D: true
    default: false
    }
  }

  /// Opening marks that must not end a line.
  private static func neverLast(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x28, 0x5B, 0x7B, 0x2018, 0x201C, 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0xFF08, 0xFF3B, 0xFF5B: true
    default: false
    }
  }
}
