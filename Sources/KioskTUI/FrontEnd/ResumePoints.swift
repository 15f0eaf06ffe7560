import KioskCore

extension ResumePoint {
  /// Where an attempt stands after `steps`, with the drafts that had been painted since.
  init(attempt: Attempt, steps: [Step], drafts: DraftLog.State) {
    var marks = [ResumePoint.Mark](repeating: ResumePoint.Mark(), count: attempt.slots.count)
    var consumed: Int64 = 0
    var current = 0
    for step in steps where marks.indices.contains(step.slot) {
      consumed = max(consumed, step.consumed)
      switch step.kind {
      case .presented:
        marks[step.slot].presented = true
        current = step.slot
      case .response(let response):
        marks[step.slot].accepted = response
        current = step.slot
      case .flagged(let flagged): marks[step.slot].flagged = flagged
      case .helped, .asked: break
      }
    }
    for (slot, entry) in drafts.entries where marks.indices.contains(slot) {
      marks[slot].draft = entry.response
      marks[slot].caret = entry.caret
    }
    // A step after the last mark was taken while the clock ran on: counting up from the mark takes it in.
    self.init(
      marks: marks, current: drafts.slot ?? current, consumed: max(consumed, drafts.consumed),
      runningAt: drafts.runningAt.map { $0.adding(max(0, consumed - drafts.consumed)) })
  }
}
