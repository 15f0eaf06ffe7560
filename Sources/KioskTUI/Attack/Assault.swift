import Glibc
import KioskCore

/// The attacks on one standing lock, in an order in which none stands in the way of the next.
final class Assault {
  let lock: LockUnderAttack
  let terminal: AttackTerminal
  /// Told of each attack as soon as its outcome is known.
  private let tell: (Attack) -> Void
  private(set) var attacks: [Attack] = []

  init(_ lock: LockUnderAttack, tell: @escaping (Attack) -> Void) {
    self.lock = lock
    terminal = lock.terminal
    self.tell = tell
  }

  /// What promises that an attack is blocked.
  enum Promise {
    /// The lock as such, whatever its restrictions.
    case always
    /// A restriction, where it is enforced.
    case restriction(RestrictionID)
    /// A restriction, where it is enforced, or detected: then what is said of it is blocked, or undone and counted.
    case detection(RestrictionID)
    /// Nothing: what is said of it stands in the word.
    case nothing(String)
  }

  /// The attacks, in order; the last but one lets the lock go as it should be.
  enum Step: String, CaseIterable {
    case runProgram, homeKeys, signals, terminalSignals, injection, paste, clipboardRead, consoleSwitch, trace
    case stopFrontEnd, killFrontEnd, secondTerminal, secondAttach, handIn, killGuardian

    /// All of them; a test may choose.
    static var chosen: [Step] {
      #if DEBUG
        if let words = getenv("KIOSK_ATTACKS") {
          return String(cString: words).split(separator: ",").compactMap { Step(rawValue: String($0)) }
        }
      #endif
      return allCases
    }
  }

  /// Tries one; why the lock was not let go as it should be, where it was not.
  func attempt(_ step: Step, modes: TerminalModes) -> String? {
    switch step {
    case .runProgram: fromInside()
    case .homeKeys: homeKeys()
    case .signals: signals()
    case .terminalSignals: terminalSignals()
    case .injection: injection()
    case .paste: paste()
    case .clipboardRead: clipboard()
    case .consoleSwitch: consoleSwitch()
    case .trace: trace()
    case .stopFrontEnd: stopFrontEnd()
    case .killFrontEnd: killFrontEnd()
    case .secondTerminal: secondTerminal()
    case .secondAttach: secondAttach()
    case .handIn: return lock.handIn(leaving: modes) ? nil : "the throw-away lock was not released as it should be"
    case .killGuardian: killGuardian()
    }
    return nil
  }

  /// Notes what came of one attack.
  func note(_ id: String, _ promise: Promise, escaped: Bool, _ detail: String = "") {
    var promised = true
    var standing = "escaped"
    switch promise {
    case .always: break
    case .restriction(let id):
      let state = lock.report.state(of: id)
      promised = state.satisfiesRequirement
      standing = state.name
    case .detection(let id):
      let state = lock.report.state(of: id)
      promised = state.satisfiesRequirement || state == .detected
      standing = state.name
    case .nothing(let word):
      promised = false
      standing = word
    }
    add(
      Attack(id: id, outcome: escaped ? .escaped : .blocked, promised: promised, standing: standing, detail: detail))
  }

  /// Notes that an attack cannot be tried here, and why.
  func pass(_ id: String, _ why: String) {
    add(Attack(id: id, outcome: .notApplicable, promised: false, standing: "", detail: why))
  }

  private func add(_ attack: Attack) {
    attacks.append(attack)
    tell(attack)
  }

  /// What the front end has tried on itself, as it has told.
  private func fromInside() {
    var told: String?
    let found = terminal.wait(10_000) { [self] in
      told = lock.ledger.last { $0.hasPrefix(SandboxTrial.entry + " ") }
      return told != nil
    }
    guard found, let told else { return pass("runProgram", "the front end did not tell what it tried") }
    let open = told.split(separator: " ").dropFirst().filter { $0.hasSuffix("=open") }.map { $0.dropLast(5) }
    note(
      "runProgram", .restriction(.subprocess), escaped: !open.isEmpty,
      open.isEmpty ? "denied from inside: " + SandboxTrial.ways(in: told) : "open: " + open.joined(separator: ", "))
  }

  /// A guardian killed under a shell: its user has a prompt. That it is on the ledger is what is held against it.
  func killGuardian() {
    let began = Clocks.boot()
    let frontEnd = lock.frontEnd
    Processes.send(SIGKILL, to: lock.guardian)
    let ended = terminal.wait(5000) { [self] in
      ProcessFacts.hasEnded(lock.guardian) && frontEnd.map(ProcessFacts.hasEnded) ?? true
    }
    let took = Clocks.boot().since(began)
    let recorded = lock.ledger.contains { $0.hasPrefix(InterruptionCause.guardianLost.rawValue) }
    let kept = recorded ? "on the ledger" : "NOT on the ledger"
    note(
      "killGuardian", .nothing("detected"), escaped: true,
      ended ? "a shell start cannot prevent it: all ended within \(took) ms, \(kept)" : "the front end outlived it")
  }
}
