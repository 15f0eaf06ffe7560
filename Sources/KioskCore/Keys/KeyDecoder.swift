/// Turns the bytes a terminal sends into keys, whatever TERM says: xterm, VT, rxvt, Linux console and kitty forms.
///
/// Fed with what each read(2) gave, it keeps what is incomplete. It reads no clock: the loop waits `timeout`
/// milliseconds after the last `feed` and, if nothing came, calls `timedOut`.
///
/// What is not known is swallowed whole and never typed:
/// - A lone ESC is Esc after 50 ms. Should the rest of its sequence come later than that ("[A"), it is swallowed; what
///   a hand may have typed ("P", "]") only where the read that brings it can be nothing else.
/// - A sequence, string or paste that does not end is given up after 500 ms of silence.
/// - After a restart (`resuming`), what is read first may be the tail of a sequence whose head the last process read.
///   In the first 50 ms, bytes that read as such a tail are swallowed: "[…" up to its final byte, "O" with a final
///   byte, parameters with a final byte, or one lone final byte. Anything else is typed at once or when the 50 ms end.
///   With `mark` kept where it outlives the process, `init(mark:)` knows instead of guessing.
public struct KeyDecoder: Sendable {
  /// Where in a sequence the decoder stands.
  enum State: UInt8, Sendable {
    case ground
    /// After ESC; after two.
    case escape, escapeEscape
    /// After ESC and one of the characters that only start longer sequences ("#", "(").
    case escapeIntermediate
    /// Within ESC [ …, ESC [ [ (Linux F1–F5), ESC O …
    case csi, csiLinux, ss3
    /// The bytes that follow ESC [ M.
    case mouse
    /// Within OSC, DCS, APC, PM or SOS, and after an ESC there.
    case string, stringEscape
    case paste
    /// Within a character of several bytes.
    case character
    /// After Esc was told: its sequence may be late.
    case lateTail
    /// After a restart: what comes may be a tail.
    case resuming
  }

  /// The most of one paste that is kept, in bytes; the rest is swallowed.
  public static let pasteLimit = 65_536
  static let sequenceLimit = 64

  var state: State
  /// Bytes of the sequence, or of the character, that is incomplete.
  var sequence: [UInt8] = []
  /// The sequence is too long, or only the tail of one: it is swallowed at its end.
  var isDiscarded = false
  /// ESC came before the sequence or character.
  var isAlt = false
  /// Bytes still to come of a mouse report.
  var remaining = 0
  /// Of a character of several bytes: what is still to come, and the range of the next byte.
  var utf8 = UTF8Progress()
  var pasted: [UInt8] = []
  /// Bytes of the paste's end that have matched so far.
  var pasteEndMatched = 0
  /// Text of this read, well-formed UTF-8.
  var text: [UInt8] = []
  var previousWasReturn = false

  /// A decoder for a terminal from which nothing was read before, or (`resuming`) on which the last front end died.
  public init(resuming: Bool = false) {
    state = resuming ? .resuming : .ground
  }

  /// A decoder that goes on where another, now dead, had stood: what that one had begun is swallowed to its end.
  public init(mark: UInt8) {
    state = State(rawValue: mark) ?? .resuming
    isDiscarded = state != .ground
    switch state {
    case .character: state = .ground  // the rest of the character is malformed by itself; see takeHighByte
    case .mouse: remaining = 3
    default: break
    }
  }

  /// Where the decoder stands, in a byte that can be kept outside the process. 0: nothing is pending.
  public var mark: UInt8 { state == .lateTail ? 0 : state.rawValue }

  /// Milliseconds after the last `feed` (or after the start) at which `timedOut` is due; nil while nothing is pending.
  public var timeout: Int? {
    switch state {
    case .ground: nil
    case .escape, .escapeEscape, .escapeIntermediate, .resuming: 50
    case .ss3: sequence.isEmpty ? 50 : 500
    case .csi, .csiLinux, .mouse, .string, .stringEscape, .paste, .character, .lateTail: 500
    }
  }

  /// Decodes the bytes of one read and adds the keys to `keys`. Text of one read comes as one `.text`.
  public mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>, into keys: inout [Key]) {
    var start = 0
    if state == .resuming, !takeResumed(bytes, &start, &keys) { return }
    if state == .lateTail { takeLateTail(bytes, &start) }
    for index in start..<bytes.count { take(bytes[index], &keys) }
    flushText(&keys)
    previousWasReturn = false
  }

  /// Says that `timeout` has passed without a byte.
  public mutating func timedOut(into keys: inout [Key]) {
    let ended = state
    state = .ground
    switch ended {
    case .ground, .csi, .csiLinux, .mouse, .string, .stringEscape, .lateTail: break
    case .escape:
      if !isDiscarded { keys.append(.home(.escape)) }
      state = .lateTail
    case .escapeEscape:
      keys.append(.home(.escape))
      keys.append(.home(.escape))
      state = .lateTail
    case .escapeIntermediate: if let first = sequence.first { appendAlt(first, &keys) }
    case .ss3: if sequence.isEmpty, !isDiscarded { keys.append(.alt("O")) }
    case .paste: endPaste(&keys)
    case .character: takeMalformed(&keys)
    case .resuming:
      // No tail after all: what was held back is what it says.
      let held = sequence
      reset()
      for byte in held { take(byte, &keys) }
      flushText(&keys)
      return
    }
    flushText(&keys)
    reset(to: state)
  }

  mutating func reset(to next: State = .ground) {
    state = next
    sequence.removeAll(keepingCapacity: true)
    isDiscarded = false
    isAlt = false
  }

  mutating func flushText(_ keys: inout [Key]) {
    guard !text.isEmpty else { return }
    keys.append(.text(String(decoding: text, as: UTF8.self)))
    text.removeAll(keepingCapacity: true)
  }

  mutating func append(_ key: Key, _ keys: inout [Key]) {
    flushText(&keys)
    keys.append(key)
  }
}
