@_spi(_Unicode) import Swift

/// Brings free text into the form in which it is compared, in this order: NFC; Unicode spaces trimmed and collapsed; curly
/// apostrophes, quotes and dashes made straight; then, as the question says, case, accents, a leading article and
/// punctuation overlooked. (The article goes before punctuation does, since "l'" ends in an apostrophe.)
public struct Normalisation: Sendable {
  /// What is overlooked.
  public let marking: TextMarking
  /// The primary subtag of the exam's language: whose articles, and whether i is dotted as in Turkish.
  public let language: String

  /// Makes the rules of one question.
  public init(marking: TextMarking, language: String) {
    self.marking = marking
    self.language = String(language.prefix { $0 != "-" && $0 != "_" }).lowercased()
  }

  /// Whether i and ı are two letters, each with its own capital.
  var isTurkic: Bool { language == "tr" || language == "az" }

  /// The form of a response.
  public func form(of text: String) -> String {
    String(String.UnicodeScalarView(scalars(of: text)))
  }

  /// The same as scalars.
  func scalars(of text: String) -> [Unicode.Scalar] {
    var scalars = Self.straightened(Self.collapsed(Array(ScreenText.clean(text).unicodeScalars)))
    if marking.letterCase == .ignore {
      scalars = CaseFolding.fold(scalars, turkic: isTurkic)
    }
    if marking.accents == .ignore { scalars = AccentFolding.fold(scalars) }
    if marking.article == .ignore {
      if marking.punctuation == .ignore { scalars = Array(scalars.drop { Self.isPunctuation($0) || $0 == " " }) }
      scalars = Articles.strip(scalars, language: language)
    }
    if marking.punctuation == .ignore { scalars = Self.withoutPunctuation(scalars) }
    return scalars
  }

  /// Runs of Unicode spaces become one space; none at the ends.
  static func collapsed(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    result.reserveCapacity(scalars.count)
    var pending = false
    for scalar in scalars {
      if isSpace(scalar) {
        pending = !result.isEmpty
      } else {
        if pending { result.append(" ") }
        pending = false
        result.append(scalar)
      }
    }
    return result
  }

  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x80 ? scalar == " " || scalar.value &- 9 < 5 : scalar.properties.isWhitespace
  }

  /// Apostrophes, quotes and dashes of every kind become those of the keyboard; the Arabic stretching stroke goes.
  static func straightened(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    scalars.compactMap { scalar in
      switch scalar.value {
      case 0..<0x60: scalar
      case 0x60, 0xB4, 0x2018...0x201B, 0x2032, 0x2035, 0x02B9, 0x02BB...0x02BD, 0x05F3, 0xFF07, 0xA78C: "'"
      case 0x201C...0x201F, 0x2033, 0x2036, 0x05F4, 0xAB, 0xBB, 0xFF02: "\""
      case 0x2010...0x2015, 0x2212, 0x2043, 0xFE58, 0xFE63, 0xFF0D, 0x05BE: "-"
      case 0x0640: nil
      default: scalar
      }
    }
  }

  /// Dashes and slashes part words; other punctuation simply goes.
  private static func withoutPunctuation(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    collapsed(
      scalars.compactMap { scalar in
        if scalar == "-" || scalar == "/" { return " " }
        return isPunctuation(scalar) ? nil : scalar
      })
  }

  static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 {
      switch scalar.value {
      case 0x21...0x23, 0x25...0x2A, 0x2C...0x2F, 0x3A, 0x3B, 0x3F, 0x40, 0x5B...0x5D, 0x5F, 0x7B, 0x7D: return true
      default: return false
      }
    }
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      return true
    default: return false
    }
  }
}

