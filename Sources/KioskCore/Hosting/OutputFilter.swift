/// What a hosted program writes, on its way to the real terminal: text and an allow-list of sequences pass, everything
/// else is dropped whole.
///
/// MUST: what is not expressly allowed never passes, wherever a read cut it. In particular no string (OSC, DCS, APC, PM,
/// SOS), no reset (RIS, DECSTR), nothing a terminal answers (DA, DSR, DECRQM, ENQ), nothing that drives the console, the
/// window, a printer or the keyboard, and no C1 control in any spelling. What passes is well-formed UTF-8.
///
/// What is half-way is kept back, so that between two calls other bytes may be put on the terminal.
///
/// The last row of the terminal is the kiosk's: scrolling is kept out of it, and so are absolute places.
public struct OutputFilter: Sendable {
  /// Where in a sequence it stands.
  private enum State: Equatable {
    case ground
    case escape
    /// After ESC and bytes from 0x20 to 0x2F.
    case escapeIntermediate
    case csi
    /// Within a string; whether BEL ends it.
    case string(bellEnds: Bool)
    case stringEscape(bellEnds: Bool)
    /// Within the console's own way to set a colour, which has no end but its length.
    case palette(left: Int)
    /// The byte after ESC [ [, which is not shown.
    case skipped
  }

  /// The longest sequence that passes, in bytes; a longer one is dropped whole.
  static let longestSequence = 64

  /// The rows the program has, at least 1. Set it when the window changes.
  public var rows: Int {
    didSet { if rows != oldValue { wishes.margins = nil } }
  }
  /// What the program has asked of the terminal, to ask for again after somebody else had it.
  public internal(set) var wishes = TerminalWishes()
  /// Whether the kiosk's row may have been written over since this was last set to false.
  public var hasTouchedLastRow = false
  private var state = State.ground
  var sequence: [UInt8] = []
  private var isTooLong = false
  private var utf8 = UTF8Progress()
  private var character: [UInt8] = []

  /// A filter for a program that has `rows` rows.
  public init(rows: Int) { self.rows = max(1, rows) }

  /// Adds what may pass of `bytes` to `output`.
  public mutating func feed(_ bytes: some Collection<UInt8>, into output: inout [UInt8]) {
    for byte in bytes { take(byte, &output) }
    // Outside margins of its own a program may come down to the last row.
    if wishes.margins != nil { hasTouchedLastRow = true }
  }

