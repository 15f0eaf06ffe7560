import KioskPage
import SittingScript
import Testing

@testable import KioskReference

@Suite("Dictionaries that are damaged")
struct DamagedDictionaryTests {
  /// What a look-up of `word` ends with.
  private func fault(_ fixture: DictionaryFixture, _ word: String = "knight") -> String {
    do throws(ReferenceFault) {
      _ = try Lexicon("bad", in: fixture.folder).entries(of: word)
      return ""
    } catch {
      return error.what
    }
  }

  @Test func eachDamageIsToldApart() {
    let fixture = DictionaryFixture()
    let text = Array("knight\n    n : a man\n".utf8)
    func index(_ line: String) { fixture.write("bad.index", Array((line + "\n").utf8)) }
    index("knight\tA\tV")
    #expect(fault(fixture) == "cannot be opened (No such file or directory)")
    fixture.write("bad.dict", text)
    #expect(fault(fixture) == "")
    for line in ["knight", "knight\tA", "knight\t?\tV", "knight\tA\t", "knight\tAAAAAAAAAAAAA\tV"] {
      index(line)
      #expect(fault(fixture) == "is damaged: at byte 0 is no entry", "\(line)")
    }
    index("knight\tZZZ\tV")
    #expect(fault(fixture) == "has no entry at byte 104025")
    index("knight\tA\t///////")
    #expect(fault(fixture) == "has no entry at byte 0")
    index(String(repeating: "k", count: 10_000) + "\tA\tV")
    #expect(fault(fixture).hasPrefix("has a line that is too long"))
    fixture.write("bad.index", [])
    #expect(fault(fixture) == "is empty")
  }

  @Test func aCompressedTextThatIsNoneIsToldFromOneOfGzip() {
    let fixture = DictionaryFixture()
    fixture.add("bad", DictionaryFixture.entries, pieces: 40)
    #expect(fault(fixture) == "")
    let whole = DictionaryFixture.compressed(Array(repeating: 0x61, count: 400), 40)
    func with(_ change: (inout [UInt8]) -> Void) -> String {
      var bytes = whole
      change(&bytes)
      fixture.write("bad.dict.dz", bytes)
      return fault(fixture)
    }
    #expect(with { $0 = Array("plain text".utf8) } == "is not compressed by dictzip")
    #expect(with { $0[3] = 0 } == "is gzip but not dictzip: it cannot be read in pieces")
    #expect(with { $0 = Array($0.prefix(8)) } == "its header is cut short")
    #expect(with { $0[16] = 9 } == "is of a version of dictzip that is not known")
    #expect(with { $0[12] = 0x53 } == "has no table of pieces that dictzip writes")
    #expect(with { $0 = Array($0.prefix(120)) } == "its compressed text is cut short")
    // The header of the second piece's only block: there is no block of that kind.
    #expect(with { $0[55 + 45] = 7 } == "piece 1 of its compressed text is damaged")
  }

  /// Whatever the bytes, a look-up ends with entries or with a fault, and takes no more memory than an entry.
  @Test func anyBytesGiveEntriesOrAFault() {
    let fixture = DictionaryFixture()
    fixture.add("bad", DictionaryFixture.entries, pieces: 40)
    var text: [UInt8] = []
    for (_, entry) in DictionaryFixture.entries { text += Array(entry.utf8) }
    let dictionary = DictionaryFixture.compressed(text, 40)
    let lines = DictionaryFixture.entries.map { "\($0.0)\tB\tBA\n" }.joined()
    let index = Array(("00-database-allchars\tA\tB\n" + lines).utf8)
    var random = SplitMix(seed: 20_261_130)
    for round in 0..<1500 {
      var changed = round % 2 == 0 ? dictionary : index
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let at = Int.random(in: 0..<max(1, min(changed.count, 120)), using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: changed[at] = UInt8.random(in: 0...255, using: &random)
        case 1: changed[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: changed.insert(UInt8.random(in: 0...255, using: &random), at: at)
        default: changed.removeSubrange(at..<min(changed.count, at + Int.random(in: 1...40, using: &random)))
        }
        if changed.isEmpty { changed = [0] }
      }
      fixture.write("bad.dict.dz", round % 2 == 0 ? changed : dictionary)
      fixture.write("bad.index", round % 2 == 0 ? index : changed)
      let shelf = Bookshelf(folder: fixture.folder)
      for word in ["knight", "zebra", "ice cream"] {
        let lines = shelf.lines(on: word)
        #expect(lines.count <= Bookshelf.mostLines + 1)
      }
      _ = shelf.words(near: "knigt")
    }
  }

  @Test func aDamagedDictionaryDoesNotKeepTheOthersQuiet() {
    let fixture = DictionaryFixture()
    fixture.add("wn", DictionaryFixture.entries)
    fixture.add("gcide", DictionaryFixture.entries)
    fixture.write("gcide.dict", [])
    fixture.write("vera.index", Array("knight\tA\tV\n".utf8))
    let lines = Bookshelf(folder: fixture.folder).lines(on: "knight")
    #expect(lines.first == PageLine(.source, "WordNet"))
    let notes = lines.filter { $0.kind == .note }.map(\.text)
    #expect(notes.count == 2)
    #expect(notes[0].hasPrefix("It cannot be read: \(fixture.folder)/gcide.dict: has no entry at byte "))
    #expect(notes[1].contains("vera.dict: cannot be opened"))
  }

  @Test func anEntryOfNothingButBracesOrControlsIsText() {
    let lines = EntryText.lines(Array("a\n {b {c} d}} \u{1B}[2J {}\u{9B} {e\n".utf8), headword: "a")
    #expect(lines.map(\.text) == ["b {c} d  [2J    e"] || lines.map(\.links) == [["c"]])
    #expect(
      lines.allSatisfy { !$0.text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) } })
  }
}
