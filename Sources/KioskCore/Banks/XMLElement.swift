/// The elements of Moodle's XML that a reader looks at; every other is `other`.
enum XMLName: UInt8 {
  case other, quiz, question, name, questiontext, text, file, generalfeedback, defaultgrade, idnumber, single, usecase
  case answer, feedback, tolerance, units, unit, multiplier, unitName, subquestion, category, tags, tag, selectoption
  case dragbox, group, infinite, maxwordlimit, hint

  private static let known: [(word: StaticString, name: XMLName)] = [
    ("quiz", .quiz), ("question", .question), ("name", .name), ("questiontext", .questiontext), ("text", .text),
    ("file", .file), ("generalfeedback", .generalfeedback), ("defaultgrade", .defaultgrade), ("idnumber", .idnumber),
    ("single", .single), ("usecase", .usecase), ("answer", .answer), ("feedback", .feedback), ("tolerance", .tolerance),
    ("units", .units), ("unit", .unit), ("multiplier", .multiplier), ("unit_name", .unitName),
    ("subquestion", .subquestion), ("category", .category), ("tags", .tags), ("tag", .tag),
    ("selectoption", .selectoption), ("dragbox", .dragbox), ("group", .group), ("infinite", .infinite),
    ("maxwordlimit", .maxwordlimit), ("hint", .hint),
  ]

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    self = .other
    for (word, name) in Self.known
    where word.utf8CodeUnitCount == range.count && word.utf8Start[0] == bytes[range.lowerBound]
      && GIFTByte.isAt(bytes, range.lowerBound, word)
    {
      self = name
      return
    }
  }
}

/// One element: where its parts stand, and where its first child and its next sibling are in the list.
struct XMLElement {
  let name: XMLName
  /// Where its `<` stands.
  let offset: Int
  let attributes: Range<Int>
  var content: Range<Int>
  var firstChild: Int32 = -1
  var next: Int32 = -1
}

/// A part of an XML file taken apart, an element after another, without copying.
///
/// MUST: no entity is looked up but XML's five and numbered characters, nothing outside the file is opened, and nothing is
/// called into itself, so that no file can make it grow or wait.
struct XMLTree {
  /// What keeps an element from being read.
  struct Fault: Error {
    let offset: Int
    let message: String
    let hint: String
    /// Whether everything up to the file's end is a part of what is not closed.
    var reachesEnd = false
  }

