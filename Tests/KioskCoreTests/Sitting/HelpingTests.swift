import KioskWords
import SittingScript
import Testing

@testable import KioskCore

/// Spell check and suggestions: asked for while typing, answered later, and dark in a test but where a question grants them.
@Suite struct HelpingTests {
  /// A practice at its essay, with a helps' world that calls two words misspelt.
  private func practice() -> SittingScript {
    var script = SittingScript.practice()
    script.world.misspelt = ["Teh": ["The", "Ten"], "wi": [], "wite": ["white"]]
    script.world.names = SittingScript.suggestions(["winter", "Ottawa"])
    script.go(to: Self.essay)
    return script
  }

  private static let essay = SampleExam.Place.essay.rawValue

  private func marked(_ script: SittingScript) -> [String] {
    guard let editor = script.state.sitting?.entry?.draft.editor, let sitting = script.state.sitting else { return [] }
    return sitting.assistance.marked(in: editor.text, caret: editor.caret).map { TextWords.slice(editor.text, $0) }
  }

  private func asked(_ effects: [SittingEffect]) -> [HelpQuestion] {
    effects.compactMap { if case .askHelps(_, let request) = $0 { request.question } else { nil } }
  }

  @Test func aMisspeltWordIsMarkedOnceItIsTyped() {
    var script = practice()
    script.type("Teh snow wi")
    #expect(marked(script) == ["Teh"])
    // What can still become a word is not judged.
    #expect(script.state.sitting?.assistance.suggestions == ["winter"])
    script.type("te")
    #expect(marked(script) == ["Teh", "wite"])
    script.press(.edited(.deleteWord))
    script.type("white")
    #expect(marked(script) == ["Teh"])
  }

  @Test func eachWordIsAskedAboutOnceAndTheTextOnlyUpToTheCaret() {
    var script = practice()
    script.type("Teh ")
    let before = script.effects.count
    script.type("Teh ")
    let questions = asked(Array(script.effects[before...]))
    #expect(!questions.contains { if case .check(let words) = $0 { words.contains("Teh") } else { false } })
    script.press(.edited(.lineStart))
    guard case .suggest(let text)? = asked(script.effects).last else {
      Issue.record("nothing asked")
      return
    }
    #expect(text.isEmpty)
  }

  @Test func anAnswerToAnOlderTextIsDropped() {
    var script = practice()
    script.world.helpsAnswer = false
    script.type("Ott")
    let request = script.effects.compactMap { if case .askHelps(_, let request) = $0 { request } else { nil } }
      .last { if case .suggest = $0.question { true } else { false } }
    script.type("e")
    script.send(.guardianSaid(.helpAnswered(.suggestions(number: request?.number ?? 0, taken: 3, ["Ottawa"]))))
    #expect(script.state.sitting?.assistance.suggestions == [])
    let newest = script.state.sitting?.assistance.awaited ?? 0
    script.send(.guardianSaid(.helpAnswered(.suggestions(number: newest, taken: 4, ["Ottery"]))))
    #expect(script.state.sitting?.assistance.suggestions == ["Ottery"])
  }

  @Test func tabFinishesTheWordAndLeavesTheRest() {
    var script = practice()
    script.type("In wint")
    script.press(.focusMoved(forward: true))
    #expect(script.state.sitting?.entry?.draft.response == .text("In winter"))
    #expect(script.state.sitting?.assistance.suggestions == [])
    #expect(script.committed.contains { $0.kind == .helped(.suggestions) })
  }

  @Test func whatIsOfferedFollowsTheTextUntilTheHelpsAnswer() {
    var script = practice()
    script.type("wi")
    script.world.helpsAnswer = false
    script.type("n")
    #expect(script.state.sitting?.assistance.suggestions == ["winter"])
    script.press(.focusMoved(forward: true))
    #expect(script.state.sitting?.entry?.draft.response == .text("winter"))
    script.press(.edited(.deleteWord))
    script.type("wix")
    #expect(script.state.sitting?.assistance.suggestions == [])
  }

  @Test func nearSpellingsAreChosenFromAndTheCaretStays() {
    var script = practice()
    script.type("Teh snow")
    script.press(.action(.spelling))
    guard case .near(let near)? = script.state.overlay else {
      Issue.record("no list")
      return
    }
    #expect(near.word == "Teh" && near.spellings == ["The", "Ten"] && near.mayBeAdded)
    script.press(.moved(.down), .enter)
    #expect(script.state.overlay == nil)
    #expect(script.state.sitting?.entry?.draft.response == .text("Ten snow"))
    #expect(script.state.sitting?.entry?.draft.editor?.isAtEnd == true)
    #expect(script.committed.contains { $0.kind == .helped(.spellCheck) })
    script.press(.action(.spelling))
    #expect(script.state.overlay == nil && script.state.sitting?.notice == "No word here is misspelt.")
  }

