/// Cuts a GIFT file into blocks, one a question: lines between blank ones, without the lines that are comments.
///
/// A blank line inside braces does not end a block where what follows it can only belong to the braces, a line that begins
/// with a name or with `$CATEGORY:` begins a block without a blank line before it; each is reported. Every byte is looked at
/// a bounded number of times, once where nothing is odd: the marks found on the way are what questions are taken apart by.
/// A block stays where it is in the file unless lines have to be taken out of it.
final class GIFTBlocks {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var at: Int

  /// The lines of the present block, where they are one piece of the file.
  private var piece = 0..<0
  /// The same, each with a line feed behind, where they are not.
  private var joined: [UInt8] = []
  private var isJoined = false
  /// Where it stands in the file.
  private(set) var places = GIFTPlaces()
  /// What may mean something in it, in its order.
  private var marks: [GIFTMark] = []
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

  private var isEmpty: Bool { piece.isEmpty && !isJoined }

  /// What `body` makes of the present block and its marks.
  func withText<T>(_ body: (UnsafeBufferPointer<UInt8>, GIFTMarks) -> T) -> T {
    marks.withUnsafeBufferPointer { marks in
      let found = GIFTMarks(marks: marks)
      if isJoined { return joined.withUnsafeBufferPointer { body($0, found) } }
      return body(UnsafeBufferPointer(rebasing: bytes[piece]), found)
    }
  }

  /// Goes to the next block; `false`: there is none.
  func next(_ findings: inout BankFindings) -> Bool {
    piece = at..<at
    isJoined = false
    marks.removeAll(keepingCapacity: true)
    id = nil
    if !tags.isEmpty { tags = [] }
    depth = 0
    while at < bytes.count {
      if take(&findings) { return true }
    }
    return finish(&findings)
  }

  /// The end of the line that `from` stands on.
  private func lineEnd(_ from: Int) -> Int {
    var stop = from
    while stop < bytes.count, bytes[stop] != 0x0A, bytes[stop] != 0x0D { stop += 1 }
    return stop
  }

  private func advance(past stop: Int) {
    at = stop
    guard at < bytes.count else { return }
    at += bytes[at] == 0x0D && at + 1 < bytes.count && bytes[at + 1] == 0x0A ? 2 : 1
    lineNumber += 1
  }

  /// Takes the line that begins at `at`. Whether the block has ended before it; then it stays.
  private func take(_ findings: inout BankFindings) -> Bool {
    var first = at
    var wide = -1
    while first < bytes.count, bytes[first] != 0x0A, bytes[first] != 0x0D {
      if GIFTByte.isSpace(bytes[first]) {
        first += 1
      } else {
        let length = bytes[first] < 0x80 ? 0 : GIFTByte.wideSpace(bytes, first, bytes.count)
        if length == 0 { break }
        if wide < 0 { wide = first }
        first += length
      }
    }
    let byte = first < bytes.count ? bytes[first] : GIFTByte.lineFeed
    if byte == 0x0A || byte == 0x0D {
      if takeBlank(at..<first, wide, &findings) { return true }
      advance(past: first)
      return false
    }
    if byte == UInt8(ascii: "/"), GIFTByte.isAt(bytes, first, "//") {
      let end = lineEnd(first)
      comment(first..<end)
      advance(past: end)
      return false
    }
    if byte == UInt8(ascii: "$") {
      let end = lineEnd(first)
      if let value = categoryValue(first..<end, &findings) {
        if !isEmpty {
          findings.warn(
            first, "no empty line before $CATEGORY", "put one there: other programs take it for a part of the question")
          return finish(&findings)
        }
        category = BankCategory.clean(String(decoding: bytes[value], as: UTF8.self))
        afterCategory = true
        advance(past: end)
        return false
      }
    }
    if byte == GIFTByte.colon, !isEmpty, isName(first..<lineEnd(first)) {
      findings.warn(first, "no empty line before this question", "put one there: other programs read two as one")
      return finish(&findings)
    }
    append(first, &findings)
    return false
  }

