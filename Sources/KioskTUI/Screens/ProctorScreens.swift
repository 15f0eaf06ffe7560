import KioskCore

/// The proctor's: the passcode, and what can be done once it is accepted.
extension Screen {
  /// - Parameters:
  ///   - names: the proctors'.
  ///   - wait: how long no passcode is looked at, in seconds.
  static func drawPasscode(
    _ prompt: PasscodePrompt, names: [String], wait: Int64, large: Bool, in area: Rect, _ grid: inout Grid
  ) {
    let several = names.count > 1
    let words =
      switch prompt.purpose {
      case .start: "A proctor's passcode starts this test."
      case .endInterrupted: "A proctor's passcode ends that test."
      case .panel: "Only the proctor can do more. This is recorded."
      }
    let name = names.indices.contains(prompt.who) ? ScreenText.fitted(names[prompt.who]) : ""
    let (said, style) = said(prompt, wait: wait)
    if large {
      drawLargePasscode(prompt, words, name: several ? name : nil, said, in: area, &grid)
      return
    }
    let inside = box("Proctor", width: 50, height: several ? 10 : 9, in: area, &grid)
    grid.put(words, x: inside.x, y: inside.y + 1, maxWidth: inside.width)
    var row = 3
    if several {
      grid.put("Name", x: inside.x, y: inside.y + row)
      drawPicker(name, in: inside.row(row).dropLeft(10), focused: prompt.focus == .who, &grid)
      row += 1
    }
    grid.put("Passcode", x: inside.x, y: inside.y + row)
    drawBullets(
      prompt.passcode.length, in: inside.row(row).dropLeft(10).left(32), focused: prompt.focus == .passcode, &grid)
    row += 1
    grid.drawText(said, in: Rect(x: inside.x, y: inside.y + row, width: inside.width, height: 2), style)
    let button: Int? = prompt.focus == .confirm ? 0 : prompt.focus == .cancel ? 1 : nil
    grid.drawButtons(["Go on", "Cancel"], focused: button, in: inside.row(row + 3))
  }

  /// The same with every row in large letters. `name`: the proctor who is chosen, where there are several.
  private static func drawLargePasscode(
    _ prompt: PasscodePrompt, _ words: String, name: String?, _ said: String, in area: Rect, _ grid: inout Grid
  ) {
    var page = Page(width: area.width - 4)
    page.add(words, .bold)
    if !said.isEmpty { page.add(said, .warning) }
    let bullets = String(repeating: "•", count: prompt.passcode.length)
    var rows: [(PasscodePrompt.Part, LargeItem)] = [
      (.passcode, LargeItem(text: bullets, detail: "Passcode", caret: bullets.utf8.count)),
      (.confirm, LargeItem(text: "Go on")), (.cancel, LargeItem(text: "Cancel")),
    ]
    if let name { rows.insert((.who, LargeItem(text: name, detail: "‹ another proctor ›")), at: 0) }
    let row = rows.firstIndex { $0.0 == prompt.focus } ?? 0
    drawLargeChoices("Proctor", page, rows.map(\.1), row: row, in: area, &grid)
  }

  private static func said(_ prompt: PasscodePrompt, wait: Int64) -> (String, Style) {
    if prompt.isChecking { return ("Checking…", .dim) }
    if wait > 0 {
      let countdown = "The next can be tried in \(spoken(wait * 1000))."
      return (prompt.notice.isEmpty ? countdown : prompt.notice + " " + countdown, .warning)
    }
    return (prompt.notice, .warning)
  }

  /// One of several, changed with the arrows: "‹ A. Smith ›".
  private static func drawPicker(_ name: String, in rect: Rect, focused: Bool, _ grid: inout Grid) {
    let width = min(rect.width, Width.of(name) + 4)
    let field = rect.left(width)
    let style: Style = focused ? .fieldFocused : .field
    grid.fill(field, style)
    grid.put("‹ ", x: field.x, y: field.y, style)
    grid.putClipped(name, x: field.x + 2, y: field.y, style, maxWidth: width - 4)
    grid.put(" ›", x: field.endX - 2, y: field.y, style)
    if focused { grid.cursor = Point(x: field.x + 2, y: field.y) }
  }

