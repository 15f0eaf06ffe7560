/// Makes the ids of attempts: 26 characters of Crockford's base 32 in the layout of a ULID, 48 bits of milliseconds and
/// then 80 random bits, so that ids sort by the time they began.
public enum AttemptID {
  private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  /// An id of `time` (0 or later, below 2^48 ms) and ten `random` bytes; bytes that are missing count as 0.
  public static func make(at time: WallTime, random: [UInt8]) -> String {
    var value = UInt128(UInt64(max(0, time.milliseconds)) & 0xFFFF_FFFF_FFFF)
    for index in 0..<10 { value = value << 8 | UInt128(index < random.count ? random[index] : 0) }
    var bytes = [UInt8](repeating: 0, count: 26)
    for index in stride(from: 25, through: 0, by: -1) {
      bytes[index] = digits[Int(value & 31)]
      value >>= 5
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether `text` is such an id; nothing else may name an attempt's files.
  public static func isValid(_ text: String) -> Bool {
    text.utf8.count == 26 && text.utf8.allSatisfy(digits.contains) && text.utf8.first.map { $0 <= 0x37 } == true
  }
}
