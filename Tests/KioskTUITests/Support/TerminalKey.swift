/// A key on an xterm's keyboard, and the bytes xterm sends for it.
enum TerminalKey: Equatable {
  case enter, escape, tab, shiftTab, backspace, delete, insert
  case up, down, left, right, home, end, pageUp, pageDown
  case ctrlLeft, ctrlRight
  /// A function key, 1…12.
  case function(Int)
  /// Ctrl with a letter, `@`, `[`, `\`, `]`, `^` or `_`.
  case ctrl(Character)
  /// Alt with a character.
  case alt(Character)

  static let f1 = function(1), f2 = function(2), f3 = function(3), f4 = function(4), f5 = function(5)
  static let f6 = function(6), f7 = function(7), f8 = function(8), f9 = function(9), f10 = function(10)

  /// The bytes sent. With `application` cursor keys (DECCKM), arrows, Home and End come as SS3.
  func bytes(application: Bool) -> [UInt8] { Array(text(application: application).utf8) }

  private func text(application: Bool) -> String {
    let cursor = application ? "\u{1b}O" : "\u{1b}["
    switch self {
    case .enter: return "\r"
    case .escape: return "\u{1b}"
    case .tab: return "\t"
    case .shiftTab: return "\u{1b}[Z"
    case .backspace: return "\u{7f}"
    case .delete: return "\u{1b}[3~"
    case .insert: return "\u{1b}[2~"
    case .up: return cursor + "A"
    case .down: return cursor + "B"
    case .right: return cursor + "C"
    case .left: return cursor + "D"
    case .home: return cursor + "H"
    case .end: return cursor + "F"
    case .pageUp: return "\u{1b}[5~"
    case .pageDown: return "\u{1b}[6~"
    case .ctrlLeft: return "\u{1b}[1;5D"
    case .ctrlRight: return "\u{1b}[1;5C"
    case .function(let number): return Self.functionKey(number)
    case .ctrl(let character):
      let value = (character.asciiValue ?? 0) & 0x1f
      return String(UnicodeScalar(value))
    case .alt(let character): return "\u{1b}" + String(character)
    }
  }

  private static func functionKey(_ number: Int) -> String {
    let late = [5: 15, 6: 17, 7: 18, 8: 19, 9: 20, 10: 21, 11: 23, 12: 24]
    if let code = late[number] { return "\u{1b}[\(code)~" }
    let early = ["P", "Q", "R", "S"]
    return early.indices.contains(number - 1) ? "\u{1b}O" + early[number - 1] : ""
  }
}
