// A lock whose guardian was killed, taken up again by the next one: the same attempt, under the same restrictions, to the
// same end.
//
// MUST: nothing here opens the lock. What cannot be had again leaves it closed, without content, and is tried again.

extension LockState {
  /// What the guardian before this one left, as it came to this one.
  ///
  /// - Parameters:
  ///   - loss: for how long there was no guardian, in milliseconds, and whether the ledger tells of it already.
  mutating func takeUp(
    _ found: HeldLock, _ tally: LockTally, _ loss: GuardianLoss, _ time: LockTime
  ) -> [LockEffect] {
    guard phase == .open, work == .none, !isEnding else { return [] }
    request = found.request
    attempt = found.request.attempt
    since = found.since
    until = found.until
    capAt = found.capAt
    pausedBy = found.pausedBy
    escapes = max(0, tally.escapes)
    interruptions = max(0, tally.interruptions) + 1
    isPasscodeAsked = tally.isPasscodeAsked
    isTakingUp = true
    lapsed = true
    phase = .interrupted
    work = .claiming
    // Whatever of it may stand in the journals has to be let go in the end.
    held = Self.plan
    lostFor = max(0, loss.milliseconds)
    frontEndLostAt = time.moment.adding(-max(0, loss.milliseconds))
    let entry =
      loss.isRecorded ? [] : record(InterruptionCause.guardianLost.rawValue, "it was killed together with the test")
    return entry + [.adopt]
  }

  /// The terminal is this guardian's now. The front end comes first: what the terminal answers comes through it.
  mutating func afterAdoption(_ time: LockTime) -> [LockEffect] {
    work = .none
    recheckAt = time.moment.adding(Self.recheckEvery)
    return [.publish(report), .paintRestoring] + startFrontEnd(time)
  }

  /// The terminal, or the journals, cannot be had: nothing is started and nothing shown but why, and it is tried again.
  mutating func stayClosed(_ why: LockRefusal, _ time: LockTime) -> [LockEffect] {
    work = .none
    retryAt = time.moment.adding(Self.retryEvery)
    return [.paintClosed(why.summary)]
  }

  /// Tries again to have it, where that is due.
  mutating func retryTakingUp(_ time: LockTime) -> [LockEffect] {
    guard isTakingUp, work == .none, let retryAt, time.moment >= retryAt else { return [] }
    self.retryAt = nil
    if hasFailedStep { return goOnTakingUp() }
    work = .claiming
    return [.adopt]
  }

  /// The new front end is there: every restriction is taken once more and read back.
  mutating func goOnTakingUp() -> [LockEffect] {
    guard isTakingUp, work == .none else { return [] }
    work = .surveying
    hasFailedStep = false
    return [.survey]
  }

  /// Every restriction has been gone through; where a step failed, once more later on, as the first time would have been
  /// given up. What is required and does not hold keeps the questions hidden.
  mutating func completeTakingUp(_ time: LockTime) -> [LockEffect] {
    guard let request else { return [] }
    work = .none
    if hasFailedStep {
      retryAt = time.moment.adding(Self.recheckEvery)
      return announce()
    }
    isTakingUp = false
    lapsed = Self.judge(reports, required: request.required, detections: request.detections) != nil
    settlePhase()
    recheckAt = time.moment.adding(Self.recheckEvery)
    let how = lapsed ? "not whole yet, after \(lostFor) ms without" : "after \(lostFor) ms without"
    return record("guardianRestored", how)
      + record("restrictions", reports.filter { $0.state != .off }.map(\.summary).joined(separator: "; "))
      + announce()
  }
}

/// What a lock had counted until its guardian was killed.
public struct LockTally: Equatable, Sendable {
  /// Home presses and refused console switches.
  public var escapes: Int
  /// Interruptions.
  public var interruptions: Int
  /// Whether a passcode was being typed.
  public var isPasscodeAsked: Bool

  /// Makes a tally.
  public init(escapes: Int = 0, interruptions: Int = 0, isPasscodeAsked: Bool = false) {
    self.escapes = escapes
    self.interruptions = interruptions
    self.isPasscodeAsked = isPasscodeAsked
  }
}

/// What is known of a guardian that was killed.
public struct GuardianLoss: Equatable, Sendable {
  /// How long ago it was, in milliseconds.
  public var milliseconds: Int64
  /// Whether the front end has put it on the ledger.
  public var isRecorded: Bool

  /// Makes one.
  public init(milliseconds: Int64, isRecorded: Bool) {
    self.milliseconds = milliseconds
    self.isRecorded = isRecorded
  }
}
