/// Wall-clock times in words, by the proleptic Gregorian calendar in UTC; without Foundation, which costs the start
/// more than all of this program.
public enum Timestamps {
  /// "2026-05-03T09:08:07Z" (RFC 3339, whole seconds).
  public static func rfc3339(_ time: WallTime) -> String {
    let parts = Timestamps.parts(time)
    return "\(day(time))T\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second))Z"
  }

  /// "2026-05-03".
  public static func day(_ time: WallTime) -> String {
    let (year, month, day) = civil(floorDivide(time.milliseconds, 86_400_000))
    let digits = String(year)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "-\(two(month))-\(two(day))"
  }

  /// "3 May", or "3 May 2025" where `now` is of another year.
  public static func dayInWords(_ time: WallTime, now: WallTime) -> String {
    let (year, month, day) = civil(floorDivide(time.milliseconds, 86_400_000))
    let thisYear = civil(floorDivide(now.milliseconds, 86_400_000)).year
    return "\(day) \(months[Int(month) - 1])" + (year == thisYear ? "" : " \(year)")
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// "09:08" in UTC.
  public static func minute(_ time: WallTime) -> String {
    let parts = Timestamps.parts(time)
    return "\(two(parts.hour)):\(two(parts.minute))"
  }

  /// Reads RFC 3339 with `Z` and whole or split seconds; `nil` where the text is something else.
  public static func parse(_ text: String) -> WallTime? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[4] == 45, bytes[7] == 45, bytes[10] == 84 || bytes[10] == 116, bytes[13] == 58,
      bytes[16] == 58, bytes.last == 90 || bytes.last == 122
    else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      var value: Int64 = 0
      for byte in bytes[range] {
        guard (48...57).contains(byte) else { return nil }
        value = value * 10 + Int64(byte - 48)
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), (1...12).contains(month), let day = number(8..<10),
      (1...31).contains(day), let hour = number(11..<13), hour < 24, let minute = number(14..<16), minute < 60,
      let second = number(17..<19), second < 61
    else { return nil }
    var milliseconds: Int64 = 0
    if bytes.count > 20 {
      guard bytes[19] == 46, bytes.count > 21, let fraction = number(20..<min(23, bytes.count - 1)),
        number(20..<bytes.count - 1) != nil || bytes.count > 38
      else { return nil }
      milliseconds = fraction
      for _ in min(23, bytes.count - 1)..<23 { milliseconds *= 10 }
    }
    let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
    return WallTime(milliseconds: seconds * 1000 + milliseconds)
  }

  private static func parts(_ time: WallTime) -> (hour: Int64, minute: Int64, second: Int64) {
    let inDay = time.milliseconds - floorDivide(time.milliseconds, 86_400_000) * 86_400_000
    return (inDay / 3_600_000, inDay / 60_000 % 60, inDay / 1000 % 60)
  }

  private static func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }

  private static func floorDivide(_ a: Int64, _ b: Int64) -> Int64 { a >= 0 ? a / b : (a - b + 1) / b }

  // Days since 1970-01-01 and back, counting years from March so that the leap day is a year's last.
  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = floorDivide(shiftedYear, 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
