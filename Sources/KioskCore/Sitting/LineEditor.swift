/// The text of an answer while it is edited, and the caret in it.
///
/// Positions are UTF-8 offsets that never lie inside a character as its reader sees it (a grapheme). Text is kept as it was
/// typed, whether its letters come in one code point or several (marking composes, not the field), but for controls,
/// which are left out (line feeds stay where the answer has several lines).
public struct LineEditor: Equatable, Sendable {
  /// The text, as typed.
  public private(set) var text: String
  /// Where the caret stands: a UTF-8 offset in `text`.
  public private(set) var caret: Int
  /// Graphemes in `text`.
  public private(set) var count: Int
  /// The most graphemes the text may hold; what is typed beyond is not taken.
  public let limit: Int
  /// Whether line feeds are kept (an essay) or become spaces.
  public let isMultiline: Bool
  /// The column up and down aim for, while one follows the other.
  private var aim: Int?

  /// An editor with the caret at the end of `text`, which is stripped like anything typed.
  public init(_ text: String = "", limit: Int = 1_000, isMultiline: Bool = false) {
    self.text = ""
    caret = 0
    count = 0
    self.limit = max(0, limit)
    self.isMultiline = isMultiline
    insert(text)
  }

  /// Whether there is nothing in it.
  public var isEmpty: Bool { text.isEmpty }
  /// Whether the caret stands before the first character: the Home key is then the home button.
  public var isAtStart: Bool { caret == 0 }
  /// Whether the caret stands after the last character.
  public var isAtEnd: Bool { caret == text.utf8.count }

  /// Inserts at the caret. Controls are left out; beyond `limit` graphemes nothing more is taken.
  /// - Returns: whether all of it fitted.
  @discardableResult
  public mutating func insert(_ string: String) -> Bool {
    aim = nil
    let clean = stripped(string)
    guard !clean.isEmpty else { return true }
    if replace(caret..<caret, with: clean) { return true }
    // Take as much as fits, character by character.
    for character in clean where !replace(caret..<caret, with: String(character)) { return false }
    return true
  }

  /// Deletes the character before the caret.
  public mutating func deleteBackward() { delete(from: before(caret), to: caret) }
  /// Deletes the character after the caret.
  public mutating func deleteForward() { delete(from: caret, to: after(caret)) }
  /// Deletes back to the start of the word.
  public mutating func deleteWord() { delete(from: wordStart(before: caret), to: caret) }
  /// Deletes back to the start of the line.
  public mutating func deleteToStart() { delete(from: lineStart, to: caret) }
  /// Deletes up to the end of the line.
  public mutating func deleteToEnd() { delete(from: caret, to: lineEnd) }
  /// Deletes everything.
  public mutating func clear() { delete(from: 0, to: text.utf8.count) }

  /// Puts `word` in the place of a range of UTF-8 offsets; the caret ends behind it.
  public mutating func replace(_ range: Range<Int>, by word: String) {
    let low = roundedUp(max(0, min(range.lowerBound, text.utf8.count)))
    let high = roundedUp(max(low, min(range.upperBound, text.utf8.count)))
    aim = nil
    _ = replace(low..<high, with: stripped(word))
  }

  /// Moves the caret one character back.
  public mutating func left() { move(to: before(caret)) }
  /// Moves the caret one character on.
  public mutating func right() { move(to: after(caret)) }
  /// Moves the caret back to the start of a word.
  public mutating func wordLeft() { move(to: wordStart(before: caret)) }
  /// Moves the caret on, past the end of a word.
  public mutating func wordRight() { move(to: wordEnd(after: caret)) }
  /// Moves the caret to the start of its line (of the text, in an answer of one line).
  public mutating func start() { move(to: lineStart) }
  /// Moves the caret to the end of its line.
  public mutating func end() { move(to: lineEnd) }

  /// Moves the caret to the next possible place at or after a UTF-8 offset.
  public mutating func move(to offset: Int) {
    aim = nil
    caret = roundedUp(max(0, min(offset, text.utf8.count)))
  }
}

