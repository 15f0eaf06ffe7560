import Glibc
import KioskCore
import KioskPage

/// Runs the sitting's effects and answers with what came of them.
///
/// Every fault of disk or guardian becomes an event: nothing here ends the program or forgets an answer.
final class Interpreter {
  let guardian: GuardianChannel
  /// By which the exam asks for its lock, like any other program.
  let controller: LockController
  let terminal: Terminal
  let store: Store
  let library: ExamLibrary
  private let launch: Launch
  private var draftLog: DraftLog?
  private var attemptID = ""
  /// Whether the last step or the ending could not be kept.
  private var saveFailed = false
  private var markedAt: Moment?
  /// The exam that is practised, or was last, and when it was last looked whether somebody sits its test.
  private var practised: (exam: String, title: String)?
  private var lookedAt: Moment?
  /// What the exam was called that was opened last: a file or an id.
  private var openedAs = ""
  private lazy var assistant = Assistant(assets: library.assets)
  /// Whether the helps have the names of what is practised, and the user's own words.
  private var hasGivenNames = false

  /// When what was painted has to be on the disk too: within a second of its being written.
  private(set) var syncAt: Moment?
  private static let syncDelay: Int64 = 900
  private static let syncEarly: Int64 = 250
  /// Where one sync is everybody's, being woken costs less than syncing sooner.
  private static let syncEarlyTogether: Int64 = 50
  /// The time used is written beside the drafts this often while the candidate types, in milliseconds.
  private static let markInterval: Int64 = 5000

  init(guardian: GuardianChannel, terminal: Terminal, store: Store, library: ExamLibrary, launch: Launch) {
    self.guardian = guardian
    controller = LockController(port: guardian)
    self.terminal = terminal
    self.store = store
    self.library = library
    self.launch = launch
  }

  /// Runs one effect; the event it brings about, where it brings one about at once.
  func perform(_ effect: SittingEffect, _ state: SittingState) -> SittingEvent? {
    switch effect {
    case .readCatalogue:
      // Whatever was in front before the lobby can be gone on with from it.
      finish()
      practised = nil
      return Catalogue(store: store, library: library).read()
    case .openExam(let name, let offering):
      let opened = Catalogue(store: store, library: library).open(
        name, for: offering ? launch.candidate : nil, offering: offering)
      if let exam = opened.exam {
        openedAs = name
        assistant.know(exam)
      }
      return opened
    case .prepareAttempt(let exam, let candidate, let mode): return prepare(exam, candidate, mode)
    case .loadAttempt(let id): return load(id)
    case .storeAttempt(let attempt): return begin(attempt, state.lock)
    case .commit(let step): return commit(step)
    case .recordDraft(let slot): recordDraft(slot, state)
    case .recordPosition: recordPosition(state)
    case .judge(let slot): return judge(slot, state)
    case .seal(let end): return seal(end, state)
    case .preserve(let cause): preserve(cause, state)
    case .assess(let policy, let program):
      guardian.send(
        .assessRequested(program: program, required: policy.required, detections: policy.detections))
    case .readKeyboard: return .keyboardRead(Keyboard.describe(STDIN_FILENO))
    case .requestLock(let request): controller.request(request)
    case .requestUnlock(let end): controller.release(end)
    case .recordEnd(let attempt, let name):
      // Without a lock nobody else writes it down. Where it fails, the end itself does, and says so.
      do {
        try Ledger(store.folder).append(
          attempt, name.isEmpty ? "endedInLobby" : ProctorAct.end.entry, name, at: Clocks.wall())
      } catch {}
    case .requestSeal: guardian.send(.unlockRequested(.ended))
    case .checkPasscode(let proctor, let passcode): guardian.send(secret: .passcodeTyped(proctor: proctor, passcode))
    case .askProctor(let act): guardian.send(.proctorAsked(act))
    case .reportAsking(let asked): guardian.send(.passcodeAsked(asked))
    case .dismissProctor: guardian.send(.proctorLeft)
    case .reportHome(let key): guardian.send(.homeBlocked(key))
    case .reportBanner(let text): guardian.send(.bannerShown(text))
    case .note(let what, let detail): guardian.send(.noted(what: what, detail: detail))
    case .reportFocus(let focused): guardian.send(.focusChanged(focused))
    case .reportMode(let mode, let value): guardian.send(.terminalReported(mode: mode, value: value))
    case .openHelps(let slot, let language):
      // Helps that are not there know nothing yet.
      if state.helps == .none { hasGivenNames = false }
      guardian.send(.helpsWanted(slot: UInt16(clamping: slot), language: language))
    case .askHelps(let slot, let request):
      giveNames(state)
      guardian.send(.helpAsked(slot: UInt16(clamping: slot), request))
    case .addWord(let word): add(word)
    case .closeHelps:
      hasGivenNames = false
      guardian.send(.helpsLeft)
    case .copy(let text):
      // A console has no clipboard to be told of, and the gate is asked once more by whoever has the terminal.
      if state.allows(.share), state.lock.tier == .terminal { terminal.write(raw: ClipboardBytes.setting(text)) }
    case .proposeReportFile(let title):
      return .reportFileProposed(ReportFile.proposal(exam: title, at: Clocks.wall(), data: store.folder.path))
    case .saveReport(let path, let text, let overwriting):
      return .reportSaved(ReportFile.save(text, to: path, overwriting: overwriting))
    case .lookUp(let word, let number):
      var lines = assistant.lookUp(state, word)
      guard case .absent(let why) = state.helps else {
        return .lookedUp(lines, number: number, isLast: state.stage == .demo)
      }
      lines.append(PageLine(.note, why))
      return .lookedUp(lines, number: number, isLast: true)
    case .openVoice(let language): guardian.send(.voiceWanted(language: language))
    case .giveWord(let slot, let word): guardian.send(.wordGiven(slot: UInt16(clamping: slot), word))
    case .say(let slot, let part, let pace): guardian.send(.sayWanted(slot: UInt16(clamping: slot), part, pace))
    case .closeVoice: guardian.send(.voiceLeft)
    case .bell, .leave, .holdTerminal: break
    }
    return nil
  }

