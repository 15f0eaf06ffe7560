import Glibc
import Testing

@testable import KioskCore

/// A power cut is played: what a log's file held when it was last synced is put in the place of what it holds. One at a time:
/// the windows of a process are counted.
@Suite(.serialized) struct DraftJournalTests {
  private let scratch = ScratchFolder()
  private var folder: DataFolder { scratch.folder }
  private var journal: String { DraftJournal.place(folder) }

  private func path(_ name: String) -> String { "\(folder.drafts)/\(name).log" }

  private func type(_ text: String, into log: DraftLog) throws {
    try log.record(slot: 0, DraftLog.Entry(response: .text(text), caret: 0))
  }

  private func text(_ state: DraftLog.State?) -> String? {
    guard case .text(let text)? = state?.entries[0]?.response else { return nil }
    return text
  }

  private func reopened(_ name: String) throws -> String? { text(try DraftLog.open(folder, attempt: name).state) }

  /// A log that has a page, and has synced so far.
  private func joined(_ name: String, _ typed: String = "first") throws -> DraftLog {
    let log = try DraftLog.open(folder, attempt: name)
    try type(typed, into: log)
    try log.sync()
    return log
  }

  /// Two that have company. Who came first finds out at his next sync.
  private func pair() throws -> (DraftLog, DraftLog) {
    let pair = (try joined("A"), try joined("B"))
    try type("second", into: pair.0)
    try pair.0.sync()
    #expect(pair.0.isJournalled && pair.1.isJournalled)
    return pair
  }

  private func pages() throws -> [DraftTail?] {
    let bytes = try Files.contents(journal)
    return stride(from: DraftTail.page, to: bytes.count, by: DraftTail.page).map {
      DraftTail(Array(bytes[$0..<($0 + DraftTail.page)]))
    }
  }

  @Test func theSyncOfOneIsEverybodys() throws {
    let (a, b) = try pair()
    try type("Otta", into: a)
    try type("Oslo", into: b)
    #expect(a.needsSync && b.needsSync)
    try b.sync()
    #expect(!a.needsSync && !b.needsSync)
    // What was typed after it is not covered by it.
    try type("Ottawa", into: a)
    #expect(a.needsSync && !b.needsSync)
    try a.sync()
    #expect(!a.needsSync)
  }

