import CSodium

/// How the ledger's entries hang together.
///
/// The hash of an entry is BLAKE2b-256 (RFC 7693, without a key) over: the ASCII bytes `kiosk-ledger/1`; the 32 bytes
/// of the hash before (zeros before the first); number and time, each 8 bytes big-endian; then attempt, what and
/// detail, each a length of 4 bytes big-endian and its UTF-8 bytes. An entry of no attempt has the length 0xFFFFFFFF
/// and no bytes there.
enum LedgerChain {
  /// What stands before the first entry.
  static let beginning = [UInt8](repeating: 0, count: 32)

  /// The hash of the entry that follows `previous`.
  static func hash(
    _ previous: [UInt8], number: Int64, at: WallTime, attempt: String?, what: String, detail: String
  ) -> [UInt8] {
    var bytes = Array("kiosk-ledger/1".utf8)
    bytes += previous
    bytes.appendBigEndian(UInt64(bitPattern: number))
    bytes.appendBigEndian(UInt64(bitPattern: at.milliseconds))
    bytes.appendField(attempt)
    bytes.appendField(what)
    bytes.appendField(detail)
    return Digest.blake2b(bytes)
  }

  /// Appends an entry. The caller holds the write lock, so the head cannot move in between.
  static func append(
    _ database: Database, _ attempt: String?, _ what: String, _ detail: String, at: WallTime
  ) throws(StoreFault) {
    guard let head = try head(database) else { throw .corrupt("the ledger has no head") }
    let hash = hash(head.hash, number: head.count + 1, at: at, attempt: attempt, what: what, detail: detail)
    try database.statement("INSERT INTO ledger VALUES(?, ?, ?, ?, ?, ?)")
      .bind(head.count + 1).bind(attempt).bind(at.milliseconds).bind(what).bind(detail).bind(hash).run()
    try database.statement("UPDATE ledger_head SET count = ?, hash = ? WHERE one = 1")
      .bind(head.count + 1).bind(hash).run()
  }

  /// How many entries there are, and the hash of the last.
  static func head(_ database: Database) throws(StoreFault) -> (count: Int64, hash: [UInt8])? {
    try database.statement("SELECT count, hash FROM ledger_head").first { ($0.int(0), $0.blob(1)) }
  }
}

/// Digests by libsodium.
enum Digest {
  /// BLAKE2b-256 of `bytes`. The corresponding C function is `crypto_generichash`.
  static func blake2b(_ bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), nil, 0)
    return digest
  }

  /// The bytes of a hexadecimal number, or `nil`.
  static func bytes(_ hex: String) -> [UInt8]? {
    let digits = hex.utf8.compactMap { $0 < 0x80 ? Character(UnicodeScalar($0)).hexDigitValue : nil }
    guard digits.count == hex.utf8.count, digits.count % 2 == 0 else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// Lower-case hexadecimal.
  static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

extension [UInt8] {
  mutating func appendBigEndian<N: FixedWidthInteger>(_ value: N) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }

  mutating func appendField(_ text: String?) {
    guard let text else { return appendBigEndian(UInt32.max) }
    appendBigEndian(UInt32(text.utf8.count))
    append(contentsOf: text.utf8)
  }
}
