import KioskCore

/// The marks.
extension Screen {
  static func drawReport(
    _ state: SittingState, _ focus: SittingState.Focus?, in area: Rect, _ grid: inout Grid
  ) {
    guard let report = state.report else { return }
    var top = 0
    if report.detail != .none {
      let score = "\(report.score.decimal) of \(report.maxScore.decimal)"
      top = grid.drawLarge(score, in: area.dropTop(0).top(LargeLetters.rows(of: score, width: area.width))) + 1
    }
    let text = area.dropTop(top).dropBottom(3)
    grid.drawPage(reportPage(report, width: text.width), in: text, first: state.reportScroll)
    let focused = part(focus) == nil ? nil : 0
    grid.drawButtons(["Done"], focused: focused, in: area.bottom(2).top(1))
  }

  static func reportPage(_ report: AttemptReport, width: Int) -> Page {
    var page = Page(width: width)
    switch report.end {
    case .submitted: page.add("Handed in.")
    case .expired: page.add("The time was up: what stood there was handed in.", .warning)
    case .ended: page.add(report.mode == .practice ? "The practice was ended." : "The test was ended.", .warning)
    }
    if report.mode == .test {
      page.add("The terminal is open again. This test used the sample entitlement.", .dim)
    } else {
      page.add("This was a practice: the terminal was not locked.", .dim)
    }
    if report.pending > 0 {
      let one = report.pending == 1
      page.add("\(report.pending) \(one ? "answer waits" : "answers wait") to be marked by hand.", .warning)
    }
    for line in report.lines {
      page.addGap()
      addLine(line, to: &page)
    }
    return page
  }

  private static func addLine(_ line: AttemptReport.Line, to page: inout Page) {
    let (mark, word, style): (String, String, Style) =
      switch line.correctness {
      case .right: ("✓", "Right", .good)
      case .partly: ("±", "Partly right", .warning)
      case .wrong: ("✗", "Wrong", .bad)
      case .pending: ("·", "To be marked by hand", .accent)
      }
    page.add("\(line.number). \(line.prompt)")
    let points = "\(line.points?.decimal ?? "–") of \(line.maxPoints.decimal)"
    page.add("\(word), \(points)", style, indent: 3, mark: mark)
    page.add(line.response.isEmpty ? "No answer" : "Your answer: \(line.response)", indent: 3)
    if !line.rightAnswer.isEmpty, line.correctness != .right { page.add("Right is: \(line.rightAnswer)", indent: 3) }
    if !line.feedback.isEmpty { page.add(line.feedback, .dim, indent: 3) }
  }
}