  /// Spellings that came while "Close" was chosen drew the cursor to the first of them, and Enter took that.
  @Test func whatIsChosenWhileTheyAreLookedForStaysChosenWhenTheyCome() {
    for isMoved in [true, false] {
      var script = practice()
      script.type("Teh snow")
      script.world.helpsAnswer = false
      script.press(.action(.spelling))
      if isMoved { script.press(.moved(.up)) }
      guard case .near(let near)? = script.state.overlay, near.spellings == nil else {
        Issue.record("no list that waits")
        return
      }
      script.send(.guardianSaid(.helpAnswered(.near(number: near.number, ["The", "Ten"]))))
      script.press(.enter)
      #expect(script.state.sitting?.entry?.draft.response == .text(isMoved ? "Teh snow" : "The snow"))
    }
  }

  @Test func aWordCanBeAddedToOnesOwnInPractice() {
    var script = practice()
    script.type("Teh ")
    script.press(.action(.spelling), .moved(.down), .moved(.down))
    let effects = script.send(.pressed(.enter))
    #expect(effects.contains(.addWord("Teh")))
    #expect(marked(script).isEmpty)
    #expect(script.state.sitting?.entry?.draft.response == .text("Teh "))
  }

  @Test func aMissingHelpIsSaidOnce() {
    var script = SittingScript.practice()
    let why = "no spelling dictionary of en is installed: apt install hunspell-en-us"
    script.state.banner = nil
    script.send(.guardianSaid(.helps(.ready([why]))))
    #expect(script.state.banner?.text == why)
    script.state.banner = nil
    script.send(.guardianSaid(.helps(.ready([why]))))
    #expect(script.state.banner == nil)
  }

  @Test func wordsAreAskedAboutAnewOfHelpsThatWereStartedAgain() {
    var script = practice()
    script.world.helpsAnswer = false
    script.type("Teh ")
    #expect(marked(script).isEmpty)
    script.world.helpsAnswer = true
    script.send(.guardianSaid(.helps(.starting)))
    script.send(.guardianSaid(.helps(.ready([]))))
    #expect(marked(script) == ["Teh"])
  }

  // MARK: - In a test

  /// A test whose essay grants spell check, at its essay.
  private func granted() -> SittingScript {
    var script = SittingScript.test(SampleExam.granting([.spellCheck]))
    script.world.misspelt = ["Teh": ["The"]]
    script.go(to: Self.essay)
    return script
  }

  @Test func aTestWithoutGrantsNeverSpeaksOfTheHelps() {
    var script = SittingScript.test()
    for slot in 0..<(script.state.sitting?.entries.count ?? 0) {
      script.go(to: slot)
      script.type("Teh ")
      script.press(.action(.spelling), .focusMoved(forward: true))
    }
    for effect in script.effects {
      switch effect {
      case .openHelps, .askHelps, .addWord, .closeHelps: Issue.record("\(effect)")
      default: break
      }
    }
    #expect(script.effects.contains(.note(what: "withheld", detail: "spellCheck")))
  }

  /// Whatever is said to come of the helps, in a test it changes nothing.
  @Test func aForgedAnswerChangesNothingInATest() {
    var script = SittingScript.test()
    script.go(to: Self.essay)
    script.type("Teh ")
    script.state.sitting?.assistance.checked = ["Teh"]
    script.send(.guardianSaid(.resized))
    let before = script.state
    let answers: [HelpAnswer] = [
      .misspelt(number: 1, ["Teh"]), .suggestions(number: 0, taken: 1, ["Oslo"]), .near(number: 0, ["The"]),
      .defined(number: 0, headword: "a", lines: ["b"], near: []),
    ]
    for answer in answers { script.send(.guardianSaid(.helpAnswered(answer))) }
    #expect(script.state == before)
  }

  @Test func aListThatLiesOverAPracticeIsGoneWhenATestBegins() {
    var script = SittingScript.practice()
    script.world.misspelt = ["Teh": ["The"]]
    script.go(to: Self.essay)
    script.type("Teh ")
    script.press(.action(.spelling))
    let list = script.state.overlay
    var launch = Launch()
    launch.exam = "sample"
    launch.candidate = Candidate(name: "Ada")
    var test = SittingScript(launch)
    test.world.locks = false
    test.send(.started)
    test.press(.typed("y"))
    test.state.overlay = list
    test.send(.guardianSaid(.lockChanged(test.report(.engaging))))
    test.send(.guardianSaid(.lockChanged(test.report(.locked))))
    #expect(test.state.stage == .question && test.state.overlay == nil)
    #expect(test.state.sitting?.assistance == Sitting.Assistance())
  }

