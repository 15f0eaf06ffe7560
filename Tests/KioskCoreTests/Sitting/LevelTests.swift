import SittingScript
import Testing

@testable import KioskCore

/// Levels are followed in practice, never in a test.
@Suite struct LevelTests {
  /// Two words of each of three levels, in the order 3 3 2 2 1 1.
  private static let exam = Exam(
    id: "sample", title: LocalizedText("Bee"), language: "en", minutes: 10, shuffle: false, shuffleChoices: false,
    navigation: .forward, draw: Exam.Draw(count: 6, spreadBy: .level), verdict: .each, report: .full, policy: .standard,
    questions: [3, 3, 2, 2, 1, 1].enumerated().map { index, level in
      Question(
        id: "w\(index)", prompt: LocalizedText(""), points: .one, topic: nil, level: level, feedback: nil, grants: [],
        kind: .spelling(
          Spelling(word: "right", definition: LocalizedText("d"), sentence: LocalizedText("Say right again."))))
    })

  private static func started(practice: Bool) -> SittingScript {
    var launch = Launch()
    launch.exam = "sample"
    launch.practice = practice
    launch.candidate = practice ? nil : Candidate(name: "Ada")
    var script = SittingScript(launch)
    script.world.exam = exam
    script.send(.started)
    if !practice {
      script.press(.typed("y"))
      // Without a voice it is spelt from what is written.
      script.press(.moved(.up), .enter)
    }
    return script
  }

  /// The levels asked, each answer right or wrong in turn as `answers` says.
  private static func levels(practice: Bool, _ answers: [Bool]) -> [Int] {
    var script = started(practice: practice)
    var levels: [Int] = []
    for (index, isRight) in answers.enumerated() {
      guard let sitting = script.state.sitting, script.state.stage == .question else { break }
      levels.append(sitting.slot?.question.level ?? 0)
      #expect(sitting.number == index + 1)
      script.type(isRight ? "right" : "wrong")
      script.press(.enter, .enter)
    }
    if answers.count == 6 { #expect(script.state.stage == .review) }
    return levels
  }

  @Test func inPracticeTheyFollowTheCandidate() {
    #expect(Self.levels(practice: true, [true, true, true, true, true, true]) == [1, 2, 3, 3, 2, 1])
    #expect(Self.levels(practice: true, [false, false, true, false, false, true]) == [1, 1, 2, 3, 2, 3])
    #expect(Self.levels(practice: true, [true, false, true, true, true, true]) == [1, 2, 1, 2, 3, 3])
  }

  @Test func inATestTheyNeverDo() {
    let whenRight = Self.levels(practice: false, [true, true, true, true, true, true])
    #expect(whenRight == [3, 3, 2, 2, 1, 1])
    #expect(Self.levels(practice: false, [false, true, false, false, true, false]) == whenRight)
  }

  @Test func aPracticeThatIsGoneOnWithDoesNotAskTwice() throws {
    let sitting = try #require(Self.started(practice: true).state.sitting)
    var again = sitting
    again.entries[sitting.current].presented = true
    #expect(again.next.map { $0 != sitting.current && !again.entries[$0].presented } == true)
    for index in again.entries.indices { again.entries[index].presented = true }
    #expect(again.next == nil)
  }
}
