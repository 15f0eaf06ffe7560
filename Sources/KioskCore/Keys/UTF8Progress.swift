/// How far a character of several bytes has come, by the table of well-formed UTF-8 (Unicode, table 3-7).
struct UTF8Progress: Sendable {
  /// Bytes still to come.
  var remaining = 0
  /// What the next byte must lie in.
  var low: UInt8 = 0x80
  var high: UInt8 = 0xBF

  /// Starts with a first byte from 0x80 on; nil where none can start so.
  init?(first: UInt8) {
    switch first {
    case 0xC2...0xDF: remaining = 1
    case 0xE0...0xEF:
      remaining = 2
      if first == 0xE0 { low = 0xA0 }
      if first == 0xED { high = 0x9F }
    case 0xF0...0xF4:
      remaining = 3
      if first == 0xF0 { low = 0x90 }
      if first == 0xF4 { high = 0x8F }
    default: return nil
    }
  }

  init() {}

  /// Takes the next byte; false where it does not belong.
  mutating func take(_ byte: UInt8) -> Bool {
    guard byte >= low, byte <= high else { return false }
    remaining -= 1
    low = 0x80
    high = 0xBF
    return true
  }
}

extension KeyDecoder {
  mutating func takeHighByte(_ byte: UInt8, _ keys: inout [Key]) {
    guard let progress = UTF8Progress(first: byte) else {
      // What is left of a character that a dead process began is no text.
      if isDiscarded, byte < 0xC0 { return }
      if byte == 0x9B {
        // CSI in eight bits: what follows is a key or an answer, and no text.
        flushText(&keys)
        takeC1(byte)
        return
      }
      takeMalformed(&keys)
      return
    }
    isDiscarded = false
    utf8 = progress
    sequence.removeAll(keepingCapacity: true)
    sequence.append(byte)
    state = .character
  }

  mutating func takeContinuation(_ byte: UInt8, _ keys: inout [Key]) {
    guard utf8.take(byte) else {
      takeMalformed(&keys)
      take(byte, &keys)
      return
    }
    sequence.append(byte)
    guard utf8.remaining == 0 else { return }
    // U+0080–U+009F are controls, and U+FEFF is a mark of byte order.
    if sequence[0] == 0xC2, sequence[1] < 0xA0 {
      takeC1(sequence[1])
    } else if sequence == [0xEF, 0xBB, 0xBF] {
      reset()
    } else if isAlt {
      let character = String(decoding: sequence, as: UTF8.self).first
      reset()
      if let character { append(.alt(character), &keys) }
    } else {
      text.append(contentsOf: sequence)
      reset()
    }
  }

  /// A control of the second set, as a terminal told to send eight bits (S8C1T) sends it: some begin what ESC and a
  /// character begin, so what follows is no text either.
  private mutating func takeC1(_ control: UInt8) {
    switch control {
    case 0x8F: reset(to: .ss3)
    case 0x9B: reset(to: .csi)
    case 0x90, 0x98, 0x9D, 0x9E, 0x9F: reset(to: .string)
    default: reset()
    }
  }

  /// What is no character becomes U+FFFD, one for each longest run that could have begun one.
  mutating func takeMalformed(_ keys: inout [Key]) {
    reset()
    text.append(contentsOf: [0xEF, 0xBF, 0xBD])
  }
}
