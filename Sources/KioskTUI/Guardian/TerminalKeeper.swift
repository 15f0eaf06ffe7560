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
  /// Whether a program is hosted on this terminal: what it does and offers is its own, and not taken away.
  var isHosting = false
  /// The front end's process; 0: there is none.
  var frontEnd: Int32 = 0
  /// The terminal's last answers to mode queries.
  var modes = ModeAnswers()
  private var company: TerminalCompany?
  var journal: JournalFile?
  var priorModes: TerminalModes?
  var priorAnswers: [RestrictionID: UInt8] = [:]
  /// What it does to the machine as a whole.
  let machine: MachineKeeper
  var selectionFault: SystemFault?
  /// Whether this process and its front end block what leads out, as last looked at: no other process can change that.
  private var signalsHold = false
  /// Whose signals those were.
  private var signalsSeenOf: Int32 = 0
  /// Who else is in this session, as last looked at.
  private var sessionMates: [String] = []

  init(device: TerminalDevice, terminal: Int32, original: TerminalModes, machine: MachineKeeper? = nil) {
    self.machine =
      machine
      ?? MachineKeeper(settings: MachineSettings(console: terminal), isConsole: device.tier == .console)
    self.device = device
    self.terminal = terminal
    self.original = original
  }

  var isConsole: Bool { device.tier == .console }

  /// Opens the journal of this terminal, which must hold nothing: what a crash left is undone first.
  func openJournal(in folder: DataFolder) throws(SystemFault) {
    let path = JournalUndo.path(folder, terminal: device.fileName)
    JournalUndo.undo(path)
    journal = try JournalFile(path: path)
    machine.claim()
  }

  /// Takes over the journal that a killed guardian left, undoes nothing of it, and has console and keys at once.
  func adoptJournal(in folder: DataFolder) throws(SystemFault) {
    if isConsole { try? Console.own(terminal) }
    try? TerminalModes(of: terminal).withPlainKeys.apply(to: terminal)
    journal = try JournalFile(path: JournalUndo.path(folder, terminal: device.fileName))
    machine.claim(adopting: true)
  }

  /// Writes down what the next guardian needs.
  func keep(_ held: HeldLock) throws(SystemFault) {
    try journal?.keep(Journal.Held(boot: JournalUndo.boot, text: held.text))
  }

  /// From here on nobody takes the lock up again.
  func forgetHeld() throws(SystemFault) { try journal?.forgetHeld() }

  /// Removes the journal, where nothing is left in it.
  func closeJournal() {
    if let journal, journal.lines.isEmpty, journal.held == nil { try? Files.unlink(journal.path) }
    journal = nil
    machine.disclaim()
  }

  // MARK: - Looking

  /// What each restriction would be.
  func survey() -> [RestrictionReport] {
    let company = TerminalCompany.look(at: device, with: others)
    self.company = company
    lookAtSession()
    return company.reports + LockState.plan.compactMap { foreseen($0) }
  }

  private func foreseen(_ id: RestrictionID) -> RestrictionReport? {
    switch id {
    case .multiplexer, .recording, .remote: return nil
    case .home: return RestrictionReport(id: id, state: .enforced)
    case .consoleSwitch: return isConsole ? switchReport : notAConsole(id)
    case .paste: return pasteReport(assumed: true)
    case .focus: return focusReport(assumed: true)
    case .clipboard: return clipboardReport(isForeseen: true)
    case .subprocess, .questionHelp, .lookUp, .spellCheck, .suggestions, .share, .ptrace: return look(at: id)
    case .consoleKeys, .sysRq, .kernelMessages, .powerKeys: return machine.foresee(id)
    }
  }

  /// What a restriction is now, read from where the kernel or the terminal tells it.
  func look(at id: RestrictionID) -> RestrictionReport {
    switch id {
    case .multiplexer, .recording, .remote:
      let found = company?.reports.first { $0.id == id }
      return found ?? RestrictionReport(id: id, state: .unavailable(reason: "nobody has looked yet"))
    case .home:
      lookAtSignals(ownStatus)
      return homeReport(try? TerminalModes(of: terminal))
    case .consoleSwitch:
      guard isConsole else { return notAConsole(id) }
      if Console.isOwned(terminal) { return switchReport }
      return RestrictionReport(id: id, state: .unavailable(reason: "the kernel decides about it"))
    case .questionHelp, .lookUp, .spellCheck, .suggestions, .share:
      if isHosting, let report = Self.ofProgram(id) { return report }
      let dark = !Gate.verdict(on: Self.feature(id), phase: .locked, mode: .test).isAllowed
      return RestrictionReport(id: id, state: dark ? .enforced : .off)
    case .subprocess:
      if isHosting, let report = Self.ofProgram(id) { return report }
      return confinementReport(frontEnd > 0 ? ProcessStatus(of: frontEnd) : nil)
    case .paste: return pasteReport(assumed: false)
    case .focus: return focusReport(assumed: false)
    case .clipboard: return clipboardReport(isForeseen: false)
    case .ptrace: return traceReport
    case .consoleKeys, .sysRq, .kernelMessages, .powerKeys: return machine.look(at: id)
    }
  }

  /// What of a hosted program nobody takes away; `nil`: it is no such thing.
  static func ofProgram(_ id: RestrictionID) -> RestrictionReport? {
    switch id {
    case .subprocess:
      RestrictionReport(id: id, state: .unavailable(reason: "the program may start others, on its own terminal"))
    case .questionHelp, .lookUp, .spellCheck, .suggestions, .share:
      RestrictionReport(id: id, state: .unavailable(reason: "what the program offers is its own"))
    case .home, .consoleSwitch, .consoleKeys, .sysRq, .kernelMessages, .powerKeys, .paste, .clipboard, .multiplexer,
      .recording, .remote, .ptrace, .focus:
      nil
    }
  }

  /// Looks again at what can change by itself, and takes away again what somebody gave back from outside.
  func recheck(everything: Bool) -> (reports: [RestrictionReport], restored: [RestrictionID]) {
    var restored: [RestrictionID] = []
    var modes = try? TerminalModes(of: terminal)
    if let now = modes, !now.keysArePlain, (try? now.withPlainKeys.apply(to: terminal)) != nil {
      restored.append(.home)
      modes = try? TerminalModes(of: terminal)
    }
    if isConsole && !Weakness.consoleSwitch.isOn && !Weakness.consoleAgain.isOn {
      let isOwned = Console.isOwned(terminal)
      // That somebody owns it does not tell who: where others could, it is taken again whatever the kernel says.
      if !isOwned || !sessionMates.isEmpty, (try? Console.own(terminal)) != nil, !isOwned {
        restored.append(.consoleSwitch)
      }
    }
    // Reading about a process is most of what a look costs: once for all that is asked of it.
    let status = everything || !signalsHold || signalsSeenOf != frontEnd ? ownStatus : []
    if !status.isEmpty { lookAtSignals(status) }
    var reports = [homeReport(modes)]
    if isConsole || everything { reports.append(look(at: .consoleSwitch)) }
    if everything {
      company = company?.lookedAtAgain(with: others, status: status)
      lookAtSession()
      reports += [.multiplexer, .recording, .remote, .ptrace].map { look(at: $0) }
      if frontEnd > 0, !isHosting { reports.append(confinementReport(status.last ?? nil)) }
      let machine = machine.recheck()
      reports += machine.reports
      restored += machine.restored
    }
    return (reports, restored)
  }

  /// What else has locked this terminal, in words; empty: nothing. MUST be asked only while this lock holds nothing.
  func otherLock() -> String {
    OtherLock.look(at: device, terminal, besides: [getpid()] + others)
  }

  private var others: [Int32] { frontEnd > 0 ? [frontEnd] : [] }

  private func notAConsole(_ id: RestrictionID) -> RestrictionReport {
    RestrictionReport(id: id, state: .unavailable(reason: "this terminal is not a console of this machine"))
  }

  /// What the kernel tells of this process and of its front end.
  private var ownStatus: [ProcessStatus?] { ([getpid()] + others).map { ProcessStatus(of: $0) } }

  private func lookAtSignals(_ status: [ProcessStatus?]) {
    signalsSeenOf = frontEnd
    signalsHold = status.allSatisfy { $0.map { Signals.mask($0.blocked, holds: Signals.leaving) } ?? false }
  }

  private func confinementReport(_ frontEnd: ProcessStatus?) -> RestrictionReport {
    RestrictionReport(
      id: .subprocess,
      state: frontEnd?.isConfined == true ? .enforced : .unavailable(reason: "the front end is not under its filter"))
  }

  private func homeReport(_ modes: TerminalModes?) -> RestrictionReport {
    guard let modes, modes.keysArePlain else {
      return RestrictionReport(id: .home, state: .unavailable(reason: "the terminal's modes do not hold"))
    }
    guard signalsHold else {
      return RestrictionReport(id: .home, state: .unavailable(reason: "a signal that leads out is not blocked"))
    }
    return RestrictionReport(id: .home, state: .enforced)
  }

  private func pasteReport(assumed: Bool) -> RestrictionReport {
    let confirmed = assumed ? modes.knows(.bracketedPaste) : modes.isSet(.bracketedPaste)
    if confirmed { return RestrictionReport(id: .paste, state: .enforced) }
    return RestrictionReport(
      id: .paste, state: .detected, finding: "this terminal does not mark what is pasted: bursts of keys are recorded")
  }

  /// On a console the kernel says whether what can be pasted has been replaced.
  private func clipboardReport(isForeseen: Bool) -> RestrictionReport {
    guard isConsole else {
      return RestrictionReport(
        id: .clipboard, state: .requested, finding: "cleared by OSC 52, which no terminal confirms")
    }
    if isForeseen && !ConsoleSelection.canBeCleared {
      return RestrictionReport(
        id: .clipboard, state: .unavailable(reason: "clearing what is marked on the console needs root"))
    }
    if !isForeseen, let selectionFault {
      return RestrictionReport(
        id: .clipboard, state: .unavailable(reason: "what is marked on the console stays (\(selectionFault))"))
    }
    return RestrictionReport(id: .clipboard, state: .enforced)
  }

  /// Held by this process; but whoever is in its session may let the kernel decide again, until the next look.
  private var switchReport: RestrictionReport {
    if sessionMates.isEmpty { return RestrictionReport(id: .consoleSwitch, state: .enforced) }
    let names = sessionMates.joined(separator: ", ")
    return RestrictionReport(
      id: .consoleSwitch, state: .detected,
      finding: "blocked and counted, but \(names) in this session could undo it for a second")
  }

  private func lookAtSession() {
    guard isConsole else { return }
    let mates = ProcessFacts.sessionMates(besides: [getpid()] + others).prefix(3)
    sessionMates = mates.map { TerminalCompany.plain(ProcessFacts.name($0) ?? "process \($0)") }
  }

  /// Undumpable, a process is traced by nobody of its own user; the front end is so before it is confined.
  private var traceReport: RestrictionReport {
    if let tracer = company?.tracer {
      return RestrictionReport(id: .ptrace, state: .detected, finding: "\(tracer.name) traces this program")
    }
    guard Hardening.isUndumpable else {
      return RestrictionReport(id: .ptrace, state: .unavailable(reason: "this program can be traced by its user"))
    }
    return RestrictionReport(id: .ptrace, state: .enforced, finding: "root could, which is watched for")
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
}
