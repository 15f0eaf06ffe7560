/// Writes JSON (RFC 8259) as UTF-8. The same value always makes the same bytes.
public struct JSONWriter {
  /// What has been written so far.
  public private(set) var bytes: [UInt8] = []
  private let pretty: Bool

  private init(pretty: Bool) { self.pretty = pretty }

  /// The bytes of `value`: on one line, or `pretty` with two spaces a level and a line feed at the end.
  public static func bytes(_ value: JSONValue, pretty: Bool = false) -> [UInt8] {
    var writer = JSONWriter(pretty: pretty)
    writer.write(value, level: 0)
    if pretty { writer.bytes.append(0x0A) }
    return writer.bytes
  }

  /// Adds `value` to what stands in `bytes` already, as a part `level` levels deep.
  static func append(_ value: JSONValue, pretty: Bool, level: Int, to bytes: inout [UInt8]) {
    var writer = JSONWriter(pretty: pretty)
    swap(&writer.bytes, &bytes)
    writer.write(value, level: level)
    swap(&writer.bytes, &bytes)
  }

  /// Adds a text in quotation marks to `bytes`.
  public static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    let isPlain = text.withUTF8 { utf8 in
      // Nearly every text: nothing in it to escape.
      guard utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) else { return false }
      bytes.append(0x22)
      bytes.append(contentsOf: utf8)
      bytes.append(0x22)
      return true
    }
    if isPlain { return }
    append(.string(text), pretty: false, level: 0, to: &bytes)
  }

  /// The same as text.
  public static func text(_ value: JSONValue, pretty: Bool = false) -> String {
    String(decoding: bytes(value, pretty: pretty), as: UTF8.self)
  }

  private mutating func write(_ value: JSONValue, level: Int) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .integer(let number): bytes.append(contentsOf: String(number).utf8)
    case .number(let text): bytes.append(contentsOf: text.utf8)
    case .string(let text): write(text)
    case .array(let elements):
      // A list of plain values reads better on one line.
      let open = pretty && elements.contains { $0.isContainer }
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        separate(index, open: open, level: level)
        write(element, level: level + 1)
      }
      if open && !elements.isEmpty { newLine(level) }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        separate(index, open: pretty, level: level)
        write(member.key)
        bytes.append(UInt8(ascii: ":"))
        if pretty { bytes.append(UInt8(ascii: " ")) }
        write(member.value, level: level + 1)
      }
      if pretty && !object.members.isEmpty { newLine(level) }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private mutating func separate(_ index: Int, open: Bool, level: Int) {
    if index > 0 { bytes.append(UInt8(ascii: ",")) }
    if open {
      newLine(level + 1)
    } else if pretty && index > 0 {
      bytes.append(UInt8(ascii: " "))
    }
  }

  private mutating func newLine(_ level: Int) {
    bytes.append(0x0A)
    for _ in 0..<level * 2 { bytes.append(UInt8(ascii: " ")) }
  }

  /// C0, DEL and C1 are escaped so that a document may be looked at on a terminal; U+2028 and U+2029 so that it may
  /// be put into a script.
  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      var run = 0
      var at = 0
      while at < utf8.count {
        let byte = utf8[at]
        var length = 1
        var unit: UInt16?
        if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F {
          unit = UInt16(byte)
        } else if byte == 0xC2, at + 1 < utf8.count, utf8[at + 1] < 0xA0 {
          unit = UInt16(utf8[at + 1])
          length = 2
        } else if byte == 0xE2, at + 2 < utf8.count, utf8[at + 1] == 0x80, utf8[at + 2] & 0xFE == 0xA8 {
          unit = 0x2000 | UInt16(utf8[at + 2] & 0x3F)
          length = 3
        }
        if let unit {
          bytes.append(contentsOf: utf8[run..<at])
          escape(unit)
          run = at + length
        }
        at += length
      }
      bytes.append(contentsOf: utf8[run...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ unit: UInt16) {
    bytes.append(UInt8(ascii: "\\"))
    switch unit {
    case 0x22: bytes.append(0x22)
    case 0x5C: bytes.append(0x5C)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default:
      bytes.append(UInt8(ascii: "u"))
      for shift in [12, 8, 4, 0] as [UInt16] {
        let digit = UInt8(truncatingIfNeeded: unit >> shift & 0xF)
        bytes.append(digit < 10 ? 0x30 + digit : 0x61 + digit - 10)
      }
    }
  }
}

extension JSONValue {
  var isContainer: Bool {
    switch self {
    case .array, .object: true
    case .null, .bool, .integer, .number, .string: false
    }
  }
}
