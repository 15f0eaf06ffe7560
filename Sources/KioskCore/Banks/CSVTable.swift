/// Reads the records of a CSV file (RFC 4180), with commas, semicolons or tabs between fields.
struct CSVTable {
  /// One field, without its quotation marks.
  struct Cell {
    var text: String
    /// Where it begins in the file.
    var offset: Int
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var at: Int
  private var line = 1
  /// What stands between fields.
  let separator: UInt8
  /// The line the last record began on.
  private(set) var recordLine = 1

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    self.bytes = bytes
    var start = start
    var chosen: UInt8?
    // Spreadsheets write "sep=;" on a line of its own.
    if GIFTByte.isAt(bytes, start, "SEP=", anyCase: true), start + 4 < bytes.count {
      chosen = bytes[start + 4]
      start += 5
    }
    separator = chosen ?? Self.separator(bytes, start)
    at = start
    if chosen != nil { endLine() }
  }

  /// The mark that parts the first records most evenly; a comma where none does.
  private static func separator(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt8 {
    let marks = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]
    var records: [[Int]] = []
    var counts = [0, 0, 0]
    var quoted = false
    var any = false
    var at = start
    while at < bytes.count, records.count < 20, at - start < 1 << 20 {
      let byte = bytes[at]
      if byte == 0x22 { quoted.toggle() }
      if !quoted, byte == 0x0A || byte == 0x0D {
        if any { records.append(counts) }
        counts = [0, 0, 0]
        any = false
      } else {
        any = any || !GIFTByte.isSpace(byte)
        if !quoted, let mark = marks.firstIndex(of: byte) { counts[mark] += 1 }
      }
      at += 1
    }
    if any { records.append(counts) }
    guard let first = records.first else { return marks[0] }
    let scores = marks.indices.map { mark in
      first[mark] == 0 ? 0 : records.count { $0[mark] == first[mark] } * 100 + min(first[mark], 50)
    }
    guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[best] > 0 else { return marks[0] }
    return marks[best]
  }

  /// Goes past the end of a line.
  private mutating func endLine() {
    guard at < bytes.count else { return }
    at += bytes[at] == 0x0D && at + 1 < bytes.count && bytes[at + 1] == 0x0A ? 2 : 1
    line += 1
  }

  /// The next record that has something in it; `nil`: there is none.
  mutating func next(_ findings: inout BankFindings) -> [Cell]? {
    while at < bytes.count {
      recordLine = line
      var cells: [Cell] = []
      while true {
        cells.append(cell(&findings))
        guard at < bytes.count, bytes[at] == separator else { break }
        at += 1
      }
      endLine()
      if cells.contains(where: { !$0.text.isBlank }) { return cells }
    }
    return nil
  }

  private mutating func cell(_ findings: inout BankFindings) -> Cell {
    let begin = at
    var start = at
    while start < bytes.count, bytes[start] == 0x20 { start += 1 }
    guard start < bytes.count, bytes[start] == 0x22 else {
      while at < bytes.count, bytes[at] != separator, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
      return Cell(text: String(decoding: bytes[begin..<at], as: UTF8.self), offset: begin)
    }
    at = start + 1
    var out: [UInt8] = []
    while at < bytes.count {
      let byte = bytes[at]
      if byte == 0x22 {
        guard at + 1 < bytes.count, bytes[at + 1] == 0x22 else { break }
        at += 1
      }
      if byte == 0x0A || byte == 0x0D {
        out.append(0x0A)
        endLine()
        continue
      }
      out.append(byte)
      at += 1
    }
    if at == bytes.count {
      findings.error(start, "the quotation mark is not closed", "write \" at the field's end, \"\" for one inside")
    } else {
      at += 1
      let junk = at
      while at < bytes.count, bytes[at] != separator, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
      if bytes[junk..<at].contains(where: { !GIFTByte.isSpace($0) }) {
        findings.warn(
          junk, "there is text behind the closing quotation mark: it is read as a part of the field",
          "write \"\" for a quotation mark inside")
        out += bytes[junk..<at]
      }
    }
    return Cell(text: String(decoding: out, as: UTF8.self), offset: start)
  }

  /// The parts of a cell between bars; `\|` is a bar, `\\` a backslash, `\>` no part of an arrow.
  static func parts(_ text: String) -> [String] {
    if text.isBlank { return [] }
    var parts: [[UInt8]] = [[]]
    var escaped = false
    for byte in text.utf8 {
      if escaped {
        if byte != UInt8(ascii: "|"), byte != GIFTByte.escape { parts[parts.count - 1].append(GIFTByte.escape) }
        parts[parts.count - 1].append(byte)
        escaped = false
      } else if byte == GIFTByte.escape {
        escaped = true
      } else if byte == UInt8(ascii: "|") {
        parts.append([])
      } else {
        parts[parts.count - 1].append(byte)
      }
    }
    if escaped { parts[parts.count - 1].append(GIFTByte.escape) }
    return parts.map { BankText.trimmed(String(decoding: $0, as: UTF8.self)) ?? "" }
  }

  /// The cell that `parts` takes apart again.
  static func joined(_ parts: [String]) -> String {
    parts.map { part in
      var out: [UInt8] = []
      for byte in part.utf8 {
        if byte == UInt8(ascii: "|") || byte == GIFTByte.escape { out.append(GIFTByte.escape) }
        out.append(byte)
      }
      return String(decoding: out, as: UTF8.self)
    }.joined(separator: " | ")
  }
}
