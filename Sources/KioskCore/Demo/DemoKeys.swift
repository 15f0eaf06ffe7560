/// Keys on the demonstrations' pages.
extension DemoState {
  mutating func take(_ press: Press, _ now: Moment, _ wall: WallTime) -> [DemoEffect] {
    playEnd = nil
    if sheet != nil {
      takeSheet(press)
      return []
    }
    if case .action(let action) = press { return act(action, wall) }
    switch page {
    case .menu: return takeMenu(press, now)
    case .lab: return takeLab(press, wall)
    case .comparison: return takeComparison(press, wall)
    case .refusals: return takeRefusals(press)
    }
  }

  private mutating func act(_ action: Action, _ wall: WallTime) -> [DemoEffect] {
    switch action {
    case .lookUp: return takesText ? lookUp(wall) : []
    case .review, .handIn, .unlock: return leave()
    case .leave, .back: return goBack(wall)
    case .help, .aids, .flag, .hear, .definition, .sentence, .origin, .spelling, .previous, .next, .share: return []
    }
  }

  /// Enter, or the same key again, closes it.
  private mutating func takeSheet(_ press: Press) {
    switch press {
    case .enter, .action(.lookUp), .typed(" "): closeSheet()
    case .moved(.up): scrollSheet(by: -1)
    case .moved(.down): scrollSheet(by: 1)
    case .action(.previous): scrollSheet(by: -SittingState.pageStep)
    case .action(.next): scrollSheet(by: SittingState.pageStep)
    case .typed, .pasted, .edited, .moved, .focusMoved, .action: break
    }
  }

  /// No further than the screen said there is text.
  private mutating func scrollSheet(by rows: Int) {
    guard let scroll = sheet?.scroll else { return }
    sheet?.scroll = max(0, min(min(scroll, scrollLimit) + rows, scrollLimit))
  }

  /// Takes away what lies over the page.
  public mutating func closeSheet() {
    sheet = nil
    looking = nil
  }

  // MARK: - The menu

  private static let shown: [Page] = [.lab, .comparison, .refusals]

  private mutating func takeMenu(_ press: Press, _ now: Moment) -> [DemoEffect] {
    let last = Self.shown.count - 1
    switch press {
    case .moved(.up) where focus == .body(0): menuRow = max(0, menuRow - 1)
    case .moved(.down) where focus == .body(0) && menuRow < last: menuRow += 1
    case .typed("p"), .typed("P"): startPlaying(Self.shown[menuRow], at: now)
    case .enter, .typed(" "):
      guard case .body(let part) = focus else { return pressFooter() }
      switch MenuPart(rawValue: part) {
      case .list, .show, nil: turn(to: Self.shown[menuRow])
      case .play: startPlaying(Self.shown[menuRow], at: now)
      case .playAll: startPlaying(.menu, at: now)
      }
    case .moved, .focusMoved: move(press)
    case .typed, .pasted, .edited, .action: break
    }
    return []
  }

  // MARK: - The lab

  private mutating func takeLab(_ press: Press, _ wall: WallTime) -> [DemoEffect] {
    let last = RestrictionID.allCases.count - 1
    switch press {
    case .typed, .pasted, .edited:
      // Typing is meant for the field, wherever the focus was left.
      focus = .body(LabPart.field.rawValue)
      return type(press, wall)
    case .moved(.left) where isIn(.field), .moved(.right) where isIn(.field): TextChange(press)?.apply(to: &field)
    case .moved(.up) where isIn(.table) && tableRow > 0: tableRow -= 1
    case .moved(.down) where isIn(.table) && tableRow < last: tableRow += 1
    case .focusMoved(forward: true) where isIn(.field) && takeSuggestion(): break
    case .moved, .focusMoved: move(press)
    case .enter:
      guard case .body(let part) = focus else { return pressFooter() }
      switch LabPart(rawValue: part) {
      case .lock: return askForLock()
      case .unlock: return askToUnlock()
      case .field, .table, nil: move(.focusMoved(forward: true))
      case .log: showLog()
      }
    case .action: break
    }
    return []
  }

  private func isIn(_ part: LabPart) -> Bool { focus == .body(part.rawValue) }

  private mutating func showLog() {
    let lines = log.map { "\(Timestamps.rfc3339($0.at).dropFirst(11).prefix(8))  \($0.words)" }
    sheet = Sheet(title: "All that happened (UTC)", lines: lines.isEmpty ? ["Nothing yet."] : lines)
  }

