/// Words and names that practice offers and knows, found by how they begin.
public struct Vocabulary: Equatable, Sendable {
  private struct Entry: Equatable, Sendable {
    let folded: String
    let word: String
  }

  private var entries: [Entry] = []
  private var words: Set<String> = []

  /// The names and words of `texts`; each once.
  public init(_ texts: [String]) {
    var seen: Set<String> = []
    for text in texts where !text.isEmpty {
      let folded = Vocabulary.fold(text)
      if seen.insert(folded).inserted { entries.append(Entry(folded: folded, word: text)) }
      for word in Vocabulary.words(of: text) { words.insert(Vocabulary.fold(String(word))) }
    }
    entries.sort { $0.folded < $1.folded }
  }

  /// Whether there is nothing in it.
  public var isEmpty: Bool { entries.isEmpty }

  /// Up to `limit` names that begin like `text`, accents and case apart, shortest first; none for less than two letters.
  public func suggestions(for text: String, limit: Int = 3) -> [String] {
    let prefix = Vocabulary.fold(text)
    guard prefix.utf8.count >= 2 else { return [] }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].folded < prefix { low = middle + 1 } else { high = middle }
    }
    var found: [Entry] = []
    while low < entries.count, entries[low].folded.hasPrefix(prefix) {
      if entries[low].folded != prefix || entries[low].word != text { found.append(entries[low]) }
      low += 1
    }
    found.sort { ($0.folded.utf8.count, $0.folded) < ($1.folded.utf8.count, $1.folded) }
    return found.prefix(limit).map(\.word)
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
