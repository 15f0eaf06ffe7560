/// The headwords of a dictionary in the order `dictd(8)` keeps them: a line each, of headword, place and length of its entry,
/// parted by tabs. Found by halving, so that a look-up touches a handful of the file's pages.
///
/// The order is that of `dictfmt(1)`: without regard to case, and, unless the file says `00-database-allchars`, to
/// anything that is neither letter, digit nor space.
struct HeadwordIndex {
  /// Where a headword's entry is.
  struct Place: Equatable {
    /// The headword; as it was written, where the index knows.
    let headword: String
    /// In bytes of the dictionary's text.
    let offset: Int
    /// In bytes.
    let length: Int
  }

  /// No line of an index is longer, in bytes.
  static let longestLine = 4096
  /// More entries under one headword are not shown.
  static let mostPlaces = 32

  let file: MappedFile
  /// Whether punctuation counts.
  let countsAll: Bool

  init(_ path: String) throws(ReferenceFault) {
    let file = try MappedFile(path)
    self.file = file
    guard !file.bytes.isEmpty else { throw ReferenceFault(path, "is empty") }
    var all = false
    for name in ["00-database-allchars", "00databaseallchars"] {
      for counts in [true, false] where !all {
        let index = HeadwordIndex(file: file, countsAll: counts)
        all = try !index.places(of: name).isEmpty
      }
    }
    countsAll = all
  }

  private init(file: MappedFile, countsAll: Bool) {
    self.file = file
    self.countsAll = countsAll
  }

  /// Where the entries of `word` are: those written just so first.
  func places(of word: String) throws(ReferenceFault) -> [Place] {
    let key = fold(word)
    guard !key.isEmpty else { return [] }
    var at = try lowerBound(key)
    var places: [Place] = []
    while at < file.bytes.count, places.count < HeadwordIndex.mostPlaces {
      let end = try lineEnd(at)
      guard compare(at..<end, key) == 0 else { break }
      places.append(try place(at..<end))
      at = end + 1
    }
    let wanted = word.lowercased()
    return places.filter { $0.headword.lowercased() == wanted } + places.filter { $0.headword.lowercased() != wanted }
  }

  /// A word as it is compared: small letters, one space between words, and without what does not count.
  func fold(_ word: String) -> [UInt8] {
    var key: [UInt8] = []
    for byte in word.lowercased().utf8 {
      guard let kept = kept(byte) else { continue }
      if kept == 0x20, key.isEmpty || key.last == 0x20 { continue }
      key.append(kept)
    }
    while key.last == 0x20 { key.removeLast() }
    return key
  }

