/// One pair of braces with answers in it.
struct GIFTGroup {
  /// What the answers begin like.
  enum Kind { case answers, numbers, truth(Bool), essay }
  let kind: Kind
  /// The place of the opening brace.
  let open: Int
  /// The place of the closing brace.
  let close: Int
  /// Whether a brace inside does not close, so that braces inside mean nothing.
  let isBroken: Bool
}

/// The outermost pairs of braces of a question: those that hold answers, and those that belong to the text.
///
/// Braces are matched with a stack in one pass. A brace that never closes is reported where it opens; where it begins a list
/// of answers, the last closing brace of the question is taken for its end.
struct GIFTGroups {
  private let texts: GIFTText
  private var bytes: UnsafeBufferPointer<UInt8> { texts.bytes }
  private var closed: [Braces] = []

  /// A pair of braces with none around it.
  private struct Braces {
    let open: Int
    let close: Int
    let isBroken: Bool
  }

  /// The groups that hold answers.
  private(set) var real: [GIFTGroup] = []

  /// Deeper braces are not matched one by one.
  private static let deepest = 200

  @_optimize(speed)
  init(
    _ texts: GIFTText, _ range: Range<Int>, _ marks: GIFTMarks, _ findings: inout BankFindings
  ) {
    self.texts = texts
    var open: [Int] = []
    var deeper = 0
    var lastClose = -1
    var tooMany = false
    for index in marks.indices(in: range) {
      let at = marks[index].at
      switch marks[index].byte {
      case GIFTByte.open: if open.count < Self.deepest { open.append(at) } else { deeper += 1 }
      case GIFTByte.close:
        lastClose = at
        if deeper > 0 {
          deeper -= 1
        } else if let start = open.popLast() {
          while let last = closed.last, last.open > start { closed.removeLast() }
          if closed.count <= ExamDecoder.longestList {
            closed.append(Braces(open: start, close: at, isBroken: false))
          } else {
            tooMany = true
          }
        } else {
          findings.warn(
            offset(at), "a closing brace without an opening one is read as text",
            "write \\} where it belongs to the text")
        }
      default: break
      }
    }
    if tooMany {
      findings.error(
        offset(range.lowerBound), "the question has more than \(ExamDecoder.longestList) pairs of braces", "split it")
      closed = []
    }
    unclosed(open, lastClose, &findings)
  }

  /// What becomes of braces that do not close.
  private mutating func unclosed(_ open: [Int], _ lastClose: Int, _ findings: inout BankFindings) {
    guard !open.isEmpty else { return }
    if let start = open.first(where: { begins($0 + 1, bytes.count) }) {
      guard lastClose > start else {
        return findings.error(
          offset(start), "the brace that opens the answers is not closed", "write } behind the last answer")
      }
      let inner = closed.first { $0.open > start }?.open ?? open.first { $0 > start } ?? start
      findings.warn(
        offset(inner), "a brace inside the answers is not closed", "write \\{ where it belongs to the text, or close it"
      )
      closed.removeAll { $0.open > start }
      closed.append(Braces(open: start, close: lastClose, isBroken: true))
      return
    }
    for place in open {
      if closed.isEmpty {
        findings.error(offset(place), "the brace is not closed", "write } behind the answers, or \\{ for a brace")
        return
      }
      findings.warn(offset(place), "an opening brace is read as text", "write \\{ where it belongs to the text")
    }
  }

  /// Whether answers begin at `at`: with a mark, a number sign, or a closing brace.
  private func begins(_ at: Int, _ end: Int) -> Bool {
    var at = at
    while at < end, GIFTByte.isSpace(bytes[at]) { at += 1 }
    guard at < end else { return true }
    switch bytes[at] {
    case GIFTByte.right, GIFTByte.wrong, GIFTByte.hash: return true
    default: return false
    }
  }

  /// Tells answers from braces of the text.
  mutating func settle(_ findings: inout BankFindings) {
    if closed.count == 1, let kind = kind(closed[0].open, closed[0].close) {
      real = [
        GIFTGroup(kind: kind, open: closed[0].open, close: closed[0].close, isBroken: closed[0].isBroken)
      ]
      return
    }
    let found = closed.map { (group: $0, kind: kind($0.open, $0.close)) }
    let strong = found.contains { if let kind = $0.kind { Self.isStrong(kind) } else { false } }
    var strange = 0
    for (group, kind) in found {
      guard let kind else {
        strange += 1
        continue
      }
      // T, F and nothing at all stand in formulas too: x^{T}, {}.
      if strong, !Self.isStrong(kind), found.count > 1, isInFormula(group.open) {
        strange += 1
        continue
      }
      real.append(GIFTGroup(kind: kind, open: group.open, close: group.close, isBroken: group.isBroken))
    }
    guard strange > 0 else { return }
    for (group, kind) in found where kind == nil {
      if real.isEmpty {
        let words = GIFTByte.trimmed(bytes, group.open + 1..<group.close)
        let quoted = ScreenText.quoted(String(decoding: bytes[words], as: UTF8.self))
        findings.error(
          offset(group.open), "what stands in the braces, \(quoted), is no answer",
          "did you mean {=…}? Write = before a right answer, ~ before a wrong one, \\{ and \\} for braces of the text")
        return
      }
      findings.warn(
        offset(group.open), "braces that hold no answer are read as text",
        "write \\{ and \\} where they belong to the text")
    }
  }

  private func offset(_ place: Int) -> Int { texts.offset(place) }

  private static func isStrong(_ kind: GIFTGroup.Kind) -> Bool {
    switch kind {
    case .answers, .numbers: true
    case .truth, .essay: false
    }
  }

  private func isInFormula(_ open: Int) -> Bool {
    guard open > 0 else { return false }
    let before = bytes[open - 1]
    return before == UInt8(ascii: "^") || before == UInt8(ascii: "_") || (before | 0x20) &- 0x61 < 26
      || before == GIFTByte.close
  }

  private func kind(_ open: Int, _ close: Int) -> GIFTGroup.Kind? {
    let inside = GIFTByte.trimmed(bytes, open + 1..<close)
    guard !inside.isEmpty else { return .essay }
    switch bytes[inside.lowerBound] {
    case GIFTByte.right, GIFTByte.wrong: return .answers
    case GIFTByte.hash: return GIFTByte.isAt(bytes, inside.lowerBound, "####") ? .essay : .numbers
    default: break
    }
    var end = inside.lowerBound
    while end < inside.upperBound, (bytes[end] | 0x20) &- 0x61 < 26 { end += 1 }
    let next = GIFTByte.trimmed(bytes, end..<inside.upperBound)
    guard next.isEmpty || bytes[next.lowerBound] == GIFTByte.hash else { return nil }
    let length = end - inside.lowerBound
    func says(_ word: StaticString) -> Bool {
      length == word.utf8CodeUnitCount && GIFTByte.isAt(bytes, inside.lowerBound, word, anyCase: true)
    }
    return says("T") || says("TRUE") ? .truth(true) : says("F") || says("FALSE") ? .truth(false) : nil
  }
}
