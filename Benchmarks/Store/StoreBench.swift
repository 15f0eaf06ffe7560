import Glibc
import KioskCore

/// Measures how fast accepted responses become durable: `Store.append` beside bare SQLite, in one process on one disk.
///
/// Usage: `KioskBench FOLDER [BLOCKS]`. Prints one line: answers a second, and of one answer the median and the 99th
/// percentile in microseconds; first of bare SQLite, then of the store.
@main
struct StoreBench {
  /// Answers in a row before the other one has its turn.
  static let blockSize = 100

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else { fail("usage: KioskBench FOLDER [BLOCKS]", 64) }
    let folder = arguments[1]
    let blocks = arguments.count > 2 ? max(1, Int(arguments[2]) ?? 40) : 40
    guard let bare = BareDatabase(path: folder + "/bare.db") else { fail("SQLite cannot work in \(folder)", 73) }
    do {
      let store = try Store.open(DataFolder(path: folder))
      var bareTimes: [Double] = []
      var storeTimes: [Double] = []
      for block in 0..<blocks {
        let attempt = sample(block)
        try store.begin(attempt, tier: .terminal, restrictions: [])
        for number in 1...blockSize {
          let text = "Ottawa \(number)"
          let body = Array("{\"response\":{\"text\":\"\(text)\"}}".utf8CString.dropLast())
          let start = microseconds()
          let kept = bare.append(
            attempt: Int64(block), number: Int64(number), slot: 0, at: 1_700_000_000_000, consumed: 1000, body: body)
          bareTimes.append(microseconds() - start)
          guard kept else { fail("bare SQLite failed", 74) }
        }
        for number in 1...blockSize {
          let step = Step(
            slot: 0, kind: .response(.text("Ottawa \(number)")), at: WallTime(milliseconds: 1_700_000_000_000),
            consumed: 1000)
          let start = microseconds()
          try store.append(step, to: attempt.id)
          storeTimes.append(microseconds() - start)
        }
      }
      print(line(bareTimes), line(storeTimes))
    } catch {
      fail("the store failed: \(error)", 74)
    }
  }

  /// An attempt at an exam of one question.
  private static func sample(_ number: Int) -> Attempt {
    let answer = TextAnswer(text: LocalizedText("Ottawa"))
    let question = Question(
      id: "capital", prompt: LocalizedText("What is the capital of Canada?"), points: .one,
      kind: .shortAnswer(answers: [answer], marking: .standard))
    let exam = Exam(
      id: "bench", title: LocalizedText("Bench"), language: "en", minutes: nil, shuffle: false, shuffleChoices: false,
      navigation: .free, draw: nil, verdict: .end, report: .full,
      policy: ExamPolicy(proctor: false, required: [], detections: [:]), questions: [question])
    return Attempt(
      id: "BENCH\(number)", mode: .test, candidate: Candidate(name: "Bench"), exam: exam,
      slots: [Slot(question: question, order: [])], seed: 1, allowed: nil, extraPercent: 0,
      startedAt: WallTime(milliseconds: 1_700_000_000_000))
  }

  /// The rate is the median over blocks: one stall of a shared disk must not decide between the two.
  private static func line(_ times: [Double]) -> String {
    let rates = stride(from: 0, to: times.count, by: blockSize).map { start in
      Double(blockSize) / times[start..<(start + blockSize)].reduce(0, +) * 1e6
    }
    let sorted = times.sorted()
    let figures = [rates.sorted()[rates.count / 2], sorted[sorted.count / 2], sorted[sorted.count * 99 / 100]]
    return figures.map { "\(Int($0.rounded()))" }.joined(separator: " ")
  }

  private static func microseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }

  private static func fail(_ words: String, _ status: Int32) -> Never {
    let bytes = Array("KioskBench: \(words)\n".utf8)
    _ = write(2, bytes, bytes.count)
    exit(status)
  }
}
