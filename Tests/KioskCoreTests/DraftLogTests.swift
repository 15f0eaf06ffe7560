import Glibc
import Testing

@testable import KioskCore

@Suite struct DraftLogTests {
  let scratch = ScratchFolder()
  private var path: String { scratch.folder.drafts + "/A.log" }

  private func entry(_ text: String, _ caret: Int = 0) -> DraftLog.Entry {
    DraftLog.Entry(response: .text(text), caret: caret)
  }

  @Test func whatWasRecordedIsThereAfterOpeningAgain() throws {
    let responses: [Response?] = [
      .text("渥太华 e\u{301}"), .choice([0, 2]), .trueFalse(false), .matching([1, nil]), .ordering([2, 0, 1]),
      .cloze([.text("xe\u{301}"), .choice(nil), .choice(1)]), nil,
    ]
    var log: DraftLog? = try DraftLog.open(scratch.folder, attempt: "A")
    for (slot, response) in responses.enumerated() {
      try log?.record(slot: slot, DraftLog.Entry(response: response, caret: slot))
    }
    try log?.mark(slot: 3, consumed: 123_456)
    let state = try #require(log).state
    log = nil
    let again = try DraftLog.open(scratch.folder, attempt: "A").state
    #expect(again == state)
    #expect(again.slot == 3 && again.consumed == 123_456)
    #expect(responses.indices.allSatisfy { again.entries[$0] == DraftLog.Entry(response: responses[$0], caret: $0) })
  }

  @Test func theMomentOfTheLastMarkIsKeptWhileTheClockRuns() throws {
    var log: DraftLog? = try DraftLog.open(scratch.folder, attempt: "A")
    let moment = Moment(milliseconds: 987_654_321)
    try log?.mark(slot: 1, consumed: 500, runningAt: moment)
    log = nil
    log = try DraftLog.open(scratch.folder, attempt: "A")
    #expect(log?.state.runningAt == moment)
    try log?.mark(slot: 1, consumed: 500)
    log = nil
    #expect(try DraftLog.open(scratch.folder, attempt: "A").state.runningAt == nil)
  }

  @Test func aKeystrokeIsASmallWriteAndNothingNewIsNone() throws {
    let log = try DraftLog.open(scratch.folder, attempt: "A")
    let essay = String(repeating: "lorem ipsum ", count: 1000)
    try log.record(slot: 0, entry(essay))
    let before = log.length
    try log.record(slot: 0, entry(essay + "x", 9))
    #expect(log.length - before < 30)
    let after = log.length
    try log.record(slot: 0, entry(essay + "x", 9))
    #expect(log.length == after)
  }

  @Test func anyEditIsReplayedByteForByte() throws {
    let texts = ["", "a", "aa", "aaa", "aba", "e", "e\u{301}", "é", "bé", "b", "日本", "日", "本", "", "x"]
    var log: DraftLog? = try DraftLog.open(scratch.folder, attempt: "A")
    for text in texts {
      try log?.record(slot: 0, entry(text))
      let bytes = try Files.contents(path)
      guard case .text(let replayed) = DraftReplay(bytes).state.entries[0]?.response else {
        Issue.record("no text after \(text)")
        continue
      }
      #expect(Array(replayed.utf8) == Array(text.utf8))
    }
    log = nil
  }

  /// Typed as one code point where two stood: to a reader nothing changed, the raw text did.
  @Test func theSameLetterTypedOtherwiseIsAnotherDraftAndAnotherResponse() throws {
    let one = Response.cloze([.text("\u{E9}")])
    let two = Response.cloze([.text("e\u{301}")])
    #expect(one != two)
    #expect(Response.text("\u{E9}") != Response.text("e\u{301}"))
    var log: DraftLog? = try DraftLog.open(scratch.folder, attempt: "A")
    try log?.record(slot: 0, DraftLog.Entry(response: one, caret: 0))
    try log?.record(slot: 0, DraftLog.Entry(response: two, caret: 0))
    log = nil
    #expect(try DraftLog.open(scratch.folder, attempt: "A").state.entries[0]?.response == two)
  }

