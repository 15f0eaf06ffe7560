// What goes wrong while locked: each has its own cause, and none of them opens the lock.

extension LockState {
  /// Locked again, or still interrupted: whichever is true.
  mutating func settlePhase() {
    switch phase {
    case .locked, .interrupted: phase = lapsed || frontEndLostAt != nil || terminalIsGone ? .interrupted : .locked
    case .open, .askingConsent, .engaging, .releasing, .expired, .stranded: break
    }
  }

  mutating func gap(_ cause: InterruptionCause, _ milliseconds: Int64) -> [LockEffect] {
    guard isClosed else { return [] }
    interruptions += 1
    let entry = record(cause.rawValue, "\(milliseconds) ms")
    let told: [LockEffect] = [.tell(.interrupted(cause, milliseconds: milliseconds))]
    switch (cause, phase) {
    case (.suspended, .locked), (.stopped, .locked), (.suspended, .interrupted), (.stopped, .interrupted):
      // While nobody ran nobody watched: nothing is shown until everything has been looked at again.
      lapsed = true
      settlePhase()
      return entry + announce() + told + [.recheck(everything: true)]
    case (.suspended, _), (.stopped, _), (.hungUp, _), (.focusLost, _), (.clockMoved, _), (.frontEndCrashed, _),
      (.guardianLost, _), (.powerLost, _):
      return entry + told
    }
  }

  mutating func focus(_ gained: Bool, _ time: LockTime) -> [LockEffect] {
    guard isClosed else { return [] }
    if gained {
      guard let lostAt = focusLostAt else { return [] }
      focusLostAt = nil
      let away = time.moment.since(lostAt)
      return record("focusGained", "after \(away) ms") + [.tell(.interrupted(.focusLost, milliseconds: away))]
    }
    guard focusLostAt == nil else { return [] }
    focusLostAt = time.moment
    interruptions += 1
    return record(InterruptionCause.focusLost.rawValue, "")
  }

  mutating func afterRecheck(_ found: [RestrictionReport]) -> [LockEffect] {
    switch phase {
    case .locked, .interrupted, .expired: break
    case .open, .askingConsent, .engaging, .releasing, .stranded: return []
    }
    guard let request else { return [] }
    let changed = found.filter { new in reports.contains { $0.id == new.id && $0 != new } }
    take(changed)
    let was = phase
    lapsed = isTakingUp || Self.judge(reports, required: request.required, detections: request.detections) != nil
    settlePhase()
    if changed.isEmpty && phase == was { return [] }
    return changed.flatMap { record("restrictionChanged", $0.summary) } + announce()
  }

  // The front end.

  mutating func loseFrontEnd(_ how: String, _ status: Int32, _ time: LockTime) -> [LockEffect] {
    if isEnding { return [] }
    proctor = nil
    switch phase {
    case .open, .askingConsent:
      isEnding = true
      return [.end(status: status)]
    case .engaging:
      // Nothing has been shown yet: there is nothing to come back to.
      frontEndLostAt = frontEndLostAt ?? time.moment
      return record("frontEndGone", how) + unwind(because: nil)
    case .releasing:
      frontEndLostAt = frontEndLostAt ?? time.moment
      return record("frontEndGone", how)
    case .locked, .interrupted, .expired, .stranded:
      if terminalIsGone { return endGrace(time) }
      // One interruption, however many attempts it takes to come back: only the first is counted.
      let first = frontEndLostAt == nil
      let entry = record(first ? InterruptionCause.frontEndCrashed.rawValue : "frontEndCrashedAgain", how)
      if first {
        frontEndLostAt = time.moment
        interruptions += 1
      }
      settlePhase()
      let lived = frontEndStartedAt.map { time.moment.since($0) } ?? Int64.max
      crashes = lived >= Self.longEnough ? 1 : crashes + 1
      frontEndStartedAt = nil
      let wait = Self.wait(beforeStart: crashes)
      startAt = time.moment.adding(wait)
      let start = wait == 0 ? startFrontEnd(time) : []
      return entry + [.publish(report), .paintRestoring] + start
    }
  }

