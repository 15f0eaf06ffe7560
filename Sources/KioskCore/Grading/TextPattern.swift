/// A listed answer made ready to be compared: `*` stands for any run of characters, `\*` is an asterisk.
struct TextPattern {
  /// A private code point (U+10FFFD) stands for `*` while the text is normalised.
  private static let star: Unicode.Scalar = "\u{10FFFD}"

  private let scalars: [Unicode.Scalar]
  private let isPlain: Bool
  private let isTurkic: Bool

  /// Normalises one wording.
  init(_ listed: String, _ rules: Normalisation) {
    var marked = String.UnicodeScalarView()
    var afterBackslash = false
    var hasStar = false
    for scalar in listed.unicodeScalars {
      if scalar == "*" {
        if afterBackslash { marked.removeLast() }
        hasStar = hasStar || !afterBackslash
        marked.append(afterBackslash ? "*" : Self.star)
      } else {
        marked.append(scalar)
      }
      afterBackslash = scalar == "\\"
    }
    scalars = rules.scalars(of: String(marked))
    isPlain = !hasStar
    isTurkic = rules.isTurkic
  }

  /// Whether a normalised response is this answer.
  func matches(_ response: [Unicode.Scalar]) -> Bool { isPlain ? scalars == response : matchesRun(response) }

  /// Whether the response, written in capitals alone, is this answer in capitals.
  func matchesCapitals(_ response: [Unicode.Scalar]) -> Bool {
    guard isPlain, let upper = CaseFolding.capitals(scalars, like: response, turkic: isTurkic) else { return false }
    return upper == response
  }

  /// Goes back to the last star only: at most pattern × response steps, however many stars there are.
  private func matchesRun(_ response: [Unicode.Scalar]) -> Bool {
    var at = 0
    var from = 0
    var star: (pattern: Int, response: Int)?
    while from < response.count {
      if at < scalars.count, scalars[at] == Self.star {
        star = (at, from)
        at += 1
      } else if at < scalars.count, scalars[at] == response[from] {
        at += 1
        from += 1
      } else if let last = star {
        star = (last.pattern, last.response + 1)
        at = last.pattern + 1
        from = last.response + 1
      } else {
        return false
      }
    }
    while at < scalars.count, scalars[at] == Self.star { at += 1 }
    return at == scalars.count
  }
}
