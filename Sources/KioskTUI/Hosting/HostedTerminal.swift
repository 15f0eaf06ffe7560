import Glibc
import KioskCore

/// The hosted program's terminal as its other side sees it.
enum HostedTerminal {
  /// The rows a program has on a terminal of `rows`: the last one is the kiosk's, where there is room for it.
  static func programRows(_ rows: Int) -> Int { rows >= 3 ? rows - 1 : max(1, rows) }

  /// Gives it the size of the real terminal, but for the kiosk's row. The corresponding C function is `ioctl(TIOCSWINSZ)`,
  /// which tells the program where that is new.
  static func fit(_ master: Int32, columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(clamping: programRows(rows)), ws_col: UInt16(clamping: columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Whether the program behind `master` would read this key as a byte. Where the terminal is not raw the kernel makes a
  /// signal of some, which to the program itself is a way out, an end of the input of one, and stops it with two more.
  static func reaches(_ key: HomeKey, _ master: Int32, program: Int32) -> Bool {
    // Of no key of a program's: the kiosk's keyboard table makes it, while it is locked.
    if key == .consoleSwitch || key == .restart { return false }
    guard let modes = try? TerminalModes(of: master) else { return true }
    // A job that a shell has in front is the shell's to lose: its own group is another.
    let isItself = tcgetpgrp(master) == program
    func isSpecial(_ places: [Int32]) -> Bool {
      guard let byte = byte(of: key) else { return false }
      return places.contains { modes.characters.indices.contains(Int($0)) && modes.characters[Int($0)] == byte }
    }
    if modes.local & UInt32(ISIG) != 0, isItself, isSpecial([VINTR, VQUIT, VSUSP]) { return false }
    if modes.local & UInt32(ICANON) != 0, isItself, isSpecial([VEOF]) { return false }
    if modes.input & UInt32(IXON) != 0, isSpecial([VSTART, VSTOP]) { return false }
    return true
  }

  private static func byte(of key: HomeKey) -> UInt8? {
    switch key {
    case .escape, .home, .consoleSwitch, .restart: nil
    case .ctrlC: 0x03
    case .ctrlD: 0x04
    case .ctrlQ: 0x11
    case .ctrlS: 0x13
    case .ctrlZ: 0x1A
    case .ctrlBackslash: 0x1C
    }
  }
}
