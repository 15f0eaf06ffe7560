import Glibc

@testable import KioskCore

/// A data folder of its own, gone when the test is.
final class ScratchFolder {
  let folder: DataFolder

  init() {
    var template = Array("/tmp/kiosk-records-XXXXXX".utf8CString)
    folder = DataFolder(path: mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent")
  }

  deinit {
    for path in [folder.drafts, folder.path] {
      for name in (try? Files.names(in: path)) ?? [] { try? Files.unlink("\(path)/\(name)") }
      rmdir(path)
    }
  }
}

/// Attempts for the store's tests.
enum Sample {
  static let start = WallTime(milliseconds: 1_700_000_000_000)

  static let questions = [
    Question(
      id: "capital", prompt: LocalizedText("What is the capital of Canada?"), points: .one,
      kind: .shortAnswer(answers: [TextAnswer(text: LocalizedText("Ottawa"))], marking: .standard)),
    Question(
      id: "rivers", prompt: LocalizedText("Which are rivers?"), points: Points(hundredThousandths: 200_000),
      kind: .choice(
        choices: [
          Choice(text: LocalizedText("Nile"), fraction: Fraction(raw: 50_000)),
          Choice(text: LocalizedText("Etna"), fraction: Fraction(raw: -50_000)),
          Choice(text: LocalizedText("Po"), fraction: Fraction(raw: 50_000)),
        ], multiple: true)),
    Question(
      id: "why", prompt: LocalizedText("Why is it cold there?"), points: Points(hundredThousandths: 500_000),
      kind: .essay(words: nil)),
    Question(id: "end", prompt: LocalizedText("That was it."), points: .zero, kind: .description),
  ]

  static func attempt(
    _ id: String = "01HZZZZZZZZZZZZZZZZZZZZZZ0", name: String = "Zoë O'Neil", questions: [Question] = questions
  ) -> Attempt {
    let exam = Exam(
      id: "geo", title: LocalizedText("Geography"), language: "en", minutes: 10, shuffle: false, shuffleChoices: false,
      navigation: .free, draw: nil, verdict: .end, report: .full, policy: .standard, questions: questions)
    return Attempt(
      id: id, mode: .test, candidate: Candidate(name: name, id: "7"), exam: exam,
      slots: questions.map { Slot(question: $0, order: []) }, seed: 3, allowed: 600_000, extraPercent: 0,
      startedAt: start)
  }

  static let restrictions = [
    RestrictionReport(id: .home, state: .enforced),
    RestrictionReport(id: .multiplexer, state: .detected, finding: "tmux holds the other end"),
    RestrictionReport(id: .consoleSwitch, state: .unavailable(reason: "no console")),
  ]

  static func response(_ slot: Int, _ response: Response, _ consumed: Int64 = 1000) -> Step {
    Step(
      slot: slot, kind: .response(response), at: WallTime(milliseconds: start.milliseconds + consumed),
      consumed: consumed)
  }

  static let steps: [Step] = [
    Step(slot: 0, kind: .presented, at: start, consumed: 0),
    response(0, .text("Toronto"), 1000), response(1, .choice([0, 2]), 2500), response(0, .text("ottawa"), 4000),
    response(2, .text("=SUM(A1)\nIt is far north."), 5250),
  ]

  static func ending(_ attempt: Attempt, _ steps: [Step], end: AttemptEnd = .submitted) -> Ending {
    Ending(
      end: end, at: WallTime(milliseconds: start.milliseconds + 60_000), consumed: 6000,
      restrictions: restrictions, report: ReportSummary(attempt: attempt, steps: steps))
  }

  /// Begins, answers, ends and seals an attempt.
  @discardableResult
  static func sit(_ store: Store, _ attempt: Attempt = attempt(), seal: Bool = true) throws(StoreFault) -> Attempt {
    try store.begin(attempt, tier: .terminal, restrictions: restrictions, entitlement: "sample entitlement")
    for step in steps { try store.append(step, to: attempt.id) }
    try store.end(attempt.id, ending(attempt, steps))
    if seal { try Ledger(store.folder).seal(attempt.id, at: WallTime(milliseconds: start.milliseconds + 61_000)) }
    return attempt
  }
}
