import KioskCore
import SittingScript
import Testing

@testable import KioskTUI

/// A row of an answer that is longer than all the room for answers was cut at the end of it: PageDown goes through it, and
/// only then on to the next question.
@Suite struct OverlongRowsTests {
  enum Kind: CaseIterable { case choice, matching, ordering, gap }

  /// Three hundred words, each of which is there once.
  private static func text(_ name: String) -> String { (0..<300).map { "\(name)\($0)" }.joined(separator: " ") }

  private static func question(_ kind: Kind) -> Question {
    let texts = ["a", "b", "c"].map { LocalizedText(text($0)) }
    let choices = texts.enumerated().map { Choice(text: $1, fraction: $0 == 0 ? .one : .zero) }
    let answer: Question.Kind
    switch kind {
    case .choice: answer = .choice(choices: choices, multiple: false)
    case .ordering: answer = .ordering(items: texts)
    case .matching:
      answer = .matching(
        pairs: texts.map { Pair(left: $0, right: LocalizedText($0.text(in: "").marked("w"))) }, distractors: [])
    case .gap: answer = .cloze(text: LocalizedText("It is {{one}}."), gaps: [Gap(name: "one", kind: .choices(choices))])
    }
    return Question(id: "q", prompt: LocalizedText(kind == .gap ? "" : "Which?"), points: .one, kind: answer)
  }

  private static func script(_ kind: Kind, large: Bool) -> SittingScript {
    let last = Question(id: "last", prompt: LocalizedText("Last."), points: .one, kind: .essay(words: nil))
    let exam = Exam(
      id: "x", title: LocalizedText("X"), language: "en", minutes: nil, shuffle: false, shuffleChoices: false,
      navigation: .free, draw: nil, verdict: .end, report: .full, policy: .standard,
      questions: [question(kind), last])
    var script = SittingScript.test(exam)
    script.wait(6000)
    if large { script.press(.action(.aids), .moved(.down), .moved(.down), .enter, .action(.aids)) }
    return script
  }

  /// The words seen while PageDown goes through the row in front.
  private static func seen(_ script: inout SittingScript, _ size: Size) -> Set<Substring> {
    script.send(.resized(columns: size.width, rows: size.height))
    var seen: Set<Substring> = []
    for _ in 0..<400 {
      var grid = Grid(size)
      let limit = Screen.draw(script.state, now: script.now, into: &grid)
      script.send(.laidOut(scrollLimit: limit, rowLimit: grid.rowLimit))
      for row in grid.text.split(separator: "\n") { seen.formUnion(row.split { $0 == " " || $0 == ":" }) }
      guard script.state.rowLimit > 0, script.state.sitting?.rowScroll ?? 0 < script.state.rowLimit else { break }
      script.press(.action(.next))
    }
    return seen
  }

  @Test("every word of an overlong row is seen", arguments: Kind.allCases, [false, true])
  func everyWordOfAnOverlongRowIsSeen(_ kind: Kind, large: Bool) {
    for size in ScreenGolden.sizes {
      var script = Self.script(kind, large: large)
      if kind == .matching || kind == .gap { script.press(.moved(.right)) }
      for row in 0..<(kind == .gap ? 1 : 3) {
        let name: Character
        switch script.state.sitting?.entry?.draft {
        case .choice(_, let at, _): name = Array("abc")[script.state.sitting?.slot?.shownOrder[at] ?? 0]
        case .ordering(let order, let at, _, _): name = Array("abc")[order[at]]
        case .matching: name = Array("abc")[row]
        case .cloze: name = "a"
        default: name = "?"
        }
        let seen = Self.seen(&script, size)
        #expect(script.state.sitting?.current == 0)
        let missing = (0..<300).filter { !seen.contains("\(name)\($0)") }
        #expect(
          missing.isEmpty,
          "\(kind) row \(row) at \(size.width): \(missing.count) of \(name), first \(missing.first ?? -1)")
        if kind == .matching, row == 0 {
          let right = script.state.sitting?.entry?.draft.response
          guard case .matching(let chosen)? = right, let index = chosen[0] else {
            Issue.record("nothing is chosen")
            return
          }
          let other = "w\(Array("abc")[index])"
          let missing = (0..<300).filter { !seen.contains("\(other)\($0)") }
          #expect(missing.isEmpty, "right side at \(size.width): \(missing.count), first \(missing.first ?? -1)")
        }
        script.press(.moved(.down))
        if row < 2, kind != .gap { #expect(script.state.sitting?.rowScroll == 0) }
      }
    }
  }

  @Test func atTheEndOfARowPageDownGoesToTheNextQuestion() {
    var script = Self.script(.choice, large: false)
    _ = Self.seen(&script, ScreenGolden.sizes[0])
    script.press(.action(.next))
    #expect(script.state.sitting?.current == 1)
    script.press(.action(.previous))
    #expect(script.state.sitting?.current == 0)
    #expect(script.state.sitting?.rowScroll == 0)
  }

  @Test func anOverlongRowIsDrawn() {
    for large in [false, true] {
      var script = Self.script(.choice, large: large)
      ScreenGolden.layOut(&script)
      script.press(.action(.next))
      ScreenGolden.expect(script, large ? "large-overlong-choice" : "overlong-choice")
    }
  }
}

extension String {
  /// Every word with `letter` before it.
  fileprivate func marked(_ letter: String) -> String {
    split(separator: " ").map { letter + $0 }.joined(separator: " ")
  }
}
