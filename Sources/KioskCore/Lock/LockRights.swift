// By what right a lock holds, and whether something else holds the terminal.
//
// MUST: nothing is claimed before the look that follows the request has found nothing.

extension LockState {
  /// What profile and entitlements give now.
  mutating func know(_ authority: LockAuthority) -> [LockEffect] {
    // The terms a lock was engaged under stay its terms.
    if isClosed { return [] }
    self.authority = authority
    guard authority.terms != toldTerms else { return [] }
    toldTerms = authority.terms
    return [.tell(.terms(authority.terms))]
  }

  /// A look for other locks is over.
  mutating func find(_ what: String, _ time: LockTime) -> [LockEffect] {
    let isNew = !what.isEmpty && what != otherLock
    if work == .looking {
      otherLock = what
      if !what.isEmpty { return refuseClaim(.alreadyLockedByOther(what), time) }
      work = .claiming
      return [.claim]
    }
    switch phase {
    case .open, .askingConsent:
      otherLock = what
      guard isNew else { return [] }
      // An assessment that came after it could be taken for the answer to whoever has tried again meanwhile.
      if case .assessing(let required, let detections, _) = work {
        work = .assessing(required, detections, foundOther: true)
        return []
      }
      return [.tell(.refused(.alreadyLockedByOther(what)))]
    // From here on the terminal is ours: whatever is found is this lock itself.
    case .engaging, .locked, .releasing, .interrupted, .expired, .stranded: return []
    }
  }

  /// The first look is taken as soon as a front end is there, the second two seconds later: what locks a terminal may be
  /// slower to start than this program.
  mutating func beginLooking(_ time: LockTime) {
    if hasLooked { return }
    hasLooked = true
    looks = [time.moment.adding(Self.secondLook), time.moment.adding(Self.firstLook)]
  }

  /// A look whose time has come. One is enough where both have.
  mutating func look(_ time: LockTime) -> [LockEffect] {
    guard let next = looks.last, time.moment >= next else { return [] }
    looks.removeAll { time.moment >= $0 }
    return [.lookForOthers]
  }
}
