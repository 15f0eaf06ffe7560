import KioskCore

/// A question: its number, what is asked, the answer, and how things stand.
extension Screen {
  /// Draws the question and its answer anew into a grid that shows the same screen but for them: what a keystroke on an
  /// answer changes, at a fraction of the cost. Returns what `draw` returns.
  static func drawAnswer(_ state: SittingState, into grid: inout Grid) -> Int {
    let area = grid.bounds.dropTop(2).dropBottom(1).inset(columns: margin)
    grid.fill(Rect(x: 0, y: area.y, width: grid.width, height: area.height))
    grid.cursor = nil
    return drawQuestion(state, state.focus, in: area, &grid)
  }

  static func drawQuestion(
    _ state: SittingState, _ focus: SittingState.Focus?, in area: Rect, _ grid: inout Grid
  ) -> Int {
    guard let sitting = state.sitting, let slot = sitting.slot, let entry = sitting.entry else { return 0 }
    let language = sitting.attempt.exam.language
    let view = QuestionView(
      isLarge: state.aids.isOn(.largePrint), sitting: sitting, slot: slot, entry: entry, language: language,
      focused: part(focus) != nil)
    let body = area.dropTop(2).dropBottom(1)
    let limit = view.draw(in: body, &grid)
    // A large question that is scrolled was drawn from above its room.
    if view.isLarge { grid.fill(Rect(x: 0, y: 0, width: grid.width, height: body.y)) }
    drawQuestionHead(sitting, slot, entry, language, in: area.row(0), &grid)
    if limit > 0 { drawScrollHint(entry.draft, in: area.bottom(1), &grid) }
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
    x += grid.put("Question \(sitting.current + 1) of \(count)", x: x, y: rect.y, .accent)
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
    let below = notes(width: body.width)
    let rows = min(body.height / 2, below.rows.isEmpty ? 0 : below.rows.count + 1)
    let area = body.dropBottom(rows)
    let prompt = drawPrompt(in: area, &grid)
    let answer = area.dropTop(prompt.rows)
    let used = drawAnswer(in: answer, &grid)
    if !below.rows.isEmpty {
      grid.drawPage(below, in: Rect(x: body.x, y: answer.y + used + 1, width: body.width, height: rows - 1))
    }
    return prompt.limit
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

  /// In large letters where the aid is on and they leave room for the answer; scrolled where it is longer than its room.
  func drawAsked(_ text: String, in rect: Rect, _ grid: inout Grid) -> Asked {
    let room = max(1, rect.height - answerRows(in: rect.height) - 1)
    if isLarge {
      let rows = LargeLetters.rows(of: text, width: rect.width)
      if rows <= room { return (grid.drawLarge(text, in: rect.top(rows)) + 1, 0) }
      if room >= QuestionView.largeRows {
        let first = max(0, min(sitting.promptScroll, rows - room))
        grid.drawLarge(text, in: Rect(x: rect.x, y: rect.y - first, width: rect.width, height: first + room))
        drawMarks(in: rect.top(room), first: first, limit: rows - room, &grid)
        return (room + 1, rows - room)
      }
    }
    let lines = TextLayout.wrap(text, width: rect.width)
    let shown = min(lines.count, room)
    let limit = lines.count - shown
    let first = max(0, min(sitting.promptScroll, limit))
    grid.drawLines(lines, in: rect.top(shown), isLarge ? .bold : .normal, skipping: first)
    drawMarks(in: rect.top(shown), first: first, limit: limit, &grid)
    return (shown + 1, limit)
  }

  /// The rows a line of large letters takes, and so the least room they are used in.
  private static let largeRows = 5

  private func drawMarks(in rect: Rect, first: Int, limit: Int, _ grid: inout Grid) {
    let marks = Rect(x: rect.endX, y: rect.y, width: 2, height: rect.height)
    grid.drawScrollMarks(in: marks, above: first > 0, below: first < limit)
  }

  /// The rows kept for the answer however long the question is.
  private func answerRows(in height: Int) -> Int {
    switch slot.question.kind {
    case .description: 0
    // Where the question is large, so is what is typed.
    case .shortAnswer, .numerical: isLarge && height >= 14 ? 2 + QuestionView.largeRows : 1
    case .spelling: 4
    // The hint below the two stays where the question is large.
    case .trueFalse: isLarge ? 4 : 2
    case .choice, .ordering, .cloze, .essay: 6
    case .matching: 8
    }
  }

  /// What stands below the answer: suggestions, the verdict, a notice.
  private func notes(width: Int) -> Page {
    var page = Page(width: width)
    let assistance = sitting.assistance
    if !assistance.suggestions.isEmpty {
      page.add("Tab takes “\(assistance.suggestions[0])”", .dim)
      if assistance.suggestions.count > 1 {
        page.add("also: " + assistance.suggestions.dropFirst().joined(separator: " · "), .dim)
      }
    }
    if assistance.misspelt { page.add("A word here is in no list.", .misspelt) }
    if let verdict = entry.verdict { addVerdict(verdict, to: &page) }
    if !sitting.notice.isEmpty { page.add(sitting.notice) }
    return page
  }

  private func addVerdict(_ verdict: Sitting.Correctness, to page: inout Page) {
    switch verdict {
    case .right: page.add("✓ Right", .good)
    case .partly: page.add("± Partly right", .warning)
    case .wrong: page.add("✗ Wrong", .bad)
    case .pending: page.add("Kept: it is marked by hand.")
    }
    if !sitting.isTest, verdict == .wrong || verdict == .partly {
      if let right = AnswerText.rightAnswer(to: slot.question, language: language) { page.add("Right is: \(right)") }
    }
    page.add("Enter goes on.", .dim)
  }
}
