import Glibc

@testable import KioskReference

/// A folder with a dictionary of a few entries in dictd's format.
final class DictionaryFixture {
  let folder: String

  init() {
    var name = Array("/tmp/kiosk-dictionaries-XXXXXX".utf8CString)
    _ = mkdtemp(&name)
    folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in written { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  private var written: [String] = []

  func write(_ name: String, _ bytes: [UInt8]) {
    written.append(name)
    let file = fopen("\(folder)/\(name)", "w")
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  /// Entries as `dictfmt` would write them; `pieces`: compressed by dictzip, so many bytes of text a piece.
  func add(_ name: String, _ entries: [(String, String)], allCharacters: Bool = false, pieces: Int? = nil) {
    var all = entries
    all.insert(("00-database-short", "00-database-short\n  The Little Dictionary\n"), at: 0)
    if allCharacters { all.insert(("00-database-allchars", "\n"), at: 0) }
    var text: [UInt8] = []
    var lines: [(key: [UInt8], line: String)] = []
    for (word, entry) in all {
      let key = word.lowercased().utf8.filter { allCharacters || $0 == 0x20 || isalnum(Int32($0)) != 0 }
      let line = "\(word)\t\(Self.number(text.count))\t\(Self.number(entry.utf8.count))\n"
      lines.append((Array(key), line))
      text += Array(entry.utf8)
    }
    lines.sort { $0.key.lexicographicallyPrecedes($1.key) }
    write("\(name).index", Array(lines.map(\.line).joined().utf8))
    if let pieces { write("\(name).dict.dz", Self.compressed(text, pieces)) } else { write("\(name).dict", text) }
  }

  /// A number in base 64, as an index has it.
  static func number(_ value: Int) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var rest = value
    var text = ""
    repeat {
      text.insert(digits[rest & 63], at: text.startIndex)
      rest >>= 6
    } while rest > 0
    return text
  }

  /// What `dictzip` writes, its pieces stored as they are (RFC 1951, 3.2.4).
  static func compressed(_ text: [UInt8], _ length: Int) -> [UInt8] {
    let pair = { (value: Int) in [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }
    var pieces: [[UInt8]] = []
    for start in stride(from: 0, to: text.count, by: length) {
      let part = Array(text[start..<min(start + length, text.count)])
      pieces.append([0] + pair(part.count) + pair(~part.count) + part)
    }
    let table = pair(1) + pair(length) + pair(pieces.count) + pieces.flatMap { pair($0.count) }
    let extra: [UInt8] = [0x52, 0x41] + pair(table.count) + table
    let name = Array("fixture.dict".utf8) + [0]
    return [0x1F, 0x8B, 8, 0x0C, 0, 0, 0, 0, 2, 3] + pair(extra.count) + extra + name + pieces.joined()
      + [1, 0, 0, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 8)
  }

  /// A little of what WordNet and GCIDE have.
  static let entries = [
    (
      "knight",
      """
      knight
          n 1: originally a person of noble birth trained to arms and
               chivalry; today in Great Britain a person honored by the
               sovereign for personal merit
          2: a chessman shaped to resemble the head of a horse; can move
             two squares horizontally and one vertically (or vice versa)
             [syn: {knight}, {horse}]
          v 1: raise (someone) to knighthood; "The Beatles were knighted"
               [syn: {knight}, {dub}]

      """
    ),
    (
      "Ice cream",
      """
      Ice cream \\Ice" cream`\\
         A frozen dessert, see {Knights of St. John of
         Jerusalem} and {dub}. [Obs.]
         [1913 Webster]

         2. Another kind.

      """
    ),
    ("new york", "New York\n    n : a city\n"), ("zebra", "zebra\n    n : striped\n"),
    ("aardvark", "aardvark\n    n : first of all\n"),
  ]
}
