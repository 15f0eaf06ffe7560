/// The test's time, kept as consumed time on CLOCK_BOOTTIME, so that setting the clock changes nothing.
public struct SittingClock: Equatable, Sendable {
  /// The clock starts by itself this long after the first question was painted.
  public static let grace: Int64 = 60_000

  /// The time allowed in milliseconds; `nil`: no limit of the exam's own.
  public let allowed: Int64?
  private var used: Int64
  private var runningSince: Moment?
  private var paintedAt: Moment?
  private let isResumed: Bool
  /// Why a clock stands.
  public enum Halt: Equatable, Sendable {
    /// A proctor has stopped it.
    case proctor
    /// The voice is being started again: what is to be spelt cannot be heard.
    case voice
  }

  /// Whether a proctor has stopped it.
  public var isPaused: Bool { halts.contains(.proctor) }
  /// Whether it stands for the voice.
  public var waitsForVoice: Bool { halts.contains(.voice) }
  private var halts: [Halt] = []
  private var stands: Bool { !halts.isEmpty }
  private var ranBeforePause = false

  /// A clock that stands, with `consumed` milliseconds used in an earlier part of the attempt. `isResumed`: the
  /// questions have been seen before, so it starts with the first paint: a grace at every start would be time gained.
  public init(allowed: Int64?, consumed: Int64 = 0, isResumed: Bool = false) {
    self.allowed = allowed
    used = max(0, consumed)
    self.isResumed = isResumed
  }

  /// Whether time is running.
  public var isRunning: Bool { runningSince != nil }

  /// A question was painted: from here the grace counts.
  public mutating func painted(at now: Moment) {
    if paintedAt == nil { paintedAt = now }
    if isResumed, runningSince == nil, !stands { runningSince = now }
  }

  /// The candidate's first key after the first question starts the clock.
  public mutating func keyPressed(at now: Moment) {
    if paintedAt != nil, runningSince == nil, !stands { runningSince = now }
  }

  /// Starts the clock where the grace is over.
  public mutating func ticked(at now: Moment) {
    guard let paintedAt, runningSince == nil, !stands, now.since(paintedAt) >= SittingClock.grace else { return }
    runningSince = paintedAt.adding(SittingClock.grace)
  }

  /// Stops the clock; what was used stays used.
  public mutating func stop(at now: Moment) {
    used = consumed(at: now)
    runningSince = nil
    paintedAt = nil
  }

  /// Stands until `resume` for the same reason, whatever happens meanwhile.
  public mutating func pause(at now: Moment, for halt: Halt = .proctor) {
    guard !halts.contains(halt) else { return }
    halts.append(halt)
    guard halts.count == 1 else { return }
    ranBeforePause = isRunning
    used = consumed(at: now)
    runningSince = nil
  }

  /// Goes on as before the pause: running, or waiting for the first key with a grace of its own.
  public mutating func resume(at now: Moment, after halt: Halt = .proctor) {
    guard let index = halts.firstIndex(of: halt) else { return }
    halts.remove(at: index)
    guard halts.isEmpty else { return }
    if paintedAt != nil { paintedAt = now }
    if ranBeforePause || (isResumed && paintedAt != nil) { runningSince = now }
  }

  /// Milliseconds used so far, at most what is allowed.
  public func consumed(at now: Moment) -> Int64 {
    let running = runningSince.map { max(0, now.since($0)) } ?? 0
    let total = used + running
    return allowed.map { min($0, total) } ?? total
  }

  /// Milliseconds left; `nil` where there is no limit.
  public func left(at now: Moment) -> Int64? {
    allowed.map { max(0, $0 - consumed(at: now)) }
  }

  /// When the time shown next changes: at a full minute, in the last minute at a full second.
  public func nextChange(after now: Moment) -> Moment? {
    guard !stands, let left = left(at: now) else { return nil }
    guard isRunning else { return paintedAt.map { $0.adding(SittingClock.grace) } }
    if left <= 0 { return now }
    let unit: Int64 = left > 60_000 ? 60_000 : 1000
    let remainder = left % unit
    return now.adding(remainder == 0 ? unit : remainder)
  }
}
