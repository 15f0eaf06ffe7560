/// Looks for what is unfair in a bank that can be read: one question after another, then all of them beside each other.
public struct BankLint {
  /// What is kept of a question to compare it with the others.
  private struct Trace {
    let line: Int
    let title: String
    /// The words of what is asked.
    let asked: [UInt64]
    /// The words of each right answer.
    let answers: [[UInt64]]
  }

  private var traces: [Trace] = []
  private var findings: [ExamProblem] = []
  /// What was asked before, with its line.
  private var seen: [UInt64: Int] = [:]
  /// Words to spell, by how they sound where that is given, with their lines.
  private var sounds: [String: (word: String, line: Int)] = [:]
  /// Words to spell that only a voice can tell the sound of, in the order they came.
  private var unheard: [Unheard] = []

  /// Whether any word to spell was looked for in the list of English words that sound alike.
  public private(set) var usesList = false

  private struct Unheard {
    let word: String
    let language: String
    let line: Int
  }

  /// Nothing looked at yet.
  public init() {}

  /// Looks at one question.
  public mutating func add(_ entry: BankQuestion) {
    let question = entry.question
    let prompt = question.promptLine(language: "")
    let asked = BankWords.words(prompt)
    var right: [String] = []
    switch question.kind {
    case .shortAnswer(let answers, let marking):
      right = answers.filter { $0.fraction == .one }.map { $0.text.variants[0].text }
      listed(answers, marking, entry)
      given(right, away: prompt, entry)
    case .choice(let choices, let multiple):
      right = choices.filter { $0.fraction > .zero }.map { $0.text.variants[0].text }
      alike(choices.map { $0.text.variants[0].text }, "choices", entry)
      if multiple, !choices.contains(where: { $0.fraction < .zero }), right.count < choices.count {
        warn(
          entry, "whoever chooses everything earns everything", "give the wrong choices weights below 0, such as -50 %")
      }
    case .numerical: break
    case .matching(let pairs, let distractors):
      alike(pairs.map { $0.left.variants[0].text }, "left sides", entry)
      alike(
        Array(Set(pairs.map { $0.right.variants[0].text })) + distractors.map { $0.variants[0].text }, "right sides",
        entry)
    case .ordering(let items): alike(items.map { $0.variants[0].text }, "items", entry)
    case .cloze(_, let gaps):
      for gap in gaps {
        switch gap.kind {
        case .answers(let answers):
          listed(answers, .standard, entry)
          given(answers.filter { $0.fraction == .one }.map { $0.text.variants[0].text }, away: prompt, entry)
        case .choices(let choices): alike(choices.map { $0.text.variants[0].text }, "choices", entry)
        case .numbers: break
        }
      }
    case .spelling(let spelling):
      right = [spelling.word]
      heard(spelling, entry)
    case .trueFalse, .essay, .description: break
    }
    again(question, asked, entry)
    traces.append(
      Trace(
        line: entry.line, title: entry.title, asked: asked, answers: right.map(BankWords.words).filter { !$0.isEmpty }))
  }

  /// The languages of words whose sound only a voice can tell, and these words.
  public var wordsToHear: [(language: String, words: [String])] {
    var found: [(language: String, words: [String])] = []
    for entry in unheard {
      if let at = found.firstIndex(where: { $0.language == entry.language }) {
        found[at].words.append(entry.word)
      } else {
        found.append((entry.language, [entry.word]))
      }
    }
    return found
  }

  /// Takes how words of a language sound, each in the names of `voice`: those that sound alike are found. Whoever has no
  /// voice leaves this out.
  public mutating func hear(_ sounds: [String: String], language: String, voice: String) {
    var first: [String: (word: String, line: Int)] = [:]
    for entry in unheard where entry.language == language {
      guard let sound = sounds[entry.word], !sound.isEmpty else { continue }
      if let other = first[sound], other.word.lowercased() != entry.word.lowercased() {
        let words =
          "\(ScreenText.quoted(entry.word)) sounds like \(ScreenText.quoted(other.word)) on line \(other.line)"
        warn(entry.line, "\(words), as \(voice) says them", BankLint.soundHint)
      } else {
        first[sound] = (entry.word, entry.line)
      }
    }
  }

  /// Everything found, by line.
  public mutating func finish() -> [ExamProblem] {
    compare()
    let order = findings.indices.sorted { (findings[$0].line, $0) < (findings[$1].line, $1) }
    return order.map { findings[$0] }
  }

  private mutating func warn(_ entry: BankQuestion, _ message: String, _ hint: String) {
    warn(entry.line, message, hint)
  }

  private mutating func warn(_ line: Int, _ message: String, _ hint: String) {
    guard findings.count < BankFindings.listed else { return }
    findings.append(ExamProblem(line: line, column: 1, severity: .warning, message: message, hint: hint))
  }

  // MARK: - One question

