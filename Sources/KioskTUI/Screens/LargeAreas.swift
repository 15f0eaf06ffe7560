import KioskCore

/// A question in large letters: the aid covers what is asked, every answer to choose from and what is typed.
///
/// The question keeps at least one line of large letters, the answer the rest; what is longer is scrolled, the question by
/// lines, a list so that the row in front shows.
extension QuestionView {
  /// The rows a line of large letters takes, and so the least room they are used in.
  static let largeLine = 5

  /// What is asked, with its gaps numbered, or with meaning and sentence of a word to spell.
  ///
  /// - Parameter caret: becomes the place of the gap in front, in UTF-8 bytes; 0: there is none.
  func largePrompt(caret: inout Int) -> String {
    let own = slot.question.prompt.text(in: language)
    switch slot.question.kind {
    case .spelling(let spelling):
      return [
        own.isEmpty ? "Spell the word." : spelling.gapped(own),
        "Meaning: " + spelling.gapped(spelling.definition.text(in: language)),
        "Sentence: " + spelling.gapped(spelling.sentence.text(in: language)),
      ].joined(separator: "\n")
    case .cloze(let text, let gaps):
      var words = own.isEmpty ? "" : own + "\n"
      for piece in ClozePiece.pieces(of: text.text(in: language)) {
        switch piece {
        case .text(let text): words += text
        case .gap(let name):
          guard let index = gaps.firstIndex(where: { $0.name == name }) else { continue }
          let said = gapText(index)
          if case .cloze(_, index) = entry.draft { caret = words.utf8.count }
          words += "(\(index + 1)\(said.isEmpty ? "" : " " + said))"
        }
      }
      return words
    case .shortAnswer, .choice, .trueFalse, .numerical, .matching, .ordering, .essay, .description:
      return own
    }
  }

  /// What stands in a gap.
  func gapText(_ index: Int) -> String {
    guard case .cloze(_, let gaps) = slot.question.kind, case .cloze(let drafts, _) = entry.draft,
      drafts.indices.contains(index), gaps.indices.contains(index)
    else { return "" }
    switch (gaps[index].kind, drafts[index]) {
    case (.choices(let choices), .choice(let chosen?, _)):
      return choices.indices.contains(chosen) ? choices[chosen].text.text(in: language) : ""
    case (_, .text(let editor)): return editor.text
    case (_, .choice): return ""
    }
  }

  /// The answer as a list, and the row in front; nil where it is typed.
  func largeItems() -> (items: [LargeItem], row: Int)? {
    switch (slot.question.kind, entry.draft) {
    case (.choice(let choices, _), .choice(let chosen, let row, let multiple)):
      let order = slot.shownOrder.filter(choices.indices.contains)
      let items = order.enumerated().map { place, index in
        let on = chosen.contains(index)
        return LargeItem(
          mark: multiple ? LargeItem.check(on) : LargeItem.radio(on), label: QuestionView.letter(place),
          text: choices[index].text.text(in: language))
      }
      return (items, row)
    case (.trueFalse, .trueFalse(let chosen, let row)):
      return (
        [
          LargeItem(mark: LargeItem.radio(chosen == true), label: "t", text: "True"),
          LargeItem(mark: LargeItem.radio(chosen == false), label: "f", text: "False"),
        ], row
      )
    case (.matching(let pairs, let others), .matching(let chosen, let row)):
      let rights = pairs.map { $0.right.text(in: language) } + others.map { $0.text(in: language) }
      let items = pairs.indices.map { place in
        let right = chosen.indices.contains(place) ? chosen[place] : nil
        let said = right.flatMap { rights.indices.contains($0) ? rights[$0] : nil } ?? "–"
        return LargeItem(text: pairs[place].left.text(in: language) + ": " + said)
      }
      return (items, row)
    case (.ordering(let items), .ordering(let order, let row, let held, _)):
      let listed = order.enumerated().map { place, index in
        LargeItem(
          mark: held && place == row ? LargeItem.held : [], label: "\(place + 1).",
          text: items.indices.contains(index) ? items[index].text(in: language) : "")
      }
      return (listed, row)
    case (.cloze(_, let gaps), .cloze(let drafts, let current)):
      let items = gaps.indices.map { index in
        var item = LargeItem(label: "\(index + 1)", text: gapText(index))
        if drafts.indices.contains(index), case .text(let editor) = drafts[index], entry.verdict == nil {
          item.caret = editor.caret
        } else if item.text.isEmpty {
          item.text = "____"
        }
        return item
      }
      return (items, current)
    case (.shortAnswer, _), (.choice, _), (.trueFalse, _), (.numerical, _), (.matching, _), (.ordering, _),
      (.cloze, _), (.spelling, _), (.essay, _), (.description, _):
      return nil
    }
  }

