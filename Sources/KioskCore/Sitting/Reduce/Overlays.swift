/// Keys while something lies over the screen, and what puts it there.
extension SittingState {
  mutating func takeOverlayPress(_ press: Press, _ step: inout Reduction) {
    if press == .action(.help), openHelpOver() { return }
    switch overlay {
    case .help(let scroll): takeHelpPress(press, scroll)
    case .lookUp(let lookUp): takeLookUpPress(press, lookUp, &step)
    case .near(let near): takeNearPress(press, near, &step)
    case .share(let share): takeSharePress(press, share, &step)
    case .aids(let row): takeAidsPress(press, row)
    case .confirm(let question, let yes): takeConfirmPress(press, question, yes, &step)
    case .panel(let row): takePanelPress(press, row, &step)
    case .withheld(let row): takeWithheldPress(press, row, &step)
    case .soundCheck(let check): takeSoundCheckPress(press, check, &step)
    case .passcode(let prompt): takePasscodePress(press, prompt, &step)
    case .proctor(let panel): takeProctorPress(press, panel, &step)
    case nil: break
    }
  }

  private mutating func takeHelpPress(_ press: Press, _ scroll: Int) {
    switch press {
    case .moved(.up): overlay = .help(scroll: scrolled(scroll, by: -1))
    case .moved(.down): overlay = .help(scroll: scrolled(scroll, by: 1))
    case .action(.previous): overlay = .help(scroll: scrolled(scroll, by: -SittingState.pageStep))
    case .action(.next): overlay = .help(scroll: scrolled(scroll, by: SittingState.pageStep))
    case .enter, .action(.help): closeHelp()
    case .typed, .pasted, .edited, .moved, .focusMoved, .action: break
    }
  }

  /// F1 over something that can be asked about: the help lies over it, and gives it back. Returns whether it does.
  private mutating func openHelpOver() -> Bool {
    switch overlay {
    case .lookUp, .near, .share, .soundCheck, .aids, .confirm, .panel, .withheld:
      helpOver = overlay
      overlay = .help(scroll: 0)
      return true
    // What a proctor types or may do has one place alone, and closes by itself.
    case .help, .passcode, .proctor, nil: return false
    }
  }

  /// What lay below it is in front again.
  mutating func closeHelp() {
    overlay = helpOver
    helpOver = nil
  }

  /// What lies over the screen, the help over it apart.
  var belowHelp: Overlay? {
    get {
      if case .help? = overlay, let helpOver { return helpOver }
      return overlay
    }
    set {
      if case .help? = overlay, helpOver != nil { helpOver = newValue } else { overlay = newValue }
    }
  }

  private mutating func takeAidsPress(_ press: Press, _ row: Int) {
    let count = Aids.Aid.allCases.count + 1
    switch press {
    case .moved(.up), .focusMoved(forward: false): overlay = .aids(row: (row + count - 1) % count)
    case .moved(.down), .focusMoved(forward: true): overlay = .aids(row: (row + 1) % count)
    case .enter, .typed(" "):
      guard Aids.Aid.allCases.indices.contains(row) else {
        overlay = nil
        return
      }
      let aid = Aids.Aid.allCases[row]
      aids.configure(aid: aid, enabled: !aids.isOn(aid))
    case .action(.aids): overlay = nil
    case .typed, .pasted, .edited, .moved, .action: break
    }
  }

  private mutating func takeConfirmPress(
    _ press: Press, _ question: Confirmation, _ yes: Bool, _ step: inout Reduction
  ) {
    switch press {
    case .typed("y"), .typed("Y"): answer(question, true, &step)
    case .typed("n"), .typed("N"): answer(question, false, &step)
    case .enter: answer(question, yes, &step)
    case .moved, .focusMoved: overlay = .confirm(question, yes: !yes)
    case .typed, .pasted, .edited, .action: break
    }
  }

  private mutating func answer(_ question: Confirmation, _ yes: Bool, _ step: inout Reduction) {
    overlay = nil
    guard yes else { return }
    switch question {
    case .handIn: end(.submitted, &step)
    case .leavePractice: end(.ended, &step)
    case .endInterrupted: endInterrupted(by: "", &step)
    }
  }

