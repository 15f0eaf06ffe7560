// The proctor: who has typed a passcode, and what he may do then.
//
// MUST: only `judged` makes a proctor present, and nothing survives the front end he typed into.

extension LockState {
  /// Why `request` is not to be served without a proctor; `nil`: it may be.
  func refusalWithoutProctor(_ request: LockRequest) -> LockRefusal? {
    if proctor != nil { return nil }
    switch request.proctor {
    case .none: return nil
    case .ifSet: return proctors.isSet ? .proctorNeeded(proctors.fault) : nil
    case .always: return proctors.isSet ? .proctorNeeded(proctors.fault) : .noProctorSet
    }
  }

  /// What the ledger says of the proctor as the lock begins. His passcode opened this one test and nothing else.
  mutating func beginWithProctor(_ request: LockRequest) -> [LockEffect] {
    defer {
      proctor = nil
      wrongPasscodes = 0
    }
    let times = wrongPasscodes == 1 ? "once" : "\(wrongPasscodes) times"
    let tried = wrongPasscodes == 0 ? [] : record("passcodeWrong", "\(times) on this terminal before the test")
    if let proctor { return tried + record("proctorPresent", proctor) }
    switch request.proctor {
    case .ifSet: return tried + record("resumedWithoutProctor", "no passcode is set")
    case .none, .always: return tried
    }
  }

  /// A passcode was looked at.
  mutating func judged(_ answer: PasscodeAnswer) -> [LockEffect] {
    let entry: [LockEffect]
    switch answer {
    case .accepted(let name) where !authority.terms.proctors.isEmpty && !authority.terms.proctors.contains(name):
      return record("proctorNotNamed", name)
        + [.tell(.passcodeAnswered(.failed("the profile of this machine does not name \(name) as a proctor")))]
    case .accepted(let name):
      proctor = name
      entry = record("proctorAccepted", name)
    case .wrong where isClosed: entry = record("passcodeWrong", "")
    case .wrong:
      // No attempt has begun, and perhaps none will: on the machine's ledger at once, on the attempt's as it begins.
      wrongPasscodes += 1
      entry = [.record(attempt: "", what: "passcodeWrong", detail: "before a test")]
    case .tooSoon, .noneSet, .failed: entry = []
    }
    return entry + [.tell(.passcodeAnswered(answer))]
  }

  /// A proctor who is there wants something. What cannot be now is not done, and nothing is said of it.
  mutating func act(_ act: ProctorAct) -> [LockEffect] {
    guard let proctor else { return [] }
    switch phase {
    case .locked, .interrupted: break
    case .open, .askingConsent, .engaging, .releasing, .expired, .stranded: return []
    }
    switch act {
    case .goOn:
      self.proctor = nil
      return record(act.entry, proctor)
    case .pause:
      guard pausedBy == nil else { return [] }
      pausedBy = proctor
    case .resume:
      guard pausedBy != nil else { return [] }
      pausedBy = nil
    case .handIn, .end:
      let end: AttemptEnd = act == .end ? .ended : .submitted
      ordered = end
      return record(act.entry, proctor) + [.tell(.proctorEnds(end))]
    }
    return record(act.entry, proctor) + keepHeld() + announce()
  }

  /// He is gone: whoever comes next types a passcode of his own.
  mutating func dismissProctor() -> [LockEffect] {
    proctor = nil
    return []
  }

  /// Kept for the next front end; nothing to say to this one.
  mutating func note(_ asked: Bool) -> [LockEffect] {
    isPasscodeAsked = asked
    return []
  }

  /// What is known of the proctors now.
  mutating func know(_ read: ProctorList) -> [LockEffect] {
    var list = read
    // Where the profile names proctors nobody else's passcode counts.
    if !authority.terms.proctors.isEmpty { list.names.removeAll { !authority.terms.proctors.contains($0) } }
    // Where none is set, as at first, nothing has to be said.
    if list == proctors && !list.isSet { return [] }
    proctors = list
    return [.tell(.proctors(list))]
  }
}
