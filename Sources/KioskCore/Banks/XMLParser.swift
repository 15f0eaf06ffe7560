import CXML2

/// libxml2's parser, used for one question after another, which it checks and takes apart; what it reports becomes an
/// `XMLTree`.
///
/// MUST: it is given questions alone, never what a document defines, so that there are no entities but XML's five; it is told
/// to fetch nothing, and what would have to be fetched is refused. It builds no tree of its own, and stops at the first fault.
final class XMLParser {
  /// Deeper elements, and more of them, are refused: no question has as many.
  private static let deepest = 100
  private static let mostElements = 100_000
  /// libxml2 looks through all of them at each element.
  private static let mostSpaces = 50
  /// So many bytes of names are kept from one question to the next.
  private static let mostNames = 1 << 20

  /// The question read last.
  private(set) var tree = XMLTree()
  private var context: xmlParserCtxtPtr?
  /// libxml2 keeps each name once: the known ones are told by where they are.
  private var names: [UnsafePointer<xmlChar>?] = []
  private var attributes: [UnsafePointer<xmlChar>?] = []
  private var fault: XMLFault?
  private var spaces = 0

  /// The question as libxml2 is given it, and what of that was put in.
  private var piece = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var start = 0
  private var mends: [Int] = []

  deinit { xmlFreeParserCtxt(context) }

  /// Before the first use, not at the program's start: that there is nothing to be fetched, whoever asks.
  private static let library: Void = {
    xmlInitParser()
    xmlSetExternalEntityLoader { _, _, _ in nil }
  }()

  /// Reads the question in `range` into the tree, with `mends` taken for ampersands that stand for themselves.
  func read(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, mends: [Int]) throws(XMLFault) {
    tree.clear()
    fault = nil
    spaces = 0
    start = range.lowerBound
    self.mends = mends
    if mends.isEmpty {
      read(UnsafeBufferPointer(rebasing: bytes[range]))
    } else {
      var mended: [UInt8] = []
      mended.reserveCapacity(range.count + 4 * mends.count)
      var at = range.lowerBound
      for mend in mends {
        mended += bytes[at...mend]
        mended += "amp;".utf8
        at = mend + 1
      }
      mended += bytes[at..<range.upperBound]
      mended.withUnsafeBufferPointer { read($0) }
    }
    if let fault { throw fault }
    if tree.elements.isEmpty || tree.depth > 0 {
      throw XMLFault(offset: start, message: "the question could not be read", hint: "there may be too little memory")
    }
  }

  private func read(_ piece: UnsafeBufferPointer<UInt8>) {
    self.piece = piece
    defer { self.piece = UnsafeBufferPointer(start: nil, count: 0) }
    guard let context = ready(), let base = piece.baseAddress, let count = Int32(exactly: piece.count) else { return }
    base.withMemoryRebound(to: CChar.self, capacity: piece.count) { base in
      let document = xmlCtxtReadMemory(context, base, count, nil, nil, Int32(XML_PARSE_NONET.rawValue))
      xmlFreeDoc(document)
    }
    if context.pointee.wellFormed == 0 {
      if fault == nil {
        fault = XMLFault(offset: start, message: "the question is not well-formed XML", hint: "look at its tags")
      }
      // What a fault leaves behind in a context is not known.
      free()
    }
  }

  // MARK: - The context

  private func ready() -> xmlParserCtxtPtr? {
    if let context {
      if xmlDictGetUsage(context.pointee.dict) < Self.mostNames { return context }
      free()
    }
    _ = Self.library
    // Faults that belong to no context are not written onto the screen.
    xmlSetStructuredErrorFunc(nil) { _, _ in }
    var handler = Self.handler
    guard let context = kiosk_xml_context(&handler) else { return nil }
    self.context = context
    context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    let dictionary = context.pointee.dict
    names = XMLName.known.map { xmlDictLookup(dictionary, $0.word, -1) }
    attributes = XMLAttribute.known.map { xmlDictLookup(dictionary, $0.word, -1) }
    return context
  }

  private func free() {
    xmlFreeParserCtxt(context)
    context = nil
  }