  /// Whether the block ends with the blank line `range`.
  private func takeBlank(_ range: Range<Int>, _ wide: Int, _ findings: inout BankFindings) -> Bool {
    if isEmpty {
      if !tags.isEmpty || id != nil { _ = finish(&findings) }
      afterCategory = false
      return false
    }
    if wide >= 0 {
      findings.warn(
        wide, "a line of no-break spaces is taken for an empty line",
        "empty it: other programs read two questions as one")
    }
    guard depth > 0, belongs(after: range.upperBound) else { return finish(&findings) }
    findings.warn(
      range.lowerBound, "an empty line inside the braces does not end the question here",
      "take it out: other programs end the question there")
    join()
    places.add(joined.count, from: range.lowerBound)
    joined.append(GIFTByte.lineFeed)
    return false
  }

  /// Whether the next line with something on it goes on with a list of answers.
  private func belongs(after offset: Int) -> Bool {
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

  /// Goes on with the block as a text of its own.
  private func join() {
    if isJoined { return }
    joined.removeAll(keepingCapacity: true)
    places = GIFTPlaces()
    if !piece.isEmpty {
      places.add(0, from: piece.lowerBound)
      joined.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[piece]))
      joined.append(GIFTByte.lineFeed)
    }
    isJoined = true
  }

  /// Adds the line that begins at `at`, the first of whose bytes that is no space stands at `first`.
  private func append(_ first: Int, _ findings: inout BankFindings) {
    let start = at
    if isEmpty {
      line = lineNumber
      piece = start..<start
      places = GIFTPlaces(from: start)
      if afterCategory {
        findings.warn(
          first, "no empty line between $CATEGORY and this question", "put one there: other programs lose the question")
        afterCategory = false
      }
    } else if !isJoined, piece.upperBound + 1 != start || bytes[piece.upperBound] != GIFTByte.lineFeed {
      join()
    }
    let shift = isJoined ? joined.count - start : -piece.lowerBound
    let end = mark(first, shift)
    if isJoined {
      places.add(joined.count, from: start)
      joined.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<end]))
      joined.append(GIFTByte.lineFeed)
    } else {
      piece = piece.lowerBound..<end
    }
    advance(past: end)
  }

  /// Notes what may mean something from `first` to the end of its line, which is returned. `shift`: from a place in the file
  /// to one in the block.
  @_optimize(speed)
  private func mark(_ first: Int, _ shift: Int) -> Int {
    let bytes = self.bytes
    let raw = UnsafeRawBufferPointer(bytes)
    let end = bytes.count
    var look = first
    var dash = -1
    while look < end {
      look = GIFTByte.nextMark(raw, look, end)
      if look == end { break }
      let byte = bytes[look]
      switch byte {
      case 0x0A, 0x0D: return look
      case GIFTByte.escape:
        if look + 1 < end, bytes[look + 1] != 0x0A, bytes[look + 1] != 0x0D { look += 1 }
      case GIFTByte.open:
        depth += 1
        marks.append(GIFTMark(at: look + shift, byte: byte))
      case GIFTByte.close:
        if depth > 0 { depth -= 1 }
        marks.append(GIFTMark(at: look + shift, byte: byte))
      case GIFTByte.right, GIFTByte.wrong, GIFTByte.hash: marks.append(GIFTMark(at: look + shift, byte: byte))
      case UInt8(ascii: "-"): dash = look
      case GIFTByte.arrow: if dash == look - 1 { marks.append(GIFTMark(at: look + shift, byte: byte)) }
      default: break
      }
      look += 1
    }
    return look
  }

  /// Ends the block; whether there is one.
  private func finish(_ findings: inout BankFindings) -> Bool {
    depth = 0
    if !isEmpty { return true }
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
  private func comment(_ range: Range<Int>) {
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
