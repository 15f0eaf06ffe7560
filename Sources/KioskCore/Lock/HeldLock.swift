/// A lock as it was complete, in the words that a guardian needs which takes it up again after one that was killed.
///
/// It stands in the journal from before the first question is shown until the release begins, so that one that is found
/// there without a living guardian was never let go.
public struct HeldLock: Equatable, Sendable {
  /// What was asked for.
  public var request: LockRequest
  /// When it was complete.
  public var since: WallTime
  /// When the cap releases it.
  public var until: WallTime
  /// The same on the clock that counts; it means something until the machine starts anew.
  public var capAt: Moment
  /// The proctor who paused the test; `nil`: it runs.
  public var pausedBy: String?

  /// Makes one.
  public init(request: LockRequest, since: WallTime, until: WallTime, capAt: Moment, pausedBy: String? = nil) {
    self.request = request
    self.since = since
    self.until = until
    self.capAt = capAt
    self.pausedBy = pausedBy
  }

  /// As one word for the journal: the bytes of a message, in hexadecimal digits.
  public var text: String {
    var writer = WireWriter()
    writer.put(request)
    writer.put(since.milliseconds)
    writer.put(until.milliseconds)
    writer.put(capAt.milliseconds)
    writer.put(pausedBy) { writer, name in writer.put(name) }
    var digits: [UInt8] = []
    for byte in writer.frame().dropFirst(4) {
      digits.append(Self.digits[Int(byte >> 4)])
      digits.append(Self.digits[Int(byte & 15)])
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Reads `text` back; `nil` where it is no such word.
  public init?(text: String) {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0, digits.count / 2 <= Wire.longestPayload else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.value(digits[index]), let low = Self.value(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    do throws(WireFault) {
      self = try Self.read(bytes[...])
    } catch { return nil }
  }

  private static func read(_ payload: ArraySlice<UInt8>) throws(WireFault) -> HeldLock {
    var reader = try WireReader(payload: payload)
    let request = try reader.lockRequest()
    let since = WallTime(milliseconds: try reader.int64())
    let until = WallTime(milliseconds: try reader.int64())
    let capAt = Moment(milliseconds: try reader.int64())
    let pausedBy = try reader.optional { reader throws(WireFault) in try reader.text() }
    try reader.end()
    return HeldLock(request: request, since: since, until: until, capAt: capAt, pausedBy: pausedBy)
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func value(_ digit: UInt8) -> UInt8? { digits.firstIndex(of: digit).map { UInt8($0) } }
}