// MARK: - Lines on screen

extension LineEditor {
  /// Moves the caret one line of `width` columns up, keeping the column where it can.
  /// - Returns: false where there is no line above; the caret then stays.
  @discardableResult
  public mutating func up(width: Int) -> Bool { moveLine(by: -1, width: width) }

  /// Moves the caret one line of `width` columns down, keeping the column where it can.
  /// - Returns: false where there is no line below; the caret then stays.
  @discardableResult
  public mutating func down(width: Int) -> Bool { moveLine(by: 1, width: width) }

  private mutating func moveLine(by step: Int, width: Int) -> Bool {
    let lines = TextLayout.lines(text, width: width)
    let row = LineEditor.row(of: caret, in: lines)
    guard lines.indices.contains(row + step) else { return false }
    let wanted = aim ?? min(columns(lines[row].lowerBound..<caret), max(0, width - 1))
    let line = lines[row + step]
    var place = roundedUp(line.lowerBound)
    var column = 0
    while place < line.upperBound {
      let next = after(place)
      let taken = columns(place..<next)
      if column + taken > wanted { break }
      // The place after the last character of a broken line is the start of the next one: stay before it.
      if next == line.upperBound, row + step + 1 < lines.count, lines[row + step + 1].lowerBound == next { break }
      column += taken
      place = next
    }
    caret = place
    aim = wanted
    return true
  }

  /// The visible part of an answer of one line, scrolled by half a window at a time so that the caret shows with the
  /// character it stands on.
  public func window(width: Int) -> LineWindow {
    let width = max(1, width)
    let total = Width.of(text)
    // One column is kept for the caret after the last character.
    if total < width {
      return LineWindow(
        text: text[...], caretColumn: columns(0..<caret), moreLeft: false, moreRight: false)
    }
    let step = max(1, width / 2)
    let caretColumn = columns(0..<caret)
    let firstColumn = caretColumn < width - 1 ? 0 : (caretColumn - (width - step) + 1 + step - 1) / step * step
    var column = 0
    var start = 0
    while column < firstColumn, start < text.utf8.count {
      let next = after(start)
      column += columns(start..<next)
      start = next
    }
    start = min(start, caret)
    var end = start
    var shown = 0
    while end < text.utf8.count {
      let next = after(end)
      let taken = columns(end..<next)
      if shown + taken > width { break }
      shown += taken
      end = next
    }
    return LineWindow(
      text: text[index(start)..<index(end)], caretColumn: columns(start..<caret), moreLeft: start > 0,
      moreRight: end < text.utf8.count)
  }

  /// The visible part of an answer of several lines, wrapped at `width` columns: `height` rows with the caret's among
  /// them.
  public func block(width: Int, height: Int) -> TextBlock {
    let lines = TextLayout.lines(text, width: width)
    let row = LineEditor.row(of: caret, in: lines)
    let height = max(1, height)
    // Scrolled by half a block at a time, so that typing at the end does not redraw all of it at each line.
    let step = max(1, height / 2)
    let first = row < height ? 0 : min((row - height + step) / step * step, row)
    let shown = lines[first..<min(lines.count, first + height)]
    return TextBlock(
      lines: shown.map { text[index($0.lowerBound)..<index($0.upperBound)] }, caretRow: row - first,
      caretColumn: min(columns(lines[row].lowerBound..<caret), max(0, width)), moreAbove: first > 0,
      moreBelow: first + height < lines.count)
  }

  /// The line a place belongs to: the last that starts at or before it.
  private static func row(of place: Int, in lines: [Range<Int>]) -> Int {
    var row = 0
    for (index, line) in lines.enumerated() {
      if line.lowerBound > place { break }
      row = index
    }
    return row
  }

  private func columns(_ range: Range<Int>) -> Int {
    range.isEmpty ? 0 : Width.of(text[index(range.lowerBound)..<index(range.upperBound)])
  }
}

// MARK: - The inside

