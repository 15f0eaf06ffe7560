import Glibc
import KioskCore

/// Chords for another console in the machine's keyboard table: not every machine's table has them. Those it lacked go with
/// this object.
final class ChordKeys {
  /// Ctrl-Alt-F2 and Alt-Right, as every Linux keyboard has them.
  static let chords = [
    ConsoleKeymap.Entry(table: 12, key: 60, action: 0x501), ConsoleKeymap.Entry(table: 8, key: 106, action: 0x211),
  ]

  /// Ctrl-Alt-Del.
  static let restart = ConsoleKeymap.Entry(table: 12, key: 111, action: 0x20C)

  private let console: Int32
  private var before: [ConsoleKeymap.Entry] = []

  init() throws {
    console = open("/dev/tty0", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    for chord in Self.chords + [Self.restart] {
      let action = try ConsoleKeymap.action(on: console, chord.table, chord.key)
      before.append(ConsoleKeymap.Entry(table: chord.table, key: chord.key, action: action))
      try ConsoleKeymap.set(chord, on: console)
    }
  }

  deinit {
    for entry in before { try? ConsoleKeymap.set(entry, on: console) }
    close(console)
  }
}
