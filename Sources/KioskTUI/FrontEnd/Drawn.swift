import KioskCore

/// How much of the two grids that take turns is up to date, so that a keystroke draws no more than it changed.
struct Drawn {
  /// Grids drawn since anything may have changed, at most two.
  private var screens = 0
  /// Grids of which at least the question was drawn since more than the text in it may have changed, at most two.
  private var answers = 0

  /// An event may have changed so much.
  mutating func spoil(_ damage: SittingState.Damage) {
    switch damage {
    case .text: break
    case .answer: answers = 0
    case .screen:
      screens = 0
      answers = 0
    }
  }

  /// Draws the least that must be drawn, into the grid whose turn it is.
  /// - Returns: what `Screen.draw` returns, and the rows that alone may differ from the grid before; none: any.
  mutating func draw(_ state: SittingState, now: Moment, into grid: inout Grid) -> (scrollLimit: Int, rows: [Int]) {
    let isPlain = state.stage == .question && !state.isTooSmall && !state.isHidden && state.overlay == nil
    let isWhole = !isPlain || screens < 2
    let isText = !isWhole && answers == 2
    screens = min(2, screens + 1)
    answers = min(2, answers + 1)
    if isWhole { return (Screen.draw(state, now: now, into: &grid), []) }
    let rows = isText ? Screen.drawText(state, into: &grid) : []
    return rows.isEmpty ? (Screen.drawAnswer(state, into: &grid), []) : (state.scrollLimit, rows)
  }
}
