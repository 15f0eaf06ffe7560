import KioskCore

/// Screens that wait for the guardian or the store, and the one that tells what stands in the way.
extension Screen {
  static func drawEngaging(_ state: SittingState, in area: Rect, _ grid: inout Grid) {
    let locks = state.pending?.mode == .test && state.pending?.attempt != nil
    drawCalm(
      locks ? "Locking…" : "One moment…",
      locks ? "The test appears as soon as the lock holds." : "The test is being made ready.",
      in: area, &grid)
  }

  /// The lock does not hold: nothing of the test is shown until it does again.
  static func drawHidden(in area: Rect, _ grid: inout Grid) {
    drawCalm("One moment…", "The lock is not whole. The questions come back with it; nothing is lost.", in: area, &grid)
  }

  /// The guardian was lost, and the next one takes the lock up again.
  static func drawRestoring(in area: Rect, _ grid: inout Grid) {
    drawCalm("One moment…", "Restoring the test. The terminal stays locked; nothing is lost.", in: area, &grid)
  }

  /// A proctor has paused the test: who, and that no time is lost.
  static func drawPaused(_ state: SittingState, in area: Rect, _ grid: inout Grid) {
    let name = ScreenText.fitted(state.lock.pausedBy ?? "")
    drawCalm(
      "Paused",
      "The test is paused by \(name).\nThe clock stands until the test goes on.",
      in: area, &grid)
  }

  static func drawHandingIn(_ state: SittingState, in area: Rect, _ grid: inout Grid) {
    guard let sitting = state.sitting else { return }
    if !sitting.saveFault.isEmpty {
      let stays = state.lock.phase.isHeld ? "The test stays locked. " : ""
      drawCalm("Not saved", "Not saved: \(sitting.saveFault).\n\(stays)Trying again.", in: area, &grid)
    } else if sitting.sealed {
      drawCalm("Unlocking…", "Your answers are safe. The terminal is being unlocked.", in: area, &grid)
    } else {
      let why = sitting.ending == .expired ? "The time is up. " : ""
      drawCalm("One moment…", "\(why)Sealing your answers…", in: area, &grid)
    }
  }

  /// One word in large letters and a line below it, in the middle.
  private static func drawCalm(_ word: String, _ words: String, in area: Rect, _ grid: inout Grid) {
    let rows = LargeLetters.rows(of: word, width: area.width)
    let block = area.centred(Size(width: area.width, height: rows + 4))
    let used = grid.drawLarge(word, in: block.top(rows), align: .centre)
    let below = block.dropTop(used + 1)
    let lines = TextLayout.wrap(words, width: below.width)
    grid.drawLines(lines, in: below, align: .centre)
    let room = max(0, below.width - Width.of(lines[0]))
    grid.cursor = Point(x: below.x + room / 2, y: below.y)
  }

  static func drawFault(_ state: SittingState, in area: Rect, _ grid: inout Grid) -> Int {
    drawLines("This cannot go on", ["Back to the list"], state, in: area, &grid)
  }

  /// What a bank of questions holds, and what of it is not used.
  static func drawPreview(_ state: SittingState, in area: Rect, _ grid: inout Grid) -> Int {
    let title = state.pending?.exam.map { $0.title.text(in: $0.language) } ?? ""
    return drawLines(title, ["Go on", "Back"], state, in: area, &grid)
  }

  /// Lines to scroll, with buttons below.
  private static func drawLines(
    _ title: String, _ buttons: [String], _ state: SittingState, in area: Rect, _ grid: inout Grid
  ) -> Int {
    let isLarge = state.aids.isOn(.largePrint)
    var page = Page(width: area.width)
    if isLarge { page.add(title, .title) }
    for line in state.fault where !line.isEmpty { page.add(line) }
    if !isLarge { grid.putClipped(title, x: area.x, y: area.y, .title, maxWidth: area.width - 12) }
    let foot = area.bottom(Grid.footRows(large: isLarge))
    let text = area.dropTop(isLarge ? 0 : 2).dropBottom(foot.height)
    let limit = grid.drawPage(page, large: isLarge, in: text, first: state.reportScroll)
    if limit > 0, !isLarge { grid.drawRow("↑ ↓ scroll", in: area.row(0), .dim, align: .right) }
    let part = state.overlay == nil ? part(state.focus) : nil
    grid.drawFoot(buttons, focused: part.map { min($0, buttons.count - 1) }, large: isLarge, in: foot)
    return limit
  }
}
