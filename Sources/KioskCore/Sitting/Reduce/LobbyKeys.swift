/// Keys on the screens before the test: lobby, form, consent, refusal, fault.
extension SittingState {
  mutating func takeLobbyPress(_ press: Press, _ step: inout Reduction) {
    lobby.notice = ""
    switch press {
    case .moved(.up) where focus == .body(0): lobby.row = max(0, lobby.row - 1)
    case .moved(.down) where focus == .body(0): lobby.row = min(max(0, lobby.count - 1), lobby.row + 1)
    case .moved(let direction): moveFocus(direction, parts: lobby.parts)
    case .focusMoved(let forward): moveFocus(forward: forward, parts: lobby.parts)
    case .enter: pressLobby(&step)
    case .typed(let text) where text == "p" || text == "P": choose(.practice, &step)
    case .typed(" "): pressLobby(&step)
    case .typed, .edited, .pasted, .action: break
    }
  }

  private mutating func pressLobby(_ step: inout Reduction) {
    switch focus {
    case .body(0), .body(1): choose(.test, &step)
    case .body: choose(.practice, &step)
    case .footer(let index): pressFooter(index, &step)
    }
  }

  mutating func takeFormPress(_ press: Press, _ step: inout Reduction) {
    if let change = TextChange(press) {
      switch focus {
      case .body(0): change.apply(to: &form.name)
      case .body(1): change.apply(to: &form.id)
      case .body, .footer: break
      }
      form.notice = ""
      return
    }
    switch Navigation(press) {
    case .enter:
      switch focus {
      case .body(0) where !trimmed(form.name.text).isEmpty: focus = .body(1)
      case .body: submitForm(&step)
      case .footer(let index): pressFooter(index, &step)
      }
    case .along(let forward): moveFocus(forward: forward, parts: Form.parts)
    case .arrow(let direction): moveFocus(direction, parts: Form.parts)
    case nil: break
    }
  }

  mutating func takeConsentPress(_ press: Press, _ step: inout Reduction) {
    if focus == .body(Consent.trialPart), let change = TextChange(press) {
      change.apply(to: &consent.trial)
      return
    }
    if case .typed(let text) = press, !["y", "Y", "n", "N"].contains(text) {
      // Where the test cannot start the keyboard need not be tried, and there is no field.
      if consent.isBlocked { return }
      // Whoever types anything else is trying the keyboard; from here y and n are letters too.
      focus = .body(Consent.trialPart)
      consent.trial.insert(text)
      return
    }
    if answers(press, &step) { return }
    switch Navigation(press) {
    case .enter:
      switch focus {
      case .body(Consent.yesPart): consentYes(&step)
      case .body(Consent.noPart): decline(&step)
      case .body: focus = .body(Consent.noPart)
      case .footer(let index): pressFooter(index, &step)
      }
    case .along(let forward):
      moveFocus(forward: forward, parts: Consent.parts)
      if consent.isBlocked, focus == .body(Consent.trialPart) { moveFocus(forward: forward, parts: Consent.parts) }
    case .arrow(.up): consent.scroll = scrolled(consent.scroll, by: -1)
    case .arrow(.down): consent.scroll = scrolled(consent.scroll, by: 1)
    case .arrow(let direction):
      moveFocus(direction, parts: Consent.parts)
      if consent.isBlocked, focus == .body(Consent.trialPart) { focus = .body(Consent.noPart) }
    case nil: break
    }
  }

  /// Yes on the consent screen: the lock; where it cannot be had as things stand, another look at them.
  private mutating func consentYes(_ step: inout Reduction) {
    if consent.isBlocked { askConsent(&step) } else { agree(&step) }
  }

  /// A letter where the kiosk asks yes or no. Returns whether it was one.
  private mutating func answers(_ press: Press, _ step: inout Reduction) -> Bool {
    guard case .typed(let text) = press else { return false }
    if text == "y" || text == "Y" { if stage == .consent { consentYes(&step) } else { agree(&step) } }
    if text == "n" || text == "N" { decline(&step) }
    return true
  }

  mutating func takeRefusedPress(_ press: Press, _ step: inout Reduction) {
    if answers(press, &step) { return }
    switch Navigation(press) {
    case .enter:
      switch focus {
      case .body(0): agree(&step)
      case .body: decline(&step)
      case .footer(let index): pressFooter(index, &step)
      }
    case .along(let forward): moveFocus(forward: forward, parts: 2)
    // In large letters what stands in the way may be longer than its room.
    case .arrow(.up) where scrollLimit > 0: reportScroll = scrolled(reportScroll, by: -1)
    case .arrow(.down) where scrollLimit > 0: reportScroll = scrolled(reportScroll, by: 1)
    case .arrow(let direction): moveFocus(direction, parts: 2)
    case nil: break
    }
  }

  mutating func takePreviewPress(_ press: Press, _ step: inout Reduction) {
    switch Navigation(press) {
    case .enter:
      switch focus {
      case .body(0): if let exam = pending?.exam { open(exam, &step) }
      case .body: decline(&step)
      case .footer(let index): pressFooter(index, &step)
      }
    case .along(let forward): moveFocus(forward: forward, parts: 2)
    case .arrow(.up): reportScroll = scrolled(reportScroll, by: -1)
    case .arrow(.down): reportScroll = scrolled(reportScroll, by: 1)
    case .arrow(let direction): moveFocus(direction, parts: 2)
    case nil: break
    }
  }

  mutating func takeFaultPress(_ press: Press, _ step: inout Reduction) {
    switch Navigation(press) {
    case .enter:
      if case .footer(let index) = focus { pressFooter(index, &step) } else { goToLobby(&step) }
    case .along(let forward): moveFocus(forward: forward, parts: 1)
    case .arrow(.up) where focus == .body(0): reportScroll = scrolled(reportScroll, by: -1)
    case .arrow(.down) where focus == .body(0): reportScroll = scrolled(reportScroll, by: 1)
    case .arrow(let direction): moveFocus(direction, parts: 1)
    case nil: break
    }
  }
}
