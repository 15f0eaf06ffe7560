/// Words by their beginning, the most usual first. Made once and never changed.
///
/// A word takes its own bytes and two more: all lie in one array, sorted by `Folding.key`, with the rank of each, whose lower
/// half is its length. Where every 64th begins is known, where another does is counted from there. What begins alike lies
/// together, and the best rank of every 64 words spares looking at most of them.
public struct WordIndex: Sendable {
  /// Collects words for an index.
  public struct Builder: Sendable {
    fileprivate var bytes: [UInt8] = []
    fileprivate var starts: [UInt32] = [0]
    fileprivate var levels: [UInt8] = []

    /// Empty.
    public init() {}

    /// How many words have been added.
    public var count: Int { levels.count }

    /// Adds a word in UTF-8. The lower its `level`, the more usual it is: 0 is offered before anything else.
    public mutating func add(_ word: some Collection<UInt8>, level: UInt8) {
      guard !word.isEmpty, word.count <= 255 else { return }
      bytes.append(contentsOf: word)
      starts.append(UInt32(bytes.count))
      levels.append(level)
    }

    /// The same for a text.
    public mutating func add(_ word: String, level: UInt8) { add(Array(word.utf8), level: level) }
  }

  /// A word that was found. The lower its rank, the more usual it is; among equals the shorter comes first.
  public struct Found: Equatable, Sendable {
    /// The word.
    public let word: String
    /// Its level and, below it, its length in bytes.
    public let rank: UInt16
  }

  private static let block = 64

  private let bytes: [UInt8]
  private let ranks: [UInt16]
  /// Where the first word of each block begins.
  private let starts: [UInt32]
  private let best: [UInt16]

  /// How many different words there are.
  public var count: Int { ranks.count }

  /// An index of what was collected; of a word that was added twice the lower level counts.
  public init(_ builder: Builder) {
    var keys: [UInt8] = []
    keys.reserveCapacity(builder.bytes.count)
    var keyStarts: [UInt32] = [0]
    keyStarts.reserveCapacity(builder.count + 1)
    for word in 0..<builder.count {
      Folding.append(builder.bytes[Int(builder.starts[word])..<Int(builder.starts[word + 1])], to: &keys)
      keyStarts.append(UInt32(keys.count))
    }
    var order = Array(UInt32(0)..<UInt32(builder.count))
    keys.withUnsafeBufferPointer { keys in
      builder.bytes.withUnsafeBufferPointer { bytes in
        order.sort { one, other in
          let (a, b) = (Int(one), Int(other))
          let byKey = Self.compare(
            keys, keyStarts[a], keyStarts[a + 1], keys, keyStarts[b], keyStarts[b + 1])
          if byKey != 0 { return byKey < 0 }
          let byWord = Self.compare(
            bytes, builder.starts[a], builder.starts[a + 1], bytes, builder.starts[b], builder.starts[b + 1])
          return byWord == 0 ? builder.levels[a] < builder.levels[b] : byWord < 0
        }
      }
    }
    var sorted: [UInt8] = []
    sorted.reserveCapacity(builder.bytes.count)
    var starts: [UInt32] = []
    starts.reserveCapacity(builder.count / Self.block + 1)
    var ranks: [UInt16] = []
    ranks.reserveCapacity(builder.count)
    var last: ArraySlice<UInt8> = []
    for place in order {
      let word = builder.bytes[Int(builder.starts[Int(place)])..<Int(builder.starts[Int(place) + 1])]
      if word == last { continue }
      last = word
      if ranks.count % Self.block == 0 { starts.append(UInt32(sorted.count)) }
      sorted.append(contentsOf: word)
      ranks.append(UInt16(builder.levels[Int(place)]) << 8 | UInt16(word.count))
    }
    bytes = sorted
    self.starts = starts
    best = stride(from: 0, to: ranks.count, by: Self.block).map { start in
      ranks[start..<min(start + Self.block, ranks.count)].reduce(UInt16.max) { min($0, $1) }
    }
    self.ranks = ranks
  }

  /// At most `limit` words whose key begins with `key`, the most usual first; those that compare alike in their order.
  public func words(beginningWith key: [UInt8], limit: Int) -> [Found] {
    guard !key.isEmpty, limit > 0 else { return [] }
    let low = bound(key, after: false)
    let high = bound(key, after: true)
    var found: [(rank: UInt16, place: Int)] = []
    var place = low
    while place < high {
      // A whole block of words, none of which is better than the worst that is kept.
      if found.count == limit, place % Self.block == 0, place + Self.block <= high,
        best[place / Self.block] >= found[limit - 1].rank
      {
        place += Self.block
        continue
      }
      let rank = ranks[place]
      if found.count < limit || rank < found[limit - 1].rank {
        let at = found.firstIndex { $0.rank > rank } ?? found.count
        found.insert((rank, place), at: at)
        if found.count > limit { found.removeLast() }
      }
      place += 1
    }
    return found.map { Found(word: word($0.place), rank: $0.rank) }
  }

  /// Whether a word of exactly this key is in it.
  public func contains(key: [UInt8]) -> Bool {
    let at = bound(key, after: false)
    return at < count && Folding.key(bytes[range(at)]) == key
  }

  /// All words in the order of their keys.
  public func word(_ place: Int) -> String {
    String(decoding: bytes[range(place)], as: UTF8.self)
  }

  /// Where the bytes of a word lie.
  private func range(_ place: Int) -> Range<Int> {
    let first = place / Self.block * Self.block
    var start = Int(starts[place / Self.block])
    for before in first..<place { start += Int(ranks[before] & 0xFF) }
    return start..<start + Int(ranks[place] & 0xFF)
  }

  /// The first word whose key does not come before `key`; with `after`, the first that comes behind all that begin with it.
  private func bound(_ key: [UInt8], after: Bool) -> Int {
    var low = 0
    var high = count
    var own: [UInt8] = []
    while low < high {
      let middle = (low + high) / 2
      own.removeAll(keepingCapacity: true)
      Folding.append(bytes[range(middle)], to: &own)
      let isBefore: Bool
      if after {
        isBefore = own.lexicographicallyPrecedes(key) || own.starts(with: key)
      } else {
        isBefore = own.lexicographicallyPrecedes(key)
      }
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func compare(
    _ one: UnsafeBufferPointer<UInt8>, _ oneStart: UInt32, _ oneEnd: UInt32,
    _ other: UnsafeBufferPointer<UInt8>, _ otherStart: UInt32, _ otherEnd: UInt32
  ) -> Int {
    var (a, b) = (Int(oneStart), Int(otherStart))
    let (endA, endB) = (Int(oneEnd), Int(otherEnd))
    while a < endA, b < endB {
      if one[a] != other[b] { return one[a] < other[b] ? -1 : 1 }
      a += 1
      b += 1
    }
    return (endA - a) - (endB - b)
  }
}
