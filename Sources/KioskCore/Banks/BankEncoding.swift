/// Bytes of a bank as UTF-8: what a file's encoding is, and its content in UTF-8 where it is another.
///
/// A byte order mark tells, else zero bytes in every other place do; what is no UTF-8 is taken for Windows-1252, which has
/// every character of Latin-1 and those that word processors write.
struct BankEncoding {
  /// What the file was written in.
  enum Name: String { case utf8 = "UTF-8", utf16 = "UTF-16", windows1252 = "Windows-1252" }

  let name: Name
  /// The content in UTF-8 without a byte order mark; `nil`: the bytes are that already, from `start` on.
  let transcoded: [UInt8]?
  /// Where the content begins.
  let start: Int
  /// In the content: the first byte that made it another encoding.
  let oddity: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    if let little = Self.utf16(bytes) {
      name = .utf16
      transcoded = Self.fromUTF16(bytes, little: little)
      start = 0
      oddity = 0
      return
    }
    let hasMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    let bad = Self.firstInvalid(bytes)
    guard let bad else {
      name = .utf8
      transcoded = nil
      start = hasMark ? 3 : 0
      oddity = 0
      return
    }
    name = .windows1252
    transcoded = Self.fromWindows1252(bytes)
    start = 0
    // Every byte before the first bad one that is not ASCII becomes longer.
    oddity = bytes[..<bad].reduce(0) { $0 + ($1 < 0x80 ? 1 : Self.utf8Length($1)) }
  }

  /// Whether it is UTF-16, and then whether the low byte comes first.
  private static func utf16(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard bytes.count >= 2 else { return nil }
    if bytes[0] == 0xFF, bytes[1] == 0xFE { return true }
    if bytes[0] == 0xFE, bytes[1] == 0xFF { return false }
    let sample = bytes.prefix(64)
    guard sample.count >= 4 else { return nil }
    let zeros = (
      sample.indices.count { $0 % 2 == 0 && sample[$0] == 0 }, sample.indices.count { $0 % 2 == 1 && sample[$0] == 0 }
    )
    if zeros.0 == 0, zeros.1 * 4 > sample.count { return true }
    if zeros.1 == 0, zeros.0 * 4 > sample.count { return false }
    return nil
  }

  private static func fromUTF16(_ bytes: UnsafeBufferPointer<UInt8>, little: Bool) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var at = 0
    var high: UInt32 = 0
    while at + 1 < bytes.count {
      let unit = UInt32(bytes[little ? at + 1 : at]) << 8 | UInt32(bytes[little ? at : at + 1])
      at += 2
      switch unit {
      case 0xFEFF where at == 2: break
      case 0xD800...0xDBFF:
        if high != 0 { append(0xFFFD, to: &out) }
        high = unit
      case 0xDC00...0xDFFF:
        append(high == 0 ? 0xFFFD : 0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00), to: &out)
        high = 0
      default:
        if high != 0 { append(0xFFFD, to: &out) }
        high = 0
        append(unit, to: &out)
      }
    }
    if high != 0 || at < bytes.count { append(0xFFFD, to: &out) }
    return out
  }

  /// What Windows-1252 has where Latin-1 has controls.
  private static let windows: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]

  private static func scalar(_ byte: UInt8) -> UInt32 {
    byte &- 0x80 < 32 ? windows[Int(byte - 0x80)] : UInt32(byte)
  }

  private static func utf8Length(_ byte: UInt8) -> Int { scalar(byte) < 0x800 ? 2 : 3 }

  private static func fromWindows1252(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 { out.append(byte) } else { append(scalar(byte), to: &out) }
    }
    return out
  }

  private static func append(_ scalar: UInt32, to out: inout [UInt8]) {
    switch scalar {
    case 0..<0x80: out.append(UInt8(scalar))
    case 0x80..<0x800: out.append(contentsOf: [0xC0 | UInt8(scalar >> 6), 0x80 | UInt8(scalar & 0x3F)])
    case 0x800..<0x10000:
      out.append(contentsOf: [
        0xE0 | UInt8(scalar >> 12), 0x80 | UInt8(scalar >> 6 & 0x3F), 0x80 | UInt8(scalar & 0x3F),
      ])
    default:
      out.append(contentsOf: [
        0xF0 | UInt8(scalar >> 18), 0x80 | UInt8(scalar >> 12 & 0x3F), 0x80 | UInt8(scalar >> 6 & 0x3F),
        0x80 | UInt8(scalar & 0x3F),
      ])
    }
  }

  /// Where the bytes stop being UTF-8 (RFC 3629); `nil`: nowhere.
  private static func firstInvalid(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var at = 0
    let count = bytes.count
    while at < count {
      let first = bytes[at]
      if first < 0x80 {
        at = GIFTByte.pastASCII(bytes, at)
        continue
      }
      let length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
      guard length > 0, at + length <= count else { return at }
      let second = bytes[at + 1]
      let low: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
      let high: UInt8 = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
      guard second >= low, second <= high else { return at }
      for index in 2..<max(2, length) where bytes[at + index] & 0xC0 != 0x80 { return at }
      at += length
    }
    return nil
  }
}
