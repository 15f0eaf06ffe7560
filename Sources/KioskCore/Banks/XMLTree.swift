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
