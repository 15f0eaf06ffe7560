import Glibc
import KioskCore

/// The guardian of a hosted program: starts it, serves its requests, and ends with it.
extension GuardianLoop {
  /// What a front end needs to know of it.
  var hostedWords: [String] {
    guard let host else { return [] }
    return [String(host.process), requests?.path ?? "", host.hosting.title]
  }

  /// Starts the program as soon as somebody shows what it writes; tells one who comes later that it has ended.
  func startProgram() {
    guard let host else { return }
    if let ended = host.ended { return tell(.programEnded(status: ended)) }
    guard host.process == 0 else { return tell(.programStarted(process: host.process)) }
    if let requests { setenv("KIOSK_SOCKET", requests.path, 1) }
    let size = TerminalDevice.size(keeper.terminal) ?? (80, 24)
    host.fit(columns: size.columns, rows: size.rows)
    do throws(SystemFault) {
      try host.start()
      tell(.programStarted(process: host.process))
    } catch {
      outcome = Outcome(
        status: error.code == ENOENT ? 66 : 77,
        words: "\(ScreenText.quoted(host.hosting.path)) cannot be started (\(error.reason)): look at its file",
        screenIsClean: true)
      dropFrontEnd()
    }
  }

  /// The program's end is the end of its lock, and then of this.
  func lookAtProgram() {
    guard let host else { return }
    host.reapOrphans()
    guard host.hasEnded(), let status = host.ended else { return }
    if lock.isClosed {
      let how = status > 128 ? "killed by \(Signals.name(status - 128))" : "status \(status)"
      events += [.noted(what: "programEnded", detail: how), .unlockRequested(.ended)]
    }
    tell(.programEnded(status: status))
  }

  /// Whoever shows a hosted program lets go of its lock only for a proctor who said so, or when the clock has run out.
  func mayAskHosted(_ message: FrontEndMessage) -> Bool {
    switch message {
    case .unlockRequested: lock.ordered != nil || lock.phase == .expired
    case .lockRequested, .assessRequested: false
    case .hello, .homeBlocked, .bannerShown, .noted, .focusChanged, .terminalReported, .terminalGone, .leaveRequested,
      .passcodeTyped, .proctorAsked, .proctorLeft, .passcodeAsked:
      true
    case .voiceWanted, .wordGiven, .sayWanted, .voiceLeft, .bellWanted, .helpsWanted, .vocabularyGiven, .helpAsked,
      .helpsLeft:
      false
    }
  }

  // MARK: - Requests

  func serve(_ requests: RequestDesk, _ polled: ArraySlice<Waiting>) {
    requests.take(polled, Clocks.boot())
    for wish in requests.takeWishes() {
      switch wish {
      case .lock(let request):
        events += [
          .authorityRead(authority(of: request)), .proctorsRead(PasscodeDesk.proctors()), .lockRequested(request),
        ]
      case .release(let end): events.append(.unlockRequested(end))
      }
    }
  }

  /// What the profile gives the program, by the path it was named by or by the one that leads to; nothing where what runs is
  /// not what lies there.
  private func authority(of request: LockRequest) -> LockAuthority {
    var authority = AuthorityDesk.read(request.program)
    if !authority.listing.isGiven, let real = Files.realPath(request.program), real != request.program {
      let other = AuthorityDesk.read(real)
      if other.listing.isGiven { authority = other }
    }
    if authority.listing.isGiven, let fault = host?.fault {
      authority.listing = .withheld("\(ScreenText.fitted(request.program)) is listed, but \(fault)")
    }
    return authority
  }

  /// The program hears of its lock what the front end hears.
  func tellProgram(_ message: GuardianMessage) {
    guard let requests else { return }
    switch message {
    case .welcome(_, let report, _, _), .lockChanged(let report):
      let title = lock.request?.title ?? ""
      requests.heard(report, by: "\(title.isEmpty ? "kiosk" : title) (process \(getpid()))")
    case .refused(let refusal): requests.refused(refusal)
    case .assessed, .capReached, .interrupted, .endAsked, .terms, .proctors, .passcodeAnswered, .proctorEnds,
      .programStarted, .programEnded, .voice, .helps, .helpAnswered, .resized, .repaint:
      break
    }
  }
}