  /// What a byte of a headword counts as; `nil`: nothing.
  @inline(__always) private func kept(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x61...0x7A, 0x30...0x39, 0x80...: byte
    case 0x41...0x5A: byte | 0x20
    case 0x09...0x0D, 0x20: 0x20
    default: countsAll ? byte : nil
    }
  }

  // MARK: - Lines

  /// Below zero where the line's headword comes before `key`, above where it comes after.
  private func compare(_ line: Range<Int>, _ key: [UInt8]) -> Int {
    var matched = 0
    for at in line {
      let byte = file.bytes[at]
      if byte == 0x09 { break }
      guard let kept = kept(byte) else { continue }
      guard matched < key.count else { return 1 }
      if kept != key[matched] { return kept < key[matched] ? -1 : 1 }
      matched += 1
    }
    return matched < key.count ? -1 : 0
  }

  /// Where the first line begins that does not come before `key`.
  private func lowerBound(_ key: [UInt8]) throws(ReferenceFault) -> Int {
    var low = 0
    var high = file.bytes.count
    while low < high {
      let start = try lineStart(low + (high - low) / 2)
      let end = try lineEnd(start)
      if compare(start..<end, key) < 0 { low = end + 1 } else { high = start }
    }
    return min(low, file.bytes.count)
  }

  private func lineStart(_ at: Int) throws(ReferenceFault) -> Int {
    var at = at
    let floor = at - HeadwordIndex.longestLine
    while at > 0, file.bytes[at - 1] != 0x0A {
      at -= 1
      guard at > floor else { throw ReferenceFault(file.path, "has a line that is too long, at byte \(at)") }
    }
    return at
  }

  /// Where the line that begins at `start` ends, without its line feed.
  private func lineEnd(_ start: Int) throws(ReferenceFault) -> Int {
    var at = start
    while at < file.bytes.count, file.bytes[at] != 0x0A {
      at += 1
      guard at - start <= HeadwordIndex.longestLine else {
        throw ReferenceFault(file.path, "has a line that is too long, at byte \(start)")
      }
    }
    return at
  }

  private func place(_ line: Range<Int>) throws(ReferenceFault) -> Place {
    let fields = file.bytes[line].split(separator: 0x09, maxSplits: 3, omittingEmptySubsequences: false)
    guard fields.count >= 3, let offset = HeadwordIndex.number(fields[1]),
      let length = HeadwordIndex.number(fields[2])
    else { throw ReferenceFault(file.path, "is damaged: at byte \(line.lowerBound) is no entry") }
    let written = fields.count == 4 && !fields[3].isEmpty ? fields[3] : fields[0]
    return Place(headword: String(decoding: written, as: UTF8.self), offset: offset, length: length)
  }

  /// A number in the digits of base 64 (RFC 4648's alphabet), the most significant first; `nil` where it is none or
  /// beyond what any file holds.
  static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count <= 8 else { return nil }
    var value = 0
    for byte in digits {
      let digit: UInt8
      switch byte {
      case 0x41...0x5A: digit = byte - 0x41
      case 0x61...0x7A: digit = byte - 0x61 + 26
      case 0x30...0x39: digit = byte - 0x30 + 52
      case 0x2B: digit = 62
      case 0x2F: digit = 63
      default: return nil
      }
      value = value << 6 | Int(digit)
    }
    return value
  }

  // MARK: - Near spellings

  /// At most `limit` headwords within two typing mistakes of `word` (one in words of up to four letters), nearest first.
  func headwords(near word: String, limit: Int) -> [String] {
    let key = fold(word)
    guard key.count > 1, key.count <= NearWord.longest else { return [] }
    let reach = key.count > 4 ? 2 : 1
    var measure = NearWord(key, reach: reach)
    var found: [(distance: Int, other: Bool, word: String)] = []
    var line = 0
    let bytes = file.bytes
    var letters: [UInt8] = []
    letters.reserveCapacity(NearWord.longest)
    while line < bytes.count {
      letters.removeAll(keepingCapacity: true)
      var at = line
      var isHeadword = true
      while at < bytes.count, bytes[at] != 0x0A {
        if bytes[at] == 0x09 { isHeadword = false }
        if isHeadword, letters.count <= key.count + reach, let kept = kept(bytes[at]) { letters.append(kept) }
        at += 1
      }
      if let distance = measure.distance(to: letters), distance > 0 {
        let end = bytes[line..<at].firstIndex(of: 0x09) ?? at
        let word = String(decoding: bytes[line..<end], as: UTF8.self)
        if !found.contains(where: { $0.word == word }) {
          found.append((distance, letters.first != key.first, word))
          // The farthest give way, so that a word with hundreds of neighbours costs no more.
          if found.count > 64 { found = Array(HeadwordIndex.sorted(found).prefix(limit)) }
        }
      }
      line = at + 1
    }
    return HeadwordIndex.sorted(found).prefix(limit).map(\.word)
  }

  private static func sorted(
    _ found: [(distance: Int, other: Bool, word: String)]
  ) -> [(distance: Int, other: Bool, word: String)] {
    found.sorted { ($0.distance, $0.other ? 1 : 0, $0.word) < ($1.distance, $1.other ? 1 : 0, $1.word) }
  }
}
