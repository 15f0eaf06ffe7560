/// From the program's start to the first question: lobby, form, consent, lock.
extension SittingState {
  mutating func start(_ step: inout Reduction) {
    if launch.resume == DemoState.attempt {
      openDemo(launch.demo ?? DemoStart(), restored: true, &step)
    } else if let attempt = launch.resume {
      stage = .engaging
      step.effects.append(.loadAttempt(attempt))
    } else if let exam = launch.exam {
      stage = .engaging
      pending = PendingStart(mode: launch.practice ? .practice : .test)
      step.effects.append(.openExam(exam, offering: !launch.practice))
    } else if let start = launch.demo {
      openDemo(start, restored: false, &step)
    } else {
      goToLobby(&step)
    }
  }

  mutating func goToLobby(_ step: inout Reduction) {
    stage = .lobby
    focus = .body(0)
    overlay = nil
    pending = nil
    sitting = nil
    report = nil
    refusal = nil
    demo = nil
    reportScroll = 0
    consent = Consent()
    form = Form()
    aids.reset()
    if voice != .none { step.effects.append(.closeVoice) }
    closeHelps(&step)
    voice = .none
    lobby.notice = ""
    step.effects.append(.readCatalogue)
  }

  mutating func fillLobby(_ exams: [CatalogueItem], _ resumable: [ResumableItem]) {
    // The cursor stays on its exam, whatever came or went above it.
    let chosen = lobby.exam?.path
    lobby.exams = exams
    lobby.resumable = resumable
    lobby.loaded = true
    lobby.offersDemo = true
    if let chosen, let at = exams.firstIndex(where: { $0.path == chosen }) { lobby.row = resumable.count + at }
    lobby.row = min(lobby.row, max(0, lobby.count - 1))
  }

  /// A test that was started by name had been interrupted before: to go on with it, or to start anew, is the candidate's
  /// choice, and going on comes first.
  mutating func offer(_ exam: CatalogueItem, _ interrupted: [ResumableItem]) {
    pending = nil
    stage = .lobby
    focus = .body(0)
    lobby = Lobby()
    fillLobby([exam], interrupted)
    lobby.offersDemo = false
    lobby.notice = "This test was interrupted. Enter goes on with it; below it, it can be started anew."
  }

  /// "Start the test" or "Practise" was chosen in the lobby.
  mutating func choose(_ mode: Attempt.Mode, _ step: inout Reduction) {
    if let interrupted = lobby.interrupted {
      pending = PendingStart(mode: interrupted.mode)
      step.effects.append(.loadAttempt(interrupted.attempt))
    } else if let exam = lobby.exam {
      // One with a problem too: opening it tells all its faults, unless it was mended meanwhile.
      pending = PendingStart(mode: mode)
      step.effects.append(.openExam(exam.path, offering: false))
    } else if lobby.isOnDemo {
      openDemo(DemoStart(), restored: false, &step)
    }
  }

  mutating func open(_ exam: Exam, _ step: inout Reduction) {
    guard var start = pending else { return }
    start.exam = exam.shown(in: terms.language)
    start.candidate = launch.candidate
    pending = start
    if start.mode == .practice {
      prepare(&step)
    } else if launch.candidate != nil {
      askConsent(&step)
    } else {
      stage = .form
      focus = .body(0)
      form.notice = ""
    }
  }

  /// A bank is shown for what it is before its test: what is not used of it must be known before somebody sits it.
  mutating func preview(_ exam: Exam, _ lines: [String]) {
    guard pending != nil else { return }
    pending?.exam = exam
    fault = lines
    reportScroll = 0
    stage = .preview
    focus = .body(0)
  }

  mutating func reject(_ lines: [String], _ status: Int32, _ step: inout Reduction) {
    pending = nil
    guard launch.exam == nil else {
      step.effects.append(.leave(status: status, reason: lines.joined(separator: "\n")))
      return
    }
    fault = lines
    reportScroll = 0
    stage = .fault
    focus = .body(0)
  }

