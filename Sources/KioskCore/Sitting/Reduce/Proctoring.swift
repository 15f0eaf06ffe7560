/// The proctor: his passcode, his panel, and what he does to the test.
extension SittingState {
  /// Takes what lies over the screen away. A passcode typed there is wiped with it; a proctor's panel takes him along.
  mutating func closeOverlay(_ step: inout Reduction) {
    if case .proctor(var panel)? = overlay {
      if panel.asking != nil {
        panel.asking = nil
        overlay = .proctor(panel)
        return
      }
      step.effects.append(.dismissProctor)
    }
    if case .help? = overlay { closeHelp() } else { overlay = nil }
  }

  /// "Proctor…" in the panel, or a start that needs one.
  mutating func askForPasscode(_ purpose: PasscodePrompt.Purpose) {
    overlay = .passcode(PasscodePrompt(purpose))
  }

  // MARK: - Typing it

  mutating func takePasscodePress(_ press: Press, _ typed: PasscodePrompt, _ step: inout Reduction) {
    // One at a time: until the last is answered nothing is taken.
    if typed.isChecking { return }
    var prompt = typed
    // So that the passcode has one owner alone, and is changed where it lies.
    overlay = nil
    switch prompt.take(press, of: proctors.names, wait: passcodeWait(at: step.now)) {
    case .cancelled: return
    case .submitted(let name, let passcode): step.effects.append(.checkPasscode(proctor: name, passcode))
    case .nothing: break
    }
    overlay = .passcode(prompt)
  }

  // MARK: - What the guardian says

  mutating func hearProctors(_ list: ProctorList, _ step: inout Reduction) {
    proctors = list
    passcodeAt = list.wait > 0 ? step.now.adding(list.wait) : nil
    if case .passcode(var prompt)? = overlay, !list.names.indices.contains(prompt.who) {
      prompt.who = 0
      overlay = .passcode(prompt)
    }
    if case .panel(let row)? = overlay, !panelRows.indices.contains(row) { overlay = .panel(row: 0) }
  }

  mutating func hearAnswer(_ answer: PasscodeAnswer, _ step: inout Reduction) {
    switch answer {
    case .accepted(let name):
      passcodeAt = nil
      guard case .passcode(let prompt)? = overlay else {
        // The prompt was closed meanwhile: nobody is let in behind it.
        step.effects.append(.dismissProctor)
        return
      }
      overlay = nil
      switch prompt.purpose {
      case .panel:
        if canBeProctored {
          overlay = .proctor(ProctorPanel(name: name, at: step.now))
        } else {
          step.effects.append(.dismissProctor)
        }
      case .start: startWithProctor(&step)
      case .endInterrupted:
        step.effects.append(.dismissProctor)
        endInterrupted(by: name, &step)
      }
    case .wrong(let wait): notice("That is not the passcode.", wait, &step)
    case .tooSoon(let wait): notice("", wait, &step)
    case .noneSet: notice("No passcode is set.", 0, &step)
    case .failed(let why): notice("It could not be checked: \(why)", 0, &step)
    }
  }

  private var canBeProctored: Bool { sitting?.isTest == true && (stage == .question || stage == .review) }

  private mutating func notice(_ words: String, _ wait: Int64, _ step: inout Reduction) {
    passcodeAt = wait > 0 ? step.now.adding(wait) : nil
    guard case .passcode(var prompt)? = overlay else { return }
    prompt.isChecking = false
    prompt.notice = words
    overlay = .passcode(prompt)
  }

  /// The lock's report says paused, or not any more: the clock follows, and what lay over the questions goes.
  mutating func followPause(_ step: inout Reduction) {
    guard let paused = sitting?.clock.isPaused, paused != isPaused else { return }
    if isPaused { sitting?.clock.pause(at: step.now) } else { sitting?.clock.resume(at: step.now) }
    switch overlay {
    case .proctor, .passcode, nil: break
    case .help, .lookUp, .near, .share, .aids, .confirm, .panel, .withheld, .soundCheck: overlay = nil
    }
    step.effects.append(.recordPosition)
  }

  /// The proctor ended the attempt. A front end that has only just come back does it as soon as the attempt is there.
  mutating func hearOrder(_ end: AttemptEnd, _ step: inout Reduction) {
    if sitting == nil { ordered = end } else { self.end(end, &step) }
  }

  // MARK: - His panel

  mutating func takeProctorPress(_ press: Press, _ shown: ProctorPanel, _ step: inout Reduction) {
    var panel = shown
    let act = panel.take(press, rows: proctorRows, now: step.now)
    overlay = .proctor(panel)
    guard let act else { return }
    step.effects.append(.askProctor(act))
    if act == .goOn { overlay = nil }
  }

  /// A panel nobody touches closes; a countdown that has ended is forgotten.
  mutating func tickProctor(_ step: inout Reduction) {
    if let passcodeAt, step.now >= passcodeAt { self.passcodeAt = nil }
    if case .proctor(let panel)? = overlay, step.now >= panel.until {
      overlay = nil
      step.effects.append(.dismissProctor)
    }
  }

  /// When the countdown shows another second, or the panel closes.
  func nextProctorTick(after now: Moment) -> Moment? {
    switch overlay {
    case .proctor(let panel): return panel.until
    case .passcode:
      guard let passcodeAt else { return nil }
      let left = passcodeAt.since(now)
      return left <= 0 ? now : now.adding((left - 1) % 1000 + 1)
    case .help, .lookUp, .near, .share, .aids, .confirm, .panel, .withheld, .soundCheck, nil: return nil
    }
  }
}
