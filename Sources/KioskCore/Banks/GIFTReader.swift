/// Reads GIFT (<https://docs.moodle.org/en/GIFT_format>) as teachers write it, one question after another.
///
/// Braces may be nested, `$CATEGORY` and names may be glued to what follows, several groups of braces in one question are
/// gaps. What is doubtful is read as it was most likely meant, and said; what cannot be read is refused, and said.
struct GIFTReader: BankReader {
  var builder = BankBuilder()
  private let blocks: GIFTBlocks

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    blocks = GIFTBlocks(bytes, from: start)
  }

  mutating func next(_ each: (BankEntry) -> Void) -> Bool {
    while blocks.next(&builder.findings) {
      let isUsed = blocks.withText { bytes, marks in
        let question = GIFTQuestion(blocks: blocks, bytes: bytes, marks: marks, builder.texts)
        guard let entry = question.read(&builder) else { return false }
        each(entry)
        return true
      }
      if isUsed { return true }
    }
    return false
  }
}

/// One block of a GIFT file.
struct GIFTQuestion {
  let blocks: GIFTBlocks
  let bytes: UnsafeBufferPointer<UInt8>
  let marks: GIFTMarks
  let texts: GIFTText

  init(blocks: GIFTBlocks, bytes: UnsafeBufferPointer<UInt8>, marks: GIFTMarks, _ kept: RawTexts) {
    self.blocks = blocks
    self.bytes = bytes
    self.marks = marks
    texts = GIFTText(bytes: bytes, places: blocks.places, texts: kept)
  }

  func offset(_ place: Int) -> Int { texts.offset(place) }

  @_optimize(speed)
  func read(_ builder: inout BankBuilder) -> BankEntry? {
    let whole = GIFTByte.trimmed(bytes, 0..<bytes.count)
    let begins = offset(whole.lowerBound)
    let errors = builder.findings.errorCount
    let (name, body) = name(whole, &builder.findings)
    let (format, stem) = texts.format(GIFTByte.trimmed(bytes, body))
    var groups = GIFTGroups(texts, stem, marks, &builder.findings)
    groups.settle(&builder.findings)
    let kind: RawKind?
    var feedback: RawText?
    var prompt: RawText?
    if groups.real.count > 1 {
      (kind, feedback) = cloze(stem, format, groups, &builder)
    } else if let group = groups.real.first {
      let answers = GIFTAnswers(texts: texts, marks: marks, group: group)
      (kind, feedback) = answers.kind(&builder)
      prompt = self.prompt(stem, format, around: group, &builder.findings)
    } else {
      kind = builder.findings.errorCount == errors ? .made(.description) : nil
      prompt = texts.text(stem, lines: .keep, as: format, &builder.findings)
    }
    return builder.question(
      kind, prompt: prompt, name: name, given: blocks.id, tags: blocks.tags, topic: blocks.category, feedback: feedback,
      line: blocks.line, offset: begins, errors: errors)
  }

  /// The name between `::` and `::`, and what follows it.
  private func name(_ range: Range<Int>, _ findings: inout BankFindings) -> (name: RawText, rest: Range<Int>) {
    guard GIFTByte.isAt(bytes, range.lowerBound, "::") else { return (.empty, range) }
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
        let name = texts.text(start..<at, lines: .space, as: .plain, &findings) ?? .empty
        return (name, at + 2..<range.upperBound)
      }
      at += 1
    }
    findings.warn(
      offset(range.lowerBound), "the name is not closed: its words are read as the question",
      "write :: behind the name too")
    return (.empty, start..<range.upperBound)
  }

  /// What is asked, with a gap where the braces stood in the middle of it.
  private func prompt(
    _ stem: Range<Int>, _ format: GIFTText.Format, around group: GIFTGroup, _ findings: inout BankFindings
  ) -> RawText? {
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
    var places = GIFTPlaces()
    places.add(0, before, of: texts.places)
    joined.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[before]))
    joined.append(contentsOf: "_____".utf8)
    let behind = group.close + 1..<stem.upperBound
    places.add(joined.count, behind, of: texts.places)
    joined.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[behind]))
    return made(joined, places, format, &findings)
  }

  /// The text that was put together of pieces.
  private func made(
    _ joined: [UInt8], _ places: GIFTPlaces, _ format: GIFTText.Format, _ findings: inout BankFindings
  ) -> RawText? {
    joined.withUnsafeBufferPointer { buffer in
      let made = GIFTText(bytes: buffer, places: places, texts: texts.texts)
      // It must not point into what is gone with this call.
      return made.text(0..<buffer.count, lines: .keep, as: format, &findings).map { texts.texts.keep($0.string) }
    }
  }

  /// Several groups: a text with a gap for each.
  private func cloze(
    _ stem: Range<Int>, _ format: GIFTText.Format, _ groups: GIFTGroups, _ builder: inout BankBuilder
  ) -> (RawKind?, RawText?) {
    var joined: [UInt8] = []
    joined.reserveCapacity(stem.count)
    var places = GIFTPlaces()
    var gaps: [Gap] = []
    var said: [String] = []
    var at = stem.lowerBound
    for (index, group) in groups.real.enumerated() {
      places.add(joined.count, at..<group.open, of: texts.places)
      joined.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[at..<group.open]))
      joined += ClozeText.markBytes
      at = group.close + 1
      let (kind, feedback) = GIFTAnswers(texts: texts, marks: marks, group: group).gap(&builder)
      if let feedback { said.append(feedback.string) }
      if let kind { gaps.append(Gap(name: "\(index + 1)", kind: kind)) }
    }
    places.add(joined.count, at..<stem.upperBound, of: texts.places)
    joined.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[at..<stem.upperBound]))
    let plain = made(joined, places, format, &builder.findings)
    guard gaps.count == groups.real.count, let plain else { return (nil, nil) }
    let feedback = said.isEmpty ? nil : texts.texts.keep(said.joined(separator: "\n"))
    return (builder.cloze(plain.string, gaps, at: offset(stem.lowerBound)), feedback)
  }
}
