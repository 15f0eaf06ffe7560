import KioskCore

/// A question: its number, what is asked, the answer, and how things stand.
extension Screen {
  /// Draws the question and its answer anew into a grid that shows the same screen but for them: what a keystroke on an
  /// answer changes, at a fraction of the cost. Returns what `draw` returns.
  static func drawAnswer(_ state: SittingState, into grid: inout Grid) -> Int {
    let area = grid.bounds.dropTop(2).dropBottom(1).inset(columns: margin)
    grid.fill(Rect(x: 0, y: area.y, width: grid.width, height: area.height))
    grid.cursor = nil
    grid.textField = nil
    grid.rowLimit = 0
    let limit = drawQuestion(state, state.focus, in: area, &grid)
    // What was drawn anew lies under the second row of a long banner.
    drawBanner(state, &grid)
    return limit
  }

  /// Draws no more than the line that was typed into and the word on saving, into a grid that shows all the rest.
  /// - Returns: the rows drawn; none: the screen is one of which more has to be drawn.
  static func drawText(_ state: SittingState, into grid: inout Grid) -> [Int] {
    guard let field = grid.textField, state.sitting?.saveFault.isEmpty == true,
      case .text(let editor)? = state.sitting?.entry?.draft
    else { return [] }
    drawField(editor, in: field, focused: true, &grid)
    let last = grid.bounds.dropBottom(1).inset(columns: margin).bottom(1)
    if let sitting = state.sitting, let entry = sitting.entry {
      grid.fill(last)
      if state.scrollLimit > 0 { drawScrollHint(entry.draft, in: last, &grid) }
      drawSaved(sitting, entry, in: last, &grid)
    }
    return [field.y, last.y]
  }

  static func drawQuestion(
    _ state: SittingState, _ focus: SittingState.Focus?, in area: Rect, _ grid: inout Grid
  ) -> Int {
    guard let sitting = state.sitting, let slot = sitting.slot, let entry = sitting.entry else { return 0 }
    let language = sitting.attempt.exam.language
    let view = QuestionView(
      isLarge: state.aids.isOn(.largePrint), sitting: sitting, slot: slot, entry: entry, language: language,
      focused: part(focus) != nil)
    // Two long texts beside each other need the empty row above the question too.
    let body = area.dropTop(state.banner == nil && view.needsEveryRow(in: area) ? 1 : 2).dropBottom(1)
    let limit = view.draw(in: body, &grid)
    drawQuestionHead(sitting, slot, entry, language, in: headRow(state, in: area, grid), &grid)
    if grid.rowLimit > 0 {
      grid.drawRow("PgDn, PgUp: the rest of this row", in: area.bottom(1), .dim, align: .right)
    } else if limit > 0 {
      drawScrollHint(entry.draft, in: area.bottom(1), &grid)
    }
    drawSaved(sitting, entry, in: area.bottom(1), &grid)
    return limit
  }

  /// How a question that is longer than its room is scrolled, in the room that "Not entered yet" leaves.
  private static func drawScrollHint(_ draft: Draft, in rect: Rect, _ grid: inout Grid) {
    let words =
      switch draft {
      case .text(let editor) where !editor.isMultiline: "↑ ↓ scroll the question"
      case .none: "↑ ↓ scroll the question"
      case .text, .choice, .trueFalse, .matching, .ordering, .cloze: "↑ at the top, ↓ at the end: scroll the question"
      }
    let fits = Width.of(words) + 24 <= rect.width
    grid.drawRow(fits ? words[...] : "↑ ↓ scroll", in: rect, .dim, align: .right)
  }

  private static func drawQuestionHead(
    _ sitting: Sitting, _ slot: Slot, _ entry: Sitting.Entry, _ language: String, in rect: Rect, _ grid: inout Grid
  ) {
    let count = sitting.entries.count
    var x = rect.x
    x += grid.put("Question \(sitting.number) of \(count)", x: x, y: rect.y, .accent)
    let end = entry.flagged ? rect.endX - 9 : rect.endX
    if let topic = slot.question.topic { x += putAfter(topic.text(in: language), x: x, end: end, y: rect.y, &grid) }
    if let level = slot.question.level { x += putAfter("level \(level)", x: x, end: end, y: rect.y, &grid) }
    if slot.question.kind != .description, slot.question.points != .one {
      x += putAfter("\(slot.question.points.short) points", x: x, end: end, y: rect.y, &grid)
    }
    if entry.flagged { grid.put("Flagged", x: rect.endX - 7, y: rect.y, .warning) }
  }

  private static func putAfter(_ text: String, x: Int, end: Int, y: Int, _ grid: inout Grid) -> Int {
    guard x + 3 < end else { return 0 }
    grid.put(" · ", x: x, y: y, .dim, maxWidth: 3)
    return 3 + grid.putClipped(text, x: x + 3, y: y, .dim, maxWidth: end - x - 3)
  }

  /// Told truthfully: "Saved" only when nothing waits to be written and what stands there is what was accepted.
  private static func drawSaved(_ sitting: Sitting, _ entry: Sitting.Entry, in rect: Rect, _ grid: inout Grid) {
    if !sitting.unsaved.isEmpty, !sitting.saveFault.isEmpty {
      grid.put("Not saved: ", x: rect.x, y: rect.y, .bad)
      grid.putClipped(
        "\(sitting.saveFault), trying again", x: rect.x + 11, y: rect.y, .bad, maxWidth: rect.width - 11)
    } else if entry.verdict == nil, entry.hasUnacceptedDraft {
      grid.put("Not entered yet: Enter", x: rect.x, y: rect.y, .dim)
    } else if !sitting.unsaved.isEmpty {
      grid.put("Saving…", x: rect.x, y: rect.y, .dim)
    } else if entry.accepted != nil {
      grid.put("Saved", x: rect.x, y: rect.y, .good)
    }
  }
}

