import KioskCore
import KioskVoice
import SittingScript
import Testing

/// The lines between guardian and voice.
@Suite struct VoiceLineTests {
  private static let commands: [VoiceCommand] = [
    .word(
      slot: 0,
      SpokenWord(word: "castle", pronunciation: "ˈkɑːsəl", definition: "d", sentence: "s", origin: "noun. Latin.")),
    .ring(right: true), .ring(right: false), .word(slot: voiceCheckSlot, SpokenWord(word: "12")),
    .say(id: 7, slot: 3, .definition, .slow), .transcribe("castle"),
  ]
  private static let answers: [VoiceAnswer] = [
    .ready(engine: "espeak-ng 1.51", voice: "en-us", output: "files"), .silent("no card"),
    .begun(id: 1, microseconds: 900), .beat, .done(id: 1, milliseconds: 800), .failed(id: 2, "é"),
    .sound(of: "castle", "k'as@L"),
  ]

  @Test func comeOutAsTheyWentIn() {
    for command in Self.commands { #expect(VoiceCommand(line: String(command.line.dropLast())) == command) }
    for answer in Self.answers { #expect(VoiceAnswer(line: String(answer.line.dropLast())) == answer) }
  }

  @Test func aTextCannotForgeALineOrAField() {
    let word = SpokenWord(word: "a\nsay\t1\t0\tword\tletters", definition: "d\te\r")
    let line = VoiceCommand.word(slot: 1, word).line
    #expect(line.utf8.filter { $0 == 0x0A }.count == 1 && line.hasSuffix("\n"))
    #expect(line.utf8.filter { $0 == 0x09 }.count == 6)
  }

  @Test func anyBytesAreALineOrNone() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<2000 {
      var lines = VoiceLines()
      let bytes = (0..<Int(random.next() % 200)).map { _ in UInt8(truncatingIfNeeded: random.next() % 128) }
      for line in lines.take(bytes + [0x0A]) {
        _ = VoiceCommand(line: line)
        _ = VoiceAnswer(line: line)
      }
    }
    var lines = VoiceLines()
    #expect(lines.take(Array(repeating: 0x61, count: 9000)).isEmpty && lines.isBroken)
    lines = VoiceLines()
    #expect(lines.take([0xFF, 0x0A]).isEmpty && lines.isBroken)
  }
}
