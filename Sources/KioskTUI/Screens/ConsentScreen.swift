import KioskCore

/// What will be locked, in plain words, and the question whether to.
extension Screen {
  static func drawConsent(
    _ state: SittingState, _ focus: SittingState.Focus?, in area: Rect, _ grid: inout Grid
  ) -> Int {
    let part = part(focus)
    let isBlocked = state.consent.isBlocked
    let title = isBlocked ? "This test cannot start on this terminal" : "Lock this terminal for the test?"
    if state.aids.isOn(.largePrint) { return drawLargeConsent(state, title, part, in: area, &grid) }
    grid.put(title, x: area.x, y: area.y, .title)
    let text = consentRect(area)
    let limit = grid.drawPage(consentPage(state, width: text.width), in: text, first: state.consent.scroll)
    if limit > 0 { grid.drawRow("↑ ↓ scroll", in: area.row(0), .dim, align: .right) }

    let rest = area.bottom(5)
    let button: Int? = part == Consent.noPart ? 0 : part == Consent.yesPart ? 1 : nil
    grid.drawButtons(isBlocked ? ["Back", "Look again"] : ["No", "Yes"], focused: button, in: rest.row(3))
    if !isBlocked { drawTrial(state, focused: part == Consent.trialPart, in: rest, &grid) }
    return limit
  }

  /// The same in large letters: the question is the first of what is scrolled.
  private static func drawLargeConsent(
    _ state: SittingState, _ title: String, _ part: Int?, in area: Rect, _ grid: inout Grid
  ) -> Int {
    let isBlocked = state.consent.isBlocked
    var page = Page(width: area.width)
    page.add(title, .title)
    addConsent(state, to: &page)
    let foot = area.bottom(Grid.footRows(large: true))
    let button: Int? = part == Consent.noPart ? 0 : part == Consent.yesPart ? 1 : nil
    grid.drawFoot(isBlocked ? ["Back", "Look again"] : ["No", "Yes"], focused: button, large: true, in: foot)
    var text = area.dropBottom(foot.height)
    if !isBlocked {
      let trial = text.bottom(1)
      drawField(
        state.consent.trial, in: trial.left(40), focused: part == Consent.trialPart, placeholder: "Try your keyboard",
        &grid)
      grid.putClipped(state.consent.keyboard, x: trial.x + 42, y: trial.y, .bold, maxWidth: trial.width - 42)
      text = text.dropBottom(2)
    }
    return grid.drawPage(page, large: true, in: text, first: state.consent.scroll)
  }

  /// The field to try the keyboard in, with what the terminal tells of it.
  private static func drawTrial(_ state: SittingState, focused: Bool, in rest: Rect, _ grid: inout Grid) {
    let words = "Try your keyboard:"
    grid.put(words, x: rest.x, y: rest.y + 1)
    let field = rest.row(1).dropLeft(Width.of(words) + 1).left(30)
    drawField(
      state.consent.trial, in: field, focused: focused, placeholder: "Shift-Tab comes here", &grid)
    // Beside the field where there is room, else below it.
    let beside = Width.of(state.consent.keyboard) <= rest.endX - field.endX - 2
    let place = beside ? Point(x: field.endX + 2, y: field.y) : Point(x: field.x, y: field.y + 1)
    grid.putClipped(state.consent.keyboard, x: place.x, y: place.y, .dim, maxWidth: rest.endX - place.x)
  }

  /// Where the text is, inside the body.
  private static func consentRect(_ area: Rect) -> Rect { area.dropTop(2).dropBottom(5) }

  static func consentPage(_ state: SittingState, width: Int) -> Page {
    var page = Page(width: width)
    addConsent(state, to: &page)
    return page
  }

  private static func addConsent(_ state: SittingState, to page: inout Page) {
    if let refusal = state.consent.refusal {
      addRefusal(refusal, to: &page)
      page.addGap()
      page.add("Nothing is locked, and nothing was changed.", .dim)
      page.addGap()
      addAssessment(state.consent.assessment, granted: state.grantWords, to: &page)
      return
    }
    if state.proctorNeed == .always, !state.proctors.isSet, state.consent.assessment != nil {
      addRefusal(.noProctorSet, to: &page)
      page.addGap()
    }
    let granted = state.grantWords
    let facts =
      [
        (
          "Locked",
          "Keys that would leave are blocked and counted; helps are off"
            + (granted.isEmpty ? "." : ", but for what is granted.")
        ),
        ("How long", duration(state) + " The clock starts at your first key, after a minute at the latest."),
        ("It ends", "when you hand in, when the time is up, or after \(state.capInWords)."),
        ("Recorded", "your answers and their times, blocked keys, interruptions."),
      ] + entitled(state)
    if state.asksForProctor { page.add("types the passcode before the test starts.", lead: "Proctor", column: 10) }
    if let exam = state.pending?.exam ?? state.pending?.attempt?.exam, exam.navigation == .forward {
      page.add("what is entered stays: there is no way back.", lead: "Forward", column: 10)
    }
    for (lead, text) in facts {
      page.add(text, lead: lead, column: 10)
      // A row each, right below what it is an exception to.
      guard lead == "Locked" else { continue }
      for (index, grant) in granted.enumerated() {
        page.add("\(grant.what): \(grant.places).", lead: index == 0 ? "Granted" : " ", column: 10)
      }
    }
    page.addGap()
    addAssessment(state.consent.assessment, granted: granted, to: &page)
  }