  /// The name is given: on to consent.
  mutating func submitForm(_ step: inout Reduction) {
    let name = trimmed(form.name.text)
    guard !name.isEmpty else {
      form.notice = "Please type your name."
      focus = .body(0)
      return
    }
    form.notice = ""
    let candidate = Candidate(name: name, id: trimmed(form.id.text))
    pending?.candidate = candidate
    askConsent(&step)
  }

  mutating func askConsent(_ step: inout Reduction) {
    guard let exam = pending?.exam ?? pending?.attempt?.exam else { return }
    stage = .consent
    focus = .body(Consent.noPart)
    consent = Consent()
    step.effects += [.assess(exam.policy, program: exam.id), .readKeyboard]
  }

  /// The candidate said no, or the test could not start: everything stays as it was.
  mutating func decline(_ step: inout Reduction) {
    if launch.exam != nil {
      let blocking = consent.refusal?.restrictions.map(\.rawValue).joined(separator: ", ") ?? ""
      let reason =
        blocking.isEmpty
        ? "the lock was declined: nothing was changed"
        : "the test cannot start on this terminal (\(blocking)): use another terminal, or ask the teacher"
      step.effects.append(.leave(status: 77, reason: reason))
    } else {
      goToLobby(&step)
    }
  }

  /// The candidate said yes.
  mutating func agree(_ step: inout Reduction) {
    guard stage == .consent || stage == .refused else { return }
    if stage == .refused && !hasAgreed {
      returnToStart(&step)
      return
    }
    if asksForProctor {
      guard proctors.isSet, proctors.fault.isEmpty else {
        refusal = proctors.isSet ? .proctorNeeded(proctors.fault) : .noProctorSet
        hasAgreed = true
        stage = .refused
        reportScroll = 0
        focus = .body(0)
        return
      }
      askForPasscode(.start)
      return
    }
    startLocked(&step)
  }

  /// Refused before anything was asked for: back to where it was, which looks anew.
  private mutating func returnToStart(_ step: inout Reduction) {
    refusal = nil
    if pending?.candidate == nil && pending?.attempt == nil {
      stage = .form
      focus = .body(0)
    } else {
      askConsent(&step)
    }
  }

  /// The proctor's passcode was accepted for this start.
  mutating func startWithProctor(_ step: inout Reduction) {
    guard stage == .consent || stage == .refused, pending != nil else {
      step.effects.append(.dismissProctor)
      return
    }
    startLocked(&step)
  }

  private mutating func startLocked(_ step: inout Reduction) {
    stage = .engaging
    refusal = nil
    if pending?.attempt != nil {
      requestLock(&step)
    } else {
      prepare(&step)
    }
  }

  private mutating func prepare(_ step: inout Reduction) {
    guard let pending, let exam = pending.exam else { return }
    stage = .engaging
    step.effects.append(.prepareAttempt(exam, pending.candidate ?? Candidate(name: ""), pending.mode))
  }

  mutating func prepared(_ attempt: Attempt, _ step: inout Reduction) {
    guard pending != nil else { return }
    pending?.attempt = attempt
    if attempt.mode == .practice {
      openVoice(attempt.exam, &step)
      giveWords(attempt, &step)
      step.effects.append(.storeAttempt(attempt))
    } else {
      requestLock(&step)
    }
  }

  /// The attempt is there, and nothing of it shown. Where words are to be said it is known first whether they are heard.
  mutating func requestLock(_ step: inout Reduction) {
    guard let attempt = pending?.attempt else { return }
    emptyRegister()
    openVoice(attempt.exam, &step)
    if needsSoundCheck { return checkSound(&step) }
    giveWords(attempt, &step)
    stage = .engaging
    let policy = attempt.exam.policy
    step.effects.append(
      .requestLock(
        LockRequest(
          mode: .assessment, attempt: attempt.id, title: attempt.exam.title.text(in: attempt.exam.language),
          program: attempt.exam.id, required: policy.required, detections: policy.detections,
          capMinutes: Int(Launch.capMinutes), proctor: proctorNeed, consented: true, grants: attempt.grants)))
  }

