import KioskCore
import SittingScript
import Testing

@testable import KioskTUI

/// Draws a script's state at the design size, at the smallest, and where nothing fits.
enum ScreenGolden {
  static let sizes = [Size(width: 80, height: 24), Size(width: 60, height: 20)]

  /// Compares both sizes with their golden files.
  static func expect(_ script: SittingScript, _ name: String, location: SourceLocation = #_sourceLocation) {
    for size in sizes { expect(script, name, size, location: location) }
  }

  static func expect(
    _ script: SittingScript, _ name: String, _ size: Size, location: SourceLocation = #_sourceLocation
  ) {
    GoldenFile.expect(draw(script, size), "\(name)-\(size.width)x\(size.height)", location: location)
  }

  static func draw(_ script: SittingScript, _ size: Size) -> Grid {
    var script = script
    script.send(.resized(columns: size.width, rows: size.height))
    var grid = Grid(size)
    Screen.draw(script.state, now: script.now, into: &grid)
    return grid
  }

  /// Tells the sitting how far its text can be scrolled at the design size, as the front end does after each drawing.
  static func layOut(_ script: inout SittingScript) {
    var grid = Grid(sizes[0])
    let limit = Screen.draw(script.state, now: script.now, into: &grid)
    script.send(.laidOut(scrollLimit: limit, rowLimit: grid.rowLimit))
  }
}
