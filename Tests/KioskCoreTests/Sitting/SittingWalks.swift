import KioskCore
import SittingScript
import Testing

/// Scripted walks from lobby to lock: what must never happen on the way.
@Suite struct StartOfSittingTests {
  private func consenting() -> SittingScript {
    var launch = Launch()
    launch.exam = "sample"
    launch.candidate = Candidate(name: "Ada")
    var script = SittingScript(launch)
    script.send(.started)
    return script
  }

  @Test func focusStartsOnNo() { #expect(consenting().state.focus == .body(Consent.noPart)) }

  @Test func enterOnConsentDeclines() {
    var script = consenting()
    script.press(.enter)
    #expect(script.effects.contains { if case .leave(77, _) = $0 { true } else { false } })
  }

  @Test func decliningLeavesEverything() {
    var script = consenting()
    script.press(.typed("n"))
    for effect in script.effects {
      switch effect {
      case .requestLock, .storeAttempt, .commit, .seal, .recordDraft: Issue.record("done although declined: \(effect)")
      default: break
      }
    }
    #expect(script.state.lock.phase == .open)
    #expect(script.state.sitting == nil)
  }

  @Test func decliningFromTheLobbyGoesBackToIt() {
    var script = SittingScript()
    script.world.exams = [
      CatalogueItem(id: "a", path: "a", title: "A", questions: 1, minutes: nil, lastResult: "")
    ]
    script.send(.started)
    script.press(.enter)
    #expect(script.state.stage == .form)
    script.type("Ada")
    script.press(.enter, .enter)
    #expect(script.state.stage == .consent)
    script.send(.homePressed(.escape))
    #expect(script.state.stage == .lobby)
    #expect(script.state.pending == nil)
  }

  @Test func aNameIsAskedFor() {
    var script = SittingScript()
    script.world.exams = [
      CatalogueItem(id: "a", path: "a", title: "A", questions: 1, minutes: nil, lastResult: "")
    ]
    script.send(.started)
    script.press(.enter)
    script.type("   ")
    script.press(.focusMoved(forward: true), .focusMoved(forward: true), .enter)
    #expect(script.state.stage == .form)
    #expect(!script.state.form.notice.isEmpty)
    #expect(script.state.focus == .body(0))
  }

  @Test func contentIsNeverShownBeforeTheLockIsToldToHold() {
    var script = consenting()
    script.world.locks = false
    script.press(.typed("y"))
    #expect(script.state.stage == .engaging)
    #expect(script.state.sitting == nil)
    // Stored too early, engaging, interrupted, stranded: still nothing.
    for phase in LockPhase.allCases where phase != .locked {
      script.send(.attemptStored)
      script.send(.guardianSaid(.lockChanged(script.report(phase))))
      #expect(script.state.sitting == nil, "\(phase)")
    }
    script.state.stage = .engaging
    script.send(.guardianSaid(.lockChanged(script.report(.locked))))
    #expect(script.state.stage == .question)
  }

  @Test func aRefusalIsShownAndCanBeTriedAgain() {
    var script = consenting()
    script.world.refusal = .notEntitled("")
    script.press(.typed("y"))
    #expect(script.state.stage == .refused)
    #expect(script.state.refusal == .notEntitled(""))
    script.world.refusal = nil
    script.press(.enter)
    #expect(script.state.stage == .question)
    #expect(script.state.isLocked)
  }

  @Test func theLockAsksForWhatTheExamRequires() {
    var launch = Launch()
    launch.exam = "sample"
    launch.candidate = Candidate(name: "Ada")
    var script = SittingScript(launch)
    script.world.exam = SampleExam.exam(
      navigation: .free, verdict: .end,
      policy: ExamPolicy(proctor: false, required: [.home, .lookUp], detections: [.multiplexer: .refuse]))
    script.send(.started)
    script.press(.typed("y"))
    let requests = script.effects.compactMap { if case .requestLock(let request) = $0 { request } else { nil } }
    #expect(requests.count == 1)
    #expect(requests.first?.required == [.home, .lookUp])
    #expect(requests.first?.detections == [.multiplexer: .refuse])
    #expect(requests.first?.capMinutes == 480)
  }

  @Test func practiceNeverAsksForALock() {
    let script = SittingScript.practice()
    #expect(script.state.stage == .question)
    #expect(!script.effects.contains { if case .requestLock = $0 { true } else { false } })
  }

  @Test func resumeShowsTheSameText() throws {
    var script = SittingScript.test()
    script.go(to: 1)
    script.type("Strait of Gibr")
    script.press(.moved(.left), .moved(.left))
    let before = try #require(script.state.sitting)
    var point = ResumePoint(marks: [], current: before.current, consumed: 61_000)
    for entry in before.entries {
      var mark = ResumePoint.Mark()
      mark.accepted = entry.accepted
      mark.draft = entry.draft.response
      mark.caret = entry.draft.editor?.caret
      mark.presented = entry.presented
      point.marks.append(mark)
    }
    var launch = Launch()
    launch.resume = before.attempt.id
    var second = SittingScript(launch)
    second.world.loaded = (before.attempt, point)
    second.state.lock = second.report(.locked)
    second.send(.started)
    let after = try #require(second.state.sitting)
    #expect(second.state.stage == .question)
    #expect(after.current == 1)
    #expect(after.entries[1].draft.editor?.text == "Strait of Gibr")
    #expect(after.entries[1].draft.editor?.caret == 12)
    #expect(after.clock.consumed(at: second.now) == 61_000)
  }
}

/// Answering, saving, going from question to question.
@Suite struct AnsweringTests {
  private func responses(_ script: SittingScript) -> [Response] {
    script.committed.compactMap { if case .response(let response) = $0.kind { response } else { nil } }
  }

