/// The bytes that mean something in GIFT and in the lines of other banks.
enum GIFTByte {
  static let open = UInt8(ascii: "{")
  static let close = UInt8(ascii: "}")
  static let right = UInt8(ascii: "=")
  static let wrong = UInt8(ascii: "~")
  static let hash = UInt8(ascii: "#")
  static let percent = UInt8(ascii: "%")
  static let colon = UInt8(ascii: ":")
  /// The head of an arrow, behind a hyphen.
  static let arrow = UInt8(ascii: ">")
  static let escape = UInt8(ascii: "\\")
  static let lineFeed: UInt8 = 0x0A

  /// Space, tab, line ends, form feed.
  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

  /// Whether a backslash before it takes its meaning away.
  static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case open, close, right, wrong, hash, colon, escape: true
    default: false
    }
  }

  /// Whether `word` (ASCII) stands at `at`.
  @_optimize(speed)
  static func isAt(
    _ bytes: UnsafeBufferPointer<UInt8>, _ at: Int, _ word: StaticString, anyCase: Bool = false
  ) -> Bool {
    guard at >= 0, at + word.utf8CodeUnitCount <= bytes.count else { return false }
    for index in 0..<word.utf8CodeUnitCount {
      var byte = bytes[at + index]
      if anyCase, byte &- 0x61 < 26 { byte &-= 0x20 }
      if byte != word.utf8Start[index] { return false }
    }
    return true
  }

  /// The length of a white space character beyond ASCII at `at` (no-break spaces and their like, those without width
  /// too); 0: there is none.
  static func wideSpace(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int, _ end: Int) -> Int {
    switch bytes[at] {
    case 0xC2 where at + 1 < end && (bytes[at + 1] == 0xA0 || bytes[at + 1] == 0x85): 2
    case 0xE2 where at + 2 < end:
      switch (bytes[at + 1], bytes[at + 2]) {
      case (0x80, 0x80...0x8B), (0x80, 0xA8), (0x80, 0xA9), (0x80, 0xAF), (0x81, 0x9F), (0x81, 0xA0): 3
      default: 0
      }
    case 0xE3 where at + 2 < end && bytes[at + 1] == 0x80 && bytes[at + 2] == 0x80: 3
    case 0xEF where at + 2 < end && bytes[at + 1] == 0xBB && bytes[at + 2] == 0xBF: 3
    default: 0
    }
  }

  // MARK: - Eight bytes at a time

  /// A byte in each of the eight of a word.
  @inline(__always)
  private static func eight(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Bits where a byte of `word` is `byte`: exactly whether there is one.
  @inline(__always)
  private static func has(_ byte: UInt8, _ word: UInt64) -> UInt64 {
    let other = word ^ eight(byte)
    return (other &- eight(1)) & ~other & highBits
  }

  /// The high bit of each byte of `word` that is zero, and of no other.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 {
    ~((word & ~highBits) &+ ~highBits | word) & highBits
  }

  /// The first place from `at` on, before `end`, of a byte that may mean something in an answer or ends a line; `end`: there
  /// is none.
  @inline(__always)
  static func nextMark(_ bytes: UnsafeRawBufferPointer, _ at: Int, _ end: Int) -> Int {
    var at = at
    while at + 8 <= end {
      let word = bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      let low = word & ~highBits
      // Controls; { | } ~; < = > ?; and one by one # - \.
      let found =
        (~(low &+ eight(0x60)) | (low &+ eight(0x05)) | zeros(word & eight(0xFC) ^ eight(0x3C))
          | zeros(word ^ eight(hash))
          | zeros(word ^ eight(UInt8(ascii: "-"))) | zeros(word ^ eight(escape))) & ~word & highBits
      if found != 0 { return at + found.trailingZeroBitCount / 8 }
      at += 8
    }
    return at
  }

  /// The first place from `at` on where XML has a `<` or an ampersand, or the end.
  @_optimize(speed)
  static func nextMarkup(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    var at = at
    while at + 8 <= raw.count {
      let word = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      let found = zeros(word ^ eight(UInt8(ascii: "<"))) | zeros(word ^ eight(UInt8(ascii: "&")))
      if found != 0 { return at + found.trailingZeroBitCount / 8 }
      at += 8
    }
    while at < raw.count, raw[at] != UInt8(ascii: "<"), raw[at] != UInt8(ascii: "&") { at += 1 }
    return at
  }

  /// The first place from `at` on that is not ASCII, or the end.
  @_optimize(speed)
  static func pastASCII(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    var at = at
    while at + 8 <= raw.count, raw.loadUnaligned(fromByteOffset: at, as: UInt64.self) & highBits == 0 { at += 8 }
    while at < raw.count, raw[at] < 0x80 { at += 1 }
    return at
  }

  /// Whether every byte is printable ASCII, and none a backslash or, unless `tags` are allowed, begins a tag.
  @_optimize(speed)
  static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, tags: Bool) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    var at = range.lowerBound
    let tag = tags ? escape : UInt8(ascii: "<")
    while at + 8 <= range.upperBound {
      let word = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      let controls = (word &- eight(0x20)) & ~word & highBits
      if word & highBits | controls | has(0x7F, word) | has(escape, word) | has(tag, word) != 0 { return false }
      at += 8
    }
    // What is left over is looked at with what stands before it.
    if at < range.upperBound, range.count >= 8 {
      return isPlain(bytes, range.upperBound - 8..<range.upperBound, tags: tags)
    }
    while at < range.upperBound {
      let byte = raw[at]
      if byte < 0x20 || byte > 0x7E || byte == escape || byte == tag { return false }
      at += 1
    }
    return true
  }

  /// Whether every byte is printable ASCII, and none a backslash.
  static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { isPlain(bytes, 0..<bytes.count, tags: true) }

  /// `range` without white space at its ends.
  @_optimize(speed)
  static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high, isSpace(bytes[low]) { low += 1 }
    while low < high, isSpace(bytes[high - 1]) { high -= 1 }
    return low..<high
  }
}
