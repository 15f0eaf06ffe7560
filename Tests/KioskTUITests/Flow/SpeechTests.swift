import Glibc
import KioskVoice
import Testing

@testable import KioskCore

/// The voice: what kiosk-speech says, and a spelling test at a real terminal with its sound in files.
@Suite(.serialized) struct SpeechTests {
  private static var program: String { "\(KioskProgram.buildFolder)/kiosk-speech" }

  private static let twenty = [
    "castle", "honest", "ghost", "guitar", "giraffe", "daughter", "enough", "friend", "heart", "honey", "biscuit",
    "autumn", "climb", "comb", "cousin", "cupboard", "doubt", "caught", "half", "hour",
  ]

  /// Sound of a WAV file: samples a second, and the samples.
  private static func sound(_ path: String) throws -> (rate: Int, samples: [Int16]) {
    let bytes = try #require(readFile(path))
    try #require(bytes.count > 44 && bytes[..<4].elementsEqual("RIFF".utf8) && bytes[8..<12].elementsEqual("WAVE".utf8))
    let rate = (0..<4).reduce(0) { $0 | Int(bytes[24 + $1]) << (8 * $1) }
    let samples = stride(from: 44, to: bytes.count - 1, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
    return (rate, samples)
  }

  private static func files(_ folder: TemporaryFolder) -> [String] {
    guard let list = opendir(folder.path) else { return [] }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasSuffix(".wav") { names.append(name) }
    }
    return names.sorted()
  }

  @Test func twentyWordsAreSpeechAndSoundTheSameEachTime() throws {
    let folder = try TemporaryFolder()
    var input = ""
    for (index, word) in Self.twenty.enumerated() {
      input += VoiceCommand.word(slot: UInt16(index), SpokenWord(word: word)).line
    }
    input += VoiceCommand.word(slot: 20, SpokenWord(word: "castle", pronunciation: "ˈkɑːsəl")).line
    // Twice, in another order the second time: what was said before must not be heard in it.
    for index in 0..<20 { input += VoiceCommand.say(id: index, slot: UInt16(index), .word, .normal).line }
    for index in 0..<20 { input += VoiceCommand.say(id: 119 - index, slot: UInt16(19 - index), .word, .normal).line }
    input += VoiceCommand.say(id: 200, slot: 0, .word, .slow).line
    input += VoiceCommand.say(id: 201, slot: 20, .word, .normal).line
    let run = try CommandRun.run(
      ["--language", "en", "--files", folder.path], program: Self.program, input: input, timeout: 120)
    try #require(run.status == 0, "\(run.errors)")
    var heard: Set<[Int16]> = []
    for index in 0..<20 {
      let first = try Self.sound(folder.appending(Self.name(index, "normal")))
      let again = try Self.sound(folder.appending(Self.name(100 + index, "normal")))
      #expect(first.samples == again.samples, "\(Self.twenty[index])")
      let seconds = Double(first.samples.count) / Double(first.rate)
      #expect((0.3...2).contains(seconds), "\(Self.twenty[index]): \(seconds) s")
      // Speech is neither silence nor one tone: loud somewhere, with pauses of its wave on both sides.
      #expect((first.samples.max() ?? 0) > 3000 && (first.samples.min() ?? 0) < -3000)
      heard.insert(first.samples)
    }
    #expect(heard.count == 20)
    let normal = try Self.sound(folder.appending(Self.name(0, "normal"))).samples
    #expect(try Self.sound(folder.appending(Self.name(200, "slow"))).samples.count > normal.count * 5 / 4)
    #expect(try Self.sound(folder.appending(Self.name(201, "normal"))).samples != normal)
  }

  @Test func theTonesOfTheBellDiffer() throws {
    let folder = try TemporaryFolder()
    let input = [true, false, true].map { VoiceCommand.ring(right: $0).line }.joined()
    let run = try CommandRun.run(
      ["--language", "en", "--files", folder.path], program: Self.program, input: input, timeout: 60)
    try #require(run.status == 0, "\(run.errors)")
    #expect(Self.files(folder) == ["ring-0001-right.wav", "ring-0002-wrong.wav", "ring-0003-right.wav"])
    let tones = try Self.files(folder).map { try Self.sound(folder.appending($0)) }
    #expect(tones[0].samples == tones[2].samples && tones[0].samples != tones[1].samples)
    for tone in tones {
      #expect((0.1...0.6).contains(Double(tone.samples.count) / Double(tone.rate)))
      #expect((tone.samples.max() ?? 0) > 8000 && tone.samples.first == 0 && tone.samples.last == 0)
    }
  }

  private static func name(_ id: Int, _ pace: String) -> String {
    "\(String(repeating: "0", count: 4 - "\(id)".count))\(id)-word-\(pace).wav"
  }

  // MARK: - At a terminal

  /// A bee at its sound check, the voice's files in a folder.
  private func atCheck(
    program: String = KioskProgram.path, files: TemporaryFolder?, data: TemporaryFolder? = nil
  ) throws -> PtySession {
    let session = try PtySession(
      ["exam", "bee", "--candidate", "Ada", "--seed", "1"], program: program, data: data, exams: PtySession.fixtures,
      environment: ["KIOSK_VOICE_FILES": files?.path])
    try session.waitFor(PtySession.consentTitle)
    try session.send("y")
    try session.waitFor("Do you hear it?")
    return session
  }

