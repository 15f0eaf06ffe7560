/// The shapes of large letters, drawn on a raster of square pixels, two to a cell.
///
/// A raster has twelve rows: 0–1 for marks on capitals, 2–3 for marks on small letters, 3–9 for capitals (small letters
/// start at 5), 10–11 for what hangs below the line. A shape is written from row 3 down, rows parted by "/".
struct LargeGlyph {
  static let rowCount = 12

  /// One bit a pixel, the leftmost the highest of `width`.
  private(set) var rows: [UInt16]
  /// In pixels, which are columns.
  private(set) var width: Int

  /// The shape of one character as its reader sees it; nil where there is none.
  init?(_ character: Character) {
    let scalars = Array(character.decomposed)
    guard let base = scalars.first else { return nil }
    var pattern: StaticString? = LargeGlyph.pattern(base)
    // A mark takes the place of the dot.
    let hasMarkAbove = scalars.dropFirst().contains { LargeGlyph.mark($0)?.isBelow == false }
    if hasMarkAbove, base == "i" || base == "j" { pattern = LargeGlyph.pattern(base == "i" ? "ı" : "ȷ") }
    guard let pattern else { return nil }
    (rows, width) = LargeGlyph.raster(pattern, from: 3)
    var above = rows[3] == 0 && rows[4] == 0 ? 2 : 0
    for scalar in scalars.dropFirst() {
      guard let (shape, isBelow) = LargeGlyph.mark(scalar) else { return nil }
      if isBelow {
        add(shape, at: 10)
      } else {
        guard above >= 0 else { return nil }
        add(shape, at: above)
        above -= 2
      }
    }
  }

  /// Whether anything lies in the two rows above the others.
  var isTall: Bool { rows[0] != 0 || rows[1] != 0 }

  /// Adds a mark in the middle, making the narrower of the two as wide as the other.
  private mutating func add(_ shape: StaticString, at row: Int) {
    let (mark, markWidth) = LargeGlyph.raster(shape, from: row)
    if markWidth > width {
      let shift = (markWidth - width) / 2
      for index in rows.indices { rows[index] <<= UInt16(markWidth - width - shift) }
      width = markWidth
    }
    let shift = UInt16((width - markWidth) / 2)
    for index in rows.indices { rows[index] |= mark[index] << (UInt16(width - markWidth) - shift) }
  }

  private static func raster(_ pattern: StaticString, from first: Int) -> (rows: [UInt16], width: Int) {
    var rows = [UInt16](repeating: 0, count: rowCount)
    var lengths = [Int](repeating: 0, count: rowCount)
    var row = first
    pattern.withUTF8Buffer { bytes in
      for byte in bytes {
        if byte == 0x2F {
          row += 1
        } else if row < rowCount {
          rows[row] = rows[row] << 1 | (byte == 0x23 ? 1 : 0)
          lengths[row] += 1
        }
      }
    }
    let width = lengths.max() ?? 0
    for index in rows.indices { rows[index] <<= UInt16(width - lengths[index]) }
    return (rows, width)
  }
}

extension LargeGlyph {
  /// Marks above and below, at most two rows each.
  fileprivate static func mark(_ scalar: Unicode.Scalar) -> (shape: StaticString, isBelow: Bool)? {
    switch scalar.value {
    case 0x300: ("#./.#", false)
    case 0x301: (".#/#.", false)
    case 0x302: (".#./#.#", false)
    case 0x303: (".#.#/#.#.", false)
    case 0x304: ("/###", false)
    case 0x306: ("#..#/.##.", false)
    case 0x307: ("/#", false)
    case 0x308: ("/#.#", false)
    case 0x309: ("##/.#", false)
    case 0x30A: ("##/##", false)
    case 0x30B: (".#.#/#.#.", false)
    case 0x30C: ("#.#/.#.", false)
    case 0x323: ("/#", true)
    case 0x326, 0x327: (".#/#.", true)
    case 0x328: ("#./.#", true)
    default: nil
    }
  }

