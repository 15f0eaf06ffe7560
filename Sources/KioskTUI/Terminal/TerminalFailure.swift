/// Why no screen can be shown on this terminal.
enum TerminalFailure: Error, Equatable {
  /// Neither the environment's locale nor C.UTF-8 has UTF-8.
  case noUTF8
  /// The descriptor is no terminal.
  case notATerminal
  /// TERM is unset or empty.
  case noType
  /// TERM names a type that the terminfo database does not hold, or there is no database.
  case unknownType(String)
  /// The type cannot place its cursor ("dumb").
  case tooSimple(String)
  /// ncurses would not start for another reason (memory).
  case cannotStart

  /// `what is wrong: what to do`, as it follows "kiosk: " on standard error.
  var message: String {
    switch self {
    case .noUTF8: "no UTF-8 locale: install C.UTF-8, or set LC_ALL to a UTF-8 locale"
    case .notATerminal: "standard input and output are not a terminal: run kiosk in a terminal"
    case .noType: "TERM is not set: set it to this terminal's type, for example TERM=xterm-256color"
    case .unknownType(let type):
      "terminal type '\(type)' is not known here: set TERM to a known type, for example TERM=xterm-256color"
    case .tooSimple(let type): "terminal type '\(type)' cannot place its cursor: use another terminal, or set TERM"
    case .cannotStart: "the screen could not be started: free some memory and try again"
    }
  }

  /// EX_UNAVAILABLE of sysexits.h: what a screen needs is missing.
  var exitCode: Int32 { 69 }
}
