/// The characters that HTML names, and the raised and lowered ones that Unicode has.
enum HTMLEntities {
  /// The bytes of the entity at `at`, and how long its name is there; `nil`: it is only an ampersand.
  static func entity(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> (text: [UInt8], length: Int)? {
    var end = at + 1
    while end < bytes.count, end - at < 12, bytes[end] != UInt8(ascii: ";") {
      let byte = bytes[end]
      guard (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || (byte == UInt8(ascii: "#") && end == at + 1) else {
        return nil
      }
      end += 1
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: ";"), end > at + 1 else { return nil }
    let name = String(decoding: bytes[at + 1..<end], as: UTF8.self)
    var value = named[name]
    if name.hasPrefix("#") {
      let isHex = name.utf8.dropFirst().first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
      value = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10)
    }
    guard let value, let scalar = Unicode.Scalar(value) else { return nil }
    return (Array(String(scalar).utf8), end + 1 - at)
  }

  /// A text whose entities are characters.
  static func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var out: [UInt8] = []
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "&"), let (text, length) = entity(bytes, at) {
        out += text
        at += length
      } else {
        out.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static let named: [String: UInt32] = [
    "amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27, "nbsp": 0x20, "ensp": 0x20, "emsp": 0x20,
    "thinsp": 0x20, "shy": 0xAD, "iexcl": 0xA1, "cent": 0xA2, "pound": 0xA3, "curren": 0xA4, "yen": 0xA5, "sect": 0xA7,
    "uml": 0xA8, "copy": 0xA9, "ordf": 0xAA, "laquo": 0xAB, "not": 0xAC, "reg": 0xAE, "deg": 0xB0, "plusmn": 0xB1,
    "sup1": 0xB9, "sup2": 0xB2, "sup3": 0xB3, "acute": 0xB4, "micro": 0xB5, "para": 0xB6, "middot": 0xB7, "cedil": 0xB8,
    "ordm": 0xBA, "raquo": 0xBB, "frac14": 0xBC, "frac12": 0xBD, "frac34": 0xBE, "iquest": 0xBF, "Agrave": 0xC0,
    "Aacute": 0xC1, "Acirc": 0xC2, "Atilde": 0xC3, "Auml": 0xC4, "Aring": 0xC5, "AElig": 0xC6, "Ccedil": 0xC7,
    "Egrave": 0xC8, "Eacute": 0xC9, "Ecirc": 0xCA, "Euml": 0xCB, "Igrave": 0xCC, "Iacute": 0xCD, "Icirc": 0xCE,
    "Iuml": 0xCF, "ETH": 0xD0, "Ntilde": 0xD1, "Ograve": 0xD2, "Oacute": 0xD3, "Ocirc": 0xD4, "Otilde": 0xD5,
    "Ouml": 0xD6, "times": 0xD7, "Oslash": 0xD8, "Ugrave": 0xD9, "Uacute": 0xDA, "Ucirc": 0xDB, "Uuml": 0xDC,
    "Yacute": 0xDD, "THORN": 0xDE, "szlig": 0xDF, "agrave": 0xE0, "aacute": 0xE1, "acirc": 0xE2, "atilde": 0xE3,
    "auml": 0xE4, "aring": 0xE5, "aelig": 0xE6, "ccedil": 0xE7, "egrave": 0xE8, "eacute": 0xE9, "ecirc": 0xEA,
    "euml": 0xEB, "igrave": 0xEC, "iacute": 0xED, "icirc": 0xEE, "iuml": 0xEF, "eth": 0xF0, "ntilde": 0xF1,
    "ograve": 0xF2, "oacute": 0xF3, "ocirc": 0xF4, "otilde": 0xF5, "ouml": 0xF6, "divide": 0xF7, "oslash": 0xF8,
    "ugrave": 0xF9, "uacute": 0xFA, "ucirc": 0xFB, "uuml": 0xFC, "yacute": 0xFD, "thorn": 0xFE, "yuml": 0xFF,
    "OElig": 0x152, "oelig": 0x153, "Scaron": 0x160, "scaron": 0x161, "Alpha": 0x391, "Beta": 0x392, "Gamma": 0x393,
    "Delta": 0x394, "Theta": 0x398, "Lambda": 0x39B, "Pi": 0x3A0, "Sigma": 0x3A3, "Phi": 0x3A6, "Psi": 0x3A8,
    "Omega": 0x3A9, "alpha": 0x3B1, "beta": 0x3B2, "gamma": 0x3B3, "delta": 0x3B4, "epsilon": 0x3B5, "zeta": 0x3B6,
    "eta": 0x3B7, "theta": 0x3B8, "iota": 0x3B9, "kappa": 0x3BA, "lambda": 0x3BB, "mu": 0x3BC, "nu": 0x3BD, "xi": 0x3BE,
    "omicron": 0x3BF, "pi": 0x3C0, "rho": 0x3C1, "sigmaf": 0x3C2, "sigma": 0x3C3, "tau": 0x3C4, "upsilon": 0x3C5,
    "phi": 0x3C6, "chi": 0x3C7, "psi": 0x3C8, "omega": 0x3C9, "ndash": 0x2013, "mdash": 0x2014, "lsquo": 0x2018,
    "rsquo": 0x2019, "sbquo": 0x201A, "ldquo": 0x201C, "rdquo": 0x201D, "bdquo": 0x201E, "dagger": 0x2020,
    "bull": 0x2022, "hellip": 0x2026, "permil": 0x2030, "prime": 0x2032, "Prime": 0x2033, "lsaquo": 0x2039,
    "rsaquo": 0x203A, "euro": 0x20AC, "trade": 0x2122, "larr": 0x2190, "uarr": 0x2191, "rarr": 0x2192, "darr": 0x2193,
    "harr": 0x2194, "lArr": 0x21D0, "rArr": 0x21D2, "hArr": 0x21D4, "forall": 0x2200, "part": 0x2202, "exist": 0x2203,
    "empty": 0x2205, "nabla": 0x2207, "isin": 0x2208, "notin": 0x2209, "ni": 0x220B, "prod": 0x220F, "sum": 0x2211,
    "minus": 0x2212, "radic": 0x221A, "prop": 0x221D, "infin": 0x221E, "ang": 0x2220, "and": 0x2227, "or": 0x2228,
    "cap": 0x2229, "cup": 0x222A, "int": 0x222B, "there4": 0x2234, "sim": 0x223C, "cong": 0x2245, "asymp": 0x2248,
    "ne": 0x2260, "equiv": 0x2261, "le": 0x2264, "ge": 0x2265, "sub": 0x2282, "sup": 0x2283, "sube": 0x2286,
    "supe": 0x2287, "oplus": 0x2295, "otimes": 0x2297, "perp": 0x22A5, "sdot": 0x22C5,
  ]

  private static func table(_ from: String, _ to: String) -> [Unicode.Scalar: Unicode.Scalar] {
    Dictionary(zip(from.unicodeScalars, to.unicodeScalars)) { first, _ in first }
  }

  /// Raised digits and signs.
  static let raised = table("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
  /// Lowered ones.
  static let lowered = table("0123456789+-−=()aeoxhklmnpst", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜ")
}