  /// An interrupted attempt was read back: a test that is locked already goes on at once, one whose time ran out
  /// meanwhile is handed in, one whose lock holds only in part waits; where the terminal is open the lock is asked for.
  mutating func loaded(_ attempt: Attempt, _ point: ResumePoint, _ step: inout Reduction) {
    if let ender = pending?.endedBy {
      pending = nil
      sitting = Sitting(attempt: attempt, from: point)
      step.effects.append(.recordEnd(attempt.id, by: ender))
      end(.ended, &step)
      return
    }
    var start = PendingStart(mode: attempt.mode)
    start.exam = attempt.exam
    start.candidate = attempt.candidate
    start.attempt = attempt
    var point = point
    // The same guardian has watched all the while: what ran since the last mark is known to the millisecond.
    if isRestored { point.countUp(to: step.now, absence: absence) }
    start.resumed = point
    pending = start
    guard attempt.mode == .test else {
      openVoice(attempt.exam, &step)
      giveWords(attempt, &step)
      begin(&step)
      return
    }
    switch lock.phase {
    case .locked:
      // A guardian that replaces one has neither voice nor words.
      if voice == .none {
        openVoice(attempt.exam, &step)
        giveWords(attempt, &step)
      }
      begin(&step)
    case .open, .askingConsent: askConsent(&step)
    case .expired:
      sitting = Sitting(attempt: attempt, from: point)
      pending = nil
      end(.expired, &step)
    case .engaging, .interrupted, .releasing, .stranded: stage = .engaging
    }
  }

  /// The lock holds, and the attempt is new: write it down, then show it.
  mutating func lockEngaged(_ step: inout Reduction) {
    guard stage == .engaging, let pending, let attempt = pending.attempt else { return }
    if pending.resumed != nil { begin(&step) } else { step.effects.append(.storeAttempt(attempt)) }
  }

  mutating func stored(_ step: inout Reduction) {
    if pending?.attempt != nil { begin(&step) }
  }

  /// The only place where content appears: a test's never before the lock is told to hold.
  private mutating func begin(_ step: inout Reduction) {
    guard let pending, let attempt = pending.attempt, attempt.mode == .practice || isLocked else { return }
    sitting = Sitting(attempt: attempt, from: pending.resumed)
    if attempt.mode == .test { emptyRegister() }
    self.pending = nil
    stage = .question
    overlay = nil
    noteVoice(pending, &step)
    if attempt.mode == .test, !attempt.grants.isEmpty, pending.resumed == nil {
      let granted = attempt.grantsInWords(without: requiredAway)
      if !granted.isEmpty { step.effects.append(.note(what: "granted", detail: granted)) }
    }
    show(sitting?.current ?? 0, &step)
    followPause(&step)
    if isRestored, lock.isPasscodeAsked {
      toldAsking = true
      askForPasscode(.panel)
    }
    if let sitting, sitting.attempt.exam.navigation == .forward, sitting.next == nil,
      sitting.entry?.accepted != nil
    {
      // Forward only, a new start is no way back either.
      goOn(&step)
    }
    if let point = sitting?.clock.left(at: step.now), point == 0 { end(.expired, &step) }
    if let ordered { end(ordered, &step) }
    ordered = nil
  }

  mutating func storeFailed(_ reason: String, _ status: Int32, _ step: inout Reduction) {
    if launch.exam != nil || launch.resume != nil, !isLocked {
      step.effects.append(.leave(status: status, reason: reason))
      return
    }
    if isLocked { step.effects.append(.requestUnlock(.ended)) }
    pending = nil
    fault = [reason]
    reportScroll = 0
    stage = .fault
    focus = .body(0)
  }

  func trimmed(_ text: String) -> String {
    let tail = text.drop { $0.isWhitespace }
    guard let last = tail.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(tail[...last])
  }
}
