/// A key that would leave: each is the home button.
public enum HomeKey: String, CaseIterable, Sendable {
  case escape, home, ctrlC, ctrlZ, ctrlBackslash, ctrlD, ctrlQ, ctrlS
  /// A chord that leads to another console, as a keyboard sends it whose table was changed by the lock.
  case consoleSwitch
  /// The chord that restarts the machine, as such a keyboard sends it.
  case restart

  /// What a chord for another console types under a lock that holds the keyboard's table. No terminal sends it for a key of its own, and
  /// a decoder that does not know it swallows it as the control sequence it is.
  public static let switchSequence = "\u{1B}[=77~"
  /// What Ctrl-Alt-Del types there.
  public static let restartSequence = "\u{1B}[=78~"

  /// How it is called on screen.
  public var title: String {
    switch self {
    case .escape: "Esc"
    case .home: "Home"
    case .ctrlC: "Ctrl-C"
    case .ctrlZ: "Ctrl-Z"
    case .ctrlBackslash: "Ctrl-\\"
    case .ctrlD: "Ctrl-D"
    case .ctrlQ: "Ctrl-Q"
    case .ctrlS: "Ctrl-S"
    case .consoleSwitch: "a chord for another console"
    case .restart: "Ctrl-Alt-Del"
    }
  }
}

/// One thing the terminal said, decoded whole.
public enum Key: Equatable, Sendable {
  /// Printable text: one or more whole characters typed (never a control character).
  case text(String)
  case enter, tab, backTab, backspace, delete, insert
  case up, down, left, right, end, pageUp, pageDown
  case wordLeft, wordRight
  /// Ctrl-W or Alt-Backspace: delete the word before the caret.
  case deleteWord
  /// Ctrl-U: delete to the start. Ctrl-K: delete to the end.
  case deleteToStart, deleteToEnd
  /// Ctrl-A. (Home itself is a home key.)
  case lineStart
  /// Ctrl-L: paint everything anew.
  case redraw
  /// Any home key.
  case home(HomeKey)
  /// F1 … F12.
  case function(Int)
  /// Alt with a character: Alt-1 … Alt-9 stand for F1 … F9. Alt-Enter is a line feed.
  case alt(Character)
  /// A bracketed paste, as it came (controls kept for counting; never to be inserted unstripped).
  case paste(String)
  /// The terminal window got or lost the focus (mode 1004).
  case focus(Bool)
  /// Answer to a mode query (DECRPM). Mode 0, which is none, stands for the answer to DA1: every terminal gives it, behind
  /// those to what it was asked before.
  case modeReport(mode: UInt16, value: UInt8)
}
