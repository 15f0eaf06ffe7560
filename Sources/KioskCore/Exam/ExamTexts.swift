/// Texts of an exam file: cleaned for the screen, in NFC, one a language where the file says so.
extension ExamDecoder {
  /// The most characters of one text.
  static let longestText = 20_000

  /// A text that may be left out.
  mutating func text(_ fields: Fields, _ key: String, lines: ScreenText.LineBreaks = .space) -> LocalizedText? {
    guard let node = fields[key] else { return nil }
    return text(node, "\"\(key)\"", lines: lines)
  }

  /// A text that must be there.
  mutating func neededText(_ fields: Fields, _ key: String, lines: ScreenText.LineBreaks = .space) -> LocalizedText? {
    guard let node = need(fields, key, "\"…\"") else { return nil }
    return text(node, "\"\(key)\"", lines: lines)
  }

  /// A string, or an object with one string a language. `what` names it in messages, and is made only for them.
  mutating func text(_ node: JSONNode, _ what: @autoclosure () -> String, lines: ScreenText.LineBreaks = .space)
    -> LocalizedText?
  {
    switch node.value {
    case .string:
      return plainText(node, what(), lines: lines).map { LocalizedText($0) }
    case .object(let members):
      var variants: [LocalizedText.Variant] = []
      for member in members where !member.key.hasPrefix("x-") {
        if !Self.isLanguageTag(member.key) {
          error(
            member.offset, "\(ScreenText.quoted(member.key)) is not a language tag", "write \"en\", \"fr\", \"pt-BR\" …"
          )
        }
        if let text = plainText(member.value, "\(what()) in \(ScreenText.quoted(member.key))", lines: lines) {
          variants.append(LocalizedText.Variant(language: member.key, text: text))
        }
      }
      if members.isEmpty { error(node.offset, "\(what()) has no wording", "give it at least one: { \"en\": \"…\" }") }
      return LocalizedText(variants: variants)
    case .null, .bool, .number, .array:
      let hint: String
      if case .number(let digits) = node.value { hint = "write \"\(digits)\"" } else { hint = "write \"…\"" }
      error(node.offset, "\(what()) must be a text, not \(node.kindInWords)", hint)
      return nil
    }
  }

  /// One string, cleaned; an empty one is reported.
  mutating func plainText(_ node: JSONNode, _ what: @autoclosure () -> String, lines: ScreenText.LineBreaks = .space)
    -> String?
  {
    guard let raw = node.string else {
      error(node.offset, "\(what()) must be a text, not \(node.kindInWords)", "write \"…\"")
      return nil
    }
    if trusting { return ScreenText.fitted(raw, lineBreaks: .keep) }
    if raw.utf8.count > Self.longestText, raw.count > Self.longestText {
      error(
        node.offset, "\(what()) has \(raw.count) characters, more than \(Self.longestText)",
        "shorten it, or divide it among several questions")
      return nil
    }
    if node.isPlain {
      if raw.utf8.contains(where: { $0 != 0x20 }) { return raw }
      error(node.offset, "\(what()) is empty", "give it a text, or leave the key out")
      return nil
    }
    let clean = ScreenText.clean(raw, lineBreaks: lines)
    if clean.isBlank {
      error(node.offset, "\(what()) is empty", "give it a text, or leave the key out")
      return nil
    }
    if let cluster = ScreenText.overlongCluster(in: clean) {
      let names = cluster.unicodeScalars.prefix(3).map { "U+" + String($0.value, radix: 16, uppercase: true) }
      error(
        node.offset,
        "\(what()) holds a character made of \(cluster.unicodeScalars.count) code points (\(names.joined(separator: " ")) …)",
        "a terminal cell holds five: use a simpler character")
      return nil
    }
    return clean
  }

  /// Letters and digits in groups of up to eight, joined by hyphens (the outline of BCP 47).
  static func isLanguageTag(_ tag: String) -> Bool {
    let parts = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let first = parts.first, (2...8).contains(first.count), first.allSatisfy({ ($0 | 0x20) &- 0x61 < 26 })
    else { return false }
    return parts.dropFirst().allSatisfy { part in
      (1...8).contains(part.count) && part.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 }
    }
  }

  /// An id: letters and digits, `-`, `_` and `.` inside, at most 64.
  mutating func identifier(_ node: JSONNode, of what: String) -> String? {
    guard let id = node.string else {
      error(node.offset, "\(what) must be a text, not \(node.kindInWords)", "write \"capital-fr\"")
      return nil
    }
    if trusting { return ScreenText.fitted(id) }
    if Self.isIdentifier(id) { return id }
    let allowed = "use letters, digits, -, _ and ., a letter or digit first, at most 64"
    error(
      node.offset,
      id.isEmpty ? "\(what) is empty" : "\(what) \(ScreenText.quoted(id)) has characters that cannot be used", allowed)
    return nil
  }

  /// Whether `id` may name an exam, a question or a gap.
  static func isIdentifier(_ id: String) -> Bool {
    var id = id
    return id.withUTF8 { isIdentifier($0) }
  }

  /// The same of its bytes.
  static func isIdentifier(_ id: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = id.first, (1...64).contains(id.count), isLetterOrDigit(first) else { return false }
    return id.allSatisfy {
      isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 }
}