  /// Whether the exam that is practised here is now being sat as a test on another terminal: a practice tells what is
  /// right, so it may not go on. Looked at before a key of a practice is taken, at most once a second.
  func overtaken(at now: Moment) -> SittingEvent? {
    guard let practised, lookedAt.map({ now.since($0) >= 1000 }) ?? true else { return nil }
    lookedAt = now
    let how: String
    switch Catalogue(store: store, library: library).test(of: practised.exam) {
    case .none: return nil
    case .beingSat: how = "is being sat now"
    case .interrupted: how = "was begun as a test, and interrupted"
    }
    return .practiceOvertaken("\(practised.title) \(how): go on with the practice when that test has ended")
  }

  /// Whether to sync now, when this is awake: a little early spares being woken for it alone soon after.
  func isSyncDue(_ now: Moment) -> Bool {
    guard let syncAt else { return false }
    let early = draftLog?.isJournalled == true ? Interpreter.syncEarlyTogether : Interpreter.syncEarly
    return syncAt.since(now) <= early
  }

  /// What was painted goes to the disk; called when `isSyncDue`.
  func sync() {
    syncAt = nil
    do throws(SystemFault) {
      try draftLog?.sync()
    } catch {
      // Where its folder was taken away, the store goes with it.
      do { try putBack() } catch {}
      syncAt = Clocks.boot().adding(Interpreter.syncDelay)
    }
    store.tidy()
  }

  /// The program ends: nothing that was written waits any longer.
  func finish() {
    sync()
    draftLog = nil
  }

  // MARK: - Attempts

