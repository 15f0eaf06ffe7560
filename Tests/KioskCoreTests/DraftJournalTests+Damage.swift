import Glibc
import Testing

@testable import KioskCore

/// What becomes of the drafts where the journal or a log is taken away, cut, torn, or another's.
extension DraftJournalTests {
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
}
