@_spi(_Unicode) import Swift
import KioskCore

/// Text in letters five rows high (six where a capital bears a mark), drawn from half and full blocks.
///
/// Where any letter has no shape here (Chinese, Arabic), the whole text is drawn bold and spaced instead, an empty row
/// between lines.
enum LargeLetters {
  /// Columns between letters, and between words.
  static let letterGap = 1
  static let wordGap = 4

  /// The rows `text` takes in a block of `width` columns. Text without a character takes one line's.
  static func rows(of text: String, width: Int) -> Int { LargeText(text, width: width).rows }

  /// A letter and its place on a line.
  struct Letter {
    let glyph: LargeGlyph
    let x: Int
    /// Where it begins in the text, in UTF-8 bytes.
    let offset: Int
  }

  struct Line {
    /// Where it begins in the text, in UTF-8 bytes.
    var start = 0
    var letters: [Letter] = []
    var width = 0
    var isTall: Bool { letters.contains { $0.glyph.isTall } }
    var rows: Int { isTall ? 6 : 5 }
  }

  /// The text broken at words (and within a word that is longer than a line); nil where a letter has no
  /// shape or no room.
  static func lines(_ text: String, width: Int) -> [Line]? {
    var lines: [Line] = []
    var line = Line()
    var word: [Letter] = []
    var x = 0
    var offset = 0
    func endLine(nextAt start: Int) {
      lines.append(line)
      line = Line(start: start)
    }
    func closeWord() {
      line.letters += word
      if let last = word.last { line.width = last.x + last.glyph.width }
      word = []
    }
    for character in text {
      defer { offset += character.utf8.count }
      if character == " " || character == "\t" || character.isNewline {
        closeWord()
        if character.isNewline {
          endLine(nextAt: offset + character.utf8.count)
          x = 0
        } else if x > 0 {
          x += wordGap - letterGap
        }
        continue
      }
      guard let glyph = LargeGlyph(character), glyph.width <= width else { return nil }
      if x + glyph.width > width, let first = word.first {
        if line.letters.isEmpty {
          closeWord()
          endLine(nextAt: offset)
          x = 0
        } else {
          endLine(nextAt: first.offset)
          word = word.map { Letter(glyph: $0.glyph, x: $0.x - first.x, offset: $0.offset) }
          x -= first.x
        }
      } else if x + glyph.width > width, !line.letters.isEmpty {
        endLine(nextAt: offset)
        x = 0
      }
      word.append(Letter(glyph: glyph, x: x, offset: offset))
      x += glyph.width + letterGap
    }
    closeWord()
    endLine(nextAt: offset)
    return lines
  }

  /// Whether the text is written in letters that join their neighbours, as in Arabic, and so cannot be spaced out.
  static func joins(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      (0x590...0x10FF).contains($0.value) || (0x1780...0x1AFF).contains($0.value)
    }
  }

  /// The lines of text whose letters have no shape, spaced out where its script allows it.
  static func plainLines(_ text: String, width: Int) -> [String] {
    if joins(text) { return TextLayout.wrap(text, width: width).map { String($0) } }
    return TextLayout.wrap(text, width: max(1, width / 2)).map { line in
      var spaced = ""
      for character in line {
        if !spaced.isEmpty { spaced += " " }
        spaced.append(character)
      }
      return spaced
    }
  }
}

extension Grid {
  /// Draws text in large letters, wrapped at words; lines that do not fit in the block's height are left out.
  ///
  /// - Parameter caret: a UTF-8 offset in `text` that gets the cursor, at the foot of the letter there.
  /// - Returns: the rows used.
  @discardableResult
  mutating func drawLarge(
    _ text: String, in rect: Rect, _ style: Style = .large, align: Alignment = .left, caret: Int? = nil
  ) -> Int {
    LargeText(text, width: rect.width).draw(in: rect, style: style, align: align, caret: caret, &self)
  }

  /// One letter: each cell shows two pixels, one above the other.
  mutating func drawGlyph(_ glyph: LargeGlyph, x: Int, y: Int, from first: Int, _ style: Style) {
    for row in first..<LargeGlyph.rowCount / 2 {
      let upper = glyph.rows[row * 2]
      let lower = glyph.rows[row * 2 + 1]
      guard upper | lower != 0 else { continue }
      for column in 0..<glyph.width {
        let bit: UInt16 = 1 << UInt16(glyph.width - 1 - column)
        let scalar: Unicode.Scalar
        switch (upper & bit != 0, lower & bit != 0) {
        case (false, false): continue
        case (true, false): scalar = "▀"
        case (false, true): scalar = "▄"
        case (true, true): scalar = "█"
        }
        fill(Rect(x: x + column, y: y + row - first, width: 1, height: 1), style, with: scalar)
      }
    }
  }
}

extension Character {
  /// The character as base and marks (NFD).
  var decomposed: [Unicode.Scalar] { utf8.count == 1 ? Array(unicodeScalars) : Array(String(self)._nfd) }
}
