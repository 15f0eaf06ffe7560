import Testing

@testable import KioskCore

private func sample() throws -> Exam { try #require(Repository.exam("Tests/Fixtures/every-type.exam.json").exam) }

private func compose(_ exam: Exam, seed: UInt64 = 7, _ options: AttemptComposer.Options = .init(mode: .test)) -> Attempt
{
  AttemptComposer.compose(
    exam, seed: seed, candidate: Candidate(name: "Ada", id: "7"), options: options,
    startedAt: WallTime(milliseconds: 1_700_000_000_000), random: Array(0..<10))
}

private func bank(_ count: Int, draw: Exam.Draw?, shuffle: Bool = true) -> Exam {
  let questions = (0..<count).map { index in
    Question(
      id: "q\(index)", prompt: LocalizedText("?"), points: .one, topic: LocalizedText("t\(index % 3)"),
      level: 1 + index % 5,
      kind: .choice(
        choices: (0..<4).map { Choice(text: LocalizedText("\($0)"), fraction: $0 == 0 ? .one : .zero) }, multiple: false
      ))
  }
  return Exam(
    id: "bank", title: LocalizedText("Bank"), language: "en", minutes: 10, shuffle: shuffle, shuffleChoices: true,
    navigation: .free, draw: draw, verdict: .end, report: .full, policy: .standard, questions: questions)
}

/// The reference implementations by Vigna give these numbers.
@Test func theGeneratorIsTheOnePublished() {
  var random = SeededRandom(seed: 0)
  #expect((0..<3).map { _ in random.next() } == [0x99EC_5F36_CB75_F2B4, 0xBF6E_1F78_4956_452A, 0x1A5F_849D_4933_E6E0])
}

/// These orders stand for ever: stored attempts and printed seeds depend on them.
@Test func aSeedMakesTheSameAttemptForEver() {
  let slots = AttemptComposer.slots(of: bank(12, draw: Exam.Draw(count: 5, spreadBy: .topic)), seed: 42)
  #expect(slots.map(\.question.id) == ["q5", "q9", "q1", "q6", "q2"])
  #expect(slots.map(\.order) == [[0, 3, 2, 1], [3, 2, 1, 0], [0, 2, 3, 1], [1, 2, 3, 0], [2, 3, 1, 0]])
}

@Test func aSeedChangesTheAttempt() {
  let exam = bank(30, draw: Exam.Draw(count: 10, spreadBy: .level))
  let attempts = Set((0..<50).map { AttemptComposer.slots(of: exam, seed: $0).map(\.question.id) })
  #expect(attempts.count == 50)
}

@Test func aDrawSpreadsAsEvenlyAsTheBankAllows() {
  for seed in 0..<200 as Range<UInt64> {
    let slots = AttemptComposer.slots(of: bank(30, draw: Exam.Draw(count: 11, spreadBy: .topic)), seed: seed)
    var counts: [LocalizedText?: Int] = [:]
    for slot in slots { counts[slot.question.topic, default: 0] += 1 }
    #expect(slots.count == 11 && Set(slots.map(\.question.id)).count == 11)
    #expect(counts.values.sorted() == [3, 4, 4])
  }
}

@Test func aDrawWithoutShuffleKeepsTheOrderOfTheFile() {
  let slots = AttemptComposer.slots(of: bank(30, draw: Exam.Draw(count: 10, spreadBy: nil), shuffle: false), seed: 3)
  let places = slots.compactMap { Int($0.question.id.dropFirst()) }
  #expect(places.count == 10 && places == places.sorted())
}

@Test func everyQuestionIsDrawnSometime() {
  var drawn: Set<String> = []
  for seed in 0..<100 as Range<UInt64> {
    drawn.formUnion(
      AttemptComposer.slots(of: bank(30, draw: Exam.Draw(count: 5, spreadBy: .topic)), seed: seed).map(\.question.id))
  }
  #expect(drawn.count == 30)
}

@Test func nothingToArrangeEverStartsArranged() throws {
  let exam = try sample()
  for seed in 0..<300 as Range<UInt64> {
    for slot in AttemptComposer.slots(of: exam, seed: seed) {
      switch slot.question.kind {
      case .ordering(let items):
        #expect(slot.order.sorted() == Array(items.indices) && slot.order != Array(items.indices))
      case .matching(let pairs, let distractors):
        #expect(slot.order.sorted() == Array(0..<pairs.count + distractors.count) && slot.order != slot.order.sorted())
      case .choice(let choices, _): #expect(slot.order == Array(choices.indices))
      case .shortAnswer, .trueFalse, .numerical, .cloze, .spelling, .essay, .description: #expect(slot.order.isEmpty)
      }
    }
  }
}

@Test func aDescriptionStaysBeforeWhatItDescribes() throws {
  let text = (0..<6).map {
    "{ \"id\": \"d\($0)\", \"type\": \"description\", \"prompt\": \"P\" }, { \"id\": \"q\($0)\", \"type\": \"trueFalse\", \"prompt\": \"P\", \"answer\": true }"
  }.joined(separator: ",\n")
  let exam = try #require(read(examText(text, "\"shuffle\": true, \"draw\": { \"count\": 4 },")).exam)
  for seed in 0..<50 as Range<UInt64> {
    let ids = AttemptComposer.slots(of: exam, seed: seed).map(\.question.id)
    #expect(ids.count == 8)
    for pair in stride(from: 0, to: 8, by: 2) {
      #expect(ids[pair].dropFirst() == ids[pair + 1].dropFirst() && ids[pair].first == "d")
    }
  }
}

@Test func extraTimeIsAddedAndTheCapHolds() throws {
  let exam = try sample()
  #expect(compose(exam).allowed == 900_000)
  #expect(compose(exam, .init(mode: .test, extraPercent: 25)).allowed == 1_125_000)
  #expect(compose(exam, .init(mode: .test, minutes: 40, extraPercent: 50)).allowed == 3_600_000)
  #expect(compose(exam, .init(mode: .test, minutes: 480, extraPercent: 100)).allowed == AttemptComposer.cap)
}

@Test func attemptIDsSortByTimeAndNothingElseIsOne() {
  let id = AttemptID.make(at: WallTime(milliseconds: 1_700_000_000_000), random: Array(0..<10))
  #expect(id == "01HF7YAT00000G40R40M30E209")
  #expect(AttemptID.isValid(id))
  let earlier = AttemptID.make(
    at: WallTime(milliseconds: 1_699_999_999_999), random: [UInt8](repeating: 255, count: 10))
  #expect(earlier < id)
  #expect(
    !AttemptID.isValid("../../../../etc/passwd") && !AttemptID.isValid(id.lowercased()) && !AttemptID.isValid(id + "0"))
  #expect(AttemptID.make(at: WallTime(milliseconds: 0), random: []) == String(repeating: "0", count: 26))
}

