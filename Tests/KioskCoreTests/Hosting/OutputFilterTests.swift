import SittingScript
import Testing

@testable import KioskCore

@Suite("What a hosted program writes")
struct OutputFilterTests {
  private static func filtered(_ text: String, rows: Int = 23, cuts: [Int] = []) -> String {
    filtered(Array(text.utf8), rows: rows, cuts: cuts)
  }

  private static func filtered(_ bytes: [UInt8], rows: Int = 23, cuts: [Int] = []) -> String {
    var filter = OutputFilter(rows: rows)
    var output: [UInt8] = []
    var start = 0
    for end in cuts + [bytes.count] where end >= start {
      filter.feed(bytes[start..<end], into: &output)
      start = end
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// What goes in, and what comes out.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let written: String
    let shown: String
    init(_ name: String, _ written: String, _ shown: String) {
      self.name = name
      self.written = written
      self.shown = shown
    }
    var testDescription: String { name }
  }

  /// What passes as it is.
  static let passing = [
    "text", "é渥太华👩‍🏫\r\n\t\u{8}\u{7}\u{B}\u{C}", "\u{E}lqk\u{F}", "\u{1B}7\u{1B}8", "\u{1B}D\u{1B}E\u{1B}H\u{1B}M",
    "\u{1B}=\u{1B}>", "\u{1B}(0\u{1B}(B\u{1B})0\u{1B})B", "\u{1B}[m", "\u{1B}[0;1;38;5;196;48:2::1:2:3m",
    "\u{1B}[;1m\u{1B}[38;5;11;48;2;10;11;12;1m\u{1B}[4:3;58:5:11m", "\u{1B}[A",
    "\u{1B}[12C", "\u{1B}[2J", "\u{1B}[K", "\u{1B}[5L\u{1B}[5M\u{1B}[5P\u{1B}[5@\u{1B}[5X", "\u{1B}[3S\u{1B}[3T",
    "\u{1B}[2G\u{1B}[2`\u{1B}[2a\u{1B}[2b\u{1B}[2Z\u{1B}[2I\u{1B}[3g", "\u{1B}[s\u{1B}[u", "\u{1B}[4h\u{1B}[4l",
    "\u{1B}[?1h\u{1B}[?7l\u{1B}[?25l\u{1B}[?12h", "\u{1B}[?1049h\u{1B}[?1049l",
    "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h",
    "\u{1B}[2 q", "\u{1B}[5;10H", "\u{1B}[3;9r",
  ]

  static let cases = [
    // Strings, however they end, and what is said after them.
    Case("a title", "a\u{1B}]0;x\u{7}b", "ab"), Case("a title ended by ST", "a\u{1B}]2;x\u{1B}\\b", "ab"),
    Case("the clipboard", "a\u{1B}]52;c;YQ==\u{7}b", "ab"),
    Case("a link", "\u{1B}]8;;http://x\u{1B}\\y\u{1B}]8;;\u{1B}\\", "y"),
    Case("DCS", "a\u{1B}P1$r0m\u{1B}\\b", "ab"), Case("APC", "a\u{1B}_Gf=100;AA\u{1B}\\b", "ab"),
    Case("PM", "a\u{1B}^x\u{1B}\\b", "ab"), Case("SOS", "a\u{1B}Xx\u{1B}\\b", "ab"),
    Case("screen's title", "a\u{1B}kx\u{1B}\\b", "ab"), Case("a bell ends no DCS", "a\u{1B}Px\u{7}y\u{1B}\\b", "ab"),
    Case("a string cut off by CAN", "a\u{1B}]0;x\u{18}b", "ab"),
    Case("a string cut off by a sequence", "a\u{1B}]0;x\u{1B}[1mb", "a\u{1B}[1mb"),
    Case("what tmux passes on", "a\u{1B}Ptmux;\u{1B}\u{1B}]52;c;x\u{7}\u{1B}\\b", "ab"),
    Case("the console's colours", "a\u{1B}]P0123456b\u{1B}]Rc", "abc"),
    // Resets.
    Case("RIS", "a\u{1B}cb", "ab"), Case("DECSTR", "a\u{1B}[!pb", "ab"), Case("DECALN", "a\u{1B}#8b", "ab"),
    // Questions that a terminal answers as if typed.
    Case("DA", "a\u{1B}[cb\u{1B}[0c\u{1B}[>c\u{1B}[=c", "ab"), Case("DECID", "a\u{1B}Zb", "ab"),
    Case("DSR", "a\u{1B}[5nb\u{1B}[6nc\u{1B}[?6n", "abc"), Case("DECRQM", "a\u{1B}[?2004$pb", "ab"),
    Case("ENQ", "a\u{5}b", "ab"), Case("DECREQTPARM", "a\u{1B}[xb", "ab"),
    Case("a checksum", "a\u{1B}[1;1;1;1;1;1*yb", "ab"),
    Case("XTVERSION", "a\u{1B}[>qb", "ab"), Case("the window's title", "a\u{1B}[21tb", "ab"),
    Case("the window's size", "a\u{1B}[8;1;1tb", "ab"),
    Case("kitty's keyboard", "a\u{1B}[?ub\u{1B}[>1u\u{1B}[=1u", "ab"),
    // What changes what keys send, so that home keys would not be known.
    Case("modifyOtherKeys", "a\u{1B}[>4;2mb", "ab"), Case("the keyboard's lamps", "a\u{1B}[1qb", "ab"),
    Case("eight bit controls", "a\u{1B} Gb", "ab"), Case("another character set", "a\u{1B}%@b\u{1B}(Ub", "abb"),
    // What drives the console or a printer.
    Case("setterm", "a\u{1B}[9;0]b\u{1B}[14]c\u{1B}[12;2]d", "abcd"),
    Case("a function key's echo", "a\u{1B}[[Ab", "ab"),
    Case("the printer", "a\u{1B}[5ib\u{1B}[?4i", "ab"), Case("132 columns", "a\u{1B}[?3hb", "ab"),
    Case("ANSI modes but insert", "a\u{1B}[20hb\u{1B}[2h", "ab"),
    Case("left and right margins", "a\u{1B}[?69hb\u{1B}[5;9s", "ab"),
    Case("synchronised output", "a\u{1B}[?2026hb", "ab"), Case("saved modes", "a\u{1B}[?1000sb\u{1B}[?1000r", "ab"),
    // The kiosk's own modes are noted, not passed.
    Case("paste marks", "a\u{1B}[?2004hb", "ab"), Case("the focus", "a\u{1B}[?1004hb", "ab"),
    Case(
      "the cursor's being shown, after the second screen", "\u{1B}[?25l\u{1B}[?1049l",
      "\u{1B}[?25l\u{1B}[?1049l\u{1B}[?25l"),
    Case("among others", "\u{1B}[?1;2004;25l", "\u{1B}[?1l\u{1B}[?25l"),
    // Controls in every spelling.
    Case("C1 in UTF-8", "a\u{9B}6nb\u{9D}0;x\u{7}", "a6nb0;x\u{7}"), Case("NUL and DEL", "a\u{0}\u{7F}b", "ab"),
    Case("flow control", "a\u{11}\u{13}b", "ab"),
    // What has the Linux console read the bytes of a character one by one, and 0x9B in the midst of it as CSI.
    Case("fonts", "a\u{1B}[11mb\u{1B}[0;12;1mc\u{1B}[10md", "ab\u{1B}[0;1mcd"),
    Case("a font that is no colour", "\u{1B}[1;38;9;11m\u{1B}[38;2;12;11m\u{1B}[38m", "\u{1B}[1m"),
    Case("a font in a colour of underlines", "\u{1B}[58;5;11m\u{1B}[1;58;2;1;2;3;4m", "\u{1B}[1;4m"),
    Case("a font beyond a word", "\u{1B}[4294967307m\u{1B}[38;5;4294967307;1m", "\u{1B}[1m"),
    Case("a font with leading noughts", "\u{1B}[0011m\u{1B}[0000000011m", ""),
    Case("characters that are shifted out", "\u{E}q☛6n\u{F}☛6n", "\u{E}q\u{F}☛\u{E}6n\u{F}☛6n"),
    // Sequences with controls in their midst, broken off, too long.
    Case("a line feed within", "a\u{1B}[2\n2mb", "a\n\u{1B}[22mb"),
    Case("broken off by CAN", "a\u{1B}[1\u{18}mb", "amb"),
    Case("begun anew", "a\u{1B}[1\u{1B}[2mb", "a\u{1B}[2mb"),
    Case("too long", "a\u{1B}[" + String(repeating: "1;", count: 60) + "mb", "ab"),
    Case("too great", "\u{1B}[99999999999b", "\u{1B}[9999b"), Case("an unfinished one", "a\u{1B}[12", "a"),
    Case("letters among numbers", "a\u{1B}[1$Ab\u{1B}[1 Ac", "abc"),
    // The last row is the kiosk's.
    Case("a place in it", "\u{1B}[24;5H\u{1B}[99;1f\u{1B}[99d", "\u{1B}[23;5H\u{1B}[23;1H\u{1B}[23d"),
    Case("home", "\u{1B}[H", "\u{1B}[1;1H"),
    Case("margins over it", "\u{1B}[1;24r\u{1B}[r", "\u{1B}[1;23r\u{1B}[1;23r"),
    Case("margins that are none", "a\u{1B}[9;9rb\u{1B}[30;40r", "ab"), Case("down without a margin", "\u{1B}[5e", ""),
  ]

  @Test("passes as it is where it is harmless", arguments: passing)
  func passes(_ text: String) { #expect(Self.filtered(text) == text) }

  @Test("is dropped whole, or changed, where it is not", arguments: cases)
  func drops(_ one: Case) { #expect(Self.filtered(one.written) == one.shown) }

  @Test("is the same wherever a read cuts it")
  func cutsChangeNothing() {
    for text in Self.passing + Self.cases.map(\.written) {
      let bytes = Array(text.utf8)
      let whole = Self.filtered(bytes)
      for cut in 0...bytes.count { #expect(Self.filtered(bytes, cuts: [cut]) == whole, "\(text.debugDescription)") }
      #expect(Self.filtered(bytes, cuts: Array(0..<bytes.count)) == whole)
    }
  }

  @Test("that is no UTF-8 is replaced, and no terminal reads a control in it")
  func malformed() {
    #expect(Self.filtered([0x61, 0x9B, 0x36, 0x6E, 0xFF, 0xC3, 0x28]) == "a\u{FFFD}6n\u{FFFD}\u{FFFD}(")
    #expect(Self.filtered([0xC0, 0x9B, 0x41]) == "\u{FFFD}\u{FFFD}A")
    #expect(Self.filtered([0xED, 0xA0, 0x80]) == "\u{FFFD}\u{FFFD}\u{FFFD}")
    #expect(Self.filtered([0xE2, 0x82, 0x1B, 0x5B, 0x6D]) == "\u{FFFD}\u{1B}[m")
  }

  /// A strict reader of what may come out, written apart from the filter. It returns what is wrong.
  private static func fault(_ output: [UInt8], rows: Int) -> String? {
    guard let text = String(validating: output, as: UTF8.self) else { return "no UTF-8" }
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar.value {
      case 0x1B:
        guard let next = rest.popFirst() else { return "a lone ESC" }
        if "78=>DEHM".unicodeScalars.contains(next) { continue }
        if "()".unicodeScalars.contains(next) {
          guard let set = rest.popFirst(), set == "0" || set == "B" else { return "a set" }
          continue
        }
        guard next == "[" else { return "ESC \(next)" }
        var parameters = ""
        var final: Unicode.Scalar?
        while let byte = rest.popFirst() {
          if byte.value >= 0x40 {
            final = byte
            break
          }
          parameters.unicodeScalars.append(byte)
        }
        guard let final, parameters.utf8.count <= 64 else { return "an unfinished sequence" }
        if let why = fault(final, parameters, rows) { return why }
      case 0x07...0x0F, 0x20..<0x7F: continue
      case 0..<0xA0: return "the control \(scalar.value)"
      default: continue
      }
    }
    return nil
  }

  private static func fault(_ final: Unicode.Scalar, _ parameters: String, _ rows: Int) -> String? {
    let said = "[\(parameters)\(final)"
    let isNumbers = parameters.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x3B }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    if parameters.hasPrefix("?") {
      guard let mode = Int(parameters.dropFirst()), OutputFilter.privateModes.contains(mode) else { return said }
      return final == "h" || final == "l" ? nil : said
    }
    if final == "q" { return parameters.hasSuffix(" ") && parameters.utf8.count == 2 ? nil : said }
    if final == "m" { return parameters.utf8.allSatisfy { (0x30...0x3B).contains($0) } ? nil : said }
    guard isNumbers, numbers.allSatisfy({ $0 <= 9999 }) else { return said }
    switch final {
    case "H", "d": return numbers[0] <= rows ? nil : said
    case "r": return numbers.count == 2 && numbers[1] <= rows ? nil : said
    case "h", "l": return parameters == "4" ? nil : said
    case "s", "u": return parameters.isEmpty ? nil : said
    default: return "ABCDEFGIJKLMPSTXZ@`abg".unicodeScalars.contains(final) ? nil : said
    }
  }

  /// Bytes at random, and sequences put together of what sequences are made of, cut at random.
  @Test("never lets through what is not on the list, whatever it is")
  func atRandom() {
    var random = SplitMix(seed: 20_261_130)
    let parts: [[UInt8]] =
      [
        [0x1B], [0x1B, 0x5B], [0x1B, 0x5D], [0x1B, 0x50], [0x3F], [0x3E], [0x21], [0x24], [0x20], [0x3B], [0x07],
        [0x9B],
      ]
      + [[0xC2, 0x9B], [0x1B, 0x5C], [0x18], [0x5B], Array("2004".utf8), Array("1049".utf8), Array("52;c;".utf8)]
    for _ in 0..<20_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int(random.next() % 24) {
        switch random.next() % 3 {
        case 0: bytes.append(UInt8(truncatingIfNeeded: random.next()))
        case 1: bytes.append(UInt8(0x20 + random.next() % 0x5F))
        default: bytes += parts[Int(random.next() % UInt64(parts.count))]
        }
      }
      let rows = 2 + Int(random.next() % 60)
      var filter = OutputFilter(rows: rows)
      var output: [UInt8] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = 1 + Int(random.next() % 8)
        filter.feed(rest.prefix(count), into: &output)
        // Between any two calls other bytes may be put: what came out so far is whole.
        if let why = Self.fault(output, rows: rows) {
          Issue.record("\(bytes) let \(why) through")
          return
        }
        rest = rest.dropFirst(count)
      }
    }
  }