  /// The back-off, in milliseconds: at once the first times, every two seconds in the end, never not at all.
  static func wait(beforeStart crashes: Int) -> Int64 {
    let steps: [Int64] = [0, 0, 0, 100, 250, 500, 1000]
    return crashes < steps.count ? steps[max(crashes, 0)] : 2000
  }

  mutating func startFrontEnd(_ time: LockTime) -> [LockEffect] {
    startAt = nil
    frontEndStartedAt = time.moment
    return [.startFrontEnd(resume: attempt)]
  }

  mutating func welcome(_ time: LockTime) -> [LockEffect] {
    guard let lostAt = frontEndLostAt else {
      beginLooking(time)
      return [.tell(.welcome(version: messageVersion, lock: report, resume: nil, absence: 0))]
    }
    frontEndLostAt = nil
    settlePhase()
    let absence = time.moment.since(lostAt)
    let late: [LockEffect] =
      (phase == .expired ? [.tell(.capReached)] : [])
      + (isClosed ? ordered.map { [.tell(.proctorEnds($0))] } ?? [] : [])
    // Whoever is new has not been told them.
    let terms: [LockEffect] = toldTerms == .none ? [] : [.tell(.terms(toldTerms))]
    return (isTakingUp ? [] : record("frontEndRestored", "after \(absence) ms")) + terms
      + [
        .tell(.welcome(version: messageVersion, lock: report, resume: isClosed ? attempt : nil, absence: absence)),
        .publish(report),
      ] + late + goOnTakingUp()
  }

  // The terminal.

  mutating func loseTerminal() -> [LockEffect] {
    if terminalIsGone { return [] }
    terminalIsGone = true
    switch phase {
    case .open, .askingConsent:
      return [.tell(.endAsked(signal: "HUP", locked: false)), .startGrace]
    case .engaging, .locked, .releasing, .interrupted, .expired, .stranded:
      interruptions += 1
      settlePhase()
      return record(InterruptionCause.hungUp.rawValue, "")
        + [.publish(report), .tell(.interrupted(.hungUp, milliseconds: 0)), .startGrace]
    }
  }

  /// The front end has sealed, or its second is over.
  mutating func endGrace(_ time: LockTime) -> [LockEffect] {
    guard terminalIsGone, !isEnding else { return [] }
    switch phase {
    case .open, .askingConsent:
      isEnding = true
      return [.end(status: 74)]
    case .engaging, .locked, .interrupted, .expired, .stranded: return release()
    case .releasing: return []
    }
  }

  // The clock.

  mutating func tick(_ time: LockTime) -> [LockEffect] {
    var effects = look(time)
    switch phase {
    case .open, .askingConsent, .engaging, .releasing: return effects
    case .stranded:
      if let retryAt, time.moment >= retryAt { return release() }
    case .expired:
      if let capAt, time.moment.since(capAt) >= Self.graceAfterCap {
        return record("unlockAsked", "nobody handed in after the cap") + release()
      }
    case .locked, .interrupted:
      if let capAt, time.moment >= capAt {
        phase = .expired
        effects += record("capReached", "") + announce() + [.tell(.capReached)]
      }
    }
    if terminalIsGone { return effects }
    effects += retryTakingUp(time)
    if let startAt, time.moment >= startAt { effects += startFrontEnd(time) }
    if frontEndLostAt != nil, let frontEndStartedAt, time.moment.since(frontEndStartedAt) >= Self.longestStart {
      self.frontEndStartedAt = time.moment
      effects.append(.killFrontEnd)
    }
    let everything = recheckAt.map { time.moment >= $0 } ?? false
    if everything { recheckAt = time.moment.adding(Self.recheckEvery) }
    return effects + [.recheck(everything: everything)]
  }
}
