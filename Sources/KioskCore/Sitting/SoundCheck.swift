/// Before a spelling test the candidate types a word that is said: whoever hears nothing is told what is missing, and may
/// spell from what is written.
public struct SoundCheck: Equatable, Sendable {
  /// What came of it.
  public enum Outcome: String, Equatable, Sendable {
    /// The word was typed as it was said.
    case heard
    /// Nothing was heard, or there is no voice: meaning and sentence are read.
    case written
  }

  /// What is typed.
  public var editor = LineEditor(limit: 40)
  /// The word that is said. Never drawn.
  public let word: String
  /// Whether the last try was another word.
  public var isWrong = false
  /// How often it has been said.
  public var said = 0
  /// The row the cursor is on: 0 the field, 1 say it again, 2 go on without.
  public var row = 0

  /// A check with a word of `language`, chosen by `chance`.
  public init(language: String, chance: Int64) {
    let words = Self.words(language)
    word = words[Int(truncatingIfNeeded: chance.magnitude % UInt64(words.count))]
  }

  /// Whether what is typed is the word.
  public var isRight: Bool {
    Array(editor.text.lowercased().unicodeScalars.filter { $0 != " " }) == Array(word.unicodeScalars)
  }

  /// Words that nobody spells wrong and that are in no test for it. Where a language has none here, a number does.
  static func words(_ language: String) -> [String] {
    switch language.prefix(2).lowercased() {
    case "en": ["window", "garden", "table", "paper", "winter", "summer", "button", "pencil"]
    case "fr": ["table", "jardin", "soleil", "lundi", "salade", "matin", "orange", "livre"]
    case "de": ["garten", "fenster", "sommer", "winter", "tisch", "montag", "lampe", "blume"]
    case "es": ["mesa", "ventana", "libro", "verano", "lunes", "casa", "naranja", "sol"]
    default: ["7", "12", "20", "5", "9", "3", "10", "6"]
    }
  }
}

extension Exam {
  /// Whether it is a spelling test: more than half of what it asks are words to spell. Only then the sound is tried before.
  public var isSpellingTest: Bool {
    var words = 0
    var asked = 0
    for question in questions {
      switch question.kind {
      case .spelling:
        words += 1
        asked += 1
      case .description: break
      case .shortAnswer, .choice, .trueFalse, .numerical, .matching, .ordering, .cloze, .essay: asked += 1
      }
    }
    return words * 2 > asked
  }

  /// Whether any word is to be spelt, so that a voice is wanted.
  public var hasWordsToSpell: Bool {
    questions.contains { if case .spelling = $0.kind { true } else { false } }
  }
}
