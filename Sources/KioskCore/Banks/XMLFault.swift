import CXML2

/// What keeps a question of Moodle's XML from being read.
struct XMLFault: Error {
  /// In the whole file.
  let offset: Int
  let message: String
  let hint: String
}

extension XMLFault {
  /// Where in the file a fault may stand.
  struct Places {
    /// As far as libxml2 had read.
    let reached: Int
    /// The tag there, or the one before, and whether it has a name.
    let tag: Int
    let isNamed: Bool
    /// The element opened last.
    let element: Int
    /// The reference there, or the one before.
    let reference: Int
    /// The character at `reached`, where XML allows none like it.
    let character: UInt32?
  }

  /// What libxml2 found, in words that tell what is to be done.
  init(_ error: xmlError, _ places: Places) {
    if let character = places.character {
      self = Self.forbidden(character, at: places.reached)
      return
    }
    switch xmlParserErrors(UInt32(clamping: error.code)) {
    case XML_ERR_TAG_NAME_MISMATCH:
      let name = Self.words(error.str1)
      self.init(
        offset: places.tag, message: "<\(name)> is open, and another element is closed",
        hint: "close it with </\(name)>")
    case XML_ERR_NAME_REQUIRED where !places.isNamed:
      self.init(
        offset: places.tag, message: "a < that begins no element", hint: "write &lt; where it belongs to the text")
    case XML_ERR_GT_REQUIRED, XML_ERR_ATTRIBUTE_NOT_FINISHED, XML_ERR_LT_IN_ATTRIBUTE:
      self.init(
        offset: places.tag, message: "the tag is not closed",
        hint: "write > at its end, and quotation marks around each value")
    case XML_ERR_NAME_REQUIRED, XML_ERR_ATTRIBUTE_NOT_STARTED, XML_ERR_ATTRIBUTE_WITHOUT_VALUE, XML_ERR_SPACE_REQUIRED:
      self.init(
        offset: places.reached, message: "an attribute is not written as one",
        hint: "write name=\"value\", with a space before each")
    case XML_ERR_ATTRIBUTE_REDEFINED:
      self.init(offset: places.tag, message: "an attribute stands twice in this tag", hint: "take one out")
    case XML_ERR_INVALID_CHAR:
      self = Self.forbidden(UInt32(clamping: error.int1), at: places.reference)
    case XML_ERR_MISPLACED_CDATA_END:
      self.init(
        offset: places.reached, message: "]]> stands where no CDATA section is open",
        hint: "write ]]&gt; where it belongs to the text")
    case XML_ERR_HYPHEN_IN_COMMENT:
      self.init(offset: places.reached, message: "two hyphens stand in a comment", hint: "take one out")
    case XML_ERR_CDATA_NOT_FINISHED, XML_ERR_COMMENT_NOT_FINISHED, XML_ERR_PI_NOT_FINISHED:
      self.init(
        offset: places.element, message: "what is in this element is too long", hint: "it may have 10 million bytes")
    case XML_ERR_NAME_TOO_LONG:
      self.init(offset: places.tag, message: "a name in this tag is too long", hint: "this is no Moodle XML")
    case XML_ERR_NO_MEMORY:
      self.init(offset: places.tag, message: "there is not enough memory to read this", hint: "divide the question")
    default:
      self.init(
        offset: places.reached, message: "this is not well-formed XML: \(Self.words(error.message))",
        hint: "an editor that knows XML shows where")
    }
  }

  private static func forbidden(_ character: UInt32, at offset: Int) -> XMLFault {
    let digits = String(character, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    return XMLFault(offset: offset, message: "the character \(name), which XML does not allow", hint: "take it out")
  }

  private static func words(_ text: UnsafePointer<CChar>?) -> String {
    guard let text else { return "" }
    return ScreenText.fitted(String(String(cString: text).prefix(40)))
  }
}
