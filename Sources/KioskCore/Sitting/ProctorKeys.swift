// The keys of the passcode's prompt and of the proctor's panel, wherever these lie.

extension PasscodePrompt {
  /// What came of a key.
  enum Outcome {
    case nothing, cancelled
    /// A passcode is to be looked at, as that proctor's or, where the name is empty, anyone's. The prompt holds it no more.
    case submitted(proctor: String, Secret)
  }

  /// Takes a key; MUST be the only owner of its passcode, and not be waiting for an answer.
  ///
  /// An empty passcode, one that is too long, or one that comes too soon is not even submitted.
  /// - Parameters:
  ///   - names: the proctors'.
  ///   - wait: how long no passcode is looked at, in seconds.
  mutating func take(_ press: Press, of names: [String], wait: Int64) -> Outcome {
    switch press {
    case .typed(let text):
      focus = .passcode
      if !isTooLong, !passcode.append(text.utf8) {
        isTooLong = true
        // A full field shows that there is something to delete.
        passcode.append(text.utf8.prefix(Secret.capacity - passcode.count))
      }
      notice = isTooLong ? "No passcode is that long." : ""
    case .edited(.deleteBackward) where !isTooLong: passcode.deleteBackward()
    case .edited(.deleteBackward), .edited(.deleteWord), .edited(.deleteToStart): beginAnew()
    case .action(.help): notice = "A proctor types the passcode here. Esc closes it."
    case .edited, .action: break
    case .pasted: notice = "Please type the passcode."
    case .moved(.left) where focus == .who: choose(-1, of: names)
    case .moved(.right) where focus == .who: choose(1, of: names)
    case .moved(.up), .moved(.left), .focusMoved(forward: false): move(-1, of: names)
    case .moved(.down), .moved(.right), .focusMoved(forward: true): move(1, of: names)
    case .enter:
      switch focus {
      case .who: focus = .passcode
      case .cancel: return .cancelled
      case .passcode, .confirm:
        guard wait <= 0 else {
          beginAnew()
          return .nothing
        }
        focus = .passcode
        guard !passcode.isEmpty, !isTooLong else { return .nothing }
        let name = names.count > 1 && names.indices.contains(who) ? names[who] : ""
        let typed = passcode
        passcode = Secret()
        notice = ""
        isChecking = true
        return .submitted(proctor: name, typed)
      }
    }
    return .nothing
  }

  private mutating func beginAnew() {
    passcode.clear()
    if isTooLong { notice = "" }
    isTooLong = false
  }

  private mutating func choose(_ by: Int, of names: [String]) {
    let count = max(1, names.count)
    who = (who + by + count) % count
  }

  /// To the names only where there are several.
  private mutating func move(_ by: Int, of names: [String]) {
    let parts = Part.allCases.filter { $0 != .who || names.count > 1 }
    let at = parts.firstIndex(of: focus) ?? 0
    focus = parts[(at + by + parts.count) % parts.count]
  }
}

extension ProctorPanel {
  /// Takes a key; what the proctor wants, once he has said yes to it. `rows` are those he sees.
  mutating func take(_ press: Press, rows: [ProctorAct], now: Moment) -> ProctorAct? {
    until = now.adding(ProctorPanel.patience)
    if asking != nil { return answer(press) }
    switch press {
    case .moved(.up), .moved(.left), .focusMoved(forward: false): row = (row + rows.count - 1) % rows.count
    case .moved(.down), .moved(.right), .focusMoved(forward: true): row = (row + 1) % rows.count
    case .enter:
      guard rows.indices.contains(row) else { return nil }
      if rows[row] == .goOn { return .goOn }
      asking = rows[row]
      yes = false
    case .typed, .pasted, .edited, .action: break
    }
    return nil
  }

  private mutating func answer(_ press: Press) -> ProctorAct? {
    let isYes: Bool
    switch press {
    case .typed("y"), .typed("Y"): isYes = true
    case .typed("n"), .typed("N"): isYes = false
    case .enter: isYes = yes
    case .moved, .focusMoved:
      yes.toggle()
      return nil
    case .typed, .pasted, .edited, .action: return nil
    }
    defer { asking = nil }
    if isYes { row = 0 }
    return isYes ? asking : nil
  }
}