  private mutating func take(_ byte: UInt8, _ output: inout [UInt8]) {
    switch state {
    case .ground: takeGround(byte, &output)
    case .escape: takeAfterEscape(byte, &output)
    case .escapeIntermediate:
      guard (0x20..<0x7F).contains(byte) else { return breakOff(byte, &output) }
      keep(byte)
      if byte >= 0x30 { finishEscape(&output) }
    case .csi: takeControl(byte, &output)
    case .string(let bellEnds):
      switch byte {
      case 0x07 where bellEnds: state = .ground
      case 0x1B: state = .stringEscape(bellEnds: bellEnds)
      case 0x18, 0x1A: state = .ground
      default: if bellEnds, sequence.count < 1 { takeFirstOfCommand(byte) }
      }
    case .stringEscape:
      // ESC ends a string whatever follows; "\" is its proper end.
      state = .escape
      if byte == 0x5C { state = .ground } else { takeAfterEscape(byte, &output) }
    case .palette(let left):
      let isDigit = (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
      guard isDigit else { return breakOff(byte, &output) }
      state = left > 1 ? .palette(left: left - 1) : .ground
    case .skipped:
      state = .ground
      if byte < 0x20 || byte >= 0x7F { takeGround(byte, &output) }
    }
  }

  private mutating func keep(_ byte: UInt8) {
    if sequence.count < Self.longestSequence { sequence.append(byte) } else { isTooLong = true }
  }

  private mutating func begin(_ next: State) {
    state = next
    sequence.removeAll(keepingCapacity: true)
    isTooLong = false
  }

  /// A byte that cannot be here: the sequence is gone, and the byte stands for itself.
  private mutating func breakOff(_ byte: UInt8, _ output: inout [UInt8]) {
    begin(.ground)
    takeGround(byte, &output)
  }

  // MARK: - Text

  private mutating func takeGround(_ byte: UInt8, _ output: inout [UInt8]) {
    if !character.isEmpty {
      if utf8.take(byte) {
        character.append(byte)
        if utf8.remaining == 0 { finishCharacter(&output) }
        return
      }
      show(Self.replacement, &output)
      character.removeAll(keepingCapacity: true)
    }
    switch byte {
    case 0x20..<0x7F: output.append(byte)
    // Bell, backspace, tab, line feeds, return.
    case 0x07...0x0D: output.append(byte)
    case 0x0E, 0x0F:
      wishes.isShiftedOut = byte == 0x0E
      output.append(byte)
    case 0x1B: begin(.escape)
    case 0x00..<0x20, 0x7F: break
    default:
      guard let progress = UTF8Progress(first: byte) else {
        show(Self.replacement, &output)
        return
      }
      utf8 = progress
      character.append(byte)
    }
  }

  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  /// A character beyond ASCII. Shifted out, the Linux console takes each byte for a character, and 0x9B for CSI; and no set
  /// of a terminal changes what is beyond ASCII.
  private func show(_ character: [UInt8], _ output: inout [UInt8]) {
    output += wishes.isShiftedOut ? [0x0F] + character + [0x0E] : character
  }

  private mutating func finishCharacter(_ output: inout [UInt8]) {
    // U+0080 to U+009F are controls to a terminal, however they are spelt.
    let isControl = character.count == 2 && character[0] == 0xC2 && character[1] < 0xA0
    if !isControl { show(character, &output) }
    character.removeAll(keepingCapacity: true)
  }

  // MARK: - Sequences

  private mutating func takeAfterEscape(_ byte: UInt8, _ output: inout [UInt8]) {
    switch byte {
    case 0x5B: begin(.csi)
    case 0x5D: begin(.string(bellEnds: true))
    // DCS, SOS, PM, APC, and what screen takes for a title.
    case 0x50, 0x58, 0x5E, 0x5F, 0x6B: begin(.string(bellEnds: false))
    case 0x1B: begin(.escape)
    case 0x20..<0x30:
      begin(.escapeIntermediate)
      keep(byte)
    case 0x30..<0x7F:
      begin(.ground)
      pass(escape: byte, &output)
    case 0x18, 0x1A: begin(.ground)
    default: breakOff(byte, &output)
    }
  }

  /// `ESC ] P` and `ESC ] R` set and reset the Linux console's colours, and have no end.
  private mutating func takeFirstOfCommand(_ byte: UInt8) {
    sequence.append(byte)
    if byte == 0x50 { state = .palette(left: 7) }
    if byte == 0x52 { state = .ground }
  }

  private mutating func finishEscape(_ output: inout [UInt8]) {
    let bytes = sequence
    let isLong = isTooLong
    begin(.ground)
    if !isLong { pass(designation: bytes, &output) }
  }

  private mutating func takeControl(_ byte: UInt8, _ output: inout [UInt8]) {
    switch byte {
    case 0x20..<0x40: keep(byte)
    // The console shows nothing of ESC [ [ and the byte after it.
    case 0x5B where sequence.isEmpty: begin(.skipped)
    case 0x40..<0x7F:
      let bytes = sequence
      let isLong = isTooLong
      begin(.ground)
      if !isLong { pass(control: byte, bytes, &output) }
    case 0x1B: begin(.escape)
    case 0x18, 0x1A: begin(.ground)
    // A terminal does these in the midst of a sequence, and goes on with it.
    case 0x07...0x0F: takeGround(byte, &output)
    case 0x00..<0x20, 0x7F: break
    default: breakOff(byte, &output)
    }
  }
}
