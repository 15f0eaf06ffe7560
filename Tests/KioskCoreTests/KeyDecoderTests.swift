import SittingScript
import Testing

@testable import KioskCore

/// Feeds each chunk as one read, then lets every time-out pass.
private func decode(_ chunks: [[UInt8]], from decoder: KeyDecoder = KeyDecoder(), ending: Bool = true) -> [Key] {
  var decoder = decoder
  var keys: [Key] = []
  for chunk in chunks { chunk.withUnsafeBufferPointer { decoder.feed($0, into: &keys) } }
  if ending {
    for _ in 0..<8 where decoder.timeout != nil { decoder.timedOut(into: &keys) }
    #expect(decoder.timeout == nil)
  }
  return keys
}

private func decode(_ text: String, from decoder: KeyDecoder = KeyDecoder()) -> [Key] {
  decode([Array(text.utf8)], from: decoder)
}

@Suite struct KeyDecoderTests {
  /// Sequences that mean one key, whole.
  static let known: [(String, Key)] =
    [
      ("\r", .enter), ("\n", .enter), ("\t", .tab), ("\u{8}", .backspace), ("\u{7F}", .backspace),
      ("\u{1}", .lineStart), ("\u{5}", .end), ("\u{B}", .deleteToEnd), ("\u{C}", .redraw), ("\u{15}", .deleteToStart),
      ("\u{17}", .deleteWord), ("\u{E}", .pageDown), ("\u{10}", .pageUp),
      ("\u{3}", .home(.ctrlC)), ("\u{4}", .home(.ctrlD)), ("\u{11}", .home(.ctrlQ)), ("\u{13}", .home(.ctrlS)),
      ("\u{1A}", .home(.ctrlZ)), ("\u{1C}", .home(.ctrlBackslash)), (HomeKey.switchSequence, .home(.consoleSwitch)),
      (HomeKey.restartSequence, .home(.restart)),
      ("\u{1B}[H", .home(.home)), ("\u{1B}OH", .home(.home)), ("\u{1B}[1~", .home(.home)), ("\u{1B}[7~", .home(.home)),
      ("\u{1B}[1;5H", .home(.home)), ("\u{1B}[1;2H", .home(.home)), ("\u{1B}[7;5~", .home(.home)),
      ("\u{1B}[1;5~", .home(.home)), ("\u{1B}[7$", .home(.home)), ("\u{1B}[7^", .home(.home)),
      ("\u{1B}[7@", .home(.home)), ("\u{1B}\u{1B}[H", .home(.home)), ("\u{1B}[57423u", .home(.home)),
      ("\u{1B}[F", .end), ("\u{1B}OF", .end), ("\u{1B}[4~", .end), ("\u{1B}[8~", .end), ("\u{1B}[1;5F", .end),
      ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
      ("\u{1B}OA", .up), ("\u{1B}OB", .down), ("\u{1B}OC", .right), ("\u{1B}OD", .left),
      ("\u{1B}[1;2D", .left), ("\u{1B}[1;5C", .wordRight), ("\u{1B}[1;5D", .wordLeft), ("\u{1B}[1;3C", .wordRight),
      ("\u{1B}[1;3D", .wordLeft), ("\u{1B}O5D", .wordLeft), ("\u{1B}Oc", .wordRight), ("\u{1B}Od", .wordLeft),
      ("\u{1B}[c", .right), ("\u{1B}\u{1B}[D", .wordLeft), ("\u{1B}\u{1B}OC", .wordRight), ("\u{1B}b", .wordLeft),
      ("\u{1B}f", .wordRight), ("\u{1B}\u{7F}", .deleteWord), ("\u{1B}\u{8}", .deleteWord),
      ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[2~", .insert), ("\u{1B}[3~", .delete),
      ("\u{1B}[3;5~", .delete), ("\u{1B}[5;5~", .pageUp), ("\u{1B}[Z", .backTab), ("\u{1B}[1;2Z", .backTab),
      ("\u{1B}[I", .focus(true)), ("\u{1B}[O", .focus(false)),
      ("\u{1B}[?2004;1$y", .modeReport(mode: 2004, value: 1)), ("\u{1B}[?1004;2$y", .modeReport(mode: 1004, value: 2)),
      ("\u{1B}[?1;2c", .modeReport(mode: 0, value: 0)),
      ("\u{1B}[99;5u", .home(.ctrlC)), ("\u{1B}[122;5u", .home(.ctrlZ)), ("\u{1B}[92;5u", .home(.ctrlBackslash)),
      ("\u{1B}[1089::99;5u", .home(.ctrlC)), ("\u{1B}[27;5;99~", .home(.ctrlC)), ("\u{1B}[27u", .home(.escape)),
      ("\u{1B}[27;1:1u", .home(.escape)), ("\u{1B}[13u", .enter), ("\u{1B}[9;2u", .backTab), ("\u{1B}[97u", .text("a")),
      ("\u{1B}[97:65;2u", .text("A")), ("\u{1B}[233u", .text("é")), ("\u{1B}[49;3u", .alt("1")),
      ("\u{1B}[127u", .backspace), ("\u{1B}[127;5u", .deleteWord), ("\u{1B}[57399u", .text("0")),
      ("\u{1B}OM", .enter), ("\u{1B}Op", .text("0")), ("\u{1B}Oy", .text("9")), ("\u{1B}Ok", .text("+")),
      ("\u{1B}1", .alt("1")), ("\u{1B}9", .alt("9")), ("\u{1B}x", .alt("x")), ("\u{1B}é", .alt("é")),
      ("\u{1B}\r", .alt("\n")),
      ("\u{1B}[200~a\u{1B}[Ab\nc\u{1B}[201~", .paste("a\u{1B}[Ab\nc")), ("\u{1B}[200~\u{1B}[201~", .paste("")),
      ("\u{1B}[200~\u{1B}\u{1B}[2\u{1B}[201~", .paste("\u{1B}\u{1B}[2")),
    ]
    + zip(["P", "Q", "R", "S"], 1...4).flatMap { final, number in
      ["\u{1B}O\(final)", "\u{1B}[1;2\(final)", "\u{1B}[1;5\(final)", "\u{1B}O2\(final)", "\u{1B}[\(final)"]
        .map { ($0, Key.function(number)) }
    }
    + zip(["A", "B", "C", "D", "E"], 1...5).map { ("\u{1B}[[\($0)", .function($1)) }
    + zip([11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24], 1...12).flatMap { number, function in
      ["\u{1B}[\(number)~", "\u{1B}[\(number);5~", "\u{1B}[\(number)^"].map { ($0, Key.function(function)) }
    }

  /// Sequences that mean nothing to us.
  static let unknown: [String] = [
    "\u{1B}[99~", "\u{1B}[>0;276;0c", "\u{1B}[24;80R", "\u{1B}[1;1R", "\u{1B}[0n", "\u{1B}[<0;10;20M",
    "\u{1B}[<0;10;20m", "\u{1B}[35;10;20M", "\u{1B}[M !!", "\u{1B}[E", "\u{1B}[25~", "\u{1B}[34~", "\u{1B}[1;2;3;4;5x",
    "\u{1B}]0;title\u{7}", "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", "\u{1B}]52;c;T3R0YXdh\u{1B}\\",
    "\u{1B}P1$r0m\u{1B}\\", "\u{1B}P>|term 1.0\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}^x\u{1B}\\",
    "\u{1B}Xx\u{1B}\\",
    "\u{1B}]Ottawa é 渥太华\u{7}", "\u{1B}[99;9u", "\u{1B}[97;1:3u", "\u{1B}[57358u", "\u{1B}[27;5;10000000000~",
    "\u{1B}[=1;2x", "\u{1B}[!p", "\u{1B}[1 q", "\u{1B}#8", "\u{1B}(B", "\u{1B}Oz", "\u{1B}[[F",
    "\u{1B}[" + String(repeating: "1;", count: 300) + "H", "\u{1B}[201~", "\u{0}", "\u{7}", "\u{1F}",
    "\u{85}", "\u{9B}1;2X", "\u{9D}0;t\u{7}", "\u{90}q\u{1B}\\", "\u{FEFF}",
  ]

  @Test func eachKnownSequenceIsOneKey() {
    for (bytes, key) in Self.known { #expect(decode(bytes) == [key], "\(bytes.debugDescription)") }
  }

  @Test func eachSequenceIsTheSameCutAtEveryPlace() {
    for (text, key) in Self.known {
      let bytes = Array(text.utf8)
      for cut in 1..<max(2, bytes.count) where cut < bytes.count {
        #expect(decode([Array(bytes[..<cut]), Array(bytes[cut...])]) == [key], "\(text.debugDescription) at \(cut)")
      }
      #expect(decode(bytes.map { [$0] }) == [key], "\(text.debugDescription) byte by byte")
    }
  }

  @Test func unknownSequencesAreSwallowedWholeAndNeverTyped() {
    for text in Self.unknown {
      let bytes = Array(text.utf8)
      #expect(decode(text) == [], "\(text.debugDescription)")
      #expect(decode(bytes.map { [$0] }) == [], "\(text.debugDescription) byte by byte")
      for cut in 1..<max(2, bytes.count) where cut < bytes.count {
        #expect(decode([Array(bytes[..<cut]), Array(bytes[cut...])]) == [], "\(text.debugDescription) at \(cut)")
      }
      #expect(decode("a" + text + "b") == [.text("a"), .text("b")] || decode("a" + text + "b") == [.text("ab")])
    }
  }

  @Test func textOfOneReadComesAsOneKey() {
    #expect(decode("Ottawa") == [.text("Ottawa")])
    #expect(decode("渥太华") == [.text("渥太华")])
    #expect(decode("e\u{301}👩‍👩‍👧🇨🇦") == [.text("e\u{301}👩‍👩‍👧🇨🇦")])
    #expect(decode("ab\rcd\r\nef") == [.text("ab"), .enter, .text("cd"), .enter, .text("ef")])
    #expect(decode("a\u{1B}[Hb") == [.text("a"), .home(.home), .text("b")])
  }

  @Test func malformedUTF8BecomesReplacementCharacters() {
    #expect(decode([[0xFF]]) == [.text("\u{FFFD}")])
    #expect(decode([[0x61, 0xC3, 0x62]]) == [.text("a\u{FFFD}b")])
    #expect(decode([[0xC3]]) == [.text("\u{FFFD}")])
    #expect(decode([[0xC3], [0xA9]]) == [.text("é")])
    let samples: [[UInt8]] = [
      [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F, 0x98],
      [0xE2, 0x82, 0x41], [0x80, 0x80], [0xF0, 0x41], [0xE6, 0xB8, 0xE5, 0xA4, 0xAA],
    ]
    for sample in samples {
      #expect(decode([sample]) == [.text(String(decoding: sample, as: UTF8.self))], "\(sample)")
    }
  }

  @Test func aLoneEscapeIsEscAfterItsTimeOut() {
    var decoder = KeyDecoder()
    var keys: [Key] = []
    [0x1B].withUnsafeBufferPointer { decoder.feed($0, into: &keys) }
    #expect(keys == [])
    #expect(decoder.timeout == 50)
    decoder.timedOut(into: &keys)
    #expect(keys == [.home(.escape)])
    #expect(decode([[0x1B], [0x1B], [0x1B]]) == [.home(.escape), .home(.escape), .home(.escape)])
    #expect(decode("\u{1B}\u{1B}") == [.home(.escape), .home(.escape)])
    #expect(decode("\u{1B}\u{3}") == [.home(.escape), .home(.ctrlC)])
  }

  @Test func theRestOfASequenceAfterEscWasToldIsSwallowed() {
    var decoder = KeyDecoder()
    var keys: [Key] = []
    [0x1B].withUnsafeBufferPointer { decoder.feed($0, into: &keys) }
    decoder.timedOut(into: &keys)
    #expect(decode("[1;5H", from: decoder) == [])
    #expect(decode("Ottawa", from: decoder) == [.text("Ottawa")])
    #expect(decode("\u{1B}", from: decoder) == [.home(.escape)])
  }

  /// Over a slow line a string or an F-key came more than 50 ms after its ESC and was typed into the answer.
  @Test func theLateRestOfAStringOrAnFKeyIsSwallowedWhereAHandCannotHaveTypedIt() {
    var decoder = KeyDecoder()
    var keys: [Key] = []
    [0x1B].withUnsafeBufferPointer { decoder.feed($0, into: &keys) }
    decoder.timedOut(into: &keys)
    for late in ["]11;rgb:0000/0000\u{1B}\\", "]0;t\u{7}", "P1$r0m\u{1B}\\", "_Gi=1;OK\u{1B}\\", "OH", "OP"] {
      #expect(decode(late, from: decoder) == [], "\(late.debugDescription)")
    }
    #expect(decode([Array("]11;rgb".utf8), Array(":0\u{7}a".utf8)], from: decoder) == [.text("a")])
    for typed in ["P", "Paris", "O", "Oslo", "]", "OK", "X", "^"] {
      #expect(decode(typed, from: decoder) == [.text(typed)])
    }
  }

  /// A terminal told to send eight bits begins its keys with the byte 0x9B: U+FFFD and the rest were typed.
  @Test func anEightBitSequenceIsAKeyAndNoText() {
    #expect(decode([[0x9B, 0x48]]) == [.home(.home)])
    #expect(decode([[0x61, 0x9B, 0x31, 0x3B, 0x32, 0x58, 0x62]]) == [.text("a"), .text("b")])
    #expect(decode([[0x9B], [0x31, 0x7E]]) == [.home(.home)])
    #expect(decode([[0xE6, 0x9B, 0xB4]]) == [.text("更")])
    #expect(decode([[0x99, 0x61]]) == [.text("\u{FFFD}a")])
  }

  @Test func aSequenceThatNeverEndsIsGivenUpAfterItsTimeOut() {
    for start in ["\u{1B}[", "\u{1B}[1;", "\u{1B}]0;x", "\u{1B}P", "\u{1B}[M", "\u{1B}[[", "\u{1B}O5"] {
      var decoder = KeyDecoder()
      var keys: [Key] = []
      Array(start.utf8).withUnsafeBufferPointer { decoder.feed($0, into: &keys) }
      #expect(decoder.timeout == 500, "\(start.debugDescription)")
      decoder.timedOut(into: &keys)
      #expect(keys == [])
      #expect(decode("a", from: decoder) == [.text("a")], "\(start.debugDescription)")
    }
    #expect(decode("\u{1B}O") == [.alt("O")])
    #expect(decode("\u{1B}[200~abc") == [.paste("abc")])
  }

  @Test func aHomeKeyWithinABrokenSequenceStillCounts() {
    #expect(decode("\u{1B}[1;\u{3}") == [.home(.ctrlC)])
    #expect(decode("\u{1B}[\u{1A}") == [.home(.ctrlZ)])
    #expect(decode("\u{1B}[M\u{3}") == [.home(.ctrlC)])
    #expect(decode("\u{1B}]0;\u{1A}") == [.home(.ctrlZ)])
    #expect(decode("\u{1B}[1;\u{1B}[H") == [.home(.home)])
  }

  @Test func pastesAreKeptToTheirLimit() {
    let long = String(repeating: "x", count: 200_000)
    #expect(decode("\u{1B}[200~\(long)\u{1B}[201~y") == [.paste(String(long.prefix(65_536))), .text("y")])
  }

  @Test func theTailOfASequenceCutByARestartIsNotTyped() {
    for (text, _) in Self.known where text.utf8.first == 0x1B && text.utf8.count > 2 && !text.contains("200~") {
      let second = Array(text.utf8)[1]
      guard second == 0x5B || second == 0x4F else { continue }
      let bytes = Array(text.utf8)
      for cut in 1..<bytes.count {
        let tail = Array(bytes[cut...])
        // With the mark it is certain.
        var old = KeyDecoder()
        var keys: [Key] = []
        bytes[..<cut].withUnsafeBufferPointer { old.feed($0, into: &keys) }
        #expect(decode([tail], from: KeyDecoder(mark: old.mark)) == [], "\(text.debugDescription) at \(cut)")
        #expect(decode([tail + [0x61]], from: KeyDecoder(mark: old.mark)) == [.text("a")])
      }
    }
    let tails = ["[A", "OA", "A", "[1;5H", "1;5H", ";5H", "5~", "[99~", "99~", "[?2004;1$y", "?2004;1$y", "[[A", "~"]
    for tail in tails where tail != "~" {
      #expect(decode(tail, from: KeyDecoder(resuming: true)) == [], "\(tail)")
    }
    #expect(decode([[0x35], [0x7E]], from: KeyDecoder(resuming: true)) == [])
    #expect(decode("200~abc\u{1B}[201~", from: KeyDecoder(resuming: true)) == [.paste("abc")])
  }

  @Test func whatWasTypedDuringARestartIsKept() {
    for text in ["Ottawa", "ttawa", "a", "5", "42", "3D is", "Oslo", "é", "渥太华", " x", "1914 to 1918", "-5"] {
      #expect(decode(text, from: KeyDecoder(resuming: true)) == [.text(text)], "\(text)")
    }
    #expect(decode("\u{3}", from: KeyDecoder(resuming: true)) == [.home(.ctrlC)])
    var decoder = KeyDecoder(resuming: true)
    var keys: [Key] = []
    #expect(decoder.timeout == 50)
    decoder.timedOut(into: &keys)
    #expect(decode("A", from: decoder) == [.text("A")])
  }

  @Test func rubbishNeverBecomesControlsInTextAndNeverGrows() {
    var random = SplitMix(seed: 7)
    let pieces =
      Self.known.map { Array($0.0.utf8) } + Self.unknown.map { Array($0.utf8) }
      + [[0x1B], [0x5B], [0x9B], [0xC2], [0xE2, 0x82], Array("渥太华".utf8), Array("👩‍👩‍👧".utf8)]
    for _ in 0..<3_000 {
      var decoder = random.next() % 4 == 0 ? KeyDecoder(resuming: true) : KeyDecoder()
      if random.next() % 5 == 0 { decoder = KeyDecoder(mark: UInt8(random.next() % 16)) }
      var keys: [Key] = []
      for _ in 0..<12 {
        var bytes: [UInt8] = []
        for _ in 0..<random.next() % 5 {
          switch random.next() % 3 {
          case 0: bytes += pieces[Int(random.next() % UInt64(pieces.count))]
          case 1: bytes.append(UInt8(random.next() % 256))
          default: bytes += pieces[Int(random.next() % UInt64(pieces.count))].prefix(Int(random.next() % 4))
          }
        }
        bytes.withUnsafeBufferPointer { decoder.feed($0, into: &keys) }
        if random.next() % 4 == 0, decoder.timeout != nil { decoder.timedOut(into: &keys) }
        #expect(decoder.sequence.count <= KeyDecoder.sequenceLimit * 2)
      }
      for _ in 0..<8 where decoder.timeout != nil { decoder.timedOut(into: &keys) }
      #expect(decoder.timeout == nil)
      for case .text(let text) in keys {
        #expect(!text.isEmpty)
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 || ($0.value >= 0x7F && $0.value < 0xA0) })
      }
    }
  }
}
