import Glibc
import KioskCore

/// Doing what the lock wants done, and answering it.
extension GuardianLoop {
  /// What the front end says, as events.
  func take(_ message: FrontEndMessage) {
    // What hosts a program asks for no lock, and lets go of none but for a proctor or the clock.
    if host != nil, !mayAskHosted(message) { return }
    switch message {
    case .hello(let version): greet(version)
    case .assessRequested(let program, let required, let detections):
      events += [
        .authorityRead(AuthorityDesk.read(program)),
        .assessRequested(program: program, required: required, detections: detections),
      ]
    case .lockRequested(let request):
      events += [
        .authorityRead(AuthorityDesk.read(request.program)), .proctorsRead(PasscodeDesk.proctors()),
        .lockRequested(request),
      ]
    case .passcodeTyped(let proctor, let passcode):
      if let answer = desk.look(at: passcode, of: proctor) { events.append(.passcodeJudged(answer)) }
    case .proctorAsked(let act): events.append(.proctorAsked(act))
    case .passcodeAsked(let asked): events.append(.passcodeAsked(asked))
    case .proctorLeft: events.append(.proctorLeft)
    case .unlockRequested(let end):
      // Asked once the attempt has ended in the store.
      openChronicle()
      chronicle.seal()
      events.append(.unlockRequested(end))
    case .homeBlocked(let key): events.append(.homeBlocked(key))
    case .bannerShown(let words): events.append(.bannerShown(words))
    case .noted(let what, let detail): events.append(.noted(what: what, detail: detail))
    case .focusChanged(let gained): events.append(.focusChanged(gained))
    case .terminalReported(let mode, let value): hear(mode, value)
    case .terminalGone: events.append(.terminalGone)
    case .voiceWanted(let language): voice.want(ScreenText.fitted(language), as: service?.user)
    case .wordGiven(let slot, let word): voice.give(word, slot: slot)
    case .sayWanted(let slot, let part, let pace):
      // A word that is spelt out is no question any more.
      voice.say(part, slot: slot, lock.isClosed && pace == .letters ? .slow : pace)
    case .voiceLeft: voice.leave()
    case .helpsWanted(let slot, let language):
      helps.want(slot: slot, ScreenText.fitted(language), lock, as: service?.user)
    case .vocabularyGiven(let words, let own): helps.give(words, own: own, lock)
    case .helpAsked(let slot, let request): helps.ask(slot: slot, request, lock)
    case .helpsLeft: helps.leave()
    case .bellWanted(let right): voice.ring(right: right)
    case .leaveRequested(let status):
      if Weakness.home.isOn { events.append(.unlockRequested(.ended)) }
      events.append(.leaveRequested(status: status))
    }
  }

  /// A front end that speaks another version, or has not entered its sandbox, is not let in.
  private func greet(_ version: UInt16) {
    let isItself = service?.user.map { Privileges.isOnly($0, keeper.frontEnd) } ?? true
    if version == messageVersion && isItself
      && (ProcessFacts.isConfined(keeper.frontEnd) || Weakness.programs.isOn)
    {
      // Before the first word to it, so that nothing is shown that the profile has otherwise.
      events += [.authorityRead(AuthorityDesk.read("")), .frontEndReady]
      if host != nil { startProgram() }
    } else {
      channel?.drop("not a front end of this version in its sandbox")
    }
  }

  func perform(_ effect: LockEffect) {
    switch effect {
    case .lookForOthers: events.append(.othersFound(keeper.otherLock()))
    case .claim: claim(adopting: false)
    case .adopt: claim(adopting: true)
    case .keepHeld(let held): keep(held)
    case .forgetHeld:
      // Should it fail, the next guardian finds an attempt that has ended and lets go of it.
      try? keeper.forgetHeld()
    case .disclaim:
      keeper.closeJournal()
      liveLock = nil
    case .survey: startQuery(.survey)
    case .capture(let id): answer(keeper.capture(id), .captured(id), id, .capture)
    case .journal(let id): answer(keeper.journal(id), .journalled(id), id, .journal)
    case .engage(let id): answer(keeper.engage(id), .engaged(id), id, .engage)
    case .readBack(let id): startQuery(.readBack(id))
    case .release(let id): answer(keeper.release(id), .released(id), id, .release)
    case .strike(let id): answer(keeper.strike(id), .struck(id), id, .strike)
    case .recheck(let everything):
      liveLock?.touch()
      let found = keeper.recheck(everything: everything)
      if !found.restored.isEmpty { putBack(found.restored) }
      // What a terminal answers is typed: to a shell that has it, should that be so.
      if everything, !OwnTerminal.isBehind(keeper.terminal) { keeper.askAgain() }
      events.append(.rechecked(found.reports))
    case .tell(let message):
      tell(message)
      switch message {
      case .welcome, .assessed:
        events.append(.proctorsRead(PasscodeDesk.proctors()))
        // A front end that replaces one goes on with its voice.
        if case .welcome = message, voice.report != .none { tell(.voice(voice.report)) }
      default: break
      }
      // From here the guardian waits, for hours perhaps.
      if case .lockChanged(let report) = message, report.phase == .locked { Memory.giveBack() }
    case .publish(let report):
      tellProgram(.lockChanged(report))
      liveLock?.publish(
        LiveLock.Notice(
          process: getpid(), terminal: keeper.device.path, title: lock.request?.title ?? "",
          attempt: lock.request?.attempt ?? "", report: report))
    case .record(let attempt, let what, let detail):
      // The machine's own entries come before any lock.
      if attempt.isEmpty { openChronicle() }
      chronicle.append(attempt, what, detail)
    case .paintRestoring: paint([host == nil ? "Restoring the test…" : "Restoring the screen…"])
    case .paintClosed(let why):
      paint(["The lock cannot be taken up again yet.", ScreenText.fitted(why), "The terminal stays closed."])
    case .startFrontEnd(let resume): restart(resume)
    case .killFrontEnd: if keeper.frontEnd > 0 { Processes.send(SIGKILL, to: keeper.frontEnd) }
    case .startGrace: graceEnd = Clocks.boot().adding(1000)
    case .end(let status): end(status)
    }
  }

