import KioskVoice

// What the guardian and kiosk-helps say to each other: one line each, its fields separated by tabs, like the voice's.
//
// MUST: reading is total. A line that is none gives `nil`, whatever its bytes.

/// What is asked of the helps.
public enum HelpQuestion: Equatable, Sendable {
  /// Which of these words are misspelt?
  case check([String])
  /// What may have been meant by this word?
  case near(String)
  /// Which words go on like the end of this text? It ends where the caret stands.
  case suggest(String)
  /// What is known of this headword?
  case define(String)
}

/// A question with its number, which comes back in the answer: one to an older text is told apart by it.
public struct HelpRequest: Equatable, Sendable {
  /// Counted up by whoever asks.
  public var number: Int
  /// What is asked.
  public var question: HelpQuestion

  /// Makes a request.
  public init(number: Int, _ question: HelpQuestion) {
    self.number = number
    self.question = question
  }
}

/// What the helps are told.
public enum HelpCommand: Equatable, Sendable {
  /// Words and names to offer and to hold for right: an exam's, a gazetteer's. Never in a test.
  case vocabulary([String])
  /// Words that the user added. Never in a test.
  case ownWords([String])
  /// Something is asked.
  case ask(HelpRequest)

  /// The line, its end included. What would break it is left out of texts.
  public var line: String {
    switch self {
    case .vocabulary(let names): return VoiceLine.join(["vocabulary"] + names)
    case .ownWords(let words): return VoiceLine.join(["own"] + words)
    case .ask(let request):
      let number = String(request.number)
      switch request.question {
      case .check(let words): return VoiceLine.join(["check", number] + words)
      case .near(let word): return VoiceLine.join(["near", number, word])
      case .suggest(let text): return VoiceLine.join(["suggest", number, text])
      case .define(let headword): return VoiceLine.join(["define", number, headword])
      }
    }
  }

  /// Reads a line without its end.
  public init?(line: String) {
    let fields = VoiceLine.split(line)
    switch fields[0] {
    case "vocabulary": self = .vocabulary(Array(fields[1...]))
    case "own": self = .ownWords(Array(fields[1...]))
    default:
      guard fields.count >= 2, let number = Int(fields[1]) else { return nil }
      let question: HelpQuestion
      switch (fields[0], fields.count) {
      case ("check", _): question = .check(Array(fields[2...]))
      case ("near", 3): question = .near(fields[2])
      case ("suggest", 3): question = .suggest(fields[2])
      case ("define", 3): question = .define(fields[2])
      default: return nil
      }
      self = .ask(HelpRequest(number: number, question))
    }
  }
}

/// What the helps can lack; each is of use without the others.
public enum HelpPart: String, CaseIterable, Sendable { case spellCheck, suggestions, lookUp }

/// What the helps answer.
public enum HelpAnswer: Equatable, Sendable {
  /// It is there: what it is made of, in words ("en_US; scowl").
  case ready(String)
  /// It lacks something, and why, with what to do about it. Told before `ready`.
  case missing(HelpPart, String)
  /// Of the words asked about, those that are misspelt.
  case misspelt(number: Int, [String])
  /// What may have been meant, likeliest first.
  case near(number: Int, [String])
  /// What goes on like the text, likeliest first. Each stands for the last `taken` bytes (UTF-8) of it.
  case suggestions(number: Int, taken: Int, [String])
  /// What is known of a headword, in lines; `{…}` in them is a link to another headword. No line: nothing is known, and
  /// `near` are headwords much like it.
  case defined(number: Int, headword: String, lines: [String], near: [String])

  /// The longest line in bytes: a long entry of a dictionary.
  public static let longest = 49_152

  /// The number of what it answers; `nil`: it answers nothing.
  public var number: Int? {
    switch self {
    case .ready, .missing: nil
    case .misspelt(let number, _), .near(let number, _), .suggestions(let number, _, _),
      .defined(let number, _, _, _):
      number
    }
  }

  /// The line, its end included. A definition that is too long is cut between two of its lines.
  public var line: String {
    switch self {
    case .ready(let what): return VoiceLine.join(["ready", what])
    case .missing(let part, let why): return VoiceLine.join(["missing", part.rawValue, why])
    case .misspelt(let number, let words): return VoiceLine.join(["misspelt", String(number)] + words)
    case .near(let number, let words): return VoiceLine.join(["near", String(number)] + words)
    case .suggestions(let number, let taken, let words):
      return VoiceLine.join(["suggestions", String(number), String(taken)] + words)
    case .defined(let number, let headword, let lines, let near):
      var fields = ["defined", String(number), headword, String(near.count)] + near
      var room = Self.longest - fields.reduce(1) { $0 + $1.utf8.count + 1 }
      for line in lines {
        room -= line.utf8.count + 1
        if room < 0 { break }
        fields.append(line)
      }
      return VoiceLine.join(fields)
    }
  }

  /// Reads a line without its end.
  public init?(line: String) {
    let fields = VoiceLine.split(line)
    guard fields.count >= 2 else { return nil }
    switch fields[0] {
    case "ready" where fields.count == 2: self = .ready(fields[1])
    case "missing":
      guard fields.count == 3, let part = HelpPart(rawValue: fields[1]) else { return nil }
      self = .missing(part, fields[2])
    default:
      guard let number = Int(fields[1]) else { return nil }
      switch fields[0] {
      case "misspelt": self = .misspelt(number: number, Array(fields[2...]))
      case "near": self = .near(number: number, Array(fields[2...]))
      case "suggestions":
        guard fields.count >= 3, let taken = Int(fields[2]), taken >= 0 else { return nil }
        self = .suggestions(number: number, taken: taken, Array(fields[3...]))
      case "defined":
        guard fields.count >= 4, let count = Int(fields[3]), count >= 0, count <= fields.count - 4 else { return nil }
        self = .defined(
          number: number, headword: fields[2], lines: Array(fields[(4 + count)...]), near: Array(fields[4..<4 + count]))
      default: return nil
      }
    }
  }
}
