/// The bytes that put a text into a terminal's clipboard: OSC 52 of xterm's control sequences, the text in base 64.
enum ClipboardBytes {
  /// More is not sent, in bytes: xterm takes no longer ones.
  static let longest = 48 * 1024

  static func setting(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8.prefix(longest))
    var out = Array("\u{1B}]52;c;".utf8)
    out.reserveCapacity(bytes.count * 4 / 3 + 16)
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      var value: UInt32 = 0
      for byte in part { value = value << 8 | UInt32(byte) }
      value <<= 8 * UInt32(3 - part.count)
      for place in 0..<4 {
        out.append(place <= part.count ? digits[Int(value >> (18 - 6 * UInt32(place)) & 63)] : 0x3D)
      }
    }
    out.append(0x07)
    return out
  }
}
