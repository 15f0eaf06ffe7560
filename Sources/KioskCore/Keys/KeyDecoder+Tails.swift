// What is swallowed or kept apart at length: pastes, and the tail of a sequence that a dead process had begun.

extension KeyDecoder {
  private static let pasteEnd: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  mutating func takePasted(_ byte: UInt8, _ keys: inout [Key]) {
    if byte == KeyDecoder.pasteEnd[pasteEndMatched] {
      pasteEndMatched += 1
      if pasteEndMatched == KeyDecoder.pasteEnd.count {
        pasteEndMatched = 0
        endPaste(&keys)
      }
      return
    }
    for index in 0..<pasteEndMatched { keepPasted(KeyDecoder.pasteEnd[index]) }
    // Only its first byte can start the end anew.
    pasteEndMatched = byte == 0x1B ? 1 : 0
    if pasteEndMatched == 0 { keepPasted(byte) }
  }

  private mutating func keepPasted(_ byte: UInt8) {
    if pasted.count < KeyDecoder.pasteLimit { pasted.append(byte) }
  }

  mutating func endPaste(_ keys: inout [Key]) {
    append(.paste(String(decoding: pasted, as: UTF8.self)), &keys)
    pasted = []
    reset()
  }
}

extension KeyDecoder {
  /// Looks whether what was read first is the tail of a sequence.
  /// - Returns: false while that is not known yet. Else `start` is the first byte that is not of the tail.
  mutating func takeResumed(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: inout Int, _ keys: inout [Key]
  ) -> Bool {
    guard !bytes.isEmpty else { return false }
    let held = sequence.count
    sequence.append(contentsOf: bytes.prefix(KeyDecoder.sequenceLimit))
    let all = sequence
    switch KeyDecoder.tail(all) {
    case .unknown where all.count < KeyDecoder.sequenceLimit: return false
    case .tail(let length, let isPaste):
      reset(to: isPaste ? .paste : .ground)
      start = max(0, length - held)
    case .unknown, .text:
      reset()
      for byte in all.prefix(held) { take(byte, &keys) }
    }
    return true
  }

  /// Looks, after Esc was told, whether a read begins with the late rest of a sequence that begins with a character of
  /// text. Typed by hand, each would come alone: "OH" is one only as a whole read, "]" only before its number, and a
  /// string only where its end comes with it. `start` is where to go on.
  mutating func takeLateTail(_ bytes: UnsafeBufferPointer<UInt8>, _ start: inout Int) {
    guard bytes.count > 1 else { return }
    switch bytes[0] {
    case 0x4F where bytes.count == 2 && KeyDecoder.isFinal(bytes[1]):
      reset()
      start = 2
    case 0x5D where bytes[1] >= 0x30 && bytes[1] <= 0x39, 0x50, 0x5F, 0x5E, 0x58:
      guard bytes[0] == 0x5D || bytes.contains(0x1B) else { return }
      reset(to: .string)
      start = 1
    default: return
    }
  }

  private static func isFinal(_ byte: UInt8) -> Bool { "ABCDFHPQRSZ".utf8.contains(byte) }

  private enum Tail {
    /// So many bytes end a sequence; whether that sequence opens a paste.
    case tail(Int, isPaste: Bool)
    case text
    /// More bytes will tell.
    case unknown
  }

  private static func tail(_ bytes: [UInt8]) -> Tail {
    var index = 0
    let hasBracket = bytes[0] == 0x5B
    if hasBracket { index = 1 }
    if bytes[0] == 0x4F {
      if bytes.count == 1 { return .unknown }
      return bytes.count == 2 && isFinal(bytes[1]) ? .tail(2, isPaste: false) : .text
    }
    let first = index
    while index < bytes.count, bytes[index] >= 0x20, bytes[index] < 0x40 { index += 1 }
    guard index < bytes.count else {
      // A lone space or mark of text is no parameter; digits and separators may be.
      return hasBracket || bytes.allSatisfy { $0 >= 0x30 || $0 == 0x24 } ? .unknown : .text
    }
    let final = bytes[index]
    let parameters = bytes[first..<index]
    let isWhole = index + 1 == bytes.count
    if hasBracket {
      if final == 0x5B, index == 1 { return bytes.count > 2 ? .tail(3, isPaste: false) : .unknown }
      guard final >= 0x40, final < 0x7F else { return .text }
    } else if parameters.isEmpty {
      return isWhole && isFinal(final) ? .tail(1, isPaste: false) : .text
    } else {
      guard final >= 0x40, final < 0x7F, parameters.allSatisfy({ $0 >= 0x30 || $0 == 0x24 }) else { return .text }
      // "5~" and "1;5H" are no words; "3D" is one, unless it came alone.
      guard final == 0x7E || parameters.contains(0x3B) || parameters.first.map({ $0 >= 0x3C }) == true || isWhole else {
        return .text
      }
    }
    return .tail(index + 1, isPaste: final == 0x7E && parameters.elementsEqual("200".utf8))
  }
}
