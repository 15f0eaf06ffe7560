/// Accessibility features a candidate may turn on and off at any time, locked or not; as they were when the attempt ends.
public struct Aids: Equatable, Sendable {
  /// One aid.
  public enum Aid: String, CaseIterable, Sendable {
    /// Light and dark change places.
    case invert
    /// No colours: weight and reverse video carry the meaning.
    case monochrome
    /// Large letters: lobby, consent, what is asked, every answer, what is typed, the review, what the kiosk asks, the
    /// report, the demonstrations.
    case largePrint
    /// A tone tells right from wrong, where that is told after each answer. On to begin with.
    case bell
    /// The screen turns its colours round for a moment with it. On to begin with.
    case visibleBell

    /// Whether it is on before anybody has chosen.
    public var isOnAtFirst: Bool { self == .bell || self == .visibleBell }
  }

  private var enabled = Self.first
  private static let first = Set(Aid.allCases.filter(\.isOnAtFirst))
  private var denied: Set<Aid> = []

  /// As they are before anybody has chosen.
  public init() {}

  /// Whether `aid` is on.
  public func isOn(_ aid: Aid) -> Bool { enabled.contains(aid) }

  /// Turns `aid` on or off. Returns whether it now is as asked: `false` where a policy keeps it.
  @discardableResult
  public mutating func configure(aid: Aid, enabled on: Bool) -> Bool {
    if on && isAllowed(aid) { enabled.insert(aid) } else { enabled.remove(aid) }
    return isOn(aid) == on
  }

  /// Keeps these aids off, and no others, until it is called again.
  public mutating func deny(_ aids: [Aid]) {
    denied = Set(aids)
    enabled.subtract(denied)
  }

  /// Whether `aid` can be turned on.
  public func isAllowed(_ aid: Aid) -> Bool { !denied.contains(aid) }

  /// As before anybody has chosen; what a policy keeps off stays so.
  public mutating func reset() { enabled = Self.first.subtracting(denied) }

  /// All that are on, in the order of the list.
  public var active: [Aid] { Aid.allCases.filter(isOn) }
}
