/// Reads GIFT (<https://docs.moodle.org/en/GIFT_format>) as teachers write it, one question after another.
///
/// Braces may be nested, `$CATEGORY` and names may be glued to what follows, several groups of braces in one question are
/// gaps. What is doubtful is read as it was most likely meant, and said; what cannot be read is refused, and said.
struct GIFTReader: BankReader {
  var builder = BankBuilder()
  private var blocks: GIFTBlocks

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    blocks = GIFTBlocks(bytes, from: start)
  }

  mutating func next() -> BankQuestion? {
    while blocks.next(&builder.findings) {
      // Taken out while they are read, so that nothing is copied.
      let blocks = self.blocks
      let question = blocks.text.withUnsafeBufferPointer { bytes in
        var parser = GIFTQuestion(blocks: blocks, bytes: bytes)
        return parser.read(&builder)
      }
      if let question { return question }
    }
    return nil
  }
}

/// One block of a GIFT file.
struct GIFTQuestion {
  let blocks: GIFTBlocks
  let bytes: UnsafeBufferPointer<UInt8>
  let texts: GIFTText

  init(blocks: GIFTBlocks, bytes: UnsafeBufferPointer<UInt8>) {
    self.blocks = blocks
    self.bytes = bytes
    texts = GIFTText(bytes: bytes) { blocks.offset($0) }
  }

  func offset(_ place: Int) -> Int { blocks.offset(place) }

  mutating func read(_ builder: inout BankBuilder) -> BankQuestion? {
    let whole = GIFTByte.trimmed(bytes, 0..<bytes.count)
    let begins = offset(whole.lowerBound)
    let errors = builder.findings.errorCount
    let (name, body) = name(whole, &builder.findings)
    let (format, stem) = texts.format(GIFTByte.trimmed(bytes, body))
    var groups = GIFTGroups(bytes, stem, offset, &builder.findings)
    groups.settle(&builder.findings)
    let kind: Question.Kind?
    var feedback: String?
    var prompt: String?
    if groups.real.count > 1 {
      (kind, feedback) = cloze(stem, format, groups, &builder)
    } else if let group = groups.real.first {
      let answers = GIFTAnswers(texts: texts, group: group)
      (kind, feedback) = answers.kind(&builder)
      prompt = self.prompt(stem, format, around: group, &builder.findings)
    } else {
      kind = builder.findings.errorCount == errors ? .description : nil
      prompt = texts.text(stem, lines: .keep, as: format, &builder.findings)
    }
    return builder.question(
      kind, prompt: prompt, name: name, given: blocks.id, tags: blocks.tags, topic: blocks.category, feedback: feedback,
      line: blocks.line, offset: begins, errors: errors)
  }

  /// The name between `::` and `::`, and what follows it.
  private func name(_ range: Range<Int>, _ findings: inout BankFindings) -> (name: String, rest: Range<Int>) {
    guard GIFTByte.isAt(bytes, range.lowerBound, "::") else { return ("", range) }
    let start = range.lowerBound + 2
    var at = start
    var group = range.upperBound
    while at + 1 < range.upperBound {
      if bytes[at] == GIFTByte.escape {
        at += 2
        continue
      }
      if bytes[at] == GIFTByte.open, group == range.upperBound { group = at }
      if bytes[at] == GIFTByte.colon, bytes[at + 1] == GIFTByte.colon {
        // What begins behind an answer is no end of a name.
        if group < at, bytes[group..<at].contains(GIFTByte.close) { break }
        let name = texts.text(start..<at, lines: .space, as: .plain, &findings) ?? ""
        return (name, at + 2..<range.upperBound)
      }
      at += 1
    }
    findings.warn(
      offset(range.lowerBound), "the name is not closed: its words are read as the question",
      "write :: behind the name too")
    return ("", start..<range.upperBound)
  }

  /// What is asked, with a gap where the braces stood in the middle of it.
  private func prompt(
    _ stem: Range<Int>, _ format: GIFTText.Format, around group: GIFTGroup, _ findings: inout BankFindings
  ) -> String? {
    let before = stem.lowerBound..<group.open
    let after = GIFTByte.trimmed(bytes, group.close + 1..<stem.upperBound)
    guard !after.isEmpty else { return texts.text(before, lines: .keep, as: format, &findings) }
    switch group.kind {
    case .answers, .numbers: break
    case .truth, .essay:
      findings.warn(
        offset(after.lowerBound), "there is text after the closing brace: it is read as a part of the question",
        "put what is asked before the braces")
    }
    var joined: [UInt8] = []
    joined.reserveCapacity(stem.count + 8)
    joined.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[before]))
    joined.append(contentsOf: "_____".utf8)
    joined.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[group.close + 1..<stem.upperBound]))
    let shift = group.close + 1 - group.open - 5
    let open = group.open - stem.lowerBound
    return joined.withUnsafeBufferPointer { buffer in
      let texts = GIFTText(bytes: buffer) { place in
        self.offset(place <= open ? stem.lowerBound + place : stem.lowerBound + place + shift)
      }
      return texts.text(0..<buffer.count, lines: .keep, as: format, &findings)
    }
  }

  /// Several groups: a text with a gap for each.
  private func cloze(
    _ stem: Range<Int>, _ format: GIFTText.Format, _ groups: GIFTGroups, _ builder: inout BankBuilder
  ) -> (Question.Kind?, String?) {
    var joined: [UInt8] = []
    joined.reserveCapacity(stem.count)
    // Where each piece begins, in what is joined and in the block.
    var pieces: [(joined: Int, block: Int)] = []
    var gaps: [Gap] = []
    var said: [String] = []
    var at = stem.lowerBound
    for (index, group) in groups.real.enumerated() {
      pieces.append((joined.count, at))
      joined.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[at..<group.open]))
      joined += ClozeText.markBytes
      at = group.close + 1
      let (kind, feedback) = GIFTAnswers(texts: texts, group: group).gap(&builder)
      if let feedback { said.append(feedback) }
      if let kind { gaps.append(Gap(name: "\(index + 1)", kind: kind)) }
    }
    pieces.append((joined.count, at))
    joined.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[at..<stem.upperBound]))
    let plain = joined.withUnsafeBufferPointer { buffer in
      let texts = GIFTText(bytes: buffer) { place in
        let piece = pieces.last { $0.joined <= place } ?? (0, stem.lowerBound)
        return self.offset(piece.block + place - piece.joined)
      }
      return texts.text(0..<buffer.count, lines: .keep, as: format, &builder.findings)
    }
    guard gaps.count == groups.real.count, let plain else { return (nil, nil) }
    return (builder.cloze(plain, gaps, at: offset(stem.lowerBound)), said.isEmpty ? nil : said.joined(separator: "\n"))
  }
}
