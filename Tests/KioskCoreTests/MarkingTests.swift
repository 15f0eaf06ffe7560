import Testing

@testable import KioskCore

/// One listed answer, what is overlooked, and responses that must and must not be taken for it.
struct TextCase: Sendable, CustomTestStringConvertible {
  let listed: String
  let overlooks: String
  let language: String
  let accepted: [String]
  let rejected: [String]
  var testDescription: String { "\(listed) (\(language), \(overlooks))" }

  /// `overlooks`: letters out of c(ase), a(ccents), p(unctuation), t(he article).
  init(_ listed: String, _ overlooks: String = "c", in language: String = "en", yes: [String], no: [String] = []) {
    self.listed = listed
    self.overlooks = overlooks
    self.language = language
    accepted = yes
    rejected = no
  }

  var question: Question {
    let flag = { (letter: Character) -> TextMarking.Strictness in overlooks.contains(letter) ? .ignore : .exact }
    return Question(
      id: "q", prompt: LocalizedText("?"), points: .one,
      kind: .shortAnswer(
        answers: [TextAnswer(text: LocalizedText(listed))],
        marking: TextMarking(letterCase: flag("c"), accents: flag("a"), punctuation: flag("p"), article: flag("t"))))
  }
}

private let textCases: [TextCase] = [
  // Spaces, apostrophes, dashes.
  TextCase(
    "New York", yes: ["New York", "  new \u{A0}\u{2003} york\u{3000}", "NEW YORK"], no: ["NewYork", "New-York", ""]),
  TextCase(
    "N'Djamena", yes: ["N’Djamena", "n\u{2BC}djamena", "N`Djamena", "N\u{B4}Djamena"], no: ["NDjamena", "N Djamena"]),
  TextCase(
    "Guinea-Bissau", yes: ["Guinea–Bissau", "guinea—bissau", "Guinea\u{2011}Bissau", "Guinea\u{2212}Bissau"],
    no: ["Guinea Bissau"]),
  TextCase("Ottawa", "", yes: ["Ottawa"], no: ["ottawa", "OTTAWA"]),
  TextCase("O\u{200B}tt\u{AD}awa", yes: ["Ot\u{200B}tawa", "\u{202E}Ottawa"]),
  // Latin with accents, as one code point and as two.
  TextCase("Yaoundé", yes: ["Yaounde\u{301}", "yaoundé", "YAOUNDÉ", "YAOUNDE\u{301}"], no: ["Yaounde", "Yaoundè"]),
  TextCase("São Tomé", "ca", yes: ["Sao Tome", "são tomé", "Sa\u{303}o Tome\u{301}", "SAO TOME"], no: ["Sao Tom"]),
  TextCase("Reykjavík", "ca", yes: ["reykjavik", "Reykjavi\u{301}k"]),
  TextCase("Łódź", "ca", in: "pl", yes: ["Lodz", "łódź", "ŁÓDŹ", "lo\u{301}dz"], no: ["Wodz"]),
  TextCase("Tromsø", "ca", in: "nb", yes: ["Tromso", "TROMSØ"], no: ["Tromsoe"]),
  TextCase("Æthelred", "ca", yes: ["aethelred", "æthelred", "ÆTHELRED", "AETHELRED"]),
  TextCase("Þingvellir", "ca", in: "is", yes: ["Thingvellir", "þingvellir"]),
  TextCase("Đà Nẵng", "ca", in: "vi", yes: ["Da Nang", "đà nẵng"], no: ["Dan Nang"]),
  TextCase("œuvre", "ca", in: "fr", yes: ["oeuvre", "ŒUVRE", "Œuvre"]),
  // German: case keeps ß apart from ss, but a word in capitals has SS.
  TextCase("Straße", in: "de", yes: ["straße", "STRASSE", "STRAẞE"], no: ["Strasse", "strasse"]),
  TextCase("Straße", "ca", in: "de", yes: ["Strasse", "STRASSE", "straße"], no: ["Strase"]),
  // Turkish: I and ı, İ and i.
  TextCase("Diyarbakır", in: "tr", yes: ["DİYARBAKIR", "diyarbakır"], no: ["diyarbakir", "DIYARBAKIR"]),
  TextCase("İzmir", in: "tr", yes: ["izmir", "İZMİR"], no: ["ızmir", "IZMIR"]),
  TextCase("Iğdır", "ca", in: "en", yes: ["Igdir", "IGDIR", "iğdir"]),
  // Greek: final sigma, capitals without the accent.
  TextCase("Αθήνα", in: "el", yes: ["αθήνα", "ΑΘΉΝΑ", "ΑΘΗΝΑ", "Αθη\u{301}να"], no: ["Αθηνα", "Αθίνα"]),
  TextCase("Όλυμπος", in: "el", yes: ["ΌΛΥΜΠΟΣ", "ΟΛΥΜΠΟΣ", "όλυμποσ"], no: ["Όλυμπο"]),
  TextCase("η Αθήνα", "cat", in: "el", yes: ["Αθήνα", "αθηνα", "Η ΑΘΗΝΑ"]),
  // Cyrillic: й is a letter of its own, ё may be written е.
  TextCase("Йошкар-Ола", "ca", in: "ru", yes: ["йошкар-ола", "И\u{306}ошкар-Ола", "ЙОШКАР-ОЛА"], no: ["Иошкар-Ола"]),
  TextCase("Орёл", "ca", in: "ru", yes: ["Орел", "орёл", "ОРЁЛ"], no: ["Орйол"]),
  TextCase("Київ", in: "uk", yes: ["київ", "КИЇВ", "Киі\u{308}в"], no: ["Киев", "Киiв"]),
  // Arabic: the stretching stroke never counts, vowel signs and hamzas only where accents do, the article is attached.
  TextCase("القاهرة", in: "ar", yes: ["القـــاهرة", "القاهرة "], no: ["القَاهِرَة", "قاهرة"]),
  TextCase("القاهرة", "cat", in: "ar", yes: ["القَاهِرَة", "قاهرة", "\u{200F}القاهرة"]),
  TextCase("أديس أبابا", "ca", in: "ar", yes: ["اديس ابابا"]),
  // Hebrew: points, maqaf, geresh.
  TextCase("ירושלים", "ca", in: "he", yes: ["יְרוּשָׁלַיִם", "ירושלים"], no: ["ירושלם"]),
  TextCase("תל־אביב", in: "he", yes: ["תל-אביב"], no: ["תל אביב"]),
  // Chinese, Japanese, Korean, Devanagari, Thai.
  TextCase("渥太华", in: "zh", yes: ["渥太华", "　渥太华"], no: ["渥太華", "太华"]),
  TextCase("がっこう", "ca", in: "ja", yes: ["か\u{3099}っこう"], no: ["かっこう"]),
  TextCase("서울", in: "ko", yes: ["서울", "\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}"], no: ["서을"]),
  TextCase("दिल्ली", "ca", in: "hi", yes: ["दिल्ली"], no: ["दलल", "दिली"]),
  TextCase("กรุงเทพ", "ca", in: "th", yes: ["กรุงเทพ"], no: ["กรงเทพ"]),
  // Punctuation and articles.
  TextCase("Washington, D.C.", "cp", yes: ["Washington DC", "washington d.c.", "Washington, D.C"], no: ["Washington"]),
  TextCase("Guinea-Bissau", "cp", yes: ["Guinea Bissau", "guinea/bissau"], no: ["GuineaBissau"]),
  TextCase("The Hague", "ct", yes: ["Hague", "the hague", "A Hague"], no: ["Theague", "The The Hague"]),
  TextCase("l'Italie", "ct", in: "fr", yes: ["Italie", "L’Italie", "l' Italie"], no: ["la Italie x"]),
  TextCase("Niederlande", "ct", in: "de-AT", yes: ["die Niederlande", "Die Niederlande"], no: ["diese Niederlande"]),
  TextCase("axe", "ct", yes: ["an axe"], no: ["aye", "xe"]),
  TextCase("the", "ct", yes: ["The"], no: ["a", ""]),
  TextCase("La Paz", "ct", in: "es", yes: ["Paz", "la paz"]),
  // Wildcards.
  TextCase("Strait of *", yes: ["Strait of Dover", "strait of x"], no: ["Strait", "The Strait of Dover"]),
  TextCase("*gibraltar*", yes: ["Gibraltar", "Strait of Gibraltar", "gibraltar rock"], no: ["gibralta"]),
  TextCase(#"5 \* 3"#, yes: ["5 * 3"], no: ["5 x 3", #"5 \* 3"#]),
  TextCase("a*b*c", yes: ["abc", "axxbyyc", "abbbc", "abcbc"], no: ["ab", "acb", "abcd"]),
]

@Test(arguments: textCases) func textIsMarkedAsItsSwitchesSay(_ item: TextCase) {
  for text in item.accepted {
    let mark = Marker.mark(item.question, .text(text), language: item.language)
    #expect(mark.outcome == .right, "\(text) should be taken")
    #expect(mark.matchedAnswer == item.listed)
    #expect(mark.points == .one)
  }
  for text in item.rejected {
    #expect(
      Marker.mark(item.question, .text(text), language: item.language).points == .zero, "\(text) should not be taken")
  }
}

