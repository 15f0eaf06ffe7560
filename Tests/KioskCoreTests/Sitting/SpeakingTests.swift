import KioskVoice
import SittingScript
import Testing

@testable import KioskCore

/// A spelling test that speaks.
@Suite struct SpeakingTests {
  private static let ready = VoiceReport.ready(output: "espeak-ng 1.51, en-us, files")

  private static func bee(_ words: [String] = ["archipelago", "castle", "honest"]) -> Exam {
    let questions = words.enumerated().map { index, word in
      Question(
        id: word, prompt: LocalizedText(""), points: .one,
        kind: .spelling(
          Spelling(
            word: word, definition: LocalizedText("What it means."), sentence: LocalizedText("Say \(word) again."),
            origin: index == 0 ? LocalizedText("Latin, like every \(word)") : nil,
            partOfSpeech: index < 2 ? LocalizedText("noun") : nil)))
    }
    return SampleExam.exam(navigation: .free, verdict: .end, questions: questions)
  }

  /// At the sound check of a spelling test, or, with `heard`, past it.
  private static func test(_ voice: VoiceReport = ready, heard: Bool = true) -> SittingScript {
    var launch = Launch()
    launch.exam = "sample"
    launch.candidate = Candidate(name: "Ada")
    var script = SittingScript(launch)
    script.world.exam = bee()
    script.world.voice = voice
    script.send(.started)
    script.press(.typed("y"))
    if heard { pass(&script) }
    return script
  }

  private static func check(_ script: SittingScript) -> SoundCheck? {
    if case .soundCheck(let check)? = script.state.overlay { check } else { nil }
  }

  private static func pass(_ script: inout SittingScript) {
    script.type(check(script)?.word ?? "")
    script.press(.enter)
  }

  private static func said(_ script: SittingScript) -> [String] {
    script.effects.compactMap {
      if case .say(let slot, let part, let pace) = $0 { "\(slot) \(part) \(pace)" } else { nil }
    }
  }

  private static func noted(_ script: SittingScript) -> [String] {
    script.effects.compactMap { if case .note("voice", let detail) = $0 { detail } else { nil } }
  }

  @Test func nothingIsLockedBeforeItIsKnownThatTheVoiceIsHeard() {
    var script = Self.test(heard: false)
    #expect(Self.check(script) != nil && script.state.stage == .consent && !script.state.isLocked)
    #expect(Self.said(script) == ["65535 word normal"])
    script.type("elephant")
    script.press(.enter)
    #expect(Self.check(script)?.isWrong == true && !script.state.isLocked)
    script.press(.action(.hear))
    #expect(Self.said(script).last == "65535 word slow")
    for _ in 0..<8 { script.press(.edited(.deleteBackward)) }
    Self.pass(&script)
    #expect(script.state.stage == .question && script.state.isLocked)
    #expect(Self.noted(script) == ["heard; espeak-ng 1.51, en-us, files"])
  }

  @Test func whoHearsNothingMaySpellFromWhatIsWritten() {
    var script = Self.test(heard: false)
    script.press(.moved(.up), .enter)
    #expect(script.state.stage == .question && Self.noted(script) == ["written; espeak-ng 1.51, en-us, files"])
    script = Self.test(.absent("no card: buy one"), heard: false)
    // The first Enter on an empty field leads to the only row that is left.
    script.press(.enter)
    #expect(Self.check(script)?.row == 2)
    script.press(.enter)
    #expect(script.state.stage == .question && Self.noted(script) == ["written; none: no card: buy one"])
    script.press(.action(.hear))
    #expect(script.state.sitting?.notice.contains("no card: buy one") == true)
    #expect(Self.said(script).isEmpty && script.state.sitting?.entry?.asked[.word] == nil)
  }

  /// Whoever had typed something into the field was told to listen again where nothing speaks.
  @Test func whereThereIsNoVoiceNobodyIsToldToListenAgain() {
    var script = Self.test(.absent("no card: buy one"), heard: false)
    script.type("elephant")
    script.press(.enter)
    #expect(Self.check(script)?.isWrong == false && Self.check(script)?.row == 2)
    script.press(.enter)
    #expect(script.state.stage == .question && Self.noted(script) == ["written; none: no card: buy one"])
  }

  @Test func goingBackFromTheCheckLocksNothing() {
    var script = Self.test(heard: false)
    script.send(.homePressed(.escape))
    #expect(script.state.overlay == nil && script.state.stage == .consent && !script.state.isLocked)
  }

  @Test func aTestOfOtherQuestionsHasNoCheck() {
    #expect(!SampleExam.everyType.isSpellingTest && Self.bee().isSpellingTest)
    let script = SittingScript.test()
    #expect(script.state.stage == .question)
  }

