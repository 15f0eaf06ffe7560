import KioskCore

/// What is chosen from beside the questions, in large letters: review, aids, the panel, a question of the kiosk's.
extension Screen {
  /// The review as a list: what stands in front tells its question below it. Handing in is its last row.
  static func drawLargeReview(
    _ sitting: Sitting, _ focus: SittingState.Focus?, in rect: Rect, _ grid: inout Grid
  ) {
    let language = sitting.attempt.exam.language
    var items = sitting.entries.indices.map { index in
      let entry = sitting.entries[index]
      let question = sitting.attempt.slots[index].question
      let isAhead = sitting.attempt.exam.navigation == .forward && !entry.presented
      // The longer word has no room in one line of a narrow screen.
      let standing = entry.standing(of: question)
      let word = standing == "unanswered" && rect.width < 70 ? "open" : standing
      return LargeItem(
        label: "\(index + 1)", text: word + (entry.flagged ? ", flagged" : ""),
        detail: isAhead ? "not shown yet" : question.inOneLine(language),
        style: entry.isAnswered || entry.isTyped || question.kind == .description ? .large : .warning)
    }
    items.append(LargeItem(text: "Hand in"))
    let part = part(focus)
    let row = part.map { $0 >= 1 ? items.count - 1 : sitting.reviewRow } ?? sitting.reviewRow
    LargeList(items).draw(row: row, focused: part != nil, in: rect, &grid)
  }

  /// A frame over the whole screen but the first and the last row.
  private static func largeBox(_ title: String, in area: Rect, _ grid: inout Grid) -> Rect {
    grid.fill(Rect(x: 0, y: area.y, width: grid.width, height: area.height))
    return grid.drawFrame(area, title: title)
  }

  /// A question put by the kiosk, with No and Yes at the foot.
  static func drawLargeConfirm(
    _ title: String, _ words: String, yes: Bool, in area: Rect, _ grid: inout Grid
  ) {
    let inside = largeBox(title, in: area, &grid)
    let buttons = inside.bottom(QuestionView.largeLine)
    grid.drawLargeButtons(["No", "Yes"], focused: yes ? 1 : 0, in: buttons)
    let room = inside.dropBottom(QuestionView.largeLine + 1)
    let cursor = grid.cursor
    let asked = LargeText(title, width: room.width, limit: room.height)
    let used = asked.draw(in: room, &grid)
    LargeText(words, width: room.width, limit: room.height - used - 1)
      .draw(in: room.dropTop(used + 1), style: .bold, &grid)
    grid.cursor = cursor
  }

  /// Rows to choose from below what is told in plain letters.
  static func drawLargeChoices(
    _ title: String, _ page: Page, _ items: [LargeItem], row: Int, in area: Rect, _ grid: inout Grid
  ) {
    let inside = largeBox(title, in: area, &grid)
    grid.drawPage(page, in: inside)
    let list = inside.dropTop(page.rows.isEmpty ? 0 : page.rows.count + 1)
    LargeList(items).draw(row: row, focused: true, in: list.left(list.width - 2), &grid)
  }
}

extension Sitting.Entry {
  /// How the answer stands, in a word; "–" where there is nothing to answer.
  func standing(of question: Question) -> String {
    if question.kind == .description { return "–" }
    if isInPart { return "in part" }
    return isTyped ? "typed" : isAnswered ? "answered" : "unanswered"
  }
}

extension Aids.Aid {
  /// What it is, short enough for large letters.
  var shortTitle: String {
    switch self {
    case .invert: "Invert"
    case .monochrome: "Mono"
    case .largePrint: "Large"
    case .bell: "Tone"
    case .visibleBell: "Flash"
    }
  }
}
