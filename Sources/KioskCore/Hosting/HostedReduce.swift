extension HostedState {
  /// What `event` makes of the screen, and what is to be done about it, in order. Pure and total.
  public mutating func reduce(_ event: HostedEvent, now: Moment) -> [HostedEffect] {
    var effects: [HostedEffect] = []
    switch event {
    case .homePressed(let key, let reaches): takeHome(key, reaches, now, &effects)
    case .pressed(let press): take(press, now, &effects)
    case .guardianSaid(let message): hear(message, now, &effects)
    case .burstTyped(let count):
      if lock.isLocked { effects.append(.note(what: "pasteBurst", detail: "\(count) characters in one read")) }
    case .pasteRefused(let count):
      effects.append(.note(what: "pasteRefused", detail: "\(count) bytes"))
      banner = Banner("Paste is off while this terminal is locked.", tone: .notice, at: now)
    case .ticked: tick(now, &effects)
    }
    if isPasscodeAsked != toldAsking {
      toldAsking = isPasscodeAsked
      effects.append(.reportAsking(toldAsking))
    }
    if let ended, lock.phase == .open, !askedToLeave {
      askedToLeave = true
      effects.append(.leave(status: ended))
    }
    return effects
  }

  // MARK: - Home

  private mutating func takeHome(_ key: HomeKey, _ reaches: Bool, _ now: Moment, _ effects: inout [HostedEffect]) {
    guard lock.phase.isHeld else {
      effects.append(.forward)
      return
    }
    if overlay != nil {
      let isFresh = panelOpenedAt.map { now.since($0) < Self.freshness } ?? false
      if key == .escape || key == .home || key == .ctrlC, !isFresh { closeOverlay(&effects) }
      return
    }
    let press = homeTap.press(key, at: now)
    if press == .third {
      if !reaches { effects.append(.reportHome(key)) }
      overlay = .panel(row: 0)
      panelOpenedAt = now
      return
    }
    if isHidden { return }
    if reaches {
      effects.append(.forward)
    } else if press == .single {
      effects.append(.reportHome(key))
      banner = Banner(Banner.blockedText(of: mode), tone: .blocked, at: now)
    }
  }

  private mutating func closeOverlay(_ effects: inout [HostedEffect]) {
    if case .proctor(var panel)? = overlay {
      if panel.asking != nil {
        panel.asking = nil
        overlay = .proctor(panel)
        return
      }
      effects.append(.dismissProctor)
    }
    overlay = nil
  }

  // MARK: - The guardian

  private mutating func hear(_ message: GuardianMessage, _ now: Moment, _ effects: inout [HostedEffect]) {
    switch message {
    case .welcome(_, let report, _, _):
      lock = report
      // The rest of a passcode that was being typed is no input for the program.
      if report.isPasscodeAsked {
        toldAsking = true
        overlay = .passcode(PasscodePrompt(.panel))
      }
    case .lockChanged(let report): change(report, now, &effects)
    case .refused(let refusal):
      banner = Banner("Not locked. \(refusal.reason(of: mode))", tone: .notice, at: now)
    case .capReached: effects.append(.requestUnlock(.expired))
    case .proctorEnds(let end): effects.append(.requestUnlock(end))
    case .proctors(let list):
      proctors = list
      passcodeAt = list.wait > 0 ? now.adding(list.wait) : nil
      if case .panel(let row)? = overlay, !panelRows.indices.contains(row) { overlay = .panel(row: 0) }
      if case .passcode(var prompt)? = overlay, !list.names.indices.contains(prompt.who) {
        prompt.who = 0
        overlay = .passcode(prompt)
      }
    case .passcodeAnswered(let answer): hear(answer, now, &effects)
    case .endAsked(let signal, let locked):
      if !locked { effects.append(.leave(status: signal == "INT" ? 130 : signal == "HUP" ? 129 : 143)) }
    case .programEnded(let status): ended = status
    case .assessed, .interrupted, .terms, .programStarted, .voice, .helps, .helpAnswered, .resized, .repaint: break
    }
  }

  private mutating func change(_ report: LockReport, _ now: Moment, _ effects: inout [HostedEffect]) {
    let was = lock.phase
    lock = report
    guard was != report.phase else { return }
    switch report.phase {
    case .locked:
      guard was != .interrupted else { return }
      say(Banner.lockedText(capInWords, of: mode), .locked, now, &effects)
    case .open:
      overlay = nil
      // A lock that was never whole has not been let go.
      if was != .engaging, was != .askingConsent { say(Banner.openText, .open, now, &effects) }
    case .askingConsent, .engaging, .releasing, .interrupted, .expired, .stranded: break
    }
  }

  private mutating func say(_ words: String, _ tone: Banner.Tone, _ now: Moment, _ effects: inout [HostedEffect]) {
    banner = Banner(words, tone: tone, at: now)
    effects.append(.reportBanner(words))
  }

  private mutating func hear(_ answer: PasscodeAnswer, _ now: Moment, _ effects: inout [HostedEffect]) {
    switch answer {
    case .accepted(let name):
      passcodeAt = nil
      guard isPasscodeAsked, lock.phase.isHeld else {
        effects.append(.dismissProctor)
        return
      }
      overlay = .proctor(ProctorPanel(name: name, at: now))
    case .wrong(let wait): notice("That is not the passcode.", wait, now)
    case .tooSoon(let wait): notice("", wait, now)
    case .noneSet: notice("No passcode is set.", 0, now)
    case .failed(let why): notice("It could not be checked: \(why)", 0, now)
    }
  }

  private mutating func notice(_ words: String, _ wait: Int64, _ now: Moment) {
    passcodeAt = wait > 0 ? now.adding(wait) : nil
    guard case .passcode(var prompt)? = overlay else { return }
    prompt.isChecking = false
    prompt.notice = words
    overlay = .passcode(prompt)
  }

  // MARK: - The clock

  private mutating func tick(_ now: Moment, _ effects: inout [HostedEffect]) {
    if let banner, now >= banner.until { self.banner = nil }
    if let passcodeAt, now >= passcodeAt { self.passcodeAt = nil }
    if case .proctor(let panel)? = overlay, now >= panel.until {
      overlay = nil
      effects.append(.dismissProctor)
    }
  }
}
