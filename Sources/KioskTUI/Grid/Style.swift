/// What a piece of the screen is for. Colours are chosen for roles in one place (Terminal/Palette.swift), each with a
/// reading in attributes alone, so that no screen depends on colour.
enum Role: UInt8, CaseIterable, Sendable {
  case normal
  /// Secondary text: hints, captions.
  case dim
  /// What catches the eye: key names, numbers, the current item's mark.
  case accent
  case title
  /// The status line and the row of keys.
  case bar
  /// A key name within a bar.
  case barKey
  /// Locked, in the status line.
  case barLocked
  /// An item of a bar that is off now.
  case barOff
  /// A button without the focus.
  case button
  case good, bad, warning
  /// A text field, and one that has the focus.
  case field, fieldFocused
  /// What a field says while it is empty.
  case placeholder
  /// Any other item that has the focus.
  case focus
  /// The five-second banner.
  case banner
  /// Large letters.
  case large
  /// A misspelt word.
  case misspelt
  /// Lines of frames and tables.
  case line

  /// The letter that stands for the role in golden text.
  var letter: Unicode.Scalar {
    switch self {
    case .normal: "."
    case .dim: "d"
    case .accent: "a"
    case .title: "t"
    case .bar: "b"
    case .barKey: "k"
    case .barLocked: "l"
    case .barOff: "o"
    case .button: "u"
    case .good: "g"
    case .bad: "x"
    case .warning: "w"
    case .field: "f"
    case .fieldFocused: "F"
    case .placeholder: "p"
    case .focus: "O"
    case .banner: "n"
    case .large: "L"
    case .misspelt: "m"
    case .line: "-"
    }
  }
}

/// A role and what is added to it: two bytes, so that a cell stays at eight.
struct Style: Equatable, Sendable {
  /// Attributes added to those of the role.
  struct Attributes: OptionSet, Sendable {
    let rawValue: UInt8
    static let bold = Attributes(rawValue: 1)
    static let underline = Attributes(rawValue: 2)
    static let reverse = Attributes(rawValue: 4)
  }

  var role: Role
  var attributes: Attributes

  init(_ role: Role, _ attributes: Attributes = []) {
    self.role = role
    self.attributes = attributes
  }

  static let normal = Style(.normal)
  static let bold = Style(.normal, .bold)
  static let dim = Style(.dim)
  static let accent = Style(.accent)
  static let title = Style(.title)
  static let bar = Style(.bar)
  static let barKey = Style(.barKey)
  static let barLocked = Style(.barLocked)
  static let barOff = Style(.barOff)
  static let button = Style(.button)
  static let good = Style(.good)
  static let bad = Style(.bad)
  static let warning = Style(.warning)
  static let field = Style(.field)
  static let fieldFocused = Style(.fieldFocused)
  static let placeholder = Style(.placeholder)
  static let focus = Style(.focus)
  static let banner = Style(.banner)
  static let large = Style(.large)
  static let misspelt = Style(.misspelt)
  static let line = Style(.line)
}
