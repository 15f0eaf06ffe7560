/// Reads JSON strictly as RFC 8259 has it, and says where it is not: no comments, no trailing commas, no lone
/// surrogates, no bad UTF-8, no key twice, nesting at most `depthLimit` deep. A UTF-8 byte order mark is passed over.
public enum JSONReader {
  /// How deep lists and objects may nest.
  public static let depthLimit = 64
  /// More keys given twice are not listed.
  static let listed = 200

  /// Reads a document; a key given twice is a fault like any other.
  public static func read(_ bytes: [UInt8]) throws(JSONFault) -> JSONDocument {
    let document = try readKeepingDuplicates(bytes)
    if let fault = document.duplicates.first { throw fault }
    return document
  }

  /// Reads a document and lists keys given twice instead of stopping at the first, so that all can be told at once.
  public static func readKeepingDuplicates(_ bytes: [UInt8]) throws(JSONFault) -> JSONDocument {
    let outcome: Result<(JSONNode, [JSONFault]), JSONFault> = bytes.withUnsafeBufferPointer { buffer in
      var parser = JSONParser(bytes: buffer)
      do throws(JSONFault) {
        return .success((try parser.document(), parser.duplicates))
      } catch {
        return .failure(error)
      }
    }
    let (root, duplicates) = try outcome.get()
    return JSONDocument(root: root, duplicates: duplicates, bytes: bytes)
  }
}

