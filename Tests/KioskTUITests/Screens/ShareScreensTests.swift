import SittingScript
import Testing

@testable import KioskCore
@testable import KioskTUI

@Suite("Screens of sharing, and what F1 says of each screen")
struct ShareScreensTests {
  private func practice() -> SittingScript {
    var script = SittingScript.practice()
    script.go(to: 1)
    return script
  }

  @Test func whatCanBeCopied() {
    var script = practice()
    script.press(.action(.share), .enter, .action(.share), .moved(.down))
    ScreenGolden.expect(script, "share")
    script.state.aids.configure(aid: .largePrint, enabled: true)
    ScreenGolden.expect(script, "large-share")
  }

  @Test func aFileForTheReport() {
    var script = practice()
    script.press(.action(.review), .action(.handIn))
    script.type("y")
    ScreenGolden.expect(script, "report-practice")
    script.world.files["/home/ada/Geography.txt"] = ""
    script.press(.action(.share), .enter)
    ScreenGolden.expect(script, "share-save")
  }

  /// Each screen, and what F1 pressed on it begins with.
  private static var screens: [(String, SittingScript)] {
    var lobby = SittingScript()
    lobby.send(.started)
    var launch = Launch()
    launch.exam = "sample"
    var form = SittingScript(launch)
    form.send(.started)
    launch.candidate = Candidate(name: "Ada")
    var consent = SittingScript(launch)
    consent.send(.started)
    var refused = SittingScript(launch)
    refused.world.refusal = .notEntitled("")
    refused.send(.started)
    refused.press(.typed("y"))
    if case .soundCheck? = refused.state.overlay { refused.press(.moved(.up), .enter) }
    var preview = lobby
    preview.state.pending = PendingStart(mode: .test)
    preview.send(.bankOpened(SampleExam.everyType, preview: ["GIFT: 12 questions."]))
    var review = SittingScript.test()
    review.press(.action(.review))
    var report = review
    report.press(.action(.handIn), .typed("y"))
    var lookUp = SittingScript.practice()
    lookUp.press(.action(.lookUp))
    var share = SittingScript.practice()
    share.press(.action(.share))
    var aids = lobby
    aids.press(.action(.aids))
    var near = SittingScript.practice()
    near.world.misspelt = ["Teh": ["The"]]
    near.go(to: SampleExam.Place.essay.rawValue)
    near.type("Teh ")
    near.press(.action(.spelling))
    var confirm = review
    confirm.press(.action(.handIn))
    var panel = review
    for _ in 0..<3 {
      panel.now = panel.now.adding(200)
      panel.send(.homePressed(.escape))
    }
    var sound = lobby
    sound.state.overlay = .soundCheck(SoundCheck(language: "en", chance: 0))
    return [
      ("The list of tests", lobby), ("Who you are", form), ("Before the test", consent), ("Not locked", refused),
      ("A bank of questions", preview), ("The review", review), ("The report", report), ("Looking up", lookUp),
      ("Sharing", share), ("Near spellings", near), ("Yes or no", confirm), ("The lock", panel), ("Aids", aids),
      ("The sound check", sound), ("Demonstrations", .demo(.menu)),
      ("The lab", .demo(.lab)), ("Before and after", .demo(.comparison)), ("Refusals", .demo(.refusals)),
    ]
  }

  @Test(arguments: Self.screens.indices) func helpKnowsTheScreen(_ index: Int) {
    var (title, script) = Self.screens[index]
    script.press(.action(.help))
    guard case .help? = script.state.overlay else { return #expect(Bool(false), "\(title): no help") }
    let page = Screen.helpPage(script.state, width: 48)
    #expect(page.rows.first?.text == title[...])
    #expect(page.rows.allSatisfy { $0.indent + $0.text.count <= 48 }, "\(title)")
    #expect(page.rows.contains { $0.text == "How to leave" })
  }

  /// The row of keys leaves out what finds no room; F1 leaves out nothing.
  @Test(arguments: ScreenGolden.sizes) func helpNamesEveryKeyOfTheLastRow(_ size: Size) {
    var left: Set<String> = []
    for (title, script) in Self.screens + Self.questions {
      var script = script
      let footer = script.state.footer
      let drawn = ScreenGolden.draw(script, size).text.split(separator: "\n").last ?? ""
      left.formUnion(footer.filter { !drawn.contains("\($0.keyTitle) \($0.title)") }.map(\.keyTitle))
      script.press(.action(.help))
      let page = Screen.helpPage(script.state, width: size.width - 9)
      let words = page.rows.map { "\($0.lead) \($0.text)" }.joined(separator: "\n")
      for action in footer { #expect(words.contains(action.keyTitle), "\(title): \(action.keyTitle)") }
    }
    #expect(left.isSuperset(of: ["F8", "F10", "F12"]), "nothing is left out any more: \(left)")
  }

  /// A question of each type, in a practice and in a test.
  private static var questions: [(String, SittingScript)] {
    [SittingScript.practice(), .test()].flatMap { start in
      SampleExam.Place.allCases.map { place in
        var script = start
        script.go(to: place.rawValue)
        return ("\(place)", script)
      }
    }
  }

  @Test func helpKnowsEveryTypeOfQuestion() {
    var script = SittingScript.practice()
    var said: Set<String> = []
    for place in 0..<(script.state.sitting?.entries.count ?? 0) {
      script.go(to: place)
      script.press(.action(.help))
      let rows = Screen.helpPage(script.state, width: 60).rows.map(\.text)
      #expect(rows.first == "This question")
      said.insert(String(rows[1]))
      script.press(.enter)
    }
    #expect(said.count >= 10)
  }

  @Test func helpOverALookUp() {
    var script = practice()
    script.press(.action(.lookUp), .action(.help))
    ScreenGolden.expect(script, "help-look-up")
  }
}
