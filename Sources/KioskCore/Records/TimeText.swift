/// Times as text, by hand: RFC 3339 in UTC, whole seconds ("2026-11-30T07:05:00Z").
public enum TimeText {
  /// `time` in RFC 3339, the part of a second cut off.
  public static func utc(_ time: WallTime) -> String {
    let seconds = floored(time.milliseconds, 1000)
    let (days, rest) = (floored(seconds, 86_400), seconds - floored(seconds, 86_400) * 86_400)
    let date = civil(days)
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
      + "T\(padded(rest / 3600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))Z"
  }

  /// Milliseconds as seconds with at most three decimals: "12.5".
  public static func seconds(_ milliseconds: Int64) -> String {
    Points(hundredThousandths: milliseconds * 100).decimal
  }

  private static func floored(_ value: Int64, _ divisor: Int64) -> Int64 {
    value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// The date of a day counted from 1970-01-01, by the proleptic Gregorian calendar. The year is counted from March, so
  /// that the leap day is its last (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = floored(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let civilMonth = month < 10 ? month + 3 : month - 9
    return (yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0), civilMonth, day)
  }
}
