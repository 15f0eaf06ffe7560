// The allow-list of `OutputFilter`: which sequences pass, and in which form.

extension OutputFilter {
  /// Private modes (DECSET) that pass: cursor keys, reversed screen, origin, wrap, blinking, cursor, the second screen, the
  /// mouse. Bracketed paste and focus are the kiosk's and only noted.
  static let privateModes: Set<Int> = [1, 5, 6, 7, 12, 25, 47, 1000, 1002, 1003, 1006, 1047, 1048, 1049]
  /// The greatest number that passes in a sequence: a terminal asked to repeat a character a milliard times does so.
  static let greatest = 9999

  /// `ESC byte`.
  mutating func pass(escape byte: UInt8, _ output: inout [UInt8]) {
    switch byte {
    // Save and restore the cursor.
    case 0x37: wishes.hasSavedCursor = true
    case 0x38: wishes.hasSavedCursor = false
    // Keypad: application, numeric.
    case 0x3D, 0x3E: wishes.hasKeypad = byte == 0x3D
    // Index, next line, set a tab stop, reverse index.
    case 0x44, 0x45, 0x48, 0x4D: break
    default: return
    }
    output += [0x1B, byte]
  }

  /// `ESC ( B` and its kin: ASCII and line drawing into G0 and G1.
  mutating func pass(designation bytes: [UInt8], _ output: inout [UInt8]) {
    guard bytes.count == 2, bytes[1] == 0x42 || bytes[1] == 0x30 else { return }
    switch bytes[0] {
    case 0x28: wishes.sets.0 = bytes[1]
    case 0x29: wishes.sets.1 = bytes[1]
    default: return
    }
    output += [0x1B] + bytes
  }

  /// `ESC [ bytes final`.
  mutating func pass(control final: UInt8, _ bytes: [UInt8], _ output: inout [UInt8]) {
    let prefix = bytes.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
    let rest = prefix == nil ? bytes[...] : bytes.dropFirst()
    if final == 0x6D, prefix == nil { return pass(look: rest, &output) }
    if final == 0x71, prefix == nil { return passCursorStyle(rest, &output) }
    guard let numbers = Self.numbers(rest) else { return }
    switch (prefix, final) {
    case (0x3F?, 0x68), (0x3F?, 0x6C): passModes(numbers, set: final == 0x68, &output)
    case (nil, 0x68), (nil, 0x6C):
      guard numbers == [4] else { return }
      wishes.inserts = final == 0x68
      output += Self.sequence(numbers, final)
    case (nil, 0x72): passMargins(numbers, &output)
    // A place: its row stays above the kiosk's.
    case (nil, 0x48), (nil, 0x66):
      guard numbers.count <= 2 else { return }
      output += Self.sequence([row(numbers.first), max(1, numbers.dropFirst().first ?? 1)], 0x48)
    case (nil, 0x64):
      guard numbers.count <= 1 else { return }
      output += Self.sequence([row(numbers.first)], final)
    // Save and restore the cursor, as the console's programs do it.
    case (nil, 0x73), (nil, 0x75):
      guard numbers.isEmpty else { return }
      wishes.hasSavedCursor = final == 0x73
      output += Self.sequence([], final)
    case (nil, 0x4A):
      guard numbers.count <= 1, numbers.first ?? 0 <= 3 else { return }
      hasTouchedLastRow = true
      output += Self.sequence(numbers, final)
    // Insert characters, up, down, right, left, next and previous line, column, tab, erase in line, insert and delete
    // lines, delete characters, scroll up and down, erase characters, back tab, column, right, repeat, clear tab stops.
    case (nil, 0x40...0x49), (nil, 0x4B...0x4D), (nil, 0x50), (nil, 0x53), (nil, 0x54), (nil, 0x58), (nil, 0x5A),
      (nil, 0x60), (nil, 0x61), (nil, 0x62), (nil, 0x67):
      guard numbers.count <= 1 else { return }
      output += Self.sequence(numbers, final)
    default: break
    }
  }

  private func row(_ number: Int?) -> Int { min(max(1, number ?? 1), rows) }

  /// The cursor's shape, 0 to 6: `ESC [ 2 SP q`. Without the space it would drive the keyboard's lamps.
  private mutating func passCursorStyle(_ bytes: ArraySlice<UInt8>, _ output: inout [UInt8]) {
    guard bytes.last == 0x20, let numbers = Self.numbers(bytes.dropLast()), numbers.count <= 1, numbers.first ?? 0 <= 6
    else { return }
    wishes.cursorStyle = numbers.first ?? 0
    output += [0x1B, 0x5B] + Self.digits(numbers.first ?? 0) + [0x20, 0x71]
  }

  private mutating func passModes(_ numbers: [Int], set: Bool, _ output: inout [UInt8]) {
    for mode in numbers {
      switch mode {
      case 2004: wishes.wantsPasteMarks = set
      case 1004: wishes.wantsFocus = set
      case _ where Self.privateModes.contains(mode):
        wishes.modes[mode] = set
        if mode == 1048 { wishes.hasSavedCursor = set }
        if mode == 47 || mode == 1047 || mode == 1049 { hasTouchedLastRow = true }
        output += Self.sequence([mode], set ? 0x68 : 0x6C, prefix: 0x3F)
        // Some terminals keep with a saved cursor whether it is shown, and the one saved last may be the kiosk's.
        if mode == 1049, !set, let isShown = wishes.modes[25] {
          output += Self.sequence([25], isShown ? 0x68 : 0x6C, prefix: 0x3F)
        }
      default: break
      }
    }
  }

  /// Scrolling margins end above the kiosk's row.
  private mutating func passMargins(_ numbers: [Int], _ output: inout [UInt8]) {
    guard numbers.count <= 2 else { return }
    let top = max(1, numbers.first ?? 1)
    let last = numbers.dropFirst().first ?? 0
    let bottom = last == 0 ? rows : min(last, rows)
    guard top < bottom || rows == 1 else { return }
    wishes.margins = top == 1 && bottom == rows ? nil : Margins(top: top, bottom: bottom)
    output += Self.sequence([top, bottom], 0x72)
  }

  // MARK: - Numbers

  /// The parameters, left out ones as 0; `nil`: there is something else among them, or too many.
  static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int]? {
    if bytes.isEmpty { return [] }
    var numbers = [0]
    for byte in bytes {
      switch byte {
      case 0x30...0x39: numbers[numbers.count - 1] = min(greatest, numbers[numbers.count - 1] * 10 + Int(byte) - 0x30)
      case 0x3B: numbers.append(0)
      default: return nil
      }
    }
    return numbers.count <= 16 ? numbers : nil
  }

  static func sequence(_ numbers: [Int], _ final: UInt8, prefix: UInt8? = nil) -> [UInt8] {
    var bytes: [UInt8] = [0x1B, 0x5B]
    if let prefix { bytes.append(prefix) }
    for (index, number) in numbers.enumerated() {
      if index > 0 { bytes.append(0x3B) }
      bytes += digits(number)
    }
    return bytes + [final]
  }

  static func digits(_ number: Int) -> [UInt8] { Array(String(number).utf8) }
}
