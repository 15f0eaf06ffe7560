/// The home button.
extension SittingState {
  mutating func takeHome(_ key: HomeKey, _ step: inout Reduction) {
    if key == .home, moveCaretHome(&step) { return }
    guard lock.phase.isHeld else {
      switch key {
      case .escape, .home, .ctrlC: goBack(&step)
      case .ctrlZ, .ctrlBackslash, .ctrlD, .ctrlQ, .ctrlS, .consoleSwitch, .restart: break
      }
      return
    }
    // Esc closes what lies over the test; that leaves nothing, so nothing is blocked.
    if key == .escape, overlay != nil, !isPanelFresh(step.now) {
      if !stepBackInLookUp() { closeOverlay(&step) }
      return
    }
    if key == .escape, stage == .demo, demo?.sheet != nil {
      demo?.closeSheet()
      return
    }
    let press = homeTap.press(key, at: step.now)
    if press == .heldDown { return }
    step.effects.append(.reportHome(key))
    banner = Banner(Banner.blockedText, tone: .blocked, at: step.now)
    if stage == .demo { demonstrate(.homeBlocked(key), &step) }
    guard press == .third, !isHidden, stage == .question || stage == .review || stage == .demo else { return }
    if case .proctor? = overlay { step.effects.append(.dismissProctor) }
    overlay = .panel(row: 0)
    helpOver = nil
    panelOpenedAt = step.now
  }

  /// Whether the panel has only just come up: the Esc that follows then is one more of those that brought it.
  private func isPanelFresh(_ now: Moment) -> Bool {
    guard case .panel? = overlay, let panelOpenedAt else { return false }
    return now.since(panelOpenedAt) < 1000
  }

  /// Inside text, Home goes to the start; only from there is it the home button.
  private mutating func moveCaretHome(_ step: inout Reduction) -> Bool {
    if case .lookUp(var lookUp)? = overlay {
      guard !lookUp.editor.isAtStart else { return false }
      lookUp.editor.move(to: 0)
      lookUp.isFresh = false
      lookUp.shown.focus = .field
      overlay = .lookUp(lookUp)
      return true
    }
    if moveSavingCaretHome() { return true }
    guard overlay == nil, !isPaused else { return false }
    switch (stage, focus) {
    case (.form, .body(0)) where !form.name.isAtStart: form.name.move(to: 0)
    case (.form, .body(1)) where !form.id.isAtStart: form.id.move(to: 0)
    case (.consent, .body(Consent.trialPart)) where !consent.trial.isAtStart: consent.trial.move(to: 0)
    case (.demo, _): return moveDemoCaretHome()
    case (.question, .body):
      guard let index = sitting?.current, sitting?.isClosed == false, let editor = sitting?.entry?.draft.editor,
        !editor.isAtStart
      else { return false }
      _ = sitting?.entries[index].draft.edit { $0.move(to: 0) }
      step.effects.append(.recordDraft(slot: index))
    default: return false
    }
    return true
  }

  /// Open: go back or leave, asking first where an answer would be lost.
  mutating func goBack(_ step: inout Reduction) {
    guard !lock.phase.isHeld else { return }
    if overlay != nil {
      if !stepBackInLookUp() { closeOverlay(&step) }
      return
    }
    switch stage {
    case .lobby: step.effects.append(.leave(status: 0, reason: ""))
    case .form, .preview, .consent, .refused: decline(&step)
    case .question, .review: overlay = .confirm(.leavePractice, yes: false)
    case .report: leaveReport(&step)
    case .fault: goToLobby(&step)
    case .demo: demonstrate(.homePressed, &step)
    case .engaging, .handingIn, .restoring: break
    }
  }
}
