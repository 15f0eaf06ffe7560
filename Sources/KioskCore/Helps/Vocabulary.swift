/// Words and names that practice offers and knows.
public struct Vocabulary: Sendable {
  private let index: NameIndex
  private let words: Set<String>

  /// The names and words of `texts`.
  public init(_ texts: [String]) {
    index = NameIndex(texts.filter { !$0.isEmpty })
    words = Set(texts.flatMap { text in Vocabulary.words(of: text).map { Vocabulary.fold(String($0)) } })
  }

  /// Up to `limit` names that begin like `text`, accents and case apart; none for less than two letters.
  public func suggestions(for text: String, limit: Int = 3) -> [String] {
    guard text.unicodeScalars.count >= 2 else { return [] }
    return Array(index.names(beginningWith: text, limit: limit + 1).filter { $0 != text }.prefix(limit))
  }

  /// Whether `text` has a finished word that is in no list. The word at the end counts as finished only where nothing
  /// begins like it.
  public func isMisspelt(_ text: String) -> Bool {
    let parts = Vocabulary.words(of: text)
    for (index, part) in parts.enumerated() {
      let word = Vocabulary.fold(String(part))
      if words.contains(word) || word.allSatisfy(\.isNumber) { continue }
      let isLast = index == parts.count - 1 && part.endIndex == text.endIndex
      if isLast, words.contains(where: { $0.hasPrefix(word) }) { continue }
      return true
    }
    return false
  }

  private static func words(of text: String) -> [Substring] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "'" || $0 == "’") }
  }

  /// Lower case without accents.
  private static func fold(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    return Normalisation(
      marking: TextMarking(letterCase: .ignore, accents: .ignore, punctuation: .exact, article: .exact), language: "en"
    ).form(of: text)
  }
}

extension Exam {
  /// Everything a right answer to one of its questions is called; answers with a wildcard are no words.
  public var vocabulary: [String] {
    questions.flatMap { question -> [String] in
      switch question.kind {
      case .shortAnswer(let answers, _):
        return answers.filter { $0.fraction > .zero }.flatMap(\.text.all).filter { !$0.contains("*") }
      case .spelling(let spelling): return [spelling.word]
      case .cloze(_, let gaps):
        return gaps.flatMap { gap -> [String] in
          guard case .answers(let answers) = gap.kind else { return [] }
          return answers.filter { $0.fraction > .zero }.flatMap(\.text.all).filter { !$0.contains("*") }
        }
      case .choice, .trueFalse, .numerical, .matching, .ordering, .essay, .description: return []
      }
    }
  }
}
