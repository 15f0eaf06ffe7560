import Glibc
import KioskCore

/// What a front end watches beside its keys and its guardian's words while a lock holds: whether the terminal is still its
/// own, whether the guardian still runs, and what signals somebody sends to it alone. All of it goes on the ledger.
///
/// MUST cost no call per key: what tells by itself is waited for, the rest is looked at every second and a half: whether a
/// shell that sets no modes has the terminal, or the guardian stands still, no kernel tells who is not their parent.
final class Surroundings {
  /// What a look found out about the terminal.
  enum Finding: Equatable {
    case nothing
    /// A shell took it when the guardian was stopped.
    case taken
    /// It gave it back with fg.
    case back
  }

  /// How often a terminal that the shell has is looked for, in milliseconds.
  static let lookForTerminal: Int64 = 100
  private static let lookAgain: Int64 = 1500
  /// Whoever is awake for a key so long before looks at once, and is not woken for it.
  private static let lookEarly: Int64 = 250

  private let guardian: GuardianChannel
  /// A service's terminal is in no session, so that nobody can take it.
  private let isService: Bool
  private var isLocked = false
  private var watch: TerminalWatch?
  private var parent: ProcessWatch?
  private let pulse: Pulse?
  /// A guardian that holds a lock is awake once a second. One that was not for so long is looked at by whoever is awake for
  /// a key, in milliseconds.
  private static let longestSilence: Int64 = 1100
  private var lookedAt = Clocks.boot()
  /// When to call `look` at the latest; `nil`: nothing is to be looked for. Nobody but root can take a service's terminal or
  /// stop its guardian, and its screen need not be woken for that.
  var deadline: Moment? { isLocked && !isBehind && !isService ? lookedAt.adding(Self.lookAgain) : nil }

  /// Readable when somebody set the terminal's modes; -1: it is not watched.
  var modes: Int32 { watch?.descriptor ?? -1 }
  /// Readable when a signal came; -1: none is read.
  private(set) var signals: Int32 = -1
  /// Whether the terminal is the shell's for now.
  private(set) var isBehind = false

  /// `pulse`: the guardian's, where this process was forked from it.
  init(_ guardian: GuardianChannel, isService: Bool, pulse: Pulse? = nil) {
    self.guardian = guardian
    self.pulse = pulse
    self.isService = isService
  }

  deinit { if signals >= 0 { Files.close(signals) } }

  /// Watches while a lock holds, and only then.
  func follow(isLocked: Bool) {
    guard isLocked != self.isLocked else { return }
    self.isLocked = isLocked
    lookedAt = Clocks.boot()
    if isLocked {
      if !isService { watch = try? TerminalWatch(STDIN_FILENO) }
      if signals < 0 { signals = (try? Signals.open(Signals.frontEnd)) ?? -1 }
      // What came before was sent to no lock.
      if signals >= 0 { _ = Signals.read(signals) }
      _ = Hardening.takeStray()
    } else {
      watch = nil
    }
  }

  /// The terminal's modes were set: by a shell that has taken it, or by anybody else. Whether it was taken just now.
  func modesChanged() -> Bool {
    watch?.settle()
    return lookForTaking()
  }

  /// Whether a shell has taken the terminal just now: then the guardian was stopped, and is continued.
  func lookForTaking() -> Bool {
    guard !isBehind, OwnTerminal.isBehind(STDIN_FILENO) else { return false }
    isBehind = true
    guardian.send(.noted(what: "terminalTaken", detail: "the shell has it, until fg"))
    continueGuardian()
    return true
  }

  /// Looks at what does not tell by itself.
  func look(_ now: Moment) -> Finding {
    if let stray = Hardening.takeStray() { tell(stray) }
    if isBehind {
      guard !OwnTerminal.isBehind(STDIN_FILENO) else { return .nothing }
      isBehind = false
      guardian.send(.noted(what: "terminalBack", detail: ""))
      return .back
    }
    guard isLocked, now.since(lookedAt) >= Self.lookAgain - Self.lookEarly || isSilent(now) else { return .nothing }
    lookedAt = now
    if lookForTaking() { return .taken }
    if pulse == nil || isSilent(now) { continueGuardian() }
    return .nothing
  }

  private func isSilent(_ now: Moment) -> Bool { pulse.map { $0.silence(now) > Self.longestSilence } ?? false }

  /// A guardian that somebody stopped counts and watches nothing. Its state is asked of the kernel, not of a file it touches:
  /// whoever can stop it could touch that too; the pulse, which is in no file, only spares asking. SIGCONT is allowed within a
  /// session whoever runs it.
  private func continueGuardian() {
    let process = getppid()
    if parent?.process != process { parent = ProcessWatch(process) }
    guard isLocked, parent?.isStopped ?? false else { return }
    Processes.send(SIGCONT, to: process)
    guardian.send(.noted(what: "guardianContinued", detail: "it had been stopped"))
  }

  // MARK: - Signals

  /// Nothing comes of them, but they are told. Those of the kernel's are a terminal's, whose guardian has them too.
  func tellOfSignals() {
    for arrival in Signals.read(signals) where isLocked && arrival.sender != nil { tell(arrival) }
  }

  private func tell(_ arrival: Signals.Arrival) {
    guard isLocked else { return }
    let sender = arrival.sender?.words ?? ""
    guardian.send(
      .noted(what: "signalIgnored", detail: "\(Signals.name(arrival.signal)) to the front end, \(sender)"))
  }
}
