/// Reads Moodle's XML (<https://docs.moodle.org/en/Moodle_XML_format>), one question after another.
///
/// The file is cut into questions, and libxml2 takes each of them apart. One that is not well-formed is refused, and reading
/// goes on behind it; a type that has no counterpart is listed as skipped.
struct MoodleReader: BankReader {
  var builder = BankBuilder()
  private let bytes: UnsafeBufferPointer<UInt8>
  private var at: Int
  private var cutter: XMLCutter
  private let parser = XMLParser()
  private var category = ""
  private var lines: LineCounter
  private var seenAny = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    self.bytes = bytes
    at = start
    cutter = XMLCutter(bytes)
    lines = LineCounter(bytes)
    encoding(start)
  }

  /// The file says what it is written in, which is looked at in its bytes instead.
  private mutating func encoding(_ start: Int) {
    guard GIFTByte.isAt(bytes, start, "<?xml") else { return }
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: ">") { end += 1 }
    let head = String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
    let parts = head.split { $0 == "\"" || $0 == "'" }
    guard let index = parts.firstIndex(where: { $0.hasSuffix("encoding=") }), index + 1 < parts.count else { return }
    let known = ["utf-8", "utf8", "utf-16", "iso-8859-1", "latin1", "latin-1", "windows-1252", "us-ascii", "ascii"]
    if !known.contains(String(parts[index + 1])) {
      builder.findings.warn(
        start, "the encoding \(ScreenText.quoted(String(parts[index + 1]))) is not known here",
        "save the file as UTF-8 where accents look wrong")
    }
  }

  mutating func next(_ each: (BankEntry) -> Void) -> Bool {
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "<") else {
        at += 1
        continue
      }
      let isQuestion = cutter.isQuestion(at)
      do throws(XMLFault) {
        guard isQuestion else {
          if let end = try cutter.passOver(at) {
            if GIFTByte.isAt(bytes, at, "<!DOCTYPE") || GIFTByte.isAt(bytes, at, "<!ENTITY") {
              builder.findings.warn(at, "the document's own definitions are not read", "take them out")
            }
            at = end
          } else {
            if GIFTByte.isAt(bytes, at, "<quiz") { seenAny = true }
            at += 1
          }
          continue
        }
        seenAny = true
        let found = try cutter.cut(at: at)
        at = cutter.resume
        if let entry = try question(found) {
          each(entry)
          return true
        }
      } catch {
        builder.findings.error(error.offset, error.message, error.hint)
        if isQuestion { builder.refuse() }
        at = cutter.resume
      }
    }
    if !seenAny, bytes.count > 0 {
      builder.findings.error(0, "there is no <question> in this file", "export it as Moodle XML")
      seenAny = true
    }
    return false
  }

  // MARK: - One question

  private mutating func question(_ range: Range<Int>) throws(XMLFault) -> BankEntry? {
    let start = range.lowerBound
    try parser.read(bytes, range, mends: cutter.ampersands)
    for place in cutter.alone {
      builder.findings.warn(place, "an & stands alone: it is read as it stands", "write &amp; for it")
    }
    let type = tree.attribute(.type, of: 0)
    if type == "category" {
      let inner = tree.child(.category, of: 0)
      category = BankCategory.clean(inner < 0 ? "" : HTMLEntities.decoded(texted(inner)))
      return nil
    }
    let errors = builder.findings.errorCount
    let line = lines.line(at: start)
    var element = MoodleQuestion(tree: tree, type: type)
    guard let kind = element.kind(&builder) else {
      let name = element.name(&builder)
      let what = type.isEmpty ? "a question without a type" : ScreenText.fitted(type)
      builder.skipped.append(
        BankSkip(
          line: line, what: name.isEmpty ? what : "\(what) \(ScreenText.quoted(name))",
          reason: MoodleQuestion.reason(type)))
      return nil
    }
    let given = tree.child(.idnumber, of: 0)
    let id = given < 0 ? "" : BankText.trimmed(tree.text(of: given)) ?? ""
    return builder.question(
      kind.kind, prompt: element.prompt, name: element.name(&builder), given: id.isEmpty ? nil : id,
      tags: element.tags(), topic: category, points: element.points(&builder),
      feedback: element.text(of: .generalfeedback, in: 0, lines: .keep, &builder), line: line, offset: start,
      errors: errors)
  }

  private var tree: XMLTree { parser.tree }

  /// The text of the `<text>` in an element.
  private func texted(_ element: Int) -> String {
    let inner = tree.child(.text, of: element)
    return tree.text(of: inner < 0 ? element : inner)
  }
}

extension HTMLEntities {
  /// A text whose entities are characters.
  static func decoded(_ text: String) -> String {
    var text = text
    return text.withUTF8 { $0.contains(UInt8(ascii: "&")) ? decoded($0) : String(decoding: $0, as: UTF8.self) }
  }
}

/// Counts lines forward.
struct LineCounter {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var at = 0
  private var line = 1

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The line of a place, which must not lie before the one asked for last.
  mutating func line(at place: Int) -> Int {
    while at < min(place, bytes.count) {
      if bytes[at] == 0x0A || (bytes[at] == 0x0D && !(at + 1 < bytes.count && bytes[at + 1] == 0x0A)) { line += 1 }
      at += 1
    }
    return line
  }
}
