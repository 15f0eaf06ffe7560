import CSodium

/// A JSON file with an Ed25519 signature in it (RFC 8032): profiles and entitlements.
///
/// Signed is not the file's layout but what it says: the format's name and a line feed, then the document without its
/// `signature` in one canonical form (no spaces, keys in the order of their bytes, texts escaped as little as RFC 8259
/// allows, numbers as written). Indenting a file anew keeps its signature; changing any key or value breaks it.
public struct SignedDocument: Sendable {
  /// The signature as the file gives it.
  public struct Signature: Equatable, Sendable {
    /// The public key it is said to be made with, 32 bytes.
    public let key: [UInt8]
    /// The signature, 64 bytes.
    public let value: [UInt8]
  }

  /// How a document stands to a set of keys.
  public enum Standing: Equatable, Sendable {
    /// Signed by a key that is trusted, with its name.
    case trusted(String)
    /// There is no signature.
    case unsigned
    /// The signature does not fit what the document says.
    case altered
    /// The signature fits, but nobody here trusts its key.
    case foreign(key: [UInt8])
  }

  /// The key of the signature in a file.
  static let member = "signature"

  /// What is signed.
  public let message: [UInt8]
  /// The signature; `nil`: there is none.
  public let signature: Signature?

  /// Takes a document of `format` apart. `signature` is what its own reader found in it.
  init(format: String, root: JSONNode, signature: Signature?) {
    message = Array((format + "\n").utf8) + JSONWriter.bytes(Self.canonical(root, isRoot: true))
    self.signature = signature
  }

  /// Whether the signature is good, and by whose key of `trust`.
  public func standing(_ trust: [TrustKey]) -> Standing {
    guard let signature else { return .unsigned }
    guard sodium_init() >= 0, MachineKey.verify(signature.value, of: message, by: signature.key) else {
      return .altered
    }
    guard let key = trust.first(where: { $0.bytes == signature.key }) else { return .foreign(key: signature.key) }
    return .trusted(key.name)
  }

  /// The document with keys in the order of their bytes, without the signature.
  private static func canonical(_ node: JSONNode, isRoot: Bool = false) -> JSONValue {
    switch node.value {
    case .null: return .null
    case .bool(let flag): return .bool(flag)
    case .number(let text): return .number(text)
    case .string(let text): return .string(text)
    case .array(let elements): return .array(elements.map { canonical($0) })
    case .object(let members):
      var object = JSONObject()
      let kept = members.filter { !isRoot || $0.key != member }
      for entry in kept.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        object.add(entry.key, canonical(entry.value))
      }
      return .object(object)
    }
  }

  /// The document in `bytes` as a file, keys in the order they were given, with the signature that `key` makes in the
  /// place of any other; `nil` where it is no JSON object.
  public static func signed(_ bytes: [UInt8], format: String, by key: MachineKey) -> [UInt8]? {
    guard let root = try? JSONReader.read(bytes).root, case .object = root.value else { return nil }
    let document = SignedDocument(format: format, root: root, signature: nil)
    var object = JSONObject()
    if case .object(let members) = root.value {
      for entry in members where entry.key != member { object.add(entry.key, plain(entry.value)) }
    }
    object.add(
      member,
      .object([
        "key": .string(MachineKey.hex(key.publicKey)), "value": .string(MachineKey.hex(key.sign(document.message))),
      ]))
    return JSONWriter.bytes(.object(object), pretty: true)
  }

  private static func plain(_ node: JSONNode) -> JSONValue {
    switch node.value {
    case .null: return .null
    case .bool(let flag): return .bool(flag)
    case .number(let text): return .number(text)
    case .string(let text): return .string(text)
    case .array(let elements): return .array(elements.map(plain))
    case .object(let members):
      var object = JSONObject()
      for entry in members { object.add(entry.key, plain(entry.value)) }
      return .object(object)
    }
  }
}

/// A key whose signatures count.
public struct TrustKey: Equatable, Sendable {
  /// Whose it is: the name of its file.
  public let name: String
  /// The public key, 32 bytes.
  public let bytes: [UInt8]

  /// Makes a key.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

extension ExamDecoder {
  /// The signature of a document, where it has one.
  mutating func signature(_ fields: Fields) -> SignedDocument.Signature? {
    guard let node = fields[SignedDocument.member],
      let parts = self.fields(node, of: "\"signature\"", allowed: ["key", "value"])
    else { return nil }
    let key = hex(parts, "key", bytes: 32)
    let value = hex(parts, "value", bytes: 64)
    guard let key, let value else { return nil }
    return SignedDocument.Signature(key: key, value: value)
  }

  /// A number of so many bytes in hexadecimal.
  mutating func hex(_ fields: Fields, _ key: String, bytes count: Int) -> [UInt8]? {
    guard let node = need(fields, key, "\"\(count * 2) hexadecimal digits\"") else { return nil }
    guard let text = node.string else {
      wrongType(node, key, "a text", "write \(count * 2) hexadecimal digits in quotes")
      return nil
    }
    guard let bytes = Digest.bytes(text), bytes.count == count else {
      error(node.offset, "\"\(key)\" is not \(count * 2) hexadecimal digits", "copy it whole")
      return nil
    }
    return bytes
  }

  /// A text that is not empty and not longer than `most` characters, fit for a screen.
  mutating func words(_ node: JSONNode, _ what: String, most: Int = 80) -> String? {
    guard let text = node.string else {
      error(node.offset, "\(what) must be a text, not \(node.kindInWords)", "write it in quotes")
      return nil
    }
    let clean = ScreenText.fitted(text)
    if clean != ScreenText.composed(text) {
      error(node.offset, "\(what) holds characters that cannot be shown", "leave out control characters")
      return nil
    }
    if clean.isBlank {
      error(node.offset, "\(what) is empty", "write a name")
      return nil
    }
    if clean.count > most || clean.utf8.count > 240 {
      error(node.offset, "\(what) is longer than \(most) characters", "shorten it")
      return nil
    }
    return clean
  }

  /// An instant in UTC; a day alone is its beginning, or its end where `end` is set.
  mutating func instant(_ fields: Fields, _ key: String, end: Bool) -> WallTime? {
    guard let node = fields[key] else { return nil }
    let example = "\"2027-01-31\" or \"2027-01-31T16:00:00Z\""
    guard let text = node.string else {
      wrongType(node, key, "a text", "write \(example)")
      return nil
    }
    if let time = Timestamps.parse(text), Timestamps.isRealDay(text) { return time }
    if text.utf8.count == 10, let day = Timestamps.parse(text + "T00:00:00Z"), Timestamps.isRealDay(text) {
      return end ? WallTime(milliseconds: day.milliseconds + 86_400_000) : day
    }
    error(node.offset, "\"\(key)\" \(ScreenText.quoted(text)) is not a time", "write \(example), in UTC")
    return nil
  }

  /// `from` and `until`, in this order in time.
  mutating func validity(_ fields: Fields) -> Validity {
    let validity = Validity(from: instant(fields, "from", end: false), until: instant(fields, "until", end: true))
    if let from = validity.from, let until = validity.until, from.milliseconds >= until.milliseconds,
      let node = fields["until"]
    {
      error(node.offset, "\"until\" is not after \"from\"", "exchange them, or choose a later \"until\"")
    }
    return validity
  }
}

extension Timestamps {
  /// Whether the day that `text` begins with is in the calendar: "2026-02-30" is not.
  static func isRealDay(_ text: String) -> Bool {
    let start = String(text.prefix(10))
    return parse(start + "T00:00:00Z").map { day($0) == start } ?? false
  }
}
