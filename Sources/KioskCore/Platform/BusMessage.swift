/// One message of D-Bus in its bytes (D-Bus Specification 0.42, "Message Format"), little-endian.
///
/// MUST: what is read is trusted in nothing; every length is checked before it is followed.
struct BusMessage: Equatable {
  /// What is done about a call.
  enum Kind: UInt8 {
    case call = 1
    case answer = 2
    case error = 3
    case signal = 4
  }

  /// What it is.
  let kind: Kind
  /// The serial of the call it answers; 0: none.
  let answers: UInt32
  /// The error's name, of an error.
  let errorName: String
  /// The arguments.
  let body: [UInt8]

  /// The longest message that is read, in bytes.
  static let longest = 1 << 18

  /// The bytes of a call without arguments, or with strings.
  static func call(
    _ serial: UInt32, to destination: String, _ path: String, _ interface: String, _ member: String,
    _ arguments: [String] = []
  ) -> [UInt8] {
    var body = BusBytes()
    for argument in arguments { body.add(argument) }
    var fields = BusBytes()
    fields.addField(1, "o", path)
    fields.addField(2, "s", interface)
    fields.addField(3, "s", member)
    fields.addField(6, "s", destination)
    if !arguments.isEmpty {
      fields.addField(8, "g", String(repeating: "s", count: arguments.count))
    }
    var message = BusBytes()
    // Flag 2: a service that does not run is not started for this.
    message.bytes = [UInt8(ascii: "l"), Kind.call.rawValue, 2, 1]
    message.add(UInt32(body.bytes.count))
    message.add(serial)
    message.add(UInt32(fields.bytes.count))
    message.bytes += fields.bytes
    message.align(8)
    return message.bytes + body.bytes
  }

  /// How many bytes a message has in all, as its first sixteen tell; `nil`: it is none, or too long.
  static func length(_ head: [UInt8]) -> Int? {
    var reader = BusReader(head)
    guard head.count >= 16, head[0] == UInt8(ascii: "l"), head[3] == 1 else { return nil }
    reader.place = 4
    guard let body = reader.number(), reader.number() != nil, let fields = reader.number(), body <= longest,
      fields <= longest
    else { return nil }
    let length = 16 + (Int(fields) + 7) / 8 * 8 + Int(body)
    return length <= longest ? length : nil
  }

  /// Reads one whole message; `nil`: it is none.
  init?(_ bytes: [UInt8]) {
    guard Self.length(bytes) == bytes.count, let kind = Kind(rawValue: bytes[1]) else { return nil }
    self.kind = kind
    var reader = BusReader(bytes)
    reader.place = 12
    guard let fieldsLength = reader.number() else { return nil }
    let end = 16 + Int(fieldsLength)
    var answers: UInt32 = 0
    var errorName = ""
    while reader.align(8), reader.place < end {
      guard let code = reader.byte(), let signature = reader.signature() else { return nil }
      switch signature {
      case "u":
        guard let value = reader.number() else { return nil }
        if code == 5 { answers = value }
      case "s", "o":
        guard let text = reader.string() else { return nil }
        if code == 4 { errorName = text }
      case "g": guard reader.signature() != nil else { return nil }
      default: return nil
      }
    }
    let bodyStart = (end + 7) / 8 * 8
    guard bodyStart <= bytes.count else { return nil }
    self.answers = answers
    self.errorName = errorName
    body = Array(bytes[bodyStart...])
  }
}

/// Bytes being written, each value at a multiple of its size.
struct BusBytes {
  var bytes: [UInt8] = []

  mutating func align(_ size: Int) { while bytes.count % size != 0 { bytes.append(0) } }

  mutating func add(_ number: UInt32) {
    align(4)
    for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  mutating func add(_ text: String) {
    add(UInt32(text.utf8.count))
    bytes += text.utf8
    bytes.append(0)
  }

  mutating func addSignature(_ text: String) {
    bytes.append(UInt8(truncatingIfNeeded: text.utf8.count))
    bytes += text.utf8
    bytes.append(0)
  }

  mutating func addField(_ code: UInt8, _ signature: String, _ value: String) {
    align(8)
    bytes.append(code)
    addSignature(signature)
    if signature == "g" { addSignature(value) } else { add(value) }
  }
}

/// Bytes being read; `nil` where they do not hold what is asked for.
struct BusReader {
  private let bytes: [UInt8]
  var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func align(_ size: Int) -> Bool {
    place = (place + size - 1) / size * size
    return place <= bytes.count
  }

  mutating func byte() -> UInt8? {
    guard place < bytes.count else { return nil }
    place += 1
    return bytes[place - 1]
  }

  mutating func number() -> UInt32? {
    guard align(4), place + 4 <= bytes.count else { return nil }
    defer { place += 4 }
    return (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
  }

  mutating func string() -> String? {
    guard let length = number() else { return nil }
    return text(Int(length))
  }

  mutating func signature() -> String? {
    guard let length = byte() else { return nil }
    return text(Int(length))
  }

  private mutating func text(_ length: Int) -> String? {
    guard length < bytes.count, place + length < bytes.count, bytes[place + length] == 0 else { return nil }
    defer { place += length + 1 }
    return String(decoding: bytes[place..<(place + length)], as: UTF8.self)
  }
}
