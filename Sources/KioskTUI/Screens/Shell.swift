import KioskCore

extension Screen {
  /// A text field between brackets, so that an empty one is seen without colour; where text goes on beyond it the marks
  /// of the field stand in their place.
  static func drawField(
    _ editor: LineEditor, in rect: Rect, focused: Bool, placeholder: String = "", _ grid: inout Grid
  ) {
    guard rect.width > 2, !rect.isEmpty else { return }
    let window = editor.window(width: rect.width - 2)
    grid.drawField(window, in: rect, focused: focused, placeholder: placeholder)
    let style: Style = focused ? .fieldFocused : .field
    if !window.moreLeft { grid.put("[", x: rect.x, y: rect.y, style) }
    if !window.moreRight { grid.put("]", x: rect.endX - 1, y: rect.y, style) }
  }
}

/// What frames every screen: the status line, the keys, the banner, and the word to a terminal that is too small.
extension Screen {
  /// Title, lock state in words, time left.
  static func drawStatus(_ state: SittingState, now: Moment, _ grid: inout Grid) {
    let held = isHeld(state.lock.phase)
    grid.drawStatus(
      left: title(of: state), centre: held ? "Locked" : "Open", centreStyle: held ? .barLocked : .bar,
      right: state.demo?.play == nil ? timeLeft(state, now: now) : "any key takes over", in: grid.bounds.row(0))
  }

  /// Whether "Locked" is said: an interrupted or stranded lock has not let go; one being engaged does not hold yet.
  private static func isHeld(_ phase: LockPhase) -> Bool { phase.isHeld && phase != .engaging }

  private static func title(of state: SittingState) -> String {
    if let exam = state.sitting?.attempt.exam ?? state.pending?.exam { return exam.title.text(in: exam.language) }
    return state.report?.title ?? state.demo?.page.title ?? "Kiosk"
  }

  /// Minutes, in the last minute seconds; empty where no clock is shown. Rounded up: the time said is never more than
  /// is left by a whole unit, and "0" is never said while there is time.
  static func timeLeft(_ state: SittingState, now: Moment) -> String {
    guard state.stage == .question || state.stage == .review, let left = state.sitting?.clock.left(at: now) else {
      return ""
    }
    return left > 60_000 ? "\((left + 59_999) / 60_000) min left" : "\((left + 999) / 1000) s left"
  }

  static func drawFooter(_ state: SittingState, _ focus: SittingState.Focus?, _ grid: inout Grid) {
    // Hidden questions take no keys, so none are offered.
    let actions = state.isHidden || state.isPaused ? [] : state.footer
    var focused: Int?
    if case .footer(let item)? = focus, !actions.isEmpty { focused = min(item, max(0, actions.count - 1)) }
    grid.drawBar(
      actions.map { BarItem($0.keyTitle, $0.title) }, focused: focused,
      spare: givingWay.compactMap { actions.firstIndex(of: $0) }, in: grid.bounds.row(grid.height - 1))
  }

  /// What the row of keys does without first, so that the ways on, to the review and back always show. F1 tells of all.
  private static let givingWay: [Action] = [
    .spelling, .share, .flag, .origin, .previous, .aids, .lookUp, .sentence, .definition, .hear, .help,
  ]

  /// Over row 1, on more rows only where the words need them.
  static func drawBanner(_ state: SittingState, _ grid: inout Grid) {
    guard let banner = state.banner else { return }
    let lines = bannerLines(banner, width: grid.width)
    let rect = Rect(x: 0, y: 1, width: grid.width, height: min(lines.count, 3))
    grid.fill(rect, .banner)
    grid.drawLines(lines, in: rect.inset(columns: 1), .banner, align: .centre)
  }

  private static func bannerLines(_ banner: Banner, width: Int) -> [Substring] {
    TextLayout.wrap(banner.text, width: width - 2)
  }

  /// The row for a screen's head: the first of its body, or the empty one below it while a banner of two rows lies over
  /// the first. Nothing else moves.
  static func headRow(_ state: SittingState, in area: Rect, _ grid: Grid) -> Rect {
    guard let banner = state.banner, bannerLines(banner, width: grid.width).count > 1 else { return area.row(0) }
    return area.row(1)
  }

  static func drawTooSmall(_ state: SittingState, _ grid: inout Grid) {
    let size = "This terminal is \(grid.width) × \(grid.height)."
    let needed = "It must be at least \(SittingState.smallest.columns) × \(SittingState.smallest.rows)."
    // Both in one row where they fit, so that no number is torn from its unit.
    var words = size + (Width.of(size) + 1 + Width.of(needed) <= grid.width ? " " : "\n") + needed
    if isHeld(state.lock.phase) { words += "\nThe test stays locked." }
    let lines = TextLayout.wrap(words, width: grid.width)
    let height = min(lines.count, grid.height)
    let rect = grid.bounds.centred(Size(width: grid.width, height: height))
    grid.drawLines(lines, in: rect, align: .centre)
    grid.cursor = Point(x: 0, y: max(0, rect.endY - 1))
  }
}
