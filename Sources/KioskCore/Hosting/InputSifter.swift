/// Cuts what is typed on the real terminal into what a hosted program gets as it is and what the kiosk has to look at
/// first: home keys, pastes, the focus, the terminal's answers.
///
/// It reads no clock: the loop waits `timeout` milliseconds after the last `feed` and, if nothing came, calls `timedOut`.
public struct InputSifter: Sendable {
  /// One piece, in order.
  public enum Piece: Equatable, Sendable {
    /// Bytes that mean nothing to the kiosk.
    case bytes([UInt8])
    /// A home key, and the bytes it came as.
    case home(HomeKey, [UInt8])
    /// The start of a paste, what was pasted, in one piece or several, and the end of it.
    case pasteBegan, pasted([UInt8]), pasteEnded
    /// The window got or lost the focus.
    case focus(Bool)
    /// The answer to a mode query (DECRPM) or to DA1, which only the kiosk asks; as `Key.modeReport`.
    case report(mode: UInt16, value: UInt8)
  }

  private enum State { case ground, escape, csi, console, ss3, mouse, paste }

  private var state = State.ground
  /// What is not told yet, from its ESC on.
  private var held: [UInt8] = []
  private var plain: [UInt8] = []
  private var matched = 0
  private var remaining = 0
  private static let longest = 64
  private static let pasteEnd: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  /// A sifter for a terminal from which nothing was read before.
  public init() {}

  /// Milliseconds after the last `feed` at which `timedOut` is due; `nil`: nothing is half-way. A paste has no end but its
  /// own.
  public var timeout: Int? {
    switch state {
    case .ground, .paste: nil
    case .escape: 50
    case .csi, .console, .ss3, .mouse: held.count < 3 ? 50 : 500
    }
  }

  /// Cuts the bytes of one read.
  public mutating func feed(_ bytes: some Collection<UInt8>, into pieces: inout [Piece]) {
    for byte in bytes { take(byte, &pieces) }
    flush(&pieces)
  }

  /// Says that `timeout` has passed without a byte.
  public mutating func timedOut(into pieces: inout [Piece]) {
    switch state {
    case .ground, .paste: return
    case .escape: tell(.home(.escape, held), &pieces)
    case .csi, .console, .ss3, .mouse: plain += held
    }
    begin(.ground)
    flush(&pieces)
  }

  private mutating func begin(_ next: State) {
    state = next
    held.removeAll(keepingCapacity: true)
  }

  private mutating func tell(_ piece: Piece, _ pieces: inout [Piece]) {
    flush(&pieces)
    pieces.append(piece)
  }

  private mutating func flush(_ pieces: inout [Piece]) {
    guard !plain.isEmpty else { return }
    pieces.append(state == .paste ? .pasted(plain) : .bytes(plain))
    plain.removeAll(keepingCapacity: true)
  }

  private mutating func take(_ byte: UInt8, _ pieces: inout [Piece]) {
    switch state {
    case .ground: takeGround(byte, &pieces)
    case .escape: takeAfterEscape(byte, &pieces)
    case .csi: takeControl(byte, &pieces)
    case .console:
      // The console's F1 to F5: ESC [ [ A.
      plain += held + [byte]
      begin(.ground)
    case .ss3:
      held.append(byte)
      let bytes = held
      begin(.ground)
      if byte == 0x48 { tell(.home(.home, bytes), &pieces) } else { plain += bytes }
    case .mouse:
      held.append(byte)
      remaining -= 1
      guard remaining == 0 else { return }
      plain += held
      begin(.ground)
    case .paste: takePasted(byte, &pieces)
    }
  }

  private mutating func takeGround(_ byte: UInt8, _ pieces: inout [Piece]) {
    if byte == 0x1B {
      begin(.escape)
      held.append(byte)
    } else if case .home(let key)? = KeyTable.control(byte) {
      tell(.home(key, [byte]), &pieces)
    } else {
      plain.append(byte)
    }
  }

  private mutating func takeAfterEscape(_ byte: UInt8, _ pieces: inout [Piece]) {
    switch byte {
    case 0x1B: tell(.home(.escape, held), &pieces)
    case 0x5B, 0x4F:
      state = byte == 0x5B ? .csi : .ss3
      held.append(byte)
    default:
      if case .home? = KeyTable.control(byte) {
        // Esc and then a control: a press of the home button is never lost in an Alt.
        tell(.home(.escape, held), &pieces)
        begin(.ground)
        takeGround(byte, &pieces)
      } else {
        plain += held + [byte]
        begin(.ground)
      }
    }
  }

  private mutating func takeControl(_ byte: UInt8, _ pieces: inout [Piece]) {
    switch byte {
    case 0x5B where held.count == 2:
      held.append(byte)
      state = .console
    case 0x20..<0x40:
      held.append(byte)
      if held.count > Self.longest {
        plain += held
        begin(.ground)
      }
    case 0x40..<0x7F: finish(byte, &pieces)
    default:
      plain += held
      begin(.ground)
      takeGround(byte, &pieces)
    }
  }

  private mutating func finish(_ final: UInt8, _ pieces: inout [Piece]) {
    let parameters = SequenceParameters(Array(held.dropFirst(2)))
    held.append(final)
    let bytes = held
    begin(.ground)
    if let report = KeyTable.modeReport(final, parameters) {
      return tell(.report(mode: report.mode, value: report.value), &pieces)
    }
    let isPlain = parameters.prefix == 0 && parameters.intermediate == 0
    switch final {
    case 0x48 where isPlain: tell(.home(.home, bytes), &pieces)
    case 0x7E where isPlain && (parameters.first == 1 || parameters.first == 7): tell(.home(.home, bytes), &pieces)
    case 0x7E where isPlain && parameters.first == 200:
      tell(.pasteBegan, &pieces)
      state = .paste
      matched = 0
    case 0x7E where parameters.prefix == 0x3D && parameters.first == 77: tell(.home(.consoleSwitch, bytes), &pieces)
    case 0x7E where parameters.prefix == 0x3D && parameters.first == 78: tell(.home(.restart, bytes), &pieces)
    case 0x49 where parameters.isEmpty: tell(.focus(true), &pieces)
    case 0x4F where parameters.isEmpty: tell(.focus(false), &pieces)
    case 0x4D where parameters.isEmpty:
      state = .mouse
      held = bytes
      remaining = 3
    default: plain += bytes
    }
  }

  private mutating func takePasted(_ byte: UInt8, _ pieces: inout [Piece]) {
    if byte == Self.pasteEnd[matched] {
      matched += 1
      guard matched == Self.pasteEnd.count else { return }
      flush(&pieces)
      state = .ground
      matched = 0
      pieces.append(.pasteEnded)
      return
    }
    plain += Self.pasteEnd[..<matched]
    // Only its first byte can start the end anew.
    matched = byte == 0x1B ? 1 : 0
    if matched == 0 { plain.append(byte) }
  }
}