  @Test func aTornEndIsIgnoredWhereverItIsTorn() throws {
    var log: DraftLog? = try DraftLog.open(scratch.folder, attempt: "A")
    var sizes: [Int] = []
    var states: [DraftLog.State] = []
    for text in ["O", "Ot", "Ott", "Otta", "Ottaw", "Ottawa"] {
      try log?.record(slot: 0, entry(text, text.count))
      sizes.append(try #require(log).length)
      states.append(try #require(log).state)
    }
    log = nil
    let bytes = try Files.contents(path)
    for cut in 0...bytes.count {
      let replay = DraftReplay(Array(bytes[..<cut]))
      let whole = sizes.lastIndex { $0 <= cut }
      #expect(replay.state == whole.map { states[$0] } ?? DraftLog.State(), "cut after \(cut) bytes")
    }
    // A damaged byte ends the log there; what comes after it does not count.
    for index in stride(from: 0, to: bytes.count, by: 1) {
      var damaged = bytes
      damaged[index] ^= 0x20
      let whole = sizes.lastIndex { $0 <= index }
      #expect(DraftReplay(damaged).state == whole.map { states[$0] } ?? DraftLog.State(), "byte \(index) damaged")
    }
  }

  @Test func writingGoesOnAfterATornEnd() throws {
    var log: DraftLog? = try DraftLog.open(scratch.folder, attempt: "A")
    try log?.record(slot: 0, entry("Otta"))
    log = nil
    var bytes = try Files.contents(path)
    bytes += [9, 0, 0, 0, 1, 2]
    try Files.replace(path, with: bytes)
    log = try DraftLog.open(scratch.folder, attempt: "A")
    try log?.record(slot: 0, entry("Ottawa"))
    log = nil
    #expect(try DraftLog.open(scratch.folder, attempt: "A").state.entries[0] == entry("Ottawa"))
  }

  @Test func anAcceptedDraftIsGoneAndTheOthersStay() throws {
    var log: DraftLog? = try DraftLog.open(scratch.folder, attempt: "A")
    try log?.record(slot: 0, entry("Ottawa"))
    try log?.record(slot: 1, entry("half"))
    try log?.accepted(slot: 0)
    log = nil
    let state = try DraftLog.open(scratch.folder, attempt: "A", steps: [Sample.response(0, .text("Ottawa"))]).state
    #expect(state.entries == [1: entry("half")])
  }

  /// A power cut may take the last second of the log but not the commit: "Ott" must not come back over "Ottawa".
  @Test func anOlderDraftDoesNotComeBackOverAResponse() throws {
    var log: DraftLog? = try DraftLog.open(scratch.folder, attempt: "A")
    try log?.record(slot: 0, entry("Ott"))
    try log?.record(slot: 1, entry("half"))
    log = nil
    let steps = [Sample.response(0, .text("Ottawa"))]
    log = try DraftLog.open(scratch.folder, attempt: "A", steps: steps)
    #expect(log?.state.entries == [1: entry("half")])
    // What is typed after it counts again.
    try log?.record(slot: 0, entry("Toronto"))
    log = nil
    #expect(try DraftLog.open(scratch.folder, attempt: "A", steps: steps).state.entries[0] == entry("Toronto"))
  }

  /// A block at a time, so that a sync rarely has to write down a new length too.
  @Test func theFileGrowsByWholeBlocks() throws {
    var log: DraftLog? = try DraftLog.open(scratch.folder, attempt: "A")
    for count in 1...600 {
      try log?.record(slot: 0, entry(String(repeating: "x", count: count)))
      #expect(try Files.status(path).size % Int64(DraftFile.block) == 0)
      #expect(try DraftReplay(Files.contents(path)).state == log?.state)
    }
    #expect(try #require(log).length > DraftFile.block)
    let state = log?.state
    log = nil
    #expect(try DraftLog.open(scratch.folder, attempt: "A").state == state)
    #expect(try Files.status(path).size % Int64(DraftFile.block) == 0)
  }

  /// A draft that is given up is no response: what is typed after it is as old as it looks.
  @Test func aDraftGivenUpDoesNotMakeTheNextOneNewer() throws {
    var log: DraftLog? = try DraftLog.open(scratch.folder, attempt: "A")
    try log?.record(slot: 0, entry("x"))
    try log?.accepted(slot: 0, committed: false)
    try log?.record(slot: 0, entry("Ott"))
    log = nil
    let steps = [Sample.response(0, .text("Ottawa"))]
    #expect(try DraftLog.open(scratch.folder, attempt: "A", steps: steps).state.entries.isEmpty)
  }

  @Test func whatIsNoLogIsNotLeftBehindTheNewOne() throws {
    try Files.makeDirectory(scratch.folder.drafts)
    let descriptor = try Files.open(path, O_RDWR | O_CREAT)
    try Files.writeAll(descriptor, [UInt8](repeating: 0x41, count: 10_000))
    Files.close(descriptor)
    let log = try DraftLog.open(scratch.folder, attempt: "A")
    try log.record(slot: 0, entry("Oslo"))
    #expect(try Files.status(path).size == Int64(DraftFile.block))
    #expect(try Files.contents(path)[log.length...].allSatisfy { $0 == 0 })
    #expect(try DraftReplay(Files.contents(path)).state == log.state)
  }

  @Test func theLogIsCutOnceEverythingIsAccepted() throws {
    let log = try DraftLog.open(scratch.folder, attempt: "A")
    for round in 0..<3 {
      for count in 1...60 { try log.record(slot: 0, entry(String(repeating: "x", count: count))) }
      try log.mark(slot: 1, consumed: Int64(round))
      try log.accepted(slot: 0)
      #expect(log.needsSync)
      try log.sync()
      #expect(!log.needsSync)
      #expect(log.length < 100)
      #expect(try Files.status(path).size == Int64(DraftFile.block))
      #expect(DraftReplay(try Files.contents(path)).state == log.state)
    }
  }

  /// The new beginning is written over the old one first: whatever is left of the old log behind it does not count.
  @Test func theRestOfACutLogNeverComesBack() throws {
    let log = try DraftLog.open(scratch.folder, attempt: "A")
    for count in 1...60 { try log.record(slot: 0, entry(String(repeating: "x", count: count))) }
    try log.accepted(slot: 0)
    let old = try Files.contents(path)
    try log.sync()
    let new = try Files.contents(path)
    let uncut = new + old[new.count...]
    #expect(DraftReplay(uncut).state == log.state)
    for cut in 0..<new.count {
      // Half of the new beginning over the old: nothing, or what the old one said.
      let state = DraftReplay(Array(new[..<cut]) + old[cut...]).state
      #expect(state.entries.isEmpty || state == DraftReplay(old).state)
    }
  }

  @Test func aLongLogIsWrittenAnewWithItsDrafts() throws {
    var log: DraftLog? = try DraftLog.open(scratch.folder, attempt: "A")
    var number = 0
    while try #require(log).length <= DraftLog.compactionSize {
      number += 1
      try log?.record(slot: 0, entry("answer \(number)", number))
    }
    try log?.record(slot: 1, DraftLog.Entry(response: .choice([1]), caret: 2))
    let state = try #require(log).state
    try log?.sync()
    #expect(try #require(log).length < 500)
    #expect(DraftLog.isInUse(scratch.folder, attempt: "A"))
    try log?.record(slot: 0, entry("after", 1))
    log = nil
    let again = try DraftLog.open(scratch.folder, attempt: "A").state
    #expect(again.entries[1] == state.entries[1])
    #expect(again.entries[0] == entry("after", 1))
    #expect(try Files.names(in: scratch.folder.drafts) == ["A.log", "journal"])
  }

  @Test func anAttemptIsNotSatTwiceAtOnce() throws {
    var log: DraftLog? = try DraftLog.open(scratch.folder, attempt: "A")
    #expect(DraftLog.isInUse(scratch.folder, attempt: "A"))
    #expect(throws: DraftLog.Fault.inUse) { try DraftLog.open(scratch.folder, attempt: "A") }
    _ = try DraftLog.open(scratch.folder, attempt: "B")
    try log?.record(slot: 0, entry("x"))
    log = nil
    #expect(!DraftLog.isInUse(scratch.folder, attempt: "A"))
    #expect(!DraftLog.isInUse(scratch.folder, attempt: "never"))
    #expect(try DraftLog.open(scratch.folder, attempt: "A").state.entries[0] == entry("x"))
  }

  /// Under load a log was told to be in use after it had been closed: another test was just starting a program, which had
  /// a copy of every descriptor until it ran.
  @Test func aChildThatHasACopyDoesNotKeepTheLog() throws {
    var log: DraftLog? = try DraftLog.open(scratch.folder, attempt: "A")
    let child = try Processes.fork()
    guard let child else { while true { pause() } }
    defer {
      kill(child, SIGKILL)
      waitpid(child, nil, 0)
    }
    try log?.record(slot: 0, entry("x"))
    log = nil
    #expect(!DraftLog.isInUse(scratch.folder, attempt: "A"))
    #expect(try DraftLog.open(scratch.folder, attempt: "A").state.entries[0] == entry("x"))
  }

  @Test(arguments: ["", "../A", "a/b", "A.log", "ä", "a b"]) func anIdThatIsNoNameIsRefused(id: String) {
    #expect(throws: DraftLog.Fault.system(SystemFault(call: "open", subject: id, code: EINVAL))) {
      try DraftLog.open(scratch.folder, attempt: id)
    }
  }

