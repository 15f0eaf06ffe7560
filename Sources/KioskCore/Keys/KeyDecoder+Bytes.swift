// What one byte means, by where the decoder stands.

extension KeyDecoder {
  mutating func take(_ byte: UInt8, _ keys: inout [Key]) {
    switch state {
    case .ground, .resuming: takeGround(byte, &keys)
    case .lateTail:
      if byte == 0x5B {
        reset(to: .csi)
        isDiscarded = true
      } else {
        reset()
        takeGround(byte, &keys)
      }
    case .escape: takeAfterEscape(byte, &keys)
    case .escapeEscape:
      switch byte {
      case 0x1B: append(.home(.escape), &keys)
      case 0x5B, 0x4F:
        // Alt with a function key, as rxvt sends it.
        isAlt = true
        state = byte == 0x5B ? .csi : .ss3
      default:
        append(.home(.escape), &keys)
        state = .escape
        takeAfterEscape(byte, &keys)
      }
    case .escapeIntermediate:
      if byte >= 0x30, byte < 0x7F {
        reset()
      } else if byte < 0x20 || byte >= 0x7F {
        reset()
        takeGround(byte, &keys)
      }
    case .csi, .csiLinux, .ss3: takeInSequence(byte, &keys)
    case .mouse:
      if byte < 0x20 {
        reset()
        takeGround(byte, &keys)
        return
      }
      // Beyond column 95 a coordinate may come as UTF-8; its second byte does not count.
      if byte & 0xC0 != 0x80 || sequence.isEmpty { remaining -= 1 }
      if byte >= 0xC2, byte < 0xE0 { sequence = [byte] } else { sequence.removeAll(keepingCapacity: true) }
      if remaining <= 0, sequence.isEmpty { reset() }
    case .string:
      switch byte {
      case 0x07: reset()
      case 0x1B: state = .stringEscape
      case 0x18, 0x1A:
        reset()
        takeGround(byte, &keys)
      default: break
      }
    case .stringEscape:
      if byte == 0x5C {
        reset()
      } else {
        reset(to: .escape)
        takeAfterEscape(byte, &keys)
      }
    case .paste: takePasted(byte, &keys)
    case .character: takeContinuation(byte, &keys)
    }
  }

  private mutating func takeGround(_ byte: UInt8, _ keys: inout [Key]) {
    if byte >= 0x20, byte < 0x7F {
      text.append(byte)
    } else if byte >= 0x80 {
      takeHighByte(byte, &keys)
    } else if byte == 0x1B {
      flushText(&keys)
      reset(to: .escape)
    } else {
      let followsReturn = previousWasReturn
      previousWasReturn = byte == 0x0D
      // CR LF in one read is one Enter.
      if byte == 0x0A, followsReturn { return }
      takeControl(byte, &keys)
      return
    }
    previousWasReturn = false
  }

  private mutating func takeAfterEscape(_ byte: UInt8, _ keys: inout [Key]) {
    let discards = isDiscarded
    switch byte {
    case 0x1B: state = .escapeEscape
    case 0x5B: reset(to: .csi)
    case 0x4F: reset(to: .ss3)
    case 0x5D, 0x50, 0x5F, 0x5E, 0x58: reset(to: .string)
    case 0x20...0x2F:
      reset(to: .escapeIntermediate)
      sequence.append(byte)
    case 0x08, 0x7F:
      reset()
      append(.deleteWord, &keys)
    case 0x0A, 0x0D:
      reset()
      append(.alt("\n"), &keys)
    case 0..<0x20:
      // Esc and then a control: no terminal sends this for one key, and a press of the home button is never lost.
      reset()
      append(.home(.escape), &keys)
      takeControl(byte, &keys)
    case 0x80...:
      reset()
      isAlt = true
      takeHighByte(byte, &keys)
    default:
      reset()
      if !discards { appendAlt(byte, &keys) }
    }
    if discards, state == .csi || state == .ss3 { isDiscarded = true }
  }

  mutating func appendAlt(_ byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case 0x62: append(.wordLeft, &keys)
    case 0x66: append(.wordRight, &keys)
    default: append(.alt(Character(Unicode.Scalar(byte))), &keys)
    }
  }

  private mutating func takeInSequence(_ byte: UInt8, _ keys: inout [Key]) {
    // Of a sequence whose head is lost, "$" may have been the end (rxvt) or not (the answer to a mode query: "$y").
    if isDiscarded, sequence.last == 0x24, byte != 0x79 {
      reset()
      takeGround(byte, &keys)
      return
    }
    switch byte {
    case 0x1B: reset(to: .escape)
    case 0..<0x20, 0x7F...:
      // Not of the sequence: the sequence is broken off.
      reset()
      takeGround(byte, &keys)
    case 0x20..<0x40 where state != .csiLinux:
      if sequence.count < KeyDecoder.sequenceLimit { sequence.append(byte) } else { isDiscarded = true }
      // rxvt ends Shift with an editing key in "$", which is no final byte.
      if byte == 0x24, state == .csi, !isDiscarded, sequence.dropLast().allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
        sequence.count > 1
      {
        finishSequence(byte, &keys)
      }
    case 0x5B where state == .csi && sequence.isEmpty: state = .csiLinux
    default: finishSequence(byte, &keys)
    }
  }

  private mutating func finishSequence(_ final: UInt8, _ keys: inout [Key]) {
    let ended = state
    let alt = isAlt
    let discards = isDiscarded
    let parameters = SequenceParameters(sequence)
    reset()
    if ended == .csi, final == 0x4D, parameters.isEmpty {
      state = .mouse
      remaining = 3
      return
    }
    if ended == .csi, final == 0x7E, parameters.prefix == 0, parameters.first == 200 {
      flushText(&keys)
      state = .paste
      pasteEndMatched = 0
      return
    }
    guard !discards else { return }
    let key: Key? =
      switch ended {
      case .csiLinux: final >= 0x41 && final <= 0x45 ? .function(Int(final) - 0x40) : nil
      case .ss3: KeyTable.ss3(final, parameters, alt: alt)
      default: KeyTable.csi(final, parameters, alt: alt)
      }
    if let key { append(key, &keys) }
  }

  private mutating func takeControl(_ byte: UInt8, _ keys: inout [Key]) {
    if let key = KeyTable.control(byte) { append(key, &keys) }
  }
}
