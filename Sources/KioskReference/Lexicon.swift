import KioskPage

/// One dictionary in dictd's format: `NAME.index` and `NAME.dict` or `NAME.dict.dz`.
public final class Lexicon {
  /// One entry.
  struct Entry: Equatable {
    let headword: String
    let lines: [PageLine]
  }

  /// Its file name: "wn".
  public let name: String
  /// What it calls itself, or is commonly called.
  public let title: String
  private let index: HeadwordIndex
  private let text: DictzipFile

  /// No look-up gives more entries of one dictionary.
  static let mostEntries = 12

  /// Opens `name` in `folder`.
  public init(_ name: String, in folder: String) throws(ReferenceFault) {
    self.name = name
    index = try HeadwordIndex("\(folder)/\(name).index")
    let compressed = "\(folder)/\(name).dict.dz"
    text = try DictzipFile(Bookshelf.isThere(compressed) ? compressed : "\(folder)/\(name).dict")
    title = Lexicon.titles[name] ?? Lexicon.readTitle(index, text) ?? name
  }

  /// What the common ones are called, in fewer words than they say themselves.
  private static let titles = [
    "wn": "WordNet", "gcide": "GCIDE, after Webster 1913", "foldoc": "Dictionary of Computing (FOLDOC)",
    "devil": "The Devil's Dictionary", "jargon": "The Jargon File", "vera": "Acronyms (V.E.R.A.)",
    "moby-thesaurus": "Moby Thesaurus", "elements": "The Elements",
  ]

  private static func readTitle(_ index: HeadwordIndex, _ text: DictzipFile) -> String? {
    for word in ["00-database-short", "00databaseshort"] {
      guard let place = try? index.places(of: word).first,
        let bytes = try? text.read(at: place.offset, length: place.length)
      else { continue }
      if let title = EntryText.title(bytes) { return title }
    }
    return nil
  }

  /// The entries under `word`; none where it is no headword.
  func entries(of word: String) throws(ReferenceFault) -> [Entry] {
    var entries: [Entry] = []
    var read: [HeadwordIndex.Place] = []
    for place in try index.places(of: word) where !Lexicon.isAboutItself(place.headword) {
      guard entries.count < Lexicon.mostEntries,
        !read.contains(where: { $0.offset == place.offset && $0.length == place.length })
      else { continue }
      read.append(place)
      let bytes = try text.read(at: place.offset, length: place.length)
      let headword = EntryText.heading(bytes, of: place.headword)
      entries.append(Entry(headword: headword, lines: EntryText.lines(bytes, headword: headword)))
    }
    return entries
  }

  /// Headwords much like `word`, the nearest first.
  func words(near word: String, limit: Int) -> [String] {
    index.headwords(near: word, limit: limit).filter { !Lexicon.isAboutItself($0) }
  }

  private static func isAboutItself(_ headword: String) -> Bool {
    headword.hasPrefix("00-database") || headword.hasPrefix("00database") || headword.hasPrefix("00-")
  }
}
