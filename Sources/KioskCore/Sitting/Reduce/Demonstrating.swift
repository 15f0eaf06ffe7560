/// What shows what a lock is, as a part of the front end: keys and the guardian's words go in, and what it asks for is done.
extension SittingState {
  /// Opens the demonstrations. `restored`: this front end came in the place of one that was lost under a demonstration's
  /// lock, which is let go of at once.
  mutating func openDemo(_ start: DemoStart, restored: Bool, _ step: inout Reduction) {
    var demo = DemoState(start.page, lock: lock, pace: start.pace)
    stage = .demo
    overlay = nil
    // What was resumed is done with: from here on this is a start like any other.
    launch.resume = nil
    if start.plays, !restored { demo.startPlaying(start.page, at: step.now) }
    self.demo = demo
    focus = demo.focus
    if restored { demonstrate(.restored(milliseconds: absence), &step) }
  }

  /// Whether a key is swallowed because a demonstration played by itself: from here on the keys are the onlooker's.
  mutating func takesOver() -> Bool {
    guard stage == .demo, demo?.play != nil else { return false }
    demo?.takeOver()
    return true
  }

  /// When the demonstration in front wants to look at the clock.
  var demoTick: Moment? { stage == .demo ? demo?.nextTick : nil }

  /// Takes an event to the demonstration, and does what it asks for.
  mutating func demonstrate(_ event: DemoEvent, _ step: inout Reduction) {
    guard let effects = demo?.reduce(event, now: step.now, wall: step.wall) else { return }
    if stage == .demo, let demo { focus = demo.focus }
    for effect in effects { perform(effect, &step) }
  }

  private mutating func perform(_ effect: DemoEffect, _ step: inout Reduction) {
    switch effect {
    case .requestLock: step.effects.append(.requestLock(DemoState.request))
    case .requestUnlock(let end): step.effects.append(.requestUnlock(end))
    case .assist: assistDemo(&step)
    case .lookUp(let text): step.effects.append(.lookUp(text, number: 0))
    case .note(let what, let detail): step.effects.append(.note(what: what, detail: detail))
    case .banner(let words): banner = Banner(words, tone: .notice, at: step.now)
    case .pressHome(let key): takeHome(key, &step)
    case .press(let press): takePress(press, &step)
    case .leave:
      if launch.demo != nil {
        step.effects.append(.leave(status: 0, reason: ""))
      } else {
        goToLobby(&step)
        lobby.row = max(0, lobby.count - 1)
      }
    }
  }

  /// Home inside the field goes to its start. Returns whether there was anywhere to go.
  mutating func moveDemoCaretHome() -> Bool {
    guard demo?.takesText == true, demo?.field.isAtStart == false else { return false }
    demo?.field.move(to: 0)
    return true
  }
}

extension DemoState {
  /// Said when a demonstration's lock engages; `cap` is the longest this machine locks, in minutes.
  static func lockedBanner(cap: Int) -> String {
    let minutes = min(cap, capMinutes)
    let words = minutes == 1 ? "1 minute" : "\(minutes) minutes"
    return "This terminal is locked. Unlock it, or wait \(words)."
  }
}
