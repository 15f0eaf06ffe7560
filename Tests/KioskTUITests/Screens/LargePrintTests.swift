import KioskCore
import SittingScript
import Testing

@testable import KioskTUI

/// The aid covers the question, every row of every type of answer, what is typed, the review and what the kiosk asks.
@Suite struct LargePrintTests {
  private static func test(
    at place: SampleExam.Place, _ exam: Exam = SampleExam.everyType, _ change: (inout SittingScript) -> Void = { _ in }
  ) -> SittingScript {
    var script = SittingScript.test(exam)
    script.wait(6000)
    script.press(.action(.aids), .moved(.down), .moved(.down), .enter, .action(.aids))
    script.go(to: place.rawValue)
    change(&script)
    return script
  }

  @Test func everyTypeOfQuestionIsLarge() {
    ScreenGolden.expect(Self.test(at: .description), "large-description")
    ScreenGolden.expect(Self.test(at: .shortAnswer) { $0.type("Gibraltar") }, "large-short")
    ScreenGolden.expect(Self.test(at: .choice) { $0.type("b") }, "large-choice")
    ScreenGolden.expect(Self.test(at: .multiple) { $0.type("ac") }, "large-multiple")
    ScreenGolden.expect(Self.test(at: .trueFalse) { $0.type("f") }, "large-true-false")
    ScreenGolden.expect(Self.test(at: .numerical) { $0.type("47") }, "large-numerical")
    ScreenGolden.expect(Self.test(at: .matching) { $0.type("a") }, "large-matching")
    ScreenGolden.expect(
      Self.test(at: .ordering) { $0.press(.moved(.down), .typed(" "), .moved(.down)) }, "large-ordering")
    ScreenGolden.expect(
      Self.test(at: .cloze) {
        $0.type("a")
        $0.press(.focusMoved(forward: true))
        $0.type("Amaz")
      }, "large-cloze")
    ScreenGolden.expect(
      Self.test(at: .essay) { $0.type("Rivers carried goods before there were roads.") }, "large-essay")
    ScreenGolden.expect(Self.test(at: .spelling) { $0.type("archip") }, "large-spelling")
  }

  @Test func reviewAndWhatTheKioskAsksAreLarge() {
    let review = Self.test(at: .shortAnswer) {
      $0.type("Gibraltar")
      $0.press(.enter, .action(.flag), .action(.review))
    }
    ScreenGolden.expect(review, "large-review")
    var handIn = review
    handIn.press(.focusMoved(forward: true))
    ScreenGolden.expect(handIn, "large-review-hand-in")
    handIn.press(.action(.review))
    ScreenGolden.expect(handIn, "large-confirm-hand-in")
    ScreenGolden.expect(
      Self.test(at: .shortAnswer) { script in
        for _ in 0..<3 {
          script.send(.homePressed(.escape))
          script.wait(200)
        }
        script.wait(6000)
        script.press(.moved(.down))
      }, "large-panel")
    ScreenGolden.expect(Self.test(at: .shortAnswer) { $0.press(.action(.aids)) }, "large-aids")
  }

  @Test func theVerdictIsLarge() {
    let bee = SampleExam.exam(navigation: .forward, verdict: .each, questions: [SampleExam.questions[10]])
    var script = Self.test(at: .description, bee)
    script.type("archipelage")
    script.press(.enter)
    ScreenGolden.expect(script, "large-verdict")
  }

  /// A place is in view when the cursor is inside the body and a row of it is marked.
  @Test(arguments: [Size(width: 80, height: 24), Size(width: 60, height: 20), Size(width: 120, height: 40)])
  func theRowInFrontIsAlwaysInView(_ size: Size) {
    for place in [SampleExam.Place.choice, .multiple, .trueFalse, .matching, .ordering, .cloze] {
      var script = Self.test(at: place)
      var seen: Set<String> = []
      for _ in 0..<6 {
        let grid = ScreenGolden.draw(script, size)
        let cursor = grid.cursor ?? Point(x: 0, y: 0)
        #expect((4..<size.height - 2).contains(cursor.y), "\(place) at \(size)")
        #expect(grid[cursor.x, cursor.y].style.role == .focus, "\(place) at \(size)")
        seen.insert("\(cursor)" + grid.text)
        script.press(.moved(.down))
        script.state.focus = .body(0)
      }
      #expect(seen.count > 1)
    }
  }

  @Test func rowsTooLongForLargeLettersAreSpacedOutThenBold() {
    let short = LargeText("Oslo", width: 60, limit: 12)
    #expect(short.form == .letters)
    let long = String(repeating: "a long answer ", count: 8)
    #expect(LargeText(long, width: 60, limit: 12).form == .spaced)
    #expect(LargeText(long + long + long, width: 60, limit: 12).form == .plain)
    for width in [9, 30, 60, 100] {
      for limit in [1, 5, 6, 12] {
        for text in ["", "a", "Oslo", long, "渥太华 Ottawa", "القاهرة"] {
          let large = LargeText(text, width: width, limit: limit)
          #expect(large.form == .plain || large.rows <= limit)
        }
      }
    }
  }

  /// A line with a mark on a capital takes six rows; where there were five, nothing was drawn at all.
  @Test(arguments: [Size(width: 80, height: 24), Size(width: 60, height: 20)])
  func whatIsTypedIsDrawnHoweverHighItsLettersAre(_ size: Size) {
    for typed in ["Évian", "ÅÉÎ", "e", "渥太华"] {
      let empty = ScreenGolden.draw(Self.test(at: .shortAnswer), size)
      let full = ScreenGolden.draw(Self.test(at: .shortAnswer) { $0.type(typed) }, size)
      let rows = (0..<size.height - 2).filter { y in (0..<size.width).contains { full[$0, y] != empty[$0, y] } }
      // The field, and the letters below it.
      #expect(rows.count > 1, "\(typed) at \(size)")
    }
    let prompt = LargeText("Où est l'École de l'Île ?", width: 40, lineRoom: 5)
    #expect(prompt.form == .spaced && prompt.fitting(5, from: 0) > 0)
  }

  /// By whole lines, from the first to the last: nothing is out of reach.
  @Test func aLongQuestionScrollsByWholeLines() {
    let text = LargeText("one two three four five six seven eight nine ten eleven twelve", width: 40)
    for height in [5, 6, 11, 18] {
      let limit = text.scrollLimit(height: height)
      var shown: Set<Int> = []
      for first in 0...limit {
        let count = text.fitting(height, from: first)
        #expect(count > 0)
        for line in first..<first + count { shown.insert(line) }
      }
      #expect(shown.count == text.count)
    }
  }

  /// The caret's line shows wherever the caret is, however long the answer.
  @Test func whatIsTypedScrollsWithTheCaret() {
    let typed =
      "the strait between the Pillars of Hercules, " + String(repeating: "at the end of the world ", count: 40)
    for caret in stride(from: 0, through: typed.utf8.count, by: 7) {
      let (part, place) = QuestionView.part(of: typed, around: caret)
      #expect(part.utf8.count <= 901)
      let before = String(decoding: Array(part.utf8)[..<place], as: UTF8.self)
      #expect(String(decoding: Array(typed.utf8)[..<caret], as: UTF8.self).hasSuffix(before))
      let large = LargeText(part, width: 70)
      let first = large.first(toShow: place, height: 11)
      #expect((first..<first + large.fitting(11, from: first)).contains(large.line(of: place)))
    }
    let joined = String(repeating: "e\u{301}渥", count: 400)
    let (part, _) = QuestionView.part(of: joined, around: joined.utf8.count - 6)
    #expect(joined.contains(part) && !part.isEmpty)
  }
}
