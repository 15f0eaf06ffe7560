// The way back: in reverse, the half-done step included, on past every failure.
//
// MUST: no path through this file ends in `open` while a restriction is still held, and none skips one.

extension LockState {
  /// Gives up a lock that is not complete.
  mutating func unwind(because reason: LockRefusal?) -> [LockEffect] {
    refusal = reason
    return release()
  }

  /// Lets go of everything held.
  mutating func release() -> [LockEffect] {
    phase = .releasing
    retryAt = nil
    lapsed = false
    isTakingUp = false
    return [.forgetHeld] + announce() + releaseNext(of: held.reversed())
  }

  private mutating func releaseNext(of rest: [RestrictionID]) -> [LockEffect] {
    if let id = rest.first {
      work = .releasing(id, .release, rest: Array(rest.dropFirst()))
      return [.release(id)]
    }
    return held.isEmpty ? finish(claimed: true) : strand()
  }

  mutating func afterRelease(_ id: RestrictionID) -> [LockEffect] {
    guard case .releasing(id, .release, let rest) = work else { return [] }
    work = .releasing(id, .strike, rest: rest)
    return [.strike(id)]
  }

  mutating func afterStrike(_ id: RestrictionID, _ time: LockTime) -> [LockEffect] {
    guard case .releasing(id, .strike, let rest) = work else { return [] }
    return settle(id, rest)
  }

  /// A step failed: on the way in everything is given up, on the way back the next one is tried.
  mutating func afterFailure(_ id: RestrictionID, _ step: LockStep, _ why: String, _ time: LockTime) -> [LockEffect] {
    switch work {
    case .engaging(id, step):
      if isTakingUp {
        hasFailedStep = true
        return record("engageFailed", "\(id.rawValue) at \(step.rawValue): \(why)") + engage(after: id, time)
      }
      return record("engageFailed", "\(id.rawValue) at \(step.rawValue): \(why)")
        + unwind(because: .engageFailed(id, why))
    case .releasing(id, step, let rest):
      // What hung on a terminal that is gone is gone with it.
      if terminalIsGone {
        if step == .release { return afterRelease(id) }
        return settle(id, rest)
      }
      take([RestrictionReport(id: id, state: report.state(of: id), finding: "could not be undone: \(why)")])
      retryAt = time.moment.adding(Self.retryEvery)
      return record("releaseFailed", "\(id.rawValue) at \(step.rawValue): \(why)") + releaseNext(of: rest)
    case .none, .assessing, .looking, .claiming, .surveying, .engaging, .releasing:
      return []
    }
  }

  private mutating func settle(_ id: RestrictionID, _ rest: [RestrictionID]) -> [LockEffect] {
    held.removeAll { $0 == id }
    take([RestrictionReport(id: id, state: .off)])
    return releaseNext(of: rest)
  }

  private mutating func strand() -> [LockEffect] {
    phase = .stranded
    work = .none
    return record("stranded", held.map(\.rawValue).joined(separator: " ")) + announce()
  }

  /// Nothing is held any more.
  mutating func finish(claimed: Bool) -> [LockEffect] {
    let entry = refusal.map { record("lockRefused", $0.summary) } ?? record("unlocked", "")
    let answer = refusal.map { [LockEffect.tell(.refused($0))] } ?? []
    phase = .open
    work = .none
    request = nil
    refusal = nil
    since = nil
    until = nil
    capAt = nil
    recheckAt = nil
    retryAt = nil
    focusLostAt = nil
    proctor = nil
    pausedBy = nil
    ordered = nil
    isPasscodeAsked = false
    lapsed = false
    isTakingUp = false
    reports = Self.nothingEngaged
    let end: [LockEffect] = terminalIsGone || frontEndLostAt != nil ? [.end(status: terminalIsGone ? 74 : 70)] : []
    if !end.isEmpty { isEnding = true }
    return entry + announce() + (claimed ? [.disclaim] : []) + answer + end
  }
}

extension LockRefusal {
  /// One line for the ledger.
  public var summary: String {
    switch self {
    case .notEntitled(let why): why.isEmpty ? "not entitled" : "not entitled: \(why)"
    case .notSupervised(let why): why.isEmpty ? "not supervised" : "not supervised: \(why)"
    case .notOnAllowList(let why): why.isEmpty ? "not on the allow-list" : "not on the allow-list: \(why)"
    case .consentDeclined: "consent declined"
    case .alreadyLockedByUs: "locked already"
    case .alreadyLockedByOther(let who): "locked by \(who)"
    case .requirementsNotMet(let reports): "required: " + reports.map(\.summary).joined(separator: "; ")
    case .detectionRefused(let reports): "found: " + reports.map(\.summary).joined(separator: "; ")
    case .engageFailed(let id, let why): "\(id.rawValue) failed: \(why)"
    case .proctorNeeded(let fault): fault.isEmpty ? "no passcode typed" : "the passcodes cannot be read: \(fault)"
    case .noProctorSet: "no passcode set"
    case .notTheOwner: "not the lock's owner"
    case .notOfTheProgram(let why): "not of the program: \(why)"
    }
  }
}
