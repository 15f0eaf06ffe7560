/// Writes Aiken, which has choices and keys and nothing else.
struct AikenWriter: BankWriter {
  private(set) var bytes: [UInt8] = []
  private(set) var losses: [BankLoss] = []
  /// The ids a reader will give.
  private var ids = BankIDs()

  init(id: String, title: String) {}

  mutating func finish() {}

  mutating func add(_ entry: BankQuestion) {
    let question = entry.question
    guard case .choice(let choices, let multiple) = question.kind else {
      return losses.append(entry.loss("Aiken has no \(question.typeName) questions"))
    }
    if choices.count > 26 { return losses.append(entry.loss("Aiken has at most 26 choices")) }
    losses += entry.commonLosses(points: false, level: false)
    let right = choices.indices.filter { multiple ? choices[$0].fraction > .zero : choices[$0].fraction == .one }
    note(entry, choices, right, multiple: multiple)
    stem(question.prompt.variants[0].text, entry)
    for (index, choice) in choices.enumerated() {
      put("\(Self.letter(index)). \(choice.text.variants[0].text)\n")
    }
    put("ANSWER: \(right.map { String(Self.letter($0)) }.joined(separator: ", "))\n")
    if let feedback = question.feedback { self.feedback(feedback.variants[0].text, entry) }
    put("\n")
  }

  private static func letter(_ index: Int) -> Character { Character(UnicodeScalar(UInt8(ascii: "A") + UInt8(index))) }

  private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func note(_ entry: BankQuestion, _ choices: [Choice], _ right: [Int], multiple: Bool) {
    let question = entry.question
    if question.topic != nil { losses.append(entry.loss("its category")) }
    if !entry.name.isEmpty { losses.append(entry.loss("its name")) }
    if !entry.tags.isEmpty { losses.append(entry.loss("its tags")) }
    let id = ids.next(given: nil, name: "").id
    if id != question.id, entry.name.isEmpty { losses.append(entry.loss("its id")) }
    if choices.contains(where: { $0.feedback != nil }) { losses.append(entry.loss("what is said of each choice")) }
    let isUneven = choices.indices.contains { index in
      let fraction = choices[index].fraction
      return right.contains(index)
        ? right.count > 1 && Int(fraction.raw) != (200_000 + right.count) / (2 * right.count) : fraction != .zero
    }
    if multiple, right.count == 1 { losses.append(entry.loss("that several may be chosen")) }
    let texts = [question.prompt] + choices.map(\.text) + (question.feedback.map { [$0] } ?? [])
    if texts.contains(where: { HTMLText.isMarkedUp($0.variants[0].text) }) {
      losses.append(entry.loss("tags that are a part of the text"))
    }
    if isUneven { losses.append(entry.loss("what each choice earns")) }
  }

  /// Whether a line is taken for the first choice, or for the key.
  private static func isTaken(_ line: String) -> Bool {
    let bytes = Array(line.utf8.prefix(2))
    let isChoice = bytes.count == 2 && (bytes[0] | 0x20) == 0x61 && (bytes[1] == 0x2E || bytes[1] == 0x29)
    return isChoice || begins(line, "ANSWER:")
  }

  /// What is asked; a line that would be taken for something else is joined to the one before.
  private mutating func stem(_ text: String, _ entry: BankQuestion) {
    let lines = lines(text, entry)
    var first = lines[0]
    // A reader takes one number away; behind one a line is no choice and no key.
    let digits = first.utf8.prefix { $0 &- 0x30 < 10 }.count
    if (1...5).contains(digits), first.utf8.dropFirst(digits).first.map({ $0 == 0x2E || $0 == 0x29 }) ?? false {
      first = "1. " + first
    }
    put(Self.isTaken(first) ? "1. " + first : first)
    for line in lines.dropFirst() {
      if Self.isTaken(line) { losses.append(entry.loss("a line break before \(ScreenText.quoted(line))")) }
      put((Self.isTaken(line) ? " " : "\n") + line)
    }
    put("\n")
  }

  /// What is said of every answer, in the same way: a key in it would end the question, its own word be taken away.
  private mutating func feedback(_ text: String, _ entry: BankQuestion) {
    let lines = lines(text, entry)
    guard let first = lines.first else { return }
    put("Feedback: \(first)")
    for line in lines.dropFirst() {
      let isWord = Self.begins(line, "ANSWER:") || Self.begins(line, "FEEDBACK:")
      if isWord { losses.append(entry.loss("a line break before \(ScreenText.quoted(line))")) }
      put((isWord ? " " : "\n") + line)
    }
    put("\n")
  }

  private static func begins(_ line: String, _ word: String) -> Bool {
    line.utf8.count >= word.utf8.count && line.prefix(word.utf8.count).uppercased() == word
  }

  /// The lines with something on them.
  private mutating func lines(_ text: String, _ entry: BankQuestion) -> [String] {
    let given = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let all = given.map { BankText.trimmed($0) }
    if all.contains(nil) { losses.append(entry.loss("empty lines in a text")) }
    if zip(given, all).contains(where: { $1 != nil && $0 != $1 }) {
      losses.append(entry.loss("spaces at the ends of lines"))
    }
    return all.compactMap { $0 }
  }
}
