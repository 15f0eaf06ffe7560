/// One change in a draft log.
///
/// On disk: payload length (4 bytes little-endian), checksum (4 bytes), payload. The payload is a type byte, numbers as
/// LEB128, and text to its end. The checksum is CRC-32 (ISO 3309) of the payload, carried on from the record before, so
/// a record counts only where everything before it is whole.
enum DraftRecord: Equatable {
  /// The beginning of a log: how often it was begun.
  case generation(UInt64)
  /// In the text of `slot`: at byte `offset`, `removed` bytes gave way to `inserted`. `base`: responses the question had.
  case splice(slot: Int, base: Int, caret: Int, offset: Int, removed: Int, inserted: [UInt8])
  /// The whole text of `slot`.
  case text(slot: Int, base: Int, caret: Int, [UInt8])
  /// What stands in `slot`, not text, as JSON; empty: nothing was touched.
  case response(slot: Int, base: Int, caret: Int, [UInt8])
  /// The question in front and the time used; where the clock was running, the moment at which that was so.
  case mark(slot: Int, consumed: Int64, runningAt: Moment?)
  /// The draft of `slot` is no draft any more.
  case accepted(slot: Int, committed: Bool)

  /// What a log begins with.
  static let header = Array("kiosk-draft/1\n".utf8)
  /// No record is longer: a limit for what a damaged length can claim.
  static let longest = 16 << 20

  /// Appends the record's bytes; the result is its checksum, which the next one goes on from.
  func append(to bytes: inout [UInt8], after checksum: UInt32) -> UInt32 {
    let start = bytes.count
    bytes.append(contentsOf: [0, 0, 0, 0, 0, 0, 0, 0])
    appendPayload(to: &bytes)
    let length = UInt32(bytes.count - start - 8)
    let sum = CRC32.update(checksum, bytes[(start + 8)...])
    for index in 0..<4 {
      bytes[start + index] = UInt8(truncatingIfNeeded: length >> (8 * UInt32(index)))
      bytes[start + 4 + index] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index)))
    }
    return sum
  }

  private func appendPayload(to bytes: inout [UInt8]) {
    switch self {
    case .generation(let number):
      bytes.append(1)
      bytes.appendVarint(number)
    case .splice(let slot, let base, let caret, let offset, let removed, let inserted):
      bytes.append(2)
      for number in [slot, base, caret, offset, removed] { bytes.appendVarint(UInt64(clamping: number)) }
      bytes.append(contentsOf: inserted)
    case .text(let slot, let base, let caret, let text):
      bytes.append(3)
      for number in [slot, base, caret] { bytes.appendVarint(UInt64(clamping: number)) }
      bytes.append(contentsOf: text)
    case .response(let slot, let base, let caret, let json):
      bytes.append(4)
      for number in [slot, base, caret] { bytes.appendVarint(UInt64(clamping: number)) }
      bytes.append(contentsOf: json)
    case .mark(let slot, let consumed, let runningAt):
      bytes.append(5)
      bytes.appendVarint(UInt64(clamping: slot))
      bytes.appendVarint(UInt64(clamping: consumed))
      if let runningAt { bytes.appendVarint(UInt64(clamping: runningAt.milliseconds)) }
    case .accepted(let slot, let committed):
      bytes.append(6)
      bytes.appendVarint(UInt64(clamping: slot))
      bytes.append(committed ? 1 : 0)
    }
  }

  /// Reads the record at `at`, which moves behind it; `nil` where there is no whole record that follows from `checksum`.
  static func read(_ bytes: [UInt8], _ at: inout Int, _ checksum: inout UInt32) -> DraftRecord? {
    guard at + 8 < bytes.count else { return nil }
    func word(_ offset: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * UInt32($1)) }
    }
    let length = Int(word(at))
    guard length > 0, length <= longest, at + 8 + length <= bytes.count else { return nil }
    let payload = bytes[(at + 8)..<(at + 8 + length)]
    let sum = CRC32.update(checksum, payload)
    guard sum == word(at + 4), let record = DraftRecord(payload) else { return nil }
    at += 8 + length
    checksum = sum
    return record
  }

  private init?(_ payload: ArraySlice<UInt8>) {
    var rest = payload.dropFirst()
    func number() -> Int? { rest.takeVarint().flatMap(Int.init(exactly:)) }
    switch payload.first {
    case 1:
      guard let generation = rest.takeVarint() else { return nil }
      self = .generation(generation)
    case 2:
      guard let slot = number(), let base = number(), let caret = number(), let offset = number(),
        let removed = number()
      else { return nil }
      self = .splice(
        slot: slot, base: base, caret: caret, offset: offset, removed: removed, inserted: Array(rest))
    case 3:
      guard let slot = number(), let base = number(), let caret = number() else { return nil }
      self = .text(slot: slot, base: base, caret: caret, Array(rest))
    case 4:
      guard let slot = number(), let base = number(), let caret = number() else { return nil }
      self = .response(slot: slot, base: base, caret: caret, Array(rest))
    case 5:
      guard let slot = number(), let consumed = number() else { return nil }
      let moment = rest.isEmpty ? nil : number().map { Moment(milliseconds: Int64($0)) }
      self = .mark(slot: slot, consumed: Int64(consumed), runningAt: moment)
    case 6:
      guard let slot = number(), let flag = rest.first, flag <= 1 else { return nil }
      self = .accepted(slot: slot, committed: flag == 1)
    default: return nil
    }
  }
}

extension [UInt8] {
  /// Appends an unsigned number, seven bits a byte, low bits first (LEB128).
  mutating func appendVarint(_ value: UInt64) {
    var value = value
    while value >= 0x80 {
      append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    append(UInt8(truncatingIfNeeded: value))
  }
}

extension ArraySlice<UInt8> {
  /// Takes an unsigned LEB128 number from the front; `nil` where there is none, or it is longer than 63 bits.
  mutating func takeVarint() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      guard let byte = popFirst() else { return nil }
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }
}

/// CRC-32 as in ISO 3309 and zlib.
enum CRC32 {
  /// The checksum of `bytes`, going on from `previous` (0 at the beginning). Bit by bit: a record is short, and the usual table
  /// of a kilobyte is hardly ever in the processor's cache when a key comes.
  static func update(_ previous: UInt32, _ bytes: ArraySlice<UInt8>) -> UInt32 {
    var crc = ~previous
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = (crc >> 1) ^ (0xEDB8_8320 & (0 &- (crc & 1))) }
    }
    return ~crc
  }
}