  fileprivate static func pattern(_ scalar: Unicode.Scalar) -> StaticString? {
    switch scalar {
    case "A": ".###./#...#/#...#/#####/#...#/#...#/#...#"
    case "B": "####./#...#/#...#/####./#...#/#...#/####."
    case "C": ".###./#...#/#..../#..../#..../#...#/.###."
    case "D": "####./#...#/#...#/#...#/#...#/#...#/####."
    case "E": "#####/#..../#..../####./#..../#..../#####"
    case "F": "#####/#..../#..../####./#..../#..../#...."
    case "G": ".###./#...#/#..../#.###/#...#/#...#/.####"
    case "H": "#...#/#...#/#...#/#####/#...#/#...#/#...#"
    case "I": "###/.#./.#./.#./.#./.#./###"
    case "J": "..###/...#./...#./...#./...#./#..#./.##.."
    case "K": "#...#/#..#./#.#../##.../#.#../#..#./#...#"
    case "L": "#..../#..../#..../#..../#..../#..../#####"
    case "M": "#...#/##.##/#.#.#/#.#.#/#...#/#...#/#...#"
    case "N": "#...#/##..#/##..#/#.#.#/#..##/#..##/#...#"
    case "O": ".###./#...#/#...#/#...#/#...#/#...#/.###."
    case "P": "####./#...#/#...#/####./#..../#..../#...."
    case "Q": ".###./#...#/#...#/#...#/#.#.#/#..#./.##.#"
    case "R": "####./#...#/#...#/####./#.#../#..#./#...#"
    case "S": ".####/#..../#..../.###./....#/....#/####."
    case "T": "#####/..#../..#../..#../..#../..#../..#.."
    case "U": "#...#/#...#/#...#/#...#/#...#/#...#/.###."
    case "V": "#...#/#...#/#...#/#...#/#...#/.#.#./..#.."
    case "W": "#...#/#...#/#...#/#.#.#/#.#.#/##.##/#...#"
    case "X": "#...#/#...#/.#.#./..#../.#.#./#...#/#...#"
    case "Y": "#...#/#...#/.#.#./..#../..#../..#../..#.."
    case "Z": "#####/....#/...#./..#../.#.../#..../#####"
    case "a": "//.###./....#/.####/#...#/.####"
    case "b": "#..../#..../####./#...#/#...#/#...#/####."
    case "c": "//.####/#..../#..../#..../.####"
    case "d": "....#/....#/.####/#...#/#...#/#...#/.####"
    case "e": "//.###./#...#/#####/#..../.####"
    case "f": "..##/.#../####/.#../.#../.#../.#.."
    case "g": "//.####/#...#/#...#/#...#/.####/....#/.###."
    case "h": "#..../#..../####./#...#/#...#/#...#/#...#"
    case "i": "#//#/#/#/#/#"
    case "ı": "//#/#/#/#/#"
    case "j": "...#//...#/...#/...#/...#/...#/#..#/.##."
    case "ȷ": "//...#/...#/...#/...#/...#/#..#/.##."
    case "k": "#.../#.../#..#/#.#./##../#.#./#..#"
    case "l": "#./#./#./#./#./#./.#"
    case "m": "//####./#.#.#/#.#.#/#.#.#/#.#.#"
    case "n": "//####./#...#/#...#/#...#/#...#"
    case "o": "//.###./#...#/#...#/#...#/.###."
    case "p": "//####./#...#/#...#/#...#/####./#..../#...."
    case "q": "//.####/#...#/#...#/#...#/.####/....#/....#"
    case "r": "//#.##/##../#.../#.../#..."
    case "s": "//.####/#..../.###./....#/####."
    case "t": ".#../.#../####/.#../.#../.#../..##"
    case "u": "//#...#/#...#/#...#/#...#/.####"
    case "v": "//#...#/#...#/#...#/.#.#./..#.."
    case "w": "//#...#/#...#/#.#.#/#.#.#/.#.#."
    case "x": "//#...#/.#.#./..#../.#.#./#...#"
    case "y": "//#...#/#...#/#...#/#...#/.####/....#/.###."
    case "z": "//#####/...#./..#../.#.../#####"
    case "0": ".###./#...#/#..##/#.#.#/##..#/#...#/.###."
    case "1": ".#./##./.#./.#./.#./.#./###"
    case "2": ".###./#...#/....#/...#./..#../.#.../#####"
    case "3": "####./....#/....#/.###./....#/....#/####."
    case "4": "...#./..##./.#.#./#..#./#####/...#./...#."
    case "5": "#####/#..../####./....#/....#/#...#/.###."
    case "6": ".###./#..../#..../####./#...#/#...#/.###."
    case "7": "#####/....#/...#./..#../..#../..#../..#.."
    case "8": ".###./#...#/#...#/.###./#...#/#...#/.###."
    case "9": ".###./#...#/#...#/.####/....#/....#/.###."
    default: sign(scalar) ?? latin(scalar)
    }
  }

