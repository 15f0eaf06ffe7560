import Glibc
import KioskCore

/// The hands of the lock for what the machine has but once, and for the power keys.
///
/// What cannot be had is told as `unavailable` or `absent` and changes nothing; what begins and then fails is a failure.
/// MUST: nothing here waits longer than a second.
final class MachineKeeper {
  /// How long logind may take to be looked at again, in milliseconds: in this time no home key is counted.
  static let longestLook: Int64 = 250

  let settings: MachineSettings
  private let isConsole: Bool
  private let folder: String
  private var hold: MachineHold?
  private var holdFault: MachineHold.Refusal?
  /// What was captured, as it stands in the journal.
  private var priors: [RestrictionID: String] = [:]
  /// Those taken away now.
  private var engaged: Set<RestrictionID> = []
  /// What a killed lock had captured, as its journal tells; taken over instead of being captured once more.
  private var inherited: [RestrictionID: String] = [:]
  private var inhibitor: PowerInhibitor?
  /// Where the inhibitor outlives a guardian that is killed and comes back; `nil`: it does not.
  var store: ServiceStore?
  private var inhibitorFault: PowerInhibitor.Fault?

  init(settings: MachineSettings, isConsole: Bool, folder: String = MachineHold.folder) {
    self.settings = settings
    self.isConsole = isConsole
    self.folder = folder
  }

  /// Takes the right to change what the machine has but once, and undoes what a killed lock has left, or takes it over
  /// with `adopting`. Without it the lock goes on: what it cannot hold is told so.
  func claim(adopting: Bool = false) {
    holdFault = nil
    guard isConsole, hold == nil else { return }
    do throws(MachineHold.Refusal) {
      let hold = try MachineHold(folder, forLock: true)
      if adopting {
        for line in hold.journal.lines where line.mark == JournalUndo.boot { inherited[line.restriction] = line.prior }
      } else {
        MachineUndo.undo(hold, settings)
      }
      self.hold = hold
    } catch { holdFault = error }
  }

  /// Gives the right back.
  func disclaim() {
    hold?.tidy()
    hold = nil
  }

  // MARK: - Looking

  /// What it would be.
  func foresee(_ id: RestrictionID) -> RestrictionReport {
    if let state = obstacle(id) { return RestrictionReport(id: id, state: state, finding: finding(id, state)) }
    if id == .powerKeys {
      do throws(PowerInhibitor.Fault) {
        try PowerInhibitor.lookForLogind(milliseconds: Self.longestLook)
      } catch { return RestrictionReport(id: id, state: .unavailable(reason: error.words)) }
    }
    return RestrictionReport(id: id, state: .enforced, finding: finding(id, .enforced))
  }

  /// What it is, read from the kernel and from logind.
  func look(at id: RestrictionID) -> RestrictionReport {
    guard engaged.contains(id) else {
      let state = obstacle(id) ?? (id == .powerKeys ? inhibitorFault.map { .unavailable(reason: $0.words) } : nil)
      return RestrictionReport(id: id, state: state ?? .off, finding: state.map { finding(id, $0) } ?? "")
    }
    var reason = "it did not stay as it was set"
    do throws(SystemFault) {
      if try settings.isGone(id) { reason = "" }
    } catch { reason = "\(error)" }
    if reason.isEmpty && id == .powerKeys { reason = inhibitorReason() }
    let state = reason.isEmpty ? RestrictionState.enforced : .unavailable(reason: reason)
    return RestrictionReport(id: id, state: state, finding: finding(id, state))
  }

  private func inhibitorReason() -> String {
    guard let inhibitor else { return "logind was not asked" }
    do throws(PowerInhibitor.Fault) {
      return try inhibitor.isListed(milliseconds: Self.longestLook) ? "" : "logind has forgotten that it was asked"
    } catch { return error.words }
  }

