/// From when until when something counts.
public struct Validity: Equatable, Sendable {
  /// How a time stands to it.
  public enum Standing: Equatable, Sendable {
    /// It counts.
    case now
    /// Not yet: from then on.
    case notYet(WallTime)
    /// Not any more: since then.
    case over(WallTime)
    /// The machine's clock was never set, so nobody can tell.
    case unknown
  }

  /// A clock before this was never set: 2026-01-01, when there was no kiosk yet.
  public static let earliest = WallTime(milliseconds: 1_767_225_600_000)

  /// The first instant; `nil`: always.
  public let from: WallTime?
  /// The first instant after it; `nil`: for ever.
  public let until: WallTime?

  /// Makes a validity.
  public init(from: WallTime?, until: WallTime?) {
    self.from = from
    self.until = until
  }

  /// How `time` stands to it. Where neither end is given the clock does not matter.
  public func standing(at time: WallTime) -> Standing {
    if from == nil && until == nil { return .now }
    if time.milliseconds < Self.earliest.milliseconds { return .unknown }
    if let from, time.milliseconds < from.milliseconds { return .notYet(from) }
    if let until, time.milliseconds >= until.milliseconds { return .over(until) }
    return .now
  }

  /// In words: "from 2026-09-01 10:00 UTC until 2027-07-01 00:00 UTC".
  public var words: String {
    let start = from.map { "from \(Timestamps.dayAndMinute($0))" }
    let end = until.map { "until \(Timestamps.dayAndMinute($0))" }
    return [start, end].compactMap { $0 }.joined(separator: " ")
  }
}

extension Timestamps {
  /// "2026-05-03 09:08 UTC".
  public static func dayAndMinute(_ time: WallTime) -> String { "\(day(time)) \(minute(time)) UTC" }
}
