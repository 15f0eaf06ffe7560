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
    overlay = nil
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
    switch press {
    case .typed(let text):
      prompt.focus = .passcode
      prompt.notice = prompt.passcode.append(text.utf8) ? "" : "No passcode is that long."
    case .edited(.deleteBackward): prompt.passcode.deleteBackward()
    case .edited(.deleteWord), .edited(.deleteToStart): prompt.passcode.clear()
    case .edited: break
    case .pasted: prompt.notice = "Please type the passcode."
    case .moved(.left) where prompt.focus == .who: choose(-1, &prompt)
    case .moved(.right) where prompt.focus == .who: choose(1, &prompt)
    case .moved(.up), .moved(.left), .focusMoved(forward: false): move(-1, &prompt)
    case .moved(.down), .moved(.right), .focusMoved(forward: true): move(1, &prompt)
    case .enter:
      switch prompt.focus {
      case .who: prompt.focus = .passcode
      case .passcode, .confirm: submit(&prompt, &step)
      case .cancel: return
      }
    case .action: break
    }
    overlay = .passcode(prompt)
  }

  private func choose(_ by: Int, _ prompt: inout PasscodePrompt) {
    let count = max(1, proctors.names.count)
    prompt.who = (prompt.who + by + count) % count
  }

  private func move(_ by: Int, _ prompt: inout PasscodePrompt) {
    let parts = PasscodePrompt.Part.allCases.filter { $0 != .who || proctors.names.count > 1 }
    let at = parts.firstIndex(of: prompt.focus) ?? 0
    prompt.focus = parts[(at + by + parts.count) % parts.count]
  }

  /// An empty passcode, or one that comes too soon, is not even sent.
  private mutating func submit(_ prompt: inout PasscodePrompt, _ step: inout Reduction) {
    if passcodeWait(at: step.now) > 0 {
      prompt.passcode.clear()
      return
    }
    guard !prompt.passcode.isEmpty else {
      prompt.focus = .passcode
      return
    }
    let name = proctors.names.count > 1 && proctors.names.indices.contains(prompt.who) ? proctors.names[prompt.who] : ""
    step.effects.append(.checkPasscode(proctor: name, prompt.passcode))
    prompt.passcode = Secret()
    prompt.focus = .passcode
    prompt.notice = ""
    prompt.isChecking = true
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
    case .help, .lookUp, .aids, .confirm, .panel: overlay = nil
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
    panel.until = step.now.adding(ProctorPanel.patience)
    if panel.asking != nil {
      takeProctorAnswer(press, panel, &step)
      return
    }
    let rows = proctorRows
    switch press {
    case .moved(.up), .moved(.left), .focusMoved(forward: false): panel.row = (panel.row + rows.count - 1) % rows.count
    case .moved(.down), .moved(.right), .focusMoved(forward: true): panel.row = (panel.row + 1) % rows.count
    case .enter:
      guard rows.indices.contains(panel.row) else { return }
      let act = rows[panel.row]
      if act == .goOn {
        step.effects.append(.askProctor(.goOn))
        overlay = nil
        return
      }
      panel.asking = act
      panel.yes = false
    case .typed, .pasted, .edited, .action: break
    }
    overlay = .proctor(panel)
  }

  private mutating func takeProctorAnswer(_ press: Press, _ asked: ProctorPanel, _ step: inout Reduction) {
    var panel = asked
    let yes: Bool
    switch press {
    case .typed("y"), .typed("Y"): yes = true
    case .typed("n"), .typed("N"): yes = false
    case .enter: yes = panel.yes
    case .moved, .focusMoved:
      panel.yes.toggle()
      overlay = .proctor(panel)
      return
    case .typed, .pasted, .edited, .action:
      overlay = .proctor(panel)
      return
    }
    if yes, let act = panel.asking {
      step.effects.append(.askProctor(act))
      panel.row = 0
    }
    panel.asking = nil
    overlay = .proctor(panel)
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
    case .help, .lookUp, .aids, .confirm, .panel, nil: return nil
    }
  }
}