  /// What libxml2 reports to.
  private static var handler: xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = { data, name, prefix, _, spaces, _, count, _, attributes in
      guard let data, let name else { return }
      Unmanaged<XMLParser>.fromOpaque(data)._withUnsafeGuaranteedRef {
        $0.open(name, prefix, Int(spaces), attributes, Int(count))
      }
    }
    handler.endElementNs = { data, _, _, _ in
      guard let data else { return }
      Unmanaged<XMLParser>.fromOpaque(data)._withUnsafeGuaranteedRef { if $0.fault == nil { $0.tree.close() } }
    }
    let text: charactersSAXFunc = { data, text, count in
      guard let data, let text else { return }
      Unmanaged<XMLParser>.fromOpaque(data)._withUnsafeGuaranteedRef {
        $0.tree.add(UnsafeBufferPointer(start: text, count: Int(count)))
      }
    }
    handler.characters = text
    handler.ignorableWhitespace = text
    handler.cdataBlock = text
    handler.serror = { data, error in
      guard let data, let error, error.pointee.level == XML_ERR_FATAL else { return }
      Unmanaged<XMLParser>.fromOpaque(data)._withUnsafeGuaranteedRef { $0.found(error.pointee) }
    }
    return handler
  }

  // MARK: - What it reports

  private func open(
    _ name: UnsafePointer<xmlChar>, _ prefix: UnsafePointer<xmlChar>?, _ spaces: Int,
    _ given: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ count: Int
  ) {
    guard fault == nil else { return }
    let place = place(tag(before: consumed))
    self.spaces += spaces
    let tooMuch =
      tree.depth >= Self.deepest
      ? "elements lie more than \(Self.deepest) deep"
      : tree.elements.count >= Self.mostElements
        ? "the question has more than \(Self.mostElements) elements"
        : self.spaces > Self.mostSpaces ? "the question has more than \(Self.mostSpaces) name spaces" : nil
    if let tooMuch {
      return refuse(XMLFault(offset: place, message: tooMuch, hint: "this is no Moodle XML"))
    }
    let known = prefix == nil ? names.firstIndex(of: name).map { XMLName.known[$0].name } : nil
    tree.open(known ?? .other, at: place)
    guard let given else { return }
    // Of each: name, prefix, name space, where its value begins and ends.
    for index in 0..<count {
      let attribute = given + 5 * index
      if attribute[1] == nil, let known = attributes.firstIndex(of: attribute[0]), let value = attribute[3],
        let end = attribute[4]
      {
        tree.add(XMLAttribute.known[known].attribute, UnsafeBufferPointer(start: value, count: end - value))
      }
    }
  }

  private func found(_ error: xmlError) {
    guard fault == nil else { return }
    var reached = consumed
    if error.code == Int32(XML_ERR_MISPLACED_CDATA_END.rawValue) {
      // It is found before the text that stands there is taken.
      while reached < piece.count, !GIFTByte.isAt(piece, reached, "]]>") { reached += 1 }
    }
    let tag = tag(before: reached)
    refuse(
      XMLFault(
        error,
        XMLFault.Places(
          reached: place(reached), tag: place(tag),
          isNamed: tag + 1 < piece.count && XMLCutter.beginsName(piece[tag + 1]),
          element: tree.elements.last.map { Int($0.offset) } ?? start,
          reference: place(last(UInt8(ascii: "&"), before: reached)), character: forbidden(at: reached))))
  }

  private func refuse(_ fault: XMLFault) {
    self.fault = fault
    if let context { kiosk_xml_stop(context) }
  }

  // MARK: - Places

  /// How much of the piece has been read.
  private var consumed: Int { max(0, min(piece.count, xmlByteConsumed(context))) }

  /// The `<` of the tag that ends or is read at `at`: none is inside a tag.
  private func tag(before at: Int) -> Int { last(UInt8(ascii: "<"), before: at) }

  private func last(_ byte: UInt8, before at: Int) -> Int {
    var look = min(at, piece.count) - 1
    while look > 0, piece[look] != byte { look -= 1 }
    return max(0, look)
  }

  /// The place in the file of one in the piece.
  private func place(_ offset: Int) -> Int {
    if mends.isEmpty { return start + offset }
    // How many mends lie before it: each has put in four bytes.
    var low = 0
    var high = mends.count
    while low < high {
      let middle = (low + high) / 2
      if mends[middle] - start + 4 * middle < offset { low = middle + 1 } else { high = middle }
    }
    return start + offset - 4 * low
  }

  private func forbidden(at: Int) -> UInt32? {
    guard at < piece.count else { return nil }
    let byte = piece[at]
    if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D { return UInt32(byte) }
    if GIFTByte.isAt(piece, at, "\u{FFFE}") { return 0xFFFE }
    if GIFTByte.isAt(piece, at, "\u{FFFF}") { return 0xFFFF }
    return nil
  }
}
