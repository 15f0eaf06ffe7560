import Glibc
import KioskCore

@testable import KioskTUI

/// The lock's own reducer with the lock's own hands, on a real terminal, without a guardian around them: so that a step can
/// be made to fail.
final class KeeperDriver {
  struct Fault: Equatable {
    let id: RestrictionID
    let step: LockStep
    /// Whether the step was done before it is said to have failed.
    let isDone: Bool
  }

  static let request = LockRequest(
    mode: .assessment, attempt: "A", title: "Walk", required: [], detections: [:], capMinutes: 10,
    consented: true)

  let keeper: TerminalKeeper
  var lock: LockState
  /// What fails, once.
  var fault: Fault?
  private let folder: DataFolder
  private var now: Int64 = 1_000_000

  init(_ keeper: TerminalKeeper, _ folder: DataFolder) {
    self.keeper = keeper
    self.folder = folder
    lock = LockState(tier: keeper.device.tier)
  }

  func send(_ event: LockEvent) {
    var queue = [event]
    while !queue.isEmpty {
      let time = LockTime(moment: Moment(milliseconds: now), wall: WallTime(milliseconds: now))
      for effect in lock.reduce(queue.removeFirst(), at: time) {
        if let answer = perform(effect) { queue.append(answer) }
      }
    }
  }

  func lockNow() {
    send(
      .authorityRead(
        LockAuthority(supervision: .withheld(""), listing: .withheld(""), entitlement: .given("sample entitlement"))))
    send(.frontEndReady)
    send(.lockRequested(Self.request))
  }

  /// Lets time go by until what could not be released is tried again.
  func wait() {
    now += LockState.retryEvery
    send(.tick)
  }

  private func perform(_ effect: LockEffect) -> LockEvent? {
    switch effect {
    case .lookForOthers: return .othersFound(keeper.otherLock())
    case .claim:
      do {
        try keeper.openJournal(in: folder)
        return .claimed
      } catch { return .claimFailed("\(error)") }
    case .adopt:
      do {
        try keeper.adoptJournal(in: folder)
        return .claimed
      } catch { return .claimFailed("\(error)") }
    case .keepHeld(let held):
      try? keeper.keep(held)
      return nil
    case .forgetHeld:
      try? keeper.forgetHeld()
      return nil
    case .disclaim:
      keeper.closeJournal()
      return nil
    case .survey: return .surveyed(keeper.survey())
    case .capture(let id): return step(id, .capture, .captured(id)) { self.keeper.capture(id) }
    case .journal(let id): return step(id, .journal, .journalled(id)) { self.keeper.journal(id) }
    case .engage(let id): return step(id, .engage, .engaged(id)) { self.keeper.engage(id) }
    case .readBack(let id): return step(id, .readBack, .readBack(keeper.look(at: id))) { .done }
    case .release(let id): return step(id, .release, .released(id)) { self.keeper.release(id) }
    case .strike(let id): return step(id, .strike, .struck(id)) { self.keeper.strike(id) }
    case .recheck(let everything):
      let found = keeper.recheck(everything: everything)
      return .rechecked(found.reports)
    case .tell, .publish, .record, .paintRestoring, .paintClosed, .startFrontEnd, .killFrontEnd, .startGrace, .end:
      return nil
    }
  }

  private func step(
    _ id: RestrictionID, _ step: LockStep, _ done: LockEvent, _ body: () -> TerminalKeeper.Outcome
  ) -> LockEvent {
    if let fault, fault.id == id, fault.step == step {
      self.fault = nil
      if fault.isDone { _ = body() }
      return .stepFailed(id, step, "made to fail")
    }
    switch body() {
    case .done: return done
    case .failed(let why): return .stepFailed(id, step, why)
    }
  }
}
