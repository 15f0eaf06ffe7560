import KioskCore
import SittingScript
import Testing

@testable import KioskTUI

/// Answers of many rows, and of rows of three hundred characters: whatever has the focus is read as a whole, and so is
/// what is chosen for it.
@Suite struct CrowdedAnswersTests {
  enum Look: CaseIterable { case usual, large }

  private static func test(at place: CrowdedExam.Place, _ look: Look = .usual) -> SittingScript {
    var script = SittingScript.test(CrowdedExam.exam)
    script.wait(6000)
    if look == .large {
      script.press(.action(.aids), .moved(.down), .moved(.down), .enter, .action(.aids))
    }
    script.go(to: place.rawValue)
    return script
  }

  /// What is on the screen, as one run of words.
  private static func words(_ script: SittingScript, _ size: Size) -> String {
    let marks: Set<Character> = ["▲", "▼", "›", "↕", "│", "█", "╭", "─", "╮", "╰", "╯"]
    let rows = ScreenGolden.draw(script, size).text.split(separator: "\n").map { row in
      row.split(separator: " ").filter { !$0.allSatisfy(marks.contains) }.joined(separator: " ")
    }
    return rows.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func order(_ script: SittingScript) -> [Int] { script.state.sitting?.slot?.shownOrder ?? [] }

  @Test(arguments: Look.allCases, ScreenGolden.sizes.map(\.width))
  func everyLongChoiceIsReadAsAWhole(look: Look, width: Int) throws {
    let size = try #require(ScreenGolden.sizes.first { $0.width == width })
    var script = Self.test(at: .longChoices, look)
    for place in 0..<30 {
      #expect(Self.words(script, size).contains(CrowdedExam.sentence(place)), "\(place)")
      script.press(.moved(.down))
    }
  }

  @Test(arguments: Look.allCases, ScreenGolden.sizes.map(\.width))
  func everyLongItemIsReadAsAWholeAndCarried(look: Look, width: Int) throws {
    let size = try #require(ScreenGolden.sizes.first { $0.width == width })
    var script = Self.test(at: .longItems, look)
    guard case .ordering(let order, _, _, _)? = script.state.sitting?.entry?.draft else {
      Issue.record("no order")
      return
    }
    for place in 0..<30 {
      #expect(Self.words(script, size).contains(CrowdedExam.sentence(order[place])), "\(place)")
      script.press(.moved(.down))
    }
    script.press(.typed(" "))
    for _ in 0..<29 {
      script.press(.moved(.up))
      #expect(Self.words(script, size).contains(CrowdedExam.sentence(order[29])))
    }
  }

  @Test(arguments: Look.allCases, ScreenGolden.sizes.map(\.width))
  func everyLongPairIsReadAsAWhole(look: Look, width: Int) throws {
    let size = try #require(ScreenGolden.sizes.first { $0.width == width })
    var script = Self.test(at: .longPairs, look)
    let order = Self.order(script)
    for place in 0..<30 {
      script.press(.moved(.right))
      let shown = Self.words(script, size)
      #expect(shown.contains(CrowdedExam.sentence(place)), "left \(place)")
      #expect(shown.contains(CrowdedExam.sentence(100 + order[0])), "right of \(place)")
      if place == 0 {
        for right in order.dropFirst() {
          script.press(.moved(.right))
          #expect(Self.words(script, size).contains(CrowdedExam.sentence(100 + right)), "right \(right)")
        }
      }
      script.press(.moved(.down))
    }
  }

  @Test(arguments: Look.allCases, ScreenGolden.sizes.map(\.width))
  func everyLongChoiceOfAGapIsReadAsAWhole(look: Look, width: Int) throws {
    let size = try #require(ScreenGolden.sizes.first { $0.width == width })
    var script = Self.test(at: .longGap, look)
    for place in 0..<30 {
      script.press(.moved(.right))
      #expect(Self.words(script, size).contains(CrowdedExam.sentence(place)), "\(place)")
    }
  }

  /// Letters name thirty rows: a to z, then A to D.
  @Test func thirtyPairsAreMatchedByLetters() {
    var script = Self.test(at: .pairs)
    for right in 0..<30 {
      script.type(String(QuestionView.letter(Self.order(script).firstIndex(of: right) ?? 0)))
    }
    #expect(script.state.sitting?.entry?.draft.response == .matching(Array(0..<30)))
    ScreenGolden.expect(script, "crowded-pairs")
  }

  @Test func theGapInFrontIsOnTheScreen() {
    for size in ScreenGolden.sizes {
      var script = Self.test(at: .passage)
      script.send(.resized(columns: size.width, rows: size.height))
      for gap in 0..<4 {
        script.type("gap \(gap) is told")
        #expect(Self.words(script, size).contains("gap \(gap) is told"), "\(gap)")
        script.press(.focusMoved(forward: true))
      }
    }
    var large = Self.test(at: .passage, .large)
    large.press(.focusMoved(forward: true))
    large.type("told")
    ScreenGolden.expect(large, "large-crowded-passage")
  }

  /// Above the first gap and below the last the text itself is scrolled, a row at a time once it is; a gap that is typed
  /// into comes back.
  @Test func allOfALongTextIsReached() {
    for size in ScreenGolden.sizes {
      var script = Self.test(at: .passage)
      script.send(.resized(columns: size.width, rows: size.height))
      func layOut() {
        var grid = Grid(size)
        script.send(.laidOut(scrollLimit: Screen.draw(script.state, now: script.now, into: &grid)))
      }
      layOut()
      var seen = Self.words(script, size)
      script.press(.moved(.up))
      layOut()
      #expect(Self.words(script, size).contains("Read the passage and fill the gaps."))
      for _ in 0..<100 {
        script.press(.moved(.down))
        layOut()
        seen += "\n" + Self.words(script, size)
      }
      for number in 0..<12 { #expect(seen.contains("until year \(1700 + number)."), "\(number)") }
      #expect(seen.contains("Here the passage ends."))
      script.type("back")
      #expect(Self.words(script, size).contains("[back"))
    }
  }

  /// In practice the right answer is told; of thirty pairs it is longer than the screen.
  @Test(arguments: Look.allCases)
  func theRightAnswerIsReadToItsEnd(look: Look) {
    var script = SittingScript.practice(CrowdedExam.exam)
    script.wait(6000)
    if look == .large {
      script.press(.action(.aids), .moved(.down), .moved(.down), .enter, .action(.aids))
    }
    script.go(to: CrowdedExam.Place.pairs.rawValue)
    for _ in 0..<30 { script.type("a") }
    script.press(.enter)
    #expect(script.state.sitting?.entry?.verdict == .partly)
    ScreenGolden.layOut(&script)
    let size = ScreenGolden.sizes[0]
    #expect(!Self.words(script, size).contains("River 29 – Town 29"))
    var seen = ""
    for _ in 0..<40 {
      seen += Self.words(script, size)
      script.press(.moved(.down))
      ScreenGolden.layOut(&script)
    }
    #expect(seen.contains("Town 29. Enter goes on.") || seen.contains("Town 29 Enter goes on."), "\(seen)")
  }

  @Test func crowdedAnswersAreDrawn() {
    var cloze = Self.test(at: .cloze)
    cloze.type("100")
    cloze.press(.focusMoved(forward: true))
    cloze.type("a")
    cloze.press(.focusMoved(forward: true))
    cloze.type("thinner")
    cloze.press(.focusMoved(forward: true))
    cloze.type("C")
    ScreenGolden.expect(cloze, "crowded-cloze")
    var gap = Self.test(at: .longGap)
    gap.press(.moved(.left), .moved(.left))
    ScreenGolden.expect(gap, "crowded-long-gap")
    var passage = Self.test(at: .passage)
    passage.press(.focusMoved(forward: true))
    passage.type("to")
    ScreenGolden.expect(passage, "crowded-passage")
    var pairs = Self.test(at: .longPairs)
    pairs.type("abz")
    pairs.press(.moved(.up))
    ScreenGolden.expect(pairs, "crowded-long-pairs")
    var large = Self.test(at: .longPairs, .large)
    large.type("abz")
    large.press(.moved(.up))
    ScreenGolden.expect(large, "large-crowded-long-pairs")
    var items = Self.test(at: .longItems)
    items.press(.moved(.down), .moved(.down), .typed(" "), .moved(.down))
    ScreenGolden.expect(items, "crowded-long-items")
    var many = Self.test(at: .items)
    for _ in 0..<25 { many.press(.moved(.down)) }
    ScreenGolden.expect(many, "crowded-items")
    var choices = Self.test(at: .longChoices)
    choices.type("D")
    ScreenGolden.expect(choices, "crowded-choices")
  }
}
