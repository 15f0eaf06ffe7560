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
    self.init(marks: marks, current: drafts.slot ?? current, consumed: max(consumed, drafts.consumed))
  }
}
