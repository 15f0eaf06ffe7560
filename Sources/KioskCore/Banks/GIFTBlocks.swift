/// Cuts a GIFT file into blocks, one a question: lines between blank ones, without the lines that are comments.
///
/// A blank line inside braces does not end a block where what follows it can only belong to the braces, a line that begins
/// with a name or with `$CATEGORY:` begins a block without a blank line before it; each is reported. Every byte is looked at
/// a bounded number of times.
struct GIFTBlocks {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var at: Int

  /// The lines of the present block, each with a line feed behind.
  private(set) var text: [UInt8] = []
  /// Where each line begins: in `text`, and in the file.
  private var starts: [(text: Int, file: Int)] = []
  /// The line of the file that the block begins on, from 1.
  private(set) var line = 0
  /// The category in force; empty: none.
  private(set) var category = ""
  /// What the block's comments say.
  private(set) var id: String?
  private(set) var tags: [String] = []
  private var tagOffset = 0

  private var lineNumber = 1
  private var depth = 0
  /// What follows a run of blank lines, so that no run is looked at twice.
  private var ahead: (offset: Int, belongs: Bool) = (-1, false)
  private var afterCategory = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    self.bytes = bytes
    at = start
  }

  /// The place in the file of a place in `text`.
  func offset(_ place: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle].text <= place { low = middle } else { high = middle }
    }
    guard low < starts.count else { return at }
    return starts[low].file + place - starts[low].text
  }

  /// Goes to the next block; `false`: there is none.
  mutating func next(_ findings: inout BankFindings) -> Bool {
    text.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    id = nil
    tags = []
    depth = 0
    while at < bytes.count {
      var stop = at
      while stop < bytes.count, bytes[stop] != 0x0A, bytes[stop] != 0x0D { stop += 1 }
      if take(at..<stop, &findings) { return true }
      advance(past: stop)
    }
    return finish(&findings)
  }

  private mutating func advance(past stop: Int) {
    at = stop
    guard at < bytes.count else { return }
    at += bytes[at] == 0x0D && at + 1 < bytes.count && bytes[at + 1] == 0x0A ? 2 : 1
    lineNumber += 1
  }

  /// Whether the block has ended before `range`, one line, or with it.
  private mutating func take(_ range: Range<Int>, _ findings: inout BankFindings) -> Bool {
    var first = range.lowerBound
    var wide = -1
    while first < range.upperBound {
      if GIFTByte.isSpace(bytes[first]) {
        first += 1
      } else {
        let length = bytes[first] < 0x80 ? 0 : GIFTByte.wideSpace(bytes, first, range.upperBound)
        if length == 0 { break }
        if wide < 0 { wide = first }
        first += length
      }
    }
    if first == range.upperBound { return takeBlank(range, wide, &findings) }
    if GIFTByte.isAt(bytes, first, "//") {
      comment(first..<range.upperBound)
      return false
    }
    if bytes[first] == UInt8(ascii: "$"), let value = categoryValue(first..<range.upperBound, &findings) {
      if !text.isEmpty {
        findings.warn(
          first, "no empty line before $CATEGORY", "put one there: other programs take it for a part of the question")
        return finish(&findings)
      }
      category = BankCategory.clean(String(decoding: bytes[value], as: UTF8.self))
      afterCategory = true
      return false
    }
    if bytes[first] == GIFTByte.colon, !text.isEmpty, isName(first..<range.upperBound) {
      findings.warn(first, "no empty line before this question", "put one there: other programs read two as one")
      return finish(&findings)
    }
    append(range, first, &findings)
    return false
  }

  private mutating func takeBlank(_ range: Range<Int>, _ wide: Int, _ findings: inout BankFindings) -> Bool {
    if text.isEmpty {
      if !tags.isEmpty || id != nil { _ = finish(&findings) }
      afterCategory = false
      return false
    }
    if wide >= 0 {
      findings.warn(
        wide, "a line of no-break spaces is taken for an empty line",
        "empty it: other programs read two questions as one")
    }
    guard depth > 0, belongs(after: range.upperBound) else {
      let ended = finish(&findings)
      return ended
    }
    findings.warn(
      range.lowerBound, "an empty line inside the braces does not end the question here",
      "take it out: other programs end the question there")
    starts.append((text.count, range.lowerBound))
    text.append(GIFTByte.lineFeed)
    return false
  }

  /// Whether the next line with something on it goes on with a list of answers.
  private mutating func belongs(after offset: Int) -> Bool {
    if offset < ahead.offset { return ahead.belongs }
    var look = offset
    while look < bytes.count {
      if GIFTByte.isSpace(bytes[look]) {
        look += 1
      } else if GIFTByte.isAt(bytes, look, "//") {
        while look < bytes.count, bytes[look] != 0x0A, bytes[look] != 0x0D { look += 1 }
      } else {
        break
      }
    }
    let byte = look < bytes.count ? bytes[look] : 0
    ahead = (look, byte == GIFTByte.right || byte == GIFTByte.wrong || byte == GIFTByte.close || byte == GIFTByte.hash)
    return ahead.belongs
  }

  private mutating func append(_ range: Range<Int>, _ first: Int, _ findings: inout BankFindings) {
    if text.isEmpty {
      line = lineNumber
      if afterCategory {
        findings.warn(
          first, "no empty line between $CATEGORY and this question", "put one there: other programs lose the question")
        afterCategory = false
      }
    }
    starts.append((text.count, range.lowerBound))
    text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[range]))
    text.append(GIFTByte.lineFeed)
    var look = first
    while look < range.upperBound {
      switch bytes[look] {
      case GIFTByte.escape: look += 1
      case GIFTByte.open: depth += 1
      case GIFTByte.close: if depth > 0 { depth -= 1 }
      default: break
      }
      look += 1
    }
  }

  /// Ends the block; whether there is one.
  private mutating func finish(_ findings: inout BankFindings) -> Bool {
    depth = 0
    if !text.isEmpty { return true }
    if id != nil || !tags.isEmpty {
      findings.warn(
        tagOffset, "this [id:] or [tag:] belongs to no question",
        "put it right above one, without an empty line between")
      id = nil
      tags = []
    }
    return false
  }

  /// The value behind `$CATEGORY:`; another word behind the dollar that is nearly that is reported.
  private func categoryValue(_ range: Range<Int>, _ findings: inout BankFindings) -> Range<Int>? {
    if GIFTByte.isAt(bytes, range.lowerBound, "$CATEGORY:", anyCase: true) {
      return GIFTByte.trimmed(bytes, range.lowerBound + 10..<range.upperBound)
    }
    var end = range.lowerBound + 1
    while end < range.upperBound, end - range.lowerBound < 12, (bytes[end] | 0x20) &- 0x61 < 26 { end += 1 }
    guard end < range.upperBound, bytes[end] == GIFTByte.colon else { return nil }
    let word = String(decoding: bytes[range.lowerBound + 1..<end], as: UTF8.self)
    if Nearness.nearest(to: word, among: ["category"]) != nil {
      findings.warn(range.lowerBound, "$\(word): is read as text", "did you mean $CATEGORY:?")
    }
    return nil
  }

  /// Whether a line begins with `::`, a name and `::`.
  private func isName(_ range: Range<Int>) -> Bool {
    guard GIFTByte.isAt(bytes, range.lowerBound, "::") else { return false }
    var look = range.lowerBound + 2
    while look + 1 < range.upperBound {
      if bytes[look] == GIFTByte.escape {
        look += 2
      } else if bytes[look] == GIFTByte.open {
        return false
      } else if bytes[look] == GIFTByte.colon, bytes[look + 1] == GIFTByte.colon {
        return look > range.lowerBound + 2
      } else {
        look += 1
      }
    }
    return false
  }

  /// Takes `[id:…]` and `[tag:…]` out of a comment.
  private mutating func comment(_ range: Range<Int>) {
    var look = range.lowerBound
    while look < range.upperBound {
      guard bytes[look] == UInt8(ascii: "[") else {
        look += 1
        continue
      }
      let isID = GIFTByte.isAt(bytes, look, "[ID:", anyCase: true)
      let isTag = GIFTByte.isAt(bytes, look, "[TAG:", anyCase: true)
      guard isID || isTag else {
        look += 1
        continue
      }
      let start = look + (isID ? 4 : 5)
      var end = start
      while end < range.upperBound, bytes[end] != UInt8(ascii: "]") { end += bytes[end] == GIFTByte.escape ? 2 : 1 }
      guard end < range.upperBound else { return }
      var value = String(decoding: bytes[GIFTByte.trimmed(bytes, start..<end)], as: UTF8.self)
      if value.utf8.contains(GIFTByte.escape) { value = value.split(separator: "\\").joined() }
      value = ScreenText.fitted(value)
      tagOffset = look
      if isID { id = value } else if !value.isEmpty { tags.append(value) }
      look = end + 1
    }
  }
}

/// Categories of a question bank, as topics of an exam.
enum BankCategory {
  /// The category without what says where in a Moodle site it stands: "$course$/top/Geography" is "Geography".
  static func clean(_ raw: String) -> String {
    var parts = raw.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if let first = parts.first, first.hasPrefix("$"), first.hasSuffix("$"), first.utf8.count > 2 { parts.removeFirst() }
    if parts.first?.lowercased() == "top" { parts.removeFirst() }
    return BankText.trimmed(ScreenText.fitted(parts.joined(separator: "/"))) ?? ""
  }

  /// A topic as a category that `clean` makes the same topic of.
  static func path(_ topic: String) -> String {
    if topic.isEmpty { return "top" }
    let first = topic.split(separator: "/", omittingEmptySubsequences: false).first ?? ""
    return first.hasPrefix("$") || first.lowercased() == "top" ? "top/" + topic : topic
  }
}