  /// The rows kept for the answer in a body of `height`: as many as its tallest row takes, so that nothing moves from row
  /// to row.
  func largeAnswerRows(in height: Int, width: Int) -> Int {
    let most = max(1, height - QuestionView.largeLine - 1)
    switch slot.question.kind {
    case .description: return 0
    case .shortAnswer, .numerical, .spelling: return min(most, 1 + QuestionView.largeLine)
    case .essay: return most
    case .choice, .trueFalse, .matching, .ordering, .cloze:
      guard let list = largeItems().map({ LargeList($0.items) }) else { return 1 }
      // Where even plain letters need more, the question gives way to its last line.
      return min(list.tallest(width: width, limit: most), max(1, height - 1))
    }
  }

  /// Question, answer and notes; returns by how many lines the question can be scrolled.
  func drawLarge(_ notes: [Note], in body: Rect, _ grid: inout Grid) -> Int {
    let below = largeNotes(notes, width: body.width, limit: body.height / 2 - 1)
    let rows = below.map { $0.first.rows + $0.rest.rows.count + 1 } ?? 0
    let area = body.dropBottom(rows)
    var caret = 0
    let asked = largePrompt(caret: &caret)
    var prompt: Asked = (0, 0)
    if !asked.isEmpty {
      let kept = largeAnswerRows(in: area.height, width: area.width)
      let room = max(1, area.height - kept - 1)
      prompt = drawLargeAsked(asked, caret: caret, room: room, in: area, &grid)
      // An answer that needs every row has the gap too.
      if kept + prompt.rows > area.height, prompt.rows > 1 { prompt.rows -= 1 }
    }
    let answer = area.dropTop(prompt.rows)
    let used = drawLargeAnswer(in: answer, &grid)
    if let below {
      let place = Rect(x: body.x, y: answer.y + used + 1, width: body.width, height: rows - 1)
      let taken = below.first.draw(in: place, style: Style(below.style.role, .bold), &grid)
      prompt.limit += grid.drawPage(
        below.rest, in: place.dropTop(taken), first: sitting.promptScroll - prompt.limit)
    }
    return prompt.limit
  }

  /// What stands below the answer: the first of it as large as it can be.
  private func largeNotes(
    _ notes: [Note], width: Int, limit: Int
  ) -> (first: LargeText, style: Style, rest: Page)? {
    guard let first = notes.first else { return nil }
    var rest = Page(width: width)
    for note in notes.dropFirst() { rest.add(note.text, Style(note.style.role, .bold)) }
    // The marks before a verdict have no large shape; its word says as much.
    let words = entry.verdict == nil ? first.text : String(first.text.drop { !$0.isASCII || $0 == " " })
    return (LargeText(words, width: width, limit: max(1, limit - rest.rows.count)), first.style, rest)
  }

  /// The question, scrolled by whole lines; one with gaps follows the one in front.
  private func drawLargeAsked(_ text: String, caret: Int, room: Int, in rect: Rect, _ grid: inout Grid) -> Asked {
    let text = LargeText(text, width: rect.width, lineRoom: room)
    let limit = text.scrollLimit(height: room)
    let follows = caret > 0 && entry.verdict == nil && !sitting.textIsScrolled
    let wanted = follows ? text.first(toShow: caret, height: room) : sitting.promptScroll
    let first = max(0, min(wanted, limit))
    let used = text.draw(in: rect.top(room), from: first, &grid)
    let marks = Rect(x: rect.endX, y: rect.y, width: 2, height: room)
    grid.drawScrollMarks(in: marks, above: first > 0, below: first < limit)
    return ((limit == 0 ? used : room) + 1, limit)
  }

