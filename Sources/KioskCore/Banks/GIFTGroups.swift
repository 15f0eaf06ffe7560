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
  private let bytes: UnsafeBufferPointer<UInt8>
  private let offset: (Int) -> Int
  private var closed: [(open: Int, close: Int, broken: Bool)] = []
  private var hasText = false
  /// The groups that hold answers.
  private(set) var real: [GIFTGroup] = []

  /// Deeper braces are not matched one by one.
  private static let deepest = 200

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ offset: @escaping (Int) -> Int,
    _ findings: inout BankFindings
  ) {
    self.bytes = bytes
    self.offset = offset
    var open: [Int] = []
    var deeper = 0
    var lastClose = -1
    var tooMany = false
    var at = range.lowerBound
    while at < range.upperBound {
      switch bytes[at] {
      case GIFTByte.escape: at += 1
      case GIFTByte.open: if open.count < Self.deepest { open.append(at) } else { deeper += 1 }
      case GIFTByte.close:
        lastClose = at
        if deeper > 0 {
          deeper -= 1
        } else if let start = open.popLast() {
          while let last = closed.last, last.open > start { closed.removeLast() }
          if closed.count <= ExamDecoder.longestList { closed.append((start, at, false)) } else { tooMany = true }
        } else {
          findings.warn(
            offset(at), "a closing brace without an opening one is read as text",
            "write \\} where it belongs to the text")
        }
      default: break
      }
      at += 1
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
      closed.append((start, lastClose, true))
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
      real.append(GIFTGroup(kind: kind, open: group.open, close: group.close, isBroken: group.broken))
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
    for (word, value) in [("TRUE", true), ("T", true), ("FALSE", false), ("F", false)] as [(StaticString, Bool)]
    where end - inside.lowerBound == word.utf8CodeUnitCount {
      if GIFTByte.isAt(bytes, inside.lowerBound, word, anyCase: true) { return .truth(value) }
    }
    return nil
  }
}
