/// Texts of a GIFT question: without their escapes, with what their format marks turned into plain text, fit for a screen.
struct GIFTText {
  /// What a text may be written in; an unknown name stays text.
  enum Format { case auto, html, plain, markdown }

  let bytes: UnsafeBufferPointer<UInt8>
  /// Where they stand in the file.
  let places: GIFTPlaces
  /// Keeps the texts that are not there as they are to be.
  let texts: RawTexts

  /// The place in the file of a place in `bytes`.
  func offset(_ place: Int) -> Int { places.offset(place) }

  /// The format named at the beginning of `range`, and what is left.
  func format(_ range: Range<Int>) -> (format: Format, rest: Range<Int>) {
    guard !range.isEmpty, bytes[range.lowerBound] == UInt8(ascii: "[") else { return (.auto, range) }
    for (mark, format) in [
      ("[html]", Format.html), ("[moodle]", .auto), ("[plain]", .plain), ("[markdown]", .markdown),
    ] as [(StaticString, Format)] {
      let end = range.lowerBound + mark.utf8CodeUnitCount
      if end <= range.upperBound, GIFTByte.isAt(bytes, range.lowerBound, mark) {
        return (format, end..<range.upperBound)
      }
    }
    return (.auto, range)
  }

  /// The text of `range`; `nil` where nothing is left. `lines`: what becomes of a line break.
  @_optimize(speed)
  func text(
    _ whole: Range<Int>, lines: ScreenText.LineBreaks, as given: Format? = nil, emphasis: Bool = true,
    _ findings: inout BankFindings
  ) -> RawText? {
    var range = GIFTByte.trimmed(bytes, whole)
    var format = given ?? .auto
    if given == nil { (format, range) = self.format(range) }
    range = GIFTByte.trimmed(bytes, range)
    if range.isEmpty { return nil }
    if range.count > BankText.longest {
      _ = BankText.isTooLong(range.count, at: offset(range.lowerBound), &findings)
      return nil
    }
    // Nearly every text: printable ASCII on one line, without a backslash or a tag, which is what it is.
    if format != .html, GIFTByte.isPlain(bytes, range, tags: false) {
      return RawText(bytes: UnsafeBufferPointer(rebasing: bytes[range]))
    }
    let raw =
      GIFTByte.isPlain(bytes, range, tags: true)
      ? String(decoding: bytes[range], as: UTF8.self) : unescaped(range, lines, &findings)
    return BankText.fit(
      raw, format: format, lines: lines, emphasis: emphasis, at: offset(range.lowerBound), &findings
    ).map { texts.keep($0) }
  }

