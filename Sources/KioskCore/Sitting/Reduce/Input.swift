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
    case .lookUp, .passcode: return true
    case .help, .aids, .confirm, .panel, .proctor: return false
    case nil: break
    }
    switch stage {
    case .form: return focus == .body(0) || focus == .body(1)
    case .consent: return focus == .body(Consent.trialPart)
    case .question: return sitting?.takesText == true
    case .lobby, .engaging, .refused, .review, .handingIn, .restoring, .report, .fault: return false
    }
  }

  /// Tab and Shift-Tab: through the parts of the body, then the footer's items, round and round.
  mutating func moveFocus(forward: Bool, parts: Int) {
    let count = parts + footer.count
    guard count > 0 else { return }
    let at: Int
    switch focus {
    case .body(let part): at = min(part, max(0, parts - 1))
    case .footer(let item): at = parts + min(item, max(0, footer.count - 1))
    }
    let to = (at + (forward ? 1 : count - 1)) % count
    focus = to < parts ? .body(to) : .footer(to - parts)
  }

  /// Arrows where the part itself has no use for them: down and right go on, up and left go back; inside the footer
  /// left and right stay in it, up leaves it.
  mutating func moveFocus(_ direction: Direction, parts: Int) {
    if case .footer(let item) = focus {
      switch direction {
      case .left: focus = .footer(max(0, item - 1))
      case .right: focus = .footer(min(max(0, footer.count - 1), item + 1))
      case .up: focus = .body(max(0, parts - 1))
      case .down: break
      }
      return
    }
    switch direction {
    case .up, .left: moveFocus(forward: false, parts: parts)
    case .down, .right: moveFocus(forward: true, parts: parts)
    }
  }

  /// Rows that PageUp and PageDown scroll a long text by.
  static let pageStep = 10

  /// A row to scroll to, no further than the screen said there is text.
  func scrolled(_ row: Int, by step: Int) -> Int { max(0, min(min(row, scrollLimit) + step, scrollLimit)) }

  /// PageUp and PageDown where they scroll: consent and report. Returns whether they do.
  mutating func scrollPage(forward: Bool) -> Bool {
    let step = forward ? SittingState.pageStep : -SittingState.pageStep
    switch stage {
    case .consent: consent.scroll = scrolled(consent.scroll, by: step)
    case .report, .fault: reportScroll = scrolled(reportScroll, by: step)
    case .lobby, .form, .engaging, .refused, .question, .review, .handingIn, .restoring: return false
    }
    return true
  }

  mutating func pressFooter(_ index: Int, _ step: inout Reduction) {
    guard footer.indices.contains(index) else { return }
    act(footer[index], &step)
  }
}
