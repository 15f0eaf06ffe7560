/// A decimal number, exact: `mantissa` × 10^`exponent`.
///
/// Comparisons are exact, so that 0.1 + 0.2 lies within 0.3 ± 0.
public struct Decimal64: Equatable, Hashable, Sendable {
  /// All digits, with the sign.
  public let mantissa: Int64
  /// The power of ten, -18 to 18.
  public let exponent: Int

  /// Makes `mantissa` × 10^`exponent`.
  public init(mantissa: Int64, exponent: Int) {
    self.mantissa = mantissa
    self.exponent = exponent
  }
}
