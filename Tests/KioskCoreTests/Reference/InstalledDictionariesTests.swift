import KioskPage
import Testing

@testable import KioskReference

/// WordNet as Debian packages it, where it is installed.
@Suite(
  "WordNet as installed",
  .enabled(if: Bookshelf.isThere(Bookshelf.folder + "/wn.index"), "needs WordNet: apt install dict-wn"))
struct InstalledDictionariesTests {
  private let shelf = Bookshelf()

  private func page(_ word: String) -> [PageLine] {
    let lines = shelf.lines(on: word)
    let start = lines.firstIndex { $0 == PageLine(.source, "WordNet") }
    return Array(lines[(start ?? lines.endIndex)...].dropFirst().prefix { $0.kind != .source })
  }

  @Test func aWordIsDefinedWithItsLinks() throws {
    #expect(shelf.faults.isEmpty)
    let knight = page("knight")
    #expect(knight.first == PageLine(.word, "knight"))
    #expect(knight.count == 4)
    #expect(knight[1].text.hasPrefix("noun 1: originally a person of noble birth trained to arms and chivalry;"))
    #expect(knight[3].links == ["knight", "dub"])
    #expect(page("New York").contains { $0.text.contains("the largest city in New York State") })
  }

  /// The first, the last and one of each two hundred headwords of the index, and what their entries link to, are found.
  @Test func headwordsFromAllOverTheIndexAreFound() throws {
    let file = try MappedFile(Bookshelf.folder + "/wn.index")
    let lines = file.bytes.split(separator: 0x0A)
    #expect(lines.count > 140_000)
    let lexicon = try Lexicon("wn", in: Bookshelf.folder)
    for line in [lines[0], lines[lines.count - 1]] + stride(from: 0, to: lines.count, by: 200).map({ lines[$0] }) {
      let word = String(decoding: line.prefix { $0 != 0x09 }, as: UTF8.self)
      guard !word.hasPrefix("00-") else { continue }
      let entries = try lexicon.entries(of: word)
      #expect(entries.contains { $0.headword.lowercased() == word && !$0.lines.isEmpty }, "\(word)")
    }
    var missing = 0
    let links = page("run").flatMap(\.links)
    for link in links where try lexicon.entries(of: link).isEmpty { missing += 1 }
    #expect(links.count > 60 && missing == 0)
  }

  @Test func nearSpellingsOfAMisspeltWord() {
    #expect(shelf.words(near: "kaleidoscpe").first == "kaleidoscope")
    #expect(shelf.words(near: "rythm").first == "rhythm")
  }
}
