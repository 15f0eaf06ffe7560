import SittingScript
import Testing

@testable import KioskCore

/// What is told of a lock that never held.
@Suite struct RefusedLockTests {
  @Test func aLockThatWasRefusedUnlocksNothing() {
    var launch = Launch()
    launch.exam = "sample"
    launch.candidate = Candidate(name: "Ada")
    var script = SittingScript(launch)
    script.world.refusal = .notEntitled("")
    script.send(.started)
    script.press(.typed("y"))
    #expect(script.state.stage == .refused)
    var releasing = script.report(.releasing)
    releasing.since = nil
    script.send(.guardianSaid(.lockChanged(releasing)))
    script.send(.guardianSaid(.lockChanged(script.report(.open))))
    #expect(script.state.banner?.text != Banner.openText)
  }
}
