import KioskPage

/// The test's reducer: pure and total. Time comes in, effects go out; nothing here reads a clock, a file or a key.
extension SittingState {
  /// Takes one event in. `now` measures, `wall` dates what is recorded.
  public mutating func reduce(_ event: SittingEvent, now: Moment, wall: WallTime) -> [SittingEffect] {
    damage = .screen
    let before = (stage, focus)
    var step = Reduction(now: now, wall: wall)
    take(event, &step)
    if (stage, focus) != before || overlay != nil { damage = .screen }
    if isPasscodeAsked != toldAsking {
      toldAsking.toggle()
      step.effects.append(.reportAsking(toldAsking))
    }
    return step.effects
  }

  private mutating func take(_ event: SittingEvent, _ step: inout Reduction) {
    switch event {
    case .started: start(&step)
    case .resized(let columns, let rows):
      self.columns = columns
      self.rows = rows
    case .laidOut(let limit, let row):
      scrollLimit = max(0, limit)
      rowLimit = max(0, row)
      demo?.scrollLimit = max(0, limit)
    case .ticked: tick(&step)
    case .terminalGone: lose(.hungUp, &step)
    case .guardianLost: loseGuardian(&step)
    case .guardianSaid(let message): hear(message, &step)
    case .focusChanged(let focused): step.effects.append(.reportFocus(focused))
    case .modeReported(let mode, let value): step.effects.append(.reportMode(mode: mode, value: value))
    case .burstTyped(let count):
      if isLocked { step.effects.append(.note(what: "pasteBurst", detail: "\(count) characters in one read")) }
    case .pressed(let press): if !takesOver() { takePress(press, &step) }
    case .homePressed(let key):
      if takesOver() { return }
      startClock(&step)
      takeHome(key, &step)
    case .catalogueRead(let exams, let resumable): fillLobby(exams, resumable)
    case .examOpened(let exam): open(exam, &step)
    case .bankOpened(let exam, let lines): preview(exam, lines)
    case .interruptedFound(let exam, let interrupted): offer(exam, interrupted)
    case .examRejected(let lines, let status): reject(lines, status, &step)
    case .attemptPrepared(let attempt): prepared(attempt, &step)
    case .attemptLoaded(let attempt, let point): loaded(attempt, point, &step)
    case .attemptStored: stored(&step)
    case .storeFailed(let reason, let status): storeFailed(reason, status, &step)
    case .stepCommitted: committed(&step)
    case .stepFailed(let reason): notCommitted(reason, &step)
    case .judged(let slot, let correctness): judged(slot, correctness, &step)
    case .sealed(let report): sealed(report, &step)
    case .sealFailed(let reason): notSealed(reason, &step)
    case .practiceWithheld(let tests): withhold(tests, &step)
    case .practiceOvertaken(let words): stopPractice(words, &step)
    case .reportFileProposed(let path): proposed(path)
    case .reportSaved(let outcome): saved(outcome, &step)
    case .keyboardRead(let words): consent.keyboard = words
    case .lookedUp(let lines, let number, let isLast):
      if stage == .demo {
        demonstrate(.lookedUp(lines.filter { $0.kind != .source }.map { PageText($0.text).shown }), &step)
      } else {
        lookedUp(lines, number: number, isLast: isLast)
      }
    }
  }

