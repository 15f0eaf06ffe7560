/// Writes `kiosk-exam/1`. A question's name and tags stand in keys that an exam has no use for, `x-name` and `x-tags`.
struct JSONBankWriter: BankWriter {
  private(set) var bytes: [UInt8]
  private(set) var losses: [BankLoss] = []
  private var isEmpty = true

  init(id: String, title: String) {
    let head: JSONObject = [
      "format": .string(ExamReader.format), "id": .string(id), "title": .string(title), "language": "en",
    ]
    // The closing brace waits until all questions are in.
    bytes = JSONWriter.bytes(.object(head), pretty: true).dropLast(3) + Array(",\n  \"questions\": [".utf8)
  }

  mutating func add(_ entry: BankQuestion) {
    bytes.append(contentsOf: (isEmpty ? "\n    " : ",\n    ").utf8)
    isEmpty = false
    var value = ExamWriter.value(entry.question)
    if case .object(var object) = value {
      object.add("x-name", entry.name.isEmpty ? nil : .string(entry.name))
      object.add("x-tags", entry.tags.isEmpty ? nil : .array(entry.tags.map { .string($0) }))
      value = .object(object)
    }
    JSONWriter.append(value, pretty: true, level: 2, to: &bytes)
  }

  mutating func finish() { bytes.append(contentsOf: (isEmpty ? "]\n}\n" : "\n  ]\n}\n").utf8) }
}
