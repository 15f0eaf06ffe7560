import KioskPage
import KioskReference
import KioskWords

/// What is known of words: the dictionaries in dictd's format that the system has, opened when a word is first looked up.
final class LookUp {
  /// How many near spellings are told.
  private static let mostNear = 6

  private let folder: String
  private let isEnglish: Bool
  private lazy var shelf = Bookshelf(folder: folder)

  /// Looks words of `language` up in the dictionaries of `folder`.
  init(language: String, folder: String) {
    self.folder = folder
    isEnglish = language.lowercased().hasPrefix("en")
  }

  /// What is lacking, with what to do about it; `nil`: nothing. Only English has a package that is always the one to name.
  var missing: String? {
    isEnglish && !Bookshelf.has("wn", in: folder) ? "WordNet is not installed: apt install dict-wn" : nil
  }

  /// What is known of `headword`, a `PageLine` each, and words much like it where that is nothing: the speller's guesses
  /// first, then what stands near it in the dictionaries.
  func define(_ headword: String, _ dictionary: SpellingDictionary?) -> (lines: [String], near: [String]) {
    var lines = shelf.lines(on: headword)
    var near: [String] = []
    if !lines.contains(where: { $0.kind == .word }) {
      let guesses = (dictionary?.near(headword) ?? []).prefix(LookUp.mostNear / 2)
      for word in guesses + shelf.words(near: headword)
      where !near.contains(where: { $0.lowercased() == word.lowercased() }) {
        near.append(word)
      }
    }
    if let missing { lines.append(PageLine(.note, missing)) }
    return (lines.map(\.wire), Array(near.prefix(LookUp.mostNear)))
  }
}
