import Glibc

#if canImport(KioskCore)
  @testable import KioskCore
#endif

/// Any bytes as a bank of any format, or of the one they look like: no reader traps or hangs, every problem has a place inside
/// the file, nothing is refused without a word, a list says the same as the questions, and what is accepted is an exam that
/// opens and is the same after being written and read again in every format.
///
/// The first byte chooses the format, unless the variable KIOSK_FUZZ_FORMAT names one.
#if FUZZING
  @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzBanks(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let data, count > 0 else { return 0 }
  let formats = BankFormat.allCases
  let choice = Int(data[0]) % (formats.count + 1)
  let bytes = Array(UnsafeBufferPointer(start: data + 1, count: count - 1))
  fuzzBank(bytes, named ?? (choice < formats.count ? formats[choice] : nil))
  return 0
}

private let named = getenv("KIOSK_FUZZ_FORMAT").flatMap { BankFormat(rawValue: String(cString: $0)) }

private func fuzzBank(_ bytes: [UInt8], _ format: BankFormat?) {
  let (bank, summary) = BankReading.bank(bytes, as: format)
  precondition(bank.questions.count == summary.questions, "questions were miscounted")
  if summary.refused > 0 { precondition(summary.hasErrors, "a question was refused without a word") }
  let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
  for problem in summary.problems {
    precondition(problem.line >= 1 && problem.column >= 1 && problem.line <= lines, "a place outside the file")
    precondition(!problem.message.isEmpty, "a problem without words")
  }
  precondition(Set(bank.questions.map(\.question.id)).count == bank.questions.count, "an id was given twice")
  _ = summary.preview
  // A list is found without building the questions; it says the same of them.
  var listed: [String] = []
  let list = bytes.withUnsafeBufferPointer { file in
    BankReading.list(file, as: format) { listed.append("\($0.line) \($0.id) \($0.typeName) \($0.title)") }
  }
  precondition(list == summary, "a list found other problems")
  precondition(
    listed == bank.questions.map { "\($0.line) \($0.question.id) \($0.question.typeName) \($0.title)" },
    "a list differs from the questions")
  #if FUZZING
    // What follows takes ten times as long as all before: it is tried of one in eight, which its bytes choose.
    guard bytes.reduce(0, &+) % 8 == 0 else { return }
  #endif
  var lint = BankLint()
  for entry in bank.questions { lint.add(entry) }
  _ = lint.finish()
  guard bank.questions.contains(where: { $0.question.kind != .description }) else { return }
  let exam = BankWriting.write(bank.questions, as: .json, name: "x")
  let reading = ExamReader.read(exam.bytes)
  precondition(
    reading.exam?.questions == bank.questions.map(\.question),
    "an exam changed by being written: \(reading.problems.first?.message ?? "not equal") \(reading.exam == nil)")
  for format in BankFormat.allCases where format != .json {
    let written = BankWriting.write(bank.questions, as: format, name: "x")
    let lossy = Set(written.losses.map(\.question))
    let again = BankReading.bank(written.bytes, as: format).bank.questions
    let found = Dictionary(again.map { ($0.question.id, $0.question) }) { first, _ in first }
    for entry in bank.questions where !lossy.contains(entry.question.id) {
      precondition(
        found[entry.question.id] == entry.question, "written as \(format) a question changed: \(entry.question)")
    }
  }
}