  private func test(at place: SampleExam.Place, _ exam: Exam = SampleExam.everyType) -> SittingScript {
    var script = SittingScript.test(exam)
    script.go(to: place.rawValue)
    return script
  }

  @Test func anEmptyAnswerNeverSkipsSilently() {
    for place in SampleExam.Place.allCases where place != .description {
      var script = test(at: place)
      for _ in 0..<4 where script.state.sitting?.notice.isEmpty == true { script.press(.enter) }
      #expect(script.state.sitting?.current == place.rawValue, "\(place)")
      #expect(script.state.sitting?.notice.isEmpty == false, "\(place)")
      script.press(.enter)
      #expect(script.state.sitting?.current == place.rawValue + 1 || script.state.stage == .review, "\(place)")
      #expect(responses(script).isEmpty)
    }
  }

  @Test func typingWithdrawsTheEmptyEnter() {
    var script = test(at: .shortAnswer)
    script.press(.enter, .typed("x"), .edited(.deleteBackward), .enter)
    #expect(script.state.sitting?.current == 1)
  }

  @Test func whatIsPaintedIsWrittenFirst() {
    var script = test(at: .shortAnswer)
    #expect(script.send(.pressed(.typed("a"))).contains(.recordDraft(slot: 1)))
    #expect(script.send(.pressed(.edited(.deleteBackward))).contains(.recordDraft(slot: 1)))
  }

  @Test func unchangedResponsesAddNoStep() {
    var script = test(at: .shortAnswer)
    script.type("Gibraltar")
    script.press(.enter, .action(.previous), .enter, .action(.previous))
    #expect(responses(script) == [.text("Gibraltar")])
    script.type("!")
    script.press(.enter)
    #expect(responses(script) == [.text("Gibraltar"), .text("Gibraltar!")])
  }

  @Test func everyTypeIsAnsweredByKeys() {
    var script = SittingScript.test()
    script.press(.enter)
    script.type("Gibraltar")
    script.press(.enter)
    script.type("b")
    script.press(.enter)
    script.type("ac")
    script.press(.enter, .typed("t"), .enter)
    script.type("47")
    script.press(.enter)
    script.type("abc")
    script.press(.enter, .typed(" "), .moved(.down), .typed(" "), .enter)
    script.type("a")
    script.press(.enter)
    script.type("Amazon")
    script.press(.enter)
    script.type("Because of water.")
    script.press(.enter)
    script.type("archipelago")
    script.press(.enter)
    #expect(script.state.stage == .review)
    #expect(script.state.sitting?.answeredCount == 10)
    #expect(script.state.sitting?.unsaved.isEmpty == true)
  }

