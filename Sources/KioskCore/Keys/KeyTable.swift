/// The parameters of a control sequence: `ESC [ ? 2004 ; 1 $ y`.
struct SequenceParameters {
  /// "<", "=", ">" or "?" before the parameters, or 0.
  private(set) var prefix: UInt8 = 0
  /// A byte from 0x20 to 0x2F before the final one, or 0.
  private(set) var intermediate: UInt8 = 0
  /// The parameters, the first sub-parameter of each; 0 where left out. At most four are kept.
  private(set) var values: SIMD4<UInt32> = .zero
  private(set) var count = 0
  /// The second sub-parameter of the first two (kitty: the shifted character; press, repeat or release).
  private(set) var subvalues: SIMD2<UInt32> = .zero
  /// The third sub-parameter of the first (kitty: the character at this place on a Latin keyboard).
  private(set) var base: UInt32 = 0

  var isEmpty: Bool { count == 0 && prefix == 0 && intermediate == 0 }
  var first: UInt32 { values[0] }
  var second: UInt32 { values[1] }

  init(_ bytes: [UInt8]) {
    var sub = 0
    for byte in bytes {
      switch byte {
      case 0x3C...0x3F: prefix = byte
      case 0x20...0x2F: intermediate = byte
      case 0x3B:
        count = max(count, 1) + 1
        sub = 0
      case 0x3A: sub += 1
      default:
        count = max(count, 1)
        add(UInt32(byte) - 0x30, sub)
      }
    }
  }

  private mutating func add(_ digit: UInt32, _ sub: Int) {
    let place = count - 1
    let grown = { (value: UInt32) in min(value, 9_999_999) * 10 + digit }
    if sub == 0, place < 4 { values[place] = grown(values[place]) }
    if sub == 1, place < 2 { subvalues[place] = grown(subvalues[place]) }
    if sub == 2, place == 0 { base = grown(base) }
  }

  /// Modifiers, as xterm and kitty count them (1 and a bit each).
  var modifiers: KeyModifiers { KeyModifiers(rawValue: UInt8(truncatingIfNeeded: second == 0 ? 0 : second - 1)) }
  /// Kitty's word that a key went up.
  var isRelease: Bool { subvalues[1] == 3 }
}

/// What was held while a key was pressed.
struct KeyModifiers: OptionSet {
  let rawValue: UInt8
  static let shift = KeyModifiers(rawValue: 1)
  static let alt = KeyModifiers(rawValue: 2)
  static let control = KeyModifiers(rawValue: 4)
  /// Super, hyper and meta: no key of ours has them.
  static let foreign = KeyModifiers(rawValue: 8 | 16 | 32)
}

