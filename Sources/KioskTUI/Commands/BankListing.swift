import Glibc
import KioskCore

/// What `kiosk bank list` and `lint` print. Questions are written as they are read, so that a large bank takes no more memory
/// than its file.
struct BankListing {
  let file: String
  let from: BankFormat?
  /// Whether it is judged too, and errors make the exit status.
  let isLint: Bool

  /// The exit status: of lint 65 where there is an error.
  func run(_ bytes: [UInt8], json: Bool) throws(CommandFault) -> Int32 {
    json ? try writeJSON(bytes) : isLint ? try writeFindings(bytes) : try writeTable(bytes)
  }

  private var name: String { ScreenText.fitted(file) }

  private func read(_ bytes: [UInt8], each: (BankListed) -> Void) -> (BankSummary, heard: String) {
    bytes.withUnsafeBufferPointer { bytes in
      guard isLint else { return (BankReading.list(bytes, as: from, fileName: file, each: each), "") }
      return judged(bytes, each: each)
    }
  }

  /// The findings, and by what words that sound alike were found; empty: there is none to spell.
  private func judged(
    _ bytes: UnsafeBufferPointer<UInt8>, each: (BankListed) -> Void
  ) -> (BankSummary, heard: String) {
    var lint = BankLint()
    var summary = BankReading.list(bytes, as: from, fileName: file) { entry in
      lint.add(entry.question)
      each(entry)
    }
    var sounds = BankSounds()
    let spells = summary.counts.contains { $0.type == "spelling" }
    if spells { sounds.ask(for: &lint) }
    summary.add(lint.finish())
    return (summary, spells ? sounds.words(usesList: lint.usesList) : "")
  }

  private func status(_ summary: BankSummary) -> Int32 { isLint && summary.hasErrors ? 65 : 0 }

  // MARK: - JSON

  private func writeJSON(_ bytes: [UInt8]) throws(CommandFault) -> Int32 {
    var out = BufferedOutput()
    out.put("{\n  \"questions\": [")
    var isFirst = true
    let (summary, heard) = read(bytes) { entry in
      out.put(isFirst ? "\n    " : ",\n    ")
      isFirst = false
      out.put("{\"id\":")
      out.put(quoted: entry.id)
      out.put(",\"type\":\"")
      out.put(entry.typeName)
      out.put("\",\"title\":")
      out.put(quoted: entry.title)
      out.put(",\"line\":")
      out.put(String(entry.line))
      out.put("}")
    }
    out.put(isFirst ? "]" : "\n  ]")
    let skipped = summary.skipped.map { skip -> JSONValue in
      ["line": .integer(Int64(skip.line)), "what": .string(skip.what), "reason": .string(skip.reason)]
    }
    var counts = JSONObject()
    for (type, count) in summary.counts { counts.add(type, .integer(Int64(count))) }
    put("skipped", skipped, &out)
    put("problems", summary.problems.map(Self.json), &out)
    out.put(",\n  \"counts\": ")
    out.put(JSONWriter.bytes(.object(counts)))
    if !heard.isEmpty {
      out.put(",\n  \"homophonesBy\": ")
      out.put(quoted: heard)
    }
    out.put(",\n  \"format\": \"\(summary.format.rawValue)\"\n}\n")
    try out.finish()
    return status(summary)
  }

  private func put(_ key: String, _ values: [JSONValue], _ out: inout BufferedOutput) {
    out.put(",\n  \"\(key)\": [")
    for (index, value) in values.enumerated() {
      out.put(index == 0 ? "\n    " : ",\n    ")
      out.put(JSONWriter.bytes(value))
    }
    out.put(values.isEmpty ? "]" : "\n  ]")
  }

  private static func json(_ problem: ExamProblem) -> JSONValue {
    var object: JSONObject = [
      "line": .integer(Int64(problem.line)), "column": .integer(Int64(problem.column)),
      "severity": .string(problem.severity.rawValue), "message": .string(problem.message),
    ]
    object.add("hint", problem.hint.map { .string($0) })
    return .object(object)
  }

  // MARK: - For people

  private func writeTable(_ bytes: [UInt8]) throws(CommandFault) -> Int32 {
    var out = BufferedOutput()
    out.put("  Line  Type         Title\n")
    let (summary, _) = read(bytes) { entry in
      out.put(Self.right("\(entry.line)", 6))
      out.put("  ")
      out.put(Self.left(entry.typeName, 13))
      out.put(ScreenText.fitted(entry.title))
      out.put("\n")
    }
    out.put("\n\(name): \(summary.format.title), \(Self.count(summary.questions, "question"))")
    if summary.counts.count > 1 {
      out.put(" (\(summary.counts.map { "\($0.count) \($0.type)" }.joined(separator: ", ")))")
    }
    out.put(".\n")
    for skip in summary.skipped { out.put("\(name):\(skip.line): not read: \(skip.what): \(skip.reason)\n") }
    for problem in summary.problems { out.put(Self.line(problem, file: name) + "\n") }
    try out.finish()
    return 0
  }

  private func writeFindings(_ bytes: [UInt8]) throws(CommandFault) -> Int32 {
    var out = BufferedOutput()
    let (summary, heard) = read(bytes) { _ in }
    for skip in summary.skipped {
      out.put("\(name):\(skip.line):1: warning: not read: \(skip.what): \(skip.reason)\n")
    }
    for problem in summary.problems { out.put(Self.line(problem, file: name) + "\n") }
    if summary.problems.isEmpty, summary.skipped.isEmpty {
      out.put("\(name): \(Self.count(summary.questions, "question")), nothing to mend.\n")
    }
    if !heard.isEmpty { out.put("\(name): words that sound alike: found by \(heard).\n") }
    try out.finish()
    return status(summary)
  }

  /// Like a compiler: `file:line:column: severity: message (hint)`.
  static func line(_ problem: ExamProblem, file: String) -> String {
    let hint = problem.hint.map { " (\(ScreenText.fitted($0)))" } ?? ""
    let words = ScreenText.fitted(problem.message)
    return "\(file):\(problem.line):\(problem.column): \(problem.severity.rawValue): \(words)\(hint)"
  }

  private static func count(_ number: Int, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.utf8.count)) + text
  }

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.utf8.count))
  }
}

/// Standard output, written a piece at a time.
struct BufferedOutput {
  private static let piece = 64 << 10
  private var bytes: [UInt8] = []
  private var fault: SystemFault?

  init() { bytes.reserveCapacity(Self.piece + 4096) }

  mutating func put(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
    if bytes.count >= Self.piece { flush() }
  }

  /// A text as JSON.
  mutating func put(quoted text: String) { JSONWriter.append(text, to: &bytes) }

  mutating func put(_ more: [UInt8]) {
    bytes.append(contentsOf: more)
    if bytes.count >= Self.piece { flush() }
  }

  private mutating func flush() {
    if fault == nil {
      do throws(SystemFault) { try Files.writeAll(STDOUT_FILENO, bytes) } catch { fault = error }
    }
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes what is left. A reader that has seen enough (head) is no failure.
  mutating func finish() throws(CommandFault) {
    flush()
    if let fault, fault.code != EPIPE {
      throw CommandFault("cannot write the result (\(fault.reason)): make room, or look at the output", 74)
    }
  }
}
