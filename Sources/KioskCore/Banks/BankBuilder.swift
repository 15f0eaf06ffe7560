/// Makes questions out of what a reader found, held to what an exam file holds them to, so that whatever a bank gives can be
/// written as an exam file and read back equal.
struct BankBuilder {
  var findings = BankFindings()
  var tally = BankTally()
  var skipped: [BankSkip] = []
  private(set) var refused = 0
  private var ids = BankIDs()

  /// The question; `nil`, and counted as refused, where it or a finding since `errors` (their number before) stands against
  /// it. `offset` is where it begins.
  mutating func question(
    _ kind: Question.Kind?, prompt: String?, name: String, given: String? = nil, tags: [String] = [], topic: String,
    points: Points = .one, level: Int? = nil, feedback: String?, line: Int, offset: Int, errors: Int
  ) -> BankQuestion? {
    var needsPrompt = true
    if case .cloze? = kind { needsPrompt = false }
    if case .spelling? = kind { needsPrompt = false }
    if prompt == nil, needsPrompt, kind != nil {
      findings.error(offset, "the question asks nothing", "write what is asked before the answers")
    }
    if let kind { check(kind, prompt: prompt ?? "", feedback: feedback, offset) }
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
    let question = Question(
      id: id, prompt: LocalizedText(prompt ?? ""), points: kind == .description ? .zero : points,
      topic: topic.isEmpty ? nil : LocalizedText(topic), level: level, feedback: feedback.map { LocalizedText($0) },
      kind: kind)
    tally.add(question)
    return BankQuestion(question: question, name: name, tags: tags, line: line)
  }

  /// Counts a question that is refused.
  mutating func refuse() { refused += 1 }

  /// The limits of an exam file.
  private mutating func check(_ kind: Question.Kind, prompt: String, feedback: String?, _ offset: Int) {
    var longest = max(prompt.utf8.count, feedback?.utf8.count ?? 0)
    var entries = 0
    func measure(_ text: LocalizedText?) { longest = max(longest, text?.variants[0].text.utf8.count ?? 0) }
    switch kind {
    case .shortAnswer(let answers, _):
      entries = answers.count
      for answer in answers { measure(answer.text) }
    case .choice(let choices, _):
      entries = choices.count
      for choice in choices { measure(choice.text) }
    case .matching(let pairs, let distractors):
      entries = max(pairs.count, distractors.count)
      for pair in pairs {
        measure(pair.left)
        measure(pair.right)
      }
      for text in distractors { measure(text) }
    case .cloze(let text, let gaps):
      entries = gaps.count
      measure(text)
    case .ordering(let items):
      entries = items.count
      for item in items { measure(item) }
    case .numerical(let answers, _): entries = answers.count
    case .spelling(let spelling): longest = max(longest, spelling.word.utf8.count)
    case .trueFalse, .essay, .description: break
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