  private func prepare(_ exam: Exam, _ candidate: Candidate, _ mode: Attempt.Mode) -> SittingEvent {
    if mode == .practice, let refusal = Catalogue(store: store, library: library).refusal(ofPractising: exam) {
      return refusal
    }
    var exam = exam
    if exam.isOutline {
      let read = Catalogue(store: store, library: library).completed(exam, openedAs)
      guard case .examOpened(let whole) = read else { return read }
      exam = whole
      assistant.know(whole)
    }
    do throws(SystemFault) {
      let chance = try Randomness.seed()
      let seed = launch.seed ?? chance
      return .attemptPrepared(
        AttemptComposer.compose(
          exam, seed: seed, candidate: candidate, options: launch.options(mode), startedAt: Clocks.wall(),
          random: try Randomness.bytes(10)))
    } catch {
      return .storeFailed("there is no randomness (\(error)): try again")
    }
  }

  private func begin(_ attempt: Attempt, _ lock: LockReport) -> SittingEvent {
    note(attempt)
    do throws(StoreFault) {
      try store.begin(
        attempt, tier: lock.tier, restrictions: lock.restrictions,
        entitlement: attempt.mode == .test ? lock.entitlement : "")
    } catch {
      return .storeFailed(error.words)
    }
    if attempt.mode == .test { assistant.forget() }
    if attempt.mode == .test, let tried = SandboxTrial.ifAsked() {
      guardian.send(.noted(what: SandboxTrial.entry, detail: tried))
    }
    return openLog(attempt.id, []) ?? .attemptStored
  }

  private func load(_ id: String) -> SittingEvent {
    do throws(StoreFault) {
      let attempt = try store.attempt(id)
      if attempt.mode == .practice,
        let refusal = Catalogue(store: store, library: library).refusal(ofPractising: attempt.exam)
      {
        return refusal
      }
      note(attempt)
      let steps = try store.steps(of: id)
      if let fault = openLog(id, steps) { return fault }
      return .attemptLoaded(
        attempt, ResumePoint(attempt: attempt, steps: steps, drafts: draftLog?.state ?? DraftLog.State()))
    } catch {
      return .storeFailed(error.words, status: error.exitStatus)
    }
  }

  private func note(_ attempt: Attempt) {
    let exam = attempt.exam
    practised = attempt.mode == .practice ? (exam.id, exam.title.text(in: exam.language)) : nil
  }

  private func openLog(_ id: String, _ steps: [Step]) -> SittingEvent? {
    draftLog = nil
    attemptID = id
    do throws(DraftLog.Fault) {
      draftLog = try DraftLog.open(store.folder, attempt: id, steps: steps)
      return nil
    } catch {
      switch error {
      case .inUse: return .storeFailed("this attempt is being sat on another terminal: finish it there")
      case .system(let fault): return .storeFailed("the draft log cannot be opened (\(fault)): see the data folder")
      }
    }
  }

  // MARK: - Answers

  private func commit(_ step: Step) -> SittingEvent {
    do throws(StoreFault) {
      if saveFailed { try putBack() }
      try store.append(step, to: attemptID)
      saveFailed = false
    } catch {
      saveFailed = true
      return .stepFailed(error.reason)
    }
    // The answer is in the store: should its draft stay in the log, it is the same text once more.
    if case .response = step.kind { do { try draftLog?.accepted(slot: step.slot) } catch {} }
    return .stepCommitted
  }

  /// Where the data folder was removed or replaced under the test, it is made again with all of the attempt in it.
  /// The first failure is told; this is the next try's, so that a folder that was only moved can be put back.
  private func putBack() throws(StoreFault) {
    guard !attemptID.isEmpty, !store.isInPlace else { return }
    try store.restore(attemptID)
    do { try draftLog?.restore() } catch {}
    guardian.send(.noted(what: "storeRestored", detail: "the data folder had been taken away"))
  }

  private func recordDraft(_ slot: Int, _ state: SittingState) {
    guard let log = draftLog, state.sitting?.entries.indices.contains(slot) == true else { return }
    let draft = state.sitting?.entries[slot].draft ?? .none
    let isFirst = !log.needsSync
    do throws(SystemFault) {
      try log.record(slot: slot, DraftLog.Entry(response: draft.response, caret: draft.editor?.caret ?? 0))
    } catch {
      // The disk is full or gone. The text stays in memory; accepting it says "not saved" and tries again.
      return
    }
    let now = Clocks.boot()
    planSync(now, isFirst: isFirst)
    if markedAt.map({ now.since($0) >= Interpreter.markInterval }) ?? true { recordPosition(state) }
  }