  /// Types one word after the other until it is the one that is said.
  private func pass(_ session: PtySession) throws {
    for word in SoundCheck.words("en") {
      try session.press(.ctrl("u"))
      try session.type(word)
      try session.press(.enter)
      try session.wait(until: "an answer to \(word)") {
        $0.terminal.contains("another word") || !$0.terminal.contains("Do you hear it?")
      }
      if !session.terminal.contains("Do you hear it?") { break }
    }
    try session.waitFor("Question 1 of 3")
    try session.waitFor("Locked", inRow: 0)
  }

  private func speaker(_ session: PtySession) -> ProcessRow? {
    ProcessTable.children(of: session.pid).first { $0.name == "kiosk-speech" }
  }

  @Test func aBeeIsHeardAndWhatIsAskedForIsCounted() throws {
    let files = try TemporaryFolder()
    let session = try atCheck(files: files)
    try session.waitFor("A word was said")
    try pass(session)
    // The check's word, and the first word as it came up.
    try session.wait(until: "the first word said") { _ in Self.files(files).count == 2 }
    let voice = try #require(speaker(session))
    #expect(voice.session != session.pid && voice.terminal == 0)
    #expect(ProcessTable.standard(of: voice.pid).allSatisfy { !$0.contains("pts") })
    var said = 2
    for key: TerminalKey in [.f5, .f5, .f5, .f6, .f7] {
      said += 1
      try session.press(key)
      try session.wait(until: "file \(said)") { _ in Self.files(files).count == said }
    }
    #expect(
      Self.files(files).map { $0.dropFirst(5).dropLast(4) } == [
        "word-normal", "word-normal", "word-normal", "word-slow", "word-slow", "definition-normal", "sentence-normal",
      ])
    try session.waitFor("Asked for: word 3 times, meaning once, sentence once")
    #expect(!session.terminal.contains("castle"))
    try session.type("castle")
    try session.press(.enter)
    try session.waitFor("Question 2 of 3")
    try session.wait(until: "the second word said") { _ in Self.files(files).count == said + 1 }
    try session.handIn()
    let told = try ToldAttempt.wait(session.data, for: "the voice on the ledger") { $0.entries("voice heard; ") == 1 }
    #expect(told.entries("voice heard; espeak-ng") == 1)
  }

  @Test func aVoiceThatHangsIsStartedAgainAndSaysTheWord() throws {
    let files = try TemporaryFolder()
    let session = try atCheck(files: files)
    try session.waitFor("A word was said")
    try pass(session)
    try session.wait(until: "the first word said") { _ in Self.files(files).count == 2 }
    let hung = try #require(speaker(session)).pid
    kill(hung, SIGSTOP)
    try session.press(.f5)
    try session.waitFor("The voice is being started again", inRow: 1)
    try session.waitFor("The voice is back", inRow: 1)
    #expect(speaker(session).map { $0.pid != hung } == true)
    try session.wait(until: "the word that was asked for") { _ in Self.files(files).count == 3 }
    let told = try ToldAttempt.wait(session.data, for: "both on the ledger") {
      $0.entries("voiceLost did not answer") == 1 && $0.entries("voiceBack") == 1
    }
    #expect(told.entries("voiceLost") == 1)
    // Killed outright it comes back too, and the test goes on.
    kill(try #require(speaker(session)).pid, SIGKILL)
    _ = try ToldAttempt.wait(session.data, for: "the second loss", reading: session) { $0.entries("voiceBack") == 2 }
    try session.type("cast")
  }

  /// What draws may die in the middle of a word: the voice and its words are the guardian's.
  @Test func aFrontEndThatIsKilledFindsTheVoiceAgain() throws {
    let files = try TemporaryFolder()
    let session = try atCheck(files: files)
    try session.waitFor("A word was said")
    try pass(session)
    try session.wait(until: "the first word said") { _ in Self.files(files).count == 2 }
    let before = try #require(speaker(session)).pid
    try session.waitForFrontEnd(after: try session.kill9(.frontEnd))
    try session.waitFor("Question 1 of 3")
    try session.press(.f5)
    try session.wait(until: "the word said again") { _ in Self.files(files).count == 3 }
    #expect(speaker(session)?.pid == before)
  }

  @Test func withoutAVoiceItIsSaidWhatIsMissingAndTheTestGoesOn() throws {
    let folder = try TemporaryFolder()
    let copy = folder.appending("kiosk")
    _ = try CommandRun.run([KioskProgram.path, copy], program: "/bin/cp")
    var session = try atCheck(program: copy, files: nil)
    try session.waitFor("kiosk-speech is not installed")
    try session.press(.enter)
    try session.press(.enter)
    try session.waitFor("Question 1 of 3")
    try session.waitFor("Meaning")
    try session.press(.f5)
    try session.waitFor("There is no voice (")
    try session.handIn()
    _ = try ToldAttempt.wait(session.data, for: "the choice on the ledger") { $0.entries("voice written; none: ") == 1 }
    // What a loader says that misses a library.
    writeFile(folder.appending("kiosk-speech"), "#!/bin/sh\nexit 127\n", mode: 0o755)
    session = try atCheck(program: copy, files: nil)
    try session.waitFor("espeak-ng is not installed")
  }
}
