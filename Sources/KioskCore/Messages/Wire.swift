// How messages travel: a frame is its payload's length (UInt32, little endian), then the payload: the version (one
// byte), the message's tag (one byte), its fields.
//
// MUST: decoding is total. Whatever bytes arrive, the outcome is a message or a fault; nothing traps, nothing
// allocates more than a frame may hold.

/// Why bytes are not a message. The one answer to any of them is to drop the connection in good order.
public enum WireFault: Error, Equatable, Sendable {
  /// A frame longer than 64 KiB, or empty.
  case badLength(UInt32)
  /// A version this side does not speak.
  case badVersion(UInt8)
  /// A tag, a value or a text that cannot be, or bytes left over.
  case malformed
}

/// Limits of the wire.
public enum Wire {
  /// The longest payload in bytes.
  public static let longestPayload = 65_536
  /// The longest text in bytes of UTF-8; longer ones are cut at a character when sent.
  public static let longestText = 480
  /// The longest list; what is beyond it is not sent.
  public static let longestList = 32
  /// The version byte of every frame.
  static let version = UInt8(truncatingIfNeeded: messageVersion)
}

/// Writes the fields of one message.
struct WireWriter {
  private(set) var bytes: [UInt8] = [0, 0, 0, 0, Wire.version]

  mutating func put(_ value: UInt8) { bytes.append(value) }
  mutating func put(_ value: Bool) { bytes.append(value ? 1 : 0) }
  mutating func put(_ value: UInt16) { putLittleEndian(UInt64(value), bytes: 2) }
  mutating func put(_ value: Int32) { putLittleEndian(UInt64(UInt32(bitPattern: value)), bytes: 4) }
  mutating func put(_ value: Int64) { putLittleEndian(UInt64(bitPattern: value), bytes: 8) }

  mutating func put(_ text: String) {
    let utf8 = text.utf8
    if utf8.count <= Wire.longestText {
      put(UInt16(utf8.count))
      bytes.append(contentsOf: utf8)
      return
    }
    var kept: [UInt8] = []
    for scalar in text.unicodeScalars {
      let encoded = UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      if kept.count + encoded.count > Wire.longestText { break }
      kept.append(contentsOf: encoded)
    }
    put(UInt16(kept.count))
    bytes.append(contentsOf: kept)
  }

  /// Grows at once to what it will need, so that no shorter copy of the passcode is left behind.
  mutating func put(_ secret: Secret) {
    bytes.reserveCapacity(bytes.count + 2 + secret.count)
    put(UInt16(secret.count))
    secret.withBytes { bytes.append(contentsOf: $0) }
  }

  mutating func put<T>(_ value: T?, _ body: (inout WireWriter, T) -> Void) {
    put(value != nil)
    if let value { body(&self, value) }
  }

  mutating func put<T>(list: some Collection<T>, _ body: (inout WireWriter, T) -> Void) {
    let sent = list.prefix(Wire.longestList)
    put(UInt8(sent.count))
    for element in sent { body(&self, element) }
  }

  /// The finished frame.
  consuming func frame() -> [UInt8] {
    let length = UInt32(bytes.count - 4)
    for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: length >> (8 * UInt32(index))) }
    return bytes
  }

  private mutating func putLittleEndian(_ value: UInt64, bytes count: Int) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(index)))) }
  }
}

/// Reads the fields of one message. Every read checks what is left.
struct WireReader {
  private var rest: ArraySlice<UInt8>

  init(payload: ArraySlice<UInt8>) throws(WireFault) {
    rest = payload
    let version = try byte()
    guard version == Wire.version else { throw .badVersion(version) }
  }

  mutating func byte() throws(WireFault) -> UInt8 {
    guard let first = rest.popFirst() else { throw .malformed }
    return first
  }

  mutating func bool() throws(WireFault) -> Bool {
    switch try byte() {
    case 0: return false
    case 1: return true
    default: throw .malformed
    }
  }

  mutating func uint16() throws(WireFault) -> UInt16 { UInt16(truncatingIfNeeded: try littleEndian(bytes: 2)) }
  mutating func int32() throws(WireFault) -> Int32 {
    Int32(bitPattern: UInt32(truncatingIfNeeded: try littleEndian(bytes: 4)))
  }
  mutating func int64() throws(WireFault) -> Int64 { Int64(bitPattern: try littleEndian(bytes: 8)) }

  mutating func text() throws(WireFault) -> String {
    let count = Int(try uint16())
    guard count <= Wire.longestText, count <= rest.count else { throw .malformed }
    let bytes = rest.prefix(count)
    rest = rest.dropFirst(count)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed }
    return text
  }

  mutating func secret() throws(WireFault) -> Secret {
    let count = Int(try uint16())
    guard count <= Secret.capacity, count <= rest.count, let secret = Secret(rest.prefix(count)) else {
      throw .malformed
    }
    rest = rest.dropFirst(count)
    return secret
  }

  mutating func raw<T: RawRepresentable>(_ type: T.Type) throws(WireFault) -> T where T.RawValue == String {
    guard let value = T(rawValue: try text()) else { throw .malformed }
    return value
  }

  mutating func optional<T>(_ body: (inout WireReader) throws(WireFault) -> T) throws(WireFault) -> T? {
    try bool() ? try body(&self) : nil
  }

  mutating func list<T>(_ body: (inout WireReader) throws(WireFault) -> T) throws(WireFault) -> [T] {
    let count = Int(try byte())
    guard count <= Wire.longestList else { throw .malformed }
    var elements: [T] = []
    for _ in 0..<count { elements.append(try body(&self)) }
    return elements
  }

  /// Nothing may be left over.
  func end() throws(WireFault) {
    guard rest.isEmpty else { throw .malformed }
  }

  private mutating func littleEndian(bytes count: Int) throws(WireFault) -> UInt64 {
    guard rest.count >= count else { throw .malformed }
    var value: UInt64 = 0
    for (index, byte) in rest.prefix(count).enumerated() { value |= UInt64(byte) << (8 * UInt64(index)) }
    rest = rest.dropFirst(count)
    return value
  }
}

/// Cuts a stream of bytes into frames' payloads.
public struct FrameBuffer: Sendable {
  private var bytes: [UInt8] = []
  private var start = 0

  /// Makes an empty buffer.
  public init() {}

  /// Adds what has been read.
  public mutating func append(_ read: some Collection<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes.append(contentsOf: read)
  }

  /// Overwrites what has been taken out, once the payloads are let go of: one of them may have held a passcode.
  public mutating func wipeTaken() {
    guard start > 0 else { return }
    let taken = start
    bytes.withUnsafeMutableBytes { Memory.wipe(UnsafeMutableRawBufferPointer(rebasing: $0[..<taken])) }
    bytes.removeFirst(taken)
    start = 0
  }

  /// The next whole payload, or `nil` where more must be read first. After a fault the stream is beyond use.
  public mutating func next() throws(WireFault) -> ArraySlice<UInt8>? {
    guard bytes.count - start >= 4 else { return nil }
    var length: UInt32 = 0
    for index in 0..<4 { length |= UInt32(bytes[start + index]) << (8 * UInt32(index)) }
    guard length > 0, length <= UInt32(Wire.longestPayload) else { throw .badLength(length) }
    let end = start + 4 + Int(length)
    guard bytes.count >= end else { return nil }
    let payload = bytes[(start + 4)..<end]
    start = end
    return payload
  }
}