  @Test func theWordIsSaidOnArrivalThenAgainAndSlowerAndNeverSpeltOut() {
    var script = Self.test()
    let given = script.effects.compactMap {
      if case .giveWord(let slot, let word) = $0 { (slot, word.word) } else { nil }
    }
    #expect(given.map(\.0) == [65535, 0, 1, 2] && given.dropFirst().map(\.1) == ["archipelago", "castle", "honest"])
    #expect(Self.said(script).dropFirst() == ["0 word normal"])
    for _ in 0..<4 { script.press(.action(.hear)) }
    script.press(.action(.definition), .action(.sentence))
    #expect(
      Self.said(script).dropFirst(2) == [
        "0 word normal", "0 word slow", "0 word slow", "0 word slow", "0 definition normal", "0 sentence normal",
      ])
    #expect(script.state.sitting?.entry?.asked == [.word: 4, .definition: 1, .sentence: 1])
    #expect(script.committed.count { $0.kind == .asked(.word) } == 4)
  }

  /// As at a bee: both are said and shown, each is counted, and neither tells the word.
  @Test func originAndPartOfSpeechCanBeAskedFor() {
    var script = Self.test()
    #expect(script.state.footer.contains(.origin) && Action.origin.keyTitle == "F12")
    script.press(.action(.origin))
    #expect(script.state.sitting?.notice == "noun. Origin: Latin, like every ____.")
    #expect(Self.said(script).last == "0 origin normal")
    script.press(.action(.origin))
    #expect(script.state.sitting?.entry?.asked == [.origin: 2, .partOfSpeech: 2])
    #expect(script.committed.count { $0.kind == .asked(.origin) } == 2)
    #expect(script.committed.count { $0.kind == .asked(.partOfSpeech) } == 2)
    let given = script.effects.compactMap { if case .giveWord(0, let word) = $0 { word.origin } else { nil } }
    #expect(given == ["noun. Latin, like every ____."])
    // The meaning alone tells neither.
    script.press(.action(.definition))
    #expect(script.state.sitting?.notice == "")
  }

  /// Of the second word only the part of speech is told, of the third nothing: then there is no key for it in the footer.
  @Test func whatIsNotToldIsNotCounted() {
    var script = Self.test()
    for _ in 0..<2 {
      script.type("x")
      script.press(.enter)
      let isLast = script.state.sitting?.current == 2
      #expect(script.state.footer.contains(.origin) == !isLast)
      script.press(.action(.origin))
      #expect(script.state.sitting?.entry?.asked == (isLast ? [:] : [.partOfSpeech: 1]))
    }
    #expect(script.state.sitting?.notice == "Nothing is told of where this word comes from.")
  }

  /// Told after each word in practice; either part of the bell can be turned off, by the candidate or by the profile.
  @Test func theBellRingsAsFarAsItIsLetTo() {
    func rung(_ aids: [Aids.Aid], denied: [Aids.Aid] = []) -> [SittingEffect] {
      var launch = Launch()
      launch.exam = "sample"
      launch.practice = true
      var script = SittingScript(launch)
      script.world.exam = Self.bee()
      script.send(.started)
      script.state.aids.deny(denied)
      for aid in aids { script.state.aids.configure(aid: aid, enabled: false) }
      script.type("archipelago")
      script.press(.enter)
      return script.effects.filter { if case .bell = $0 { true } else { false } }
    }
    #expect(rung([]) == [.bell(right: true, tone: true, flash: true)])
    #expect(rung([.bell]) == [.bell(right: true, tone: false, flash: true)])
    #expect(rung([], denied: [.visibleBell]) == [.bell(right: true, tone: true, flash: false)])
    #expect(rung([.bell], denied: [.visibleBell]).isEmpty)
    var aids = Aids()
    aids.deny([.bell])
    aids.reset()
    #expect(aids.active == [.visibleBell] && !aids.configure(aid: .bell, enabled: true))
  }

  @Test func inPracticeTheThirdTimeSpellsItOut() {
    var launch = Launch()
    launch.exam = "sample"
    launch.practice = true
    var script = SittingScript(launch)
    script.world.exam = Self.bee()
    script.world.voice = Self.ready
    script.send(.started)
    #expect(script.state.stage == .question && Self.said(script) == ["0 word normal"])
    for _ in 0..<3 { script.press(.action(.hear)) }
    #expect(Self.said(script).suffix(3) == ["0 word normal", "0 word slow", "0 word letters"])
  }

  @Test func theClockStandsWhileTheVoiceIsStartedAgain() throws {
    var script = Self.test()
    script.type("a")
    script.wait(10_000)
    let before = try #require(script.state.sitting?.clock.consumed(at: script.now))
    #expect(before == 10_000)
    script.send(.guardianSaid(.voice(.restarting)))
    script.wait(20_000)
    script.type("b")
    #expect(script.state.sitting?.clock.consumed(at: script.now) == before)
    script.send(.guardianSaid(.voice(Self.ready)))
    script.wait(1000)
    #expect(script.state.sitting?.clock.consumed(at: script.now) == before + 1000)
    // A proctor's pause and the voice's do not end each other.
    script.send(.guardianSaid(.voice(.restarting)))
    var paused = script.report(.locked)
    paused.pausedBy = "A. Smith"
    script.send(.guardianSaid(.lockChanged(paused)))
    script.send(.guardianSaid(.voice(.absent("it broke down"))))
    script.wait(5000)
    #expect(script.state.sitting?.clock.consumed(at: script.now) == before + 1000)
    script.send(.guardianSaid(.lockChanged(script.report(.locked))))
    script.wait(5000)
    #expect(script.state.sitting?.clock.consumed(at: script.now) == before + 6000)
  }
}
