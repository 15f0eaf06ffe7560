import Glibc

/// Finds where the questions of a file begin and end, so that one that is not well-formed keeps no other from being read, and
/// what a file says before, between and behind them never reaches a parser.
struct XMLCutter {
  /// More attributes in a tag, and more ampersands to be mended in a question, are refused: libxml2 compares each attribute
  /// with each, and a mended question is held in memory once more.
  private static let mostAttributes = 20
  private static let mostMends = 50_000

  let bytes: UnsafeBufferPointer<UInt8>
  /// The ampersands of the question cut last that begin no reference of XML's own: HTML's names, and those that stand alone.
  private(set) var ampersands: [Int] = []
  /// Those of them that stand alone.
  private(set) var alone: [Int] = []
  /// Where reading goes on behind what was cut or passed over last, also where that was thrown at.
  private(set) var resume = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Whether a `<question>` begins at `at`.
  func isQuestion(_ at: Int) -> Bool { GIFTByte.isAt(bytes, at, "<question") && endsName(at + 9) }

  /// Whether a byte begins a name, so far as it matters here.
  static func beginsName(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private func endsName(_ at: Int) -> Bool {
    at < bytes.count
      && (GIFTByte.isSpace(bytes[at]) || bytes[at] == UInt8(ascii: ">") || bytes[at] == UInt8(ascii: "/"))
  }

  /// The question that begins at `start`.
  mutating func cut(at start: Int) throws(XMLFault) -> Range<Int> {
    ampersands.removeAll(keepingCapacity: true)
    alone.removeAll(keepingCapacity: true)
    resume = bytes.count
    var at = try passTag(start)
    if bytes[at - 1] == UInt8(ascii: ">"), bytes[at - 2] == UInt8(ascii: "/") {
      resume = at
      return start..<at
    }
    while true {
      at = GIFTByte.nextMarkup(bytes, at)
      guard at + 1 < bytes.count else { break }
      if bytes[at] == UInt8(ascii: "&") {
        at = try passReference(at)
        continue
      }
      let next = bytes[at + 1]
      if next == UInt8(ascii: "/") {
        at += 2
        if GIFTByte.isAt(bytes, at, "question"), endsName(at + 8) {
          at += 8
          while at < bytes.count, bytes[at] != UInt8(ascii: ">"), bytes[at] != UInt8(ascii: "<") { at += 1 }
          if at < bytes.count, bytes[at] == UInt8(ascii: ">") { at += 1 }
          resume = at
          return start..<at
        }
      } else if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
        at = try passSection(at) ?? at + 2
      } else if Self.beginsName(next) {
        if next == UInt8(ascii: "q"), isQuestion(at) {
          resume = at
          throw XMLFault(
            offset: start, message: "the question is not closed before the next one begins",
            hint: "write </question> behind it")
        }
        at = try passTag(at)
      } else {
        at += 1
      }
    }
    throw XMLFault(offset: start, message: "the element is not closed", hint: "the file seems to be cut off")
  }

  // MARK: - Marks

  /// The place behind a comment, a CDATA section or an instruction at `at`; `nil`: there is none.
  private func passSection(_ at: Int) throws(XMLFault) -> Int? {
    if GIFTByte.isAt(bytes, at, "<!--") { return try end(at, at + 4, "-->", "the comment") }
    if GIFTByte.isAt(bytes, at, "<![CDATA[") { return try end(at, at + 9, "]]>", "the CDATA section") }
    if GIFTByte.isAt(bytes, at, "<?") { return try end(at, at + 2, "?>", "the instruction") }
    return nil
  }

  /// The same of a declaration too, as they stand before the questions.
  mutating func passOver(_ at: Int) throws(XMLFault) -> Int? {
    resume = bytes.count
    if let end = try passSection(at) { return end }
    guard GIFTByte.isAt(bytes, at, "<!") else { return nil }
    var look = at + 2
    var depth = 0
    var quote: UInt8 = 0
    while look < bytes.count {
      let byte = bytes[look]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == 0x22 || byte == 0x27 {
        quote = byte
      } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "<") {
        depth += 1
      } else if byte == UInt8(ascii: "]") {
        depth -= 1
      } else if byte == UInt8(ascii: ">") {
        if depth <= 0 { return look + 1 }
        depth -= 1
      }
      look += 1
    }
    throw XMLFault(offset: at, message: "the declaration is not closed", hint: "take it out")
  }

  private func end(_ at: Int, _ from: Int, _ mark: StaticString, _ what: String) throws(XMLFault) -> Int {
    var look = from
    while look < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + look, Int32(mark.utf8Start[0]), bytes.count - look)
    {
      look = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if GIFTByte.isAt(bytes, look, mark) { return look + mark.utf8CodeUnitCount }
      look += 1
    }
    throw XMLFault(offset: at, message: "\(what) is not closed", hint: "the file seems to be cut off")
  }

  /// The place behind the tag at `at`; where it is not closed, that of the next.
  @_optimize(speed)
  private mutating func passTag(_ at: Int) throws(XMLFault) -> Int {
    var look = at + 1
    var quote: UInt8 = 0
    var attributes = 0
    while look < bytes.count {
      let byte = bytes[look]
      if byte == UInt8(ascii: "&") {
        look = try passReference(look)
        continue
      }
      if byte == UInt8(ascii: "<") { return look }
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: ">") {
        return look + 1
      } else if byte == 0x22 || byte == 0x27 {
        quote = byte
      } else if byte == GIFTByte.right {
        attributes += 1
        if attributes > Self.mostAttributes {
          resume = look
          throw XMLFault(
            offset: at, message: "a tag has more than \(Self.mostAttributes) attributes", hint: "this is no Moodle XML")
        }
      }
      look += 1
    }
    return look
  }

  /// The place behind the reference at `at`, or behind an ampersand that begins none.
  private mutating func passReference(_ at: Int) throws(XMLFault) -> Int {
    var end = at + 1
    if end < bytes.count, bytes[end] == GIFTByte.hash {
      end += 1
      let isHex = end < bytes.count && bytes[end] == UInt8(ascii: "x")
      if isHex { end += 1 }
      let first = end
      while end < bytes.count, bytes[end] &- 0x30 < 10 || (isHex && (bytes[end] | 0x20) &- 0x61 < 6) { end += 1 }
      if end > first, end < bytes.count, bytes[end] == UInt8(ascii: ";") { return end + 1 }
    } else {
      while end < bytes.count, end - at < 12, (bytes[end] | 0x20) &- 0x61 < 26 || bytes[end] &- 0x30 < 10 { end += 1 }
      if end > at + 1, end < bytes.count, bytes[end] == UInt8(ascii: ";") {
        for own in ["&amp;", "&lt;", "&gt;", "&quot;", "&apos;"] as [StaticString] where GIFTByte.isAt(bytes, at, own) {
          return end + 1
        }
        try mend(at)
        return end + 1
      }
    }
    try mend(at)
    alone.append(at)
    return at + 1
  }

  private mutating func mend(_ at: Int) throws(XMLFault) {
    guard ampersands.count < Self.mostMends else {
      resume = at
      throw XMLFault(
        offset: ampersands[0], message: "more than \(Self.mostMends) ampersands stand alone in one question",
        hint: "write &amp; for each")
    }
    ampersands.append(at)
  }
}
