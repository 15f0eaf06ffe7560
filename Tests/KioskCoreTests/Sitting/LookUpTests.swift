import KioskPage
import KioskWords
import SittingScript
import Testing

@testable import KioskCore

@Suite("Looking up in practice")
struct LookUpTests {
  private static let page = [
    PageLine(.source, "WordNet"), PageLine(.word, "knight"), PageLine(.text, "see {horse} and {dub}"),
  ]

  private func practice(_ found: [PageLine] = LookUpTests.page) -> SittingScript {
    var script = SittingScript.practice()
    script.go(to: 1)
    script.world.found = found
    script.press(.action(.lookUp))
    return script
  }

  private func page(_ script: SittingScript) -> LookUp? {
    if case .lookUp(let page)? = script.state.overlay { return page }
    return nil
  }

  @Test func linksAreFollowedAndGoneBackFrom() {
    var script = practice()
    script.type("knight")
    script.press(.enter, .focusMoved(forward: true))
    #expect(page(script)?.shown.focus == .link(0))
    script.press(.enter)
    #expect(page(script)?.shown.word == "horse")
    script.press(.focusMoved(forward: true), .moved(.right), .enter)
    #expect(page(script)?.shown.word == "dub")
    script.press(.edited(.deleteBackward))
    #expect(page(script)?.shown.word == "horse" && page(script)?.shown.focus == .link(1))
    script.send(.homePressed(.escape))
    #expect(page(script)?.shown.word == "knight" && page(script)?.editor.text == "knight")
    while page(script)?.trail.isEmpty == false { script.send(.homePressed(.escape)) }
    script.send(.homePressed(.escape))
    #expect(script.state.overlay == nil && script.state.stage == .question)
  }

  @Test func whatIsMissingIsSaidBehindWhatWasFound() {
    let gazetteer = PageLine(.note, "The gazetteer is not installed: run make install.")
    let damaged = PageLine(.note, "It cannot be read: no. Install its package again.")
    let script = practice([gazetteer, PageLine(.source, "GCIDE"), damaged] + Self.page)
    #expect(page(script)?.shown.lines == [PageLine(.source, "GCIDE"), damaged] + Self.page + [gazetteer])
  }

  @Test func anotherWordIsTypedOverTheOneShown() {
    var script = practice()
    script.type("knight")
    script.press(.enter)
    script.type("horse")
    #expect(page(script)?.editor.text == "horse")
    script.press(.edited(.deleteBackward))
    #expect(page(script)?.editor.text == "hors")
    script.press(.enter)
    #expect(page(script)?.shown.word == "hors")
    // Left keeps what stands there, to be mended.
    script.press(.moved(.left))
    script.type("x")
    #expect(page(script)?.editor.text == "horxs")
  }

  @Test func tabGoesThroughTheLinksAndBackToTheField() {
    var script = practice()
    script.type("knight")
    script.press(.enter)
    let seen = (0..<4).map { _ -> LookUp.Focus? in
      script.press(.focusMoved(forward: true))
      return page(script)?.shown.focus
    }
    #expect(seen == [.link(0), .link(1), .field, .link(0)])
    script.press(.focusMoved(forward: false), .focusMoved(forward: false))
    #expect(page(script)?.shown.focus == .link(1))
  }

  @Test func aLinkFarDownIsScrolledTo() {
    var lines = (0..<60).map { PageLine(.text, "\($0)") }
    lines[50] = PageLine(.text, "a {link}")
    var script = practice(lines)
    script.type("knight")
    script.press(.enter, .focusMoved(forward: false))
    #expect(page(script)?.shown.focus == .link(0) && page(script)?.shown.scroll == 36)
    for _ in 0..<100 { script.press(.action(.next)) }
    #expect(page(script)?.shown.scroll == 45)
    for _ in 0..<100 { script.press(.action(.previous)) }
    #expect(page(script)?.shown.scroll == 0)
  }

  @Test func anAnswerToAnEarlierWordIsNone() {
    var script = practice([])
    script.world.helpsAnswer = false
    script.type("knight")
    script.press(.enter)
    let first = page(script)?.number ?? -1
    script.type("horse")
    script.press(.enter)
    script.send(.lookedUp(Self.page, number: first, isLast: true))
    #expect(page(script)?.shown.lines.isEmpty == true && page(script)?.isWaiting == true)
    script.send(.lookedUp([PageLine(.source, "Gazetteer")], number: first + 1, isLast: false))
    script.send(.lookedUp(Self.page, number: first + 1, isLast: true))
    script.send(.lookedUp(Self.page, number: first + 1, isLast: true))
    #expect(page(script)?.shown.lines.count == 4 && page(script)?.isWaiting == false)
  }