/// A recursive-descent reader over bytes that are valid UTF-8 (checked first).
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  var at = 0
  var duplicates: [JSONFault] = []

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func document() throws(JSONFault) -> JSONNode {
    if let bad = UTF8Check.firstBadByte(in: bytes) {
      throw fault(bad, "this is not UTF-8", "save the file as UTF-8")
    }
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { at = 3 }
    skipSpace()
    if at == bytes.count { throw fault(at, "the file is empty", "a JSON document starts with {") }
    let root = try value(depth: 0)
    skipSpace()
    if at < bytes.count {
      throw fault(at, "something follows the end of the document", "remove it, or check for a } or ] too many")
    }
    return root
  }

  func fault(_ offset: Int, _ message: String, _ hint: String? = nil) -> JSONFault {
    JSONFault(place: TextPlace(offset: offset, in: bytes), message: message, hint: hint)
  }

  @inline(__always)
  mutating func skipSpace() {
    while at < bytes.count {
      let byte = bytes[at]
      if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 } else { return }
    }
  }

  mutating func value(depth: Int) throws(JSONFault) -> JSONNode {
    guard at < bytes.count else { throw endedEarly() }
    let start = at
    switch bytes[at] {
    case UInt8(ascii: "\""):
      let (text, plain) = try string()
      return JSONNode(offset: start, isPlain: plain, value: .string(text))
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return JSONNode(offset: start, isPlain: true, value: .number(try number()))
    default:
      if take("true") { return JSONNode(offset: start, isPlain: true, value: .bool(true)) }
      if take("false") { return JSONNode(offset: start, isPlain: true, value: .bool(false)) }
      if take("null") { return JSONNode(offset: start, isPlain: true, value: .null) }
      throw unexpected()
    }
  }

  private mutating func array(depth: Int) throws(JSONFault) -> JSONNode {
    let start = at
    try enter(depth)
    var elements: [JSONNode] = []
    if !closes(UInt8(ascii: "]")) {
      while true {
        skipSpace()
        elements.append(try value(depth: depth + 1))
        if try listEnds(UInt8(ascii: "]"), in: "a list") { break }
      }
    }
    return JSONNode(offset: start, isPlain: true, value: .array(elements))
  }

  private mutating func object(depth: Int) throws(JSONFault) -> JSONNode {
    let start = at
    try enter(depth)
    var members: [JSONMember] = []
    // Small objects are searched, large ones (a map of gaps, a hostile file) looked up.
    var seen: Set<String> = []
    if !closes(UInt8(ascii: "}")) {
      while true {
        skipSpace()
        let keyAt = at
        guard at < bytes.count else { throw endedEarly() }
        guard bytes[at] == UInt8(ascii: "\"") else {
          if isComment { throw comment() }
          throw fault(at, "a key was expected here", "keys stand in double quotes: \"title\"")
        }
        let (key, _) = try string()
        skipSpace()
        guard at < bytes.count else { throw endedEarly() }
        guard bytes[at] == UInt8(ascii: ":") else {
          throw fault(at, "a colon is missing after the key \(quoted(key))", "write \(quoted(key)): and then the value")
        }
        at += 1
        skipSpace()
        let member = JSONMember(key: key, offset: keyAt, value: try value(depth: depth + 1))
        if members.count == 16 { seen = Set(members.map(\.key)) }
        let twice = members.count < 16 ? members.contains { $0.key == key } : !seen.insert(key).inserted
        if twice, duplicates.count >= JSONReader.listed {
          // Counted by those before it: each needs a pass over the file to be told.
        } else if twice {
          let first = members.first { $0.key == key }?.offset ?? keyAt
          let place = TextPlace(offset: first, in: bytes)
          duplicates.append(
            fault(
              keyAt, "the key \(quoted(key)) is given twice (first on line \(place.line))", "keep one of them"))
        } else {
          members.append(member)
        }
        if try listEnds(UInt8(ascii: "}"), in: "an object") { break }
      }
    }
    return JSONNode(offset: start, isPlain: true, value: .object(members))
  }

  private mutating func enter(_ depth: Int) throws(JSONFault) {
    if depth >= JSONReader.depthLimit {
      throw fault(
        at, "lists and objects nest more than \(JSONReader.depthLimit) deep", "nest them less")
    }
    at += 1
  }

  private mutating func closes(_ close: UInt8) -> Bool {
    skipSpace()
    if at < bytes.count, bytes[at] == close {
      at += 1
      return true
    }
    return false
  }

  /// Passes a comma (`false`) or the closing bracket (`true`).
  private mutating func listEnds(_ close: UInt8, in what: String) throws(JSONFault) -> Bool {
    if closes(close) { return true }
    guard at < bytes.count else { throw endedEarly() }
    guard bytes[at] == UInt8(ascii: ",") else {
      let end = close == UInt8(ascii: "]") ? "]" : "}"
      if isComment { throw comment() }
      throw fault(at, "a comma is missing in \(what)", "put a comma before this, or close with \(end)")
    }
    let comma = at
    at += 1
    skipSpace()
    if at < bytes.count, bytes[at] == close {
      throw fault(comma, "a comma stands after the last entry of \(what)", "remove the comma")
    }
    return false
  }

  private mutating func take(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard at + count <= bytes.count else { return false }
    for index in 0..<count where bytes[at + index] != word.utf8Start[index] { return false }
    at += count
    return true
  }

  private var isComment: Bool {
    bytes[at] == UInt8(ascii: "#")
      || (bytes[at] == UInt8(ascii: "/") && at + 1 < bytes.count
        && (bytes[at + 1] == UInt8(ascii: "/") || bytes[at + 1] == UInt8(ascii: "*")))
  }

  private func comment() -> JSONFault {
    fault(at, "JSON has no comments", "keep the note as a key that starts with x-, or remove it")
  }

  private func endedEarly() -> JSONFault {
    fault(at, "the file ends too early", "a closing \", } or ] is missing")
  }

  private func unexpected() -> JSONFault {
    switch bytes[at] {
    case UInt8(ascii: "'"): return fault(at, "texts stand in double quotes", "write \"…\" instead of '…'")
    case UInt8(ascii: ","):
      return fault(at, "a value is missing before the comma", "remove the comma, or give the value")
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return fault(at, "a value is missing here", "give the value")
    case UInt8(ascii: "+"), UInt8(ascii: "."):
      return fault(at, "a number starts with a digit or a minus", "write 0.5 instead of .5, and no +")
    default:
      if isComment { return comment() }
      return fault(at, "a value was expected here", "write a \"text\", a number, true, false, null, [ or {")
    }
  }

  /// A key for a message: cleaned, and cut where it is long.
  func quoted(_ text: String) -> String { ScreenText.quoted(text) }
}
