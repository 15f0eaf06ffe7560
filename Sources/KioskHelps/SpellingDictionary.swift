import CHunspell
import Glibc

/// A dictionary of hunspell's, as the system has it.
final class SpellingDictionary {
  /// Where Debian's packages, and LibreOffice's and Mozilla's before them, put dictionaries.
  static let folders = ["/usr/share/hunspell", "/usr/share/myspell/dicts"]

  /// How it is called: "en_GB".
  let name: String
  /// Its file of words.
  let wordFile: String
  private let handle: OpaquePointer
  /// Whether its own bytes are not UTF-8: then nothing but Latin-1 can be asked.
  let isLatin1: Bool

  /// The dictionary of `language`, a tag such as "en-GB", in the first of `folders` that has it; `nil`: none has.
  init?(language: String, folders: [String]) {
    guard let found = Self.find(language, folders),
      let handle = Hunspell_create(found.path + ".aff", found.path + ".dic")
    else { return nil }
    name = found.name
    wordFile = found.path + ".dic"
    self.handle = handle
    let encoding = Hunspell_get_dic_encoding(handle).map { String(cString: $0).uppercased() } ?? ""
    isLatin1 = encoding.hasPrefix("ISO8859-1") || encoding.hasPrefix("ISO-8859-1")
  }

  deinit { Hunspell_destroy(handle) }

  /// Whether `word` is spelt right. What this dictionary cannot write it cannot call wrong.
  func isRight(_ word: String) -> Bool {
    guard let bytes = encoded(word) else { return true }
    return Hunspell_spell(handle, bytes) != 0
  }

  /// What may have been meant, likeliest first.
  func near(_ word: String) -> [String] {
    guard let bytes = encoded(word) else { return [] }
    var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = Hunspell_suggest(handle, &list, bytes)
    defer { Hunspell_free_list(handle, &list, count) }
    guard let list, count > 0 else { return [] }
    return (0..<Int(count)).compactMap { index in list[index].flatMap(decoded) }
  }

  /// The package that brings a dictionary of `language` on Debian.
  static func package(of language: String) -> String {
    let tag = String(language.lowercased().map { $0 == "_" ? "-" : $0 })
    let usual = [
      "en": "en-us", "de": "de-de", "pt": "pt-pt", "nb": "no", "nn": "no", "fr-ca": "fr", "fr-fr": "fr", "fr-be": "fr",
      "fr-ch": "fr", "de-de": "de-de", "de-at": "de-at", "de-ch": "de-ch", "en-us": "en-us", "en-gb": "en-gb",
      "en-ca": "en-ca", "en-au": "en-au", "en-za": "en-za", "pt-br": "pt-br", "pt-pt": "pt-pt",
    ]
    return "hunspell-" + (usual[tag] ?? String(tag.prefix { $0 != "-" }))
  }

  private static func find(_ language: String, _ folders: [String]) -> (path: String, name: String)? {
    let parts = language.split { $0 == "-" || $0 == "_" }.map(String.init)
    guard let base = parts.first?.lowercased(), isLetters(base) else { return nil }
    var names: [String] = []
    if parts.count > 1, isLetters(parts[1]) {
      names.append("\(base)_\(parts[1].uppercased())")
    } else if let country = ["en": "US", "pt": "PT"][base] {
      names.append("\(base)_\(country)")
    }
    // Without a country, and where its own is not installed, the language's.
    names += [base, "\(base)_\(base.uppercased())"]
    for name in names {
      for folder in folders where isThere("\(folder)/\(name)") { return ("\(folder)/\(name)", name) }
    }
    return nil
  }

  private static func isThere(_ path: String) -> Bool {
    access(path + ".dic", R_OK) == 0 && access(path + ".aff", R_OK) == 0
  }

  private static func isLetters(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 8 && text.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 }
  }

  private func encoded(_ word: String) -> [CChar]? {
    guard isLatin1 else { return Array(word.utf8CString) }
    var bytes: [CChar] = []
    for scalar in word.unicodeScalars {
      // A typographic apostrophe is none of Latin-1's, but means the plain one.
      let value = scalar.value == 0x2019 ? 0x27 : scalar.value
      guard value < 0x100 else { return nil }
      bytes.append(CChar(bitPattern: UInt8(truncatingIfNeeded: value)))
    }
    return bytes + [0]
  }

  private func decoded(_ text: UnsafeMutablePointer<CChar>) -> String? {
    guard isLatin1 else { return String(validatingCString: text) }
    var word = ""
    var at = text
    while at.pointee != 0 {
      word.unicodeScalars.append(Unicode.Scalar(UInt8(bitPattern: at.pointee)))
      at += 1
    }
    return word
  }
}
