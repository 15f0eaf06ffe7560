/// A share of a question's points, exact: a whole number of hundred-thousandths, so that thirds are kept as written.
///
/// Range in an exam file: -1 to 1 with at most five decimals.
public struct Fraction: Equatable, Hashable, Comparable, Sendable {
  /// Hundred-thousandths.
  public let raw: Int32

  /// The whole: 1.
  public static let one = Fraction(raw: 100_000)
  /// Nothing: 0.
  public static let zero = Fraction(raw: 0)

  /// Makes a fraction of `raw` hundred-thousandths.
  public init(raw: Int32) { self.raw = raw }

  /// Orders by size.
  public static func < (a: Fraction, b: Fraction) -> Bool { a.raw < b.raw }
}

/// Points, exact: never a binary floating-point number.
///
/// Held in units of 1e-10, so that points of five decimals times a fraction of five decimals loses nothing.
public struct Points: Equatable, Hashable, Comparable, Sendable {
  /// Units of 1e-10 point.
  public let raw: Int64

  /// No points.
  public static let zero = Points(raw: 0)
  /// One point.
  public static let one = Points(hundredThousandths: 100_000)

  /// Makes points from units of 1e-10.
  public init(raw: Int64) { self.raw = raw }

  /// Makes points from hundred-thousandths; the exam file's limit is 10,000 points a question.
  public init(hundredThousandths: Int64) { raw = hundredThousandths * 100_000 }

  /// The share `fraction` of these points, exact for points of at most five decimals.
  public func share(_ fraction: Fraction) -> Points {
    Points(raw: raw / 100_000 * Int64(fraction.raw) + raw % 100_000 * Int64(fraction.raw) / 100_000)
  }

  /// The sum, held at the largest value that fits.
  public static func + (a: Points, b: Points) -> Points {
    let (sum, overflow) = a.raw.addingReportingOverflow(b.raw)
    return Points(raw: overflow ? Int64.max : sum)
  }

  /// Orders by size.
  public static func < (a: Points, b: Points) -> Bool { a.raw < b.raw }

  /// The shortest decimal with at most five decimals, rounded half away from zero: "1", "0.33333".
  public var decimal: String { decimal(places: 5) }

  /// With at most two decimals, as a person reads it: "0.33", "4.5".
  public var short: String { decimal(places: 2) }

  private func decimal(places: Int) -> String {
    var scale: UInt64 = 1
    for _ in 0..<places { scale *= 10 }
    let unit = 10_000_000_000 / scale
    let rounded = raw.magnitude / unit + (raw.magnitude % unit >= unit / 2 ? 1 : 0)
    let whole = rounded / scale
    var digits = String(rounded % scale)
    digits = String(repeating: "0", count: places - digits.utf8.count) + digits
    while digits.last == "0" { digits.removeLast() }
    let sign = raw < 0 && rounded > 0 ? "-" : ""
    return digits.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(digits)"
  }
}
