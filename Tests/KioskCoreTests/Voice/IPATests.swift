import KioskVoice
import Testing

@testable import KioskCore

/// Pronunciations: what is one, and how the voice is told of it.
@Suite struct IPATests {
  @Test(arguments: [
    ("ˈkɑːsəl", "en-us", "'kA:s@l"), ("ˈɒnɪst", "en-gb", "'0nIst"), ("ɡəʊst", "en-gb", "goUst"),
    ("dʒɪˈrɑːf", "en-us", "dZI'rA:f"), ("daʊt", "en", "daUt"), ("hɑt.ʃɒt", "en", "hA:t|S0t"),
    ("/fʁɔmaʒ/", "fr-fr", "frOmaZ"), ("œ\u{303}", "fr", "W~"), ("ʃøːn", "de", "SY:n"), ("niɲo", "es", "nin^o"),
  ])
  func soundsHaveTheVoicesOwnNames(_ text: String, _ language: String, _ names: String) {
    #expect(IPA.mnemonics(text, language: language) == names)
  }

  @Test(arguments: ["AT-luss", "", "ˈː", "kæt!", "[[x]]\u{7}", "kat 1", "渥太华"])
  func whatStandsForNoSoundIsNone(_ text: String) {
    #expect(IPA.fault(in: text) != nil)
    #expect(IPA.mnemonics(text, language: "en") == nil)
  }

  /// Every word that ships with a pronunciation can be said by it.
  @Test func theShippedPronunciationsAreSounds() throws {
    let exam = try #require(Repository.exam("Assets/exams/spelling.exam.json").exam)
    var count = 0
    for question in exam.questions {
      guard case .spelling(let spelling) = question.kind, let sound = spelling.pronunciation else { continue }
      #expect(IPA.mnemonics(sound, language: "en-us") != nil, "\(spelling.word): \(sound)")
      count += 1
    }
    #expect(count > 100)
  }
}
