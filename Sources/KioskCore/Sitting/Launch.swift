/// How the program was started: the options of `kiosk exam`, or nothing for the lobby.
public struct Launch: Equatable, Sendable {
  /// The exam named on the command line; `nil`: the lobby.
  public var exam: String?
  /// Unlocked, with every help on.
  public var practice = false
  /// The candidate, where the command line names one.
  public var candidate: Candidate?
  /// What to draw and shuffle from; `nil`: chance.
  public var seed: UInt64?
  /// Minutes instead of the exam's own, 1 to 480.
  public var minutes: Int?
  /// Extra time in percent, 0 to 400.
  public var extraPercent = 0
  /// The attempt a new front end goes on with after the last one died.
  public var resume: String?

  /// The lobby.
  public init() {}

  /// The time an attempt at `exam` is allowed, in milliseconds: its minutes or those asked for, and the extra time, at
  /// most the 8 hours of the cap.
  public func allowed(for exam: Exam) -> Int64? {
    guard let minutes = minutes ?? exam.minutes else { return nil }
    let milliseconds = Int64(minutes) * 60_000
    return min(milliseconds + milliseconds * Int64(extraPercent) / 100, Launch.capMinutes * 60_000)
  }

  /// The longest any lock holds: 8 hours.
  public static let capMinutes: Int64 = 480
}
