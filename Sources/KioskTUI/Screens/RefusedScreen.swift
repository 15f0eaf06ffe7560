import KioskCore

/// The lock was refused: why, and the mend.
extension Screen {
  static func drawRefused(
    _ state: SittingState, _ focus: SittingState.Focus?, in area: Rect, _ grid: inout Grid
  ) -> Int {
    let isLarge = state.aids.isOn(.largePrint)
    var page = Page(width: area.width)
    if isLarge { page.add("The test did not start", .title) }
    if let refusal = state.refusal { addRefusal(refusal, to: &page) }
    page.addGap()
    page.add("Nothing on this terminal was changed.", .dim)
    if !isLarge { grid.put("The test did not start", x: area.x, y: area.y, .title) }
    let foot = area.bottom(Grid.footRows(large: isLarge))
    let limit = grid.drawPage(
      page, large: isLarge, in: area.dropTop(isLarge ? 0 : 2).dropBottom(foot.height), first: state.reportScroll)
    grid.drawFoot(["Try again", "Back"], focused: part(focus), large: isLarge, in: foot)
    return limit
  }

  /// What stands against the lock, why each of it does, and what would mend it.
  static func addRefusal(_ refusal: LockRefusal, to page: inout Page) {
    page.add(refusal.reason, .warning)
    for report in refusal.reports { page.add(report.wordsWithState, indent: 2, lead: "·") }
    page.addGap()
    var mends: [String] = []
    for report in refusal.reports where !mends.contains(report.id.mend) { mends.append(report.id.mend) }
    for mend in mends { page.add(mend, lead: "→") }
    page.add(refusal.mend, lead: mends.isEmpty ? "" : "→")
  }
}