  @Test func forwardOnlyStaysForward() {
    var script = SittingScript.test(SampleExam.exam(navigation: .forward, verdict: .end))
    script.press(.enter)
    script.type("Gibraltar")
    script.press(.enter, .action(.previous))
    #expect(script.state.sitting?.current == 2)
    #expect(script.state.sitting?.notice == "This test goes forward only.")
    // The review was once a trap: whoever looked at it early could only hand in.
    script.press(.action(.review), .moved(.up), .enter)
    #expect(script.state.stage == .question && script.state.sitting?.current == 2)
    script.press(.action(.review), .action(.previous))
    #expect(script.state.stage == .question && script.state.sitting?.current == 2)
    for _ in 0..<40 where script.state.stage == .question { script.press(.enter) }
    script.press(.enter, .action(.previous))
    #expect(script.state.stage == .review)
  }

  @Test func verdictEachTellsAndCloses() {
    var script = SittingScript.test(SampleExam.exam(navigation: .free, verdict: .each))
    script.go(to: 4)
    script.press(.typed("f"), .enter)
    #expect(script.state.sitting?.entry?.verdict == .wrong)
    #expect(script.effects.contains(.bell(right: false, tone: true, flash: true)))
    script.press(.typed("t"))
    #expect(script.state.sitting?.entry?.accepted == .trueFalse(false))
    #expect(script.state.sitting?.entry?.draft.response == .trueFalse(false))
    script.press(.enter)
    #expect(script.state.sitting?.current == 5)
  }

  /// Accepting would tell right or wrong, which only Enter does.
  @Test func whereTheVerdictIsToldTurningBackAcceptsNothing() {
    var script = SittingScript.test(SampleExam.exam(navigation: .free, verdict: .each))
    script.go(to: 1)
    script.type("Gibr")
    script.press(.action(.previous))
    #expect(script.state.sitting?.current == 0)
    #expect(responses(script).isEmpty)
    #expect(script.state.sitting?.entries[1].accepted == nil)
    script.press(.action(.next))
    #expect(script.state.sitting?.entry?.draft.response == .text("Gibr"))
  }

  @Test func aFailedSaveKeepsTheAnswerAndIsTriedAgain() {
    var script = test(at: .shortAnswer)
    script.world.storeFault = "the disk is full"
    script.type("Gibraltar")
    script.press(.enter)
    #expect(script.state.isLocked)
    #expect(script.state.sitting?.entries[1].accepted == .text("Gibraltar"))
    #expect(script.state.sitting?.saveFault == "the disk is full")
    script.wait(1000)
    #expect(script.state.sitting?.unsaved.isEmpty == false)
    script.world.storeFault = ""
    script.wait(1500)
    #expect(script.state.sitting?.unsaved.isEmpty == true)
    #expect(script.state.sitting?.saveFault == "")
    #expect(responses(script) == [.text("Gibraltar")])
  }

  @Test func stepsAreCommittedOneByOneInOrder() {
    var script = test(at: .shortAnswer)
    script.world.storeAnswers = false
    script.type("Gibraltar")
    script.press(.enter, .typed("b"), .enter)
    let waiting = script.state.sitting?.unsaved.count ?? 0
    #expect(waiting >= 3)
    let sent = script.effects.filter { if case .commit = $0 { true } else { false } }
    #expect(sent.count == script.committed.count + 1)
    script.world.storeAnswers = true
    script.send(.stepCommitted)
    #expect(script.state.sitting?.unsaved.isEmpty == true)
  }

  @Test func matchingWithRepeatedRightSidesKeepsItsMixedOrder() {
    // A right side of two pairs is shown once: the order is shorter than the list, and was once thrown away for it, so
    // that the right sides stood in the order of the answer.
    let pairs = [("Oslo", "Europe"), ("Cairo", "Africa"), ("Rome", "Europe")].map {
      Pair(left: LocalizedText($0.0), right: LocalizedText($0.1))
    }
    let question = Question(
      id: "m", prompt: LocalizedText("Where?"), points: .one, kind: .matching(pairs: pairs, distractors: []))
    let slot = Slot(question: question, order: [1, 0])
    #expect(slot.shownOrder == [1, 0])
    #expect(slot.shownCount == 2)
  }
}