  private static func sign(_ scalar: Unicode.Scalar) -> StaticString? {
    switch scalar {
    case ".": "//////#"
    case ",": "//////.#/.#/#."
    case "…": "//////#.#.#"
    case ":": "//#////#"
    case ";": "//.#////.#/.#/#."
    case "!": "#/#/#/#/#//#"
    case "?": ".###./#...#/....#/...#./..#..//..#.."
    case "¿": "..#..//..#../.#.../#..../#...#/.###."
    case "¡": "#//#/#/#/#/#"
    case "'", "’", "‘", "ʼ", "ʻ": ".#/.#/#."
    case "\"", "“", "”": ".#.#/.#.#/#.#."
    case "-", "‐", "‑": "///####"
    case "–", "—", "−": "///######"
    case "_": "//////#####"
    case "/": "....#/....#/...#./..#../.#.../#..../#...."
    case "(": ".#/#./#./#./#./#./.#"
    case ")": "#./.#/.#/.#/.#/.#/#."
    case "+": "/..#../..#../#####/..#../..#.."
    case "=": "//####//####"
    case "%": "##..#/##..#/...#./..#../.#.../#..##/#..##"
    case "&": ".##../#..#./#..#./.##../#.#.#/#..#./.##.#"
    case "*": "/#.#.#/.###./#####/.###./#.#.#"
    case "°": ".#./#.#/.#."
    case "·", "•": "///##/##"
    default: nil
    }
  }

  /// Latin letters that are no base with marks.
  private static func latin(_ scalar: Unicode.Scalar) -> StaticString? {
    switch scalar {
    case "ß": ".##../#..#./#..#./#.##./#...#/#...#/#.##."
    case "Æ": ".####/#.#../#.#../#####/#.#../#.#../#.###"
    case "æ": "//##.#./..#.#/.####/#.#../.#.##"
    case "Œ": ".####/#.#../#.#../#.###/#.#../#.#../.####"
    case "œ": "//.#.#./#.#.#/#.###/#.#../.#.##"
    case "Ø": ".####/#..##/#..##/#.#.#/##..#/##..#/####."
    case "ø": "//.####/#..##/#.#.#/##..#/####."
    case "Đ", "Ð": ".###./.#..#/.#..#/###.#/.#..#/.#..#/.###."
    case "đ": "...#./..###/.###./#..#./#..#./#..#./.###."
    case "ð": ".#.#./..#../.#.#./.####/#...#/#...#/.###."
    case "Ł": ".#.../.#.../.#.#./.##../##.../.#.../.####"
    case "ł": ".#./.#./.##/.#./##./.#./.#."
    case "Þ": "#..../####./#...#/#...#/####./#..../#...."
    case "þ": "#..../#..../####./#...#/#...#/#...#/####./#..../#...."
    default: nil
    }
  }
}
