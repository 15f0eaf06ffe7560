/// HTML as plain text, its structure kept: paragraphs, lists, tables, emphasis, raised and lowered digits, entities.
///
/// Only names that HTML has are tags, so that "a <b and c> d" stays as it is. Pictures and sounds are named where they
/// stood and reported: a terminal shows none. One pass, without going back.
struct HTMLText {
  /// Whether a text without a named format was written in HTML: it closes a tag, breaks a line, or shows a picture.
  static func isMarkedUp(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var at = 0
      while at < bytes.count {
        if bytes[at] == UInt8(ascii: "<"), at + 2 < bytes.count {
          let closing = bytes[at + 1] == UInt8(ascii: "/")
          let name = HTMLText.name(bytes, closing ? at + 2 : at + 1)
          if let element = Element(name), closing || element.isVoid { return true }
        }
        at += 1
      }
      return false
    }
  }

  /// The plain text of `html`; what is left out is reported at `offset`. Without `emphasis` nothing is put around what was
  /// bold or slanted: in a listed answer an asterisk has a meaning.
  static func plain(
    _ html: String, emphasis: Bool = true, at offset: Int, _ findings: inout BankFindings
  ) -> String {
    var html = html
    return html.withUTF8 { bytes in
      var writer = HTMLText(bytes: bytes, offset: offset)
      writer.emphasis = emphasis
      writer.run(&findings)
      return String(decoding: writer.out, as: UTF8.self)
    }
  }

  /// Whether a file's name stands in a text, as it is or as part of an address.
  static func mentions(_ name: String, in text: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count < 256 else { return false }
    var name = name
    var text = text
    return name.withUTF8 { name in
      text.withUTF8 { bytes in
        guard bytes.count >= name.count else { return false }
        for at in 0...bytes.count - name.count where bytes[at] == first {
          // Spaces are "%20" in an address: the first word is enough.
          var index = 1
          while index < name.count, name[index] != 0x20, bytes[at + index] == name[index] { index += 1 }
          if index == name.count || name[index] == 0x20 { return true }
        }
        return false
      }
    }
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let offset: Int
  private var out: [UInt8] = []
  private var at = 0
  /// Line feeds that are due before the next text.
  private var breaks = 0
  private var space = false
  /// Counters of the open lists; -1: bullets.
  private var lists: [Int] = []
  private var preformatted = 0
  private var firstCell = true
  private var emphasis = true
  /// Where what is bold or slanted began.
  private var marks: [Int] = []
  /// Where a script or another raised or lowered part began.
  private var shifts: [(start: Int, raised: Bool)] = []

  private init(bytes: UnsafeBufferPointer<UInt8>, offset: Int) {
    self.bytes = bytes
    self.offset = offset
    out.reserveCapacity(bytes.count)
  }

  private mutating func run(_ findings: inout BankFindings) {
    var tagsEnd = true
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "<"), tagsEnd {
        if GIFTByte.isAt(bytes, at, "<!--") {
          skipComment()
          continue
        }
        switch tag(&findings) {
        case .taken: continue
        case .unclosed: tagsEnd = false
        case .text: break
        }
        put(byte)
        at += 1
      } else if byte == UInt8(ascii: "&"), let (text, length) = HTMLEntities.entity(bytes, at) {
        for byte in text { put(byte) }
        at += length
      } else if GIFTByte.isSpace(byte) {
        if preformatted > 0 {
          if byte == GIFTByte.lineFeed { breaks = max(breaks, 0) + 1 } else { put(0x20) }
        } else {
          space = true
        }
        at += 1
      } else {
        put(byte)
        at += 1
      }
    }
    while !shifts.isEmpty { shift() }
  }

  private mutating func put(_ byte: UInt8) {
    if breaks > 0 || space { flush() }
    out.append(byte)
  }

  /// Writes the white space that is due.
  private mutating func flush() {
    if breaks > 0 {
      while out.last == 0x20 { out.removeLast() }
      if !out.isEmpty { for _ in 0..<min(breaks, 2) { out.append(GIFTByte.lineFeed) } }
      breaks = 0
      space = false
    }
    if space {
      if let last = out.last, last != 0x20, last != GIFTByte.lineFeed { out.append(0x20) }
      space = false
    }
  }

  private mutating func put(_ text: String) { for byte in text.utf8 { put(byte) } }

  private enum Found { case taken, text, unclosed }

  private mutating func tag(_ findings: inout BankFindings) -> Found {
    let closing = at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "/")
    let nameAt = closing ? at + 2 : at + 1
    let name = HTMLText.name(bytes, nameAt)
    guard let element = Element(name) else { return .text }
    var end = nameAt + name.utf8.count
    if end < bytes.count, !GIFTByte.isSpace(bytes[end]), bytes[end] != 0x3E, bytes[end] != 0x2F { return .text }
    var quote: UInt8 = 0
    while end < bytes.count {
      let byte = bytes[end]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == 0x3E {
        break
      } else if byte == 0x22 || byte == 0x27 {
        quote = byte
      }
      end += 1
    }
    guard end < bytes.count else { return .unclosed }
    let attributes = nameAt + name.utf8.count..<end
    at = end + 1
    apply(element, name, closing, attributes, &findings)
    return .taken
  }

  private mutating func apply(
    _ element: Element, _ name: String, _ closing: Bool, _ attributes: Range<Int>, _ findings: inout BankFindings
  ) {
    switch element {
    case .block: breaks = max(breaks, name == "p" || name.hasPrefix("h") ? 2 : 1)
    case .breaking: breaks += 1
    case .list:
      breaks = max(breaks, 1)
      if closing { _ = lists.popLast() } else if lists.count < 100 { lists.append(name == "ol" ? 0 : -1) }
    case .item:
      breaks = max(breaks, 1)
      if closing { break }
      let indent = String(repeating: "  ", count: max(0, min(lists.count, 5) - 1))
      if let last = lists.last, last >= 0 {
        lists[lists.count - 1] = last + 1
        put("\(indent)\(last + 1). ")
      } else {
        put("\(indent)• ")
      }
    case .row:
      breaks = max(breaks, 1)
      firstCell = true
    case .cell:
      if closing { break }
      if !firstCell { put(" | ") }
      firstCell = false
      space = false
    case .strong: mark(UInt8(ascii: "*"), closing)
    case .emphasised: mark(UInt8(ascii: "_"), closing)
    case .raised, .lowered:
      if closing {
        if !shifts.isEmpty { shift() }
      } else if shifts.count < 20 {
        flush()
        shifts.append((out.count, element == .raised))
      }
    case .rule:
      breaks = max(breaks, 1)
      put("———")
      breaks = 1
    case .preformatted:
      breaks = max(breaks, 1)
      preformatted = max(0, preformatted + (closing ? -1 : 1))
    case .image, .media: if !closing { attachment(element, name, attributes, &findings) }
    case .dropped: if !closing { drop(name, &findings) }
    case .inline: break
    }
  }

  private mutating func mark(_ byte: UInt8, _ closing: Bool) {
    guard emphasis else { return }
    if !closing {
      put(byte)
      marks.append(out.count)
    } else if let start = marks.popLast() {
      // What was opened and holds nothing leaves nothing.
      if start == out.count { out.removeLast() } else { out.append(byte) }
    }
  }

  /// A picture's description or file name in brackets, so that nobody wonders what the question speaks of.
  private mutating func attachment(
    _ element: Element, _ name: String, _ attributes: Range<Int>, _ findings: inout BankFindings
  ) {
    let source = attribute("src", attributes) ?? attribute("data", attributes) ?? ""
    if name == "source", source.isEmpty { return }
    let file = source.hasPrefix("data:") ? "" : String(source.split(separator: "/").last ?? "")
    let words = attribute("alt", attributes).flatMap { BankText.trimmed($0) } ?? file
    let kind = element == .image ? "picture" : name == "audio" ? "sound" : "medium"
    put(words.isEmpty ? "[\(kind)]" : "[\(kind): \(words)]")
    let shown = file.isEmpty ? "" : " \(ScreenText.quoted(file))"
    findings.warn(
      offset, "the \(kind)\(shown) cannot be shown in a terminal", "describe it in words, or leave the question out")
  }

  private mutating func drop(_ name: String, _ findings: inout BankFindings) {
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "<"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "/"),
        HTMLText.name(bytes, at + 2) == name
      {
        while at < bytes.count, bytes[at] != 0x3E { at += 1 }
        at = min(at + 1, bytes.count)
        break
      }
      at += 1
    }
    findings.warn(offset, "a <\(name)> is left out", "a test shows text alone")
  }

  private mutating func skipComment() {
    at += 4
    while at < bytes.count, !GIFTByte.isAt(bytes, at, "-->") { at += 1 }
    at = min(at + 3, bytes.count)
  }

  /// Writes what was raised or lowered with the digits Unicode has for it, else as ^(…) or _(…).
  private mutating func shift() {
    guard let (start, raised) = shifts.popLast(), start < out.count else { return }
    let text = String(decoding: out[start...], as: UTF8.self)
    var words = BankText.trimmed(text) ?? ""
    if words.isEmpty { return }
    let table = raised ? HTMLEntities.raised : HTMLEntities.lowered
    let mapped = words.unicodeScalars.map { table[$0] }
    if !mapped.contains(nil) {
      words = mapped.compactMap { $0.map(String.init) }.joined()
    } else {
      words = (raised ? "^" : "_") + (words.unicodeScalars.count == 1 ? words : "(\(words))")
    }
    out.removeSubrange(start...)
    marks.removeAll { $0 > start }
    out.append(contentsOf: words.utf8)
  }

  /// The name of a tag at `at`, in lower case, at most 10 letters.
  private static func name(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> String {
    var end = at
    while end < bytes.count, end - at < 11,
      (bytes[end] | 0x20) &- 0x61 < 26 || (end > at && (bytes[end] &- 0x30 < 10 || bytes[end] == GIFTByte.colon))
    {
      end += 1
    }
    return String(decoding: bytes[min(at, end)..<end].lazy.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private func attribute(_ name: StaticString, _ range: Range<Int>) -> String? {
    var at = range.lowerBound
    while at < range.upperBound {
      defer { at += 1 }
      guard GIFTByte.isSpace(bytes[at]), GIFTByte.isAt(bytes, at + 1, name) else { continue }
      var start = at + 1 + name.utf8CodeUnitCount
      while start < range.upperBound, GIFTByte.isSpace(bytes[start]) { start += 1 }
      guard start < range.upperBound, bytes[start] == GIFTByte.right else { continue }
      start += 1
      while start < range.upperBound, GIFTByte.isSpace(bytes[start]) { start += 1 }
      guard start < range.upperBound else { return nil }
      let quote = bytes[start] == 0x22 || bytes[start] == 0x27 ? bytes[start] : 0
      if quote != 0 { start += 1 }
      var end = start
      while end < range.upperBound, quote == 0 ? !GIFTByte.isSpace(bytes[end]) : bytes[end] != quote { end += 1 }
      return HTMLEntities.decoded(UnsafeBufferPointer(rebasing: bytes[start..<end]))
    }
    return nil
  }
}