  @Test func aGrantIsAskedForWithTheLockAndHoldsAtItsQuestionOnly() {
    var script = granted()
    let request = script.effects.compactMap { if case .requestLock(let request) = $0 { request } else { nil } }.first
    #expect(request?.grants == [HelpGrant(slot: UInt16(Self.essay), features: [.spellCheck])])
    #expect(
      script.effects.contains {
        if case .note("granted", let detail) = $0 { detail.contains("spell check") } else { false }
      })
    script.type("Teh ")
    #expect(marked(script) == ["Teh"])
    // Suggestions are not granted: none were asked for.
    #expect(!asked(script.effects).contains { if case .suggest = $0 { true } else { false } })
    script.press(.action(.spelling))
    guard case .near(let near)? = script.state.overlay else {
      Issue.record("no list")
      return
    }
    #expect(near.spellings == ["The"] && !near.mayBeAdded)
    script.press(.moved(.down), .enter)
    #expect(!script.effects.contains { if case .addWord = $0 { true } else { false } })
    let before = script.effects.count
    script.press(.action(.review))
    #expect(script.effects[before...].contains(.closeHelps))
    // The essay again, and the question before it.
    script.press(.action(.previous), .action(.previous))
    let slot = Self.essay - 1
    #expect(
      script.effects.last { if case .openHelps = $0 { true } else { false } } == .openHelps(slot: slot, language: "en"))
    let there = script.effects.count
    script.type("Teh ")
    #expect(asked(Array(script.effects[there...])).isEmpty && marked(script).isEmpty)
  }

  @Test func anEssayIsCheckedInItsOwnLanguageWhereItHasOne() {
    let exam = SampleExam.granting([.spellCheck, .lookUp], language: "fr")
    var script = SittingScript.test(exam)
    script.go(to: Self.essay)
    #expect(script.effects.contains(.openHelps(slot: Self.essay, language: "fr")))
    #expect(exam.grantsInWords(without: []) == "look up (question 10), spell check in French (question 10)")
    #expect(
      script.state.sitting?.attempt.grantsInWords() == "look up (question 10), spell check in French (question 10)")
    #expect(script.state.sitting?.attempt.grantsInWords(without: [.spellCheck]) == "look up (question 10)")
  }

  /// Before it is drawn nobody knows which questions they will be.
  @Test func grantsOfATestThatIsDrawnAreCountedOthersAreNamed() {
    let granting = SampleExam.granting([.spellCheck]).questions[Self.essay]
    func exam(shuffled: Bool) -> Exam {
      Exam(
        id: "sample", title: LocalizedText("Geography"), language: "en", minutes: 10, shuffle: shuffled,
        shuffleChoices: false, navigation: .free, draw: nil, verdict: .end, report: .full, policy: .standard,
        questions: SampleExam.shortQuestions(2) + [granting] + SampleExam.shortQuestions(1) + [granting, granting])
    }
    #expect(exam(shuffled: false).grantsInWords(without: []) == "spell check (questions 3, 5 and 6)")
    #expect(exam(shuffled: true).grantsInWords(without: []) == "spell check (3 questions)")
  }

  @Test func helpOverNearSpellingsGivesThemBackAsTheyAreThen() {
    var script = practice()
    script.type("Teh ")
    script.world.helpsAnswer = false
    script.press(.action(.spelling), .action(.help))
    guard case .near(let waiting)? = script.state.helpOver else {
      Issue.record("the list is gone")
      return
    }
    // Their answer comes while the help lies over them.
    script.send(.guardianSaid(.helpAnswered(.near(number: waiting.number, ["The", "Ten"]))))
    guard case .help? = script.state.overlay else {
      Issue.record("the help is gone")
      return
    }
    script.press(.action(.help))
    guard case .near(let near)? = script.state.overlay else {
      Issue.record("the list is gone")
      return
    }
    #expect(near.spellings == ["The", "Ten"])
    // Where the gate shuts meanwhile, both go.
    script.press(.action(.help))
    script.send(.guardianSaid(.helps(.none)))
    #expect(script.state.overlay == nil && script.state.helpOver == nil)
  }

  /// The stricter of two words counts: what an exam or a profile requires to be taken away is not granted.
  @Test func whatIsRequiredToBeTakenAwayIsNotGranted() {
    var script = SittingScript.test(
      SampleExam.granting([.spellCheck], policy: ExamPolicy(proctor: false, required: [.spellCheck], detections: [:])))
    script.go(to: Self.essay)
    script.type("Teh ")
    #expect(asked(script.effects).isEmpty && !script.state.footer.contains(.spelling))
    let asked = LockRequest(
      mode: .assessment, required: [.spellCheck], consented: true,
      grants: [HelpGrant(slot: 3, features: [.spellCheck]), HelpGrant(slot: 4, features: [.spellCheck, .lookUp])])
    #expect(LockTerms.none.applied(to: asked).grants == [HelpGrant(slot: 4, features: [.lookUp])])
  }

  @Test func whatIsGrantedGoesDarkWithTheLock() {
    var script = granted()
    script.type("Teh ")
    script.press(.action(.spelling))
    script.send(.guardianSaid(.helps(.none)))
    #expect(script.state.overlay == nil && marked(script).isEmpty)
    script.send(.guardianSaid(.lockChanged(script.report(.interrupted))))
    script.state.sitting?.assistance.checked = ["Teh"]
    let before = script.state
    script.send(.guardianSaid(.helpAnswered(.misspelt(number: 1, ["Teh"]))))
    #expect(script.state == before)
  }
}
