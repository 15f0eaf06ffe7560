import Glibc

/// How often words of English are used: the counts of WordNet's senses (`cntlist(5WN)`), summed up for each word.
///
/// They were counted in texts whose words were matched to senses by hand, a few hundred thousand in all. So they are counts of
/// nouns, verbs, adjectives and adverbs as the dictionary lists them, and small; what was never met has none.
struct WordCounts {
  /// Where Debian's wordnet-base has them.
  static let file = "/usr/share/wordnet/cntlist.rev"

  private var counts: [UInt64: UInt32] = [:]

  /// Reads a line a sense: its key, which begins with the word and `%`, its number, and how often it was met. `nil` where
  /// there is no such file.
  init?(_ path: String) {
    var counts = [UInt64: UInt32](minimumCapacity: 32_000)
    var hash = WordCounts.seed
    var isWord = true
    var field: UInt32 = 0
    let isThere = FileBytes.read(path) { bytes in
      for byte in bytes {
        switch byte {
        case 0x0A:
          if !isWord, field > 0 { counts[hash, default: 0] &+= field }
          hash = WordCounts.seed
          isWord = true
          field = 0
        case 0x25: isWord = false
        case 0x20: field = 0
        case 0x30...0x39 where !isWord: field = field &* 10 &+ UInt32(byte - 0x30)
        default: if isWord { hash = WordCounts.mixed(hash, byte) }
        }
      }
    }
    guard isThere, !counts.isEmpty else { return nil }
    self.counts = counts
  }

  /// How usual a word is: 0 where it was never met, else one more for each doubling of its count.
  func usualness(_ word: [UInt8]) -> UInt8 {
    guard let count = counts[word.reduce(WordCounts.seed, WordCounts.mixed)] else { return 0 }
    return UInt8(UInt32.bitWidth - count.leadingZeroBitCount)
  }

  // FNV-1a (Fowler, Noll, Vo), small and capital letters alike. That two of its words collide is one in ten billion.
  private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325
  private static func mixed(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(0x41...0x5A ~= byte ? byte | 0x20 : byte)) &* 0x100_0000_01B3
  }
}

/// A file, read piece by piece, so that no more of it is in memory than one.
enum FileBytes {
  /// Gives `take` its bytes, a piece at a time. Whether it could be read to its end.
  static func read(_ path: String, _ take: (ArraySlice<UInt8>) -> Void) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return count == 0 }
      take(buffer[..<count])
    }
  }
}
