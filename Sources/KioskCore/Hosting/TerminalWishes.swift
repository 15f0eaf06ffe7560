/// The rows between which a program scrolls, counted from 1.
public struct Margins: Equatable, Sendable {
  /// The first.
  public let top: Int
  /// The last.
  public let bottom: Int
}

/// What a hosted program has asked of its terminal, beside what stands on the screen: so that it can be asked for again
/// after the kiosk has used the terminal itself.
public struct TerminalWishes: Sendable {
  /// Private modes that it has set or reset.
  public internal(set) var modes: [Int: Bool] = [:]
  /// Whether it wants what is pasted between marks (mode 2004). It gets what is pasted in the form it wants; the mode itself
  /// is the kiosk's.
  public internal(set) var wantsPasteMarks = false
  /// Whether it wants to hear of the window's focus (mode 1004).
  public internal(set) var wantsFocus = false
  /// Whether it has a cursor saved that it has not gone back to.
  public internal(set) var hasSavedCursor = false
  /// Its scrolling margins; `nil`: all its rows.
  public internal(set) var margins: Margins?
  var hasKeypad = false
  /// Whether what it writes pushes the rest of the row on (IRM).
  public internal(set) var inserts = false
  var isShiftedOut = false
  var sets: (UInt8, UInt8) = (0x42, 0x42)
  var cursorStyle: Int?
  private var look: [UInt8] = []

  /// Nothing asked for yet.
  public init() {}

  /// Whether it is on the second screen.
  public var isOnSecondScreen: Bool { [47, 1047, 1049].contains { modes[$0] == true } }

  /// Notes colours and attributes: what adds up since they were last reset.
  mutating func note(look bytes: ArraySlice<UInt8>) {
    // A reset at the start undoes what was before; so does one at the end, with this very sequence.
    if bytes.isEmpty || bytes.allSatisfy({ $0 == 0x30 || $0 == 0x3B }) {
      look = []
      return
    }
    if bytes.first == 0x30, bytes.dropFirst().first == 0x3B { look = [] }
    // Beyond this, the oldest of what adds up is more likely to have been replaced than to hold.
    if look.count > 512 { look = [] }
    look += [0x1B, 0x5B] + bytes + [0x6D]
  }

  /// The bytes that ask for all of it again, on a screen of `rows` rows of its own. The cursor goes to the first place.
  public func restored(rows: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    // The second screen first: some terminals keep the rest for each screen.
    for mode in [47, 1047, 1049] where modes[mode] == true {
      bytes += OutputFilter.sequence([mode], 0x68, prefix: 0x3F)
    }
    bytes += OutputFilter.sequence([margins?.top ?? 1, margins?.bottom ?? rows], 0x72)
    bytes += [0x1B, 0x28, sets.0, 0x1B, 0x29, sets.1, isShiftedOut ? 0x0E : 0x0F]
    bytes += [0x1B, hasKeypad ? 0x3D : 0x3E]
    if inserts { bytes += OutputFilter.sequence([4], 0x68) }
    for (mode, set) in modes.sorted(by: { $0.key < $1.key }) where ![47, 1047, 1048, 1049].contains(mode) {
      bytes += OutputFilter.sequence([mode], set ? 0x68 : 0x6C, prefix: 0x3F)
    }
    if modes[1] != true { bytes += OutputFilter.sequence([1], 0x6C, prefix: 0x3F) }
    if modes[25] != false { bytes += OutputFilter.sequence([25], 0x68, prefix: 0x3F) }
    if let cursorStyle { bytes += [0x1B, 0x5B] + OutputFilter.digits(cursorStyle) + [0x20, 0x71] }
    return bytes + [0x1B, 0x5B, 0x6D] + look
  }

  /// The bytes that leave a terminal as programs find one, whatever was asked for.
  public var undone: [UInt8] {
    var bytes: [UInt8] = []
    for (mode, set) in modes.sorted(by: { $0.key < $1.key }) where set != Self.usual.contains(mode) {
      bytes += OutputFilter.sequence([mode], set ? 0x6C : 0x68, prefix: 0x3F)
    }
    if inserts { bytes += OutputFilter.sequence([4], 0x6C) }
    if cursorStyle != nil { bytes += [0x1B, 0x5B, 0x30, 0x20, 0x71] }
    return bytes + [0x1B, 0x28, 0x42, 0x0F, 0x1B, 0x3E, 0x1B, 0x5B, 0x6D]
  }

  /// Modes that are set on a terminal as it starts.
  private static let usual: Set<Int> = [7, 25]
}
