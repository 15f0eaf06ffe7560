import Testing

@testable import KioskCore

@Suite struct ImportTests {
  let here = ScratchFolder()
  let there = ScratchFolder()

  private func exported(_ store: Store) throws -> [UInt8] {
    JSONWriter.bytes(try ResultsJSON.export(store, try store.attemptIDs()), pretty: true)
  }

  private func bringIn(_ bytes: [UInt8], _ store: Store) throws -> [ImportOutcome] {
    let attempts = try #require(try JSONReader.read(bytes).root["attempts"]?.array)
    return try attempts.map { try store.bringIn($0, at: Sample.start) }
  }

  @Test func whatComesInIsWhatWentOutAndComingAgainChangesNothing() throws {
    let source = try Store.open(there.folder)
    try Sample.sit(source)
    try Ledger(there.folder).append(Sample.attempt().id, "homeBlocked", "Esc", at: Sample.start)
    try source.mark(Sample.attempt().id, HandMark(slot: 2, points: .one, by: "A", note: "ok", at: Sample.start))
    let bytes = try exported(source)
    let store = try Store.open(here.folder)
    #expect(try bringIn(bytes, store) == [.added])
    #expect(try store.summaries() == source.summaries())
    let brought = try store.detail(of: Sample.attempt().id)
    #expect(brought.lines == (try source.detail(of: Sample.attempt().id)).lines)
    #expect(brought.isSealed)
    let entries = try Ledger(here.folder).verify().entries
    for _ in 0..<2 { #expect(try bringIn(bytes, store) == [.known(newMarks: 0)]) }
    let verdict = try Ledger(here.folder).verify()
    #expect(verdict.holds, "\(verdict.faults)")
    #expect(verdict.entries == entries)
    // And on to a third machine, from this one.
    let third = ScratchFolder()
    let last = try Store.open(third.folder)
    #expect(try bringIn(try exported(store), last) == [.added])
    #expect(try last.summaries() == source.summaries())
  }

  @Test func thirtyMachinesBecomeOne() throws {
    let store = try Store.open(here.folder)
    for number in 0..<30 {
      let machine = ScratchFolder()
      let source = try Store.open(machine.folder)
      try Sample.sit(source, Sample.attempt("M\(number)"))
      #expect(try bringIn(try exported(source), store) == [.added])
    }
    #expect(try store.summaries().count == 30)
    #expect(try Ledger(here.folder).verify().holds)
    #expect(try Ledger(here.folder).verify().sealed.count == 30)
  }

  @Test func marksGivenSinceAreAdded() throws {
    let source = try Store.open(there.folder)
    try Sample.sit(source)
    let store = try Store.open(here.folder)
    #expect(try bringIn(try exported(source), store) == [.added])
    try source.mark(Sample.attempt().id, HandMark(slot: 2, points: .one, by: "A", note: "", at: Sample.start))
    #expect(try bringIn(try exported(source), store) == [.known(newMarks: 1)])
    #expect(try store.summary(of: Sample.attempt().id).score?.decimal == "4")
  }

  @Test(arguments: [
    ("ottawa", "Ottawa"), ("\"score\": 0", "\"score\": 1"), ("Zo", "Joe"), ("\"submitted\"", "\"expired\""),
    ("\"consumed\": 6000", "\"consumed\": 60"),
  ])
  func aChangedExportIsRefused(old: String, new: String) throws {
    let source = try Store.open(there.folder)
    try Sample.sit(source)
    let text = String(decoding: try exported(source), as: UTF8.self)
    // Only in the record, which is what is kept; by hand, because Foundation is not here.
    guard let start = text.range(of: "\"record\"") else {
      Issue.record("no record")
      return
    }
    let changed = String(text[..<start]) + String(text[start...]).replacing(old, with: new)
    guard changed != text else { return }
    let store = try Store.open(here.folder)
    let outcome = try bringIn(Array(changed.utf8), store)
    guard case .refused = outcome[0] else {
      Issue.record("taken: \(outcome)")
      return
    }
    #expect(try store.summaries().isEmpty)
    #expect(try Ledger(here.folder).verify().entries == 0)
  }

  @Test func openAttemptsAndStrangersAreRefused() throws {
    let source = try Store.open(there.folder)
    try source.begin(Sample.attempt(), tier: .terminal, restrictions: [])
    let store = try Store.open(here.folder)
    guard case .refused(let why) = try bringIn(try exported(source), store)[0] else {
      Issue.record("an open attempt was taken")
      return
    }
    #expect(why.contains("still open"))
    for text in [
      "{}", "{\"attempt\": \"A\"}", "{\"attempt\": \"A\", \"record\": 3}", "{\"attempt\": \"A\", \"record\": {}}",
    ] {
      let node = try JSONReader.read(Array(text.utf8)).root
      guard case .refused = try store.bringIn(node, at: Sample.start) else {
        Issue.record("taken: \(text)")
        continue
      }
    }
    #expect(try store.summaries().isEmpty)
  }

  @Test func anotherAttemptOfTheSameIdIsRefused() throws {
    let source = try Store.open(there.folder)
    try Sample.sit(source)
    let store = try Store.open(here.folder)
    try Sample.sit(store, Sample.attempt(name: "Somebody else"))
    guard case .refused = try bringIn(try exported(source), store)[0] else {
      Issue.record("taken over another")
      return
    }
    #expect(try store.summaries().map(\.candidate.name) == ["Somebody else"])
  }

  @Test func whatWasDeletedMayComeBackAndIsCountedOnce() throws {
    let store = try Store.open(here.folder)
    try Sample.sit(store)
    try Ledger(here.folder).append(Sample.attempt().id, "homeBlocked", "Esc", at: Sample.start)
    let bytes = try exported(store)
    let before = try store.summaries()
    try store.delete(Sample.attempt().id, at: Sample.start)
    #expect(try bringIn(bytes, store) == [.added])
    #expect(try store.summaries() == before)
    #expect(try Ledger(here.folder).verify().holds)
  }
}

extension String {
  /// The range of the first `text` in it.
  fileprivate func range(of text: String) -> Index? {
    var at = startIndex
    while at < endIndex {
      if self[at...].hasPrefix(text) { return at }
      at = index(after: at)
    }
    return nil
  }

  fileprivate func replacing(_ old: String, with new: String) -> String {
    var result = ""
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(old) {
        result += new
        rest = rest.dropFirst(old.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result
  }
}