  /// Where no lock has been asked for yet, it is not open.
  private func openChronicle() {
    if !chronicle.isOpen, let folder = try? DataFolder.locate() { chronicle.open(folder) }
  }

  private func answer(_ outcome: TerminalKeeper.Outcome, _ done: LockEvent, _ id: RestrictionID, _ step: LockStep) {
    switch outcome {
    case .done: events.append(done)
    case .failed(let why): events.append(.stepFailed(id, step, why))
    }
  }

  /// Only a service is started again: anywhere else nobody comes who could take it up.
  private func keep(_ held: HeldLock) {
    guard service != nil else { return }
    do throws(SystemFault) {
      try keeper.keep(held)
    } catch { events.append(.noted(what: "lockNotKept", detail: "\(error)")) }
  }

  private func claim(adopting: Bool) {
    do throws(DataFolder.Fault) {
      let folder = try DataFolder.locate()
      claim(folder, adopting: adopting)
    } catch { events.append(.claimFailed(error.words)) }
  }

  private func claim(_ folder: DataFolder, adopting: Bool) {
    do throws(LiveLock.Refusal) {
      liveLock = try LiveLock(folder, name: keeper.device.fileName)
    } catch {
      switch error {
      case .held(let who): events.append(.claimRefused(who))
      case .fault(let fault): events.append(.claimFailed("\(fault)"))
      }
      return
    }
    do throws(SystemFault) {
      if adopting { try keeper.adoptJournal(in: folder) } else { try keeper.openJournal(in: folder) }
      chronicle.open(folder)
      if !adopting { noteStart(folder) }
      events.append(.claimed)
    } catch {
      liveLock = nil
      events.append(.claimFailed("\(error)"))
    }
  }

  /// Before the attempt is locked: how a lock of it before this one was cut off, and which start of the machine this is.
  private func noteStart(_ folder: DataFolder) {
    guard let attempt = lock.request?.attempt, !attempt.isEmpty else { return }
    if let found = FormerEnd.find(folder, attempt: attempt) {
      chronicle.append(attempt, found.cause.rawValue, found.detail)
    }
    chronicle.append(attempt, FormerEnd.start, JournalUndo.boot)
  }

  private func restart(_ resume: String?) {
    do throws(SystemFault) {
      try spawn(resume: resume)
    } catch {
      // As if it had ended at once: the back-off tries again.
      events.append(.frontEndLost(how: "it could not be started: \(error)", status: 70))
    }
  }

  private func paint(_ lines: [String]) {
    let size = TerminalDevice.size(keeper.terminal) ?? (80, 24)
    try? TerminalDevice.write(keeper.terminal, ScreenWords.calm(lines, columns: size.columns, rows: size.rows))
  }

  /// Ends: the front end sees its channel close, which to one that asked to leave means yes.
  private func end(_ status: Int32) {
    if outcome == nil {
      leavingStatus = status
      outcome = Outcome(status: status, words: nil, screenIsClean: true)
    }
    dropFrontEnd()
  }

  // MARK: - Asking the terminal

  /// The terminal told how a mode stands. One that was set under the lock and is not any more was reset by somebody who
  /// can write to this terminal, and who may have written over the screen too.
  private func hear(_ mode: UInt16, _ value: UInt8) {
    if query.isCurrent {
      if query.deadline == nil, lock.phase == .locked, let id = keeper.setAgain(mode, told: value) {
        putBack([id])
        return
      }
      keeper.modes.take(mode, value)
    }
    if query.hear(mode, keeper.modes) { finishQuery() }
  }

  private func putBack(_ restrictions: [RestrictionID]) {
    events.append(.undoneOutside(restrictions))
    tell(.repaint)
  }

  /// Looks at restrictions, after the terminal has told how its modes stand where that is asked for.
  private func startQuery(_ purpose: ModeQuery.Purpose) {
    let modes = query.modes(for: purpose, tier: keeper.device.tier)
    for mode in modes { keeper.modes.forget(mode) }
    if !modes.isEmpty { keeper.ask(modes) }
    query.start(purpose, modes, Clocks.boot())
    if modes.isEmpty { finishQuery() }
  }

  func finishQuery() {
    guard let purpose = query.finish(keeper.modes) else { return }
    switch purpose {
    case .survey: events.append(.surveyed(keeper.survey()))
    case .readBack(let id): events.append(.readBack(keeper.look(at: id)))
    }
  }
}
