import Glibc
import KioskVoice
import KioskWords

/// What answers: a dictionary, a list of words, what can be looked up; each where the system has it.
struct Helps {
  /// How many near spellings are told.
  private static let mostNear = 8

  private let dictionary: SpellingDictionary?
  private var suggestions: Suggestions
  private let lookUp: LookUp

  /// Loads what there is for `language`, and tells what there is not.
  init(language: String, dictionaries: [String], wordLists: String, references: String) {
    dictionary = SpellingDictionary(language: language, folders: dictionaries)
    lookUp = LookUp(language: language, folder: references)
    if dictionary == nil {
      let package = SpellingDictionary.package(of: language)
      Channel.tell(.missing(.spellCheck, "no spelling dictionary of \(language) is installed: apt install \(package)"))
    }
    let words = WordList.load(language, in: wordLists, dictionary)
    if words == nil {
      let package = language.lowercased().hasPrefix("en") ? "scowl" : SpellingDictionary.package(of: language)
      Channel.tell(.missing(.suggestions, "no list of words of \(language) is installed: apt install \(package)"))
    }
    if let missing = lookUp.missing { Channel.tell(.missing(.lookUp, missing)) }
    suggestions = Suggestions(words?.0 ?? WordIndex(WordIndex.Builder()))
    Channel.tell(.ready([dictionary?.name, words?.1].compactMap { $0 }.joined(separator: ", ")))
  }

  /// Takes what was said at once. Of several wishes for suggestions only the last is worth an answer.
  mutating func take(_ commands: [HelpCommand]) {
    let last = commands.lastIndex {
      if case .ask(let request) = $0, case .suggest = request.question { true } else { false }
    }
    for (place, command) in commands.enumerated() {
      switch command {
      case .vocabulary(let names): suggestions.add(names, own: false)
      case .ownWords(let words): suggestions.add(words, own: true)
      case .ask(let request):
        let number = request.number
        switch request.question {
        case .check(let words): Channel.tell(.misspelt(number: number, words.filter { !isRight($0) }))
        case .near(let word):
          Channel.tell(.near(number: number, Array(near(word).prefix(Self.mostNear))))
        case .suggest(let text):
          let found = place == last ? suggestions.find(for: text) { dictionary?.isRight($0) ?? true } : (0, [])
          Channel.tell(.suggestions(number: number, taken: found.0, found.1))
        case .define(let headword):
          let (lines, near) = lookUp.define(headword, dictionary)
          Channel.tell(.defined(number: number, headword: headword, lines: lines, near: near))
        }
      }
    }
  }

  /// What may have been meant. hunspell looks for other words with a capital where one was typed ("Teh": "Te", "Th", "Tet"), so
  /// what it finds for the word in small letters comes first.
  private func near(_ word: String) -> [String] {
    guard let dictionary else { return [] }
    let rest = word.dropFirst()
    let small = word.prefix(1).lowercased() + rest
    guard small != word, rest == rest.lowercased(), !rest.isEmpty else { return dictionary.near(word) }
    var found: [String] = []
    for spelling in dictionary.near(small).map({ Suggestions.cased($0, like: word) }) + dictionary.near(word)
    where !found.contains(spelling) {
      found.append(spelling)
    }
    return found
  }

  private func isRight(_ word: String) -> Bool {
    guard let dictionary else { return true }
    return dictionary.isRight(word) || suggestions.knows(word)
  }
}

/// Standard input and output, which are the guardian's socket.
enum Channel {
  /// Says it, or ends where nobody listens any more.
  static func tell(_ answer: HelpAnswer) { write(answer.line, to: STDOUT_FILENO) }

  /// Writes all of it.
  static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { exit(1) }
      bytes = bytes.dropFirst(count)
    }
  }
}