  /// A key, where its effect can be seen.
  mutating func takePress(_ press: Press, _ step: inout Reduction) {
    // Keys that came in one read are one text. Where no text is wanted each is a key of its own.
    if case .typed(let text) = press, text.utf8.count > 1, !takesText, text.count > 1 {
      for character in text { takePress(.typed(String(character)), &step) }
      return
    }
    startClock(&step)
    guard !isTooSmall, !isHidden, !isPaused || overlay != nil else { return }
    if overlay != nil {
      takeOverlayPress(press, &step)
      return
    }
    if case .action(let action) = press, stage != .demo || action == .help || action == .aids {
      act(action, &step)
      return
    }
    switch stage {
    case .lobby: takeLobbyPress(press, &step)
    case .form: takeFormPress(press, &step)
    case .consent: takeConsentPress(press, &step)
    case .refused: takeRefusedPress(press, &step)
    case .question: takeQuestionPress(press, &step)
    case .review: takeReviewPress(press, &step)
    case .report: takeReportPress(press, &step)
    case .preview: takePreviewPress(press, &step)
    case .fault: takeFaultPress(press, &step)
    case .demo: demonstrate(.pressed(press), &step)
    case .engaging, .handingIn, .restoring: break
    }
  }

  private mutating func startClock(_ step: inout Reduction) {
    guard stage == .question || stage == .review, sitting?.clock.isRunning == false else { return }
    sitting?.clock.keyPressed(at: step.now)
    if sitting?.clock.isRunning == true { markTime(&step) }
  }

  /// The clock's own work: banners that go, the time that runs out, saves that are tried again.
  private mutating func tick(_ step: inout Reduction) {
    if let banner, step.now >= banner.until { self.banner = nil }
    tickProctor(&step)
    if let at = demoTick, step.now >= at { demonstrate(.ticked, &step) }
    guard sitting != nil else { return }
    sitting?.clock.ticked(at: step.now)
    if sitting?.clock.isRunning == true, sitting?.markAt.map({ step.now >= $0 }) ?? true { markTime(&step) }
    if let retryAt = sitting?.retryAt, step.now >= retryAt { retry(&step) }
    if stage == .question || stage == .review, sitting?.clock.left(at: step.now) == 0 { end(.expired, &step) }
  }

  /// Writes the time used beside the drafts, so that ending the program by force gains next to none.
  private mutating func markTime(_ step: inout Reduction) {
    step.effects.append(.recordPosition)
    sitting?.markAt = step.now.adding(Sitting.markInterval)
  }

  /// When the next `ticked` is wanted; `nil`: only when something happens.
  public func nextTick(after now: Moment) -> Moment? {
    let clock = stage == .question || stage == .review ? sitting?.clock.nextChange(after: now) : nil
    let mark = clock == nil || sitting?.clock.isRunning == false ? nil : sitting?.markAt
    let soon = Moment.sooner(.sooner(banner?.until, sitting?.retryAt), .sooner(clock, mark))
    return .sooner(.sooner(soon, demoTick), nextProctorTick(after: now))
  }

  /// The guardian is gone. Where another one comes, and takes the lock up again, nothing of the test may be seen until then;
  /// anywhere else, and where nothing was locked, this is the end.
  private mutating func loseGuardian(_ step: inout Reduction) {
    guard launch.isService, lock.phase.isHeld, stage != .restoring else {
      if stage != .restoring { lose(.guardianLost, &step) }
      return
    }
    // First of all it is hidden; what is left to be kept comes after it.
    step.effects.append(.holdTerminal)
    if sitting != nil, sitting?.sealed == false { step.effects.append(.preserve(.guardianLost)) }
    overlay = nil
    banner = nil
    stage = .restoring
    focus = .body(0)
  }

  /// The terminal or the guardian is gone: keep everything as it stands, then end.
  private mutating func lose(_ cause: InterruptionCause, _ step: inout Reduction) {
    let hadAttempt = sitting != nil && sitting?.sealed == false
    if hadAttempt { step.effects.append(.preserve(cause)) }
    let reason = cause == .guardianLost ? "the lock's guardian is gone: start kiosk again to resume" : ""
    step.effects.append(.leave(status: 75, reason: reason))
    overlay = nil
    stage = .fault
    fault = [reason]
  }
}

/// What one event brings about, and when it happened.
struct Reduction {
  /// Measures.
  let now: Moment
  /// Dates.
  let wall: WallTime
  /// In the order to be run.
  var effects: [SittingEffect] = []
}
