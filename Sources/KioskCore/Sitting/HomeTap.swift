/// Tells three presses of the same home key within 1.5 s from single ones and from a key held down.
public struct HomeTap: Equatable, Sendable {
  /// Three presses within this many milliseconds open the panel.
  public static let window: Int64 = 1500
  /// Presses closer together than this are auto-repeat: one press.
  public static let repeatGap: Int64 = 60
  /// The same for a chord for another console, of which the first repeat comes a quarter of a second after the press: it is
  /// no way to the panel, so that nobody has a reason to press it quickly.
  public static let chordGap: Int64 = 400

  /// What a press was.
  public enum Press: Equatable, Sendable {
    /// The key is being held down: not a press of its own.
    case heldDown
    /// A press.
    case single
    /// The third within the window.
    case third
  }

  private var key: HomeKey?
  private var presses: [Moment] = []
  private var last: Moment?

  /// No press yet.
  public init() {}

  /// Takes a press of `key` at `now`.
  public mutating func press(_ key: HomeKey, at now: Moment) -> Press {
    let previous = self.key == key ? last : nil
    last = now
    if self.key != key {
      self.key = key
      presses = []
    }
    let gap = key == .consoleSwitch || key == .restart ? HomeTap.chordGap : HomeTap.repeatGap
    if let previous, now.since(previous) < gap { return .heldDown }
    presses.removeAll { now.since($0) > HomeTap.window }
    presses.append(now)
    if presses.count < 3 { return .single }
    presses = []
    return .third
  }
}
