import KioskCore

/// A screen as a value: `width` × `height` cells and the place of the cursor. Screens draw into it; the terminal shows
/// what changed; tests read it as text. Nothing drawn outside reaches it, and no half of a wide character stays behind.
struct Grid: Sendable {
  let width: Int
  let height: Int
  /// Row by row, `width * height` of them.
  private(set) var cells: [Cell]
  /// Where the hardware cursor rests, or nil while it is hidden. A place outside counts as hidden.
  var cursor: Point?
  /// The row that an answer is typed into, where that and the row that tells of saving are all that a letter changes.
  var textField: Rect?
  /// Rows of the answer's row in front, and of what is chosen for it, that its room does not show.
  var rowLimit = 0
  private var clusters: [Cluster] = []
  private var clusterIndex: [Cluster: UInt32] = [:]

  init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
    cells = Array(repeating: .blank(), count: self.width * self.height)
  }

  init(_ size: Size) { self.init(width: size.width, height: size.height) }

  var size: Size { Size(width: width, height: height) }
  /// The whole screen as a block.
  var bounds: Rect { Rect(x: 0, y: 0, width: width, height: height) }

  /// The cell at a place, or a blank outside.
  subscript(x: Int, y: Int) -> Cell {
    guard x >= 0, x < width, y >= 0, y < height else { return .blank() }
    return cells[y * width + x]
  }

  /// The characters of a cell: one scalar, or a base with its marks.
  func cluster(of cell: Cell) -> Cluster {
    cell.isCluster ? clusters[Int(cell.glyph & ~Cell.clusterBit)] : Cluster(cell.glyph)
  }

  /// Whether cells with the same index mean the same characters in both.
  func hasSameClusters(as other: Grid) -> Bool { clusters == other.clusters }

  /// Blanks everything and hides the cursor, keeping the storage.
  mutating func clear() {
    cells.withUnsafeMutableBufferPointer { $0.update(repeating: .blank()) }
    clusters.removeAll(keepingCapacity: true)
    clusterIndex.removeAll(keepingCapacity: true)
    cursor = nil
    textField = nil
    rowLimit = 0
  }

  /// Draws one row of text from (x, y) rightwards, at most `maxWidth` columns, cut at whole characters.
  ///
  /// Controls are left out (a tab or line feed is drawn as a space); text left of column 0 is skipped; what does not fit
  /// on the screen is cut.
  /// - Returns: the columns used from `x` on.
  @discardableResult
  mutating func put(_ text: String, x: Int, y: Int, _ style: Style = .normal, maxWidth: Int = .max) -> Int {
    put(Substring(text), x: x, y: y, style, maxWidth: maxWidth)
  }

  /// The same for a piece of text.
  @discardableResult
  mutating func put(_ text: Substring, x: Int, y: Int, _ style: Style = .normal, maxWidth: Int = .max) -> Int {
    guard y >= 0, y < height, x < width, maxWidth > 0 else { return 0 }
    let end = maxWidth >= width - x ? width : x + maxWidth
    var text = text
    return text.withUTF8 { bytes in
      let row = y * width
      // A run of ASCII goes straight in; its last character is left to the slow path, since a mark may follow.
      var run = 0
      let room = min(bytes.count, end - x)
      while run < room, bytes[run] >= 0x20, bytes[run] < 0x7F { run += 1 }
      if run < bytes.count, run > 0 { run -= 1 }
      let column = x + run
      if run > 0, column > 0 {
        splitWide(at: x, row: row)
        splitWide(at: column, row: row)
        cells.withUnsafeMutableBufferPointer { cells in
          for place in max(0, x)..<column {
            cells[row + place] = Cell(glyph: UInt32(bytes[place - x]), style: style, width: 1)
          }
        }
      }
      let index = run
      guard index < bytes.count, column < end else { return column - x }
      return putMixed(UnsafeBufferPointer(rebasing: bytes[index...]), row: row, from: column, to: end, style) - x
    }
  }

  /// Draws text that is not all ASCII; returns the column after it.
  private mutating func putMixed(
    _ bytes: UnsafeBufferPointer<UInt8>, row: Int, from start: Int, to end: Int, _ style: Style
  ) -> Int {
    var reader = UTF8Reader(bytes)
    var column = start
    var previous = 0
    while let scalar = reader.next() {
      switch Width.step(scalar, after: previous) {
      case .skip: break
      case .attach:
        if previous == 0 {
          // A mark with nothing to stand on gets the dotted circle that Unicode charts use.
          guard column < end else { return column }
          set(0x25CC, columns: 1, at: column, row: row, style)
          previous = 1
          column += 1
        }
        attach(scalar, at: column - previous, row: row)
      case .columns(let columns):
        guard column + columns <= end else { return column }
        set(scalar < 0x20 ? 0x20 : scalar, columns: columns, at: column, row: row, style)
        previous = columns
        column += columns
      }
    }
    return column
  }

  private mutating func set(_ scalar: UInt32, columns: Int, at column: Int, row: Int, _ style: Style) {
    guard column >= 0 else {
      // The right half of a wide character that starts left of the screen.
      if column + columns > 0 {
        splitWide(at: 1, row: row)
        cells[row] = .blank(style)
      }
      return
    }
    splitWide(at: column, row: row)
    splitWide(at: column + columns, row: row)
    cells[row + column] = Cell(glyph: scalar, style: style, width: UInt8(columns))
    if columns == 2 { cells[row + column + 1] = .tail(style) }
  }

  private mutating func attach(_ mark: UInt32, at column: Int, row: Int) {
    guard column >= 0 else { return }
    var cluster = cluster(of: cells[row + column])
    cluster.append(mark)
    let index: UInt32
    if let known = clusterIndex[cluster] {
      index = known
    } else {
      index = UInt32(clusters.count)
      clusters.append(cluster)
      clusterIndex[cluster] = index
    }
    cells[row + column].glyph = Cell.clusterBit | index
  }

  /// Makes column `column` a clean border: a wide character that lies across it becomes blanks.
  private mutating func splitWide(at column: Int, row: Int) {
    guard column > 0, column < width, cells[row + column].width == 0 else { return }
    cells[row + column - 1] = .blank(cells[row + column - 1].style)
    cells[row + column] = .blank(cells[row + column].style)
  }

  /// Fills a block with one character of one column (a space unless told).
  mutating func fill(_ rect: Rect, _ style: Style = .normal, with scalar: Unicode.Scalar = " ") {
    forEachRow(of: rect) { grid, row, columns in
      grid.splitWide(at: columns.lowerBound, row: row)
      grid.splitWide(at: columns.upperBound, row: row)
      grid.cells.withUnsafeMutableBufferPointer { cells in
        cells[row + columns.lowerBound..<row + columns.upperBound]
          .update(repeating: Cell(glyph: scalar.value, style: style, width: 1))
      }
    }
  }

  /// Changes the style of a block and keeps its text.
  mutating func restyle(_ rect: Rect, _ style: Style) {
    forEachRow(of: rect) { grid, row, columns in
      for column in columns { grid.cells[row + column].style = style }
    }
  }

  private mutating func forEachRow(of rect: Rect, _ body: (inout Grid, Int, Range<Int>) -> Void) {
    let left = max(0, rect.x)
    let right = min(width, rect.endX)
    guard left < right else { return }
    for y in max(0, rect.y)..<max(0, max(rect.y, min(height, rect.endY))) {
      body(&self, y * width, left..<right)
    }
  }
}