  /// The answer in large letters; returns the rows used.
  func drawLargeAnswer(in rect: Rect, _ grid: inout Grid) -> Int {
    if let list = largeItems() {
      return LargeList(list.items).draw(
        row: list.row, focused: focused, scroll: sitting.rowScroll, in: rect, &grid)
    }
    guard case .text(let editor) = entry.draft else {
      let words = LargeText("Enter goes on.", width: rect.width, limit: rect.height)
      if focused { grid.cursor = Point(x: rect.x, y: rect.y) }
      return words.draw(in: rect, style: .dim, &grid)
    }
    if editor.isMultiline { return drawLargeEssay(editor, in: rect, &grid) }
    drawField(editor, in: rect.row(0), &grid)
    var unit = ""
    if case .numerical(_, let words?) = slot.question.kind { unit = " " + words.text(in: language) }
    // Air between the two only where a line of large letters does not need it.
    let gap = rect.height > QuestionView.largeLine + 1 ? 1 : 0
    let echo = rect.dropTop(1 + gap)
    guard !editor.isEmpty || !unit.isEmpty, echo.height > 0 else { return 1 }
    return 1 + gap + drawLargeText(editor.text + unit, caret: editor.caret, in: echo, &grid)
  }

  /// What is typed, its caret an upright stroke, scrolled so that it shows.
  private func drawLargeText(_ text: String, caret: Int, in rect: Rect, _ grid: inout Grid) -> Int {
    let large = LargeText(text, width: rect.width - 1, lineRoom: rect.height)
    let place = Rect(x: rect.x + 1, y: rect.y, width: rect.width - 1, height: rect.height)
    let typing = focused && entry.verdict == nil
    return large.draw(
      in: place, from: large.first(toShow: caret, height: rect.height), caret: typing ? caret : nil, bar: true, &grid)
  }

  /// An essay: the part around the caret, and how many words there are.
  private func drawLargeEssay(_ editor: LineEditor, in rect: Rect, _ grid: inout Grid) -> Int {
    let field = rect.dropBottom(1)
    let (part, caret) = QuestionView.part(of: editor.text, around: editor.caret)
    _ = drawLargeText(part, caret: caret, in: field, &grid)
    if focused { grid.cursor = Point(x: field.x, y: field.y) }
    drawWordCount(editor, in: rect, &grid)
    return rect.height
  }

  /// A piece of a long text with the caret in it, from the start of a paragraph or of a word, so that a keystroke in a
  /// long essay lays out no more than what can be seen.
  static func part(of text: String, around caret: Int) -> (text: String, caret: Int) {
    let (before, behind) = (600, 300)
    let bytes = text.utf8
    var start = max(0, caret - before)
    if start > 0 {
      let from = bytes.index(bytes.startIndex, offsetBy: start)
      let to = bytes.index(bytes.startIndex, offsetBy: caret)
      if let blank = bytes[from..<to].firstIndex(where: { $0 == 0x20 || $0 == 0x0A }) {
        start = bytes.distance(from: bytes.startIndex, to: blank) + 1
      } else {
        start = bytes.distance(from: bytes.startIndex, to: text.characterStart(at: from))
      }
    }
    let end = min(bytes.count, caret + behind)
    let from = bytes.index(bytes.startIndex, offsetBy: start)
    let to = end == bytes.count ? text.endIndex : text.characterStart(at: bytes.index(bytes.startIndex, offsetBy: end))
    return (String(text[from..<max(from, to)]), caret - start)
  }
}

extension String {
  /// The start of the character that holds `index`.
  fileprivate func characterStart(at index: String.Index) -> String.Index {
    var place = index
    while place > startIndex, place < endIndex, String.Index(place, within: self) == nil {
      place = utf8.index(before: place)
    }
    return place
  }
}
