/// Reads an exam file as a bank: its questions one by one, so that one that is wrong does not hide the others, and what
/// `x-name` and `x-tags` say.
struct JSONBankReader: BankReader {
  var builder = BankBuilder()
  private var entries: [BankQuestion] = []
  private var at = 0
  /// Where the file's own problems are known by their lines already.
  private(set) var problems: [ExamProblem] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    let file = Array(bytes[start...])
    let reading = ExamReader.read(file)
    problems = reading.problems
    let document: JSONDocument
    do throws(JSONFault) {
      document = try JSONReader.readKeepingDuplicates(file)
    } catch {
      return
    }
    let elements = document.root["questions"]?.array ?? []
    let lines = document.places(of: elements.map(\.offset)).map(\.line)
    var decoder = ExamDecoder()
    var ids: Set<String> = []
    let language = document.root["language"]?.string ?? "en"
    for (element, line) in zip(elements, lines) {
      guard let question = decoder.question(element), ids.insert(question.id).inserted else {
        builder.refuse()
        continue
      }
      builder.tally.add(BankTally.type(of: question.kind))
      let name = element["x-name"]?.string ?? ""
      let tags = element["x-tags"]?.array?.compactMap(\.string) ?? []
      entries.append(
        BankQuestion(
          question: question, name: ScreenText.fitted(name), tags: tags.map { ScreenText.fitted($0) }, line: line,
          language: language))
    }
    // Too large, or otherwise no exam.
    if reading.exam == nil, builder.refused == 0, entries.isEmpty { builder.refuse() }
  }

  mutating func next(_ each: (BankEntry) -> Void) -> Bool {
    guard at < entries.count else { return false }
    at += 1
    each(BankEntry(entries[at - 1]))
    return true
  }
}
