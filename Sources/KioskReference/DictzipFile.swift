import CZlib

/// The text of a dictionary: a plain file, or one of dictzip, which is gzip whose pieces can be inflated each by itself
/// (RFC 1952, and the `RA` extra field of `dictzip(1)`).
///
/// MUST: whatever the file holds, no more is inflated than the two or three pieces an entry lies in, and no more memory
/// taken than one piece and the entry.
final class DictzipFile {
  /// The longest entry that is given, in bytes; the rest of a longer one is left out.
  static let longestEntry = 256 * 1024

  private let file: MappedFile
  /// How many bytes of text a piece holds.
  private let pieceLength: Int
  /// Where each piece begins in the file, and where the last ends; empty: the file is plain.
  private let starts: [Int]
  /// What was inflated last.
  private var piece: (number: Int, bytes: [UInt8]) = (-1, [])

  /// Opens `path`; how it is written is seen from its first bytes.
  init(_ path: String) throws(ReferenceFault) {
    file = try MappedFile(path)
    let bytes = file.bytes
    guard bytes.count >= 2, bytes[0] == 0x1F, bytes[1] == 0x8B else {
      guard !path.hasSuffix(".dz") else { throw ReferenceFault(path, "is not compressed by dictzip") }
      pieceLength = 0
      starts = []
      return
    }
    (pieceLength, starts) = try DictzipFile.readHeader(bytes, path)
  }

  /// The bytes of an entry. Throws where there are none at that place, or they cannot be inflated.
  func read(at offset: Int, length: Int) throws(ReferenceFault) -> [UInt8] {
    let length = min(length, DictzipFile.longestEntry)
    guard offset >= 0, length >= 0 else { throw outside(offset) }
    guard !starts.isEmpty else {
      guard offset <= file.bytes.count, length <= file.bytes.count - offset else { throw outside(offset) }
      return Array(file.bytes[offset..<offset + length])
    }
    var taken: [UInt8] = []
    var at = offset
    while taken.count < length {
      let number = at / pieceLength
      guard number < starts.count - 1 else { throw outside(offset) }
      try inflate(number)
      let from = at - number * pieceLength
      guard from < piece.bytes.count else { throw outside(offset) }
      let part = piece.bytes[from..<min(piece.bytes.count, from + length - taken.count)]
      taken += part
      at += part.count
    }
    return taken
  }

  private func outside(_ offset: Int) -> ReferenceFault {
    ReferenceFault(file.path, "has no entry at byte \(offset)")
  }

  private func inflate(_ number: Int) throws(ReferenceFault) {
    guard piece.number != number else { return }
    piece = (-1, [])
    let source = UnsafeRawBufferPointer(rebasing: file.bytes[starts[number]..<starts[number + 1]])
    var stream = z_stream()
    guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw ReferenceFault(file.path, "cannot be inflated: there is no memory")
    }
    defer { inflateEnd(&stream) }
    var failed = false
    let length = pieceLength
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { room, count in
      stream.next_in = UnsafeMutablePointer(mutating: source.bindMemory(to: UInt8.self).baseAddress)
      stream.avail_in = UInt32(source.count)
      stream.next_out = room.baseAddress
      stream.avail_out = UInt32(length)
      let outcome = CZlib.inflate(&stream, Z_PARTIAL_FLUSH)
      count = length - Int(stream.avail_out)
      failed = outcome != Z_OK && outcome != Z_STREAM_END && outcome != Z_BUF_ERROR || count == 0
    }
    guard !failed else { throw ReferenceFault(file.path, "piece \(number) of its compressed text is damaged") }
    piece = (number, bytes)
  }

  // MARK: - The header

  private static func readHeader(
    _ bytes: UnsafeRawBufferPointer, _ path: String
  ) throws(ReferenceFault) -> (length: Int, starts: [Int]) {
    guard bytes.count >= 12, bytes[2] == 8 else { throw ReferenceFault(path, "its header is cut short") }
    let flags = bytes[3]
    guard flags & 4 != 0 else {
      throw ReferenceFault(path, "is gzip but not dictzip: it cannot be read in pieces")
    }
    let extraEnd = 12 + number(bytes, 10)
    guard extraEnd <= bytes.count else { throw ReferenceFault(path, "its header is cut short") }
    var at = extraEnd
    // A file name and a comment, each ended by a zero byte, and a checksum of the header.
    for flag in [UInt8(8), 16] where flags & flag != 0 {
      guard let end = bytes[at...].firstIndex(of: 0) else { throw ReferenceFault(path, "its header is cut short") }
      at = end + 1
    }
    if flags & 2 != 0 { at += 2 }
    let (length, sizes) = try readPieces(UnsafeRawBufferPointer(rebasing: bytes[12..<extraEnd]), path)
    var starts = [at]
    starts.reserveCapacity(sizes.count + 1)
    for size in sizes {
      at += size
      starts.append(at)
    }
    guard at <= bytes.count, !sizes.isEmpty else { throw ReferenceFault(path, "its compressed text is cut short") }
    return (length, starts)
  }

  /// The sub-field `RA` among those of the extra field: version, bytes a piece, pieces, the compressed size of each.
  private static func readPieces(
    _ extra: UnsafeRawBufferPointer, _ path: String
  ) throws(ReferenceFault) -> (length: Int, sizes: [Int]) {
    var at = 0
    while at + 4 <= extra.count {
      let length = number(extra, at + 2)
      let start = at + 4
      guard start + length <= extra.count else { break }
      guard extra[at] == 0x52, extra[at + 1] == 0x41 else {
        at = start + length
        continue
      }
      guard length >= 6, number(extra, start) == 1 else {
        throw ReferenceFault(path, "is of a version of dictzip that is not known")
      }
      let pieces = number(extra, start + 4)
      guard number(extra, start + 2) > 0, length >= 6 + 2 * pieces else { break }
      return (number(extra, start + 2), (0..<pieces).map { number(extra, start + 6 + 2 * $0) })
    }
    throw ReferenceFault(path, "has no table of pieces that dictzip writes")
  }

  private static func number(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> Int {
    Int(bytes[at]) | Int(bytes[at + 1]) << 8
  }
}
