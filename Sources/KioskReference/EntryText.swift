import KioskPage

/// An entry as a dictionary has it, set for about 65 columns by hand, made into paragraphs that can be set for any width.
enum EntryText {
  /// The columns that dictionaries are set in.
  private static let usualWidth = 64
  /// No entry gives more paragraphs.
  static let mostLines = 600

  /// The paragraphs of an entry. A first line that only repeats the headword, and the marks by which GCIDE names the source
  /// of each sense, are left out.
  static func lines(_ bytes: [UInt8], headword: String) -> [PageLine] {
    let text = String(decoding: bytes, as: UTF8.self)
    var rows: [Row] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { rows.append(Row(line)) }
    if let first = rows.first, first.words.lowercased() == headword.lowercased() { rows.removeFirst() }
    // A row that ends before the next one's first word would have to go on a new one was ended on purpose. A few are wider
    // than the rest.
    let widest = min(rows.map(\.end).max() ?? 0, usualWidth)
    var paragraphs: [(indent: Int, text: String)] = []
    var previous: Row?
    for row in rows {
      guard !row.words.isEmpty, !row.isSourceMark else {
        previous = nil
        continue
      }
      if let last = paragraphs.last, let before = previous, !row.opensSense, row.indent >= last.indent,
        before.end + 1 + row.firstWord > widest
      {
        let joint = last.text.hasSuffix("-") && last.text.dropLast().last?.isLetter == true ? "" : " "
        paragraphs[paragraphs.count - 1].text += joint + row.words
      } else {
        guard paragraphs.count < mostLines else { break }
        paragraphs.append((row.indent, row.wordsInFull))
      }
      previous = row
    }
    let least = paragraphs.map(\.indent).min() ?? 0
    return paragraphs.map { PageLine(.text, marked($0.text), indent: columns($0.indent - least)) }
  }

  /// A headword as the entry's first line writes it, where that is all it says: indexes have no capitals ("new york").
  static func heading(_ bytes: [UInt8], of headword: String) -> String {
    let first = Row(String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)[...]).words
    return first.lowercased() == headword.lowercased() ? first : headword
  }

  /// The first line of text that is not its own name: what `00-database-short` says.
  static func title(_ bytes: [UInt8]) -> String? {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").lazy.map { Row($0).words }
      .first { !$0.isEmpty && !$0.hasPrefix("00") }.map { String($0.prefix(60)) }
  }

  /// Braces around more than a word or two are no link.
  private static func marked(_ text: String) -> String {
    let line = PageLine(.text, text)
    guard line.links.contains(where: { $0.utf8.count > 60 }) else { return line.text }
    return PageText(line.text).shown
  }

  private static func columns(_ indent: Int) -> Int { indent <= 0 ? 0 : indent < 6 ? 2 : 4 }

  /// One row as it was set.
  private struct Row {
    /// Its first column.
    let indent: Int
    /// The column after its last.
    let end: Int
    /// Its words with one space between them.
    let words: String
    /// The columns of its first word.
    let firstWord: Int

    init(_ line: Substring) {
      var indent = 0
      for byte in line.utf8 {
        if byte == 0x20 { indent += 1 } else if byte == 0x09 { indent += 8 } else { break }
      }
      let parts = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
      self.indent = min(indent, 40)
      words = parts.joined(separator: " ")
      end = indent + words.count
      firstWord = parts.first?.count ?? 0
    }

    /// "[1913 Webster]", "[PJC]".
    var isSourceMark: Bool {
      words.hasPrefix("[") && words.hasSuffix("]") && words.utf8.count <= 32 && !words.contains("{")
    }

    /// The words, a part of speech written out: "noun 1: …".
    var wordsInFull: String {
      guard opensSense, let end = words.firstIndex(of: " "), let full = EntryText.partsOfSpeech[String(words[..<end])]
      else { return words }
      let rest = words[words.index(after: end)...]
      return full + (rest.hasPrefix(": ") ? String(rest) : " " + rest)
    }

    /// Whether a sense begins here: "2:", "n 1:", "3.", "(b)".
    var opensSense: Bool {
      let parts = words.split(separator: " ", maxSplits: 2)
      guard let first = parts.first else { return false }
      if EntryText.partsOfSpeech[String(first)] != nil, parts.count > 1 {
        return parts[1] == ":" || EntryText.isNumber(parts[1])
      }
      return EntryText.isNumber(first) || first.utf8.first == 0x28 && first.utf8.last == 0x29 && first.utf8.count <= 4
    }
  }

  /// As WordNet has them.
  private static let partsOfSpeech = ["n": "noun", "v": "verb", "adj": "adjective", "adv": "adverb"]

  /// "12:", "3."; not "1790." or "3".
  private static func isNumber(_ word: Substring) -> Bool {
    guard let last = word.last, last == ":" || last == ".", word.count <= 3 else { return false }
    return !word.dropLast().isEmpty && word.dropLast().allSatisfy { $0.isASCII && $0.isNumber }
  }
}
