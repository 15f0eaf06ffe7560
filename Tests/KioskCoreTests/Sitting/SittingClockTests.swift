import Testing

@testable import KioskCore

@Suite struct SittingClockTests {
  private func moment(_ milliseconds: Int64) -> Moment { Moment(milliseconds: milliseconds) }

  /// A suspended machine wakes long after the end: the result must not say that more was used than there was.
  @Test func noMoreIsUsedThanIsAllowed() {
    var clock = SittingClock(allowed: 1000)
    clock.painted(at: moment(0))
    clock.keyPressed(at: moment(100))
    #expect(clock.consumed(at: moment(600)) == 500 && clock.left(at: moment(600)) == 500)
    #expect(clock.consumed(at: moment(90_000)) == 1000 && clock.left(at: moment(90_000)) == 0)
    clock.stop(at: moment(90_000))
    #expect(clock.consumed(at: moment(95_000)) == 1000)
  }
}
