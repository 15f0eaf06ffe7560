/// Keys on the page of the question that is asked twice, and on the one of the refusals.
extension DemoState {
  mutating func takeComparison(_ press: Press, _ wall: WallTime) -> [DemoEffect] {
    let last = Comparison.Way.allCases.count - 1
    switch press {
    case .typed, .pasted, .edited:
      focus = .body(ComparisonPart.field.rawValue)
      return type(press, wall)
    case .moved(.left) where isIn(.field), .moved(.right) where isIn(.field): TextChange(press)?.apply(to: &field)
    case .moved(.up) where isIn(.ways) && comparison.row > 0: comparison.row -= 1
    case .moved(.down) where isIn(.ways) && comparison.row < last: comparison.row += 1
    case .focusMoved(forward: true) where isIn(.field) && takeSuggestion(): break
    case .moved, .focusMoved: move(press)
    case .enter:
      guard case .body(let part) = focus else { return pressFooter() }
      switch ComparisonPart(rawValue: part) {
      case .field, nil: mark(wall)
      case .ways: return tryWay(Comparison.Way.allCases[comparison.row], wall)
      case .lock: return isHeld ? askToUnlock() : askForLock()
      }
    case .action: break
    }
    return []
  }

  private func isIn(_ part: ComparisonPart) -> Bool { focus == .body(part.rawValue) }

  /// Enter on the answer: marked as a test marks it.
  private mutating func mark(_ wall: WallTime) {
    let mark = Marker.mark(Comparison.question, .text(field.text), language: "en")
    let words =
      switch mark.outcome {
      case .right: "Right: 1 of 1 point."
      case .unanswered: "Nothing is answered yet."
      case .partly, .wrong, .pending, .none: "Not right: 0 of 1 point."
      }
    said = words
    note("Answered “\(field.text)”. \(words)", wall)
  }

  /// Enter on one of the ways does what its key does.
  private mutating func tryWay(_ way: Comparison.Way, _ wall: WallTime) -> [DemoEffect] {
    switch way {
    case .lookUp: return lookUp(wall)
    case .suggestions:
      field.clear()
      field.insert(Comparison.beginning)
      said = ""
      return offered()
    case .paste:
      field.clear()
      return type(.pasted(Comparison.answer), wall)
    case .home:
      // Tried again it leads out again.
      if !isHeld { comparison.set(.home, .untried, locked: false) }
      return [.pressHome(.escape)]
    }
  }

  // MARK: - Refusals

  mutating func takeRefusals(_ press: Press) -> [DemoEffect] {
    switch press {
    case .moved(.up) where focus == .body(0): refusalRow = max(0, refusalRow - 1)
    case .moved(.down) where focus == .body(0) && refusalRow < RefusalCase.allCases.count - 1: refusalRow += 1
    case .moved, .focusMoved: move(press)
    case .enter:
      if case .footer = focus { return pressFooter() }
      refusalRow = (refusalRow + 1) % RefusalCase.allCases.count
    case .typed, .pasted, .edited, .action: break
    }
    return []
  }
}
