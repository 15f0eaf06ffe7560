/// Makes questions out of what a reader found, held to what an exam file holds them to, so that whatever a bank gives can be
/// written as an exam file and read back equal.
struct BankBuilder {
  var findings = BankFindings()
  var tally = BankTally()
  var skipped: [BankSkip] = []
  private(set) var refused = 0
  private var ids = BankIDs()
  /// The present question's texts.
  let texts = RawTexts()

  /// The question; `nil`, and counted as refused, where it or a finding since `errors` (their number before) stands against
  /// it. `offset` is where it begins.
  mutating func question(
    _ kind: RawKind?, prompt: RawText?, name: RawText, given: String? = nil, tags: [String] = [], topic: String,
    points: Points = .one, level: Int? = nil, feedback: RawText?, line: Int, offset: Int, errors: Int
  ) -> BankEntry? {
    var needsPrompt = true
    if case .made(.cloze)? = kind { needsPrompt = false }
    if case .made(.spelling)? = kind { needsPrompt = false }
    if prompt == nil, needsPrompt, kind != nil {
      findings.error(offset, "the question asks nothing", "write what is asked before the answers")
    }
    if let kind { check(kind, max(prompt?.bytes.count ?? 0, feedback?.bytes.count ?? 0), offset) }
    guard let kind, findings.errorCount == errors else {
      ids.skip()
      refused += 1
      return nil
    }
    let (id, changed) = ids.next(given: given, name: name)
    if changed, let given {
      findings.warn(
        offset, "the id \(ScreenText.quoted(given)) is used already or cannot be one: \(id) is taken",
        "use letters, digits, -, _ and ., and each id once")
    }
    tally.add(kind.type)
    return BankEntry(
      id: id, kind: kind, prompt: prompt, name: name, tags: tags, topic: topic, points: points, level: level,
      feedback: feedback, line: line)
  }

  /// The same of texts that are made.
  mutating func question(
    _ kind: RawKind?, prompt: String?, name: String, given: String? = nil, tags: [String] = [], topic: String,
    points: Points = .one, level: Int? = nil, feedback: String?, line: Int, offset: Int, errors: Int
  ) -> BankEntry? {
    question(
      kind, prompt: keep(prompt), name: texts.keep(name), given: given, tags: tags, topic: topic, points: points,
      level: level, feedback: keep(feedback), line: line, offset: offset, errors: errors)
  }

  /// A text that stays for the present question.
  func keep(_ text: String?) -> RawText? { text.map { texts.keep($0) } }

  /// Counts a question that is refused.
  mutating func refuse() { refused += 1 }

  /// The limits of an exam file. `longest`: the length in bytes of the longest text beside the answers.
  private mutating func check(_ kind: RawKind, _ longest: Int, _ offset: Int) {
    var longest = longest
    var entries = 0
    func measure(_ text: LocalizedText) { longest = max(longest, text.variants[0].text.utf8.count) }
    func measure(_ text: RawText?) { longest = max(longest, text?.bytes.count ?? 0) }
    switch kind {
    case .shortAnswer(let answers, _), .choice(let answers, _):
      entries = answers.count
      for answer in answers { measure(answer.text) }
    case .matching(let pairs, let distractors):
      entries = max(pairs.count, distractors.count)
      for pair in pairs {
        measure(pair.left)
        measure(pair.right)
      }
      for text in distractors { measure(text) }
    case .made(.cloze(let text, let gaps)):
      entries = gaps.count
      measure(text)
    case .made(.ordering(let items)):
      entries = items.count
      for item in items { measure(item) }
    case .made(.numerical(let answers, _)): entries = answers.count
    case .made(.spelling(let spelling)): longest = max(longest, spelling.word.utf8.count)
    case .trueFalse, .made, .whole: break
    }
    if longest > ExamDecoder.longestText {
      findings.error(
        offset, "a text of this question has more than \(ExamDecoder.longestText) bytes", "shorten it, or divide it")
    }
    if entries > ExamDecoder.longestList {
      findings.error(
        offset, "the question has \(entries) answers, more than \(ExamDecoder.longestList)",
        "split it into several questions")
    }
  }

  /// What is left to say when the whole file has been read.
  func summary(_ format: BankFormat, in bytes: UnsafeBufferPointer<UInt8>) -> BankSummary {
    BankSummary(
      format: format, skipped: skipped, problems: findings.problems(in: bytes), refused: refused, tally: tally)
  }
}
