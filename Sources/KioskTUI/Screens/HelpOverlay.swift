import KioskCore

/// F1: the keys and how to leave, always; the type of question and its marking only where the gate allows it.
extension Screen {
  static func drawHelp(_ state: SittingState, scroll: Int, in area: Rect, _ grid: inout Grid) -> Int {
    // The scroll marks of the page below reach two columns beyond its text.
    grid.fill(Rect(x: 0, y: area.y, width: grid.width, height: area.height))
    let frame = area.inset(columns: 1)
    let inside = grid.drawFrame(frame, title: "Help")
    let text = inside.left(inside.width - 1).dropBottom(2)
    let limit = grid.drawPage(helpPage(state, width: text.width), in: text, first: scroll)
    grid.drawButtons(["Close"], focused: 0, in: inside.bottom(1))
    if limit > 0 { grid.drawRow("↑ ↓ scroll", in: inside.bottom(1), .dim, align: .right) }
    return limit
  }

  static func helpPage(_ state: SittingState, width: Int) -> Page {
    var page = Page(width: width)
    if let topic = HelpTopic.of(state) {
      page.add(topic.title, .accent)
      page.add(topic.words, indent: 2)
      for (key, does) in topic.keys { page.add(does, indent: 2, lead: key, .normal, column: 17) }
      page.addGap()
    } else if let question = state.sitting?.slot?.question, state.stage == .question {
      if case .dark(let words) = state.gate(.questionHelp) {
        page.add(words + ".", .dim)
      } else {
        page.add("This question", .accent)
        page.add(question.typeHelp, indent: 2)
        page.add(question.markingHelp, indent: 2)
      }
      page.addGap()
    }
    page.add("How to leave", .accent)
    if state.stage == .demo {
      page.add("F9 unlocks and leaves, at any time. Open, Esc leaves too.", indent: 2)
    } else if state.isLocked {
      page.add("F9, then “Hand in”. The test also ends when the time is up.", indent: 2)
      page.add("Esc or Home three times quickly: why and since when it is locked.", indent: 2)
    } else {
      page.add("Esc goes back; from the list of tests it leaves the kiosk.", indent: 2)
    }
    page.addGap()
    if !state.helps.missing.isEmpty {
      page.add("Missing here", .accent)
      for words in state.helps.missing { page.add(words + ".", indent: 2) }
      page.addGap()
    }
    page.add("Keys", .accent)
    for (key, does) in keys { page.add(does, indent: 2, lead: key, .normal, column: 13) }
    return page
  }

  private static let keys: [(String, String)] = [
    ("Enter", "accepts the answer and goes on; presses a button"),
    ("Tab, arrows", "move between fields, choices and the keys below"),
    ("PgUp, PgDn", "previous and next question (also Ctrl-P, Ctrl-N)"),
    ("F1 … F10", "as the last row says; Alt-1 … Alt-9, Alt-0 do the same"),
    ("F2", "in practice: looks a word up"),
    ("F3", "aids: invert, no colours, large letters"),
    ("F4", "flags a question to come back to"),
    ("F5, F6, F7", "in spelling: hear the word again, its meaning, a sentence"),
    ("F8", "near spellings of a misspelt word, where spell check is on"),
    ("F9", "review: what is answered; there, hand in"),
    ("F10", "in practice: copies, pastes, saves the report"),
    ("F12, Alt-O", "in spelling: part of speech and where the word comes from"),
    ("y, n", "yes and no, where the kiosk asks"),
    ("Ctrl-L", "paints the screen anew"),
  ]
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
      multiple ? "Each tick counts; a wrong one may take points away." : "One choice counts."
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
