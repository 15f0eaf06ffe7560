import CHunspell
import Glibc
import KioskWords

/// The words of a language to offer while typing, from what the system has.
enum WordList {
  /// Where Debian's word lists are.
  static let folder = "/usr/share/dict"
  /// What a word counts as of which nothing is known: behind the usual ones of scowl, before its rare ones.
  private static let unknownLevel: UInt8 = 60
  /// The size classes of scowl that are offered: the larger hold words that are more often a slip than meant.
  private static let sizes: [UInt8] = [10, 20, 35, 40, 50, 55, 60, 70]

  /// What was found, and how it is called: "scowl".
  static func load(_ language: String, in folder: String, _ dictionary: SpellingDictionary?) -> (WordIndex, String)? {
    let parts = language.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    let base = parts.first ?? ""
    let country = parts.count > 1 ? parts[1] : ""
    var words = WordIndex.Builder()
    if base == "en" {
      let own = ["gb": "british", "ca": "canadian", "au": "australian"][country] ?? "american"
      for size in sizes {
        for kind in ["words", "upper", "proper-names", "contractions"] {
          for variety in ["english", own] {
            add("\(folder)/scowl/\(variety)-\(kind).\(size)", isLatin1: true, level: size, to: &words)
          }
        }
      }
      if words.count > 0 { return (WordIndex(words), "scowl") }
    }
    let lists = [
      "en": ["gb": "british-english", "ca": "canadian-english"][country] ?? "american-english", "fr": "french",
      "de": "ngerman", "es": "spanish", "it": "italian", "pt": country == "br" ? "brazilian" : "portuguese",
      "nl": "dutch", "sv": "swedish", "da": "danish", "pl": "polish", "uk": "ukrainian", "fo": "faroese",
    ]
    if let list = lists[base] {
      add("\(folder)/\(list)", isLatin1: false, level: unknownLevel, to: &words)
      if words.count > 0 { return (WordIndex(words), list) }
    }
    guard let dictionary else { return nil }
    add(dictionary.wordFile, isLatin1: dictionary.isLatin1, level: unknownLevel, to: &words, isDictionary: true)
    return words.count > 0 ? (WordIndex(words), dictionary.name) : nil
  }

  /// Adds the lines of a file. In a dictionary of hunspell's the first is a count, and what follows a slash or a tab is how
  /// the word is inflected.
  private static func add(
    _ path: String, isLatin1: Bool, level: UInt8, to words: inout WordIndex.Builder, isDictionary: Bool = false
  ) {
    guard let bytes = contents(path) else { return }
    var word: [UInt8] = []
    var isOver = false
    for byte in bytes {
      switch byte {
      case 0x0A:
        if isOffered(word) { words.add(word, level: level) }
        word.removeAll(keepingCapacity: true)
        isOver = false
      case 0x2F, 0x09: if isDictionary { isOver = true } else { word.append(byte) }
      case 0x0D: break
      case 0x80... where isLatin1 && !isOver:
        word.append(0xC0 | byte >> 6)
        word.append(0x80 | byte & 0x3F)
      default: if !isOver { word.append(byte) }
      }
    }
  }

  /// Whether a line is worth a suggestion: no single letter, nothing with a digit, no possessive ("Ottawa's"), which would
  /// take the place of another word.
  private static func isOffered(_ word: [UInt8]) -> Bool {
    word.count > 1 && word.suffix(2) != [0x27, 0x73] && !word.contains { $0 &- 0x30 < 10 }
  }

  /// The bytes of a file; `nil` where it cannot be read.
  static func contents(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes.append(contentsOf: buffer[..<count])
    }
  }
}
