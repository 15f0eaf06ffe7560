/// A place on the screen: column and row, counted from 0 at the top left.
struct Point: Equatable, Sendable {
  var x: Int
  var y: Int
}

/// Columns and rows.
struct Size: Equatable, Sendable {
  var width: Int
  var height: Int
}

/// A block of cells. May be empty; never has a negative side.
struct Rect: Equatable, Sendable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  /// Negative sides are taken as 0, so that a layout on a tiny screen ends in empty blocks, not in a trap.
  init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// The column right after the block.
  var endX: Int { x + width }
  /// The row right after the block.
  var endY: Int { y + height }
  var isEmpty: Bool { width == 0 || height == 0 }
  var size: Size { Size(width: width, height: height) }

  /// Whether a place lies in the block.
  func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < endX && point.y >= y && point.y < endY
  }

  /// The block without `columns` at each side and `rows` at top and bottom.
  func inset(columns: Int, rows: Int = 0) -> Rect {
    Rect(x: x + columns, y: y + rows, width: width - 2 * columns, height: height - 2 * rows)
  }

  /// Row number `row` of the block (0 is its first), or an empty block when there is none.
  func row(_ row: Int) -> Rect {
    Rect(x: x, y: y + row, width: width, height: row >= 0 && row < height ? 1 : 0)
  }

  /// The block without its first `rows`.
  func dropTop(_ rows: Int) -> Rect {
    let rows = min(max(0, rows), height)
    return Rect(x: x, y: y + rows, width: width, height: height - rows)
  }

  /// The block without its last `rows`.
  func dropBottom(_ rows: Int) -> Rect {
    Rect(x: x, y: y, width: width, height: height - max(0, rows))
  }

  /// The first `rows` of the block.
  func top(_ rows: Int) -> Rect {
    Rect(x: x, y: y, width: width, height: min(rows, height))
  }

  /// The last `rows` of the block.
  func bottom(_ rows: Int) -> Rect {
    let rows = min(max(0, rows), height)
    return Rect(x: x, y: endY - rows, width: width, height: rows)
  }

  /// The block without its first `columns`.
  func dropLeft(_ columns: Int) -> Rect {
    let columns = min(max(0, columns), width)
    return Rect(x: x + columns, y: y, width: width - columns, height: height)
  }

  /// The first `columns` of the block.
  func left(_ columns: Int) -> Rect {
    Rect(x: x, y: y, width: min(columns, width), height: height)
  }

  /// The last `columns` of the block.
  func right(_ columns: Int) -> Rect {
    let columns = min(max(0, columns), width)
    return Rect(x: endX - columns, y: y, width: columns, height: height)
  }

  /// A block of at most `size` in the middle of this one (a little above it when the rest is odd).
  func centred(_ size: Size) -> Rect {
    let width = min(max(0, size.width), self.width)
    let height = min(max(0, size.height), self.height)
    return Rect(x: x + (self.width - width) / 2, y: y + (self.height - height) / 2, width: width, height: height)
  }
}