  @Test("is remembered, so that the terminal can be set up anew")
  func remembers() {
    var filter = OutputFilter(rows: 23)
    var output: [UInt8] = []
    let asked =
      "\u{1B}[?1049h\u{1B}[?1h\u{1B}=\u{1B}[?25l\u{1B}[3;9r\u{1B}(0\u{1B}[0;1m\u{1B}[31m\u{1B}[?2004h\u{1B}[?1004h"
    filter.feed(Array(asked.utf8), into: &output)
    #expect(filter.wishes.isOnSecondScreen && filter.wishes.wantsPasteMarks && filter.wishes.wantsFocus)
    let restored = String(decoding: filter.wishes.restored(rows: 23), as: UTF8.self)
    for part in [
      "\u{1B}[?1049h", "\u{1B}[?1h", "\u{1B}=", "\u{1B}[?25l", "\u{1B}[3;9r", "\u{1B}(0", "\u{1B}[0;1m\u{1B}[31m",
    ] {
      #expect(restored.contains(part), "\(part.debugDescription)")
    }
    let undone = String(decoding: filter.wishes.undone, as: UTF8.self)
    for part in ["\u{1B}[?1049l", "\u{1B}[?1l", "\u{1B}>", "\u{1B}[?25h", "\u{1B}(B", "\u{1B}[m"] {
      #expect(undone.contains(part), "\(part.debugDescription)")
    }
    filter.feed(Array("\u{1B}[0m\u{1B}[?1049l".utf8), into: &output)
    #expect(
      !filter.wishes.isOnSecondScreen
        && !String(decoding: filter.wishes.restored(rows: 23), as: UTF8.self).contains("31m"))
    #expect(!filter.wishes.hasSavedCursor)
    filter.feed(Array("\u{1B}7".utf8), into: &output)
    #expect(filter.wishes.hasSavedCursor)
  }

  @Test("tells when the kiosk's row may have been written over")
  func tellsOfItsRow() {
    var filter = OutputFilter(rows: 23)
    var output: [UInt8] = []
    filter.feed(Array("text\u{1B}[K".utf8), into: &output)
    #expect(!filter.hasTouchedLastRow)
    filter.feed(Array("\u{1B}[2J".utf8), into: &output)
    #expect(filter.hasTouchedLastRow)
    filter.hasTouchedLastRow = false
    filter.feed(Array("\u{1B}[1;5r".utf8), into: &output)
    #expect(filter.hasTouchedLastRow)
  }
}