/// Overlooking upper and lower case, as Unicode's case folding does but for ß, which stays apart from ss: a spelling test
/// must tell them apart. ẞ folds to ß, Σ and ς to σ, İ to i with a dot (to i in Turkish, where I folds to ı).
enum CaseFolding {
  static func fold(_ scalars: [Unicode.Scalar], turkic: Bool) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    result.reserveCapacity(scalars.count)
    for scalar in scalars {
      switch scalar.value {
      case 0x41...0x5A:
        result.append(turkic && scalar == "I" ? "\u{131}" : Unicode.Scalar(UInt8(scalar.value | 0x20)))
      case 0..<0x80: result.append(scalar)
      case 0x130 where turkic: result.append("i")
      case 0x3C2: result.append("\u{3C3}")
      case 0x17F: result.append("s")
      case 0xB5: result.append("\u{3BC}")
      default: result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    return result
  }

  /// The text in capitals, where a candidate wrote in capitals alone: "STRASSE" is how Straße is written then, and
  /// "ΑΘΗΝΑ" loses its accent. `nil` where it has small letters.
  static func capitals(_ listed: [Unicode.Scalar], like response: [Unicode.Scalar], turkic: Bool) -> [Unicode.Scalar]? {
    guard response.contains(where: { $0.properties.isUppercase }),
      !response.contains(where: { $0.properties.isLowercase })
    else { return nil }
    var upper: [Unicode.Scalar] = []
    for scalar in listed {
      if turkic, scalar == "i" {
        upper.append("\u{130}")
      } else {
        upper.append(contentsOf: scalar.properties.uppercaseMapping.unicodeScalars)
      }
    }
    let isGreek = listed.contains { (0x370...0x3FF).contains($0.value) || (0x1F00...0x1FFF).contains($0.value) }
    return isGreek ? AccentFolding.fold(upper) : upper
  }
}

/// Overlooking accents: marks on Latin, Greek and Cyrillic letters, Hebrew points, Arabic vowel signs and hamzas. Marks
/// that make another letter stay: those of Indic scripts, Thai, Japanese, and й. Letters that Unicode does not take apart
/// fold as people write them without the key: ß ss, æ ae, œ oe, ø o, ł l, đ d, ð d, þ th, ı i, ħ h, ŧ t, ŋ n.
enum AccentFolding {
  static func fold(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    if scalars.allSatisfy({ $0.value < 0x80 }) { return scalars }
    var result: [Unicode.Scalar] = []
    for scalar in String(String.UnicodeScalarView(scalars))._nfd {
      if scalar.value < 0x80 {
        result.append(scalar)
      } else if scalar == "\u{306}", result.last == "и" || result.last == "И" {
        result.append(scalar)
      } else if !isAccent(scalar) {
        if let plain = letters[scalar] {
          result.append(contentsOf: plain.unicodeScalars)
        } else {
          result.append(scalar)
        }
      }
    }
    return Array(String(String.UnicodeScalarView(result))._nfc)
  }

  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x483...0x487, 0x591...0x5BD, 0x5BF...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670, 0x6D6...0x6DC,
      0x6DF...0x6E8, 0x6EA...0x6ED, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F:
      true
    default: false
    }
  }

  private static let letters: [Unicode.Scalar: String] = [
    "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d",
    "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "TH", "ı": "i", "ħ": "h", "Ħ": "H", "ŧ": "t", "Ŧ": "T", "ŋ": "n",
    "Ŋ": "N",
  ]
}

/// Leading articles by language.
enum Articles {
  private static let table: [String: [String]] = [
    "en": ["the", "a", "an"],
    "fr": ["le", "la", "les", "un", "une", "des", "l'"],
    "de": ["der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "eines"],
    "es": ["el", "la", "los", "las", "lo", "un", "una", "unos", "unas"],
    "it": ["il", "lo", "la", "i", "gli", "le", "un", "uno", "una", "l'", "un'"],
    "pt": ["o", "a", "os", "as", "um", "uma", "uns", "umas"],
    "ca": ["el", "la", "els", "les", "un", "una", "uns", "unes", "l'"],
    "nl": ["de", "het", "een", "'t", "'n"],
    "el": ["ο", "η", "το", "οι", "τα", "τον", "την", "τη", "του", "της", "ένας", "ενας", "μία", "μια", "ένα", "ενα"],
    "sv": ["en", "ett"], "da": ["en", "et"], "nb": ["en", "ei", "et"], "no": ["en", "ei", "et"],
    "nn": ["ein", "ei", "eit"],
    "ro": ["un", "o"], "hu": ["a", "az", "egy"], "ga": ["an", "na"], "cy": ["y", "yr"],
  ]

  /// The text without its article; a text that is nothing but an article stays.
  static func strip(_ scalars: [Unicode.Scalar], language: String) -> [Unicode.Scalar] {
    if language == "ar" {
      let attached: [Unicode.Scalar] = ["\u{627}", "\u{644}"]
      return scalars.count > 4 && scalars.starts(with: attached) ? Array(scalars.dropFirst(2)) : scalars
    }
    guard let articles = table[language] else { return scalars }
    let head = CaseFolding.fold(Array(scalars.prefix(6)), turkic: false)
    for article in articles {
      let letters = Array(article.unicodeScalars)
      guard head.starts(with: letters), scalars.count > letters.count else { continue }
      if letters.last == "'" { return Array(Normalisation.collapsed(Array(scalars.dropFirst(letters.count)))) }
      if scalars[letters.count] == " " { return Array(scalars.dropFirst(letters.count + 1)) }
    }
    return scalars
  }
}
