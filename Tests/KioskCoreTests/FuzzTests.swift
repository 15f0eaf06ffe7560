import FuzzTargets
import SittingScript
import Testing

@testable import KioskCore

/// Short seeded runs of the fuzzers' own targets: a corpus of what is well formed and of what was refused, mutated. A
/// broken promise ends the test program. `make fuzz` lets them run for a minute each, `Fuzz/coverage` shows what they reach.
@Suite("Seeded fuzzing")
struct FuzzTests {
  private typealias Target = (UnsafePointer<UInt8>?, Int) -> CInt

  /// Every seed as it is, then `rounds` mutations of them.
  private func run(_ target: Target, _ corpus: [[UInt8]], rounds: Int, most: Int = 4096) {
    for seed in corpus { seed.withUnsafeBufferPointer { _ = target($0.baseAddress, $0.count) } }
    var random = SplitMix(seed: 20_261_130)
    for _ in 0..<rounds {
      var bytes = corpus.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes, corpus, &random) }
      let input = Array(bytes.prefix(most))
      input.withUnsafeBufferPointer { _ = target($0.baseAddress, $0.count) }
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ corpus: [[UInt8]], _ random: inout SplitMix) {
    guard !bytes.isEmpty else {
      bytes = [UInt8.random(in: 0...255, using: &random)]
      return
    }
    let at = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: at)
    case 3: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...8, using: &random)))
    case 4: bytes = Array(bytes.prefix(at))
    default:
      let other = corpus.randomElement(using: &random) ?? []
      bytes.insert(contentsOf: other.prefix(Int.random(in: 0...64, using: &random)), at: at)
    }
  }

  @Test("the key decoder")
  func keyDecoder() {
    let corpus =
      KeyDecoderTests.known.map { [1] + Array($0.0.utf8) } + KeyDecoderTests.unknown.map { [2] + Array($0.utf8) }
    let marks = (0..<UInt8(20)).flatMap { mark in
      KeyDecoderTests.unknown.map { [0x40 | mark << 1] + Array($0.utf8.dropFirst()) }
    }
    let texts: [[UInt8]] = [[3] + Array("渥太华 é 👩‍👩‍👧".utf8), [0x81, 0x4F, 0x48]]
    run(fuzzKeyDecoder, corpus + marks + texts, rounds: 20_000)
  }

  @Test("the exam file")
  func examFile() {
    let files = ["every-type", "walk", "minute"].map { Repository.bytes("Tests/Fixtures/\($0).exam.json") }
    run(fuzzExamReader, files + brokenExams.map { Array($0.text.utf8) }, rounds: 3000, most: 16_384)
  }

  @Test("the messages between guardian and front end")
  func messages() {
    run(
      fuzzMessages, MessageTests.frontEnd.map { $0.frame() } + MessageTests.guardian.map { $0.frame() }, rounds: 10_000)
  }

  @Test("the lock's journal")
  func journal() {
    let lines = RestrictionID.allCases.map {
      Journal.Line(restriction: $0, terminal: "/dev/pts/3", mark: "boot/1.2", prior: "500:5:bf:8a3b:f:f:3:1c").text
    }
    let held = Journal.Held(boot: "boot", text: "1c3f:assessment").line
    let corpus = [
      Journal.header + lines[0] + held, held + Journal.strikeHeld + held, "= lock a\n= lock a b c\n",
      Journal.header, Journal.header + lines.joined(), Journal.header + lines[0] + Journal.strike(.home),
      lines[0] + "+ home /dev", "- home\n+ nothing a b c\n\n+\n", "",
    ].map { Array($0.utf8) }
    run(fuzzJournal, corpus, rounds: 20_000)
  }

  @Test("what a hosted program writes")
  func hostedOutput() {
    let texts = OutputFilterTests.passing + OutputFilterTests.cases.map(\.written)
    run(fuzzOutputFilter, texts.enumerated().map { [UInt8($0 & 0xFF)] + Array($1.utf8) }, rounds: 20_000)
  }

  @Test("banks of questions, of every format")
  func banks() {
    let formats = BankFormat.allCases
    let known = RoundTripTests.sources.map { source in
      [UInt8(formats.firstIndex(of: source.format) ?? 0)] + source.bytes
    }
    let guessed = RoundTripTests.sources.map { [UInt8(formats.count)] + $0.bytes }
    run(fuzzBanks, known + guessed, rounds: 8000, most: 2048)
  }

  /// Each field of the store written over alone, then in company.
  @Test("the ledger and the seals")
  func ledger() {
    var corpus: [[UInt8]] = [[]]
    for field in 0..<UInt8(108) {
      for kind in 0..<UInt8(6) { corpus.append([field, kind, 3, 0x41, field, kind]) }
    }
    run(fuzzLedger, corpus, rounds: 400)
  }
}