  @Test func theLogIsGoneWhenTheAttemptHasEnded() throws {
    let log = try DraftLog.open(scratch.folder, attempt: "A")
    try log.remove()
    #expect(try Files.names(in: scratch.folder.drafts).isEmpty)
  }

  /// Somebody cuts the file short that is written through memory: the kernel has nothing to write to any more.
  @Test(arguments: [0, 10, 4096, 5000]) func aLogThatIsCutShortByOthersLosesNothing(length: Int) throws {
    var log: DraftLog? = try DraftLog.open(scratch.folder, attempt: "A")
    let essay = String(repeating: "lorem ipsum ", count: 500)
    try log?.record(slot: 0, entry(essay))
    for number in 0..<40 { try log?.record(slot: 1, entry("before \(number)")) }
    #expect(truncate(path, length) == 0)
    for number in 0..<400 { try log?.record(slot: 1, entry("behind \(number)")) }
    try log?.sync()
    log = nil
    let again = try DraftLog.open(scratch.folder, attempt: "A").state
    #expect(again.entries == [0: entry(essay), 1: entry("behind 399")])
  }

  @Test func logsAreWrittenBesideEachOther() throws {
    let names = (0..<20).map { "A\($0)" }
    var logs: [DraftLog] = try names.map { try DraftLog.open(scratch.folder, attempt: $0) }
    for number in 0..<300 {
      for (index, log) in logs.enumerated() { try log.record(slot: 0, entry("\(index) of \(number)")) }
    }
    logs = []
    for (index, name) in names.enumerated() {
      #expect(DraftLog.peek(scratch.folder, attempt: name)?.entries == [0: entry("\(index) of 299")])
    }
  }

  @Test func theChecksumIsThePublishedOne() {
    #expect(CRC32.update(0, Array("123456789".utf8)[...]) == 0xCBF4_3926)
  }
}
