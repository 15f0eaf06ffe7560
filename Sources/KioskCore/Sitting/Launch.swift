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
  /// The demonstration named on the command line; `nil`: none.
  public var demo: DemoStart?
  /// The attempt a new front end goes on with after the last one died.
  public var resume: String?

  /// Whether a service manager started this and starts the guardian again when it is lost.
  public var isService = false

  /// The lobby.
  public init() {}

  /// What the command line asks of an attempt of `mode`.
  public func options(_ mode: Attempt.Mode) -> AttemptComposer.Options {
    AttemptComposer.Options(mode: mode, minutes: minutes, extraPercent: extraPercent)
  }

  /// The longest any lock holds: 8 hours.
  public static let capMinutes: Int64 = 480
}

/// A demonstration as the command line asks for it.
public struct DemoStart: Equatable, Sendable {
  /// What is shown first; the menu where none is named.
  public var page = DemoState.Page.menu
  /// Whether it plays by itself.
  public var plays = false
  /// How fast it plays, in percent of the usual pace, 10 to 1000.
  public var pace = 100

  /// The menu.
  public init() {}
}