@Test func manyStarsCostNoTime() {
  let item = TextCase(String(repeating: "a*", count: 200) + "b", yes: [])
  let response = Response.text(String(repeating: "a", count: 20_000))
  #expect(Marker.mark(item.question, response).points == .zero)
}

@Test func aMarkKeepsTheFormComparedAndTheRule() {
  let item = TextCase("São Tomé", "cap", yes: [])
  let mark = Marker.mark(item.question, .text("  SAO tome! "))
  #expect(mark.normalised == "sao tome")
  #expect(mark.rule == "listed answer, case and accents and punctuation overlooked")
  #expect(Marker.mark(item.question, .text("São Tomé")).rule == "listed answer")
  #expect(Marker.mark(item.question, .text("Príncipe")).rule == "no listed answer")
}

@Test func theListedAnswerThatEarnsMostCounts() {
  let answers = [
    TextAnswer(text: LocalizedText("Strait of *"), fraction: .zero, feedback: LocalizedText("Which one?")),
    TextAnswer(text: LocalizedText("Strait of Gibraltar")),
  ]
  let question = Question(
    id: "q", prompt: LocalizedText("?"), points: .one, kind: .shortAnswer(answers: answers, marking: .standard))
  #expect(Marker.mark(question, .text("Strait of Gibraltar")).outcome == .right)
  let other = Marker.mark(question, .text("Strait of Hormuz"))
  #expect(
    other.outcome == .wrong && other.feedback == LocalizedText("Which one?")
      && other.rule.hasPrefix("listed answer with *"))
}

@Test func spellingIsExactButForCase() {
  func mark(_ word: String, _ text: String, _ language: String = "en") -> Mark.Outcome {
    let spelling = Spelling(word: word, definition: LocalizedText("d"), sentence: LocalizedText("s"))
    return Marker.mark(
      Question(id: "q", prompt: LocalizedText(""), points: .one, kind: .spelling(spelling)), .text(text),
      language: language
    ).outcome
  }
  #expect(mark("covfefe", "Covfefe") == .right && mark("covfefe", " COVFEFE ") == .right)
  #expect(mark("covfefe", "covfeffe") == .wrong && mark("covfefe", "cov fefe") == .wrong)
  #expect(mark("naïve", "naive") == .wrong && mark("naïve", "nai\u{308}ve") == .right)
  #expect(mark("Maß", "Mass", "de") == .wrong && mark("Maß", "maß", "de") == .right)
  #expect(mark("well-known", "well–known") == .right && mark("well-known", "wellknown") == .wrong)
  #expect(mark("a*", "abc") == .wrong)
  #expect(mark("word", "   ") == .unanswered)
}