  private func unescaped(_ range: Range<Int>, _ lines: ScreenText.LineBreaks, _ findings: inout BankFindings) -> String
  {
    var out: [UInt8] = []
    out.reserveCapacity(range.count)
    var at = range.lowerBound
    while at < range.upperBound {
      let byte = bytes[at]
      if byte == GIFTByte.escape, at + 1 < range.upperBound {
        let next = bytes[at + 1]
        if GIFTByte.isSpecial(next) {
          out.append(next)
          at += 2
          continue
        }
        if next == UInt8(ascii: "n") {
          warnOfLaTeX(at, range.upperBound, &findings)
          out.append(GIFTByte.lineFeed)
          at += 2
          continue
        }
      }
      if byte == GIFTByte.lineFeed {
        // Spaces around the end of a line of the file mean nothing.
        while let last = out.last, last == 0x20 || last == 0x09 { out.removeLast() }
        out.append(lines == .keep ? GIFTByte.lineFeed : 0x20)
        at += 1
        while at < range.upperBound, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
        continue
      }
      out.append(byte)
      at += 1
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// LaTeX's commands that begin with n.
  private static let commands: Set<String> = [
    "nu", "neq", "ne", "nabla", "neg", "not", "notin", "ni", "newline", "nmid", "nleq", "ngeq", "nless", "ngtr",
    "nsubseteq", "nsupseteq", "nexists", "nearrow", "nwarrow", "natural", "ncong", "nparallel", "nsim", "nonumber",
    "newcommand", "nolimits", "nrightarrow", "nleftarrow", "noindent", "normalsize", "nprec", "nsucc", "nvdash",
  ]

  private func warnOfLaTeX(_ at: Int, _ end: Int, _ findings: inout BankFindings) {
    var stop = at + 1
    while stop < end, stop - at < 14, (bytes[stop] | 0x20) &- 0x61 < 26 { stop += 1 }
    guard stop - at > 2 else { return }
    let word = String(decoding: bytes[at + 1..<stop], as: UTF8.self)
    if Self.commands.contains(word) {
      findings.warn(
        offset(at), "\\n is a line break here, but it looks like LaTeX's \\\(word)", "write \\\\\(word) to keep it")
    }
  }
}

/// Texts of any bank: their format turned into plain text, what cannot be shown reported and taken out.
enum BankText {
  /// The text as a screen can show it; `nil`: nothing is left of it.
  static func fit(
    _ raw: String, format: GIFTText.Format, lines: ScreenText.LineBreaks, emphasis: Bool = true,
    at offset: Int, _ findings: inout BankFindings
  ) -> String? {
    if isTooLong(raw.utf8.count, at: offset, &findings) { return nil }
    var text = raw
    if format == .html || format == .auto && HTMLText.isMarkedUp(raw) {
      // What is left out stands in the way of nothing: blanks on both sides of it are one.
      guard let seen = shown(raw, lines: .keep, at: offset, &findings) else { return nil }
      text = HTMLText.plain(seen, emphasis: emphasis, at: offset, &findings)
    }
    return shown(text, lines: lines, at: offset, &findings)
  }

  /// Texts of more bytes are not even looked at.
  static let longest = ExamDecoder.longestText * 16

  /// Whether a text has so many bytes that no exam holds it whatever is taken out; then it is not even looked at.
  static func isTooLong(_ bytes: Int, at offset: Int, _ findings: inout BankFindings) -> Bool {
    guard bytes > longest else { return false }
    findings.error(
      offset, "a text of \(bytes) bytes, more than an exam can hold", "shorten it, or look whether a mark is missing")
    return true
  }

  /// The text cleaned; what had to be taken out is reported.
  static func shown(
    _ text: String, lines: ScreenText.LineBreaks, at offset: Int, _ findings: inout BankFindings
  ) -> String? {
    if isPlain(text) { return trimmed(text) }
    var forbidden: UInt32?
    for scalar in text.unicodeScalars where ScreenText.isForbidden(scalar.value) {
      switch scalar.value {
      case 0x09...0x0D, 0x85, 0x2028, 0x2029, 0xAD, 0xFEFF, 0x200B: continue
      default: forbidden = forbidden ?? scalar.value
      }
    }
    if let forbidden {
      findings.warn(
        offset, "a character that cannot be seen, or drives a terminal, is left out (U+\(hex(forbidden)))",
        "take it out of the file")
    }
    var clean = ScreenText.clean(text, lineBreaks: lines)
    if let cluster = ScreenText.overlongCluster(in: clean) {
      findings.warn(
        offset, "a character made of \(cluster.unicodeScalars.count) code points is cut to five",
        "a terminal cell holds five: use a simpler character")
      clean = ScreenText.fitted(clean, lineBreaks: lines)
    }
    return trimmed(clean)
  }

  private static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { utf8 in
      for byte in utf8 where byte < 0x20 || byte > 0x7E { return false }
      return true
    }
  }

  /// Whether "->" stands in it.
  static func hasArrow(_ text: String) -> Bool {
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: ">"), last == UInt8(ascii: "-") { return true }
      last = byte
    }
    return false
  }

  static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  /// Without white space at its ends; `nil` where that is all there is.
  static func trimmed(_ text: String) -> String? {
    if let first = text.utf8.first, let last = text.utf8.last, first &- 0x21 < 0x5E, last &- 0x21 < 0x5E { return text }
    // By code points: a blank with a mark that combines with it is white space as a character, and the mark would go too.
    var view = text.unicodeScalars[...]
    while let first = view.first, first.properties.isWhitespace { view.removeFirst() }
    while let last = view.last, last.properties.isWhitespace { view.removeLast() }
    return view.isEmpty ? nil : String(view)
  }
}
