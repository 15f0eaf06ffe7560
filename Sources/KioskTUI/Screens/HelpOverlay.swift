import KioskCore

/// F1: the keys and how to leave, always; the type of question and its marking only where the gate allows it.
extension Screen {
  static func drawHelp(_ state: SittingState, scroll: Int, in area: Rect, _ grid: inout Grid) {
    let frame = area.inset(columns: 1)
    let inside = grid.drawFrame(frame, title: "Help")
    let text = inside.left(inside.width - 1)
    grid.drawPage(helpPage(state, width: text.width - 1), in: text.dropBottom(2), first: scroll)
    grid.drawButtons(["Close"], focused: 0, in: inside.bottom(1))
  }

  static func helpPage(_ state: SittingState, width: Int) -> Page {
    var page = Page(width: width)
    if let question = state.sitting?.slot?.question, state.stage == .question {
      if case .dark(let words) = state.gate(.questionHelp) {
        page.add(words + ".", .dim)
      } else {
        page.add("This question", .accent)
        page.add(question.typeHelp, indent: 2)
        page.add(question.markingHelp, indent: 2)
      }
      page.addGap()
    }
    page.add("Keys", .accent)
    for (key, does) in keys { page.add(key.padded(to: 14) + does, indent: 2) }
    page.addGap()
    page.add("How to leave", .accent)
    if state.isLocked {
      page.add("Hand the test in: F9, then “Hand in”. It also ends when the time is up.", indent: 2)
      page.add("Press Home (or Esc) three times quickly for why it is locked and since when.", indent: 2)
    } else {
      page.add("Esc goes back, and from the list of tests leaves the kiosk.", indent: 2)
    }
    return page
  }

  private static let keys: [(String, String)] = [
    ("Enter", "accepts the answer and goes on; on a button, presses it"),
    ("Tab, arrows", "move between fields, choices and the keys below"),
    ("PgUp, PgDn", "previous and next question (also Ctrl-P, Ctrl-N)"),
    ("F1 … F9", "as the last row says; Alt-1 … Alt-9 do the same"),
    ("F3", "aids: invert, no colours, large letters"),
    ("F4", "flags a question to come back to"),
    ("F9", "review: what is answered; there, hand in"),
    ("y, n", "yes and no, where the kiosk asks"),
  ]
}

extension String {
  /// The text with spaces up to `columns`.
  fileprivate func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(1, columns - Width.of(self)))
  }
}

extension Question {
  /// What kind of answer is wanted.
  fileprivate var typeHelp: String {
    switch kind {
    case .shortAnswer: "Type a short answer."
    case .choice(_, let multiple): multiple ? "Tick every choice that is right." : "Choose the one that is right."
    case .trueFalse: "Say whether it is true or false."
    case .numerical: "Type a number. A decimal point or comma will do."
    case .matching: "Give each item on the left what belongs to it."
    case .ordering: "Put the items in order."
    case .cloze: "Fill every gap in the text."
    case .spelling: "Spell the word from its meaning and the sentence."
    case .essay: "Write freely. Alt-Enter starts a new line."
    case .description: "There is nothing to answer here."
    }
  }

  /// How it is marked.
  fileprivate var markingHelp: String {
    switch kind {
    case .shortAnswer(_, let marking):
      (marking.letterCase == .ignore ? "Capitals do not matter" : "Capitals matter")
        + (marking.accents == .ignore ? ", accents do not matter." : ", accents matter.")
    case .choice(_, let multiple):
      multiple ? "A wrong tick takes points away, but never below zero." : "Only one choice counts."
    case .trueFalse: "Right or wrong."
    case .numerical: "A small deviation may be allowed."
    case .matching: "Each right pair counts."
    case .ordering: "Each item in its right place counts."
    case .cloze: "Each gap counts."
    case .spelling: "Every letter counts; capitals do not."
    case .essay: "It is marked by hand."
    case .description: "It is not marked."
    }
  }
}
