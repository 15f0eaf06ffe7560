/// Reads a number as people type it: with a decimal point or comma; with spaces, apostrophes, commas or points between
/// groups of thousands; with any minus; in the digits of any script; with "e5", "×10^5" or "×10⁵"; and with or without the unit.
///
/// One comma before exactly three digits ("1,234") groups thousands where the exam's language writes so (English, Chinese,
/// Japanese, Korean, Hebrew, Hindi, Thai) and is a decimal comma elsewhere. One point is always a decimal point.
public enum NumberReading {
  private static let commaGroups: Set<String> = [
    "en", "zh", "ja", "ko", "he", "hi", "th", "ga", "cy", "ms", "bn", "ur",
  ]

  /// The number, exact; `nil` where the text is none. `units`: what may stand after it or before it.
  public static func number(in text: String, units: [String] = [], language: String = "en") -> Decimal64? {
    var scalars = Normalisation.collapsed(Array(ScreenText.clean(text).unicodeScalars))
    for unit in units where !unit.isEmpty {
      let wanted = folded(Array(unit.unicodeScalars))
      let given = folded(scalars)
      guard given.count == scalars.count, given.count > wanted.count else { continue }
      if given.suffix(wanted.count).elementsEqual(wanted) {
        scalars.removeLast(wanted.count)
        break
      }
      if given.starts(with: wanted) {
        scalars.removeFirst(wanted.count)
        break
      }
    }
    guard let (body, exponent) = split(plain(Normalisation.collapsed(scalars))) else { return nil }
    let primary = String(language.prefix { $0 != "-" && $0 != "_" }).lowercased()
    guard let digits = ungrouped(body, commaGroups: commaGroups.contains(primary)) else { return nil }
    return Decimal64(exponent.isEmpty ? digits : digits + "e" + exponent)
  }

  private static func folded(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    CaseFolding.fold(scalars, turkic: false)
  }

  /// ASCII digits and signs; "_" for a space or apostrophe between digits, "?" for what is no part of a number. Raised
  /// digits are written with "^".
  private static func plain(_ scalars: [Unicode.Scalar]) -> [UInt8] {
    var bytes: [UInt8] = []
    var wasRaised = false
    for scalar in scalars {
      let raised = raised(scalar)
      if raised != nil, !wasRaised { bytes.append(UInt8(ascii: "^")) }
      wasRaised = raised != nil
      bytes.append(raised ?? level(scalar))
    }
    return bytes
  }

  private static func raised(_ scalar: Unicode.Scalar) -> UInt8? {
    switch scalar {
    case "\u{207B}": UInt8(ascii: "-")
    case "\u{B9}": UInt8(ascii: "1")
    case "\u{B2}": UInt8(ascii: "2")
    case "\u{B3}": UInt8(ascii: "3")
    case "\u{2070}", "\u{2074}"..."\u{2079}": 0x30 + UInt8(scalar.value - 0x2070)
    default: nil
    }
  }

  private static func level(_ scalar: Unicode.Scalar) -> UInt8 {
    switch scalar {
    case "0"..."9", ".", ",", "+", "-", "e", "E", "^", "x", "X", "*": UInt8(scalar.value)
    case "\u{2212}", "\u{2010}"..."\u{2015}", "\u{FE63}", "\u{FF0D}": UInt8(ascii: "-")
    case " ", "'", "\u{2019}", "\u{66C}": UInt8(ascii: "_")
    case "\u{66B}": UInt8(ascii: ".")
    case "×", "·", "⋅": UInt8(ascii: "x")
    default:
      if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
        0x30 + UInt8(value)
      } else {
        UInt8(ascii: "?")
      }
    }
  }

  /// Parts "3.2e5", "3.2 × 10^5" into what stands before and the exponent.
  private static func split(_ text: [UInt8]) -> (body: ArraySlice<UInt8>, exponent: String)? {
    var body = text[...]
    var exponent: ArraySlice<UInt8> = []
    if let at = text.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      body = text[..<at]
      exponent = text[(at + 1)...]
      if exponent.isEmpty { return nil }
    } else if let at = text.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "x") || $0 == UInt8(ascii: "*") }) {
      body = text[..<at]
      var rest = text[(at + 1)...]
      rest = rest.drop { $0 == UInt8(ascii: "_") }
      guard rest.starts(with: "10^".utf8) else { return nil }
      exponent = rest.dropFirst(3)
      if exponent.isEmpty { return nil }
    }
    let trim = { (part: ArraySlice<UInt8>) -> ArraySlice<UInt8> in
      var part = part.drop { $0 == UInt8(ascii: "_") }
      while part.last == UInt8(ascii: "_") { part.removeLast() }
      return part
    }
    return (trim(body), String(decoding: trim(exponent), as: UTF8.self))
  }

  /// The digits with at most one point, groups joined; `nil` where the groups make no sense.
  private static func ungrouped(_ body: ArraySlice<UInt8>, commaGroups: Bool) -> String? {
    var sign = ""
    var body = body
    if let first = body.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      if first == UInt8(ascii: "-") { sign = "-" }
      body = body.dropFirst().drop { $0 == UInt8(ascii: "_") }
    }
    let isMark = { (byte: UInt8) in byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") }
    guard body.allSatisfy({ $0 &- 0x30 < 10 || $0 == UInt8(ascii: "_") || isMark($0) }) else { return nil }
    let points = body.count { $0 == UInt8(ascii: ".") }
    let commas = body.count { $0 == UInt8(ascii: ",") }
    var decimalAt: Int?
    if points == 1, commas == 1 {
      decimalAt = body.lastIndex(where: isMark)
    } else if points == 1 {
      decimalAt = body.firstIndex(of: UInt8(ascii: "."))
    } else if commas == 1 {
      decimalAt = body.firstIndex(of: UInt8(ascii: ","))
      if let at = decimalAt, points == 0, commaGroups, groupsThousands(body, at) { decimalAt = nil }
    }
    // With two marks of one kind and one of the other, the one that stands alone is the decimal mark, and stands last.
    let whole = body[..<(decimalAt ?? body.endIndex)]
    let part = decimalAt.map { body[($0 + 1)...] } ?? []
    guard part.allSatisfy({ $0 &- 0x30 < 10 }), !(whole.isEmpty && part.isEmpty) else { return nil }
    let groups = whole.split(whereSeparator: { !($0 &- 0x30 < 10) })
    let marks = Set(whole.filter { !($0 &- 0x30 < 10) })
    guard marks.count <= 1, groups.count == whole.count(where: { !($0 &- 0x30 < 10) }) + 1 || whole.isEmpty else {
      return nil
    }
    if groups.count > 1 {
      guard let first = groups.first, (1...3).contains(first.count), groups.last?.count == 3,
        groups.dropFirst().allSatisfy({ $0.count == 3 || $0.count == 2 })
      else { return nil }
    }
    let digits = String(decoding: groups.joined(), as: UTF8.self)
    let decimals = String(decoding: part, as: UTF8.self)
    return sign + (digits.isEmpty ? "0" : digits) + (decimals.isEmpty ? "" : "." + decimals)
  }

  /// One to three digits, not 0 alone, then the comma and exactly three.
  private static func groupsThousands(_ body: ArraySlice<UInt8>, _ comma: Int) -> Bool {
    let before = body[..<comma]
    return (1...3).contains(before.count) && body[(comma + 1)...].count == 3 && before.first != UInt8(ascii: "0")
  }
}
