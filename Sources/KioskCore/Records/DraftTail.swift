/// One page of a draft journal: whose log it belongs to, and what follows behind a place of that log.
///
/// On disk: `kiosktl1`, checksum (4 bytes little-endian: CRC-32 of what follows, to the end of the heading), offset (8 bytes),
/// length of the attempt's id (1 byte), the id, zeros to 128 bytes; then the log's own records, and zeros.
struct DraftTail: Equatable {
  /// The attempt whose log it is.
  let attempt: String
  /// Where in the log the records begin, in bytes.
  let offset: Int
  /// The records, with zeros behind.
  let bytes: [UInt8]

  /// A page, in bytes.
  static let page = 4096
  /// Its heading, in bytes.
  static let heading = 128
  private static let magic = Array("kiosktl1".utf8)
  /// What a page begins with, as a number in memory.
  static let mark = UInt64(littleEndian: number(magic[...]))
  private static let longestID = heading - 21

  /// Reads a page; `nil`: it holds nothing.
  init?(_ page: [UInt8]) {
    guard page.count == DraftTail.page, page.starts(with: DraftTail.magic) else { return nil }
    let length = Int(page[20])
    guard length <= DraftTail.longestID,
      CRC32.update(0, page[12..<DraftTail.heading]) == UInt32(DraftTail.number(page[8..<12]))
    else { return nil }
    guard let offset = Int(exactly: DraftTail.number(page[12..<20])) else { return nil }
    attempt = String(decoding: page[21..<(21 + length)], as: UTF8.self)
    self.offset = offset
    bytes = Array(page[DraftTail.heading...])
  }

  /// A page that says: from `offset` on nothing yet. `nil`: the id has no room.
  static func empty(_ attempt: String, at offset: Int) -> [UInt8]? {
    let id = Array(attempt.utf8)
    guard id.count <= longestID else { return nil }
    var facts = (0..<8).map { UInt8(truncatingIfNeeded: offset >> (8 * $0)) } + [UInt8(id.count)] + id
    facts += repeatElement(0, count: heading - 12 - facts.count)
    let sum = CRC32.update(0, facts[...])
    let page = magic + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt32($0))) } + facts
    return page + repeatElement(0, count: Self.page - heading)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
