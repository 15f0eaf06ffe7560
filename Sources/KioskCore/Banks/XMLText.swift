/// Text of XML: sections, numbered characters and the five names.
enum XMLText {
  /// The text of `range`, its sections and references resolved.
  static func content(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String {
    // Nearly always one section, or text without any mark.
    if GIFTByte.isAt(bytes, range.lowerBound, "<![CDATA["), range.count >= 12,
      GIFTByte.isAt(bytes, range.upperBound - 3, "]]>")
    {
      let inner = range.lowerBound + 9..<range.upperBound - 3
      if !bytes[inner].contains(UInt8(ascii: "]")), !bytes[inner].contains(0x0D) {
        return String(decoding: bytes[inner], as: UTF8.self)
      }
    }
    return decoded(bytes, range)
  }

  static func decoded(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String {
    var at = range.lowerBound
    var isPlain = true
    while at < range.upperBound {
      let byte = bytes[at]
      if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == 0x0D {
        isPlain = false
        break
      }
      at += 1
    }
    if isPlain { return String(decoding: bytes[range], as: UTF8.self) }
    var out: [UInt8] = []
    out.reserveCapacity(range.count)
    out.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[range.lowerBound..<at]))
    while at < range.upperBound {
      let byte = bytes[at]
      if byte == UInt8(ascii: "&"), let (text, length) = reference(bytes, at) {
        out += text
        at += length
      } else if byte == UInt8(ascii: "<"), GIFTByte.isAt(bytes, at, "<![CDATA[") {
        at += 9
        while at < range.upperBound, !GIFTByte.isAt(bytes, at, "]]>") {
          append(bytes, &at, range.upperBound, &out)
        }
        at += 3
      } else if byte == UInt8(ascii: "<") {
        // A comment, or a child.
        if GIFTByte.isAt(bytes, at, "<!--") {
          while at < range.upperBound, !GIFTByte.isAt(bytes, at, "-->") { at += 1 }
          at += 3
        } else {
          while at < range.upperBound, bytes[at] != UInt8(ascii: ">") { at += 1 }
          at += 1
        }
      } else {
        append(bytes, &at, range.upperBound, &out)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// One byte; a return, with or without a line feed behind, is a line feed.
  private static func append(
    _ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int, _ end: Int, _ out: inout [UInt8]
  ) {
    if bytes[at] == 0x0D {
      out.append(0x0A)
      at += at + 1 < end && bytes[at + 1] == 0x0A ? 2 : 1
    } else {
      out.append(bytes[at])
      at += 1
    }
  }

  private static func reference(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> (text: [UInt8], length: Int)? {
    for (word, byte) in [
      ("&amp;", UInt8(ascii: "&")), ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")),
      ("&quot;", UInt8(ascii: "\"")), ("&apos;", UInt8(ascii: "'")),
    ] as [(StaticString, UInt8)] where GIFTByte.isAt(bytes, at, word) {
      return ([byte], word.utf8CodeUnitCount)
    }
    guard at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "#") else { return nil }
    return HTMLEntities.entity(bytes, at)
  }
}
