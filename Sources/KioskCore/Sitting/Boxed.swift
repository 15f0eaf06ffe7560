/// A part of a value that is seldom looked at and seldom changed, kept in a place of its own: what it holds is not copied when
/// the value around it is, however much that may be.
@propertyWrapper
public struct Boxed<Value> {
  fileprivate indirect enum Box { case holding(Value) }

  private var box: Box

  /// Keeps `wrappedValue`.
  public init(wrappedValue: Value) { box = .holding(wrappedValue) }

  /// What is kept.
  public var wrappedValue: Value {
    get {
      switch box {
      case .holding(let value): value
      }
    }
    set { box = .holding(newValue) }
  }
}

extension Boxed.Box: Sendable where Value: Sendable {}
extension Boxed: Sendable where Value: Sendable {}

extension Boxed.Box: Equatable where Value: Equatable {}
extension Boxed: Equatable where Value: Equatable {}