@Test func whatIsWrittenReadsBackEqual() throws {
  for path in ["Tests/Fixtures/every-type.exam.json"] {
    let exam = try #require(Repository.exam(path).exam)
    let again = ExamReader.read(ExamWriter.bytes(exam))
    #expect(again.problems == [] && again.exam == exam)
    let attempt = compose(exam)
    let text = AttemptCoding.text(attempt)
    #expect(AttemptCoding.attempt(text) == attempt)
    #expect(AttemptCoding.text(attempt) == text)
  }
  #expect(AttemptCoding.attempt("{}") == nil && AttemptCoding.attempt("[") == nil)
}

@Test func anAttemptReadsBackThoughItsExamWouldBeRefusedToday() {
  let question = Question(
    id: "not an id", prompt: LocalizedText(""), points: .one, kind: .shortAnswer(answers: [], marking: .standard))
  let exam = Exam(
    id: "!", title: LocalizedText(""), language: "x", minutes: nil, shuffle: false, shuffleChoices: false,
    navigation: .free,
    draw: nil, verdict: .each, report: .none, policy: .standard, questions: [])
  let attempt = Attempt(
    id: "i", mode: .practice, candidate: Candidate(name: ""), exam: exam, slots: [Slot(question: question, order: [])],
    seed: .max, allowed: nil, extraPercent: 0, startedAt: WallTime(milliseconds: -5))
  #expect(AttemptCoding.attempt(AttemptCoding.text(attempt)) == attempt)
}

