import KioskCore
import SittingScript
import Testing

@testable import KioskTUI

/// What is seen of each type of question.
@Suite struct QuestionScreensTests {
  private func test(at place: SampleExam.Place, _ change: (inout SittingScript) -> Void = { _ in }) -> SittingScript {
    var script = SittingScript.test()
    script.wait(6000)
    script.go(to: place.rawValue)
    change(&script)
    return script
  }

  @Test func lockIsAnnounced() {
    ScreenGolden.expect(SittingScript.test(), "question-description-locked")
  }

  @Test func shortAnswerIsTyped() {
    ScreenGolden.expect(test(at: .shortAnswer), "question-short")
    ScreenGolden.expect(test(at: .shortAnswer) { $0.type("Strait of Gibr") }, "question-short-typed")
  }

  @Test func longAnswersScroll() {
    let script = test(at: .shortAnswer) {
      $0.type("the strait between the Pillars of Hercules, which the Greeks thought to be the end of the world")
    }
    ScreenGolden.expect(script, "question-short-long")
  }

  @Test func oneIsChosen() { ScreenGolden.expect(test(at: .choice) { $0.type("b") }, "question-choice") }

  @Test func severalAreTicked() {
    ScreenGolden.expect(
      test(at: .multiple) {
        $0.type("ac")
        $0.press(.action(.flag))
      }, "question-multiple")
  }

  @Test func trueOrFalse() { ScreenGolden.expect(test(at: .trueFalse) { $0.type("f") }, "question-true-false") }

  @Test func numbersHaveAUnit() { ScreenGolden.expect(test(at: .numerical) { $0.type("47") }, "question-numerical") }

  @Test func pairsAreMatched() {
    ScreenGolden.expect(test(at: .matching) { $0.type("ab") }, "question-matching")
  }

  @Test func itemsAreOrdered() {
    ScreenGolden.expect(
      test(at: .ordering) { $0.press(.moved(.down), .typed(" "), .moved(.down)) }, "question-ordering-held")
  }

  @Test func gapsAreFilled() {
    ScreenGolden.expect(test(at: .cloze), "question-cloze")
    ScreenGolden.expect(
      test(at: .cloze) {
        $0.type("a")
        $0.press(.focusMoved(forward: true))
        $0.type("Amaz")
      }, "question-cloze-typed")
  }

  @Test func essaysCountWords() {
    ScreenGolden.expect(
      test(at: .essay) { $0.type("Rivers carried goods before there were roads.\nThey also gave water and a wall.") },
      "question-essay")
  }

  @Test func theWordToSpellIsNeverShown() {
    let script = test(at: .spelling) {
      $0.press(.action(.definition), .action(.sentence), .action(.sentence))
      $0.type("archip")
    }
    ScreenGolden.expect(script, "question-spelling")
    #expect(!ScreenGolden.draw(script, Size(width: 80, height: 24)).text.contains("archipelago"))
  }

  @Test func savingIsToldTruthfully() {
    var script = test(at: .choice)
    script.press(.typed("a"), .enter, .action(.previous))
    ScreenGolden.expect(script, "question-saved")
    script.world.storeFault = StoreFault.full.reason
    script.press(.typed("b"), .enter, .action(.previous))
    ScreenGolden.expect(script, "question-not-saved")
  }

  @Test func anEmptyAnswerIsAskedAbout() {
    ScreenGolden.expect(test(at: .shortAnswer) { $0.press(.enter) }, "question-empty")
  }

  @Test func homeIsBlocked() {
    ScreenGolden.expect(test(at: .shortAnswer) { $0.send(.homePressed(.escape)) }, "question-blocked")
  }

  /// The banner of the lock takes two rows on a narrow screen; it lay over the number of the question.
  @Test func theNumberOfTheQuestionIsSeenUnderABannerOfTwoRows() {
    var script = SittingScript.test()
    let size = Size(width: 60, height: 20)
    script.send(.resized(columns: 60, rows: 20))
    var grid = Grid(size)
    Screen.draw(script.state, now: script.now, into: &grid)
    func shows() -> Bool {
      ["This terminal is locked.", "8 hours.", "Question 1 of 11", "Read each question"].allSatisfy(grid.text.contains)
    }
    #expect(shows())
    // A keystroke draws the answer alone.
    _ = Screen.drawAnswer(script.state, into: &grid)
    #expect(shows())
    script.press(.action(.review))
    Screen.draw(script.state, now: script.now, into: &grid)
    #expect(["8 hours.", "Review", "11 "].allSatisfy(grid.text.contains))
  }

  @Test func nothingIsShownWhileTheLockIsNotWhole() {
    var script = test(at: .shortAnswer)
    script.send(.guardianSaid(.lockChanged(script.report(.interrupted))))
    script.wait(6000)
    ScreenGolden.expect(script, "question-hidden")
  }

  @Test func lookUpIsOffDuringTheTest() {
    ScreenGolden.expect(test(at: .shortAnswer) { $0.press(.action(.lookUp)) }, "question-off")
  }

  @Test func practiceOffersWords() {
    var script = SittingScript.practice()
    script.go(to: 1)
    script.type("Stra")
    ScreenGolden.expect(script, "practice-suggestion")
    script.type("sbourg")
    script.press(.enter)
    ScreenGolden.expect(script, "practice-wrong")
  }

  @Test func lastMinuteCountsSeconds() {
    var script = test(at: .shortAnswer)
    script.wait(9 * 60_000 + 10_000)
    #expect(Screen.timeLeft(script.state, now: script.now).hasSuffix(" s left"))
  }

  @Test func aLongQuestionScrolls() {
    let words = (1...260).map { "word\($0)" }.joined(separator: " ")
    let question = Question(
      id: "long", prompt: LocalizedText(words), points: .one,
      kind: .shortAnswer(answers: [TextAnswer(text: LocalizedText("x"))], marking: .standard))
    var script = SittingScript.test(SampleExam.exam(navigation: .free, verdict: .end, questions: [question]))
    script.wait(6000)
    ScreenGolden.expect(script, "question-long", Size(width: 80, height: 24))
    ScreenGolden.layOut(&script)
    for _ in 0..<3 { script.press(.moved(.down)) }
    #expect(script.state.focus == .body(0))
    ScreenGolden.expect(script, "question-long-scrolled", Size(width: 80, height: 24))
  }
}
