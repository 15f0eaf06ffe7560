/// The demonstrations' reducer: pure and total.
extension DemoState {
  /// Takes one event in. `now` measures, `wall` dates what the log tells.
  public mutating func reduce(_ event: DemoEvent, now: Moment, wall: WallTime) -> [DemoEffect] {
    switch event {
    case .pressed(let press): return take(press, now, wall)
    case .homePressed: return goBack(wall)
    case .homeBlocked(let key):
      seenEscapes += 1
      note("\(key.title) was pressed: blocked, and counted.", wall)
      said = "Home is blocked until the terminal is unlocked."
      if page == .comparison { comparison.set(.home, .withheld, locked: true) }
      return []
    case .lockTold(let report): return hear(report, now, wall)
    case .refused(let why):
      isAsking = false
      isLeaving = false
      refusal = why
      note("The lock was refused. \(why.reason)", wall)
      return []
    case .capReached:
      note("The time of this lock is over: it ends by itself.", wall)
      return [.requestUnlock(.expired)]
    case .happened(let words):
      note(words, wall)
      return []
    case .restored(let milliseconds):
      note("The screen was lost, and brought back after \(milliseconds) ms. The lock held meanwhile.", wall)
      isAsking = true
      return [.requestUnlock(.ended)]
    case .assisted(let offer):
      assistance = offer
      if page == .comparison, !offer.suggestions.isEmpty {
        comparison.set(
          .suggestions, Comparison.isGivenAway(by: offer.suggestions) ? .gaveAway : .gaveNothing, locked: isHeld)
      }
      return []
    case .lookedUp(let lines): return show(lines)
    case .leaveAsked: return leave()
    case .ticked: return tick(now)
    }
  }

  /// When the next `ticked` is wanted; `nil`: only when something happens.
  public var nextTick: Moment? {
    let marked = changes.values.map(\.until).min()
    return .sooner(play?.at, marked)
  }

  // MARK: - The lock

  private mutating func hear(_ report: LockReport, _ now: Moment, _ wall: WallTime) -> [DemoEffect] {
    let old = lock
    lock = report
    followChanges(old, now, wall)
    if report.escapes > old.escapes, report.escapes > seenEscapes {
      seenEscapes = report.escapes
      note("A switch to another console was refused, and counted.", wall)
    }
    guard report.phase != old.phase else {
      // Asked for while it was so already.
      isAsking = false
      return isLeaving && !isHeld ? leave() : []
    }
    switch report.phase {
    case .engaging:
      refusal = nil
      seenEscapes = 0
      note("The lock was asked for.", wall)
    case .locked:
      isAsking = false
      said = ""
      assistance = Sitting.Assistance()
      if page == .comparison { field.clear() }
      note("Locked: \(Self.tally(report)).", wall)
    case .releasing: note("Unlocking, in reverse.", wall)
    case .open:
      isAsking = false
      guard old.phase.isHeld else { return [] }
      said = ""
      if old.phase == .releasing || old.phase == .locked {
        note(refusal == nil ? "Unlocked: everything is as it was." : "Everything is as it was.", wall)
      }
      if isLeaving { return leave() }
    case .interrupted: note("The lock is not whole for the moment.", wall)
    case .stranded: note("Something could not be given back yet. It is tried again.", wall)
    case .expired: note("The time of this lock is over.", wall)
    case .askingConsent: break
    }
    return []
  }

  /// Marks what has changed; few changes are told one by one.
  private mutating func followChanges(_ old: LockReport, _ now: Moment, _ wall: WallTime) {
    let changed = lock.restrictions.filter { old.state(of: $0.id) != $0.state }
    for report in changed {
      changes[report.id] = Change(before: old.state(of: report.id), until: now.adding(Self.markFor))
    }
    guard changed.count <= 3, lock.phase == old.phase else { return }
    for report in changed {
      note("\(report.id.words): \(old.state(of: report.id).said), now \(report.state.said).", wall)
    }
  }

  /// "9 held, 2 none here, 3 asked for or noticed, 5 not held".
  private static func tally(_ report: LockReport) -> String {
    var (held, absent, weak, not) = (0, 0, 0, 0)
    for restriction in report.restrictions {
      switch restriction.state {
      case .enforced: held += 1
      case .absent: absent += 1
      case .requested, .detected: weak += 1
      case .unavailable, .off: not += 1
      }
    }
    return "\(held) held, \(absent) none here, \(weak) asked for or noticed, \(not) not held"
  }

  /// Leaves the page, which lets go of the lock first.
  mutating func leave() -> [DemoEffect] {
    if isHeld {
      isLeaving = true
      isAsking = true
      return [.requestUnlock(.submitted)]
    }
    isLeaving = false
    sheet = nil
    looking = nil
    if isAlone || page == .menu { return [.leave] }
    turn(to: .menu)
    return []
  }

  /// Brings another page to the front; what was typed on the last one goes.
  mutating func turn(to page: Page) {
    self.page = page
    focus = Self.firstFocus(of: page)
    field.clear()
    assistance = Sitting.Assistance()
    said = ""
    refusal = nil
    sheet = nil
    looking = nil
    tableRow = 0
    refusalRow = 0
    if page == .comparison { comparison = Comparison() }
  }

  // MARK: - Playing by itself

  /// Begins to play what `page` shows; of the menu, everything.
  public mutating func startPlaying(_ page: Page, at now: Moment) {
    playEnd = nil
    play = DemoPlay(DemoPlay.script(of: page), at: now)
  }

  /// A key was pressed while it played: from here on the keys are the onlooker's.
  public mutating func takeOver() {
    guard play != nil else { return }
    play = nil
    playEnd = .taken
  }

  private mutating func tick(_ now: Moment) -> [DemoEffect] {
    changes = changes.filter { $0.value.until > now }
    guard var play else { return [] }
    if play.isOver(at: now) {
      self.play = nil
      playEnd = .shown
      return []
    }
    let beat = play.next(at: now, pace: pace, lock: lock.phase)
    self.play = play
    guard let beat else { return [] }
    switch beat {
    case .turn(let page): turn(to: page)
    case .say, .rest: break
    case .focus(let part): focus = .body(part)
    case .press(let press): return [.press(press)]
    case .home(let key): return [.pressHome(key)]
    case .hold:
      if refusal != nil || play.hasWaited(at: now) {
        self.play = nil
        playEnd = .refused
      }
    }
    return []
  }
}
