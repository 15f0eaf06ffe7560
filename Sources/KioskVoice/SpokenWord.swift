/// A word to be spelt, as the voice needs it. Nothing of it is drawn anywhere.
public struct SpokenWord: Equatable, Sendable {
  /// The word.
  public var word: String
  /// How it sounds (IPA); empty: as the voice reads it.
  public var pronunciation: String
  /// What it means.
  public var definition: String
  /// A sentence with it.
  public var sentence: String
  /// What part of speech it is, and where it comes from.
  public var origin: String

  /// Makes a word.
  public init(
    word: String, pronunciation: String = "", definition: String = "", sentence: String = "", origin: String = ""
  ) {
    self.word = word
    self.pronunciation = pronunciation
    self.definition = definition
    self.sentence = sentence
    self.origin = origin
  }

  /// What is said of it for `part`.
  public func text(_ part: VoicePart) -> String {
    switch part {
    case .word: word
    case .definition: definition
    case .sentence: sentence
    case .origin: origin
    }
  }
}

/// What of a word is said.
public enum VoicePart: String, CaseIterable, Sendable { case word, definition, sentence, origin }

/// How it is said.
public enum VoicePace: String, CaseIterable, Sendable {
  /// As one speaks, about 150 words a minute.
  case normal
  /// About 90 words a minute.
  case slow
  /// Letter by letter. Never in a test.
  case letters
}

/// The place that words of a test never have: the word by which it is found out whether the voice is heard.
public let voiceCheckSlot = UInt16.max
