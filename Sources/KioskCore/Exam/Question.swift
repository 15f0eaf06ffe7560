/// One question of an exam.
public struct Question: Equatable, Sendable {
  /// The file's `id`, unique in the exam.
  public let id: String
  /// What is asked; for `spelling` without a prompt of its own, and for `cloze`, an empty text.
  public let prompt: LocalizedText
  /// The most that can be had for it; 0 for a description.
  public let points: Points
  /// What it is about ("Europe").
  public let topic: LocalizedText?
  /// How hard, 1 (easiest) to 9.
  public let level: Int?
  /// Said of every answer, in the report.
  public let feedback: LocalizedText?
  /// Help features this question allows even while locked.
  public let grants: [HelpFeature]
  /// The language that its answer is written in (an essay), where that is not the exam's.
  public let language: String?
  /// The type and what belongs to it.
  public let kind: Kind

  /// The question types.
  public enum Kind: Equatable, Sendable {
    case shortAnswer(answers: [TextAnswer], marking: TextMarking)
    case choice(choices: [Choice], multiple: Bool)
    case trueFalse(answer: Bool, feedbackTrue: LocalizedText?, feedbackFalse: LocalizedText?)
    case numerical(answers: [NumericalAnswer], unit: LocalizedText?)
    case matching(pairs: [Pair], distractors: [LocalizedText])
    case ordering(items: [LocalizedText])
    case cloze(text: LocalizedText, gaps: [Gap])
    case spelling(Spelling)
    case essay(words: Int?)
    case description
  }

  /// The type's name in the exam file.
  public var typeName: String {
    switch kind {
    case .shortAnswer: "shortAnswer"
    case .choice: "choice"
    case .trueFalse: "trueFalse"
    case .numerical: "numerical"
    case .matching: "matching"
    case .ordering: "ordering"
    case .cloze: "cloze"
    case .spelling: "spelling"
    case .essay: "essay"
    case .description: "description"
    }
  }

  /// Makes a question.
  public init(
    id: String, prompt: LocalizedText, points: Points, topic: LocalizedText? = nil, level: Int? = nil,
    feedback: LocalizedText? = nil, grants: [HelpFeature] = [], language: String? = nil, kind: Kind
  ) {
    self.id = id
    self.prompt = prompt
    self.points = points
    self.topic = topic
    self.level = level
    self.feedback = feedback
    self.grants = grants
    self.language = language
    self.kind = kind
  }
}

/// A listed answer to free text. `*` in the text stands for any run of characters; `\*` is an asterisk.
public struct TextAnswer: Equatable, Sendable {
  /// The text; each of its wordings is accepted.
  public let text: LocalizedText
  /// What it earns; 1 by default.
  public let fraction: Fraction
  /// Said of this answer, in the report.
  public let feedback: LocalizedText?

  /// Makes an answer.
  public init(text: LocalizedText, fraction: Fraction = .one, feedback: LocalizedText? = nil) {
    self.text = text
    self.fraction = fraction
    self.feedback = feedback
  }
}

/// What marking of free text overlooks.
public struct TextMarking: Equatable, Sendable {
  /// Whether a difference counts.
  public enum Strictness: String, Sendable { case ignore, exact }
  /// Upper and lower case; `ignore` by default.
  public let letterCase: Strictness
  /// Accents and other marks on letters; `exact` by default.
  public let accents: Strictness
  /// Punctuation; `exact` by default.
  public let punctuation: Strictness
  /// A leading article in the exam's language ("the", "la"); `exact` by default.
  public let article: Strictness

  /// Case is overlooked, nothing else.
  public static let standard = TextMarking(letterCase: .ignore, accents: .exact, punctuation: .exact, article: .exact)

  /// Makes a set of switches.
  public init(letterCase: Strictness, accents: Strictness, punctuation: Strictness, article: Strictness) {
    self.letterCase = letterCase
    self.accents = accents
    self.punctuation = punctuation
    self.article = article
  }
}

/// One choice of a choice question, or of a cloze gap.
public struct Choice: Equatable, Sendable {
  /// The text.
  public let text: LocalizedText
  /// What choosing it earns; negative takes away.
  public let fraction: Fraction
  /// Said of this choice, in the report.
  public let feedback: LocalizedText?

  /// Makes a choice.
  public init(text: LocalizedText, fraction: Fraction, feedback: LocalizedText? = nil) {
    self.text = text
    self.fraction = fraction
    self.feedback = feedback
  }
}

/// A listed answer to a numerical question.
public struct NumericalAnswer: Equatable, Sendable {
  /// The smallest accepted value (`value - tolerance`, or `low`).
  public let low: Decimal64
  /// The largest accepted value.
  public let high: Decimal64
  /// The value to show as right: `value` where the file gives one.
  public let value: Decimal64?
  /// What it earns.
  public let fraction: Fraction
  /// Said of this answer, in the report.
  public let feedback: LocalizedText?

  /// Makes an answer of the range `low` … `high`, both included.
  public init(
    low: Decimal64, high: Decimal64, value: Decimal64?, fraction: Fraction = .one, feedback: LocalizedText? = nil
  ) {
    self.low = low
    self.high = high
    self.value = value
    self.fraction = fraction
    self.feedback = feedback
  }
}

/// One pair of a matching question.
public struct Pair: Equatable, Sendable {
  /// What stands on the left.
  public let left: LocalizedText
  /// What belongs to it.
  public let right: LocalizedText
  /// Said of this pair, in the report.
  public let feedback: LocalizedText?

  /// Makes a pair.
  public init(left: LocalizedText, right: LocalizedText, feedback: LocalizedText? = nil) {
    self.left = left
    self.right = right
    self.feedback = feedback
  }
}

/// One gap of a cloze text.
public struct Gap: Equatable, Sendable {
  /// How a gap is filled.
  public enum Kind: Equatable, Sendable {
    case answers([TextAnswer])
    case choices([Choice])
    case numbers([NumericalAnswer])
  }
  /// The name between the braces.
  public let name: String
  /// Typed, or chosen.
  public let kind: Kind
  /// How much it counts beside the other gaps, 1 to 100.
  public let weight: Int

  /// Makes a gap.
  public init(name: String, kind: Kind, weight: Int = 1) {
    self.name = name
    self.kind = kind
    self.weight = weight
  }
}

/// A word to spell.
public struct Spelling: Equatable, Sendable {
  /// The word, in NFC.
  public let word: String
  /// What it means; does not contain the word.
  public let definition: LocalizedText
  /// A sentence that contains the word.
  public let sentence: LocalizedText
  /// The language it comes from.
  public let origin: LocalizedText?
  /// The part of speech.
  public let partOfSpeech: LocalizedText?
  /// How it sounds (IPA).
  public let pronunciation: String?

  /// Makes a word to spell.
  public init(
    word: String, definition: LocalizedText, sentence: LocalizedText, origin: LocalizedText? = nil,
    partOfSpeech: LocalizedText? = nil, pronunciation: String? = nil
  ) {
    self.word = word
    self.definition = definition
    self.sentence = sentence
    self.origin = origin
    self.partOfSpeech = partOfSpeech
    self.pronunciation = pronunciation
  }
}
