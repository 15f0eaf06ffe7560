/// Review, handing in, sealing, releasing, report.
extension SittingState {
  mutating func takeReviewPress(_ press: Press, _ step: inout Reduction) {
    guard let row = sitting?.reviewRow, let last = sitting.map({ $0.entries.count - 1 }) else { return }
    switch Navigation(press) {
    case .enter:
      switch focus {
      case .body(0):
        if let target = sitting?.reviewTarget { show(target, &step) }
      case .body: overlay = .confirm(.handIn, yes: false)
      case .footer(let item): pressFooter(item, &step)
      }
    case .along(let forward): moveFocus(forward: forward, parts: 2)
    case .arrow(.up) where focus == .body(0): sitting?.reviewRow = max(0, row - 1)
    case .arrow(.down) where focus == .body(0) && row < last: sitting?.reviewRow = row + 1
    case .arrow(let direction): moveFocus(direction, parts: 2)
    case nil: break
    }
  }

  mutating func takeReportPress(_ press: Press, _ step: inout Reduction) {
    switch Navigation(press) {
    case .enter:
      if case .footer(let item) = focus { pressFooter(item, &step) } else { leaveReport(&step) }
    case .along(let forward): moveFocus(forward: forward, parts: 1)
    case .arrow(.up): reportScroll = scrolled(reportScroll, by: -1)
    case .arrow(.down): reportScroll = scrolled(reportScroll, by: 1)
    case .arrow(let direction): moveFocus(direction, parts: 1)
    case nil: break
    }
  }

  mutating func leaveReport(_ step: inout Reduction) {
    if launch.exam != nil || launch.resume != nil {
      step.effects.append(.leave(status: 0, reason: ""))
    } else {
      goToLobby(&step)
    }
  }

  /// Ends the attempt with what stands there, typed and not yet accepted answers included.
  mutating func end(_ end: AttemptEnd, _ step: inout Reduction) {
    guard let sitting, sitting.ending == nil else { return }
    overlay = nil
    focus = .body(0)
    stage = .handingIn
    closeHelps(&step)
    for (index, entry) in sitting.entries.enumerated() where entry.hasUnacceptedDraft && entry.verdict == nil {
      guard let response = entry.draft.response else { continue }
      self.sitting?.entries[index].accepted = response
      record(.response(response), slot: index, &step)
    }
    self.sitting?.clock.stop(at: step.now)
    self.sitting?.ending = end
    if self.sitting?.unsaved.isEmpty == true { step.effects.append(.seal(end)) }
  }

  mutating func sealed(_ report: AttemptReport, _ step: inout Reduction) {
    guard let end = sitting?.ending else { return }
    sitting?.sealed = true
    sitting?.saveFault = ""
    sitting?.retryAt = nil
    self.report = report
    if !lock.phase.isHeld {
      // A test that is ended where nothing is locked has no release to be sealed at.
      if sitting?.isTest == true { step.effects.append(.requestSeal) }
      showReport()
    } else {
      step.effects.append(.requestUnlock(end))
    }
  }

  /// A practice tells what is right, so it stops while somebody sits the test. What was typed stays, and it can be gone
  /// on with afterwards; a report is closed.
  mutating func stopPractice(_ words: String, _ step: inout Reduction) {
    let isPractising = sitting.map { !$0.isTest && $0.ending == nil } ?? false
    guard isPractising || stage == .report && report?.mode == .practice else { return }
    guard launch.exam == nil, launch.resume == nil else {
      step.effects.append(.leave(status: 77, reason: words))
      return
    }
    sitting = nil
    closeHelps(&step)
    report = nil
    overlay = nil
    banner = nil
    aids = Aids()
    fault = [words]
    reportScroll = 0
    stage = .fault
    focus = .body(0)
  }

  mutating func notSealed(_ reason: String, _ step: inout Reduction) {
    sitting?.saveFault = reason
    sitting?.retryAt = step.now.adding(2000)
  }

  mutating func showReport() {
    stage = .report
    focus = .body(0)
    overlay = nil
    reportScroll = 0
    sitting = nil
    aids.reset()
  }
}
