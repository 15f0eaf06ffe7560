import CLinux
import Glibc

/// What was last marked with the mouse on the machine's consoles, to be pasted: one for all of them.
public enum ConsoleSelection {
  /// The cells of the console in front, four bytes each, in the machine's order.
  static let cells = "/dev/vcsu"

  /// Whether this process may look at the screen in front, which it must to find a blank cell.
  public static var canBeCleared: Bool { Files.may(R_OK, cells) }

  /// Overwrites what can be pasted with one blank, by marking a blank cell of the console in front and unmarking it.
  ///
  /// The cell is looked at before and after: where something was written to it in between the next one is tried. Needs
  /// CAP_SYS_ADMIN since Linux 6.7; before, one's own terminal was enough. The corresponding C function is
  /// `ioctl(TIOCLINUX, TIOCL_SETSEL)`, which says truly whether what can be pasted has been replaced.
  public static func clear(_ console: Int32) throws(SystemFault) {
    for _ in 0..<4 {
      guard let cell = try blankCell() else { break }
      let result = kiosk_select_cell(console, cell.column + 1, cell.row + 1)
      let code = errno
      guard result == 0 else { throw SystemFault(call: "ioctl(TIOCLINUX)", code: code) }
      if try isBlank(cell) { return }
    }
    throw SystemFault(call: "no blank cell to select", code: EAGAIN)
  }

  private struct Cell {
    let column: Int32
    let row: Int32
    let place: Int
  }

  /// A blank cell, the last line's last but one first, since a blank at the end of a line is pasted as a line's end.
  private static func blankCell() throws(SystemFault) -> Cell? {
    let (columns, screen) = try screen()
    guard columns > 1 else { return nil }
    for place in stride(from: screen.count / 4 - 1, through: 0, by: -1)
    where place % columns != columns - 1 && holdsBlank(screen, place) {
      return Cell(column: Int32(place % columns), row: Int32(place / columns), place: place)
    }
    return nil
  }

  private static func isBlank(_ cell: Cell) throws(SystemFault) -> Bool { holdsBlank(try screen().cells, cell.place) }

  private static func holdsBlank(_ screen: [UInt8], _ place: Int) -> Bool {
    guard place * 4 + 4 <= screen.count else { return false }
    return screen[place * 4] == 0x20 && screen[(place * 4 + 1)..<(place * 4 + 4)].allSatisfy { $0 == 0 }
  }

  /// The columns (the second byte of the device with attributes, vcs(4)) and the cells.
  private static func screen() throws(SystemFault) -> (columns: Int, cells: [UInt8]) {
    let head = try start(of: "/dev/vcsa", count: 4)
    guard head.count == 4 else { throw SystemFault(call: "read", subject: "/dev/vcsa", code: EIO) }
    let count = Int(head[0]) * Int(head[1]) * 4
    return (Int(head[1]), try start(of: cells, count: count))
  }

  private static func start(of path: String, count: Int) throws(SystemFault) -> [UInt8] {
    let descriptor = try Files.open(path, O_RDONLY)
    defer { Files.close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let outcome = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(SystemFault) -> Int in try Files.read(descriptor, into: buffer) }
    }
    return Array(bytes.prefix(try outcome.get()))
  }
}
