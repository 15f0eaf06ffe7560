/// In practice, words drawn by level follow the candidate: a harder one after a right answer, an easier one after a wrong one.
///
/// MUST: never in a test, whose order the seed alone decides, so that all who sit it are asked alike.
extension Sitting {
  /// Whether the next question depends on how the last one went.
  public var adapts: Bool {
    let exam = attempt.exam
    return attempt.mode == .practice && exam.navigation == .forward && exam.draw?.spreadBy == .level
      && attempt.slots.allSatisfy { $0.question.level != nil }
  }

  /// The question to begin with: of the lowest level where levels are followed.
  var first: Int {
    guard adapts else { return 0 }
    return attempt.slots.indices.min { level($0) < level($1) } ?? 0
  }

  /// The question after the one in front; `nil`: that was the last.
  var next: Int? {
    guard adapts else { return current + 1 < entries.count ? current + 1 : nil }
    let wanted: Int
    switch entries.indices.contains(current) ? entries[current].verdict : nil {
    case .right: wanted = level(current) + 1
    case .wrong: wanted = level(current) - 1
    case .partly, .pending, nil: wanted = level(current)
    }
    let left = entries.indices.filter { !entries[$0].presented && $0 != current }
    return left.min { abs(level($0) - wanted) < abs(level($1) - wanted) }
  }

  /// The number shown, from 1: of how many questions this is one.
  public var number: Int { adapts ? max(1, entries.count { $0.presented }) : current + 1 }

  private func level(_ index: Int) -> Int {
    attempt.slots.indices.contains(index) ? attempt.slots[index].question.level ?? 0 : 0
  }
}
