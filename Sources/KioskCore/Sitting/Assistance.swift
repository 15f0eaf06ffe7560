import KioskWords

extension Sitting {
  /// What the helps offer for the text being typed.
  public struct Assistance: Equatable, Sendable {
    /// Up to three words that go on like it.
    public var suggestions: [String] = []
    /// How many bytes (UTF-8) before the caret a suggestion stands for.
    public var taken = 0
    /// Whether the helps know of nothing that goes on like it: the word at the caret is judged as it stands.
    public var goesNowhere = false
    /// Words that are misspelt.
    public var misspelt: Set<String> = []
    /// Words that were asked about.
    var checked: Set<String> = []
    /// The request whose suggestions are waited for; 0: none.
    var awaited = 0
    /// Where the caret stood when suggestions came last.
    var place = 0

    /// Nothing to offer.
    public init() {}

    /// Whether the word at `range` of `text` is shown as misspelt, with the caret at `caret`: one that is being typed only
    /// where it cannot become a word any more.
    public func isMarked(_ word: String, endingAt end: Int, caret: Int) -> Bool {
      misspelt.contains(word) && (end != caret || goesNowhere)
    }

    /// The misspelt words of a text, as UTF-8 ranges of it.
    public func marked(in text: String, caret: Int) -> [Range<Int>] {
      if misspelt.isEmpty { return [] }
      return TextWords.ranges(in: text).filter { range in
        isMarked(TextWords.slice(text, range), endingAt: range.upperBound, caret: caret)
      }
    }

    /// The text has changed, and its caret stands at `caret`: what still goes on like it stays until the helps answer.
    mutating func follow(_ text: String, caret: Int) {
      goesNowhere = false
      guard !suggestions.isEmpty else { return }
      taken += caret - place
      place = caret
      guard taken > 0, taken <= caret else {
        suggestions = []
        return
      }
      let typed = TextWords.slice(text, caret - taken..<caret)
      let key = Folding.key(typed)
      suggestions.removeAll { $0 == typed || !Folding.key($0).starts(with: key) }
    }

    /// The words between two places of `text` that were not asked about yet; from now on they were.
    mutating func newWords(of text: String, around caret: Int) -> [String] {
      let piece = TextWords.window(text, max(0, caret - TextWords.reach)..<caret + TextWords.reach)
      var found: [String] = []
      for range in TextWords.ranges(in: piece.text) where found.count < Assistance.mostWords {
        let word = TextWords.slice(text, piece.start + range.lowerBound..<piece.start + range.upperBound)
        if checked.insert(word).inserted { found.append(word) }
      }
      return found
    }

    /// More words than this are not asked about at once.
    private static let mostWords = 400
  }
}

/// Near spellings of a misspelt word, to choose from.
public struct NearSpellings: Equatable, Sendable {
  /// The word.
  public let word: String
  /// Where it stands in the answer, in bytes (UTF-8).
  public let range: Range<Int>
  /// The request that is waited for.
  let number: Int
  /// What may have been meant; `nil`: the helps have not answered yet.
  public var spellings: [String]?
  /// Whether the word can be added to the user's own.
  public let mayBeAdded: Bool
  /// The row the cursor is on: the spellings, then "Add to my words" where that is offered, then "Close".
  public internal(set) var row = 0
  /// Whether the cursor was moved: then it stands where somebody wants it.
  private var isMoved = false

  /// How many rows there are to choose from.
  public var rows: Int { (spellings?.count ?? 0) + (mayBeAdded ? 1 : 0) + 1 }
  /// The most spellings that are shown.
  public static let most = 6

  /// Moves the cursor by so many rows, past the last one to the first.
  mutating func move(by step: Int) {
    row = (row + rows + step) % rows
    isMoved = true
  }

  /// The helps have answered. The spellings come above what was there: a cursor that was moved stays on what it is on, so
  /// that Enter does what was chosen, and not what has come under it; any other one goes to the first of them.
  mutating func take(_ spellings: [String]) {
    self.spellings = Array(spellings.prefix(NearSpellings.most))
    row = isMoved ? row + (self.spellings?.count ?? 0) : 0
  }

  /// Makes a list that waits for its spellings.
  public init(word: String, range: Range<Int>, number: Int, mayBeAdded: Bool) {
    self.word = word
    self.range = range
    self.number = number
    self.mayBeAdded = mayBeAdded
  }
}
