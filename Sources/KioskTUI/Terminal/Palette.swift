import CNcurses

/// The look of each role: attributes alone, or with a pair of colours where the terminal has them.
struct Palette {
  /// Attributes and the number of a colour pair (0: the terminal's own colours).
  struct Look: Equatable {
    var attributes: attr_t
    var pair: Int16
  }

  private var looks: [Look]

  /// The reading without colour. Nothing on a screen depends on more than this.
  static let monochrome = Palette(looks: Role.allCases.map { Look(attributes: plainAttributes(of: $0), pair: 0) })

  private init(looks: [Look]) { self.looks = looks }

  subscript(role: Role) -> Look { looks[Int(role.rawValue)] }

  private static func plainAttributes(of role: Role) -> attr_t {
    switch role {
    case .normal, .button: 0
    case .dim, .line, .placeholder: kiosk_attr_dim
    case .accent, .title, .good, .warning, .large: kiosk_attr_bold
    case .bad: kiosk_attr_bold | kiosk_attr_underline
    case .bar: kiosk_attr_reverse
    case .barKey, .barLocked, .banner: kiosk_attr_reverse | kiosk_attr_bold
    case .barOff: kiosk_attr_reverse | kiosk_attr_dim
    case .field, .misspelt: kiosk_attr_underline
    case .fieldFocused: kiosk_attr_underline | kiosk_attr_bold
    case .focus: kiosk_attr_reverse
    }
  }

  /// Sets up colour pairs, one a role. Call after `start_color`. `colours` is what the terminal has, at least 8.
  static func coloured(colours: Int) -> Palette {
    let rich = colours >= 256
    var looks: [Look] = []
    for role in Role.allCases {
      let (foreground, background, attributes) = rich ? rich256(role) : plain8(role)
      guard foreground >= 0 || background >= 0 else {
        looks.append(Look(attributes: attributes, pair: 0))
        continue
      }
      let pair = Int16(role.rawValue) + 1
      init_pair(pair, foreground, background)
      looks.append(Look(attributes: attributes, pair: pair))
    }
    return Palette(looks: looks)
  }

  /// Eight colours (the Linux console). -1 is the terminal's own.
  private static func plain8(_ role: Role) -> (Int16, Int16, attr_t) {
    let (black, red, green, yellow, blue, cyan, white): (Int16, Int16, Int16, Int16, Int16, Int16, Int16) =
      (0, 1, 2, 3, 4, 6, 7)
    return switch role {
    case .normal: (-1, -1, 0)
    case .dim, .line: (-1, -1, kiosk_attr_dim)
    case .accent: (cyan, -1, kiosk_attr_bold)
    case .title, .large: (-1, -1, kiosk_attr_bold)
    case .bar: (white, blue, 0)
    case .barKey: (cyan, blue, kiosk_attr_bold)
    case .barLocked: (yellow, blue, kiosk_attr_bold)
    case .barOff: (black, blue, kiosk_attr_bold)
    case .button: (-1, -1, 0)
    case .good: (green, -1, kiosk_attr_bold)
    case .bad: (red, -1, kiosk_attr_bold)
    case .warning: (yellow, -1, kiosk_attr_bold)
    case .field: (-1, -1, kiosk_attr_underline)
    case .fieldFocused: (-1, -1, kiosk_attr_underline | kiosk_attr_bold)
    case .placeholder: (-1, -1, kiosk_attr_underline | kiosk_attr_dim)
    case .focus: (black, cyan, 0)
    case .banner: (black, yellow, 0)
    case .misspelt: (red, -1, kiosk_attr_underline)
    }
  }

  /// The 256 colours of xterm: quiet greys and blues, and text that keeps a contrast of at least 4.5 to 1 on its own
  /// background.
  private static func rich256(_ role: Role) -> (Int16, Int16, attr_t) {
    switch role {
    case .normal: (-1, -1, 0)
    case .dim: (-1, -1, kiosk_attr_dim)
    case .line: (244, -1, 0)
    case .accent: (-1, -1, kiosk_attr_bold)
    case .title, .large: (-1, -1, kiosk_attr_bold)
    case .bar: (254, 24, 0)
    case .barKey: (231, 24, kiosk_attr_bold)
    case .barLocked: (228, 24, kiosk_attr_bold)
    case .barOff: (250, 24, kiosk_attr_dim)
    case .button: (254, 238, 0)
    case .good: (231, 28, kiosk_attr_bold)
    case .bad: (231, 124, kiosk_attr_bold)
    case .warning: (16, 220, 0)
    case .field: (254, 237, 0)
    case .fieldFocused: (231, 17, 0)
    case .placeholder: (248, 237, 0)
    case .focus: (16, 80, 0)
    case .banner: (16, 228, kiosk_attr_bold)
    case .misspelt: (-1, -1, kiosk_attr_underline)
    }
  }
}
