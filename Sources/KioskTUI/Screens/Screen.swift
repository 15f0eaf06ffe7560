import KioskCore

/// Draws what the candidate sees: a function of the state, the time and the size of the grid, nothing else.
///
/// Row 0 is the status line, the last row the keys, the banner lies over row 1. What is between belongs to the stage;
/// what lies over it (help, aids, a question of the kiosk's) is drawn last and then alone has the focus.
enum Screen {
  /// Draws `state` at `now`. The grid is cleared first; the cursor ends on the item that has the focus.
  /// - Returns: how many rows the text in front can be scrolled by, for `SittingEvent.laidOut`.
  @discardableResult
  static func draw(_ state: SittingState, now: Moment, into grid: inout Grid) -> Int {
    grid.clear()
    if grid.width < SittingState.smallest.columns || grid.height < SittingState.smallest.rows {
      drawTooSmall(state, &grid)
      return 0
    }
    var limit = 0
    let focus = state.overlay == nil ? state.focus : nil
    let area = grid.bounds.dropTop(2).dropBottom(1).inset(columns: margin)
    switch state.stage {
    case .lobby: drawLobby(state, focus, in: area, &grid)
    case .form: drawForm(state, focus, in: area, &grid)
    case .consent: limit = drawConsent(state, focus, in: area, &grid)
    case .engaging: drawEngaging(state, in: area, &grid)
    case .refused: limit = drawRefused(state, focus, in: area, &grid)
    case .question where state.isHidden, .review where state.isHidden: drawHidden(in: area, &grid)
    case .question where state.isPaused, .review where state.isPaused: drawPaused(state, in: area, &grid)
    case .question: limit = drawQuestion(state, focus, in: area, &grid)
    case .review: drawReview(state, focus, in: area, &grid)
    case .handingIn: drawHandingIn(state, in: area, &grid)
    case .restoring: drawRestoring(in: area, &grid)
    case .report: limit = drawReport(state, focus, in: area, &grid)
    case .preview: limit = drawPreview(state, in: area, &grid)
    case .fault: limit = drawFault(state, in: area, &grid)
    case .demo: limit = drawDemo(state, focus, in: area, &grid)
    }
    drawStatus(state, now: now, &grid)
    drawFooter(state, focus, &grid)
    if let overlay = state.overlay { limit = drawOverlay(overlay, state, now: now, &grid) }
    drawBanner(state, &grid)
    return limit
  }

  /// Columns left free at each side. The reducer's `answerWidth` counts on it: a field has one more column inside.
  static let margin = 3

  /// Which part of the body has the focus; nil while it is in the footer or on something that lies over the screen.
  static func part(_ focus: SittingState.Focus?) -> Int? {
    if case .body(let part)? = focus { return part }
    return nil
  }
}
