import KioskCore

/// What will be locked, in plain words, and the question whether to.
extension Screen {
  static func drawConsent(
    _ state: SittingState, _ focus: SittingState.Focus?, in area: Rect, _ grid: inout Grid
  ) {
    let part = part(focus)
    grid.put("Lock this terminal for the test?", x: area.x, y: area.y, .title)
    let text = consentRect(area)
    grid.drawPage(consentPage(state, width: text.width), in: text, first: state.consent.scroll)

    let rest = area.bottom(5)
    let words = "Try your keyboard:"
    grid.put(words, x: rest.x, y: rest.y + 1)
    let field = rest.row(1).dropLeft(Width.of(words) + 1).left(30)
    grid.drawField(
      state.consent.trial.window(width: field.width - 2), in: field, focused: part == Consent.trialPart,
      placeholder: "type anything")
    grid.putClipped(
      state.consent.keyboard, x: field.endX + 2, y: field.y, .dim, maxWidth: rest.endX - field.endX - 2)
    let button: Int? = part == Consent.noPart ? 0 : part == Consent.yesPart ? 1 : nil
    grid.drawButtons(["No", "Yes"], focused: button, in: rest.row(3))
  }

  /// Where the text is, inside the body.
  private static func consentRect(_ area: Rect) -> Rect { area.dropTop(2).dropBottom(5) }

  static func consentPage(_ state: SittingState, width: Int) -> Page {
    var page = Page(width: width)
    if let refusal = state.consent.refusal {
      addRefusal(refusal, to: &page)
      page.addGap()
    }
    page.add("While the test runs this terminal is locked. Keys that would leave are blocked and counted.")
    page.add("Look up, spell check, suggestions and help on the question are off.")
    page.addGap()
    page.add("How long", .accent)
    page.add(duration(state), indent: 2)
    page.add("How it ends", .accent)
    page.add("You hand in, or the time is up, or 8 hours have passed. What is answered then counts.", indent: 2)
    page.add("What is recorded", .accent)
    page.add(
      "Your answers and when you gave them, blocked keys, interruptions, and what this terminal held.", indent: 2)
    page.add("Entitlement", .accent)
    page.add("The sample entitlement; the result says so.", indent: 2)
    page.addGap()
    addAssessment(state.consent.assessment, to: &page)
    return page
  }

  /// "10 minutes and 25 % extra time: 12 minutes 30 seconds. Never more than 8 hours."
  private static func duration(_ state: SittingState) -> String {
    let exam = state.pending?.exam
    let attempt = state.pending?.attempt
    guard let allowed = attempt?.allowed ?? exam.flatMap(state.launch.allowed) else {
      return "As long as you need, at most 8 hours."
    }
    let extra = attempt?.extraPercent ?? state.launch.extraPercent
    var words = spoken(allowed)
    if extra > 0 {
      let base = allowed * 100 / Int64(100 + extra)
      words = "\(spoken(base)) and \(extra) % extra time: \(words)"
    }
    if let used = state.pending?.resumed?.consumed, used >= 1000 { words += ", of which \(spoken(used)) are used" }
    return words + ". Never more than 8 hours."
  }

  /// A duration in words: "12 minutes 30 seconds".
  static func spoken(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1000
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    var parts: [String] = []
    if hours > 0 { parts.append(hours == 1 ? "1 hour" : "\(hours) hours") }
    if minutes > 0 { parts.append(minutes == 1 ? "1 minute" : "\(minutes) minutes") }
    if rest > 0 || parts.isEmpty { parts.append(rest == 1 ? "1 second" : "\(rest) seconds") }
    return parts.joined(separator: " ")
  }

  /// Restriction by restriction, grouped by how truly each holds.
  static func addAssessment(_ report: LockReport?, to page: inout Page) {
    guard let report else {
      page.add("Looking at what this terminal can hold…", .dim)
      return
    }
    page.add("What this terminal can hold", .accent)
    let held = report.restrictions.filter { $0.state == .enforced }
    let requested = report.restrictions.filter { $0.state == .requested }
    let detected = report.restrictions.filter { $0.state == .detected }
    let absent = report.restrictions.filter { $0.state == .absent }
    let unavailable = report.restrictions.filter {
      if case .unavailable = $0.state { true } else { false }
    }
    addGroup("Held", held, .good, to: &page)
    addGroup("Asked for, cannot be confirmed", requested, .warning, to: &page)
    addGroup("Only noticed, not prevented", detected, .warning, to: &page)
    addGroup("Nothing of the kind here", absent, .normal, to: &page)
    addGroup("Not available here", unavailable, .warning, to: &page)
  }

  /// Those with nothing more to say stand together in one line; those with a reason or a finding on one each.
  private static func addGroup(
    _ title: String, _ reports: [RestrictionReport], _ style: Style, to page: inout Page
  ) {
    guard !reports.isEmpty else { return }
    page.add(title, style, indent: 2)
    let plain = reports.filter { $0.words == $0.id.words }
    if !plain.isEmpty { page.add(plain.map(\.words).joined(separator: ", "), indent: 4) }
    for report in reports where report.words != report.id.words { page.add(report.words, indent: 4, mark: "·") }
  }
}
