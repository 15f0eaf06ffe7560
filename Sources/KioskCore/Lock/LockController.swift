/// Where a `LockController` sends what it asks for: the guardian, by whatever way leads there.
public protocol LockPort: AnyObject {
  /// Asks for a lock. The answer comes as a report (`LockController.heard`) or as a refusal (`LockController.refused`).
  func ask(for request: LockRequest)
  /// Asks to let go. The answer is a report.
  func askToRelease(_ end: AttemptEnd)
}

/// One request for all four modes: asks for a lock or its end, tells what came of it, and tells observers of every
/// change, asked for or not.
///
/// It decides nothing. Whether there is a lock is the guardian's word alone, which whoever reads the way to the guardian
/// hands on by `heard` and `refused`. Not thread-safe: it belongs to the loop that feeds it.
public final class LockController {
  /// What came of a request.
  public enum Outcome: Equatable, Sendable {
    /// The lock holds: every required restriction was read back as engaged.
    case engaged
    /// The terminal is open.
    case released
    /// There is no lock that was not there before, and why. Nothing has changed.
    case refused(LockRefusal)
  }

  /// A request without its answer.
  private struct Pending {
    let lock: Bool
    let completion: (Outcome) -> Void
    /// Whether the lock was seen to begin after it: one that holds already is no answer.
    var begins: Bool
  }

  /// The lock as the guardian last told it.
  public private(set) var report = LockReport.unknown
  /// What is asked for where a request says no more than a mode: the title, the program, the cap.
  public var subject: LockRequest
  private let port: any LockPort
  private var pending: Pending?
  private var observers: [(id: Int, body: (LockReport) -> Void)] = []
  private var lastObserver = 0

  /// Makes a controller that asks at `port`.
  ///
  /// - Parameter subject: what to ask for where a request names only a mode; `mode` and `consented` are set by it.
  public init(port: any LockPort, subject: LockRequest = LockRequest(mode: .autonomousSingleApp)) {
    self.port = port
    self.subject = subject
  }

  /// Whether content may be shown. MUST be looked at, never assumed: a lock can be lost without being asked to end.
  public var isLocked: Bool { report.isLocked }

  /// Asks for a lock of `mode`, or for the end of the one that holds.
  ///
  /// One request is served at a time: a second one is refused as `alreadyLockedByUs`, and the first goes on.
  /// - Parameter completion: called once, with what came of it.
  public func request(lock: Bool, mode: LockMode, completion: @escaping (Outcome) -> Void = { _ in }) {
    if lock {
      request(subject.asking(for: mode), completion: completion)
    } else {
      release(.submitted, completion: completion)
    }
  }

  /// Asks for the very lock that `request` describes.
  public func request(_ request: LockRequest, completion: @escaping (Outcome) -> Void = { _ in }) {
    guard pending == nil else { return completion(.refused(.alreadyLockedByUs)) }
    pending = Pending(lock: true, completion: completion, begins: !report.phase.isHeld)
    port.ask(for: request)
  }

  /// Asks to let go, and says how what was done under the lock has ended. A lock that is only being engaged is given up,
  /// and who asked for it is told `released`.
  public func release(_ end: AttemptEnd, completion: @escaping (Outcome) -> Void = { _ in }) {
    if pending?.lock == true { finish(.released) }
    guard pending == nil else { return completion(.refused(.alreadyLockedByUs)) }
    pending = Pending(lock: false, completion: completion, begins: false)
    port.askToRelease(end)
  }

  /// Calls `body` with every report that differs from the one before, and at once with the present one.
  ///
  /// - Returns: what `stopObserving` takes.
  @discardableResult
  public func observe(_ body: @escaping (LockReport) -> Void) -> Int {
    lastObserver += 1
    observers.append((lastObserver, body))
    body(report)
    return lastObserver
  }

  /// Ends what `observe` began.
  public func stopObserving(_ observer: Int) { observers.removeAll { $0.id == observer } }

  /// The guardian told how the lock stands. Observers hear before whoever waits for an answer: what may not be shown is
  /// hidden first.
  public func heard(_ news: LockReport) {
    let isNew = news != report
    report = news
    if isNew { for observer in observers { observer.body(news) } }
    guard let pending else { return }
    switch news.phase {
    case .locked: if pending.lock && pending.begins { finish(.engaged) }
    case .open: if pending.lock { self.pending?.begins = true } else { finish(.released) }
    case .askingConsent, .engaging: self.pending?.begins = true
    case .releasing, .interrupted, .expired, .stranded: break
    }
  }

  /// The guardian refused.
  public func refused(_ refusal: LockRefusal) { if pending?.lock == true { finish(.refused(refusal)) } }

  /// The way to the guardian is gone, and with it whatever it promised: the terminal counts as open.
  public func lost() {
    heard(.unknown)
    finish(.refused(.guardianLost))
  }

  private func finish(_ outcome: Outcome) {
    let completion = pending?.completion
    pending = nil
    completion?(outcome)
  }
}

extension LockRefusal {
  /// Nobody is there any more who could lock.
  static let guardianLost = LockRefusal.engageFailed(.home, "the lock's guardian is gone")
}
