/// What goes on like a text: the one place that ranks what is offered while typing.
///
/// Names (an exam's vocabulary, a gazetteer's) come first, then the user's own words, then the words of a language by how
/// usual they are; among equals the shorter first.
public struct Suggestions: Sendable {
  /// How many are offered.
  public static let most = 3
  /// The levels of names and of the user's own words; a language's begin behind them.
  public static let nameLevel: UInt8 = 0
  /// Behind names.
  public static let ownLevel: UInt8 = 1
  /// A name of more words than this is only offered from its last ones on.
  private static let mostWords = 4
  private static let candidates = 12

  private let language: WordIndex
  private var names = WordIndex.Builder()
  private var nameIndex: WordIndex?
  private var known: Set<[UInt8]> = []

  /// Over the words of a language.
  public init(_ language: WordIndex) { self.language = language }

  /// Adds names, or the user's own words.
  public mutating func add(_ added: [String], own: Bool) {
    for name in added {
      let name = name.utf8.count > 255 ? "" : name
      names.add(name, level: own ? Self.ownLevel : Self.nameLevel)
      for range in TextWords.ranges(in: name) { known.insert(Folding.key(TextWords.slice(name, range))) }
    }
    nameIndex = nil
  }

  /// Whether `word` is one of the names', or the user's own.
  public func knows(_ word: String) -> Bool { !known.isEmpty && known.contains(Folding.key(word)) }

  /// What goes on like the end of `text`, and how many bytes of it are replaced. `isRight` is asked about words of the
  /// language only: what is called misspelt is not offered.
  public mutating func find(for text: String, isRight: (String) -> Bool = { _ in true }) -> (
    taken: Int, words: [String]
  ) {
    let names = index()
    let utf8 = text.utf8.count
    let piece = TextWords.window(text, max(0, utf8 - 4 * TextWords.longest)..<utf8)
    let ranges = TextWords.ranges(in: piece.text)
    // A single letter is no word of its own, but begins one.
    guard let last = piece.text.utf8.last, last != 0x20, last != 0x0A else { return (0, []) }
    let whole = Array(piece.text.utf8)
    for range in ranges.suffix(Self.mostWords) where range.upperBound < whole.count {
      let tail = Array(whole[range.lowerBound...])
      let found = names.words(beginningWith: Folding.key(tail), limit: Self.most + 1).map(\.word)
        .filter { Array($0.utf8) != tail }
      if !found.isEmpty { return (tail.count, Array(found.prefix(Self.most))) }
    }
    guard let word = ranges.last, word.upperBound == whole.count else { return (0, []) }
    let typed = String(decoding: whole[word], as: UTF8.self)
    let key = Folding.key(typed)
    guard key.count >= 2 else { return (0, []) }
    let found =
      (names.words(beginningWith: key, limit: Self.most + 1).map { ($0, true) }
      + language.words(beginningWith: key, limit: Self.candidates).map { ($0, false) })
      .enumerated().sorted { ($0.element.0.rank, $0.offset) < ($1.element.0.rank, $1.offset) }
    var words: [String] = []
    for (_, (candidate, isName)) in found where words.count < Self.most {
      let shown = isName ? candidate.word : Self.cased(candidate.word, like: typed)
      guard shown != typed, !words.contains(shown), isName || isRight(shown) else { continue }
      words.append(shown)
    }
    return (word.count, words)
  }

  private mutating func index() -> WordIndex {
    if let nameIndex { return nameIndex }
    let made = WordIndex(names)
    nameIndex = made
    return made
  }

  /// With a capital where one was typed.
  package static func cased(_ word: String, like typed: String) -> String {
    guard let first = typed.unicodeScalars.first, first.properties.isUppercase,
      let own = word.unicodeScalars.first, own.properties.isLowercase
    else { return word }
    return own.properties.uppercaseMapping + String(String.UnicodeScalarView(word.unicodeScalars.dropFirst()))
  }
}
