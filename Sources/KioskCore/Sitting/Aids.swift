/// Accessibility features a candidate may turn on at any time, locked or not; off again when the attempt ends.
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
  }

  private var enabled: Set<Aid> = []
  private var denied: Set<Aid> = []

  /// All off.
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

  /// All off; what a policy keeps off stays so.
  public mutating func reset() { enabled = [] }

  /// All that are on, in the order of the list.
  public var active: [Aid] { Aid.allCases.filter(isOn) }
}