  private func recordPosition(_ state: SittingState) {
    guard let log = draftLog, let sitting = state.sitting else { return }
    let now = Clocks.boot()
    let isFirst = !log.needsSync
    markedAt = now
    do throws(SystemFault) {
      try log.mark(
        slot: sitting.current, consumed: sitting.clock.consumed(at: now), runningAt: sitting.clock.isRunning ? now : nil
      )
    } catch { return }
    planSync(now, isFirst: isFirst)
  }

  /// `isFirst`: all that was written before is on the disk, as another one's sync may have put it there.
  private func planSync(_ now: Moment, isFirst: Bool) {
    if isFirst || syncAt == nil { syncAt = now.adding(Interpreter.syncDelay) }
  }

  private func judge(_ slot: Int, _ state: SittingState) -> SittingEvent? {
    guard let sitting = state.sitting, sitting.entries.indices.contains(slot) else { return nil }
    let mark = Marking.mark(sitting, slot)
    return .judged(slot: slot, mark.correctness)
  }

  // MARK: - Helps

  /// Before the first question to the helps of a practice, and not before: until then nothing of it is needed.
  private func giveNames(_ state: SittingState) {
    guard !hasGivenNames, state.sitting?.isTest != true else { return }
    hasGivenNames = true
    give(assistant.names(state), own: false)
    give(OwnWords(store.folder).read(), own: true)
  }

  private func give(_ names: [String], own: Bool) {
    for start in stride(from: 0, to: names.count, by: Wire.longestList) {
      let end = min(start + Wire.longestList, names.count)
      guardian.send(.vocabularyGiven(Array(names[start..<end]), own: own))
    }
  }

  private func add(_ word: String) {
    do throws(SystemFault) {
      try OwnWords(store.folder).add(word)
    } catch {
      // It counts until the practice ends, and is asked about again in the next one.
    }
    guardian.send(.vocabularyGiven([word], own: true))
  }

  // MARK: - Ends

  private func seal(_ end: AttemptEnd, _ state: SittingState) -> SittingEvent? {
    guard let sitting = state.sitting else { return nil }
    let consumed = sitting.clock.consumed(at: Clocks.boot())
    let ending = Marking.ending(sitting, end, at: Clocks.wall(), consumed: consumed, state.lock)
    do throws(StoreFault) {
      if saveFailed { try putBack() }
      try store.end(attemptID, ending)
      saveFailed = false
    } catch {
      saveFailed = true
      return .sealFailed(error.reason)
    }
    syncAt = nil
    do { try draftLog?.remove() } catch {}
    draftLog = nil
    return .sealed(
      Marking.report(
        sitting, end, record: sitting.isTest ? record : [], entitlement: state.lock.entitlement,
        required: state.requiredAway))
  }

  /// The ledger of the attempt as lines to read; what cannot be read is no reason to keep the report back.
  private var record: [String] {
    let entries = (try? store.detail(of: attemptID).ledger) ?? []
    // Whoever held a home key down for an hour need not scroll for one.
    return entries.suffix(200).map { entry in
      let words = entry.detail.isEmpty ? entry.what : "\(entry.what): \(entry.detail)"
      return "\(Timestamps.rfc3339(entry.at).dropFirst(11).prefix(8)) \(ScreenText.clean(words))"
    }
  }

  /// Nothing may be lost and nobody may be there to answer: what stands is made durable, the attempt stays open.
  private func preserve(_ cause: InterruptionCause, _ state: SittingState) {
    guard !attemptID.isEmpty else { return }
    recordPosition(state)
    sync()
    switch cause {
    case .hungUp: guardian.send(.terminalGone)
    case .guardianLost:
      do { try Ledger(store.folder).append(attemptID, cause.rawValue, at: Clocks.wall()) } catch {}
    case .suspended, .stopped, .focusLost, .clockMoved, .frontEndCrashed, .powerLost: break
    }
  }
}