/// Which key a complete sequence stands for; nil for those that are swallowed.
enum KeyTable {
  /// A byte below 0x20, or DEL.
  static func control(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x01: .lineStart
    case 0x02: .left
    case 0x03: .home(.ctrlC)
    case 0x04: .home(.ctrlD)
    case 0x05: .end
    case 0x06: .right
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x0B: .deleteToEnd
    case 0x0C: .redraw
    case 0x0E: .pageDown
    case 0x10: .pageUp
    case 0x11: .home(.ctrlQ)
    case 0x13: .home(.ctrlS)
    case 0x15: .deleteToStart
    case 0x17: .deleteWord
    case 0x1A: .home(.ctrlZ)
    case 0x1B: .home(.escape)
    case 0x1C: .home(.ctrlBackslash)
    default: nil
    }
  }

  /// What the terminal answers to DECRQM (`ESC [ ? mode ; value $ y`) or to DA1 (`ESC [ ? … c`), as `Key.modeReport` has it.
  static func modeReport(_ final: UInt8, _ parameters: SequenceParameters) -> (mode: UInt16, value: UInt8)? {
    guard parameters.prefix == 0x3F else { return nil }
    if final == 0x63, parameters.intermediate == 0 { return (0, 0) }
    guard final == 0x79, parameters.intermediate == 0x24 else { return nil }
    return (
      UInt16(truncatingIfNeeded: min(parameters.first, 65_535)),
      UInt8(truncatingIfNeeded: min(parameters.second, 255))
    )
  }

  /// `ESC [ parameters final`.
  static func csi(_ final: UInt8, _ parameters: SequenceParameters, alt: Bool) -> Key? {
    if let report = modeReport(final, parameters) { return .modeReport(mode: report.mode, value: report.value) }
    // `HomeKey.switchSequence` and `HomeKey.restartSequence`.
    if parameters.prefix == 0x3D, final == 0x7E, parameters.count == 1 {
      if parameters.first == 77 { return .home(.consoleSwitch) }
      if parameters.first == 78 { return .home(.restart) }
    }
    guard parameters.prefix == 0, !parameters.isRelease else { return nil }
    guard parameters.intermediate == 0 || final == 0x24 else { return nil }
    var modifiers = parameters.modifiers
    if alt { modifiers.insert(.alt) }
    switch final {
    case 0x7E: return editing(parameters, modifiers)
    case 0x24, 0x40, 0x5E: return parameters.count == 1 ? editing(parameters, modifiers.union(.control)) : nil
    case 0x75: return character(parameters.first, parameters, modifiers)
    case 0x49: return parameters.isEmpty ? .focus(true) : nil
    case 0x4F: return parameters.isEmpty ? .focus(false) : nil
    // Shift with an arrow, as rxvt sends it.
    case 0x61...0x64: return parameters.isEmpty ? cursor(final - 0x20, modifiers) : nil
    // A report of the cursor's place ends in R like F3; of the two only F3 has 1 and a modifier.
    case 0x52 where parameters.count > 0 && !(parameters.first == 1 && (2...16).contains(parameters.second)): return nil
    default: return cursor(final, modifiers)
    }
  }

  /// `ESC O parameters final`.
  static func ss3(_ final: UInt8, _ parameters: SequenceParameters, alt: Bool) -> Key? {
    guard parameters.prefix == 0, parameters.intermediate == 0 else { return nil }
    // Old xterms put the modifier first: ESC O 5 D.
    var modifiers = KeyModifiers(
      rawValue: parameters.first < 2 ? parameters.modifiers.rawValue : UInt8(min(parameters.first - 1, 255)))
    if alt { modifiers.insert(.alt) }
    switch final {
    case 0x4D: return .enter
    case 0x49: return .tab
    case 0x58: return .text("=")
    case 0x61...0x64: return cursor(final - 0x20, modifiers.union(.control))
    // The number pad in application mode: * + , - . / 0 … 9.
    case 0x6A...0x79: return .text(String(Unicode.Scalar(final - 0x40)))
    default: return cursor(final, modifiers)
    }
  }

  private static func cursor(_ final: UInt8, _ modifiers: KeyModifiers) -> Key? {
    let byWord = !modifiers.isDisjoint(with: [.alt, .control])
    return switch final {
    case 0x41: .up
    case 0x42: .down
    case 0x43: byWord ? .wordRight : .right
    case 0x44: byWord ? .wordLeft : .left
    case 0x46: .end
    case 0x48: .home(.home)
    case 0x50...0x53: .function(Int(final) - 0x4F)
    case 0x5A: .backTab
    default: nil
    }
  }

  /// Keys that are told by number: `ESC [ 5 ~`.
  private static func editing(_ parameters: SequenceParameters, _ modifiers: KeyModifiers) -> Key? {
    switch parameters.first {
    case 1, 7: .home(.home)
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(Int(parameters.first) - 10)
    case 17...21: .function(Int(parameters.first) - 11)
    case 23...24: .function(Int(parameters.first) - 12)
    // xterm's modifyOtherKeys: 27 ; modifiers ; character.
    case 27 where parameters.count == 3: character(parameters.values[2], parameters, modifiers)
    default: nil
    }
  }

  /// A key told by its character: `ESC [ 99 ; 5 u`.
  private static func character(_ code: UInt32, _ parameters: SequenceParameters, _ modifiers: KeyModifiers) -> Key? {
    guard modifiers.isDisjoint(with: .foreign) else { return nil }
    let control = modifiers.contains(.control)
    switch code {
    case 9: return modifiers.contains(.shift) ? .backTab : .tab
    case 10, 13, 57_414: return modifiers.contains(.alt) ? .alt("\n") : .enter
    case 27: return .home(.escape)
    case 8, 127: return control || modifiers.contains(.alt) ? .deleteWord : .backspace
    case 57_344...63_743: return keypad(code, modifiers)
    default: break
    }
    if control {
      // On a Cyrillic or Greek keyboard the place of the key counts.
      return controlled(code < 0x80 || parameters.base == 0 ? code : parameters.base)
    }
    let shifted = modifiers.contains(.shift) && parameters.subvalues[0] != 0 ? parameters.subvalues[0] : code
    guard let scalar = Unicode.Scalar(shifted), scalar.properties.generalCategory != .control else { return nil }
    if modifiers.contains(.alt) {
      switch shifted {
      case 0x62: return .wordLeft
      case 0x66: return .wordRight
      default: return .alt(Character(scalar))
      }
    }
    return .text(String(Character(scalar)))
  }

  /// Ctrl with a character, as the byte it would have been.
  private static func controlled(_ code: UInt32) -> Key? {
    switch code {
    case 0x40...0x5F, 0x61...0x7A: control(UInt8(code & 0x1F))
    case 0x33...0x37: control(UInt8(code - 0x33 + 0x1B))  // Ctrl-3 is Esc, Ctrl-4 is Ctrl-\
    case 0x38: .backspace
    default: nil
    }
  }

  /// Kitty's numbers for keys without a character.
  private static func keypad(_ code: UInt32, _ modifiers: KeyModifiers) -> Key? {
    switch code {
    case 57_364...57_375: .function(Int(code) - 57_363)
    case 57_399...57_408: .text(String(code - 57_399))
    case 57_409: .text(".")
    case 57_410: .text("/")
    case 57_411: .text("*")
    case 57_412: .text("-")
    case 57_413: .text("+")
    case 57_415: .text("=")
    case 57_417: cursor(0x44, modifiers)
    case 57_418: cursor(0x43, modifiers)
    case 57_419: .up
    case 57_420: .down
    case 57_421: .pageUp
    case 57_422: .pageDown
    case 57_423: .home(.home)
    case 57_424: .end
    case 57_425: .insert
    case 57_426: .delete
    default: nil
    }
  }
}
