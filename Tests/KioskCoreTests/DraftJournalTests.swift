import Glibc
import Testing

@testable import KioskCore

/// A power cut is played: what a log's file held when it was last synced is put in the place of what it holds. One at a time:
/// the windows of a process are counted.
@Suite(.serialized) struct DraftJournalTests {
  private let scratch = ScratchFolder()
  var folder: DataFolder { scratch.folder }
  var journal: String { DraftJournal.place(folder) }

  func path(_ name: String) -> String { "\(folder.drafts)/\(name).log" }

  func type(_ text: String, into log: DraftLog) throws {
    try log.record(slot: 0, DraftLog.Entry(response: .text(text), caret: 0))
  }

  func text(_ state: DraftLog.State?) -> String? {
    guard case .text(let text)? = state?.entries[0]?.response else { return nil }
    return text
  }

  func reopened(_ name: String) throws -> String? { text(try DraftLog.open(folder, attempt: name).state) }

  /// A log that has a page, and has synced so far.
  func joined(_ name: String, _ typed: String = "first") throws -> DraftLog {
    let log = try DraftLog.open(folder, attempt: name)
    try type(typed, into: log)
    try log.sync()
    return log
  }

  /// Two that have company. Who came first finds out at his next sync.
  func pair() throws -> (DraftLog, DraftLog) {
    let pair = (try joined("A"), try joined("B"))
    try type("second", into: pair.0)
    try pair.0.sync()
    #expect(pair.0.isJournalled && pair.1.isJournalled)
    return pair
  }

  func pages() throws -> [DraftTail?] {
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
