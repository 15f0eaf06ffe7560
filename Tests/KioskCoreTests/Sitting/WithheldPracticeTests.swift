import KioskCore
import SittingScript
import Testing

/// An interrupted test could be practised, told every right answer, and then gone on with.
@Suite struct WithheldPracticeTests {
  private let test = SittingEvents.interrupted

  private func withheld(_ change: (inout SittingScript) -> Void = { _ in }) -> SittingScript {
    var script = SittingScript()
    script.world.exams = [
      CatalogueItem(id: "sample", path: "a", title: "Geography", questions: 11, minutes: nil, lastResult: "")
    ]
    script.world.withholding = [test]
    change(&script)
    script.send(.started)
    script.press(.typed("p"))
    return script
  }

  @Test func itIsSaidAndGoingOnIsOfferedFirst() {
    let script = withheld()
    #expect(script.state.stage == .lobby && script.state.overlay == .withheld(row: 0))
    #expect(script.state.sitting == nil && script.state.pending == nil)
    // Whoever ends it is asked by what holds now, not by what held when the lobby was opened.
    #expect(script.effects.contains { if case .assess = $0 { true } else { false } })
  }

  @Test func goingOnAsksForTheLockOfTheTest() {
    var script = withheld()
    script.world.loaded = interruptedTest()
    script.press(.enter)
    #expect(script.state.stage == .consent && script.state.pending?.resumed != nil)
  }

  @Test func backLeavesEverything() {
    var script = withheld()
    script.press(.moved(.up), .enter)
    #expect(script.state.stage == .lobby && script.state.overlay == nil)
    script = withheld()
    script.send(.homePressed(.escape))
    #expect(script.state.stage == .lobby && script.state.overlay == nil)
  }

  @Test func whereNoProctorIsSetItIsEndedAfterAYes() {
    var script = withheld()
    script.world.loaded = interruptedTest()
    script.press(.moved(.down), .enter)
    #expect(script.state.overlay == .confirm(.endInterrupted, yes: false))
    script.press(.typed("n"))
    #expect(!script.effects.contains { if case .loadAttempt = $0 { true } else { false } })
    script.press(.typed("p"), .moved(.down), .enter, .typed("y"))
    // What had been typed and not entered is handed in too; nothing was locked, and it is sealed all the same.
    let attempt = interruptedTest().0.id
    #expect(script.effects.contains(.recordEnd(attempt, by: "")) && script.effects.contains(.seal(.ended)))
    #expect(script.committed.last?.kind == .response(.text("Gibral")))
    #expect(script.effects.contains(.requestSeal) && script.state.stage == .report)
    #expect(!script.effects.contains { if case .requestLock = $0 { true } else { false } })
    script.press(.enter)
    #expect(script.state.stage == .lobby)
  }

  @Test func whereAProctorIsSetOnlyThePasscodeEndsIt() {
    var script = withheld { $0.world.proctors = ProctorList(names: ["A. Smith"]) }
    script.world.loaded = interruptedTest()
    script.press(.moved(.down), .enter)
    #expect(script.state.isPasscodeAsked)
    script.type("wrong")
    script.press(.enter)
    #expect(!script.effects.contains { if case .loadAttempt = $0 { true } else { false } })
    script.wait(5000)
    script.type("letmein")
    script.press(.enter)
    let attempt = interruptedTest().0.id
    #expect(script.effects.contains(.recordEnd(attempt, by: "A. Smith")) && script.state.stage == .report)
    #expect(script.effects.contains(.dismissProctor))
  }

  @Test func aPracticeByNameEndsWithTheReason() {
    var launch = Launch()
    launch.exam = "sample"
    launch.practice = true
    var script = SittingScript(launch)
    script.world.withholding = [test]
    script.send(.started)
    let reason = "a test of Geography was interrupted (Ada Lovelace): go on with it or end it in kiosk, then practise"
    #expect(script.effects.last == .leave(status: 77, reason: reason))
  }

  /// The first question answered, the second typed and not entered.
  private func interruptedTest() -> (Attempt, ResumePoint) {
    let script = SittingScript.test()
    let attempt = script.state.sitting?.attempt
    var marks = [ResumePoint.Mark](repeating: ResumePoint.Mark(), count: attempt?.slots.count ?? 0)
    marks[SampleExam.Place.shortAnswer.rawValue].draft = .text("Gibral")
    guard let attempt else { preconditionFailure("no attempt") }
    return (attempt, ResumePoint(marks: marks, current: 1, consumed: 60_000))
  }
}