/// What is drawn between the head and the last row of a question.
struct QuestionView {
  /// Whether the question and the field are shown in large letters.
  let isLarge: Bool
  let sitting: Sitting
  let slot: Slot
  let entry: Sitting.Entry
  /// The exam's language.
  let language: String
  /// Whether the answer has the focus.
  let focused: Bool

  /// Returns how far the question can be scrolled.
  func draw(in body: Rect, _ grid: inout Grid) -> Int {
    let notes = notes()
    if isLarge { return drawLarge(notes, in: body, &grid) }
    var below = Page(width: body.width)
    for note in notes { below.add(note.text, note.style) }
    let rows = min(body.height / 2, below.rows.isEmpty ? 0 : below.rows.count + 1)
    let area = body.dropBottom(rows)
    let prompt: Asked
    var used = 0
    if case .cloze(let text, let gaps) = slot.question.kind, case .cloze(let drafts, let gap) = entry.draft {
      prompt = drawCloze(text.text(in: language), gaps, drafts, gap: gap, in: area, &grid)
    } else {
      prompt = drawPrompt(in: area, &grid)
      used = drawAnswer(in: area.dropTop(prompt.rows), &grid)
    }
    if below.rows.isEmpty { return prompt.limit }
    // What is told of an answer is scrolled behind the question.
    let place = Rect(x: body.x, y: area.y + prompt.rows + used + 1, width: body.width, height: rows - 1)
    return prompt.limit + grid.drawPage(below, in: place, first: sitting.promptScroll - prompt.limit)
  }

  /// What the question took: rows with the gap below it, and how far it can be scrolled.
  typealias Asked = (rows: Int, limit: Int)

  private func drawPrompt(in rect: Rect, _ grid: inout Grid) -> Asked {
    if case .spelling(let spelling) = slot.question.kind {
      return drawSpellingPrompt(spelling, in: rect, &grid)
    }
    let text = slot.question.prompt.text(in: language)
    guard !text.isEmpty else { return (0, 0) }
    return drawAsked(text, in: rect, &grid)
  }

  /// Scrolled where it is longer than its room.
  func drawAsked(_ text: String, in rect: Rect, _ grid: inout Grid) -> Asked {
    let kept = answerRows(in: rect)
    let room = max(1, rect.height - kept - 1)
    let lines = TextLayout.wrap(text, width: rect.width)
    let shown = min(lines.count, room)
    let limit = lines.count - shown
    let first = max(0, min(sitting.promptScroll, limit))
    grid.drawLines(lines, in: rect.top(shown), skipping: first)
    let marks = Rect(x: rect.endX, y: rect.y, width: 2, height: shown)
    grid.drawScrollMarks(in: marks, above: first > 0, below: first < limit)
    // An answer that needs every row has the gap too.
    return (kept > rect.height - shown - 1 ? shown : shown + 1, limit)
  }

  /// Whether a pair and what is chosen for it fill all of `area` but for the head, a row of the question and the last.
  func needsEveryRow(in area: Rect) -> Bool {
    guard case .matching(let pairs, let others) = slot.question.kind, !isLarge, entry.verdict == nil else {
      return false
    }
    return matchingRows(pairs, others, width: area.width) > area.height - 4
  }

  /// The rows kept for the answer however long the question is: enough for the longest row to be read as a whole.
  private func answerRows(in rect: Rect) -> Int {
    switch slot.question.kind {
    case .description: 0
    case .shortAnswer, .numerical: 1
    case .spelling: 4
    case .trueFalse: 2
    case .cloze, .essay: 6
    case .choice(let choices, _):
      max(6, QuestionView.tallest(choices.map { $0.text.text(in: language) }, width: rect.width - 9))
    case .ordering(let items):
      max(6, QuestionView.tallest(items.map { $0.text(in: language) }, width: rect.width - 6) + 2)
    case .matching(let pairs, let others):
      max(8, matchingRows(pairs, others, width: rect.width))
    }
  }

  /// One paragraph below the answer.
  typealias Note = (text: String, style: Style)

  /// What stands below the answer: suggestions, the verdict, a notice.
  private func notes() -> [Note] {
    var notes: [Note] = []
    // In an essay it stands beside the number of words, so that its lines stay where they are.
    if entry.verdict == nil, let editor = entry.draft.editor, !editor.isMultiline,
      let offer = sitting.assistance.offer(for: editor)
    {
      notes.append((offer.words, offer.style))
    }
    if let verdict = entry.verdict { notes += said(of: verdict) }
    if !sitting.notice.isEmpty { notes.append((sitting.notice, .normal)) }
    return notes
  }

  private func said(of verdict: Sitting.Correctness) -> [Note] {
    var notes: [Note] = []
    switch verdict {
    case .right: notes.append(("✓ Right", .good))
    case .partly: notes.append(("± Partly right", .warning))
    case .wrong: notes.append(("✗ Wrong", .bad))
    case .pending: notes.append(("Kept: it is marked by hand.", .normal))
    }
    if !sitting.isTest, verdict == .wrong || verdict == .partly {
      if let right = AnswerText.rightAnswer(to: slot.question, language: language) {
        notes.append(("Right is: \(right)", .normal))
      }
    }
    notes.append(("Enter goes on.", .dim))
    return notes
  }
}
