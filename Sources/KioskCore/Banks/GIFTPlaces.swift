/// A byte of a block that may mean something: a brace, `=`, `~`, `#` or an arrow's head, and has no backslash before it.
struct GIFTMark {
  /// Its place in the block.
  let at: Int
  let byte: UInt8
}

/// The marks of a block, in their order.
struct GIFTMarks {
  let marks: UnsafeBufferPointer<GIFTMark>

  subscript(index: Int) -> GIFTMark { marks[index] }

  /// The indices of those that stand in `range`.
  @_optimize(speed)
  func indices(in range: Range<Int>) -> Range<Int> {
    let low = first(from: range.lowerBound, 0)
    return low..<first(from: range.upperBound, low)
  }

  /// The first of `byte` that stands in `range`, by its place.
  @_optimize(speed)
  func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
    for index in indices(in: range) where marks[index].byte == byte { return marks[index].at }
    return nil
  }

  /// The first that stands at `place` or behind it, none of which lies before `low`.
  @inline(__always)
  private func first(from place: Int, _ low: Int) -> Int {
    var low = low
    var high = marks.count
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].at < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Where the bytes of a text stand in the file.
struct GIFTPlaces {
  /// Pieces that lie one behind another in the text, in their order; none: the text is a piece of the file.
  private var pieces: [Piece] = []
  /// Where the file's piece begins.
  private var start = 0

  private struct Piece {
    let text: Int
    let file: Int
  }

  /// A text that is a piece of the file.
  init(from start: Int = 0) { self.start = start }

  /// Adds a piece of a file, or of another text, where the text is `length` long so far.
  mutating func add(_ length: Int, from file: Int) { pieces.append(Piece(text: length, file: file)) }

  /// Adds `range` of another text, where this one is `length` long so far.
  mutating func add(_ length: Int, _ range: Range<Int>, of other: GIFTPlaces) {
    pieces.append(Piece(text: length, file: other.offset(range.lowerBound)))
    for piece in other.pieces where piece.text > range.lowerBound && piece.text < range.upperBound {
      pieces.append(Piece(text: length + piece.text - range.lowerBound, file: piece.file))
    }
  }

  /// The place in the file of a place in the text.
  func offset(_ place: Int) -> Int {
    if pieces.isEmpty { return start + place }
    var low = 0
    var high = pieces.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if pieces[middle].text <= place { low = middle } else { high = middle }
    }
    return pieces[low].file + place - pieces[low].text
  }
}
