@_spi(_Unicode) import Swift

/// The ways a word may stand in a dictionary that does not list it as it was written.
enum WordForms {
  /// WordNet's own rules of detachment (morphy(7WN)), for dictionaries that list "knight" and not "knights".
  private static let endings: [(String, String)] = [
    ("ches", "ch"), ("shes", "sh"), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ies", "y"), ("men", "man"), ("s", ""),
    ("es", "e"), ("es", ""), ("ied", "y"), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""), ("er", ""), ("est", ""),
    ("er", "e"), ("est", "e"),
  ]

  /// In the order they are tried, the word itself first.
  static func of(_ word: String) -> [String] {
    var forms = [word]
    func add(_ form: String) {
      if form.utf8.count > 1, !forms.contains(form) { forms.append(form) }
    }
    // "ice-cream", "café".
    add(word.split(separator: "-").joined(separator: " "))
    add(word.split(separator: "-").joined())
    add(withoutAccents(word))
    for form in forms { for base in bases(of: form.lowercased()) { add(base) } }
    return forms
  }

  private static func bases(of word: String) -> [String] {
    var bases: [String] = []
    for (ending, base) in endings where word.hasSuffix(ending) && word.count > ending.count + 1 {
      let stem = String(word.dropLast(ending.count))
      bases.append(stem + base)
      // "running", "stopped".
      let last = stem.suffix(2)
      if base.isEmpty, ending != "s", last.count == 2, last.first == last.last { bases.append(String(stem.dropLast())) }
    }
    return bases
  }

  private static func withoutAccents(_ word: String) -> String {
    if word.utf8.allSatisfy({ $0 < 0x80 }) { return word }
    var plain = String.UnicodeScalarView()
    for scalar in word._nfd where !(0x300...0x36F).contains(scalar.value) { plain.append(scalar) }
    return String(plain)
  }
}
