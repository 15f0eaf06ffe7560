import KioskCore

extension Spelling {
  /// `sentence` with the word replaced by a gap, whatever its case, wherever it stands as a whole word.
  ///
  /// MUST: the word never shows. Where it does not stand as a word of its own (a compound, an inflection), the letters
  /// are taken out inside the longer word all the same.
  func gapped(_ sentence: String) -> String {
    guard !word.isEmpty else { return sentence }
    let wanted = word.lowercased()
    var result = ""
    var rest = sentence[...]
    while !rest.isEmpty {
      if let end = Spelling.match(wanted, at: rest) {
        result += "_____"
        rest = rest[end...]
      } else if let first = rest.first {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// Where `wanted` ends if `text` begins with it, whatever the case; character by character, so that a letter and the
  /// same letter with a mark composed or apart are one.
  private static func match(_ wanted: String, at text: Substring) -> Substring.Index? {
    var at = text.startIndex
    var left = wanted[...]
    while let first = left.first {
      guard at < text.endIndex else { return nil }
      let lowered = text[at].lowercased()
      guard left.hasPrefix(lowered), first == lowered.first else { return nil }
      left = left.dropFirst(lowered.count)
      at = text.index(after: at)
    }
    return at
  }
}
