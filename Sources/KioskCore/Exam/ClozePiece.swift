/// A part of a cloze text.
public enum ClozePiece: Equatable, Sendable {
  /// Text between gaps.
  case text(String)
  /// A gap, by its name.
  case gap(String)

  /// Cuts a text at its `{{name}}`s. Braces that do not close stay text.
  public static func pieces(of text: String) -> [ClozePiece] {
    var pieces: [ClozePiece] = []
    var rest = text[...]
    var pending = ""
    while let open = index(of: UInt8(ascii: "{"), in: rest) {
      let inside = rest.utf8.index(open, offsetBy: 2)
      guard let close = index(of: UInt8(ascii: "}"), in: rest[inside...]) else { break }
      let name = rest[inside..<close]
      pending += rest[..<open]
      if !pending.isEmpty { pieces.append(.text(pending)) }
      pending = ""
      pieces.append(.gap(trimmed(name)))
      rest = rest[rest.utf8.index(close, offsetBy: 2)...]
    }
    pending += rest
    if !pending.isEmpty { pieces.append(.text(pending)) }
    return pieces
  }

  /// Where two of `byte` stand together.
  private static func index(of byte: UInt8, in text: Substring) -> String.Index? {
    var at = text.utf8.startIndex
    while let first = text.utf8[at...].firstIndex(of: byte) {
      let next = text.utf8.index(after: first)
      if next < text.utf8.endIndex, text.utf8[next] == byte { return first }
      at = next
    }
    return nil
  }

  private static func trimmed(_ name: Substring) -> String {
    var name = name
    while name.first == " " { name.removeFirst() }
    while name.last == " " { name.removeLast() }
    return String(name)
  }
}