  @Test func whatAPowerCutTakesFromALogIsTakenUpFromTheJournal() throws {
    var (a, b): (DraftLog?, DraftLog?) = try pair()
    let old = try Files.contents(path("A"))
    for count in 1...40 { try type(String(repeating: "é", count: count), into: #require(a)) }
    try a?.mark(slot: 3, consumed: 4711)
    try b?.sync()
    #expect(a?.needsSync == true)
    try a?.sync()
    let state = a?.state
    (a, b) = (nil, nil)
    try Files.replace(path("A"), with: old)
    #expect(DraftReplay(old).state != state)
    let again = try DraftLog.open(folder, attempt: "A")
    #expect(again.state == state)
    #expect(try DraftReplay(Files.contents(path("A"))).state == state)
    try type("goes on", into: again)
    #expect(text(DraftLog.peek(folder, attempt: "A")) == "goes on")
  }

  /// Sectors of a page may come to the disk one without the other.
  @Test func aTornPageGivesWhatIsWholeAndNothingElse() throws {
    var (a, b): (DraftLog?, DraftLog?) = try pair()
    let old = try Files.contents(path("A"))
    var states = [DraftReplay(old).state]
    for count in 1...60 {
      try type(String(repeating: "x", count: count), into: #require(a))
      try states.append(#require(a).state)
    }
    (a, b) = (nil, nil)
    _ = b
    let whole = try Files.contents(journal)
    for sector in stride(from: 0, to: DraftTail.page, by: 512) {
      var torn = whole
      for index in sector..<(sector + 512) { torn[DraftTail.page + index] = 0 }
      try Files.replace(journal, with: torn)
      try Files.replace(path("A"), with: old)
      #expect(try states.contains(DraftLog.open(folder, attempt: "A").state), "sector \(sector)")
    }
  }

  @Test func aPageWhoseOwnerIsGoneGivesUpWhatItHolds() throws {
    var (a, b): (DraftLog?, DraftLog?) = try pair()
    let old = try Files.contents(path("A"))
    try type("typed in the last second", into: #require(a))
    a = nil
    try Files.replace(path("A"), with: old)
    // C takes A's page.
    let c = try joined("C")
    #expect(c.isJournalled)
    #expect(text(DraftLog.peek(folder, attempt: "A")) == "typed in the last second")
    #expect(try !pages().contains { $0?.attempt == "A" })
    b = nil
    _ = b
    #expect(try reopened("A") == "typed in the last second")
  }

  @Test func theLogOfOneWhoSitsIsNotSettledByAnother() throws {
    let (a, b) = try pair()
    try type("here", into: a)
    // As a process that dies leaves it: the page is free, the log not yet.
    let offset = try #require(try pages().compactMap { $0 }.first { $0.attempt == "A" }).offset
    let stale = try #require(DraftTail.empty("A", at: offset))
    try type("there", into: b)
    let descriptor = try Files.open(journal, O_RDWR)
    try Files.writeAll(descriptor, stale, at: Int64(3 * DraftTail.page))
    Files.close(descriptor)
    let c = try joined("C")
    #expect(c.isJournalled)
    #expect(try pages().compactMap { $0?.attempt } == ["A", "B", "A", "C"])
  }

  @Test func whoIsAloneSyncsHisOwnLog() throws {
    let a = try joined("A")
    #expect(!a.isJournalled)
    try type("second", into: a)
    try a.sync()
    #expect(!a.isJournalled && !a.needsSync)
    #expect(try pages() == [nil])
    // With company, and again without.
    var b: DraftLog? = try joined("B")
    try type("third", into: a)
    try a.sync()
    #expect(a.isJournalled)
    b = nil
    _ = b
    var c: DraftLog? = try joined("C")
    #expect(c?.isJournalled == true)
    c = nil
    _ = c
    try type("fourth", into: a)
    try a.sync()
    #expect(!a.needsSync)
  }

  @Test func aPageThatIsFullIsBegunAnew() throws {
    let (a, b) = try pair()
    var wasFull = false
    for count in 1...800 {
      try type(String(repeating: "x", count: count % 50), into: a)
      if !a.isJournalled {
        wasFull = true
        try b.sync()
        #expect(a.needsSync, "what is not in the journal was taken for safe")
        try a.sync()
        #expect(a.isJournalled && !a.needsSync)
      }
    }
    #expect(wasFull)
    let state = a.state
    #expect(try DraftReplay(Files.contents(path("A"))).state == state)
  }

  @Test func aJournalThatIsTakenAwayIsMissed() throws {
    let (a, b) = try pair()
    try Files.unlink(journal)
    try type("unseen", into: a)
    try type("unseen too", into: b)
    try a.sync()
    #expect(!a.needsSync && b.needsSync)
    try type("seen", into: b)
    try b.sync()
    #expect(!b.needsSync)
    // Both are in a new one.
    try type("more", into: a)
    try a.sync()
    #expect(a.isJournalled && b.isJournalled)
    #expect(try pages().compactMap { $0?.attempt } == ["A", "B"])
  }

  /// Another one lies where it was: of a folder that was put back from a copy.
  @Test func aJournalInWhosePlaceAnotherLiesIsMissed() throws {
    let (a, b) = try pair()
    let copy = try Files.contents(journal)
    try Files.unlink(journal)
    try Files.replace(journal, with: copy)
    try type("unseen", into: a)
    try type("unseen too", into: b)
    try a.sync()
    #expect(!a.needsSync && b.needsSync)
  }

  @Test func aLogThatIsCutShortIsWrittenAnewWhereNothingIsTypedAfter() throws {
    var (a, b): (DraftLog?, DraftLog?) = try pair()
    try type("third", into: #require(a))
    #expect(truncate(path("A"), 10) == 0)
    try a?.sync()
    (a, b) = (nil, nil)
    _ = (a, b)
    #expect(try reopened("A") == "third")
  }

  @Test(arguments: [0, 100, 4096, 5000]) func aJournalThatIsCutShortLosesNothing(length: Int) throws {
    var (a, b): (DraftLog?, DraftLog?) = try pair()
    #expect(truncate(journal, length) == 0)
    for count in 1...300 {
      try type(String(repeating: "a", count: count), into: #require(a))
      try type(String(repeating: "b", count: count), into: #require(b))
      if count % 50 == 0 {
        try a?.sync()
        try b?.sync()
        #expect(a?.needsSync == false && b?.needsSync == false)
      }
    }
    (a, b) = (nil, nil)
    #expect(try reopened("A") == String(repeating: "a", count: 300))
    #expect(try reopened("B") == String(repeating: "b", count: 300))
  }

  /// The end is within B's page, or behind it again.
  @Test(arguments: [[8392], [4096, 12288]]) func aPageThatWasCutIsNotTakenForSafe(sizes: [Int]) throws {
    let (a, b) = try pair()
    try type("unsafe", into: b)
    for size in sizes { #expect(truncate(journal, size) == 0) }
    try type("third", into: a)
    try a.sync()
    #expect(!a.needsSync && b.needsSync)
    try b.sync()
    #expect(!b.needsSync)
  }

  @Test func aJournalThatWasAwayAndIsBackIsUsedAgain() throws {
    let (a, b) = try pair()
    try Files.rename(journal, to: journal + ".away")
    try type("third", into: a)
    try a.sync()
    try Files.rename(journal + ".away", to: journal)
    for round in 1...3 {
      for log in [a, b] {
        try type("\(round)", into: log)
        try log.sync()
      }
    }
    #expect(a.isJournalled && b.isJournalled && !a.needsSync && !b.needsSync)
  }

  @Test func whereTheJournalCannotBeSyncedEachLogIs() throws {
    let (a, b) = try pair()
    try type("third", into: b)
    let nowhere = try Files.open("/dev/null", O_RDWR)
    defer { Files.close(nowhere) }
    for name in try Files.names(in: "/proc/self/fd")
    where Files.realPath("/proc/self/fd/" + name) == Files.realPath(journal) {
      #expect(dup2(nowhere, try #require(Int32(name))) >= 0)
    }
    for (index, log) in [a, b].enumerated() {
      try type("fourth", into: a)
      try log.sync()
      #expect(!log.needsSync, "\(index)")
      // Nobody's page is trusted any more.
      #expect(b.needsSync == (index == 0) && !a.isJournalled)
    }
  }

  @Test func whatLiesBehindThePagesHidesNone() throws {
    var (a, b): (DraftLog?, DraftLog?) = try pair()
    let old = try Files.contents(path("A"))
    try type("third", into: #require(a))
    (a, b) = (nil, nil)
    _ = (a, b)
    try Files.replace(path("A"), with: old)
    #expect(truncate(journal, 1 << 40) == 0)
    #expect(try reopened("A") == "third")
  }

  @Test func whatIsNoJournalIsLeftAlone() throws {
    try Files.makeDirectory(folder.drafts)
    let other = [UInt8](repeating: 0x41, count: 9000)
    try Files.replace(journal, with: other)
    let (a, b) = (try joined("A"), try joined("B"))
    try type("second", into: a)
    try a.sync()
    #expect(!a.isJournalled && !b.isJournalled && !a.needsSync)
    #expect(try Files.contents(journal) == other)
  }

  /// Nobody is waited for who would have to write into a pipe, and what lies behind the pages is not looked through.
  @Test func aPipeOrAHugeFileInItsPlaceHoldsNobodyUp() throws {
    try Files.makeDirectory(folder.drafts)
    #expect(mkfifo(journal, 0o600) == 0)
    var a: DraftLog? = try joined("A")
    a = nil
    _ = a
    #expect(try reopened("A") == "first")
    try Files.unlink(journal)
    let (b, c) = (try joined("B"), try joined("C"))
    #expect(truncate(journal, 1 << 40) == 0)
    let d = try joined("D")
    try type("second", into: b)
    try b.sync()
    #expect(b.isJournalled && c.isJournalled && d.isJournalled && !b.needsSync)
  }

  @Test(arguments: [true, false]) func aLogThatIsTakenAwayIsWrittenAnewThoughOthersSync(isKept: Bool) throws {
    let (a, b) = try pair()
    if isKept { try Files.rename(path("A"), to: path("A") + ".away") } else { try Files.unlink(path("A")) }
    for count in 1...20 {
      try type("a\(count)", into: a)
      try type("b\(count)", into: b)
      try b.sync()
      if !a.isJournalled { try a.sync() }
    }
    #expect(text(DraftLog.peek(folder, attempt: "A")) == "a20")
  }

  @Test func nothingOfAnEndedOrDeletedAttemptStays() throws {
    let (a, b) = try pair()
    try type("the secret of A", into: a)
    try type("the secret of B", into: b)
    try a.remove()
    #expect(try !pages().contains { $0?.attempt == "A" })
    DraftJournal.forget(folder, "B")
    // Who sits is not overwritten.
    #expect(try pages().contains { $0?.attempt == "B" })
  }

  /// A page that another has taken who is alone, and never writes in it.
  @Test func aPageThatIsTakenHoldsNothingOfItsLastOwner() throws {
    var (a, b): (DraftLog?, DraftLog?) = try pair()
    try type("the secret of A", into: #require(a))
    (a, b) = (nil, nil)
    _ = (a, b)
    let c = try joined("C")
    #expect(!c.isJournalled)
    #expect(try !String(decoding: Files.contents(journal), as: UTF8.self).contains("the secret of A"))
    #expect(try reopened("A") == "the secret of A")
  }

  @Test func anEndedAttemptLeavesNoOlderPageEither() throws {
    let (a, b) = try pair()
    let descriptor = try Files.open(journal, O_RDWR)
    try Files.writeAll(descriptor, #require(DraftTail.empty("A", at: 40)), at: Int64(3 * DraftTail.page))
    Files.close(descriptor)
    try a.remove()
    #expect(try pages().compactMap { $0?.attempt } == ["B"])
    #expect(b.isJournalled)
  }

  @Test func deletingAnAttemptOverwritesItsPage() throws {
    let store = try Store.open(folder)
    let attempt = Sample.attempt()
    try store.begin(attempt, tier: .terminal, restrictions: Sample.restrictions, entitlement: "sample")
    var other: DraftLog? = try joined("B")
    var log: DraftLog? = try joined(attempt.id)
    try type("the secret", into: #require(log))
    (log, other) = (nil, nil)
    _ = (log, other)
    #expect(try pages().contains { $0?.attempt == attempt.id })
    try store.delete(attempt.id, at: Sample.start)
    let bytes = try Files.contents(journal)
    #expect(try !pages().contains { $0?.attempt == attempt.id })
    #expect(!String(decoding: bytes, as: UTF8.self).contains("the secret"))
  }

  @Test func aDamagedHeadingIsNoPage() throws {
    let page = try #require(DraftTail.empty("01M8QDVE5M1AE4T6GBN6TGQNM1", at: 12_345))
    let tail = try #require(DraftTail(page))
    #expect(tail.attempt == "01M8QDVE5M1AE4T6GBN6TGQNM1" && tail.offset == 12_345)
    for index in 0..<DraftTail.heading {
      var damaged = page
      damaged[index] ^= 0x10
      #expect(DraftTail(damaged) == nil, "byte \(index)")
    }
    #expect(DraftTail(Array(page.dropLast())) == nil)
    #expect(DraftTail.empty(String(repeating: "x", count: 108), at: 0) == nil)
  }

  @Test func manySitAtOnce() throws {
    let names = (0..<40).map { "A\($0)" }
    let logs = try names.map { try joined($0) }
    for number in 0..<100 {
      for (index, log) in logs.enumerated() { try type("\(index) of \(number)", into: log) }
      try logs[number % 40].sync()
    }
    for (index, name) in names.enumerated() {
      #expect(text(DraftLog.peek(folder, attempt: name)) == "\(index) of 99")
    }
  }
}
