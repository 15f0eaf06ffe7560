/// Accepting answers, going from question to question, and saving.
extension SittingState {
  /// Brings question `index` to the front.
  mutating func show(_ index: Int, _ step: inout Reduction) {
    guard sitting?.entries.indices.contains(index) == true else { return }
    sitting?.current = index
    sitting?.emptyAccepted = false
    sitting?.notice = ""
    sitting?.promptScroll = 0
    sitting?.rowScroll = 0
    sitting?.textIsScrolled = false
    sitting?.assistance = Sitting.Assistance()
    stage = .question
    focus = .body(0)
    sitting?.clock.painted(at: step.now)
    if sitting?.entries[index].presented == false {
      sitting?.entries[index].presented = true
      record(.presented, slot: index, &step)
      sayOnArrival(index, &step)
    }
    step.effects.append(.recordPosition)
    wantHelps(at: index, &step)
  }

  // Nothing here holds a copy of the whole sitting while a part of it changes: every entry would be copied for one.

  /// Enter on the answer.
  mutating func accept(_ step: inout Reduction) {
    guard let current = sitting?.current, let entry = sitting?.entry, let slot = sitting?.slot else { return }
    if entry.verdict != nil || slot.question.kind == .description {
      goOn(&step)
      return
    }
    if sitting?.entries[current].draft.moveToNextEmpty() == true {
      step.effects.append(.recordDraft(slot: current))
      return
    }
    if sitting?.emptyAccepted == false, let doubt = doubt(entry, slot.question) {
      sitting?.emptyAccepted = true
      sitting?.notice = doubt
      return
    }
    take(current, &step)
    if tellsVerdict, !entry.draft.isEmpty {
      // Told only of what is durable: see `committed`. Until then another Enter changes nothing.
      if sitting?.isSaving(slot: current) != true { step.effects.append(.judge(slot: current)) }
    } else {
      goOn(&step)
    }
  }

  /// What is said, once, before an answer is taken that can hardly be meant so; `nil`: it is taken as it is.
  private func doubt(_ entry: Sitting.Entry, _ question: Question) -> String? {
    if entry.draft.isEmpty {
      return entry.isAnswered ? nil : "Nothing is answered yet. Enter again goes on without an answer."
    }
    switch (question.kind, entry.draft) {
    case (.numerical(_, let unit), .text(let editor)):
      let language = sitting?.attempt.exam.language ?? "en"
      let isNumber = NumberReading.number(in: editor.text, units: unit?.all ?? [], language: language) != nil
      return isNumber ? nil : "This is no number yet: Enter again keeps it."
    case (.matching, _):
      return entry.draft.blanks.map { "\($0.all - $0.empty) of \($0.all) matched: Enter again goes on." }
    case (.cloze, _):
      return entry.draft.blanks.map { "\($0.all - $0.empty) of \($0.all) gaps filled: Enter again goes on." }
    case (.shortAnswer, _), (.choice, _), (.trueFalse, _), (.numerical, _), (.ordering, _),
      (.spelling, _), (.essay, _), (.description, _):
      return nil
    }
  }

  /// Whether right or wrong is told after each answer: as the exam says, and always in practice.
  private var tellsVerdict: Bool {
    sitting?.attempt.tellsVerdict ?? false
  }

  /// The answer was judged: told with the bell, and closed.
  mutating func judged(_ slot: Int, _ correctness: Sitting.Correctness, _ step: inout Reduction) {
    guard sitting?.entries.indices.contains(slot) == true else { return }
    sitting?.entries[slot].verdict = correctness
    sitting?.assistance = Sitting.Assistance()
    switch correctness {
    case .right: ring(right: true, &step)
    case .wrong: ring(right: false, &step)
    case .partly, .pending: break
    }
  }

  /// Rings as far as the candidate, or the machine's profile, lets it.
  private func ring(right: Bool, _ step: inout Reduction) {
    let tone = aids.isOn(.bell)
    let flash = aids.isOn(.visibleBell)
    if tone || flash { step.effects.append(.bell(right: right, tone: tone, flash: flash)) }
  }

  /// Accepts what stands at `index`; an unchanged response adds no step.
  private mutating func take(_ index: Int, _ step: inout Reduction) {
    guard let entry = sitting?.entries[index], entry.hasUnacceptedDraft, let response = entry.draft.response else {
      return
    }
    sitting?.entries[index].accepted = response
    record(.response(response), slot: index, &step)
  }

  /// The next question, or the review behind the last.
  mutating func goOn(_ step: inout Reduction) {
    guard sitting != nil else { return }
    if let next = sitting?.next {
      show(next, &step)
    } else {
      let isForward = sitting?.attempt.exam.navigation == .forward
      sitting?.isThrough = isForward
      openReview(&step)
      // Whoever comes from the last question has the end before him, not the list.
      focus = .body(1)
    }
  }

  /// PageDown and PageUp: what stands in the answer is accepted, unless accepting would tell the verdict.
  mutating func turnPage(forward: Bool, _ step: inout Reduction) {
    guard let current = sitting?.current, stage == .question || stage == .review else { return }
    let isFree = sitting?.attempt.exam.navigation == .free
    if stage == .review {
      if !forward, sitting?.reviewTarget != nil { show(current, &step) }
      return
    }
    if forward {
      if tellsVerdict || !isFree {
        accept(&step)
      } else {
        take(current, &step)
        goOn(&step)
      }
      return
    }
    guard isFree else {
      sitting?.notice = "This test goes forward only."
      return
    }
    guard current > 0 else { return }
    if !tellsVerdict { take(current, &step) }
    show(current - 1, &step)
  }

  mutating func openReview(_ step: inout Reduction) {
    guard let current = sitting?.current, stage == .question || stage == .review else { return }
    if !tellsVerdict { take(current, &step) }
    stage = .review
    leaveHelps(&step)
    focus = .body(0)
    sitting?.reviewRow = current
  }

  /// Appends a step and sees to it that it becomes durable, in order.
  mutating func record(_ kind: Step.Kind, slot: Int, _ step: inout Reduction) {
    guard let consumed = sitting?.clock.consumed(at: step.now) else { return }
    let taken = Step(slot: slot, kind: kind, at: step.wall, consumed: consumed)
    sitting?.unsaved.append(taken)
    if sitting?.unsaved.count == 1 { step.effects.append(.commit(taken)) }
  }

  mutating func committed(_ step: inout Reduction) {
    guard sitting?.unsaved.isEmpty == false else { return }
    if let done = sitting?.unsaved.removeFirst(), case .response(let response) = done.kind, tellsVerdict,
      !response.isEmpty, sitting?.ending == nil, sitting?.isSaving(slot: done.slot) == false
    {
      step.effects.append(.judge(slot: done.slot))
    }
    sitting?.saveFault = ""
    sitting?.retryAt = nil
    if let next = sitting?.unsaved.first {
      step.effects.append(.commit(next))
    } else if let end = sitting?.ending {
      step.effects.append(.seal(end))
    }
  }

  /// The answer stays in memory and on screen, the lock stays, and it is tried again in two seconds.
  mutating func notCommitted(_ reason: String, _ step: inout Reduction) {
    sitting?.saveFault = reason
    sitting?.retryAt = step.now.adding(2000)
  }

  mutating func retry(_ step: inout Reduction) {
    sitting?.retryAt = nil
    if let first = sitting?.unsaved.first {
      step.effects.append(.commit(first))
    } else if let end = sitting?.ending {
      step.effects.append(.seal(end))
    }
  }
}
