import KioskCore

/// The marks.
extension Screen {
  static func drawReport(
    _ state: SittingState, _ focus: SittingState.Focus?, in area: Rect, _ grid: inout Grid
  ) -> Int {
    guard let report = state.report else { return 0 }
    if state.aids.isOn(.largePrint) { return drawLargeReport(report, state.reportScroll, focus, in: area, &grid) }
    var top = 0
    if report.detail != .none {
      let score = "\(report.score.short) of \(report.maxScore.short)"
      let rows = min(LargeLetters.rows(of: score, width: area.width), area.height / 2)
      top = grid.drawLarge(score, in: area.top(rows)) + 1
    }
    let text = area.dropTop(top).dropBottom(3)
    let limit = grid.drawPage(reportPage(report, width: text.width), in: text, first: state.reportScroll)
    let focused = part(focus) == nil ? nil : 0
    let buttons = area.bottom(2).top(1)
    grid.drawButtons(["Done"], focused: focused, in: buttons)
    if limit > 0 { grid.drawRow("↑ ↓ scroll", in: buttons, .dim, align: .right) }
    return limit
  }

  /// The same in large letters: the points are the first of what is scrolled.
  private static func drawLargeReport(
    _ report: AttemptReport, _ scroll: Int, _ focus: SittingState.Focus?, in area: Rect, _ grid: inout Grid
  ) -> Int {
    var page = Page(width: area.width)
    if report.detail != .none { page.add("\(report.score.short) of \(report.maxScore.short)") }
    addReport(report, to: &page)
    let foot = area.bottom(Grid.footRows(large: true))
    grid.drawFoot(["Done"], focused: part(focus) == nil ? nil : 0, large: true, in: foot)
    return grid.drawPage(page, large: true, in: area.dropBottom(foot.height), first: scroll)
  }

  static func reportPage(_ report: AttemptReport, width: Int) -> Page {
    var page = Page(width: width)
    addReport(report, to: &page)
    return page
  }

  private static func addReport(_ report: AttemptReport, to page: inout Page) {
    let who = report.candidate.isEmpty ? "" : " by \(report.candidate)"
    switch report.end {
    case .submitted: page.add("Handed in\(who).")
    case .expired: page.add("The time was up: what stood there was handed in.", .warning)
    case .ended: page.add(report.mode == .practice ? "The practice was ended." : "The test was ended.", .warning)
    }
    if report.mode == .test {
      let right = report.entitlement.isEmpty ? "" : " This test used the \(ScreenText.fitted(report.entitlement))."
      page.add("The terminal is open again.\(right)", .dim)
    } else {
      page.add("This was a practice: the terminal was not locked.", .dim)
    }
    if let time = report.otherTime {
      page.add("The time was \(spoken(time.allowed, extraPercent: time.extraPercent)).", .dim)
    }
    if !report.granted.isEmpty { page.add("Granted in this test: \(report.granted).", .dim) }
    if report.pending > 0 {
      let waiting = "\(report.pending) \(report.pending == 1 ? "answer" : "answers") to be marked by hand"
      let soFar = "\(report.score.short) of \(report.maxScore.short) points so far, "
      page.add((report.detail == .none ? "" : soFar) + waiting + ".", .warning)
    }
    for line in report.lines {
      page.addGap()
      addLine(line, to: &page)
    }
    if !report.record.isEmpty {
      page.addGap()
      page.add("Record of this test (times in UTC), as it stood when it was handed in:", .title)
      for line in report.record { page.add(line, .dim, indent: 2) }
    }
  }

  private static func addLine(_ line: AttemptReport.Line, to page: inout Page) {
    let answered = !line.response.isEmpty
    let (mark, word, style): (String, String, Style) =
      switch line.correctness {
      case .right: ("✓", "Right", .good)
      case .partly: ("±", "Partly right", .warning)
      case .wrong: answered ? ("✗", "Wrong", .bad) : ("–", "Not answered", .warning)
      case .pending: ("…", "To be marked by hand", .accent)
      }
    page.add(line.prompt, lead: "\(line.number).", column: 4)
    let points = line.points.map { "\(word), \($0.short) of \(line.maxPoints.short)" }
    page.add(points ?? "\(word), \(line.maxPoints.short) at most", style, indent: 4, lead: mark, style)
    if answered { page.add("Your answer: \(line.response)", indent: 6) }
    if !line.rightAnswer.isEmpty, line.correctness != .right { page.add("Right is: \(line.rightAnswer)", indent: 6) }
    if !line.feedback.isEmpty { page.add(line.feedback, .dim, indent: 6) }
  }
}
