/// Words as they are compared: without case and accents.
public enum Folding {
  /// The bytes (UTF-8) that `text` is compared by: lower case, accents and marks left out, "æ" as "ae".
  public static func key(_ text: some Collection<UInt8>) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(text.count)
    append(text, to: &key)
    return key
  }

  /// The same for a text.
  public static func key(_ text: String) -> [UInt8] { key(Array(text.utf8)) }

  static func append(_ text: some Collection<UInt8>, to key: inout [UInt8]) {
    var rest = text.makeIterator()
    while let byte = rest.next() {
      if byte < 0x80 {
        key.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
        continue
      }
      var value = UInt32(byte) & (byte < 0xE0 ? 0x1F : byte < 0xF0 ? 0x0F : 0x07)
      for _ in 0..<(byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3) {
        guard let next = rest.next() else { return }
        value = value << 6 | UInt32(next & 0x3F)
      }
      append(value, to: &key)
    }
  }

  private static func append(_ value: UInt32, to key: inout [UInt8]) {
    switch value {
    case 0x2019: key.append(0x27)
    case 0x300...0x36F: break
    case 0xC0...0x17F:
      let base = bases[Int(value) - 0xC0]
      guard base != 0x2E else { return appendLower(value, to: &key) }
      key.append(base)
      if let second = seconds[value] { key.append(second) }
    default: appendLower(value, to: &key)
    }
  }

  private static func appendLower(_ value: UInt32, to key: inout [UInt8]) {
    guard let scalar = Unicode.Scalar(value) else { return }
    for lower in scalar.properties.lowercaseMapping.unicodeScalars { key.append(contentsOf: Array(String(lower).utf8)) }
  }

  /// The letter that each of U+00C0 … U+017F stands on; a dot: none.
  private static let bases = Array(
    ("aaaaaaaceeeeiiii" + "dnooooo.ouuuuyts" + "aaaaaaaceeeeiiii" + "dnooooo.ouuuuyty"
      + "aaaaaaccccccccdd" + "ddeeeeeeeeeegggg" + "gggghhhhiiiiiiii" + "iiiijjkkklllllll" + "lllnnnnnnnnnoooo"
      + "oooorrrrrrssssss" + "ssttttttuuuuuuuu" + "uuuuwwyyyzzzzzzs").utf8)
  /// The second letter of those that are two.
  private static let seconds: [UInt32: UInt8] = [
    0xC6: 0x65, 0xE6: 0x65, 0xDE: 0x68, 0xFE: 0x68, 0xDF: 0x73, 0x132: 0x6A, 0x133: 0x6A, 0x152: 0x65, 0x153: 0x65,
  ]
}
