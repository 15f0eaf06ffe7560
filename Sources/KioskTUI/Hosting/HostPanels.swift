import KioskCore

/// What the kiosk says over a hosted program, and in the row below it.
enum HostPanels {
  /// The last row, exactly `width` columns: the words of a banner, or the program's name and how the lock stands.
  static func row(_ state: HostedState, width: Int) -> String {
    if let banner = state.banner { return centred(banner.text, width) }
    let isHeld = state.lock.phase.isHeld && state.lock.phase != .engaging
    let word = isHeld ? "Locked" : "Open"
    let hint = isHeld ? "Home or Esc three times: why, and the way out" : ""
    let left = " \(state.title)  \(word)"
    let gap = width - Width.of(left) - Width.of(hint) - 1
    if gap >= 2 { return left + String(repeating: " ", count: gap) + hint + " " }
    // The word is what counts.
    return gap + Width.of(hint) >= 0 ? padded(left, width) : padded(" " + word, width)
  }

  private static func centred(_ text: String, _ width: Int) -> String {
    padded(String(repeating: " ", count: max(0, (width - Width.of(text)) / 2)) + text, width)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    var kept = ""
    var used = 0
    for character in text {
      let columns = Width.of(String(character))
      if used + columns > width { break }
      kept.append(character)
      used += columns
    }
    return kept + String(repeating: " ", count: max(0, width - used))
  }

  /// The whole screen, while the program is not in front.
  static func draw(_ state: HostedState, now: Moment, into grid: inout Grid) {
    grid.clear()
    let isHeld = state.lock.phase.isHeld && state.lock.phase != .engaging
    grid.drawStatus(
      left: state.title, centre: isHeld ? "Locked" : "Open", centreStyle: isHeld ? .barLocked : .bar, right: "",
      in: grid.bounds.row(0))
    let area = grid.bounds.dropTop(1)
    switch state.overlay {
    case .panel(let row)?: drawPanel(state, row, in: area, &grid)
    case .passcode(let prompt)?:
      Screen.drawPasscode(
        prompt, names: state.proctors.names, wait: state.passcodeWait(at: now), large: false, in: area, &grid)
    case .proctor(let panel)?: drawProctor(state, panel, in: area, &grid)
    case nil: drawHidden(state, in: area, &grid)
    }
  }

  private static func facts(_ state: HostedState, width: Int) -> Page {
    var page = Page(width: width)
    page.add("\(state.title) has locked this terminal.")
    if let since = state.lock.since { page.add("Locked since \(Timestamps.minute(since)) (UTC).") }
    if let until = state.lock.until {
      page.add("It unlocks when \(state.title) says so or ends, or at \(Timestamps.minute(until)) (UTC).")
    }
    let right = ScreenText.fitted(state.lock.entitlement)
    if !right.isEmpty { page.add("Locked by the \(right).") }
    let escapes = state.lock.escapes
    page.add(escapes == 1 ? "1 attempt to leave, counted." : "\(escapes) attempts to leave, counted.")
    return page
  }

  private static func drawPanel(_ state: HostedState, _ row: Int, in area: Rect, _ grid: inout Grid) {
    var page = facts(state, width: 50)
    if !state.proctors.isSet { page.add("No passcode is set, so there is no other way out.") }
    let buttons = state.panelRows.map { $0 == .proctor ? "Proctor…" : "Go on" }
    let inside = Screen.box("This terminal is locked", width: 50, height: page.rows.count + 4, in: area, &grid)
    grid.drawPage(page, in: inside.dropTop(1).top(page.rows.count))
    grid.drawButtons(buttons, focused: min(row, buttons.count - 1), in: inside.row(page.rows.count + 2))
  }

  private static func drawProctor(_ state: HostedState, _ panel: ProctorPanel, in area: Rect, _ grid: inout Grid) {
    if panel.asking != nil {
      let inside = Screen.box("End the lock?", width: 50, height: 6, in: area, &grid)
      grid.drawText("\(state.title) goes on; the terminal is unlocked.", in: inside.dropTop(1).top(2))
      grid.drawButtons(["No", "Yes"], focused: panel.yes ? 1 : 0, in: inside.row(4))
      return
    }
    let page = facts(state, width: 50)
    let rows = state.proctorRows
    let inside = Screen.box(
      "Proctor: \(ScreenText.fitted(panel.name))", width: 50, height: page.rows.count + rows.count + 3, in: area, &grid)
    grid.drawPage(page, in: inside.dropTop(1).top(page.rows.count))
    for (index, act) in rows.enumerated() {
      let words = act == .end ? "End the lock" : "Close, and leave it locked"
      grid.drawChoice(.none, words, in: inside.row(page.rows.count + 2 + index), focused: panel.row == index)
    }
  }

  private static func drawHidden(_ state: HostedState, in area: Rect, _ grid: inout Grid) {
    let words = "The lock is not whole. \(state.title) comes back with it; nothing is lost."
    let lines = TextLayout.wrap(words, width: max(1, area.width - 4))
    let rect = area.centred(Size(width: area.width, height: lines.count + 2))
    grid.drawText("One moment…", in: rect.row(0), .title, align: .centre)
    grid.drawLines(lines, in: rect.dropTop(2), align: .centre)
  }
}
