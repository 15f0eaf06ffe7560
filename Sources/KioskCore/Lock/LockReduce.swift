extension LockState {
  /// What `event` makes of the lock, and what is to be done about it, in order.
  ///
  /// Pure and total: any event may come in any state; an answer nobody waits for changes nothing.
  public mutating func reduce(_ event: LockEvent, at time: LockTime) -> [LockEffect] {
    switch event {
    case .assessRequested(_, let required, let detections): assess(required, detections)
    case .lockRequested(let request): begin(request)
    case .unlockRequested(let end): unlock(end)
    case .leaveRequested(let status): leave(status)
    case .heldLockFound(let found, let tally, let loss): takeUp(found, tally, loss, time)
    case .frontEndReady: welcome(time)
    case .passcodeJudged(let answer): judged(answer)
    case .proctorAsked(let wish): act(wish)
    case .passcodeAsked(let asked): note(asked)
    case .proctorLeft: dismissProctor()
    case .proctorsRead(let list): know(list)
    case .authorityRead(let authority): know(authority)
    case .othersFound(let what): find(what, time)
    case .claimed: afterClaim(time)
    case .claimRefused(let who): refuseClaim(.alreadyLockedByOther(who), time)
    case .claimFailed(let why): refuseClaim(.engageFailed(.home, why), time)
    case .surveyed(let reports): afterSurvey(reports, time)
    case .captured(let id): afterCapture(id)
    case .journalled(let id): afterStep(.journal, of: id)
    case .engaged(let id): afterStep(.engage, of: id)
    case .readBack(let report): afterReadBack(report, time)
    case .released(let id): afterRelease(id)
    case .struck(let id): afterStrike(id, time)
    case .stepFailed(let id, let step, let why): afterFailure(id, step, why, time)
    case .rechecked(let reports): afterRecheck(reports)
    case .homeBlocked(.consoleSwitch): escape("consoleSwitchRefused", "by key")
    case .homeBlocked(let key): escape("homeBlocked", key.title)
    case .switchRefused: escape("consoleSwitchRefused", "")
    case .undoneOutside(let ids): ids.flatMap { escape("undoneOutside", $0.rawValue) }
    case .bannerShown(let words): recordWhereOpen("banner", words)
    case .noted(let what, let detail): recordWhereOpen(what, detail)
    case .focusChanged(let gained): focus(gained, time)
    case .signalled(let name, let sender): signal(name, sender)
    case .gap(let cause, let milliseconds): gap(cause, milliseconds)
    case .frontEndContinued: record("frontEndContinued", "it had been stopped")
    case .frontEndLost(let how, let status): loseFrontEnd(how, status, time)
    case .terminalGone: loseTerminal()
    case .graceOver: endGrace(time)
    case .tick: tick(time)
    }
  }

  /// An entry for the ledger, where a lock is being served.
  func record(_ what: String, _ detail: String) -> [LockEffect] {
    guard isClosed, let attempt else { return [] }
    return [.record(attempt: attempt, what: what, detail: detail)]
  }

  /// An entry for the ledger of the last attempt, the lock being open again or not: a banner says that it opened.
  private func recordWhereOpen(_ what: String, _ detail: String) -> [LockEffect] {
    guard let attempt else { return [] }
    return [.record(attempt: attempt, what: what, detail: detail)]
  }

  /// Tells front end and observers how the lock stands.
  func announce() -> [LockEffect] { [.publish(report), .tell(.lockChanged(report))] }

  /// Puts reports in the place of those of the same id.
  mutating func take(_ news: [RestrictionReport]) {
    for (index, old) in reports.enumerated() {
      if let new = news.first(where: { $0.id == old.id }) { reports[index] = new }
    }
  }

  private mutating func assess(
    _ required: [RestrictionID], _ detections: [RestrictionID: ExamPolicy.Detection]
  ) -> [LockEffect] {
    switch phase {
    case .open, .askingConsent:
      phase = .askingConsent
      // One answer serves both where another look is on its way.
      let foundOther = if case .assessing(_, _, true) = work { true } else { false }
      work = .assessing(
        authority.terms.required(.assessment, beside: required), authority.terms.detections(beside: detections),
        foundOther: foundOther)
      return [.lookForOthers, .survey]
    case .engaging, .locked, .releasing, .interrupted, .expired, .stranded:
      return [.tell(.assessed(report, refusal: .alreadyLockedByUs))]
    }
  }

  private mutating func unlock(_ end: AttemptEnd) -> [LockEffect] {
    switch phase {
    case .open, .askingConsent: return [.tell(.lockChanged(report))]
    case .engaging: return record("unlockAsked", end.rawValue) + unwind(because: nil)
    case .locked, .interrupted, .expired, .stranded: return record("unlockAsked", end.rawValue) + release()
    case .releasing: return []
    }
  }

  private mutating func leave(_ status: Int32) -> [LockEffect] {
    switch phase {
    case .open, .askingConsent:
      isEnding = true
      return [.end(status: status)]
    case .engaging, .locked, .releasing, .interrupted, .expired, .stranded:
      // After a hang-up its end is what is waited for.
      return terminalIsGone ? [] : record("leaveRefused", "")
    }
  }

  private mutating func escape(_ what: String, _ detail: String) -> [LockEffect] {
    guard isClosed else { return [] }
    escapes += 1
    return record(what, detail) + announce()
  }

  private func signal(_ name: String, _ sender: String) -> [LockEffect] {
    switch phase {
    case .open, .askingConsent:
      // The others stop a program or move it to the background, which a full-screen program refuses at any time.
      return ["INT", "TERM", "HUP"].contains(name) ? [.tell(.endAsked(signal: name, locked: false))] : []
    case .engaging, .locked, .releasing, .interrupted, .expired, .stranded:
      return record("signalIgnored", sender.isEmpty ? name : "\(name) \(sender)") + [
        .tell(.endAsked(signal: name, locked: true))
      ]
    }
  }
}