extension LineEditor {
  private func index(_ offset: Int) -> String.Index { text.utf8.index(text.utf8.startIndex, offsetBy: offset) }
  private func offset(_ index: String.Index) -> Int { text.utf8.distance(from: text.utf8.startIndex, to: index) }

  private func before(_ place: Int) -> Int { place == 0 ? 0 : offset(text.index(before: index(place))) }
  private func after(_ place: Int) -> Int {
    place >= text.utf8.count ? text.utf8.count : offset(text.index(after: index(place)))
  }

  /// The start of the character that begins at or after a place.
  private func roundedUp(_ place: Int) -> Int {
    guard place < text.utf8.count else { return text.utf8.count }
    return String.Index(index(place), within: text) == nil ? after(place) : place
  }

  private var lineStart: Int {
    guard isMultiline else { return 0 }
    return text.utf8[..<index(caret)].lastIndex(of: 0x0A).map { offset($0) + 1 } ?? 0
  }

  private var lineEnd: Int {
    guard isMultiline else { return text.utf8.count }
    return text.utf8[index(caret)...].firstIndex(of: 0x0A).map { offset($0) } ?? text.utf8.count
  }

  private func wordStart(before place: Int) -> Int {
    var place = place
    while place > 0, !isWord(text[index(before(place))]) { place = before(place) }
    while place > 0, isWord(text[index(before(place))]) { place = before(place) }
    return place
  }

  private func wordEnd(after place: Int) -> Int {
    var place = place
    while place < text.utf8.count, !isWord(text[index(place)]) { place = after(place) }
    while place < text.utf8.count, isWord(text[index(place)]) { place = after(place) }
    return place
  }

  private func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "'" || character == "’" || character == "_"
  }

  /// The text without controls; line feeds (CR and CR LF too) are kept or become spaces, tabs become spaces.
  private func stripped(_ string: String) -> String {
    if string.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return string }
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in string.unicodeScalars {
      defer { previous = scalar }
      switch scalar.value {
      case 0x0A where previous == "\r": continue
      case 0x0A, 0x0D, 0x2028, 0x2029: result.append(isMultiline ? "\n" : " ")
      case 0x09: result.append(" ")
      case 0..<0x20, 0x7F..<0xA0: continue
      // Marks that turn the direction of text could make it read as something else.
      case 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB: continue
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private mutating func delete(from: Int, to: Int) {
    aim = nil
    guard from < to else { return }
    _ = replace(from..<to, with: "")
  }

  /// Puts `inserted` in the place of a range and leaves the caret after it, or after the character it became part of.
  /// - Returns: false, and nothing is changed, where the text would hold more than `limit` graphemes.
  private mutating func replace(_ range: Range<Int>, with inserted: String) -> Bool {
    var changed = text
    changed.replaceSubrange(index(range.lowerBound)..<index(range.upperBound), with: inserted)
    let newCount = count + countChange(from: range, to: inserted, in: changed)
    guard newCount <= limit || newCount < count else { return false }
    text = changed
    count = newCount
    caret = roundedUp(min(range.lowerBound + inserted.utf8.count, text.utf8.count))
    return true
  }

  /// How many graphemes more (or fewer) there are once `inserted` stands in the place of a range.
  private func countChange(from range: Range<Int>, to inserted: String, in changed: String) -> Int {
    let growth = changed.utf8.count - text.utf8.count
    // As many graphemes as bytes: all is ASCII.
    if count == text.utf8.count, inserted.utf8.allSatisfy({ $0 < 0x80 }) { return growth }
    // Characters join across any seam but a line feed.
    let start = text.utf8[..<index(range.lowerBound)].lastIndex(of: 0x0A).map { offset($0) + 1 } ?? 0
    let end = text.utf8[index(range.upperBound)...].firstIndex(of: 0x0A).map { offset($0) } ?? text.utf8.count
    let first = changed.utf8.index(changed.utf8.startIndex, offsetBy: start)
    let last = changed.utf8.index(changed.utf8.startIndex, offsetBy: end + growth)
    return changed[first..<last].count - text[index(start)..<index(end)].count
  }
}
