// The keys of what lies over a hosted program.

extension HostedState {
  mutating func take(_ press: Press, _ now: Moment, _ effects: inout [HostedEffect]) {
    switch overlay {
    case .panel(let row)?: takePanel(press, row)
    case .passcode(let prompt)?: takePasscode(press, prompt, now, &effects)
    case .proctor(let panel)?: takeProctor(press, panel, now, &effects)
    case nil: break
    }
  }

  private mutating func takePanel(_ press: Press, _ row: Int) {
    let rows = panelRows
    switch press {
    case .moved(.up), .moved(.left), .focusMoved(forward: false):
      overlay = .panel(row: (row + rows.count - 1) % rows.count)
    case .moved(.down), .moved(.right), .focusMoved(forward: true): overlay = .panel(row: (row + 1) % rows.count)
    case .enter:
      switch rows.indices.contains(row) ? rows[row] : .goOn {
      case .proctor: overlay = .passcode(PasscodePrompt(.panel))
      case .goOn, .handIn, .unlock: overlay = nil
      }
    case .typed, .pasted, .edited, .action: break
    }
  }

  private mutating func takePasscode(
    _ press: Press, _ typed: PasscodePrompt, _ now: Moment, _ effects: inout [HostedEffect]
  ) {
    // One at a time: until the last is answered nothing is taken.
    if typed.isChecking { return }
    var prompt = typed
    // So that the passcode has one owner alone, and is changed where it lies.
    overlay = nil
    switch prompt.take(press, of: proctors.names, wait: passcodeWait(at: now)) {
    case .cancelled: return
    case .submitted(let name, let passcode): effects.append(.checkPasscode(proctor: name, passcode))
    case .nothing: break
    }
    overlay = .passcode(prompt)
  }

  private mutating func takeProctor(
    _ press: Press, _ shown: ProctorPanel, _ now: Moment, _ effects: inout [HostedEffect]
  ) {
    var panel = shown
    let act = panel.take(press, rows: proctorRows, now: now)
    overlay = .proctor(panel)
    guard let act else { return }
    effects.append(.askProctor(act))
    if act == .goOn { overlay = nil }
  }
}