  @Test func nothingFoundOffersEachNearWordOnce() {
    var script = practice([.near(["Canada"]), .near(["canada", "candy"])])
    script.type("canda")
    script.press(.enter)
    #expect(
      page(script)?.shown.lines == [
        PageLine(.note, "Nothing found for “canda”."), PageLine(.near, "Did you mean: {Canada}, {candy}?"),
      ])
  }

  @Test func theWordInFrontIsLookedUpUnasked() {
    var script = SittingScript.practice()
    script.world.found = Self.page
    var words: [String: String] = [:]
    for place in 0..<(script.state.sitting?.entries.count ?? 0) {
      script.go(to: place)
      guard let kind = script.state.sitting?.slot?.question.typeName else { continue }
      if kind == "shortAnswer" || kind == "essay" { script.type("New York") }
      script.press(.action(.lookUp))
      words[kind] = page(script)?.shown.word
      script.send(.homePressed(.escape))
    }
    #expect(words["shortAnswer"] == "New York")
    #expect(words["essay"] == "York")
    #expect(words["spelling"]?.isEmpty == false)
  }

  @Test func theDictionariesAreAskedAnewWhereTheyWereLost() {
    var script = practice([])
    script.world.helpsAnswer = false
    script.type("knight")
    script.press(.enter)
    let number = page(script)?.number ?? -1
    let asked = SittingEffect.askHelps(
      slot: script.state.sitting?.current ?? -1, HelpRequest(number: number, .define("knight")))
    #expect(script.effects.filter { $0 == asked }.count == 1)
    script.send(.guardianSaid(.helps(.starting)))
    script.send(.guardianSaid(.helps(.ready([]))))
    #expect(script.effects.filter { $0 == asked }.count == 2)
    script.send(
      .guardianSaid(
        .helpAnswered(
          .defined(number: number, headword: "knight", lines: Self.page.map(\.wire) + ["rubbish"], near: []))))
    #expect(page(script)?.shown.lines == Self.page && page(script)?.isWaiting == false)
  }

  @Test func withoutTheHelpsThePageSaysWhatIsMissing() {
    var script = practice([])
    script.world.helpsAnswer = false
    script.type("knight")
    script.press(.enter)
    script.send(.guardianSaid(.helps(.absent("kiosk-helps is not installed beside kiosk: run make install"))))
    #expect(page(script)?.isWaiting == false)
    #expect(page(script)?.shown.lines.last?.text == "kiosk-helps is not installed beside kiosk: run make install")
  }

  @Test func aTestThatGrantsTheLookUpDoesNotGiveTheWordAway() {
    let spelling = SampleExam.everyType.questions.first { if case .spelling = $0.kind { true } else { false } }
    #expect(spelling != nil)
    var script = SittingScript.test()
    script.go(to: script.state.sitting?.attempt.slots.firstIndex { $0.question.id == spelling?.id } ?? 0)
    guard case .spelling(let word)? = script.state.sitting?.slot?.question.kind else { return #expect(Bool(false)) }
    script.press(.action(.lookUp))
    #expect(!script.effects.contains { if case .lookUp(word.word, _) = $0 { true } else { false } })
  }

  /// What opens it in practice opens nothing in a test, and what was open is gone when one begins.
  @Test func nothingIsLookedUpInATest() {
    var script = SittingScript.test()
    script.world.found = Self.page
    script.press(.action(.lookUp))
    #expect(script.state.overlay == nil)
    #expect(script.state.banner?.text == "Look up is off during the test")
    #expect(!script.effects.contains { if case .askHelps = $0 { true } else { false } })
    // A page that somehow is there when the lock holds answers nothing more.
    script.state.overlay = .lookUp(LookUp())
    script.type("knight")
    script.press(.enter)
    #expect(page(script)?.shown.lines.isEmpty ?? true)
    script.send(.lookedUp(Self.page, number: 1, isLast: true))
    #expect(page(script)?.shown.lines.isEmpty ?? true)
  }
}
