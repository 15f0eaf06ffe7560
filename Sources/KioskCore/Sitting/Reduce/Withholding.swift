/// A practice tells what is right. So an exam is not practised while a test of it can still be gone on with: the test is gone
/// on with first, or ended, by a proctor where any is set.
extension SittingState {
  mutating func withhold(_ tests: [ResumableItem], _ step: inout Reduction) {
    guard let first = tests.first else { return }
    pending = nil
    guard launch.exam == nil || !launch.practice else {
      let who = first.candidate.isEmpty ? "" : " (\(first.candidate))"
      step.effects.append(
        .leave(
          status: 77,
          reason: "a test of \(first.title) was interrupted\(who): go on with it or end it in kiosk, then practise"))
      return
    }
    stage = .lobby
    focus = .body(0)
    lobby.withholding = tests
    overlay = .withheld(row: 0)
    // Who the proctors are may have changed since the lobby was opened: whoever looks at the terminal looks at them too.
    step.effects.append(.assess(.standard, program: first.exam))
  }

  mutating func takeWithheldPress(_ press: Press, _ row: Int, _ step: inout Reduction) {
    let rows = WithheldRow.allCases
    switch press {
    case .moved(.up), .moved(.left), .focusMoved(forward: false):
      overlay = .withheld(row: (row + rows.count - 1) % rows.count)
    case .moved(.down), .moved(.right), .focusMoved(forward: true): overlay = .withheld(row: (row + 1) % rows.count)
    case .enter:
      overlay = nil
      guard let test = lobby.withheld?.item else { return }
      switch rows.indices.contains(row) ? rows[row] : .back {
      case .goOn:
        pending = PendingStart(mode: .test)
        step.effects.append(.loadAttempt(test.attempt))
      case .end:
        if proctors.isSet { askForPasscode(.endInterrupted) } else { overlay = .confirm(.endInterrupted, yes: false) }
      case .back: break
      }
    case .typed, .pasted, .edited, .action: break
    }
  }

  /// Ends it with what stands there, without a lock; its report is shown as at any end.
  mutating func endInterrupted(by name: String, _ step: inout Reduction) {
    guard let test = lobby.withheld?.item, stage == .lobby else { return }
    pending = PendingStart(mode: .test)
    pending?.endedBy = name
    step.effects.append(.loadAttempt(test.attempt))
  }
}
