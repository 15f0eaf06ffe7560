import Glibc
import KioskCore

/// The hands of the lock: what it takes away from one terminal, and gives back.
///
/// MUST: nothing here traps, exits or waits without end; on the way back every failure is reported, none ends it.
/// MUST run on the main thread (a console belongs to the thread that took it).
final class TerminalKeeper {
  /// How a step went.
  enum Outcome: Equatable {
    case done
    case failed(String)
  }

  let device: TerminalDevice
  /// The terminal, opened nonblocking.
  let terminal: Int32
  /// The modes it had before this program.
  let original: TerminalModes
  /// The front end's process; 0: there is none.
  var frontEnd: Int32 = 0
  /// The terminal's last answers to mode queries.
  var modes = ModeAnswers()
  private var company: TerminalCompany?
  private var journal: JournalFile?
  private var priorModes: TerminalModes?
  private var priorAnswers: [RestrictionID: UInt8] = [:]

  init(device: TerminalDevice, terminal: Int32, original: TerminalModes) {
    self.device = device
    self.terminal = terminal
    self.original = original
  }

  private var isConsole: Bool { device.tier == .console }

  /// Opens the journal of this terminal, which must hold nothing: what a crash left is undone first.
  func openJournal(in folder: DataFolder) throws(SystemFault) {
    let path = JournalUndo.path(folder, terminal: device.fileName)
    JournalUndo.undo(path)
    journal = try JournalFile(path: path)
  }

  /// Removes the journal, where nothing is left in it.
  func closeJournal() {
    if let journal, journal.lines.isEmpty { try? Files.unlink(journal.path) }
    journal = nil
  }

  // MARK: - Looking

  /// What each restriction would be. Those not of this version are not in it.
  func survey() -> [RestrictionReport] {
    let company = TerminalCompany.look(at: device, with: others)
    self.company = company
    return company.reports + LockState.plan.compactMap { foreseen($0) }
  }

  private func foreseen(_ id: RestrictionID) -> RestrictionReport? {
    switch id {
    case .multiplexer, .recording, .remote: return nil
    case .home: return RestrictionReport(id: id, state: .enforced)
    case .consoleSwitch: return isConsole ? RestrictionReport(id: id, state: .enforced) : notAConsole(id)
    case .paste: return pasteReport(assumed: true)
    case .focus: return focusReport(assumed: true)
    case .clipboard, .subprocess, .questionHelp, .lookUp, .spellCheck, .suggestions, .share: return look(at: id)
    case .consoleKeys, .sysRq, .kernelMessages, .powerKeys, .ptrace: return nil
    }
  }

  /// What a restriction is now, read from where the kernel or the terminal tells it.
  func look(at id: RestrictionID) -> RestrictionReport {
    switch id {
    case .multiplexer, .recording, .remote:
      let found = company?.reports.first { $0.id == id }
      return found ?? RestrictionReport(id: id, state: .unavailable(reason: "nobody has looked yet"))
    case .home: return homeReport()
    case .consoleSwitch:
      guard isConsole else { return notAConsole(id) }
      return RestrictionReport(
        id: id, state: Console.isOwned(terminal) ? .enforced : .unavailable(reason: "the kernel decides about it"))
    case .subprocess:
      let holds = frontEnd > 0 && ProcessFacts.isConfined(frontEnd)
      return RestrictionReport(
        id: id, state: holds ? .enforced : .unavailable(reason: "the front end is not under its filter"))
    case .questionHelp, .lookUp, .spellCheck, .suggestions, .share:
      let dark = !Gate.verdict(on: Self.feature(id), phase: .locked, mode: .test).isAllowed
      return RestrictionReport(id: id, state: dark ? .enforced : .off)
    case .paste: return pasteReport(assumed: false)
    case .focus: return focusReport(assumed: false)
    case .clipboard:
      if isConsole {
        return RestrictionReport(
          id: id, state: .unavailable(reason: "the console's selection is not cleared by this version"))
      }
      return RestrictionReport(id: id, state: .requested, finding: "cleared by OSC 52, which no terminal confirms")
    case .consoleKeys, .sysRq, .kernelMessages, .powerKeys, .ptrace:
      return RestrictionReport(id: id, state: .off, finding: "not taken away by this version")
    }
  }

  /// Looks again at what can change by itself. Modes that somebody changed from outside are put back.
  func recheck(everything: Bool) -> (reports: [RestrictionReport], restored: Bool) {
    var restored = false
    if let now = try? TerminalModes(of: terminal), !now.keysArePlain {
      restored = (try? now.withPlainKeys.apply(to: terminal)) != nil
    }
    if isConsole && !Console.isOwned(terminal) { restored = (try? Console.own(terminal)) != nil || restored }
    var reports = [look(at: .home), look(at: .consoleSwitch)]
    if everything {
      company = company?.lookedAtAgain(with: others)
      reports += [.multiplexer, .recording, .remote].map { look(at: $0) }
      if frontEnd > 0 { reports.append(look(at: .subprocess)) }
    }
    return (reports, restored)
  }

  private var others: [Int32] { frontEnd > 0 ? [frontEnd] : [] }

  private func notAConsole(_ id: RestrictionID) -> RestrictionReport {
    RestrictionReport(id: id, state: .unavailable(reason: "this terminal is not a console of this machine"))
  }

  private func homeReport() -> RestrictionReport {
    guard let now = try? TerminalModes(of: terminal), now.keysArePlain else {
      return RestrictionReport(id: .home, state: .unavailable(reason: "the terminal's modes do not hold"))
    }
    for process in [getpid()] + others {
      guard let mask = Signals.blockedMask(ofProcess: process), Signals.mask(mask, holds: Signals.leaving) else {
        return RestrictionReport(id: .home, state: .unavailable(reason: "a signal that leads out is not blocked"))
      }
    }
    return RestrictionReport(id: .home, state: .enforced)
  }

