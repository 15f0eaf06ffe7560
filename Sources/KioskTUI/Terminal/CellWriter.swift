import CNcurses
import Glibc

/// Puts cells of a grid into ncurses' window.
struct CellWriter {
  let palette: Palette
  let isInverted: Bool

  /// Writes each cell that differs. Both grids have the same size. Rows that are the same byte for byte, which are nearly
  /// all of them after a keystroke, are passed over whole.
  func writeChanges(from old: Grid, to new: Grid) {
    let width = new.width
    let bytes = width * MemoryLayout<Cell>.stride
    let sameClusters = old.hasSameClusters(as: new)
    old.cells.withUnsafeBytes { before in
      new.cells.withUnsafeBytes { after in
        guard let oldRows = before.baseAddress, let newRows = after.baseAddress else { return }
        for y in 0..<new.height {
          if sameClusters, memcmp(oldRows + y * bytes, newRows + y * bytes, bytes) == 0 { continue }
          writeChanges(from: old, to: new, row: y)
        }
      }
    }
  }

  /// The same for one row.
  func writeChanges(from old: Grid, to new: Grid, row y: Int) {
    guard y >= 0, y < new.height else { return }
    let changed = changedColumns(old, new, row: y)
    var x = changed.lowerBound
    // The second column of a wide character is written with its first.
    while x > 0, new[x, y].width == 0 { x -= 1 }
    while x < changed.upperBound {
      let cell = new[x, y]
      let isSame =
        cell == old[x, y] && (!cell.isCluster || new.cluster(of: cell) == old.cluster(of: old[x, y]))
        && (cell.width != 2 || new[x + 1, y] == old[x + 1, y])
      if !isSame { write(cell, of: new, x: x, y: y) }
      x += max(1, Int(cell.width))
    }
  }

  /// From the first to the last column of a row that may differ, found by comparing cells as the eight bytes they are.
  private func changedColumns(_ old: Grid, _ new: Grid, row: Int) -> Range<Int> {
    let width = new.width
    guard old.hasSameClusters(as: new) else { return 0..<width }
    return old.cells.withUnsafeBytes { before in
      new.cells.withUnsafeBytes { after in
        let stride = MemoryLayout<Cell>.stride
        let start = row * width * stride
        let isSame = { (column: Int) in
          let place = start + column * stride
          return before.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            == after.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        }
        var first = 0
        while first < width, isSame(first) { first += 1 }
        var end = width
        while end > first, isSame(end - 1) { end -= 1 }
        return first..<end
      }
    }
  }

  /// Writes every cell of a grid that lies within `size`.
  func writeAll(_ grid: Grid, size: Size) {
    for y in 0..<min(grid.height, size.height) {
      for x in 0..<min(grid.width, size.width) { write(grid[x, y], of: grid, x: x, y: y) }
    }
  }

  private func write(_ cell: Cell, of grid: Grid, x: Int, y: Int) {
    guard cell.width > 0 else { return }
    let look = palette[cell.style.role]
    var attributes = look.attributes
    if cell.style.attributes.contains(.bold) { attributes |= kiosk_attr_bold }
    if cell.style.attributes.contains(.underline) { attributes |= kiosk_attr_underline }
    if cell.style.attributes.contains(.reverse) != isInverted { attributes ^= kiosk_attr_reverse }

    // Five scalars and the zero that ends them.
    var characters: (wchar_t, wchar_t, wchar_t, wchar_t, wchar_t, wchar_t) = (0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &characters) { raw in
      let scalars = raw.assumingMemoryBound(to: wchar_t.self)
      if cell.isCluster {
        let cluster = grid.cluster(of: cell).composed
        for place in 0..<cluster.count { scalars[place] = wchar_t(bitPattern: cluster.scalars[place]) }
      } else {
        scalars[0] = wchar_t(bitPattern: cell.glyph)
      }
      // A character that this C library does not know, or counts otherwise, would shift the rest of its row.
      if cell.glyph >= 0x80, wcwidth(scalars[0]) != Int32(cell.width) {
        for place in 0..<5 { scalars[place] = 0 }
        scalars[0] = 0xFFFD
        if cell.width == 2 {
          kiosk_set_cell(Int32(y), Int32(x), scalars.baseAddress, attributes, look.pair)
          kiosk_set_cell(Int32(y), Int32(x + 1), scalars.baseAddress, attributes, look.pair)
          return
        }
      }
      kiosk_set_cell(Int32(y), Int32(x), scalars.baseAddress, attributes, look.pair)
    }
  }
}
