/// How many typing mistakes other words are from one: letters added, left out, changed, or swapped with a neighbour
/// (optimal string alignment, as `KioskCore.Nearness`, but on bytes and without an allocation a word: it is asked of every
/// headword of a dictionary).
struct NearWord {
  /// Longer words have no neighbours, in bytes.
  static let longest = 40

  private let key: [UInt8]
  private let reach: Int
  private let letters: UInt64
  private var rows: [Int]

  init(_ key: [UInt8], reach: Int) {
    self.key = key
    self.reach = reach
    letters = NearWord.letters(of: key)
    rows = [Int](repeating: 0, count: 3 * (NearWord.longest + 8))
  }

  /// The mistakes between the two; `nil`: more than the reach.
  mutating func distance(to other: [UInt8]) -> Int? {
    guard abs(other.count - key.count) <= reach, !other.isEmpty else { return nil }
    // A letter changed takes one out of the set and puts one in.
    guard (letters ^ NearWord.letters(of: other)).nonzeroBitCount <= 2 * reach else { return nil }
    let width = NearWord.longest + 8
    var (before, last, row) = (0, width, 2 * width)
    for column in 0...other.count { rows[last + column] = column }
    for i in 1...key.count {
      rows[row] = i
      var best = i
      for j in 1...other.count {
        let change = rows[last + j - 1] + (key[i - 1] == other[j - 1] ? 0 : 1)
        var cost = min(rows[last + j] + 1, rows[row + j - 1] + 1, change)
        if i > 1, j > 1, key[i - 1] == other[j - 2], key[i - 2] == other[j - 1] {
          cost = min(cost, rows[before + j - 2] + 1)
        }
        rows[row + j] = cost
        best = min(best, cost)
      }
      if best > reach { return nil }
      (before, last, row) = (last, row, before)
    }
    let distance = rows[last + other.count]
    return distance <= reach ? distance : nil
  }

  /// Which letters and digits there are, a bit each.
  private static func letters(of word: [UInt8]) -> UInt64 {
    word.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }
}
