import KioskCore

/// What is answered, flagged, unanswered; and handing in.
extension Screen {
  static func drawReview(
    _ state: SittingState, _ focus: SittingState.Focus?, in area: Rect, _ grid: inout Grid
  ) {
    guard let sitting = state.sitting else { return }
    let part = part(focus)
    let head = headRow(state, in: area, grid)
    grid.put("Review", x: area.x, y: head.y, .title)
    let answered = sitting.answeredCount
    let flagged = sitting.entries.reduce(0) { $0 + ($1.flagged ? 1 : 0) }
    let inPart = sitting.inPartCount
    let words = inPart == 0 ? "\(answered) answered" : "\(answered) answered, \(inPart) in part"
    var counts = "\(words) · \(sitting.questionCount - answered) unanswered"
    // The title beside them has room for the last of them where it is wide enough.
    let marked = counts + " · \(flagged) flagged"
    if Width.of(marked) + 8 <= head.width { counts = marked }
    grid.drawRow(counts[...], in: head, .dim, align: .right)
    if state.aids.isOn(.largePrint) {
      drawLargeReview(sitting, focus, in: area.dropTop(2), &grid)
      return
    }
    drawReviewList(sitting, focused: part == 0, in: area.dropTop(2).dropBottom(3), &grid)
    let buttons = area.bottom(2).top(1)
    grid.drawButtons(["Hand in"], focused: part.flatMap { $0 >= 1 ? 0 : nil }, in: buttons)
    let isFree = sitting.attempt.exam.navigation == .free
    let hint =
      isFree
      ? "Enter on a question goes to it."
      : sitting.reviewTarget.map { "Enter goes on with question \($0 + 1)." } ?? ""
    grid.drawRow(hint[...], in: buttons, .dim, align: .right)
  }

  private static func drawReviewList(_ sitting: Sitting, focused: Bool, in rect: Rect, _ grid: inout Grid) {
    let columns = [
      TableColumn("  No.", width: 6, align: .right), TableColumn("Question"), TableColumn("Answer", width: 10),
      TableColumn("Flag", width: 7),
    ]
    let language = sitting.attempt.exam.language
    let height = max(1, rect.height - 1)
    let count = sitting.entries.count
    let first = Grid.scrolled(
      first: 0, toShow: sitting.reviewRow..<sitting.reviewRow + 1, height: height, total: count)
    var rows: [[TableCell]] = []
    for index in first..<min(count, first + height) {
      let entry = sitting.entries[index]
      let question = sitting.attempt.slots[index].question
      let mark = index == sitting.reviewRow ? "› " : "  "
      let number = index < 9 ? "  \(index + 1)" : index < 99 ? " \(index + 1)" : "\(index + 1)"
      // Forward only: what comes is not told before its turn.
      let isAhead = sitting.attempt.exam.navigation == .forward && !entry.presented
      let standing = entry.standing(of: question)
      let style: Style =
        standing == "–" ? .dim : (entry.isTyped || entry.isAnswered) && !entry.isInPart ? .normal : .warning
      let answer = TableCell(standing, style)
      rows.append([
        TableCell(mark + number), isAhead ? TableCell("not shown yet", .dim) : TableCell(question.inOneLine(language)),
        answer,
        TableCell(entry.flagged ? "flagged" : "", .accent),
      ])
    }
    grid.drawTable(columns, rows: rows, focused: focused ? sitting.reviewRow - first : nil, in: rect)
    let marks = Rect(x: rect.endX, y: rect.y + 1, width: 2, height: height)
    grid.drawScrollMarks(in: marks, above: first > 0, below: first + height < count)
  }
}

extension Question {
  /// What is asked, for a list. Of a word to spell only its meaning.
  func inOneLine(_ language: String) -> String {
    let line = promptLine(language: language)
    if case .spelling(let spelling) = kind { return "Spell: " + spelling.gapped(line) }
    return line
  }
}
