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
      // A folder of one's own has them beside its lists.
      let counts = WordCounts(folder == Self.folder ? WordCounts.file : "\(folder)/cntlist.rev")
      var before = Suggestions.ownLevel
      let own = ["gb": "british", "ca": "canadian", "au": "australian"][country] ?? "american"
      for size in sizes {
        for kind in ["words", "upper", "proper-names", "contractions"] {
          for variety in ["english", own] {
            let path = "\(folder)/scowl/\(variety)-\(kind).\(size)"
            add(path, isLatin1: true, to: &words) { word in
              // Within its class a word that is more used comes first, but never before a class of more usual ones.
              size - min(counts?.usualness(word) ?? 0, size - before - 1)
            }
          }
        }
        before = size
      }
      if words.count > 0 { return (WordIndex(words), counts == nil ? "scowl" : "scowl, WordNet's counts") }
    }
    let lists = [
      "en": ["gb": "british-english", "ca": "canadian-english"][country] ?? "american-english", "fr": "french",
      "de": "ngerman", "es": "spanish", "it": "italian", "pt": country == "br" ? "brazilian" : "portuguese",
      "nl": "dutch", "sv": "swedish", "da": "danish", "pl": "polish", "uk": "ukrainian", "fo": "faroese",
    ]
    if let list = lists[base] {
      add("\(folder)/\(list)", isLatin1: false, to: &words) { _ in unknownLevel }
      if words.count > 0 { return (WordIndex(words), list) }
    }
    guard let dictionary else { return nil }
    add(dictionary.wordFile, isLatin1: dictionary.isLatin1, isDictionary: true, to: &words) { _ in unknownLevel }
    return words.count > 0 ? (WordIndex(words), dictionary.name) : nil
  }

  /// Adds the lines of a file, each at its level. In a dictionary of hunspell's the first is a count, and what follows a slash or a tab is how
  /// the word is inflected.
  private static func add(
    _ path: String, isLatin1: Bool, isDictionary: Bool = false, to words: inout WordIndex.Builder,
    level: ([UInt8]) -> UInt8
  ) {
    var word: [UInt8] = []
    var isOver = false
    _ = FileBytes.read(path) { bytes in
      for byte in bytes {
        switch byte {
        case 0x0A:
          if isOffered(word) { words.add(word, level: level(word)) }
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
  }

  /// Whether a line is worth a suggestion: no single letter, nothing with a digit, no possessive ("Ottawa's"), which would
  /// take the place of another word.
  private static func isOffered(_ word: [UInt8]) -> Bool {
    word.count > 1 && word.suffix(2) != [0x27, 0x73] && !word.contains { $0 &- 0x30 < 10 }
  }
}