  /// By what right the test may lock the terminal, as soon as the guardian has told.
  private static func entitled(_ state: SittingState) -> [(String, String)] {
    guard let entitlement = state.consent.assessment?.entitlement, !entitlement.isEmpty else { return [] }
    return [("Entitled", "by the \(ScreenText.fitted(entitlement)); the result says so.")]
  }

  /// "10 minutes and 25 % extra time: 12 minutes 30 seconds. Never more than 8 hours."
  private static func duration(_ state: SittingState) -> String {
    let exam = state.pending?.exam
    let attempt = state.pending?.attempt
    guard let allowed = attempt?.allowed ?? exam.flatMap({ AttemptComposer.allowed($0, state.launch.options(.test)) })
    else {
      return "As long as you need, at most \(state.capInWords)."
    }
    let extra = attempt?.extraPercent ?? state.launch.extraPercent
    var words = spoken(allowed, extraPercent: extra)
    if let used = state.pending?.resumed?.consumed, used >= 1000 { words += ", of which \(spoken(used)) are used" }
    return words + "; at most \(state.capInWords)."
  }

  /// A time allowed in words, in milliseconds: "10 minutes and 25 % extra time: 12 minutes 30 seconds".
  static func spoken(_ allowed: Int64, extraPercent: Int) -> String {
    guard extraPercent > 0 else { return spoken(allowed) }
    // What the time would be without is lost where the cap cut it.
    if allowed >= AttemptComposer.cap { return "\(spoken(allowed)), \(extraPercent) % extra time included" }
    return "\(spoken(allowed * 100 / Int64(100 + extraPercent))) and \(extraPercent) % extra time: \(spoken(allowed))"
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
  static func addAssessment(_ report: LockReport?, granted: [GrantWords] = [], to page: inout Page) {
    guard let report else {
      page.add("Looking at what this terminal can hold…", .dim)
      return
    }
    page.add("What this terminal takes away while the test runs:")
    var groups: [[RestrictionReport]] = [[], [], [], [], []]
    for restriction in report.restrictions {
      switch restriction.state {
      case .enforced: groups[0].append(restriction)
      case .requested: groups[1].append(restriction)
      case .detected: groups[2].append(restriction)
      case .unavailable: groups[3].append(restriction)
      case .absent: groups[4].append(restriction)
      case .off: break
      }
    }
    // What is granted at some questions is held at the others alone: not said to be held without a word of that.
    let whole = groups[0].filter { report in !granted.contains { $0.feature.restriction == report.id } }
    addGroup("Held:", whole, .good, to: &page)
    for report in groups[0] {
      let places = granted.filter { $0.feature.restriction == report.id }.map { grant in
        grant.language.isEmpty ? grant.places : "\(grant.places), \(grant.language)"
      }
      guard !places.isEmpty else { continue }
      let name = report.id.words.prefix(1).uppercased() + report.id.words.dropFirst()
      page.addRun("\(name):", .warning, "held, but for \(places.joined(separator: "; ")).")
    }
    addGroup("Asked for, cannot be confirmed:", groups[1], .warning, to: &page)
    addGroup("Only noticed:", groups[2], .warning, to: &page)
    addGroup("Not available here:", groups[3], .warning, to: &page)
    addGroup("Nothing of the kind here:", groups[4], .accent, to: &page)
  }

  /// Those with the same reason or finding stand together, the reason behind them; those with none come first.
  private static func addGroup(
    _ title: String, _ reports: [RestrictionReport], _ style: Style, to page: inout Page
  ) {
    guard !reports.isEmpty else { return }
    var details: [String] = []
    for report in reports where !details.contains(report.detail) { details.append(report.detail) }
    details.sort { $0.isEmpty && !$1.isEmpty }
    let parts = details.map { detail in
      let names = reports.filter { $0.detail == detail }.map(\.id.words).joined(separator: ", ")
      return detail.isEmpty ? names : "\(names) (\(detail))"
    }
    page.addRun(title, style, parts.joined(separator: "; ") + ".")
  }
}
