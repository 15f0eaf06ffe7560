/// Finds a word in a text, whatever its case, as a word of its own.
public enum WordSearch {
  /// Where `word` stands in `text` between characters that are no letters or digits. In scripts written without spaces
  /// it may stand anywhere.
  public static func range(of word: String, in text: String) -> Range<String.Index>? {
    search(word, in: text) { before, after in !continues(before) && !continues(after) }
  }

  /// Whether a definition gives the word away: it stands there, or (words of five letters and more) begins another
  /// word there, as in "believer".
  static func gives(_ word: String, awayIn text: String) -> Bool { rangeGiving(word, awayIn: text) != nil }

  /// Where it does.
  static func rangeGiving(_ word: String, awayIn text: String) -> Range<String.Index>? {
    let long = word.utf8.count >= 5
    return search(word, in: text) { before, after in !continues(before) && (long || !continues(after)) }
  }

  private static func search(
    _ word: String, in text: String, accepts: (Unicode.Scalar?, Unicode.Scalar?) -> Bool
  ) -> Range<String.Index>? {
    if word.isEmpty { return nil }
    if word.utf8.allSatisfy({ $0 < 0x80 }) { return searchASCII(word, in: text, accepts: accepts) }
    let wanted = folded(word)
    let scalars = text.unicodeScalars
    var start = scalars.startIndex
    while start < scalars.endIndex {
      var at = start
      var matched = 0
      while matched < wanted.count, at < scalars.endIndex, lower(scalars[at]) == wanted[matched] {
        at = scalars.index(after: at)
        matched += 1
      }
      if matched == wanted.count {
        let before = start > scalars.startIndex ? scalars[scalars.index(before: start)] : nil
        if accepts(before, at < scalars.endIndex ? scalars[at] : nil) { return start..<at }
      }
      start = scalars.index(after: start)
    }
    return nil
  }

  /// Bytes are enough for an ASCII word, whatever the text.
  private static func searchASCII(
    _ word: String, in text: String, accepts: (Unicode.Scalar?, Unicode.Scalar?) -> Bool
  ) -> Range<String.Index>? {
    var word = word
    var text = text
    let found: [Int] = word.withUTF8 { word in
      text.withUTF8 { text in
        guard text.count >= word.count else { return [] }
        var found: [Int] = []
        // Letters differ in bit 5 alone; what else does is sorted out by the comparison that follows.
        let first = word[0] | 0x20
        for start in 0...(text.count - word.count) where text[start] | 0x20 == first {
          var at = 0
          while at < word.count, lower(text[start + at]) == lower(word[at]) { at += 1 }
          if at == word.count { found.append(start) }
        }
        return found
      }
    }
    for start in found {
      let from = text.utf8.index(text.startIndex, offsetBy: start)
      let to = text.utf8.index(from, offsetBy: word.utf8.count)
      let before = from > text.startIndex ? text.unicodeScalars[text.unicodeScalars.index(before: from)] : nil
      if accepts(before, to < text.endIndex ? text.unicodeScalars[to] : nil) { return from..<to }
    }
    return nil
  }

  private static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  private static func lower(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let mapped = scalar.properties.lowercaseMapping.unicodeScalars
    return mapped.count == 1 ? mapped[mapped.startIndex] : scalar
  }

  private static func folded(_ text: String) -> [Unicode.Scalar] { text.unicodeScalars.map(lower) }

  /// Whether a neighbour makes the word part of a longer one.
  private static func continues(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    switch scalar.value {
    case 0..<0x80: return (scalar.value | 0x20) &- 0x61 < 26 || scalar.value &- 0x30 < 10
    // Thai to Khmer, Kana, Han, Hangul: no spaces between words, or particles that cling to them.
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x9FFF, 0xAC00...0xD7FF, 0x20000...0x3FFFF:
      return false
    default: return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
  }
}

extension Spelling {
  /// A text with the word taken out of it, whatever its case, also where a longer word begins with it
  /// ("schnauzers" becomes "____s"): what is drawn of a spelling question goes through here.
  public func gapped(_ text: String) -> String {
    var rest = text
    var result = ""
    while let range = WordSearch.rangeGiving(word, awayIn: rest) {
      result += rest[..<range.lowerBound] + "____"
      rest = String(rest[range.upperBound...])
    }
    return result + rest
  }
}
