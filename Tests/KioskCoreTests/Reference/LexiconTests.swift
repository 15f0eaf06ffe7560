import KioskPage
import Testing

@testable import KioskReference

@Suite("Dictionaries in dictd's format")
struct LexiconTests {
  @Test("every entry is found, plain and in pieces of any length", arguments: [nil, 7, 100, 60_000])
  func everyEntryIsFound(pieces: Int?) throws {
    let fixture = DictionaryFixture()
    for all in [false, true] {
      fixture.add("little", DictionaryFixture.entries, allCharacters: all, pieces: pieces)
      let lexicon = try Lexicon("little", in: fixture.folder)
      for (word, text) in DictionaryFixture.entries {
        let found = try lexicon.entries(of: word)
        #expect(found.map { $0.headword.lowercased() } == [word.lowercased()])
        #expect(found.first?.lines == EntryText.lines(Array(text.utf8), headword: word))
      }
      #expect(lexicon.title == "The Little Dictionary")
      #expect(try lexicon.entries(of: "00-database-short").isEmpty)
      for word in ["", " ", "knigh", "knights", "zebras", "0", "\u{0}", "é"] {
        #expect(try lexicon.entries(of: word).isEmpty)
      }
    }
  }

  @Test func caseAndSpacesDoNotCountAndPunctuationOnlyWhereTheFileSaysSo() throws {
    let fixture = DictionaryFixture()
    fixture.add("loose", DictionaryFixture.entries)
    fixture.add("strict", DictionaryFixture.entries, allCharacters: true)
    let loose = try Lexicon("loose", in: fixture.folder)
    let strict = try Lexicon("strict", in: fixture.folder)
    for word in ["ICE CREAM", "  ice   Cream "] {
      #expect(try loose.entries(of: word).count == 1)
      #expect(try strict.entries(of: word).count == 1)
    }
    #expect(try loose.entries(of: "knight!").count == 1)
    #expect(try strict.entries(of: "knight!").isEmpty)
  }

  @Test func sensesBecomeParagraphsWithTheirLinks() throws {
    let knight = EntryText.lines(Array(DictionaryFixture.entries[0].1.utf8), headword: "knight")
    #expect(
      knight.map(\.text) == [
        "noun 1: originally a person of noble birth trained to arms and chivalry; today in Great Britain a person "
          + "honored by the sovereign for personal merit",
        "2: a chessman shaped to resemble the head of a horse; can move two squares horizontally and one vertically "
          + "(or vice versa) [syn: {knight}, {horse}]",
        "verb 1: raise (someone) to knighthood; \"The Beatles were knighted\" [syn: {knight}, {dub}]",
      ])
    let cream = EntryText.lines(Array(DictionaryFixture.entries[1].1.utf8), headword: "Ice cream")
    #expect(cream.map(\.indent) == [0, 2, 2])
    #expect(cream[1].links == ["Knights of St. John of Jerusalem", "dub"])
    #expect(cream[2].text == "2. Another kind.")
    #expect(EntryText.lines(Array("zebra\n    n : striped\n".utf8), headword: "zebra").map(\.text) == ["noun: striped"])
  }

  /// A sense whose last row is full looks as if it went on.
  @Test func aSenseThatEndsWithItsRowIsNotJoinedToTheNext() {
    let row = "    n 1: " + String(repeating: "word ", count: 11)
    let full = "thing\n" + row + "words\n    2: another sense\n"
    #expect(EntryText.lines(Array(full.utf8), headword: "thing").map(\.text).last == "2: another sense")
  }

  @Test func aWordIsFoundByWhatItIsAFormOf() {
    let fixture = DictionaryFixture()
    fixture.add("wn", DictionaryFixture.entries, allCharacters: true)
    let shelf = Bookshelf(folder: fixture.folder)
    for (word, base) in [
      ("Knights", "knight"), ("ice-cream", "Ice cream"), ("Ice-Creams", "Ice cream"), ("zèbra", "zebra"),
      ("New   York", "New York"),
    ] {
      #expect(shelf.lines(on: word).contains(PageLine(.word, base)), "\(word)")
    }
    #expect(shelf.lines(on: "knightish").isEmpty)
  }

  @Test func sourcesAreNamedWordNetFirst() {
    let fixture = DictionaryFixture()
    for name in ["aaa", "gcide", "wn"] { fixture.add(name, DictionaryFixture.entries, pieces: 50) }
    let shelf = Bookshelf(folder: fixture.folder)
    let sources = shelf.lines(on: "zebra").filter { $0.kind == .source }.map(\.text)
    #expect(sources == ["WordNet", "GCIDE, after Webster 1913", "The Little Dictionary"])
  }

  @Test func nearSpellingsComeNearestFirst() {
    let fixture = DictionaryFixture()
    let words = ["canada", "canyon", "candy", "panda", "cannot", "zebra"].map { ($0, "\($0)\n") }
    fixture.add("wn", words, allCharacters: true)
    let shelf = Bookshelf(folder: fixture.folder)
    #expect(shelf.words(near: "canda") == ["canada", "candy", "panda"])
    #expect(shelf.words(near: "cnaada").first == "canada")
    #expect(shelf.words(near: "qqqqqq").isEmpty)
    #expect(shelf.words(near: "").isEmpty)
    #expect(shelf.words(near: String(repeating: "a", count: 5000)).isEmpty)
  }

  @Test func aFolderWithoutDictionariesHasNone() {
    #expect(Bookshelf(folder: "/nonexistent").lexicons.isEmpty)
    #expect(!Bookshelf.has("wn", in: DictionaryFixture().folder))
  }
}
