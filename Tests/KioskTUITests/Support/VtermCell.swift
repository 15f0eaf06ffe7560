import CVterm

/// A colour as the program asked for it, before any palette turns it into red, green and blue.
enum VtermColour: Equatable {
  /// The terminal's own foreground or background.
  case standard
  /// A palette entry, 0…255.
  case indexed(UInt8)
  /// A direct colour, each part 0…255.
  case rgb(UInt8, UInt8, UInt8)

  init(_ colour: VTermColor) {
    var colour = colour
    let type = UInt32(colour.type)
    if type & VTERM_COLOR_DEFAULT_MASK.rawValue != 0 {
      self = .standard
    } else if type & VTERM_COLOR_TYPE_MASK.rawValue == VTERM_COLOR_INDEXED.rawValue {
      self = .indexed(colour.indexed.idx)
    } else {
      self = withUnsafePointer(to: &colour) { .rgb($0.pointee.rgb.red, $0.pointee.rgb.green, $0.pointee.rgb.blue) }
    }
  }
}

/// One cell of the emulated screen: what is drawn in it and how.
struct VtermCell: Equatable {
  /// The base character and what combines with it; a blank where nothing was drawn, empty in the right half of a wide character.
  var text = " "
  /// Columns taken: 1, 2, or 0 in the right half of a wide character.
  var width = 1
  var bold = false
  /// 0 none, 1 single, 2 double, 3 curly.
  var underline = 0
  var italic = false
  var blink = false
  var reverse = false
  var strike = false
  var foreground = VtermColour.standard
  var background = VtermColour.standard

  /// A blank without attributes: a cell that was never drawn on.
  static let blank = VtermCell()

  /// The right half of a wide character, as libvterm marks it.
  private static let rightHalf = UInt32.max

  init() {}

  init(_ cell: VTermScreenCell) {
    let first = cell.chars.0
    if first == Self.rightHalf {
      text = ""
      width = 0
    } else {
      width = max(1, Int(cell.width))
      if first != 0 { text = Self.string(cell.chars) }
    }
    bold = cell.attrs.bold != 0
    underline = Int(cell.attrs.underline)
    italic = cell.attrs.italic != 0
    blink = cell.attrs.blink != 0
    reverse = cell.attrs.reverse != 0
    strike = cell.attrs.strike != 0
    foreground = VtermColour(cell.fg)
    background = VtermColour(cell.bg)
  }

  private static func string(_ chars: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)) -> String {
    var scalars = String.UnicodeScalarView()
    for value in [chars.0, chars.1, chars.2, chars.3, chars.4, chars.5] {
      guard value != 0 else { break }
      scalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    return String(scalars)
  }
}
