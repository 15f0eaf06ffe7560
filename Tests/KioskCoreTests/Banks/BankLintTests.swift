import Testing

@testable import KioskCore

/// What lint finds beyond what the readers find: one line a trap.
@Suite("Bank lint")
struct BankLintTests {
  static func lint(_ gift: String) -> [String] {
    var lint = BankLint()
    for entry in Banks.read(gift).questions { lint.add(entry) }
    return lint.finish().map { "\($0.line): \($0.message)" }
  }

  static let traps: [(gift: String, found: [String])] = [
    ("Q {=*}", ["1: any answer is right"]),
    ("Q {=a =*#no}", ["1: any answer is right"]),
    ("Q {=a =%0%*#no}", []),
    ("Q {=Rome =rome}", ["1: the answers \"Rome\" and \"rome\" differ by case alone"]),
    ("Q {=Bogotá =Bogota}", ["1: the answers \"Bogotá\" and \"Bogota\" differ by case or accents alone"]),
    ("Q {=Rome ~ROME}", ["1: the choices \"Rome\" and \"ROME\" differ by case alone"]),
    ("Q {=a -> b =A -> c}", ["1: the left sides \"a\" and \"A\" differ by case alone"]),
    ("Q {~%50%a ~%50%b ~c}", ["1: whoever chooses everything earns everything"]),
    ("Q {~%50%a ~%50%b ~%-50%c}", []),
    ("The capital of France is Paris, or is it? {=Paris}", ["1: the question holds its answer \"Paris\""]),
    ("Parisian who? {=Paris}", []),
    (
      "::a:: What is the capital of France? {=Paris}\n\n::b:: Paris is the capital of France. {T}",
      ["1: the question on line 3, \"b\", gives the answer away"]
    ),
    ("What is the capital of France? {=Paris}\n\nThe Louvre stands in Paris. {T}", []),
    (
      "Capital of France? {=Paris ~Rome}\n\ncapital of FRANCE? {=Paris ~Berlin}",
      ["3: the same question was asked on line 1"]
    ),
    ("Capital of France? {=Paris}\n\nCapital of Spain? {=Madrid}", []),
    ("Sea in Russian? {=море =Море}", ["1: the answers \"море\" and \"Море\" differ by case alone"]),
  ]

  /// A word to spell as a line of an exam file.
  private static func word(_ word: String, _ more: String = "") -> String {
    #"{ "id": "\#(word)", "type": "spelling", "word": "\#(word)", "definition": "d", "sentence": "A \#(word)."\#(more) }"#
  }

  private static func heard(
    _ words: [String], language: String = "en", as sounds: [String: String] = [:]
  ) -> [String] {
    let file = """
      { "format": "kiosk-exam/1", "id": "a", "title": "A", "language": "\(language)", "questions": [
      \(words.joined(separator: ",\n"))
      ] }
      """
    var lint = BankLint()
    let bytes = Array(file.utf8)
    _ = BankReading.read(bytes, as: .json, fileName: "a.exam.json") { lint.add($0) }
    for (language, words) in lint.wordsToHear {
      lint.hear(sounds.filter { words.contains($0.key) }, language: language, voice: "a voice")
    }
    return lint.finish().map { "\($0.line): \($0.message)" }
  }

  /// What the list has is not told twice, and how a word is said counts more than how a voice reads it.
  @Test("flags words that a voice says alike")
  func flagsWhatAVoiceSaysAlike() {
    #expect(
      Self.heard(
        [
          Self.word("Mantel"), Self.word("castle"), Self.word("piece"), Self.word("mantle"),
          Self.word("kassel", #", "pronunciation": "kɑsl""#),
        ],
        as: ["Mantel": "m", "mantle": "m", "castle": "k", "piece": "k", "kassel": "k"])
        == [
          "4: \"piece\" sounds like \"peace\"",
          "5: \"mantle\" sounds like \"Mantel\" on line 2, as a voice says them",
        ])
    #expect(Self.heard([Self.word("seau"), Self.word("sot")], language: "fr", as: ["seau": "", "sot": ""]).isEmpty)
  }

  @Test("flags a word that sounds like another, and no other word")
  func flagsHomophones() {
    #expect(
      Self.heard([Self.word("piece"), Self.word("Pear"), Self.word("castle"), Self.word("yolk")]) == [
        "2: \"piece\" sounds like \"peace\"", "3: \"Pear\" sounds like \"pair\" and \"pare\"",
        "5: \"yolk\" sounds like \"yoke\"",
      ])
    // The table is of English words alone; how words are said is told in any language.
    #expect(Self.heard([Self.word("pain"), Self.word("mite")], language: "fr").isEmpty)
    #expect(
      Self.heard(
        [Self.word("verre", #", "pronunciation": "vɛʁ""#), Self.word("vert", #", "pronunciation": "vɛʁ""#)],
        language: "fr")
        == ["3: \"vert\" is said as \"verre\" on line 2 is"])
  }

  @Test("finds what is unfair, and nothing else", arguments: traps.indices)
  func findsWhatIsUnfair(_ index: Int) {
    let (gift, found) = Self.traps[index]
    #expect(Self.lint(gift) == found, "\(gift)")
  }
}
