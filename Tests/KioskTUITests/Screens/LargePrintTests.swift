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

  private static func enlarge(_ script: inout SittingScript) {
    script.press(.action(.aids), .moved(.down), .moved(.down), .enter, .action(.aids))
  }

  private static var lobby: SittingScript {
    var script = SittingScript()
    script.world.exams = [
      CatalogueItem(
        id: "geography", path: "geography", title: "Geography", questions: 20, minutes: 10,
        lastResult: "17 of 20, 3 May"),
      CatalogueItem(
        id: "rivers", path: "rivers", title: "Rivers", questions: 0, minutes: nil, lastResult: "",
        problem: "rivers.exam.json:12:7: there is no right answer"),
    ]
    script.world.resumable = [SittingEvents.interrupted]
    script.send(.started)
    enlarge(&script)
    return script
  }

  @Test func lobbyFormAndFaultAreLarge() {
    var script = Self.lobby
    ScreenGolden.expect(script, "large-lobby-resume")
    script.press(.moved(.down))
    ScreenGolden.expect(script, "large-lobby")
    script.press(.focusMoved(forward: true))
    ScreenGolden.expect(script, "large-lobby-start")
    script.press(.enter)
    script.type("Zoë Müller")
    ScreenGolden.expect(script, "large-form")
    var broken = Self.lobby
    broken.press(.moved(.down), .moved(.down), .enter)
    ScreenGolden.expect(broken, "large-fault")
    var withheld = Self.lobby
    withheld.world.withholding = [SittingEvents.interrupted]
    withheld.press(.moved(.down), .typed("p"))
    ScreenGolden.expect(withheld, "large-practice-withheld")
  }

  private static func consent(_ against: LockRefusal? = nil) -> SittingScript {
    var launch = Launch()
    launch.exam = "sample"
    launch.candidate = Candidate(name: "Ada")
    var script = SittingScript(launch)
    script.world.standsAgainst = against
    script.send(.started)
    enlarge(&script)
    return script
  }

  @Test func consentAndRefusalAreLarge() {
    var script = Self.consent()
    ScreenGolden.expect(script, "large-consent")
    ScreenGolden.layOut(&script)
    for _ in 0..<6 { script.press(.moved(.down)) }
    script.press(.focusMoved(forward: false))
    script.type("zxy")
    ScreenGolden.expect(script, "large-consent-scrolled")
    ScreenGolden.expect(
      Self.consent(
        .requirementsNotMet([
          RestrictionReport(id: .consoleSwitch, state: .unavailable(reason: "this is not a Linux console"))
        ])), "large-consent-blocked")
    var refused = Self.consent()
    refused.world.refusal = .notEntitled("")
    refused.press(.typed("y"))
    ScreenGolden.expect(refused, "large-refused")
    ScreenGolden.layOut(&refused)
    for _ in 0..<9 { refused.press(.moved(.down)) }
    #expect(ScreenGolden.draw(refused, ScreenGolden.sizes[0]).text.contains("p r a c t i s e"))
    #expect(refused.state.focus == .body(0))
  }

  @Test func theReportIsLarge() {
    var script = Self.test(at: .choice) {
      $0.type("b")
      $0.press(.enter, .action(.review), .action(.review), .typed("y"))
      $0.wait(6000)
    }
    #expect(script.state.stage == .report)
    Self.enlarge(&script)
    ScreenGolden.expect(script, "large-report")
    ScreenGolden.layOut(&script)
    for _ in 0..<8 { script.press(.moved(.down)) }
    ScreenGolden.expect(script, "large-report-scrolled")
  }

  /// By whole lines, from the first to the last, nothing is out of reach, and the last line is shown at the end.
  @Test(arguments: [Size(width: 80, height: 24), Size(width: 60, height: 20), Size(width: 120, height: 40)])
  func whatIsScrolledIsReachedAsAWhole(_ size: Size) {
    var script = Self.test(at: .choice) { $0.press(.action(.review), .action(.review), .typed("y")) }
    Self.enlarge(&script)
    script.send(.resized(columns: size.width, rows: size.height))
    var screens: Set<String> = []
    var limit = 0
    for _ in 0..<400 {
      var grid = Grid(size)
      limit = Screen.draw(script.state, now: script.now, into: &grid)
      script.send(.laidOut(scrollLimit: limit))
      screens.insert(grid.text)
      if script.state.reportScroll == limit { break }
      script.press(.moved(.down))
    }
    #expect(limit > 0 && script.state.reportScroll == limit && screens.count > limit / 2)
    #expect(!ScreenGolden.draw(script, size).text.contains("▼"))
  }

  /// The last paragraph shows at the end, and not a line before it.
  @Test(arguments: [7, 11, 14, 20]) func theEndOfALongPageIsShownAndNoMore(_ height: Int) {
    var page = Page(width: 60)
    for text in ["One", "two and three and four and five", "Évian", "six"] { page.add(text) }
    page.add("渥太华", lead: "·")
    let large = LargePage(page, width: 60, height: height)
    let limit = large.scrollLimit(height: height)
    for first in 0...limit {
      var grid = Grid(Size(width: 60, height: height))
      large.draw(in: grid.bounds, first: first, &grid)
      #expect(grid.text.contains("渥") == (first == limit), "\(first) of \(limit)")
    }
    #expect(limit > 0)
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