  /// Deeper elements are refused.
  private static let deepest = 100

  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var elements: [XMLElement] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Takes the element that begins at `start` apart; gives the place behind it.
  mutating func read(at start: Int) throws(Fault) -> Int {
    elements.removeAll(keepingCapacity: true)
    var open: [(element: Int, last: Int)] = []
    var at = start
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "<") else {
        at += 1
        continue
      }
      if let end = try Self.passOver(bytes, at) {
        at = end
        continue
      }
      let isEnd = at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "/")
      let tag = try Self.tag(bytes, at)
      if isEnd {
        guard let last = open.popLast() else {
          throw Fault(offset: at, message: "an element is closed that is not open", hint: "take the tag out")
        }
        let name = Self.nameRange(bytes, elements[last.element].offset + 1)
        let given = Self.nameRange(bytes, at + 2)
        guard bytes[name].elementsEqual(bytes[given]) else {
          let words = String(decoding: bytes[name.prefix(40)], as: UTF8.self)
          throw Fault(
            offset: at, message: "<\(ScreenText.fitted(words))> is open, and another element is closed",
            hint: "close it with </\(ScreenText.fitted(words))>")
        }
        elements[last.element].content = elements[last.element].content.lowerBound..<at
        at = tag.end
        if open.isEmpty { return at }
        continue
      }
      let index = elements.count
      elements.append(
        XMLElement(
          name: XMLName(bytes, tag.name), offset: at, attributes: tag.attributes, content: tag.end..<tag.end))
      if elements[index].name == .question, index > 0 {
        throw Fault(
          offset: elements[0].offset, message: "the question is not closed before the next one begins",
          hint: "write </question> behind it")
      }
      if let parent = open.last {
        if parent.last < 0 {
          elements[parent.element].firstChild = Int32(index)
        } else {
          elements[parent.last].next = Int32(index)
        }
        open[open.count - 1].last = index
      }
      at = tag.end
      if tag.isEmpty {
        if open.isEmpty { return at }
      } else {
        guard open.count < Self.deepest else {
          throw Fault(offset: at, message: "elements lie more than \(Self.deepest) deep", hint: "this is no Moodle XML")
        }
        open.append((index, -1))
      }
    }
    throw Fault(
      offset: open.first.map { elements[$0.element].offset } ?? start, message: "the element is not closed",
      hint: "the file seems to be cut off")
  }

  // MARK: - Marks

  /// The place behind a comment, a CDATA section, an instruction or a declaration at `at`; `nil`: there is none.
  static func passOver(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) throws(Fault) -> Int? {
    if GIFTByte.isAt(bytes, at, "<!--") { return try end(bytes, at, at + 4, "-->", "the comment") }
    if GIFTByte.isAt(bytes, at, "<![CDATA[") { return try end(bytes, at, at + 9, "]]>", "the CDATA section") }
    if GIFTByte.isAt(bytes, at, "<?") { return try end(bytes, at, at + 2, "?>", "the instruction") }
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
    throw Fault(offset: at, message: "the declaration is not closed", hint: "take it out", reachesEnd: true)
  }

  private static func end(
    _ bytes: UnsafeBufferPointer<UInt8>, _ at: Int, _ from: Int, _ mark: StaticString, _ what: String
  ) throws(Fault) -> Int {
    var look = from
    let first = mark.utf8Start[0]
    while look < bytes.count {
      if bytes[look] == first, GIFTByte.isAt(bytes, look, mark) { return look + mark.utf8CodeUnitCount }
      look += 1
    }
    throw Fault(
      offset: at, message: "\(what) is not closed", hint: "the file seems to be cut off", reachesEnd: true)
  }

  private struct Tag {
    var name: Range<Int>
    var attributes: Range<Int>
    var isEmpty: Bool
    var end: Int
  }

  private static func nameRange(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Range<Int> {
    var end = at
    while end < bytes.count {
      let byte = bytes[end]
      if GIFTByte.isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") { break }
      end += 1
    }
    return at..<end
  }

  private static func tag(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) throws(Fault) -> Tag {
    let isEnd = at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "/")
    let name = nameRange(bytes, isEnd ? at + 2 : at + 1)
    let first = name.isEmpty ? 0 : bytes[name.lowerBound]
    guard (first | 0x20) &- 0x61 < 26 || first == UInt8(ascii: "_") || first >= 0x80 else {
      throw Fault(offset: at, message: "a < that begins no element", hint: "write &lt; where it belongs to the text")
    }
    var look = name.upperBound
    var quote: UInt8 = 0
    while look < bytes.count {
      let byte = bytes[look]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: ">") {
        let isEmpty = !isEnd && bytes[look - 1] == UInt8(ascii: "/")
        return Tag(
          name: name, attributes: name.upperBound..<max(name.upperBound, isEmpty ? look - 1 : look), isEmpty: isEmpty,
          end: look + 1)
      } else if byte == 0x22 || byte == 0x27 {
        quote = byte
      } else if byte == UInt8(ascii: "<") {
        break
      }
      look += 1
    }
    throw Fault(offset: at, message: "the tag is not closed", hint: "write > at its end")
  }

  // MARK: - What elements hold

  /// The first child of `element` called `name`; -1: there is none.
  func child(_ name: XMLName, of element: Int) -> Int {
    var index = elements[element].firstChild
    while index >= 0 {
      if elements[Int(index)].name == name { return Int(index) }
      index = elements[Int(index)].next
    }
    return -1
  }

  /// The children of `element` called `name`.
  func children(_ name: XMLName, of element: Int) -> [Int] {
    var found: [Int] = []
    var index = elements[element].firstChild
    while index >= 0 {
      if elements[Int(index)].name == name { found.append(Int(index)) }
      index = elements[Int(index)].next
    }
    return found
  }

  /// The value of an attribute; empty where there is none.
  func attribute(_ name: StaticString, of element: Int) -> String {
    let range = elements[element].attributes
    var at = range.lowerBound
    while at < range.upperBound {
      while at < range.upperBound, GIFTByte.isSpace(bytes[at]) { at += 1 }
      let begin = at
      while at < range.upperBound, bytes[at] != GIFTByte.right, !GIFTByte.isSpace(bytes[at]) { at += 1 }
      let found = at - begin == name.utf8CodeUnitCount && GIFTByte.isAt(bytes, begin, name)
      while at < range.upperBound, bytes[at] != 0x22, bytes[at] != 0x27 { at += 1 }
      guard at < range.upperBound else { return "" }
      let quote = bytes[at]
      let start = at + 1
      at = start
      while at < range.upperBound, bytes[at] != quote { at += 1 }
      if found { return XMLText.decoded(bytes, start..<at) }
      at += 1
    }
    return ""
  }

  /// The text of an element, without that of its children.
  func text(of element: Int) -> String {
    let content = elements[element].content
    return XMLText.content(bytes, GIFTByte.trimmed(bytes, content))
  }
}

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