@Test func stepsReadBackEqual() {
  let responses: [Response] = [
    .text("a\"\u{1B}\n渥太华"), .choice([]), .choice([0, 2]), .trueFalse(false), .matching([1, nil, 0]),
    .ordering([2, 0, 1]),
    .cloze([.text("x"), .choice(nil), .choice(3)]),
  ]
  let kinds: [Step.Kind] =
    responses.map { .response($0) } + [
      .presented, .flagged(true), .flagged(false), .helped(.lookUp), .asked(.partOfSpeech),
    ]
  for kind in kinds { #expect(AttemptCoding.stepKind(AttemptCoding.text(kind)) == kind) }
  for response in responses { #expect(AttemptCoding.response(AttemptCoding.text(response)) == response) }
  for text in ["", "{}", "{\"choice\":[-1]}", "{\"text\":1}", "{\"matching\":[\"a\"]}", "{\"cloze\":[{}]}"] {
    #expect(AttemptCoding.response(text) == nil)
  }
}

@Test func aReportAddsUpWhatTheStepsSay() throws {
  let exam = try sample()
  let attempt = compose(exam)
  let slot = { (id: String) in attempt.slots.firstIndex { $0.question.id == id } ?? -1 }
  var consumed: Int64 = 0
  func step(_ id: String, _ kind: Step.Kind, after: Int64 = 1_000) -> Step {
    consumed += after
    return Step(slot: slot(id), kind: kind, at: WallTime(milliseconds: consumed), consumed: consumed)
  }
  let steps = [
    step("sa1", .presented, after: 0), step("sa1", .response(.text("Dover"))), step("mc2", .presented, after: 500),
    step("mc2", .response(.choice([0, 2]))), step("sa1", .response(.text("the strait of gibraltar"))),
    step("es1", .response(.text("Water."))), step("zh1", .response(.text("渥太華"))),
    step("num1", .response(.text("46,8°"))),
    step("cl1", .response(.cloze([.choice(0), .text("Nile")]))), step("sp1", .response(.text("ARCHIPELAGO"))),
    step("or1", .response(.ordering([0, 1, 2, 3]))), step("ma1", .response(.matching([0, 1, 2]))),
    step("mc1", .response(.choice([]))),
  ]
  let report = ReportSummary(attempt: attempt, steps: steps)
  #expect(report.rows.count == 11 && report.answered == 9 && report.pending == 1)
  #expect(report.score == nil && report.earned.decimal == "8.5" && report.maxScore.decimal == "14")
  let first = try #require(report.rows.first)
  #expect(
    first.question.id == "sa1" && first.changes == 1 && first.milliseconds == 2_500 && first.mark.outcome == .right)
  let marked = ReportSummary(attempt: attempt, steps: steps, handMarks: ["es1": Points(hundredThousandths: 200_000)])
  #expect(marked.score?.decimal == "10.5" && marked.pending == 0)
  #expect(
    AnswerText.text(of: .choice([0, 2]), to: attempt.slots[slot("mc2")].question, language: "en") == "Bolivia; Laos")
  #expect(AnswerText.rightAnswer(to: attempt.slots[slot("num1")].question, language: "en") == "47 °")
}

private func replaced(_ text: String, _ old: String, _ new: String) -> String {
  let (text, old) = (Array(text.utf8), Array(old.utf8))
  guard let at = (0...max(0, text.count - old.count)).first(where: { text[$0...].starts(with: old) }) else { return "" }
  return String(decoding: text[..<at] + Array(new.utf8) + text[(at + old.count)...], as: UTF8.self)
}

/// Attempts come from other machines too, so what they hold is no safer than an exam file.
@Test func anAttemptFromElsewhereCannotDriveTheTerminalNorPointOutside() throws {
  let attempt = compose(try sample())
  let text = AttemptCoding.text(attempt)
  let hostile = replaced(replaced(text, "Which of these lies", "\\u001b[2J\\u202eWhich"), "\"Ada\"", "\"A\\u009bda\"")
  let read = try #require(AttemptCoding.attempt(hostile))
  #expect(read.candidate.name == "A\u{9B}da")
  #expect(read.slots.contains { $0.question.prompt.all[0].hasPrefix("[2JWhich") })
  #expect(AttemptCoding.attempt(replaced(text, "\"order\":[0,1,2,3]", "\"order\":[0,1,2,4]")) == nil)
}

@Test func noMutationCrashesTheReadingOfAttempts() throws {
  let text = Array(AttemptCoding.text(compose(try sample())).utf8)
  var random = SeededRandom(seed: 2)
  for _ in 0..<300 {
    var bytes = text
    for _ in 0...random.below(3) {
      let at = random.below(bytes.count)
      if random.below(2) == 0 { bytes[at] = UInt8(random.below(256)) } else { bytes.remove(at: at) }
    }
    if let attempt = AttemptCoding.attempt(String(decoding: bytes, as: UTF8.self)) {
      #expect(ReportSummary(attempt: attempt, steps: []).answered == 0)
    }
  }
}