  /// The panel's rows: go on, hand in, the proctor's.
  private mutating func takePanelPress(_ press: Press, _ row: Int, _ step: inout Reduction) {
    let rows = panelRows
    switch press {
    case .moved(.up), .moved(.left), .focusMoved(forward: false):
      overlay = .panel(row: (row + rows.count - 1) % rows.count)
    case .moved(.down), .moved(.right), .focusMoved(forward: true): overlay = .panel(row: (row + 1) % rows.count)
    case .enter:
      switch rows.indices.contains(row) ? rows[row] : .goOn {
      case .goOn: overlay = nil
      case .handIn: overlay = .confirm(.handIn, yes: false)
      case .unlock:
        overlay = nil
        demonstrate(.leaveAsked, &step)
      case .proctor: askForPasscode(.panel)
      }
    case .typed, .pasted, .edited, .action: break
    }
  }

  /// A function key, or Enter on a footer item.
  mutating func act(_ action: Action, _ step: inout Reduction) {
    switch action {
    case .help:
      helpOver = nil
      overlay = .help(scroll: 0)
    case .aids: overlay = .aids(row: 0)
    case .lookUp: openLookUp(&step)
    case .flag: flag(&step)
    case .share: openShare(&step)
    case .hear, .definition, .sentence, .origin: ask(action, &step)
    case .spelling: openNear(&step)
    case .previous: if !scrollPage(forward: false) { turnPage(forward: false, &step) }
    case .next: if !scrollPage(forward: true) { turnPage(forward: true, &step) }
    case .review:
      if stage == .review { overlay = .confirm(.handIn, yes: false) } else { openReview(&step) }
    case .handIn: if stage == .review { overlay = .confirm(.handIn, yes: false) }
    case .unlock: demonstrate(.leaveAsked, &step)
    case .leave, .back: goBack(&step)
    }
  }

  /// A feature that is off was asked for: said, and on the ledger.
  mutating func withhold(_ feature: HelpFeature, _ step: inout Reduction) {
    guard case .dark(let words) = gate(feature) else { return }
    banner = Banner(words, tone: .notice, at: step.now)
    step.effects.append(.note(what: "withheld", detail: feature.rawValue))
  }

  private mutating func flag(_ step: inout Reduction) {
    guard let sitting, stage == .question || stage == .review else { return }
    let index = stage == .review ? sitting.reviewRow : sitting.current
    guard sitting.entries.indices.contains(index) else { return }
    let flagged = !sitting.entries[index].flagged
    self.sitting?.entries[index].flagged = flagged
    record(.flagged(flagged), slot: index, &step)
  }

  /// F5, F6, F7 and F12 in spelling: counted; what is asked for is shown, never the word.
  private mutating func ask(_ action: Action, _ step: inout Reduction) {
    guard stage == .question, let index = sitting?.current,
      case .spelling(let spelling)? = sitting?.slot?.question.kind,
      let language = sitting?.attempt.exam.language
    else { return }
    let asked: [Step.Ask]
    switch action {
    case .definition:
      asked = [.definition]
      // It is shown already: that it was asked for is said below the answer.
      sitting?.notice = ""
      if voice.isReady { step.effects.append(.say(slot: index, .definition, .normal)) }
    case .sentence:
      asked = [.sentence]
      sitting?.notice = ""
      if voice.isReady { step.effects.append(.say(slot: index, .sentence, .normal)) }
    case .origin:
      // Both in one, as at a bee, and each counted.
      asked = (spelling.partOfSpeech == nil ? [] : [.partOfSpeech]) + (spelling.origin == nil ? [] : [.origin])
      sitting?.notice = asked.isEmpty ? "Nothing is told of where this word comes from." : spelling.background(language)
      if voice.isReady, !asked.isEmpty { step.effects.append(.say(slot: index, .origin, .normal)) }
    case .hear:
      sayAgain(index, &step)
      guard voice.isReady else { return }
      asked = [.word]
    case .help, .lookUp, .aids, .flag, .spelling, .previous, .next, .review, .share, .handIn, .unlock, .leave, .back:
      return
    }
    for asked in asked {
      sitting?.entries[index].asked[asked, default: 0] += 1
      record(.asked(asked), slot: index, &step)
    }
  }
}
