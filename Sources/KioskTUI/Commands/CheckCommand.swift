import Glibc
import KioskCore

/// `kiosk check [--json] [--attack]`: what this terminal can hold, before anybody sits down at it.
enum CheckCommand {
  /// Runs it; returns the exit status.
  static func run(_ arguments: [String]) -> Int32 {
    guard let option = JSONOption("check", arguments.filter { $0 != "--attack" }, takes: "[--json] [--attack]") else {
      return 64
    }
    let report = look()
    if arguments.contains("--attack") { return attack(report, json: option.json) }
    return option.json ? CommandOutput.write(json: json(report)) : CommandOutput.write(text(report))
  }

  /// The table as it is without, and what came of each attack; people see each as soon as it is over.
  private static func attack(_ report: LockReport, json asJSON: Bool) -> Int32 {
    var written: Int32 = 0
    if !asJSON { written = CommandOutput.write(text(report) + "\nTrying to get out of a throw-away lock:\n\n") }
    let outcome = AttackCommand.run { attack in
      if !asJSON, written == 0 { written = CommandOutput.write(attack.line + "\n") }
    }
    if asJSON, case .object(var object) = json(report) {
      object.add("attacks", .array(outcome.attacks.map(\.json)))
      written = CommandOutput.write(json: .object(object))
    }
    if let fault = outcome.fault { _ = CommandOutput.complain("\(fault): see kiosk check", 75) }
    let breaches = outcome.attacks.filter(\.isBreach).map(\.id).joined(separator: ", ")
    if !breaches.isEmpty {
      _ = CommandOutput.complain("what was promised does not hold (\(breaches)): do not run a test here", 77)
    }
    return outcome.status == 0 ? written : outcome.status
  }

  /// What a lock on the terminal of this command would hold; without one: tier none.
  static func look() -> LockReport {
    guard let descriptor = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].first(where: { TerminalDevice($0) != nil }),
      let device = TerminalDevice(descriptor), let modes = try? TerminalModes(of: descriptor),
      let terminal = try? TerminalDevice.reopen(descriptor)
    else {
      let reason = "there is no terminal"
      return LockReport(
        phase: .open, tier: .none,
        restrictions: RestrictionID.allCases.map {
          RestrictionReport(id: $0, state: .unavailable(reason: reason))
        })
    }
    defer { Files.close(terminal) }
    // As the guardian is: what it can hold is looked at in the same condition.
    try? Hardening.makeUndumpable()
    let keeper = TerminalKeeper(device: device, terminal: terminal, original: modes)
    if device.tier == .terminal { keeper.modes = ModeProbe.ask(keeper, descriptor, modes) }
    let found = keeper.survey()
    let reports = RestrictionID.allCases.map { id in
      // The front end's filter is tried in the front end; here its place is taken by what the kernel offers.
      if id == .subprocess { return RestrictionReport(id: id, state: .enforced) }
      return found.first { $0.id == id } ?? keeper.look(at: id)
    }
    return LockReport(phase: .open, tier: device.tier, restrictions: reports)
  }

  /// The document of the contract.
  static func json(_ report: LockReport) -> JSONValue {
    .object([
      "tier": .string(report.tier.rawValue),
      "restrictions": .array(report.restrictions.map(LockWords.json)),
      "ready": .object([
        "assessment": .bool(isReady(report)),
        // The parts that these two modes need are not in this version.
        "guidedAccess": false, "singleApp": false, "autonomousSingleApp": .bool(isReadyForPrograms(report)),
      ]),
      "frontEndUser": .string(FrontEndUser.here),
    ])
  }

  private static func isReady(_ report: LockReport) -> Bool {
    // Where a profile is broken nobody knows what it demands, and nothing locks.
    if case .faulty(let fault) = AuthorityReader.here.profile, !fault.isByDate { return false }
    return report.tier != .none && report.state(of: .home).satisfiesRequirement
  }

  /// Whether some program may lock here, and what the profile requires of that is to be had.
  private static func isReadyForPrograms(_ report: LockReport) -> Bool {
    guard report.tier != .none, case .inForce(let installed) = AuthorityReader.here.profile, installed.supervises,
      !installed.profile.allowList.isEmpty
    else { return false }
    let terms = installed.profile.terms
    // What a hosted program does and offers is its own.
    let reports = report.restrictions.map { TerminalKeeper.ofProgram($0.id) ?? $0 }
    return LockState.judge(
      reports, required: terms.required(.autonomousSingleApp, beside: [.home]), detections: terms.detections) == nil
  }

  private static func text(_ report: LockReport) -> String {
    let kind =
      switch report.tier {
      case .console: "This is a console of this machine."
      case .terminal: "This is a terminal window or a remote session."
      case .none: "There is no terminal here."
      }
    let ready = isReady(report) ? "A test can be locked here." : "A test cannot be locked here."
    let words = "A test started here runs as \(FrontEndUser.here); as a service it has a user of its own.\n"
    let user = report.tier == .none ? "" : words
    return "\(kind) \(ready)\n\(user)\n" + LockWords.table(report.restrictions)
  }
}