  mutating func askForLock() -> [DemoEffect] {
    refusal = nil
    isAsking = true
    return [.requestLock]
  }

  mutating func askToUnlock() -> [DemoEffect] {
    isAsking = true
    return [.requestUnlock(.submitted)]
  }

  // MARK: - What is typed

  /// Typing, pasting and editing belong to the field wherever the focus is.
  mutating func type(_ press: Press, _ wall: WallTime) -> [DemoEffect] {
    if case .pasted(let text) = press {
      let count = text.count
      guard case .dark(let words) = gate(.paste) else {
        field.insert(text)
        said = "Pasted: \(count) characters."
        note("Pasted \(count) characters: they went in.", wall)
        if page == .comparison {
          comparison.set(.paste, Comparison.isGivenAway(by: [text]) ? .gaveAway : .gaveNothing, locked: isHeld)
        }
        return offered()
      }
      said = words + "."
      note("Pasting \(count) characters was refused.", wall)
      if page == .comparison { comparison.set(.paste, .withheld, locked: isHeld) }
      return [.note(what: "pasteRefused", detail: "\(count) characters")]
    }
    if let change = TextChange(press) { change.apply(to: &field) }
    said = ""
    return offered()
  }

  /// Asks what there is to offer for the text, where the gate lets it.
  mutating func offered() -> [DemoEffect] {
    guard case .dark(let words) = gate(.suggestions) else { return [.assist(field.text)] }
    assistance = Sitting.Assistance()
    if field.text.count >= 2 {
      if said.isEmpty { said = words + "." }
      if page == .comparison { comparison.set(.suggestions, .withheld, locked: isHeld) }
    }
    return []
  }

  /// Tab takes the first suggested word. Returns whether there was one.
  mutating func takeSuggestion() -> Bool {
    guard let word = assistance.suggestions.first, gate(.suggestions).isAllowed else { return false }
    field.replace(field.caret - assistance.taken..<field.caret, by: word)
    assistance = Sitting.Assistance()
    return true
  }

  /// F2: what is typed is looked up; on the question's page, what is asked about.
  mutating func lookUp(_ wall: WallTime) -> [DemoEffect] {
    let subject = page == .comparison ? Comparison.subject : field.text
    guard case .dark(let words) = gate(.lookUp) else {
      note("Looked up: \(subject.isEmpty ? "nothing typed yet" : subject).", wall)
      looking = .key
      sheet = Sheet(title: "Look up: \(subject)", lines: [])
      return [.lookUp(subject)]
    }
    said = words + "."
    note("Look-up was asked for: it is off.", wall)
    if page == .comparison { comparison.set(.lookUp, .withheld, locked: isHeld) }
    return [.note(what: "withheld", detail: HelpFeature.lookUp.rawValue)]
  }

  /// What a look-up found goes where it was asked for.
  mutating func show(_ lines: [String]) -> [DemoEffect] {
    guard let looking, sheet != nil else { return [] }
    sheet?.lines += lines
    if page == .comparison {
      let way: Comparison.Way = looking == .outside ? .home : .lookUp
      comparison.set(way, Comparison.isGivenAway(by: lines) ? .gaveAway : .gaveNothing, locked: isHeld)
    }
    return []
  }

  // MARK: - The home button, open

  /// On the question's page it leads out once, to show what that means; else it goes back.
  mutating func goBack(_ wall: WallTime) -> [DemoEffect] {
    playEnd = nil
    if sheet != nil {
      closeSheet()
      return []
    }
    guard page == .comparison, !isHeld, comparison.outcome(of: .home, locked: false) == .untried else { return leave() }
    note("The home button led out of the question; nobody counted it.", wall)
    looking = .outside
    sheet = Sheet(
      title: "Outside the question",
      lines: ["Nothing counted this. Anything could be opened here, such as the list of countries:", ""])
    return [.lookUp(Comparison.subject)]
  }

  // MARK: - Moving

  /// Tab and the arrows, through the parts of the page and the keys below.
  mutating func move(_ press: Press) {
    switch press {
    case .focusMoved(let forward): focus = focus.moved(forward: forward, parts: parts, items: footer.count)
    case .moved(let direction): focus = focus.moved(direction, parts: parts, items: footer.count)
    case .typed, .pasted, .edited, .enter, .action: break
    }
  }

  /// Enter on a key of the last row.
  mutating func pressFooter() -> [DemoEffect] {
    guard case .footer(let item) = focus, footer.indices.contains(item) else { return [] }
    return [.press(.action(footer[item]))]
  }
}
