/// A decimal number, exact: `mantissa` × 10^`exponent`.
///
/// Comparisons are exact, so that 0.1 + 0.2 lies within 0.3 ± 0. Held without needless zeros, so that equal numbers
/// are equal whatever way they were written.
public struct Decimal64: Equatable, Hashable, Comparable, Sendable {
  /// All digits, with the sign.
  public let mantissa: Int64
  /// The power of ten, -18 to 18.
  public let exponent: Int

  /// Makes `mantissa` × 10^`exponent`; trailing zeros go into the exponent.
  public init(mantissa: Int64, exponent: Int) {
    var digits = mantissa
    var power = mantissa == 0 ? 0 : exponent
    while digits != 0, power < Self.limit, digits % 10 == 0 {
      digits /= 10
      power += 1
    }
    self.mantissa = digits
    self.exponent = power
  }

  /// The largest power of ten held, and the smallest with a minus.
  static let limit = 18

  /// Reads "-12.5e3": digits, at most one point, an exponent; `nil` where it is no such number or does not fit.
  public init?(_ text: some StringProtocol) {
    var text = String(text)
    guard let number = text.withUTF8({ Decimal64.read($0) }) else { return nil }
    self = number
  }

  /// The same of its bytes.
  private static func read(_ text: UnsafeBufferPointer<UInt8>) -> Decimal64? {
    var digits: Int64 = 0
    var power = 0
    var count = 0
    var seenPoint = false
    var bytes = text.makeIterator()
    var byte = bytes.next()
    let negative = byte == UInt8(ascii: "-")
    if negative || byte == UInt8(ascii: "+") { byte = bytes.next() }
    while let digit = byte, digit &- 0x30 < 10 || (digit == UInt8(ascii: ".") && !seenPoint) {
      byte = bytes.next()
      if digit == UInt8(ascii: ".") {
        seenPoint = true
        continue
      }
      count += 1
      let (product, tooLarge) = digits.multipliedReportingOverflow(by: 10)
      let (sum, tooMuch) = product.addingReportingOverflow(Int64(digit - 0x30))
      if tooLarge || tooMuch {
        // More digits than fit: only zeros may still follow.
        if digit != 0x30 { return nil }
        if !seenPoint { power += 1 }
      } else {
        digits = sum
        if seenPoint { power -= 1 }
      }
    }
    guard count > 0 else { return nil }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      byte = bytes.next()
      let down = byte == UInt8(ascii: "-")
      if down || byte == UInt8(ascii: "+") { byte = bytes.next() }
      var exponent = 0
      var any = false
      while let digit = byte, digit &- 0x30 < 10 {
        exponent = min(exponent * 10 + Int(digit - 0x30), 10_000)
        any = true
        byte = bytes.next()
      }
      guard any else { return nil }
      power += down ? -exponent : exponent
    }
    guard byte == nil else { return nil }
    // Zeros behind are taken out by the other; few numbers need all that is done there.
    if power == 0, digits % 10 != 0 { return Decimal64(mantissa: negative ? -digits : digits, exponent: 0) }
    return Decimal64(exactly: Int128(negative ? -digits : digits), exponent: power)
  }

  /// `nil` where the number needs more digits or a larger power than fit.
  private init?(exactly wide: Int128, exponent: Int) {
    var digits = wide
    var power = exponent
    if digits == 0 { power = 0 }
    while digits != 0, digits % 10 == 0, power < Self.limit || Int64(exactly: digits) == nil {
      digits /= 10
      power += 1
    }
    while power > Self.limit, digits.magnitude < UInt128(Int64.max) {
      digits *= 10
      power -= 1
    }
    guard let mantissa = Int64(exactly: digits), power >= -Self.limit, power <= Self.limit else { return nil }
    self.init(mantissa: mantissa, exponent: power)
  }

  /// The sum, exact; `nil` where it does not fit.
  public func adding(_ other: Decimal64) -> Decimal64? {
    if mantissa == 0 { return other }
    if other.mantissa == 0 { return self }
    let low = min(exponent, other.exponent)
    guard exponent - low <= Self.limit, other.exponent - low <= Self.limit else { return nil }
    let sum = scaled(by: exponent - low) + other.scaled(by: other.exponent - low)
    return Decimal64(exactly: sum, exponent: low)
  }

  /// The product, exact; `nil` where it does not fit.
  func times(_ other: Decimal64) -> Decimal64? {
    Decimal64(exactly: Int128(mantissa) * Int128(other.mantissa), exponent: exponent + other.exponent)
  }

  /// The number with the other sign.
  public var negated: Decimal64 {
    Decimal64(mantissa: mantissa == Int64.min ? Int64.max : -mantissa, exponent: exponent)
  }

  /// At most 19 digits and 18 zeros: fits in 128 bits.
  private func scaled(by power: Int) -> Int128 {
    var value = Int128(mantissa)
    for _ in 0..<power { value *= 10 }
    return value
  }

  /// Orders by size, exactly.
  public static func < (a: Decimal64, b: Decimal64) -> Bool {
    if a.mantissa.signum() != b.mantissa.signum() { return a.mantissa < b.mantissa }
    if a.mantissa == 0 { return false }
    let negative = a.mantissa < 0
    let reachA = a.digitCount + a.exponent
    let reachB = b.digitCount + b.exponent
    if reachA != reachB { return (reachA < reachB) != negative }
    // The same reach: the exponents are at most 18 apart.
    let low = min(a.exponent, b.exponent)
    return a.scaled(by: a.exponent - low) < b.scaled(by: b.exponent - low)
  }

  private var digitCount: Int {
    var rest = mantissa.magnitude
    var count = 0
    while rest > 0 {
      rest /= 10
      count += 1
    }
    return count
  }

  /// The number in digits, without an exponent: "-12.5", "3000".
  public var decimal: String {
    var digits = String(mantissa.magnitude)
    if exponent > 0 { digits += String(repeating: "0", count: exponent) }
    if exponent < 0 {
      let missing = 1 - exponent - digits.utf8.count
      if missing > 0 { digits = String(repeating: "0", count: missing) + digits }
      digits = "\(digits.dropLast(-exponent)).\(digits.suffix(-exponent))"
    }
    return mantissa < 0 ? "-" + digits : digits
  }

  /// The number in units of 10^-`decimals`; `nil` where it has more decimals or does not fit.
  public func units(decimals: Int) -> Int64? {
    let power = exponent + decimals
    guard power >= 0, power <= Self.limit * 2 else { return nil }
    var value = Int128(mantissa)
    for _ in 0..<power {
      value *= 10
      if value.magnitude > UInt128(Int64.max) { return nil }
    }
    return Int64(exactly: value)
  }
}

extension Fraction {
  /// The fraction with at most five decimals, for a file: "0.5", "-0.33333".
  public var decimal: String { Points(hundredThousandths: Int64(raw)).decimal }
}