  /// Listed answers: one that takes anything, and two that are marked as one.
  private mutating func listed(_ answers: [TextAnswer], _ marking: TextMarking, _ entry: BankQuestion) {
    for answer in answers where answer.fraction == .one {
      let text = answer.text.variants[0].text
      if !text.isEmpty, text.utf8.allSatisfy({ $0 == UInt8(ascii: "*") }) {
        warn(entry, "any answer is right", "list the right ones; an asterisk stands for anything")
      }
    }
    let texts = answers.map { $0.text.variants[0].text }
    if marking.letterCase == .exact, marking.accents == .exact { return }
    alike(texts, "answers", entry)
  }

  /// Texts that differ by case or accents alone.
  private mutating func alike(_ texts: [String], _ what: String, _ entry: BankQuestion) {
    guard texts.count > 1 else { return }
    var folded: [String: String] = [:]
    for text in texts {
      let form = BankWords.folded(text)
      if let first = folded[form] {
        let difference = first.lowercased() == text.lowercased() ? "case" : "case or accents"
        let how = first == text ? "are the same" : "differ by \(difference) alone"
        warn(
          entry, "the \(what) \(ScreenText.quoted(first)) and \(ScreenText.quoted(text)) \(how)",
          what == "answers" ? "one is enough where case is overlooked" : "word one of them otherwise")
      } else {
        folded[form] = text
      }
    }
  }

  /// A right answer that stands in its own question.
  private mutating func given(_ answers: [String], away prompt: String, _ entry: BankQuestion) {
    for answer in answers where answer.utf8.count > 2 {
      if WordSearch.range(of: answer, in: prompt) != nil {
        return warn(entry, "the question holds its answer \(ScreenText.quoted(answer))", "ask without naming it")
      }
    }
  }

  /// The same question asked before.
  private mutating func again(_ question: Question, _ asked: [UInt64], _ entry: BankQuestion) {
    guard question.kind != .description, !asked.isEmpty else { return }
    let key = ExamLintHash.of(question)
    if let line = seen[key] {
      warn(entry, "the same question was asked on line \(line)", "take one of them out")
    } else {
      seen[key] = entry.line
    }
  }

  private static let soundHint = "see that meaning and sentence tell which is meant, or take another word"

  /// A word that sounds like another: whoever hears it may spell that one, and be right about what was heard.
  private mutating func heard(_ spelling: Spelling, _ entry: BankQuestion) {
    let word = ScreenText.quoted(spelling.word)
    let isEnglish = entry.language.lowercased().hasPrefix("en")
    usesList = usesList || isEnglish
    let others = isEnglish ? Homophones.of(spelling.word) : []
    if !others.isEmpty {
      let list = others.map { ScreenText.quoted($0) }.joined(separator: " and ")
      return warn(entry, "\(word) sounds like \(list)", BankLint.soundHint)
    }
    guard let sound = spelling.pronunciation else {
      unheard.append(Unheard(word: spelling.word, language: entry.language, line: entry.line))
      return
    }
    if let other = sounds[sound], other.word != spelling.word {
      warn(entry, "\(word) is said as \(ScreenText.quoted(other.word)) on line \(other.line) is", BankLint.soundHint)
    } else {
      sounds[sound] = (spelling.word, entry.line)
    }
  }

  // MARK: - All questions

  /// More questions with one answer than this are not compared, so that no bank takes longer than its length.
  private static let most = 8

  /// Answers that another question tells: it has the answer's words in a row, and half of what is asked for it.
  private mutating func compare() {
    var byFirst: [UInt64: [(trace: Int, answer: Int)]] = [:]
    for (index, trace) in traces.enumerated() {
      for (number, answer) in trace.answers.enumerated() where BankWords.tells(answer) {
        guard let first = answer.first, byFirst[first, default: []].count < Self.most else { continue }
        byFirst[first, default: []].append((index, number))
      }
    }
    var told: Set<Int> = []
    for (index, trace) in traces.enumerated() {
      let words = Set(trace.asked)
      for at in trace.asked.indices {
        for (other, number) in byFirst[trace.asked[at]] ?? [] where other != index && !told.contains(other) {
          let answer = traces[other].answers[number]
          guard trace.asked[at...].starts(with: answer) else { continue }
          let asked = Set(traces[other].asked.filter { BankWords.matters($0) })
          let shared = asked.count { words.contains($0) }
          guard shared > 0, shared * 2 >= asked.count else { continue }
          told.insert(other)
          warn(
            traces[other].line,
            "the question on line \(trace.line), \(ScreenText.quoted(trace.title)), gives the answer away",
            "word one of them otherwise, or leave it out")
        }
      }
    }
  }
}

/// What a question asks and what is right, as one number.
enum ExamLintHash {
  static func of(_ question: Question) -> UInt64 {
    var hash = BankWords.Hash()
    hash.add(question.typeName)
    hash.add(BankWords.folded(question.promptLine(language: "")))
    hash.add(BankWords.folded(AnswerText.rightAnswer(to: question, language: "") ?? ""))
    return hash.value
  }
}
