import KioskCore

/// What lies over the screen: framed, in the middle, alone with the focus.
extension Screen {
  static func drawOverlay(_ overlay: Overlay, _ state: SittingState, now: Moment, _ grid: inout Grid) -> Int {
    let area = grid.bounds.dropTop(2).dropBottom(1).inset(columns: 2)
    switch overlay {
    case .help(let scroll): return drawHelp(state, scroll: scroll, in: area, &grid)
    case .lookUp(let lookUp): return drawLookUp(lookUp, state, in: area, &grid)
    case .near(let near): drawNear(near, state, in: area, &grid)
    case .share(let share): drawShare(share, state, in: area, &grid)
    case .aids(let row): drawAids(state, row: row, in: area, &grid)
    case .confirm(let question, let yes): drawConfirm(question, yes: yes, state, in: area, &grid)
    case .withheld(let row): drawWithheld(state, row: row, in: area, &grid)
    case .soundCheck(let check): drawSoundCheck(check, state, in: area, &grid)
    case .passcode(let prompt):
      drawPasscode(
        prompt, names: state.proctors.names, wait: state.passcodeWait(at: now), large: state.aids.isOn(.largePrint),
        in: area, &grid)
    case .proctor(let panel): drawProctor(panel, state, now: now, in: area, &grid)
    case .panel(let row): drawPanel(state, row: row, now: now, in: area, &grid)
    }
    return 0
  }

  /// A framed box of `height` rows inside its frame, in the middle of `area`; a blank column keeps it off what it
  /// covers.
  static func box(_ title: String, width: Int, height: Int, in area: Rect, _ grid: inout Grid) -> Rect {
    let outer = area.centred(Size(width: width + 6, height: height + 2))
    grid.fill(outer)
    return grid.drawFrame(outer.inset(columns: 1), title: title)
  }

  private static func drawAids(_ state: SittingState, row: Int, in area: Rect, _ grid: inout Grid) {
    let aids = Aids.Aid.allCases
    if state.aids.isOn(.largePrint) {
      let items = aids.map { LargeItem(mark: LargeItem.check(state.aids.isOn($0)), text: $0.shortTitle) }
      drawLargeChoices("Aids", Page(width: 1), items + [LargeItem(text: "Close")], row: row, in: area, &grid)
      return
    }
    let inside = box("Aids", width: 50, height: aids.count + 5, in: area, &grid)
    for (index, aid) in aids.enumerated() {
      let on = state.aids.isOn(aid)
      let title = state.aids.isAllowed(aid) ? aid.title : "\(aid.shortTitle): not on this machine"
      grid.drawChoice(.check(on), title, in: inside.row(index + 1), focused: row == index)
    }
    grid.drawButtons(["Close"], focused: row == aids.count ? 0 : nil, in: inside.row(aids.count + 2))
    grid.put("They end with the test.", x: inside.x, y: inside.endY - 1, .dim)
  }

  private static func drawConfirm(
    _ question: Confirmation, yes: Bool, _ state: SittingState, in area: Rect, _ grid: inout Grid
  ) {
    var words = ""
    // Three lines where there is more to say than usual.
    var lines = 2
    let title: String
    switch question {
    case .handIn:
      title = "Hand in?"
      let missing = state.sitting.map { $0.questionCount - $0.answeredCount } ?? 0
      let inPart = state.sitting?.inPartCount ?? 0
      var said =
        missing == 0 ? [] : [missing == 1 ? "1 question is unanswered." : "\(missing) questions are unanswered."]
      if inPart > 0 {
        said.append(inPart == 1 ? "1 is answered only in part." : "\(inPart) are answered only in part.")
        lines = 3
      }
      words = said.isEmpty ? "Everything is answered." : said.joined(separator: " ")
      words += " After handing in nothing can be changed."
    case .leavePractice:
      title = "Leave the practice?"
      words = "It ends here. What is answered is marked."
    case .endInterrupted:
      title = "End the test?"
      let who = state.lobby.withheld?.item.candidate ?? ""
      words = "What is answered\(who.isEmpty ? "" : " by \(who)") is handed in. It cannot be gone on with then."
    }
    if state.aids.isOn(.largePrint) {
      drawLargeConfirm(title, words, yes: yes, in: area, &grid)
      return
    }
    let inside = box(title, width: 50, height: lines + 4, in: area, &grid)
    grid.drawText(words, in: inside.dropTop(1).top(lines))
    grid.drawButtons(["No", "Yes"], focused: yes ? 1 : 0, in: inside.row(lines + 2))
  }

