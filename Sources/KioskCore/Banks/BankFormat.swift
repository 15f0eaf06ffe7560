/// A file format that questions come in and go out as.
public enum BankFormat: String, CaseIterable, Sendable {
  /// The kiosk's own exam file, `kiosk-exam/1`.
  case json
  /// Moodle's GIFT: <https://docs.moodle.org/en/GIFT_format>.
  case gift
  /// Aiken, multiple choice alone: <https://docs.moodle.org/en/Aiken_format>.
  case aiken
  /// Moodle's XML: <https://docs.moodle.org/en/Moodle_XML_format>.
  case moodle
  /// A table: CSV (RFC 4180), with semicolons or tabs too.
  case csv

  /// The formats as they are called in messages.
  public var title: String {
    switch self {
    case .json: "JSON (kiosk-exam/1)"
    case .gift: "GIFT"
    case .aiken: "Aiken"
    case .moodle: "Moodle XML"
    case .csv: "CSV"
    }
  }

  /// What a person may call a format, beside its own name.
  private static let otherNames: [String: BankFormat] = [
    "xml": .moodle, "moodlexml": .moodle, "moodle-xml": .moodle, "moodle_xml": .moodle, "tsv": .csv, "exam": .json,
    "kiosk": .json,
  ]

  /// The format called `name`, in any case; `nil`: none.
  public init?(name: String) {
    let name = name.lowercased()
    guard let format = BankFormat(rawValue: name) ?? Self.otherNames[name] else { return nil }
    self = format
  }

  /// The format that a file's name ends like; `nil`: it tells nothing (".txt" is GIFT as often as Aiken).
  public init?(fileName: String) {
    let ending = fileName.lowercased().split(separator: ".").last.map(String.init) ?? ""
    switch ending {
    case "json": self = .json
    case "gift": self = .gift
    case "aiken": self = .aiken
    case "xml": self = .moodle
    case "csv", "tsv": self = .csv
    default: return nil
    }
  }

  /// The format of a file by its content: UTF-8, without a byte order mark. A file that is none of the others is GIFT where
  /// it has braces or names, and otherwise a table.
  public static func guess(_ bytes: UnsafeBufferPointer<UInt8>) -> BankFormat {
    var at = 0
    while at < bytes.count, GIFTByte.isSpace(bytes[at]) { at += 1 }
    guard at < bytes.count else { return .gift }
    if bytes[at] == UInt8(ascii: "<"), looksLikeXML(bytes, at) { return .moodle }
    if bytes[at] == UInt8(ascii: "{") {
      var next = at + 1
      while next < bytes.count, GIFTByte.isSpace(bytes[next]) { next += 1 }
      if next < bytes.count, bytes[next] == 0x22 { return .json }
    }
    return BankGlance(bytes).format
  }

  private static func looksLikeXML(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
    for start in ["<?xml", "<quiz", "<!--", "<question"] as [StaticString]
    where GIFTByte.isAt(bytes, at, start) { return true }
    return false
  }
}

/// What the lines of a file look like, looked at once.
private struct BankGlance {
  private var keys = 0
  private var options = 0
  private var names = 0
  private var groups = 0
  private var answers = 0
  private var lines = 0
  private var delimited = 0

  /// More than this many bytes are not needed to tell.
  private static let enough = 1 << 20

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0
    let end = min(bytes.count, Self.enough)
    while start < end {
      var stop = start
      while stop < end, bytes[stop] != 0x0A, bytes[stop] != 0x0D { stop += 1 }
      look(bytes, start, stop)
      start = stop + 1
    }
  }

  private mutating func look(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ stop: Int) {
    var at = start
    while at < stop, GIFTByte.isSpace(bytes[at]) { at += 1 }
    guard at < stop else { return }
    lines += 1
    if GIFTByte.isAt(bytes, at, "ANSWER:", anyCase: true) { keys += 1 }
    if at + 1 < stop, bytes[at] &- 0x41 < 26, bytes[at + 1] == 0x2E || bytes[at + 1] == 0x29 { options += 1 }
    if GIFTByte.isAt(bytes, at, "::") || GIFTByte.isAt(bytes, at, "$CATEGORY:") || GIFTByte.isAt(bytes, at, "//") {
      names += 1
    }
    var separated = false
    var previous: UInt8 = 0
    while at < stop {
      let byte = bytes[at]
      if byte == UInt8(ascii: "{"), previous != 0x5C {
        groups += 1
        var next = at + 1
        while next < stop, bytes[next] == 0x20 { next += 1 }
        if next == stop || "=~#}TtFf".utf8.contains(bytes[next]) { answers += 1 }
      }
      if byte == 0x2C || byte == 0x3B || byte == 0x09 { separated = true }
      previous = byte
      at += 1
    }
    if separated { delimited += 1 }
  }

  var format: BankFormat {
    if keys > 0, options > 0, keys * 2 > answers { return .aiken }
    if names > 0 || answers > 0 { return .gift }
    if delimited > 0, delimited * 2 >= lines { return .csv }
    return groups > 0 ? .gift : .csv
  }
}
