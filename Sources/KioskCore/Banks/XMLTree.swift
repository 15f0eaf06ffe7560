/// One question of Moodle's XML: its elements one after another, and what they hold.
struct XMLTree {
  private(set) var elements: [XMLElement] = []
  private var attributes: [(attribute: XMLAttribute, value: Range<Int32>)] = []
  /// The text of all elements, in the file's order: that of one with all that is in it is one part of it.
  private var text: [UInt8] = []
  private var values: [UInt8] = []
  private var open: [(element: Int, last: Int)] = []

  /// How many elements are open.
  var depth: Int { open.count }

  // MARK: - Building

  mutating func clear() {
    elements.removeAll(keepingCapacity: true)
    attributes.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
  }

  /// Opens an element that begins at `offset`.
  mutating func open(_ name: XMLName, at offset: Int) {
    let index = elements.count
    let here = Int32(text.count)
    let first = Int32(attributes.count)
    elements.append(XMLElement(name: name, offset: Int32(offset), text: here..<here, attributes: first..<first))
    if let parent = open.last {
      if parent.last < 0 {
        elements[parent.element].firstChild = Int32(index)
      } else {
        elements[parent.last].next = Int32(index)
      }
      open[open.count - 1].last = index
    }
    open.append((index, -1))
  }

  /// Gives the element that was opened last an attribute.
  mutating func add(_ attribute: XMLAttribute, _ value: UnsafeBufferPointer<UInt8>) {
    let start = Int32(values.count)
    var at = 0
    while at < value.count {
      values.append(value[at])
      // libxml2 leaves an ampersand as a number, for a tree of its own to decode. No other ampersand is in a value.
      at += GIFTByte.isAt(value, at, "&#38;") ? 5 : 1
    }
    attributes.append((attribute, start..<Int32(values.count)))
    elements[elements.count - 1].attributes =
      elements[elements.count - 1].attributes.lowerBound..<Int32(attributes.count)
  }

  /// Adds to the text of every open element. What an attached file holds is never looked at.
  mutating func add(_ more: UnsafeBufferPointer<UInt8>) {
    guard let element = open.last?.element, elements[element].name != .file else { return }
    text.append(contentsOf: more)
  }

  /// Closes the element that was opened last.
  mutating func close() {
    guard let element = open.popLast()?.element else { return }
    elements[element].text = elements[element].text.lowerBound..<Int32(text.count)
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
  func attribute(_ attribute: XMLAttribute, of element: Int) -> String {
    let range = elements[element].attributes
    for index in range where attributes[Int(index)].attribute == attribute {
      let value = attributes[Int(index)].value
      return values.withUnsafeBufferPointer {
        String(decoding: $0[Int(value.lowerBound)..<Int(value.upperBound)], as: UTF8.self)
      }
    }
    return ""
  }

  /// The text of an element, with that of all in it, without white space at its ends.
  func text(of element: Int) -> String {
    let range = elements[element].text
    return text.withUnsafeBufferPointer {
      String(
        decoding: $0[GIFTByte.trimmed($0, Int(range.lowerBound)..<Int(range.upperBound))], as: UTF8.self)
    }
  }
}
