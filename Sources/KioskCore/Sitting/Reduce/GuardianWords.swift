/// What the guardian says.
extension SittingState {
  mutating func hear(_ message: GuardianMessage, _ step: inout Reduction) {
    switch message {
    case .welcome(_, let lock, let resume, let absence):
      // A guardian that was replaced in mid-test: what its lock says counts like any other word of it.
      if sitting == nil { self.lock = lock } else { changeLock(lock, &step) }
      self.absence = absence
      guard let resume else { return }
      launch.resume = resume
      isRestored = true
      // The ledger has it from the guardian.
      if resume == DemoState.attempt { return }
      banner = Banner(Self.words(for: .frontEndCrashed, milliseconds: absence), tone: .notice, at: step.now)
    case .assessed(let report, let refusal):
      consent.assessment = report
      consent.refusal = refusal
      // Where the test cannot start there is no keyboard to try.
      if stage == .consent, refusal != nil, focus == .body(Consent.trialPart) { focus = .body(Consent.noPart) }
    case .lockChanged(let report):
      changeLock(report, &step)
      if stage == .demo { demonstrate(.lockTold(report), &step) }
    case .refused(let refusal):
      hearRefusal(refusal)
      if stage == .demo { demonstrate(.refused(refusal), &step) }
    case .terms(let terms): obey(terms)
    case .capReached: if stage == .demo { demonstrate(.capReached, &step) } else { end(.expired, &step) }
    case .interrupted(let cause, let milliseconds): interrupted(cause, milliseconds, &step)
    case .endAsked(let signal, let locked):
      guard !locked else {
        if stage == .demo { demonstrate(.happened("The signal \(signal) was sent: recorded, and ignored."), &step) }
        return
      }
      if sitting != nil, sitting?.sealed == false { step.effects.append(.preserve(.hungUp)) }
      step.effects.append(.leave(status: 0, reason: ""))
    case .proctors(let list): hearProctors(list, &step)
    case .passcodeAnswered(let answer): hearAnswer(answer, &step)
    case .proctorEnds(let end): hearOrder(end, &step)
    case .voice(let report): hearVoice(report, &step)
    case .helps(let report): hearHelps(report, &step)
    case .helpAnswered(let answer): hearAnswer(answer, &step)
    case .resized, .repaint, .programStarted, .programEnded: break
    }
  }

  /// The answer to a request; or, unasked, that something else has locked this terminal, which nothing of a test survives
  /// that is not under our lock yet.
  private mutating func hearRefusal(_ refusal: LockRefusal) {
    let isUnasked = if case .alreadyLockedByOther = refusal { true } else { false }
    switch stage {
    case .engaging: break
    case .form, .preview, .consent: guard isUnasked else { return }
    case .lobby:
      if isUnasked { lobby.notice = "\(refusal.reason) \(refusal.mend)" }
      return
    case .refused, .question, .review, .handingIn, .restoring, .report, .fault, .demo: return
    }
    self.refusal = refusal
    hasAgreed = stage == .engaging
    stage = .refused
    reportScroll = 0
    overlay = nil
    focus = .body(0)
  }

  /// What the machine's profile demands: an aid it does not allow goes off at once.
  private mutating func obey(_ terms: LockTerms) {
    self.terms = terms
    aids.deny(terms.deniedAids)
  }

  private mutating func changeLock(_ report: LockReport, _ step: inout Reduction) {
    let was = lock.phase
    let held = lock.since != nil
    lock = report
    followPause(&step)
    guard report.phase != was else { return }
    switch report.phase {
    case .locked:
      // What interrupted the test is more than that it is over.
      if was == .interrupted, banner?.tone == .notice {
        lockEngaged(&step)
        return
      }
      let words = stage == .demo ? DemoState.lockedBanner(cap: terms.capMinutes) : Banner.lockedText(capInWords)
      banner = Banner(words, tone: .locked, at: step.now)
      step.effects.append(.reportBanner(words))
      lockEngaged(&step)
    case .open:
      // A lock that was refused or failed had never held: nothing is unlocked.
      guard was != .askingConsent, was != .engaging, held || stage != .refused && stage != .engaging else { return }
      banner = Banner(Banner.openText, tone: .open, at: step.now)
      step.effects.append(.reportBanner(Banner.openText))
      if self.report != nil, sitting?.sealed == true {
        showReport()
      } else if sitting?.isTest == true {
        end(.ended, &step)
      } else if stage == .engaging, pending?.resumed != nil {
        // Sealed by the front end before this one, and now released.
        leaveReport(&step)
      }
    case .expired: end(.expired, &step)
    case .interrupted, .stranded, .askingConsent, .engaging, .releasing: break
    }
  }

  private mutating func interrupted(_ cause: InterruptionCause, _ milliseconds: Int64, _ step: inout Reduction) {
    if stage == .demo { demonstrate(.happened(Self.words(for: cause, milliseconds: milliseconds)), &step) }
    guard sitting != nil else { return }
    banner = Banner(Self.words(for: cause, milliseconds: milliseconds), tone: .notice, at: step.now)
  }

  private static func words(for cause: InterruptionCause, milliseconds: Int64) -> String {
    let seconds = max(1, (milliseconds + 500) / 1000)
    return switch cause {
    case .suspended: "The machine slept for \(seconds) s. This is recorded."
    case .stopped: "The test was stopped for \(seconds) s. This is recorded."
    case .hungUp: "The terminal was hung up on. This is recorded."
    case .focusLost: "The window was left. This is recorded."
    case .clockMoved: "The machine's clock was set. Your time is not changed by it."
    case .frontEndCrashed: "The test was brought back after \(seconds) s."
    case .guardianLost: "The lock's guardian was lost. This is recorded."
    case .powerLost: "The power was lost. This is recorded."
    }
  }
}
