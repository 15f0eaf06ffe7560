// The way in: claim, survey, then each restriction captured, journalled, engaged and read back.

extension LockState {
  mutating func begin(_ asked: LockRequest) -> [LockEffect] {
    switch phase {
    case .open, .askingConsent: break
    case .engaging, .locked, .releasing, .interrupted, .expired, .stranded:
      return record("lockRefused", "locked already") + [.tell(.refused(.alreadyLockedByUs))]
    }
    if isEnding || terminalIsGone { return [.tell(.refused(.engageFailed(.home, "the terminal is gone")))] }
    if let refusal = authority.refusal(of: asked.mode, consented: asked.consented, passcodeIsSet: proctors.isSet)
      ?? refusalWithoutProctor(asked)
    {
      return [.tell(.refused(refusal))]
    }
    request = authority.terms.applied(to: asked)
    attempt = asked.attempt
    phase = .engaging
    work = .looking
    refusal = nil
    escapes = 0
    interruptions = 0
    return beginWithProctor(asked) + announce() + [.lookForOthers]
  }

  mutating func afterClaim(_ time: LockTime) -> [LockEffect] {
    guard work == .claiming else { return [] }
    if isTakingUp { return afterAdoption(time) }
    work = .surveying
    return [.survey]
  }

  mutating func refuseClaim(_ why: LockRefusal, _ time: LockTime) -> [LockEffect] {
    guard work == .claiming || work == .looking else { return [] }
    if isTakingUp { return stayClosed(why, time) }
    refusal = why
    return finish(claimed: false)
  }

  mutating func afterSurvey(_ found: [RestrictionReport], _ time: LockTime) -> [LockEffect] {
    switch work {
    case .assessing(let required, let detections, let foundOther):
      work = .none
      var foreseen = self
      foreseen.take(found)
      var report = foreseen.report
      report.entitlement = authority.source(of: .assessment)
      let refusal =
        (otherLock.isEmpty ? nil : .alreadyLockedByOther(otherLock))
        ?? authority.refusal(of: .assessment, consented: true, passcodeIsSet: proctors.isSet)
        ?? Self.judge(foreseen.reports, required: required, detections: detections)
      let told: [LockEffect] =
        foundOther && !otherLock.isEmpty ? [.tell(.refused(.alreadyLockedByOther(otherLock)))] : []
      return told + [.tell(.assessed(report, refusal: refusal))]
    case .surveying:
      guard let request else { return [] }
      var foreseen = self
      foreseen.take(found)
      let refusal = Self.judge(foreseen.reports, required: request.required, detections: request.detections)
      if let refusal, !isTakingUp { return unwind(because: refusal) }
      return engage(after: nil, time)
    case .none, .looking, .claiming, .engaging, .releasing:
      return []
    }
  }

  mutating func afterCapture(_ id: RestrictionID) -> [LockEffect] {
    guard work == .engaging(id, .capture) else { return [] }
    // From here on the journal may hold a line, even if writing it fails half-way.
    if !held.contains(id) { held.append(id) }
    work = .engaging(id, .journal)
    return [.journal(id)]
  }

  mutating func afterStep(_ step: LockStep, of id: RestrictionID) -> [LockEffect] {
    guard work == .engaging(id, step) else { return [] }
    switch step {
    case .journal:
      work = .engaging(id, .engage)
      return [.engage(id)]
    case .engage:
      work = .engaging(id, .readBack)
      return [.readBack(id)]
    case .capture, .readBack, .release, .strike:
      return []
    }
  }

  mutating func afterReadBack(_ report: RestrictionReport, _ time: LockTime) -> [LockEffect] {
    guard work == .engaging(report.id, .readBack), let request else { return [] }
    take([report])
    let refusal = Self.judge([report], required: request.required, detections: request.detections)
    if let refusal, !isTakingUp { return unwind(because: refusal) }
    return engage(after: report.id, time)
  }

  /// The next restriction of the plan, or the lock complete.
  mutating func engage(after id: RestrictionID?, _ time: LockTime) -> [LockEffect] {
    let next = id.flatMap { Self.plan.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    if next < Self.plan.count {
      work = .engaging(Self.plan[next], .capture)
      return [.capture(Self.plan[next])]
    }
    return complete(time)
  }

  private mutating func complete(_ time: LockTime) -> [LockEffect] {
    if isTakingUp { return completeTakingUp(time) }
    guard let request else { return [] }
    // Judged once more as a whole: what was read back first may have been outside the plan, and nothing is shown on trust.
    if let refusal = Self.judge(reports, required: request.required, detections: request.detections) {
      return unwind(because: refusal)
    }
    let cap = authority.terms.longest(request.mode, cap: request.capMinutes, from: time.wall)
    phase = .locked
    work = .none
    since = time.wall
    until = WallTime(milliseconds: time.wall.milliseconds + cap)
    capAt = time.moment.adding(cap)
    recheckAt = time.moment.adding(Self.recheckEvery)
    crashes = 0
    // The lock of an exam stands with its attempt; a program's stands alone.
    let whose = request.program.hasPrefix("/") ? ", by \(ScreenText.fitted(request.program))" : ""
    return keepHeld() + record("locked", "\(request.mode.rawValue), at the most \(request.capMinutes) minutes\(whose)")
      + record("restrictions", reports.filter { $0.state != .off }.map(\.summary).joined(separator: "; ")) + announce()
  }
}

extension LockState {
  /// What the next guardian would need, should this one be killed.
  func keepHeld() -> [LockEffect] {
    guard let request, let since, let until, let capAt else { return [] }
    return [
      .keepHeld(HeldLock(request: request, since: since, until: until, capAt: capAt, pausedBy: pausedBy))
    ]
  }
}

extension RestrictionReport {
  /// One line for the ledger: "paste enforced", "recording detected: script holds the other end of this terminal".
  public var summary: String {
    switch state {
    case .unavailable(let reason): "\(id.rawValue) unavailable: \(reason)"
    case .off, .enforced, .requested, .detected, .absent:
      finding.isEmpty ? "\(id.rawValue) \(state.name)" : "\(id.rawValue) \(state.name): \(finding)"
    }
  }
}