  /// An exam that cannot be practised yet: why, and what can be done.
  private static func drawWithheld(_ state: SittingState, row: Int, in area: Rect, _ grid: inout Grid) {
    let isLarge = state.aids.isOn(.largePrint)
    var page = Page(width: isLarge ? area.width - 4 : 50)
    let style: Style = isLarge ? .bold : .normal
    if let (test, others) = state.lobby.withheld {
      let whose = test.candidate.isEmpty ? "A" : "\(test.candidate)'s"
      page.add("\(whose) test was interrupted and can be gone on with.", style)
      page.add("Answered: \(test.answered) of \(test.questions).", style)
      if others > 0 { page.add(others == 1 ? "There is 1 more." : "There are \(others) more.", style) }
    }
    page.add("Practice would give its answers away.", style)
    let rows = WithheldRow.allCases.map { row in
      switch row {
      case .goOn: isLarge ? "Go on" : "Go on with the test"
      case .end: state.proctors.isSet ? (isLarge ? "Proctor…" : "End it, with the proctor's passcode") : "End it"
      case .back: "Back"
      }
    }
    let title = "\(state.lobby.withheld?.item.title ?? "It") cannot be practised yet"
    if isLarge {
      drawLargeChoices(title, page, rows.map { LargeItem(text: $0) }, row: row, in: area, &grid)
      return
    }
    let inside = box(title, width: 50, height: page.rows.count + rows.count + 3, in: area, &grid)
    grid.drawPage(page, in: inside.dropTop(1).top(page.rows.count))
    for (index, words) in rows.enumerated() {
      grid.drawChoice(.none, words, in: inside.row(page.rows.count + 2 + index), focused: row == index)
    }
  }

  private static func drawPanel(_ state: SittingState, row: Int, now: Moment, in area: Rect, _ grid: inout Grid) {
    let isLarge = state.aids.isOn(.largePrint)
    let page = panelPage(state, now: now, width: isLarge ? area.width - 4 : 50, isLarge ? .bold : .normal)
    let buttons = state.panelRows.map { row in
      switch row {
      case .goOn: state.isPaused ? "Close" : isLarge || state.stage == .demo ? "Go on" : "Go on with the test"
      case .handIn: "Hand in"
      case .unlock: "Unlock"
      case .proctor: "Proctor…"
      }
    }
    let title = "This terminal is locked"
    if isLarge {
      drawLargeChoices(title, page, buttons.map { LargeItem(text: $0) }, row: row, in: area, &grid)
      return
    }
    let inside = box(title, width: 50, height: page.rows.count + 4, in: area, &grid)
    grid.drawPage(page, in: inside.dropTop(1).top(page.rows.count))
    grid.drawButtons(buttons, focused: min(row, buttons.count - 1), in: inside.row(page.rows.count + 2))
  }

  /// Why and since when it is locked, how much time is left, what was counted.
  private static func panelPage(_ state: SittingState, now: Moment, width: Int, _ style: Style) -> Page {
    var page = Page(width: width)
    let why = state.stage == .demo ? "to show what a lock is" : "because a test is under way"
    page.add("It is locked \(why).", style)
    if let name = state.lock.pausedBy { page.add("The test is paused by \(ScreenText.fitted(name)).", style) }
    if let since = state.lock.since { page.add("Locked since \(Timestamps.minute(since)) (UTC).", style) }
    let left = timeLeft(state, now: now)
    let way = state.stage == .demo ? "you unlock it, or by itself." : "you hand in, or after \(state.capInWords)."
    page.add(left.isEmpty ? "It unlocks when \(way)" : "Time: \(left).", style)
    let right = ScreenText.fitted(state.lock.entitlement)
    if !right.isEmpty { page.add("Locked by the \(right).", style) }
    let escapes = state.lock.escapes
    page.add(escapes == 1 ? "1 attempt to leave, counted." : "\(escapes) attempts to leave, counted.", style)
    return page
  }
}

extension Aids.Aid {
  /// What it does, in a few words.
  var title: String {
    switch self {
    case .invert: "Light and dark change places"
    case .monochrome: "No colours"
    case .largePrint: "Question and answer in large letters"
    case .bell: "A tone tells right from wrong"
    case .visibleBell: "The screen flashes with the tone"
    }
  }
}
