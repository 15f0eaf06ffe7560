import KioskWords
import Testing

@Suite("Words of a text") struct TextWordsTests {
  private func words(_ text: String) -> [String] { TextWords.ranges(in: text).map { TextWords.slice(text, $0) } }

  @Test func areLettersWithApostrophesBetween() {
    #expect(words("Teh cat, don't 'quote' l’été!") == ["Teh", "cat", "don't", "quote", "l’été"])
    #expect(words("cafe\u{301} naïve Zürich") == ["cafe\u{301}", "naïve", "Zürich"])
    #expect(words("Москва 東京") == ["Москва", "東京"])
  }

  @Test func withDigitsOrOfOneLetterAreNone() { #expect(words("B2 3rd a I x1y 42 ok") == ["ok"]) }

  @Test func endAndBeginWhereTheyShould() {
    #expect(TextWords.start(endingAt: 7, in: "one, tw") == 5)
    #expect(TextWords.start(endingAt: 4, in: "one, tw") == 4)
    #expect(TextWords.start(endingAt: 0, in: "") == 0)
    #expect(words("''' ’’") == [])
    #expect(words(String(repeating: "a", count: 61)) == [])
  }

  @Test func ofAWindowNeverTearACharacter() {
    let text = "éé€€"
    for low in 0...text.utf8.count {
      for high in low...text.utf8.count {
        let piece = TextWords.window(text, low..<high)
        #expect(!piece.text.unicodeScalars.contains("\u{FFFD}") && piece.start <= low)
      }
    }
  }
}

@Suite("Words by their beginning") struct WordIndexTests {
  private func index(_ words: [(String, UInt8)]) -> WordIndex {
    var builder = WordIndex.Builder()
    for (word, level) in words { builder.add(word, level: level) }
    return WordIndex(builder)
  }

  private func found(_ index: WordIndex, _ beginning: String, limit: Int = 3) -> [String] {
    index.words(beginningWith: Folding.key(beginning), limit: limit).map(\.word)
  }

  @Test func comeTheMostUsualFirstAndThenTheShorter() {
    let index = index([("otter", 20), ("ottoman", 35), ("Ottawa", 10), ("other", 10), ("ottoman", 40), ("ot", 90)])
    #expect(index.count == 5)
    #expect(found(index, "ott") == ["Ottawa", "otter", "ottoman"])
    #expect(found(index, "OT", limit: 9) == ["other", "Ottawa", "otter", "ottoman", "ot"])
    #expect(found(index, "x") == [] && found(index, "") == [])
    #expect(index.contains(key: Array("ottawa".utf8)) && !index.contains(key: Array("otta".utf8)))
  }

  @Test func areFoundWithoutTheirAccents() {
    let index = index([("École", 10), ("économie", 10), ("œuvre", 10), ("Łódź", 10), ("straße", 10)])
    #expect(found(index, "eco") == ["École", "économie"])
    #expect(found(index, "ÉCOL") == ["École"])
    #expect(
      found(index, "oeu") == ["œuvre"] && found(index, "lodz") == ["Łódź"] && found(index, "STRASS") == ["straße"])
  }

  /// A block that is passed over must hold nothing better.
  @Test func areTheSameAsIfEachHadBeenLookedAt() {
    var seed: UInt64 = 7
    func chance(_ below: UInt64) -> UInt64 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (seed >> 33) % below
    }
    var all: [(String, UInt8)] = []
    var seen: Set<String> = []
    while all.count < 3000 {
      let word = (0..<(2 + chance(7))).map { _ in ["a", "b", "c", "d"][Int(chance(4))] }.joined()
      if seen.insert(word).inserted { all.append((word, UInt8(chance(90)))) }
    }
    let index = index(all)
    #expect(index.count == all.count)
    for beginning in ["a", "ab", "bcd", "dddd", "cab", "b"] {
      let expected = all.filter { $0.0.hasPrefix(beginning) }
        .sorted { ($0.1, $0.0.utf8.count, $0.0) < ($1.1, $1.0.utf8.count, $1.0) }.prefix(5).map(\.0)
      #expect(found(index, beginning, limit: 5) == expected)
    }
  }
}

@Suite("Suggestions") struct SuggestionTests {
  private func suggestions(_ names: [String] = [], own: [String] = []) -> Suggestions {
    var builder = WordIndex.Builder()
    for (word, level) in [("other", 10), ("otter", 40), ("others", 10), ("new", 10), ("news", 20), ("yonder", 60)] {
      builder.add(word, level: UInt8(level))
    }
    var made = Suggestions(WordIndex(builder))
    made.add(names, own: false)
    made.add(own, own: true)
    return made
  }

  @Test func bringNamesFirstThenOwnWordsThenTheLanguages() {
    var made = suggestions(["Ottawa"], own: ["otho"])
    let found = made.find(for: "ot")
    #expect(found.taken == 2 && found.words == ["Ottawa", "otho", "other"])
  }

  @Test func finishANameOfSeveralWordsWhereverItStands() {
    var made = suggestions(["New York", "Newfoundland and Labrador", "Strait of Gibraltar"])
    #expect(made.find(for: "New Y").words == ["New York"])
    let found = made.find(for: "It lies by the strait o")
    #expect(found.words == ["Strait of Gibraltar"] && found.taken == "strait o".utf8.count)
    #expect(made.find(for: "New York").words == [])
  }

  @Test func keepTheCapitalThatWasTyped() {
    var made = suggestions()
    #expect(made.find(for: "Oth").words == ["Other", "Others"])
    #expect(made.find(for: "new").words == ["news"])
  }

  @Test func offerNothingForOneLetterASpaceOrAMisspeltWord() {
    var made = suggestions()
    for text in ["", "o", "other ", "other\n", "42", "qq"] { #expect(made.find(for: text).words == [], "\(text)") }
    #expect(made.find(for: "oth") { $0 != "other" }.words == ["others"])
  }

  @Test func knowTheWordsOfNames() {
    let made = suggestions(["Łódź"], own: ["kiosk"])
    #expect(made.knows("lodz") && made.knows("Kiosk") && !made.knows("other"))
  }
}
