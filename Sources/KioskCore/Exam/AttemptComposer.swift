/// Makes an attempt of an exam: draws the questions and mixes what is to be mixed, all from the seed.
///
/// The same exam, seed and options make the same slots for ever. What is decided here:
/// - Descriptions are not drawn and not counted. A description stays right before the question that follows it in the
///   file and goes where that question goes; those after the last question stay last, and are left out where questions
///   are drawn.
/// - A draw is spread as evenly as the bank allows: each topic (or level) gives one question in turn until there are
///   enough, in an order of turns that the seed decides. Questions without one are a group of their own.
/// - Right sides of a matching question and items of an ordering question are always mixed, and never stand as the answer.
///   Choices are mixed where the exam says so; those of a cloze gap keep the file's order.
public enum AttemptComposer {
  /// What the proctor or the command line asked for.
  public struct Options: Equatable, Sendable {
    /// Test or practice.
    public var mode: Attempt.Mode
    /// Minutes instead of the exam's own, 1 to 480.
    public var minutes: Int?
    /// Extra time in percent, 0 to 400.
    public var extraPercent: Int

    /// Makes options; left out: the exam's own time.
    public init(mode: Attempt.Mode, minutes: Int? = nil, extraPercent: Int = 0) {
      self.mode = mode
      self.minutes = minutes
      self.extraPercent = extraPercent
    }
  }

  /// The longest any attempt may take, in milliseconds: eight hours.
  public static let cap: Int64 = 480 * 60_000

  /// Composes an attempt. `random`: ten random bytes for its id.
  public static func compose(
    _ exam: Exam, seed: UInt64, candidate: Candidate, options: Options, startedAt: WallTime, random: [UInt8]
  ) -> Attempt {
    let slots = slots(of: exam, seed: seed)
    let drawn = Set(slots.map(\.question.id))
    let sat = Exam(
      id: exam.id, title: exam.title, language: exam.language, minutes: exam.minutes, shuffle: exam.shuffle,
      shuffleChoices: exam.shuffleChoices, navigation: exam.navigation, draw: exam.draw, verdict: exam.verdict,
      report: exam.report, policy: exam.policy, questions: exam.questions.filter { drawn.contains($0.id) })
    return Attempt(
      id: AttemptID.make(at: startedAt, random: random), mode: options.mode, candidate: candidate, exam: sat,
      slots: slots,
      seed: seed, allowed: allowed(exam, options), extraPercent: options.extraPercent, startedAt: startedAt)
  }

  /// The time allowed in milliseconds, extra time included and cut at the cap; `nil`: until the cap.
  public static func allowed(_ exam: Exam, _ options: Options) -> Int64? {
    guard let minutes = options.minutes ?? exam.minutes else { return nil }
    let percent = Int64(100 + max(0, min(options.extraPercent, 400)))
    return min(Int64(minutes) * 60_000 * percent / 100, cap)
  }

  /// How many questions an attempt asks, descriptions not counted.
  public static func questionCount(of exam: Exam) -> Int {
    let bank = exam.questions.count { $0.kind != .description }
    return exam.draw.map { min($0.count, bank) } ?? bank
  }

  /// The slots of an attempt.
  public static func slots(of exam: Exam, seed: UInt64) -> [Slot] {
    var random = SeededRandom(seed: seed)
    var (groups, tail) = withDescriptions(exam.questions)
    if let draw = exam.draw, draw.count < groups.count {
      groups = drawn(draw, from: groups, &random)
      tail = []
    }
    if exam.shuffle { random.shuffle(&groups) }
    // Each question's own order comes from the seed and its place in the file alone, so that a draw changes none of it.
    return (groups.flatMap { $0 } + tail).map { entry in
      var own = SeededRandom(seed: seed ^ (UInt64(entry.index) &+ 1) &* 0xD134_2543_DE82_EF95)
      return Slot(question: entry.question, order: order(of: entry.question, exam: exam, &own))
    }
  }

  /// A question with its place in the file.
  private struct Entry {
    let index: Int
    let question: Question
  }

  /// Each question behind the descriptions that stand before it; descriptions at the very end are the tail.
  private static func withDescriptions(_ questions: [Question]) -> (groups: [[Entry]], tail: [Entry]) {
    var groups: [[Entry]] = []
    var pending: [Entry] = []
    for (index, question) in questions.enumerated() {
      pending.append(Entry(index: index, question: question))
      if question.kind != .description {
        groups.append(pending)
        pending = []
      }
    }
    return (groups, pending)
  }

  /// Turn by turn one of each topic or level; in the file's order afterwards.
  private static func drawn(_ draw: Exam.Draw, from groups: [[Entry]], _ random: inout SeededRandom) -> [[Entry]] {
    var heaps: [[Int]] = []
    var heapOf: [String: Int] = [:]
    for (index, group) in groups.enumerated() {
      guard let question = group.last?.question else { continue }
      let key: String
      switch draw.spreadBy {
      case .topic: key = question.topic?.variants.first?.text ?? ""
      case .level: key = question.level.map { String($0) } ?? ""
      case nil: key = ""
      }
      if let heap = heapOf[key] {
        heaps[heap].append(index)
      } else {
        heapOf[key] = heaps.count
        heaps.append([index])
      }
    }
    for index in heaps.indices { random.shuffle(&heaps[index]) }
    random.shuffle(&heaps)
    var chosen: [Int] = []
    var turn = 0
    while chosen.count < draw.count, heaps.contains(where: { $0.count > turn }) {
      for heap in heaps where heap.count > turn && chosen.count < draw.count { chosen.append(heap[turn]) }
      turn += 1
    }
    return chosen.sorted().map { groups[$0] }
  }

  private static func order(of question: Question, exam: Exam, _ random: inout SeededRandom) -> [Int] {
    switch question.kind {
    case .choice(let choices, _):
      var order = Array(choices.indices)
      if exam.shuffleChoices { random.shuffle(&order) }
      return order
    case .matching(let pairs, let distractors):
      // A right side that belongs to two left sides is shown once.
      let rights = pairs.map(\.right) + distractors
      let shown = rights.indices.filter { rights.firstIndex(of: rights[$0]) == $0 }
      return mixed(shown, &random)
    case .ordering(let items): return mixed(Array(items.indices), &random)
    case .shortAnswer, .trueFalse, .numerical, .cloze, .spelling, .essay, .description: return []
    }
  }

  /// Mixed, but never as it was (with two entries or more).
  private static func mixed(_ order: [Int], _ random: inout SeededRandom) -> [Int] {
    guard order.count > 1 else { return order }
    var result = order
    for _ in 0..<32 {
      random.shuffle(&result)
      if result != order { return result }
    }
    return Array(order.dropFirst() + order.prefix(1))
  }
}