  private func pasteReport(assumed: Bool) -> RestrictionReport {
    let confirmed = assumed ? modes.knows(.bracketedPaste) : modes.isSet(.bracketedPaste)
    if confirmed { return RestrictionReport(id: .paste, state: .enforced) }
    return RestrictionReport(
      id: .paste, state: .detected, finding: "this terminal does not mark what is pasted: bursts of keys are recorded")
  }

  private func focusReport(assumed: Bool) -> RestrictionReport {
    if isConsole { return RestrictionReport(id: .focus, state: .absent, finding: "a console has no other windows") }
    let confirmed = assumed ? modes.knows(.focus) : modes.isSet(.focus)
    return RestrictionReport(
      id: .focus, state: confirmed ? .detected : .requested,
      finding: confirmed ? "leaving the window is recorded" : "this terminal does not confirm that it reports its focus"
    )
  }

  private static func feature(_ id: RestrictionID) -> HelpFeature {
    HelpFeature.allCases.first { $0.restriction == id } ?? .questionHelp
  }

  // MARK: - Taking away and giving back

  func capture(_ id: RestrictionID) -> Outcome {
    if id == .home {
      return attempt { () throws(SystemFault) in self.priorModes = try TerminalModes(of: self.terminal) }
    }
    if let mode = ModeAnswers.mode(of: id) { priorAnswers[id] = modes.value(mode) }
    return .done
  }

  /// Writes down what would outlive this process. The modes written are those from before this program, since that is
  /// what a shell left alone on the terminal needs.
  func journal(_ id: RestrictionID) -> Outcome {
    guard let prior = priorState(id) else { return .done }
    guard let journal else { return .failed("there is no journal") }
    let line = Journal.Line(
      restriction: id, terminal: device.path, mark: JournalUndo.mark(of: device.path), prior: prior)
    return attempt { () throws(SystemFault) in try journal.add(line) }
  }

  private func priorState(_ id: RestrictionID) -> String? {
    switch id {
    case .home: original.text
    case .consoleSwitch: isConsole ? "kernel" : nil
    case .paste, .focus: isConsole ? nil : "reset"
    case .clipboard, .subprocess, .questionHelp, .lookUp, .spellCheck, .suggestions, .share, .multiplexer, .recording,
      .remote, .consoleKeys, .sysRq, .kernelMessages, .powerKeys, .ptrace:
      nil
    }
  }

  func engage(_ id: RestrictionID) -> Outcome {
    switch id {
    case .home:
      return attempt { () throws(SystemFault) in
        try TerminalModes(of: self.terminal).withPlainKeys.apply(to: self.terminal)
      }
    case .consoleSwitch:
      return isConsole ? attempt { () throws(SystemFault) in try Console.own(self.terminal) } : .done
    case .paste, .focus: return setMode(id, true)
    case .clipboard: return clearClipboard()
    case .subprocess, .questionHelp, .lookUp, .spellCheck, .suggestions, .share, .multiplexer, .recording, .remote,
      .consoleKeys, .sysRq, .kernelMessages, .powerKeys, .ptrace:
      return .done
    }
  }

  func release(_ id: RestrictionID) -> Outcome {
    switch id {
    case .home:
      guard let priorModes else { return .done }
      return attempt { () throws(SystemFault) in try priorModes.apply(to: self.terminal) }
    case .consoleSwitch:
      return isConsole ? attempt { () throws(SystemFault) in try Console.disown(self.terminal) } : .done
    case .paste, .focus:
      // A mode that was set before is left set; one of which nothing is known is reset, as terminals start.
      return setMode(id, priorAnswers[id] == 1 || priorAnswers[id] == 3)
    case .clipboard: return clearClipboard()
    case .subprocess, .questionHelp, .lookUp, .spellCheck, .suggestions, .share, .multiplexer, .recording, .remote,
      .consoleKeys, .sysRq, .kernelMessages, .powerKeys, .ptrace:
      return .done
    }
  }

  func strike(_ id: RestrictionID) -> Outcome {
    guard let journal else { return .done }
    return attempt { () throws(SystemFault) in try journal.strike(id) }
  }

  /// Asks the terminal how a mode stands; its answer comes through the front end.
  func ask(_ mode: ModeAnswers.Mode) { try? TerminalDevice.write(terminal, "\u{1B}[?\(mode.rawValue)$p") }

  private func setMode(_ id: RestrictionID, _ set: Bool) -> Outcome {
    guard !isConsole, let mode = ModeAnswers.mode(of: id) else { return .done }
    return attempt { () throws(SystemFault) in
      try TerminalDevice.write(self.terminal, "\u{1B}[?\(mode.rawValue)\(set ? "h" : "l")")
    }
  }

  /// "!" is no base 64, by which xterm clears a selection (XTerm Control Sequences, OSC 52); others take the empty text.
  private func clearClipboard() -> Outcome {
    if isConsole { return .done }
    return attempt { () throws(SystemFault) in
      try TerminalDevice.write(self.terminal, "\u{1B}]52;c;!\u{07}\u{1B}]52;p;!\u{07}\u{1B}]52;c;\u{07}")
    }
  }

  private func attempt(_ body: () throws(SystemFault) -> Void) -> Outcome {
    do throws(SystemFault) {
      try body()
      return .done
    } catch { return .failed(error.description) }
  }
}
