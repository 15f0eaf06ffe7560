@_spi(_Unicode) import Swift

/// The words of a text as numbers, to compare many texts without keeping them.
enum BankWords {
  /// FNV-1a, with the number of letters in its lowest byte.
  struct Hash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

    mutating func add(_ text: String) {
      for byte in text.utf8 { add(byte) }
      add(0)
    }
  }

  /// The words in order: letters and digits, without case and accents.
  static func words(_ text: String) -> [UInt64] {
    var words: [UInt64] = []
    var hash = Hash()
    var length = 0
    for byte in folded(text).utf8 {
      if byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 {
        hash.add(byte)
        length += 1
      } else if length > 0 {
        words.append(closed(hash, length))
        hash = Hash()
        length = 0
      }
    }
    if length > 0 { words.append(closed(hash, length)) }
    return words
  }

  private static func closed(_ hash: Hash, _ length: Int) -> UInt64 {
    hash.value & ~0xFF | UInt64(min(length, 255))
  }

  /// Without case and accents.
  static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var scalars = String.UnicodeScalarView()
    for scalar in text.lowercased()._nfd where scalar.properties.generalCategory != .nonspacingMark {
      scalars.append(scalar)
    }
    return String(scalars)
  }

  /// Whether an answer is long enough that its words elsewhere are no accident.
  static func tells(_ answer: [UInt64]) -> Bool { answer.count > 1 || answer.contains { $0 & 0xFF > 3 } }

  /// Words that stand in every other question.
  private static let common: Set<UInt64> = Set(
    """
    what which where when whose with does from that this these those have been into they there their than then
    called name following welche welcher welches quel quelle quels quelles cual como donde wieviele
    """.split(whereSeparator: \.isWhitespace).flatMap { words(String($0)) })

  /// Whether a word of a question says what is asked for.
  static func matters(_ word: UInt64) -> Bool { word & 0xFF > 3 && !common.contains(word) }
}
