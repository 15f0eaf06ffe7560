/// A key that changes text in a field, apart from what field it is.
enum TextChange {
  case insert(String)
  case edit(Edit)
  case move(forward: Bool)

  /// `nil` where the key does not belong to text.
  init?(_ press: Press) {
    switch press {
    case .typed(let text), .pasted(let text): self = .insert(text)
    case .edited(let edit): self = .edit(edit)
    case .moved(.left): self = .move(forward: false)
    case .moved(.right): self = .move(forward: true)
    case .moved, .focusMoved, .enter, .action: return nil
    }
  }

  func apply(to editor: inout LineEditor) {
    switch self {
    case .insert(let text): editor.insert(text)
    case .edit(let edit): editor.apply(edit)
    case .move(let forward): forward ? editor.right() : editor.left()
    }
  }
}

/// A key that moves between parts of a screen.
enum Navigation {
  case enter
  case along(forward: Bool)
  case arrow(Direction)

  /// `nil` where the key does not move.
  init?(_ press: Press) {
    switch press {
    case .enter: self = .enter
    case .focusMoved(let forward): self = .along(forward: forward)
    case .moved(let direction): self = .arrow(direction)
    case .typed, .pasted, .edited, .action: return nil
    }
  }
}

extension LineEditor {
  /// Does what `edit` says.
  mutating func apply(_ edit: Edit) {
    switch edit {
    case .deleteBackward: deleteBackward()
    case .deleteForward: deleteForward()
    case .deleteWord: deleteWord()
    case .deleteToStart: deleteToStart()
    case .deleteToEnd: deleteToEnd()
    case .wordLeft: wordLeft()
    case .wordRight: wordRight()
    case .lineStart: start()
    case .lineEnd: end()
    }
  }
}

extension SittingState {
  /// Whether what is typed goes into a text.
  var takesText: Bool {
    switch overlay {
    case .lookUp, .passcode, .soundCheck: return true
    case .share(let share): return share.saving != nil
    case .help, .near, .aids, .confirm, .panel, .proctor, .withheld: return false
    case nil: break
    }
    switch stage {
    case .form: return focus == .body(0) || focus == .body(1)
    case .consent: return focus == .body(Consent.trialPart)
    case .question: return sitting?.takesText == true
    case .demo: return demo?.takesText == true
    case .lobby, .engaging, .refused, .review, .handingIn, .restoring, .report, .preview, .fault: return false
    }
  }

  /// Tab and Shift-Tab: through the parts of the body, then the footer's items, round and round.
  mutating func moveFocus(forward: Bool, parts: Int) {
    focus = focus.moved(forward: forward, parts: parts, items: footer.count)
  }

  /// Arrows where the part itself has no use for them: down and right go on, up and left go back; inside the footer
  /// left and right stay in it, up leaves it.
  mutating func moveFocus(_ direction: Direction, parts: Int) {
    focus = focus.moved(direction, parts: parts, items: footer.count)
  }

  /// Rows that PageUp and PageDown scroll a long text by.
  static let pageStep = 10

  /// A row to scroll to, no further than the screen said there is text.
  func scrolled(_ row: Int, by step: Int) -> Int { max(0, min(min(row, scrollLimit) + step, scrollLimit)) }

  /// Rows that they scroll a row of an answer by: no more than the least room one has.
  static let rowStep = 4

  /// PageUp and PageDown where they scroll: consent, report, and a row of an answer that is longer than its room, up to its
  /// ends. Returns whether they do.
  mutating func scrollPage(forward: Bool) -> Bool {
    let step = forward ? SittingState.pageStep : -SittingState.pageStep
    switch stage {
    case .consent: consent.scroll = scrolled(consent.scroll, by: step)
    case .report, .preview, .fault, .refused: reportScroll = scrolled(reportScroll, by: step)
    case .question: return scrollRow(forward: forward)
    case .lobby, .form, .engaging, .review, .handingIn, .restoring, .demo: return false
    }
    return true
  }

  private mutating func scrollRow(forward: Bool) -> Bool {
    guard rowLimit > 0, let row = sitting?.rowScroll else { return false }
    let step = forward ? SittingState.rowStep : -SittingState.rowStep
    let next = max(0, min(min(row, rowLimit) + step, rowLimit))
    sitting?.rowScroll = next
    return next != min(row, rowLimit)
  }

  mutating func pressFooter(_ index: Int, _ step: inout Reduction) {
    guard footer.indices.contains(index) else { return }
    act(footer[index], &step)
  }
}

extension SittingState.Focus {
  /// Where Tab (`forward`) or Shift-Tab leads: through the `parts` of the body, then the `items` of the footer, round and
  /// round.
  func moved(forward: Bool, parts: Int, items: Int) -> SittingState.Focus {
    let count = parts + items
    guard count > 0 else { return self }
    let at: Int
    switch self {
    case .body(let part): at = min(part, max(0, parts - 1))
    case .footer(let item): at = parts + min(item, max(0, items - 1))
    }
    let to = (at + (forward ? 1 : count - 1)) % count
    return to < parts ? .body(to) : .footer(to - parts)
  }

  /// Where an arrow leads that the part itself has no use for.
  func moved(_ direction: Direction, parts: Int, items: Int) -> SittingState.Focus {
    if case .footer(let item) = self {
      switch direction {
      case .left: return .footer(max(0, item - 1))
      case .right: return .footer(min(max(0, items - 1), item + 1))
      case .up: return .body(max(0, parts - 1))
      case .down: return self
      }
    }
    switch direction {
    case .up, .left: return moved(forward: false, parts: parts, items: items)
    case .down, .right: return moved(forward: true, parts: parts, items: items)
    }
  }
}