  /// One bullet for each code point typed, no more than there is room for: the passcode itself is never drawn.
  private static func drawBullets(_ count: Int, in rect: Rect, focused: Bool, _ grid: inout Grid) {
    let style: Style = focused ? .fieldFocused : .field
    grid.fill(rect, style)
    let inner = rect.inset(columns: 1)
    let shown = min(count, inner.width - 1)
    grid.fill(inner.left(shown), style, with: "•")
    grid.put("[", x: rect.x, y: rect.y, style)
    grid.put("]", x: rect.endX - 1, y: rect.y, style)
    if focused { grid.cursor = Point(x: inner.x + shown, y: rect.y) }
  }

  static func drawProctor(
    _ panel: ProctorPanel, _ state: SittingState, now: Moment, in area: Rect, _ grid: inout Grid
  ) {
    let isLarge = state.aids.isOn(.largePrint)
    if let act = panel.asking {
      if isLarge {
        drawLargeConfirm(act.question, act.consequence, yes: panel.yes, in: area, &grid)
        return
      }
      let inside = box(act.question, width: 50, height: 6, in: area, &grid)
      grid.drawText(act.consequence, in: inside.dropTop(1).top(2))
      grid.drawButtons(["No", "Yes"], focused: panel.yes ? 1 : 0, in: inside.row(4))
      return
    }
    var page = Page(width: isLarge ? area.width - 4 : 50)
    let style: Style = isLarge ? .bold : .normal
    page.add(
      "Locked for a test" + (state.lock.since.map { " since \(Timestamps.minute($0)) (UTC)." } ?? "."), style)
    let left = timeLeft(state, now: now)
    let time = left.isEmpty ? "No time limit but the \(state.capInWords)." : "Time: \(left)."
    page.add(state.isPaused ? time + " The clock stands." : time, style)
    page.add("Attempts to leave: \(state.lock.escapes). Interruptions: \(state.lock.interruptions).", style)
    if let sitting = state.sitting {
      page.add("Answered: \(sitting.answeredCount) of \(sitting.questionCount).", style)
    }
    let rows = state.proctorRows
    if isLarge {
      let items = rows.map { LargeItem(text: $0.title) }
      drawLargeChoices("Proctor: \(ScreenText.fitted(panel.name))", page, items, row: panel.row, in: area, &grid)
      return
    }
    let inside = box(
      "Proctor: \(ScreenText.fitted(panel.name))", width: 50, height: page.rows.count + rows.count + 3, in: area, &grid)
    grid.drawPage(page, in: inside.dropTop(1).top(page.rows.count))
    for (index, act) in rows.enumerated() {
      grid.drawChoice(.none, act.title, in: inside.row(page.rows.count + 2 + index), focused: panel.row == index)
    }
  }
}

extension ProctorAct {
  /// Its row in the proctor's panel.
  var title: String {
    switch self {
    case .goOn: "Close, and leave the test as it is"
    case .pause: "Pause the test and its clock"
    case .resume: "Let the test and its clock go on"
    case .handIn: "Hand in now"
    case .end: "End the test and unlock"
    }
  }

  /// What is asked before it is done.
  var question: String {
    switch self {
    case .goOn: "Go on?"
    case .pause: "Pause the test?"
    case .resume: "Let the test go on?"
    case .handIn: "Hand in now?"
    case .end: "End the test?"
    }
  }

  /// What it means.
  var consequence: String {
    switch self {
    case .goOn: "The panel closes; nothing else changes."
    case .pause: "The questions are hidden and the clock stands until a proctor lets the test go on."
    case .resume: "The questions are shown again and the clock runs."
    case .handIn: "What is answered is handed in for the candidate, and the terminal is unlocked."
    case .end: "The result says that the proctor ended it. The terminal is unlocked."
    }
  }
}
