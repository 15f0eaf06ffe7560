import KioskWords

/// Keys on a question.
extension SittingState {
  mutating func takeQuestionPress(_ press: Press, _ step: inout Reduction) {
    if case .footer(let item) = focus {
      takeFooterPress(press, item, &step)
      return
    }
    switch press {
    case .typed(let text): type(text, &step)
    case .pasted(let text): paste(text, &step)
    case .edited(let edit): change(&step) { $0.edit { $0.apply(edit) } || (edit.deletes && $0.clear()) }
    case .moved(let direction): moveInAnswer(direction, &step)
    case .focusMoved(let forward): tab(forward: forward, &step)
    case .enter: accept(&step)
    case .action: break
    }
  }

  private mutating func takeFooterPress(_ press: Press, _ item: Int, _ step: inout Reduction) {
    switch Navigation(press) {
    case .enter: pressFooter(item, &step)
    case .along(let forward): moveFocus(forward: forward, parts: 1)
    case .arrow(let direction): moveFocus(direction, parts: 1)
    case nil:
      // Typing is meant for the answer, wherever the focus was left.
      focus = .body(0)
      takeQuestionPress(press, &step)
    }
  }

  /// Changes the draft in front, unless its answer is closed; what changed is written to the draft log before it is
  /// painted.
  mutating func change(_ step: inout Reduction, _ change: (inout Draft) -> Bool) {
    guard let index = sitting?.current, sitting?.isClosed == false, sitting?.entries.indices.contains(index) == true
    else { return }
    var draft = Draft.none
    if let entry = sitting?.entries[index] { draft = entry.draft }
    sitting?.entries[index].draft = .none
    let used = change(&draft)
    let isLine = draft.isLine
    sitting?.entries[index].draft = draft
    guard used else { return }
    if sitting?.isTest == true, sitting?.grantsNothing == true, sitting?.emptyAccepted == false,
      sitting?.notice.isEmpty == true
    {
      damage = isLine ? .text : .answer
    }
    sitting?.emptyAccepted = false
    sitting?.notice = ""
    sitting?.textIsScrolled = false
    sitting?.rowScroll = 0
    step.effects.append(.recordDraft(slot: index))
    assist(&step)
  }

  private mutating func type(_ text: String, _ step: inout Reduction) {
    if sitting?.takesText == true {
      change(&step) { $0.edit { $0.insert(text) } }
      return
    }
    guard let slot = sitting?.slot else { return }
    for letter in text {
      change(&step) { letter == " " ? $0.toggle(slot: slot) : $0.pick(letter, slot: slot) }
    }
  }

  private mutating func paste(_ text: String, _ step: inout Reduction) {
    guard allows(.paste) else {
      if case .dark(let words) = gate(.paste) { banner = Banner(words, tone: .notice, at: step.now) }
      step.effects.append(.note(what: "pasteRefused", detail: "\(text.count) characters"))
      return
    }
    type(text, &step)
  }

  private mutating func moveInAnswer(_ direction: Direction, _ step: inout Reduction) {
    if case .cloze? = sitting?.entry?.draft {
    } else if sitting?.entry?.draft.editor != nil {
      moveInText(direction, &step)
      return
    }
    guard let slot = sitting?.slot else { return }
    if onlyScrolls(direction, slot) {
      leaveAnswer(direction)
      return
    }
    var moved = false
    change(&step) { draft in
      moved = draft.move(direction, slot: slot) || draft.moveInGap(direction)
      return moved
    }
    if !moved { leaveAnswer(direction) }
  }

  /// Whether the key is there to scroll a long question: at the first or the last row of a list to choose from, where
  /// it would otherwise choose that row; and in a text with gaps, once it is scrolled.
  private func onlyScrolls(_ direction: Direction, _ slot: Slot) -> Bool {
    let isFirst: Bool
    let isLast: Bool
    switch sitting?.entry?.draft {
    case .choice(_, let at, _), .trueFalse(_, let at): (isFirst, isLast) = (at == 0, at == slot.shownCount - 1)
    case .cloze:
      let scrolls = sitting?.textIsScrolled == true
      (isFirst, isLast) = (scrolls, scrolls)
    case .text, .matching, .ordering, .some(.none), nil: return false
    }
    let scroll = sitting?.promptScroll ?? 0
    switch direction {
    case .up: return isFirst && scroll > 0
    case .down: return isLast && scroll < scrollLimit
    case .left, .right: return false
    }
  }

  /// Up and down where the answer has no more use for them: through a question that is longer than its room, then down
  /// to the keys.
  private mutating func leaveAnswer(_ direction: Direction) {
    if scrollsText(direction) { return }
    guard let row = sitting?.promptScroll else { return }
    let up = scrolled(row, by: -1)
    let down = scrolled(row, by: 1)
    switch direction {
    case .up: sitting?.promptScroll = up
    case .down where row < scrollLimit: sitting?.promptScroll = down
    case .down: moveFocus(.down, parts: 1)
    case .left, .right: break
    }
  }

  /// A text with gaps that follows the one edited goes to its top above the first gap, to its end below the last.
  /// Returns whether it did.
  private mutating func scrollsText(_ direction: Direction) -> Bool {
    guard scrollLimit > 0, sitting?.textIsScrolled == false, sitting?.isClosed == false,
      case .cloze? = sitting?.entry?.draft
    else { return false }
    switch direction {
    case .up: sitting?.promptScroll = 0
    case .down: sitting?.promptScroll = scrollLimit
    case .left, .right: return false
    }
    sitting?.textIsScrolled = true
    return true
  }

  /// Inside a text; down from its last line leaves it.
  private mutating func moveInText(_ direction: Direction, _ step: inout Reduction) {
    let width = answerWidth
    var moved = true
    change(&step) { draft in
      draft.edit { editor in
        switch direction {
        case .left: editor.left()
        case .right: editor.right()
        case .up: moved = editor.isMultiline && editor.up(width: width)
        case .down: moved = editor.isMultiline && editor.down(width: width)
        }
      }
    }
    if !moved { leaveAnswer(direction) }
  }

  /// The columns of the answer field, counted in letters as they are drawn: a large one takes about six.
  public var answerWidth: Int { max(10, (columns - 8) / (aids.isOn(.largePrint) ? 6 : 1)) }

  /// Tab takes a suggestion where one is shown, goes to the next gap of a cloze, and otherwise leaves the answer.
  private mutating func tab(forward: Bool, _ step: inout Reduction) {
    if forward, let word = sitting?.assistance.suggestions.first, let taken = sitting?.assistance.taken,
      allows(.suggestions)
    {
      sitting?.assistance.suggestions = []
      change(&step) { $0.edit { $0.replace($0.caret - taken..<$0.caret, by: word) } }
      // What was taken is not offered a longer word at once: the next Tab leaves the field.
      sitting?.assistance.awaited = 0
      step.effects.removeAll {
        if case .askHelps(_, let request) = $0, case .suggest = request.question { true } else { false }
      }
      if let index = sitting?.current { record(.helped(.suggestions), slot: index, &step) }
      return
    }
    if case .cloze? = sitting?.entry?.draft, let slot = sitting?.slot {
      var moved = false
      change(&step) { draft in
        moved = draft.move(forward ? .down : .up, slot: slot)
        return moved
      }
      if moved { return }
    }
    moveFocus(forward: forward, parts: 1)
  }
}

extension Edit {
  /// Whether the key takes something away.
  var deletes: Bool {
    switch self {
    case .deleteBackward, .deleteForward, .deleteWord, .deleteToStart, .deleteToEnd: true
    case .wordLeft, .wordRight, .lineStart, .lineEnd: false
    }
  }
}
