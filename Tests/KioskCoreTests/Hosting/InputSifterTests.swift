import SittingScript
import Testing

@testable import KioskCore

@Suite("What is typed to a hosted program")
struct InputSifterTests {
  private static func pieces(_ text: String, each: Bool = false) -> [InputSifter.Piece] {
    var sifter = InputSifter()
    var pieces: [InputSifter.Piece] = []
    if each {
      for byte in text.utf8 { sifter.feed([byte], into: &pieces) }
    } else {
      sifter.feed(Array(text.utf8), into: &pieces)
    }
    sifter.timedOut(into: &pieces)
    return joined(pieces)
  }

  /// Bytes that came in several reads as one.
  private static func joined(_ pieces: [InputSifter.Piece]) -> [InputSifter.Piece] {
    var joined: [InputSifter.Piece] = []
    for piece in pieces {
      switch (joined.last, piece) {
      case (.bytes(let before)?, .bytes(let bytes)): joined[joined.count - 1] = .bytes(before + bytes)
      case (.pasted(let before)?, .pasted(let bytes)): joined[joined.count - 1] = .pasted(before + bytes)
      default: joined.append(piece)
      }
    }
    return joined
  }

  private static func bytes(_ text: String) -> InputSifter.Piece { .bytes(Array(text.utf8)) }
  private static func home(_ key: HomeKey, _ text: String) -> InputSifter.Piece { .home(key, Array(text.utf8)) }

  static let cases: [(String, [InputSifter.Piece])] = [
    ("aé渥\r", [bytes("aé渥\r")]), ("a\u{3}b", [bytes("a"), home(.ctrlC, "\u{3}"), bytes("b")]),
    (
      "\u{1A}\u{1C}\u{4}\u{11}\u{13}",
      [
        home(.ctrlZ, "\u{1A}"), home(.ctrlBackslash, "\u{1C}"), home(.ctrlD, "\u{4}"), home(.ctrlQ, "\u{11}"),
        home(.ctrlS, "\u{13}"),
      ]
    ),
    (
      "\u{1B}[H\u{1B}OH\u{1B}[1~\u{1B}[7~",
      [home(.home, "\u{1B}[H"), home(.home, "\u{1B}OH"), home(.home, "\u{1B}[1~"), home(.home, "\u{1B}[7~")]
    ),
    (HomeKey.switchSequence, [home(.consoleSwitch, HomeKey.switchSequence)]),
    (HomeKey.restartSequence, [home(.restart, HomeKey.restartSequence)]),
    ("\u{1B}", [home(.escape, "\u{1B}")]),
    ("\u{1B}\u{1B}\u{1B}[A", [home(.escape, "\u{1B}"), home(.escape, "\u{1B}"), bytes("\u{1B}[A")]),
    (
      "\u{1B}[A\u{1B}OB\u{1B}[15~\u{1B}[[A\u{1B}[1;5C\u{1B}x",
      [bytes("\u{1B}[A\u{1B}OB\u{1B}[15~\u{1B}[[A\u{1B}[1;5C\u{1B}x")]
    ),
    ("\u{1B}\u{3}", [home(.escape, "\u{1B}"), home(.ctrlC, "\u{3}")]),
    ("\u{1B}[I\u{1B}[O", [.focus(true), .focus(false)]),
    ("\u{1B}[?2004;1$y", [.report(mode: 2004, value: 1)]), ("\u{1B}[?62;22c", [.report(mode: 0, value: 0)]),
    (
      "a\u{1B}[200~x\u{3}\u{1B}[201y\u{1B}[201~b",
      [bytes("a"), .pasteBegan, .pasted(Array("x\u{3}\u{1B}[201y".utf8)), .pasteEnded, bytes("b")]
    ),
    ("\u{1B}[200~\u{1B}[201~", [.pasteBegan, .pasteEnded]),
    // A mouse's report may hold any character above the blank, and is no text.
    ("\u{1B}[M #\u{24}a", [bytes("\u{1B}[M #\u{24}a")]), ("\u{1B}[<0;3;4M", [bytes("\u{1B}[<0;3;4M")]),
    ("\u{1B}[12", [bytes("\u{1B}[12")]), ("\u{1B}[1\u{3}", [bytes("\u{1B}[1"), home(.ctrlC, "\u{3}")]),
  ]

  @Test("is told apart, in one read or byte by byte", arguments: cases.indices)
  func tellsApart(_ index: Int) {
    let (text, wanted) = Self.cases[index]
    #expect(Self.pieces(text) == wanted, "\(text.debugDescription)")
    // What a lone ESC begins is not waited for byte by byte here: nothing times out between.
    #expect(Self.pieces(text, each: true) == wanted, "\(text.debugDescription)")
  }

  /// Whatever comes: no byte is lost, and none comes twice.
  @Test("reaches it whole, at random")
  func losesNothing() {
    var random = SplitMix(seed: 3)
    for _ in 0..<5_000 {
      var sifter = InputSifter()
      var pieces: [InputSifter.Piece] = []
      var typed: [UInt8] = []
      for _ in 0..<Int(random.next() % 12) {
        // No paste, whose marks are the kiosk's, no focus and no answer: those are told apart above.
        let byte = [0x1B, 0x5B, 0x4F, 0x41, 0x48, 0x31, 0x7E, 0x03, 0x61, 0x4D, 0xC3][Int(random.next() % 11)] as UInt8
        typed.append(byte)
        sifter.feed([byte], into: &pieces)
        if random.next() % 4 == 0 { sifter.timedOut(into: &pieces) }
      }
      sifter.timedOut(into: &pieces)
      let told: [UInt8] = pieces.flatMap { piece -> [UInt8] in
        switch piece {
        case .bytes(let bytes), .home(_, let bytes), .pasted(let bytes): bytes
        case .focus(let focused): focused ? [0x1B, 0x5B, 0x49] : [0x1B, 0x5B, 0x4F]
        case .pasteBegan, .pasteEnded, .report: []
        }
      }
      #expect(told == typed)
      #expect(sifter.timeout == nil)
    }
  }
}
