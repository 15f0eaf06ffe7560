/// Copying, pasting and saving in practice. In a test the gate has shut: F10 says so, and the register is empty.
extension SittingState {
  /// F10.
  mutating func openShare(_ step: inout Reduction) {
    switch stage {
    case .question:
      guard allows(.share) else { return withhold(.share, &step) }
      overlay = .share(Share())
    case .report:
      guard let report, mayBeSaved(report) else { return }
      step.effects.append(.proposeReportFile(title: report.title))
    case .lobby, .form, .consent, .engaging, .refused, .review, .handingIn, .restoring, .preview, .fault, .demo: return
    }
  }

  /// Whether a report can be saved: a practice's can.
  public func mayBeSaved(_ report: AttemptReport) -> Bool {
    Gate.verdict(on: .share, phase: lock.phase, mode: report.mode).isAllowed
  }

  /// A test begins: what was copied before is of no use in it.
  mutating func emptyRegister() { register = "" }

  // MARK: - Copy and paste

  mutating func takeSharePress(_ press: Press, _ shown: Share, _ step: inout Reduction) {
    if let saving = shown.saving { return takeSavingPress(press, shown, saving, &step) }
    guard allows(.share) else {
      overlay = nil
      return withhold(.share, &step)
    }
    var share = shown
    let rows = Share.Row.allCases
    switch press {
    case .moved(.up), .focusMoved(forward: false): share.row = (share.row + rows.count - 1) % rows.count
    case .moved(.down), .focusMoved(forward: true): share.row = (share.row + 1) % rows.count
    case .enter: return choose(rows.indices.contains(share.row) ? rows[share.row] : .close, &step)
    case .typed("q"), .typed("Q"): return choose(.copyQuestion, &step)
    case .typed("a"), .typed("A"): return choose(.copyAnswer, &step)
    case .typed("p"), .typed("P"): return choose(.paste, &step)
    case .action(.share): return choose(.close, &step)
    case .typed, .pasted, .edited, .moved, .action: break
    }
    overlay = .share(share)
  }

  private mutating func choose(_ row: Share.Row, _ step: inout Reduction) {
    overlay = nil
    guard let slot = sitting?.slot, let language = sitting?.attempt.exam.language else { return }
    switch row {
    case .copyQuestion: copy(slot.shared(language), "The question is copied", &step)
    case .copyAnswer:
      let response = sitting?.entry?.draft.response ?? sitting?.entry?.accepted
      let text = response.map { response in
        if case .text(let text) = response { return text }
        return AnswerText.text(of: response, to: slot.question, language: language)
      }
      if let text, !text.isEmpty {
        copy(text, "Your answer is copied", &step)
      } else {
        tell("There is no answer to copy yet.", &step)
      }
    case .paste:
      if register.isEmpty {
        tell("Nothing has been copied here yet.", &step)
      } else {
        takeQuestionPress(.pasted(register), &step)
      }
    case .close: break
    }
  }

  private mutating func copy(_ text: String, _ said: String, _ step: inout Reduction) {
    register = text
    step.effects.append(.copy(text))
    // No terminal confirms that it took it.
    tell(lock.tier == .terminal ? "\(said) here, and offered to the terminal." : "\(said).", &step)
  }

  private mutating func tell(_ words: String, _ step: inout Reduction) {
    banner = Banner(words, tone: .notice, at: step.now)
  }

  // MARK: - The report's file

  /// Where a report would go, unless something else is named.
  mutating func proposed(_ path: String) {
    guard stage == .report, overlay == nil, let report, mayBeSaved(report) else { return }
    var share = Share()
    share.saving = Share.Saving(path)
    overlay = .share(share)
  }

  private mutating func takeSavingPress(
    _ press: Press, _ share: Share, _ shown: Share.Saving, _ step: inout Reduction
  ) {
    var saving = shown
    switch press {
    case .enter:
      let path = trimmed(saving.editor.text)
      guard let report, mayBeSaved(report) else {
        overlay = nil
        return
      }
      guard !path.isEmpty else {
        saving.notice = "Name a file."
        break
      }
      step.effects.append(.saveReport(path: path, report.text(at: step.wall), overwriting: saving.taken == path))
      return
    case .action(.share):
      overlay = nil
      return
    case .typed, .pasted, .edited, .moved(.left), .moved(.right):
      TextChange(press)?.apply(to: &saving.editor)
      saving.notice = ""
    case .moved, .focusMoved, .action: break
    }
    var share = share
    share.saving = saving
    overlay = .share(share)
  }

  /// What came of it.
  mutating func saved(_ outcome: ReportSaving, _ step: inout Reduction) {
    guard case .share(var share)? = overlay, var saving = share.saving else { return }
    switch outcome {
    case .saved(let path):
      overlay = nil
      return tell("The report is saved in \(path).", &step)
    case .taken:
      saving.taken = trimmed(saving.editor.text)
      saving.notice = "That file is there already. Enter writes over it; or name another one."
    case .failed(let words):
      saving.taken = nil
      saving.notice = words
    }
    share.saving = saving
    overlay = .share(share)
  }

  /// Home inside the field goes to its start. Returns whether there was anywhere to go.
  mutating func moveSavingCaretHome() -> Bool {
    guard case .share(var share)? = overlay, share.saving?.editor.isAtStart == false else { return false }
    share.saving?.editor.move(to: 0)
    overlay = .share(share)
    return true
  }
}