  /// Why it cannot be taken away here.
  private func obstacle(_ id: RestrictionID) -> RestrictionState? {
    if let state = settings.obstacle(id), state == .absent { return state }
    if !isConsole { return .unavailable(reason: "this terminal is not a console of this machine") }
    if let state = settings.obstacle(id) { return state }
    // Where the screen never goes blank, logind is all there is to ask, which anybody may.
    if !settings.changesMachine(id) { return nil }
    switch holdFault ?? (hold == nil ? foreseenFault() : nil) {
    case nil: return nil
    case .held: return .unavailable(reason: "another test on this machine holds it")
    case .fault(let fault) where fault.code == EPERM || fault.code == EACCES:
      return .unavailable(reason: "only root could put it back after a crash")
    case .fault(let fault): return .unavailable(reason: "it could not be put back after a crash (\(fault))")
    }
  }

  /// Whether the right could be had now; nothing is made for a look.
  private func foreseenFault() -> MachineHold.Refusal? {
    guard Files.may(F_OK, folder) else {
      let parent = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? "."
      return Files.may(W_OK, parent) ? nil : .fault(SystemFault(call: "mkdir", subject: folder, code: EACCES))
    }
    do throws(MachineHold.Refusal) {
      _ = try MachineHold(folder)
      return nil
    } catch { return error }
  }

  private func finding(_ id: RestrictionID, _ state: RestrictionState) -> String {
    switch (id, state) {
    case (.powerKeys, .enforced): "held down, the power key still turns the machine off"
    case (.sysRq, .absent): "this kernel knows none"
    default: ""
    }
  }

  /// Takes away again what somebody gave back from outside; tells which.
  func recheck() -> (reports: [RestrictionReport], restored: [RestrictionID]) {
    var restored: [RestrictionID] = []
    for id in MachineSettings.ids where engaged.contains(id) {
      guard (try? settings.isGone(id)) == false else { continue }
      noteNewKeys(id)
      if (try? settings.takeAway(id)) != nil { restored.append(id) }
    }
    return (MachineSettings.ids.filter { engaged.contains($0) }.map { look(at: $0) }, restored)
  }

  /// A key that got an action since is written down before it loses it. Those that had one before keep that.
  private func noteNewKeys(_ id: RestrictionID) {
    guard id == .consoleKeys, let old = priors[id].flatMap(ConsoleKeymap.entries), let hold,
      let found = try? ConsoleKeymap.leading(on: settings.console)
    else { return }
    let new = found.filter { entry in !old.contains { $0.table == entry.table && $0.key == entry.key } }
    guard !new.isEmpty else { return }
    let prior = ConsoleKeymap.text(old + new)
    if (try? hold.journal.add(MachineUndo.line(id, prior))) != nil { priors[id] = prior }
  }

  // MARK: - Taking away and giving back

  func capture(_ id: RestrictionID) throws(SystemFault) {
    priors[id] = inherited.removeValue(forKey: id)
    if priors[id] != nil { return }
    if obstacle(id) == nil && (hold != nil || !settings.changesMachine(id)) { priors[id] = try settings.prior(id) }
  }

  func journal(_ id: RestrictionID) throws(SystemFault) {
    if let prior = priors[id], let hold { try hold.journal.add(MachineUndo.line(id, prior)) }
  }

  func engage(_ id: RestrictionID) throws(SystemFault) {
    guard priors[id] != nil else { return }
    if id == .powerKeys {
      inhibitorFault = nil
      do throws(PowerInhibitor.Fault) {
        let new = try PowerInhibitor()
        inhibitor = new
        // That of the guardian before this one stood until here.
        store?.keep(new.descriptor)
      } catch {
        // Logind not being there is no failure: it is told, and the policy decides.
        inhibitorFault = error
        return
      }
    }
    try settings.takeAway(id)
    engaged.insert(id)
  }

  func release(_ id: RestrictionID) throws(SystemFault) {
    if id == .powerKeys {
      store?.forget()
      inhibitor = nil
    }
    if let prior = priors[id] { try settings.restore(id, prior) }
    priors[id] = nil
    engaged.remove(id)
  }

  func strike(_ id: RestrictionID) throws(SystemFault) {
    if let hold { try hold.journal.strike(id) }
  }
}
