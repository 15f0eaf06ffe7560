/// Strings and numbers of the JSON reader.
extension JSONParser {
  /// Reads a string at its opening quote. `plain`: printable ASCII throughout.
  mutating func string() throws(JSONFault) -> (text: String, plain: Bool) {
    let open = at
    at += 1
    let start = at
    var high: UInt8 = 0
    while at < bytes.count {
      let byte = bytes[at]
      if byte == 0x22 {
        let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<at]), as: UTF8.self)
        at += 1
        return (text, high < 0x7F)
      }
      if byte == 0x5C { return (try escapedString(open: open, start: start), false) }
      if byte < 0x20 { throw control(byte) }
      high = max(high, byte)
      at += 1
    }
    throw fault(open, "this text is not closed", "put a \" at its end")
  }

  /// The same for a string with escapes, from the first of them on.
  private mutating func escapedString(open: Int, start: Int) throws(JSONFault) -> String {
    var buffer = Array(bytes[start..<at])
    while at < bytes.count {
      let byte = bytes[at]
      if byte == 0x22 {
        at += 1
        return String(decoding: buffer, as: UTF8.self)
      }
      if byte < 0x20 { throw control(byte) }
      if byte != 0x5C {
        buffer.append(byte)
        at += 1
        continue
      }
      let escape = at
      guard at + 1 < bytes.count else { break }
      at += 2
      switch bytes[escape + 1] {
      case 0x22: buffer.append(0x22)
      case 0x5C: buffer.append(0x5C)
      case UInt8(ascii: "/"): buffer.append(UInt8(ascii: "/"))
      case UInt8(ascii: "b"): buffer.append(0x08)
      case UInt8(ascii: "f"): buffer.append(0x0C)
      case UInt8(ascii: "n"): buffer.append(0x0A)
      case UInt8(ascii: "r"): buffer.append(0x0D)
      case UInt8(ascii: "t"): buffer.append(0x09)
      case UInt8(ascii: "u"):
        buffer.append(contentsOf: UTF8.encode(try escapedScalar(escape)) ?? UTF8.encodedReplacementCharacter)
      default: throw fault(escape, "this escape is not one of JSON's", "a backslash itself is written \\\\")
      }
    }
    throw fault(open, "this text is not closed", "put a \" at its end")
  }

  private mutating func escapedScalar(_ escape: Int) throws(JSONFault) -> Unicode.Scalar {
    let lone = "write the character itself, or both halves of the pair"
    let first = try hexUnit(escape)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, at + 1 < bytes.count, bytes[at] == 0x5C, bytes[at + 1] == UInt8(ascii: "u") else {
      throw fault(escape, "half of a surrogate pair stands alone", lone)
    }
    at += 2
    let second = try hexUnit(at - 2)
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
    else { throw fault(escape, "half of a surrogate pair stands alone", lone) }
    return scalar
  }

  private mutating func hexUnit(_ escape: Int) throws(JSONFault) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard at < bytes.count else { break }
      let digit: UInt8
      switch bytes[at] {
      case 0x30...0x39: digit = bytes[at] - 0x30
      case 0x41...0x46: digit = bytes[at] - 0x41 + 10
      case 0x61...0x66: digit = bytes[at] - 0x61 + 10
      default: throw fault(escape, "\\u needs four hexadecimal digits", "for example \\u00e9")
      }
      unit = unit << 4 | UInt16(digit)
      at += 1
    }
    return unit
  }

  private func control(_ byte: UInt8) -> JSONFault {
    switch byte {
    case 0x0A, 0x0D:
      fault(at, "a text goes over the end of its line", "close it with \", or write the line break as \\n")
    case 0x09: fault(at, "a tab stands inside a text", "write it as \\t, or as a space")
    default: fault(at, "a control character stands inside a text", "remove it")
    }
  }

  /// Reads a number and keeps its text.
  mutating func number() throws(JSONFault) -> String {
    let start = at
    if bytes[at] == UInt8(ascii: "-") { at += 1 }
    let whole = digits()
    if whole == 0 { throw fault(start, "a digit is missing in this number", "write 0.5 instead of .5") }
    if whole > 1, bytes[at - whole] == UInt8(ascii: "0") {
      throw fault(start, "a number does not start with 0", "remove the leading zeros, or write it as a \"text\"")
    }
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      if digits() == 0 { throw fault(start, "a digit is missing after the decimal point", "write 1.0 or 1") }
    }
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
      if digits() == 0 { throw fault(start, "a digit is missing in the exponent", "write 1e3") }
    }
    return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<at]), as: UTF8.self)
  }

  private mutating func digits() -> Int {
    let start = at
    while at < bytes.count, bytes[at] &- 0x30 < 10 { at += 1 }
    return at - start
  }
}

/// Whether bytes are UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
enum UTF8Check {
  /// The offset of the first byte that is not UTF-8; `nil`: all of it is.
  static func firstBadByte(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var at = 0
    let count = bytes.count
    while at < count {
      let byte = bytes[at]
      if byte < 0x80 {
        at += 1
        continue
      }
      guard var character = UTF8Progress(first: byte) else { return at }
      var next = at + 1
      while character.remaining > 0 {
        guard next < count, character.take(bytes[next]) else { return at }
        next += 1
      }
      at = next
    }
    return nil
  }
}
