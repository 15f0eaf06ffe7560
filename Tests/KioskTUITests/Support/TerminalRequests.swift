/// Reads along with what a program sends and keeps what an emulator's cells do not show: the private modes it set, its
/// operating system commands (clipboard, title) and its queries. Pieces of a sequence may come in separate calls.
struct TerminalRequests {
  /// Private modes (DECSET) now set, such as 1004 (focus reports) or 2004 (bracketed paste).
  private(set) var modes: Set<Int> = []
  /// Private modes that were ever set.
  private(set) var modesEverSet: Set<Int> = []
  /// The text of every operating system command, such as `52;c;` or `0;title`.
  private(set) var operatingSystemCommands: [String] = []
  /// Control sequences that ask for an answer: the parameters and final character, such as `?2004$p`, `c`, `6n`.
  private(set) var queries: [String] = []

  private enum Stage { case text, escape, control, command, commandEscape }
  private var stage = Stage.text
  private var collected: [UInt8] = []

  /// Takes the next bytes of the program's output.
  mutating func scan(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { take(byte) }
  }

  private mutating func take(_ byte: UInt8) {
    switch stage {
    case .text:
      if byte == 0x1b { stage = .escape }
    case .escape:
      collected.removeAll()
      switch byte {
      case UInt8(ascii: "["): stage = .control
      case UInt8(ascii: "]"), UInt8(ascii: "P"): stage = .command
      case 0x1b: stage = .escape
      case UInt8(ascii: "c"):
        // A full reset.
        modes = []
        stage = .text
      default: stage = .text
      }
    case .control:
      if byte == 0x1b {
        stage = .escape
      } else if (0x40...0x7e).contains(byte) {
        finishControl(byte)
        stage = .text
      } else {
        collected.append(byte)
      }
    case .command:
      if byte == 0x07 {
        finishCommand()
      } else if byte == 0x1b {
        stage = .commandEscape
      } else {
        collected.append(byte)
      }
    case .commandEscape:
      finishCommand()
      if byte != UInt8(ascii: "\\") {
        stage = .escape
        take(byte)
      }
    }
  }

  private mutating func finishCommand() {
    operatingSystemCommands.append(String(decoding: collected, as: UTF8.self))
    stage = .text
  }

  private mutating func finishControl(_ final: UInt8) {
    let parameters = String(decoding: collected, as: UTF8.self)
    switch final {
    case UInt8(ascii: "h") where parameters.hasPrefix("?"):
      modes.formUnion(Self.numbers(parameters))
      modesEverSet.formUnion(Self.numbers(parameters))
    case UInt8(ascii: "l") where parameters.hasPrefix("?"):
      modes.subtract(Self.numbers(parameters))
    case UInt8(ascii: "c"), UInt8(ascii: "n"):
      queries.append(parameters + String(UnicodeScalar(final)))
    case UInt8(ascii: "p") where parameters.hasSuffix("$"):
      queries.append(parameters + "p")
    default:
      break
    }
  }

  private static func numbers(_ parameters: String) -> [Int] {
    parameters.dropFirst().split(separator: ";").compactMap { Int($0) }
  }
}
