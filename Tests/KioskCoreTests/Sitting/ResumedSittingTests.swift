import SittingScript
import Testing

@testable import KioskCore

/// What ending the front end by force must not bring: a second try, or time.
@Suite struct ResumedSittingTests {
  private func resumed(_ attempt: Attempt, _ point: ResumePoint, by guardian: GuardianMessage?) -> SittingScript {
    var launch = Launch()
    launch.resume = attempt.id
    var script = SittingScript(launch)
    script.world.loaded = (attempt, point)
    script.state.lock = script.report(.locked)
    if let guardian { script.send(.guardianSaid(guardian)) }
    script.send(.started)
    return script
  }

  private func point(_ attempt: Attempt, consumed: Int64 = 0, runningAt: Moment? = nil) -> ResumePoint {
    let marks = [ResumePoint.Mark](repeating: ResumePoint.Mark(), count: attempt.slots.count)
    return ResumePoint(marks: marks, current: 4, consumed: consumed, runningAt: runningAt)
  }

  /// A wrong answer in a bee was told "Wrong"; killing the front end brought the question back open, and the second
  /// answer counted in full.
  @Test func whatWasToldIsClosedAfterAKill() throws {
    var script = SittingScript.test(SampleExam.exam(navigation: .free, verdict: .each))
    script.go(to: 4)
    script.press(.typed("f"), .enter)
    let before = try #require(script.state.sitting)
    #expect(before.entries[4].verdict == .wrong)
    var point = point(before.attempt)
    point.marks[4].accepted = before.entries[4].accepted
    point.marks[5].accepted = nil
    var second = resumed(before.attempt, point, by: nil)
    #expect(second.state.stage == .question && second.state.sitting?.current == 4)
    #expect(second.state.sitting?.entries[4].verdict == .wrong)
    #expect(second.state.sitting?.entries[5].verdict == nil)
    second.press(.typed("t"), .enter)
    #expect(second.state.sitting?.entries[4].accepted == .trueFalse(false))
    #expect(second.state.sitting?.current == 5)
  }

  /// In a test that goes forward only, ending the front end in the review led back to the last question.
  @Test func forwardOnlyAKillIsNoWayBack() throws {
    let attempt = try #require(
      SittingScript.test(SampleExam.exam(navigation: .forward, verdict: .end)).state.sitting?.attempt)
    var point = point(attempt)
    point.current = attempt.slots.count - 1
    #expect(resumed(attempt, point, by: nil).state.stage == .question)
    point.marks[point.current].accepted = .text("x")
    var script = resumed(attempt, point, by: nil)
    #expect(script.state.stage == .review)
    script.press(.enter)
    #expect(script.state.stage == .review)
  }

  /// The verdict was told while the answer could not be saved: whoever then ended the front end knew it, and was free.
  @Test func nothingIsToldOfAnAnswerThatIsNotDurable() {
    var script = SittingScript.test(SampleExam.exam(navigation: .free, verdict: .each))
    script.go(to: 4)
    script.world.storeFault = "the disk is full"
    script.press(.typed("f"), .enter, .enter)
    #expect(script.state.sitting?.entries[4].verdict == nil)
    script.world.storeFault = ""
    script.wait(2500)
    #expect(script.state.sitting?.entries[4].verdict == .wrong)
  }

  /// Every new front end gave a minute of grace and forgot the time since the last key, so a candidate who had it ended
  /// every ten seconds sat a test of one minute for as long as he liked.
  @Test func aKilledFrontEndGainsNoTime() throws {
    let attempt = try #require(SittingScript.test().state.sitting?.attempt)
    let allowed = try #require(attempt.allowed)
    let start = SittingScript().now
    let point = point(attempt, consumed: 1000, runningAt: start.adding(-20_000))
    let welcome = GuardianMessage.welcome(
      version: messageVersion, lock: SittingScript().report(.locked), resume: attempt.id, absence: 5000)
    var script = resumed(attempt, point, by: welcome)
    #expect(script.state.sitting?.clock.left(at: start) == allowed - 16_000)
    script.wait(7000)
    #expect(script.state.sitting?.clock.left(at: script.now) == allowed - 23_000)
  }

  /// After a new start, perhaps a new boot, the mark's moment means nothing; the clock goes on at once all the same.
  @Test func aResumedTestHasNoSecondGrace() throws {
    let attempt = try #require(SittingScript.test().state.sitting?.attempt)
    let allowed = try #require(attempt.allowed)
    let start = SittingScript().now
    var script = resumed(attempt, point(attempt, consumed: 1000, runningAt: start.adding(-20_000)), by: nil)
    script.wait(7000)
    #expect(script.state.sitting?.clock.left(at: script.now) == allowed - 8000)
  }

  /// The time used was written down with keys and pages only: a candidate who read for minutes had them back.
  @Test func theTimeUsedIsWrittenDownWhileNobodyTypes() {
    var script = SittingScript.test()
    script.press(.moved(.down))
    var marks = 0
    for _ in 0..<60 {
      let next = script.state.nextTick(after: script.now) ?? script.now
      #expect(next > script.now)
      script.now = next
      marks += script.send(.ticked).contains(.recordPosition) ? 1 : 0
      if script.now >= SittingScript().now.adding(60_000) { break }
    }
    #expect((5...7).contains(marks))
  }

  @Test func anAttemptThatIsNotThereEndsWithItsOwnStatus() {
    var launch = Launch()
    launch.resume = "01NOWHERE"
    var script = SittingScript(launch)
    script.send(.started)
    let effects = script.send(.storeFailed("no attempt is called 01NOWHERE", status: 66))
    #expect(effects == [.leave(status: 66, reason: "no attempt is called 01NOWHERE")])
  }
}
