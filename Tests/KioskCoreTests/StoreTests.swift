import CSQLite
import Testing

@testable import KioskCore

@Suite struct StoreTests {
  let scratch = ScratchFolder()

  @Test func whatIsSatIsThereAfterOpeningAgain() throws {
    let attempt = Sample.attempt()
    try Sample.sit(try Store.open(scratch.folder), seal: false)
    let store = try Store.open(scratch.folder)
    #expect(try store.attempt(attempt.id) == attempt)
    #expect(try store.steps(of: attempt.id) == Sample.steps)
    let summary = try store.summary(of: attempt.id)
    #expect(summary.state == .submitted)
    #expect(summary.answered == 3)
    #expect(summary.questions == 3)
    #expect(summary.score == nil, "an essay waits to be marked")
    #expect(summary.maxScore?.decimal == "8")
    #expect(try store.marks(of: attempt.id).map { $0.points?.decimal } == ["1", "2", nil])
    let record = try store.record(of: attempt.id)
    #expect(try RecordCoding.restrictions(record.restrictions) == Sample.restrictions)
    #expect(record.entitlement == "sample entitlement")
  }

  /// The write-ahead log's index says how much of it is in the database already (SQLite, WAL-index format, nBackfill).
  @Test func tidyingPutsIntoTheDatabaseWhatTheLogHolds() throws {
    let store = try Store.open(scratch.folder)
    let attempt = Sample.attempt()
    try store.begin(attempt, tier: .terminal, restrictions: [])
    func backfilled() throws -> Int {
      let index = try Files.contents(scratch.folder.store + "-shm")
      return index[96..<100].enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
    }
    for number in 1...40 {
      let step = Step(slot: 0, kind: .response(.text("\(number)")), at: WallTime(milliseconds: 1), consumed: 1)
      try store.append(step, to: attempt.id)
    }
    #expect(try backfilled() == 0)
    store.tidy()
    #expect(try backfilled() > 40)
    #expect(try store.steps(of: attempt.id).count == 40)
  }

  @Test func aNewStoreLeavesNothingInItsLogForTheNextStartToRead() throws {
    _ = try Store.open(scratch.folder)
    #expect(try Files.contents(scratch.folder.store + "-wal").isEmpty)
    #expect(try Store.open(scratch.folder).summaries().isEmpty)
  }

  @Test func beginningAndEndingTwiceChangesNothing() throws {
    let store = try Store.open(scratch.folder)
    let attempt = try Sample.sit(store, seal: false)
    try store.begin(attempt, tier: .terminal, restrictions: Sample.restrictions, entitlement: "sample entitlement")
    try store.end(attempt.id, Sample.ending(attempt, Sample.steps))
    #expect(try store.summaries().count == 1)
    #expect(throws: StoreFault.self) {
      try store.end(attempt.id, Sample.ending(attempt, Sample.steps, end: .expired))
    }
    #expect(throws: StoreFault.self) {
      try store.begin(Sample.attempt(name: "Somebody else"), tier: .terminal, restrictions: [])
    }
  }

  @Test func openAttemptsAreNewestFirstAndKnowTheirProgress() throws {
    let store = try Store.open(scratch.folder)
    for number in 1...3 {
      try store.begin(Sample.attempt("OPEN\(number)"), tier: .console, restrictions: [])
      try store.append(Sample.response(0, .text("Ottawa"), Int64(number) * 1000), to: "OPEN\(number)")
    }
    try store.append(Sample.response(1, .choice([1]), 4000), to: "OPEN2")
    try store.append(Sample.response(1, .choice([]), 5000), to: "OPEN2")
    try store.end("OPEN3", Sample.ending(Sample.attempt("OPEN3"), []))
    let open = try store.openAttempts()
    #expect(open.map(\.id) == ["OPEN2", "OPEN1"])
    #expect(open.map(\.answered) == [1, 1], "a withdrawn choice is no answer")
    #expect(open.map(\.consumed) == [5000, 1000])
    #expect(open.allSatisfy { $0.state == .open && $0.score == nil && $0.endedAt == nil })
    // The count goes on where another process left it.
    let later = try Store.open(scratch.folder)
    try later.append(Sample.response(2, .text("x"), 6000), to: "OPEN2")
    #expect(try later.openAttempts()[0].answered == 2)
  }

  @Test func theLobbySeesTheNewestResult() throws {
    let store = try Store.open(scratch.folder)
    #expect(try store.lastResult(exam: "geo") == nil)
    try Sample.sit(store, seal: false)
    let result = try store.lastResult(exam: "geo")
    #expect(result?.state == .submitted)
    #expect(result?.maxScore?.decimal == "8")
    try store.begin(Sample.attempt("LATER"), tier: .terminal, restrictions: [])
    #expect(try store.lastResult(exam: "geo")?.state == .open)
  }

  @Test func aMarkByHandCompletesTheScoreAndTheNewestCounts() throws {
    let store = try Store.open(scratch.folder)
    let attempt = try Sample.sit(store)
    func mark(_ points: Int64) throws {
      try store.mark(
        attempt.id,
        HandMark(slot: 2, points: Points(hundredThousandths: points), by: "A", note: "", at: Sample.start))
    }
    try mark(250_000)
    #expect(try store.summary(of: attempt.id).score?.decimal == "5.5")
    try mark(400_000)
    #expect(try store.summary(of: attempt.id).score?.decimal == "7")
    #expect(try store.lastResult(exam: "geo")?.score?.decimal == "7")
    #expect(try store.handMarks(of: attempt.id).count == 2)
    #expect(throws: StoreFault.self) { try mark(500_001) }
    #expect(try store.handMarks(of: attempt.id).count == 2)
    #expect(try Ledger(scratch.folder).verify().holds)
  }

  /// A word to be spelt is often the id of its question, and the id was shown while the test was open.
  @Test func theIDOfAQuestionDoesNotTellTheWordWhileOpen() throws {
    let store = try Store.open(scratch.folder)
    let text = LocalizedText("…")
    let spelling = Question(
      id: "Syzygy-1", prompt: text, points: .one,
      kind: .spelling(Spelling(word: "syzygy", definition: text, sentence: text)))
    let attempt = Sample.attempt(questions: [spelling] + Sample.questions)
    try store.begin(attempt, tier: .terminal, restrictions: [])
    #expect(try store.detail(of: attempt.id).lines.map(\.question.id) == ["spelling-1", "capital", "rivers", "why"])
    try store.end(attempt.id, Sample.ending(attempt, []))
    #expect(try store.detail(of: attempt.id).lines.first?.question.id == "Syzygy-1")
  }

  @Test func anOpenAttemptIsNotMarked() throws {
    let store = try Store.open(scratch.folder)
    try store.begin(Sample.attempt(), tier: .terminal, restrictions: [])
    #expect(throws: StoreFault.self) {
      try store.mark(
        Sample.attempt().id, HandMark(slot: 0, points: .one, by: "", note: "", at: Sample.start))
    }
  }

  @Test func aDeletedAttemptIsGoneAndItsTombstoneStays() throws {
    let store = try Store.open(scratch.folder)
    let attempt = try Sample.sit(store)
    try store.mark(attempt.id, HandMark(slot: 2, points: .one, by: "", note: "", at: Sample.start))
    try Sample.sit(store, Sample.attempt("OTHER"))
    try store.delete(attempt.id, at: Sample.start)
    #expect(try store.summaries().map(\.id) == ["OTHER"])
    #expect(throws: StoreFault.unknownAttempt(attempt.id)) { try store.steps(of: attempt.id) }
    for table in Schema.appendOnly.map(\.table) {
      let left = try store.database.query("SELECT count(*) FROM \(table)").first { $0.int(0) } ?? -1
      #expect(left <= 5 && left >= 0)
    }
    let verdict = try Ledger(scratch.folder).verify()
    #expect(verdict.holds, "\(verdict.faults)")
  }

  @Test func anIdMayBeShortenedWhileItIsUnique() throws {
    let store = try Store.open(scratch.folder)
    for id in ["01AAX", "01ABY"] { try store.begin(Sample.attempt(id), tier: .terminal, restrictions: []) }
    #expect(try store.attemptID("01ab") == "01ABY")
    for prefix in ["01A", "", "%", "01AC", "01AAXX"] {
      #expect(throws: StoreFault.unknownAttempt(prefix)) { try store.attemptID(prefix) }
    }
  }

  @Test func anExamsHeadIsForgottenWhenItsFileChanges() throws {
    let store = try Store.open(scratch.folder)
    let path = scratch.folder.path + "/a.exam.json"
    try Files.replace(path, with: [1])
    let status = try Files.status(path)
    let head = ExamHead(id: "a", title: "A", language: "en", questions: 3, minutes: nil)
    try store.remember(head, ofExamAt: path, status)
    #expect(try store.head(ofExamAt: path, status) == head)
    try Files.replace(path, with: [1, 2])
    #expect(try store.head(ofExamAt: path, try Files.status(path)) == nil)
    try store.remember(head, ofExamAt: path, try Files.status(path))
    #expect(try store.head(ofExamAt: path, try Files.status(path)) == head)
  }

  @Test func settingsAreKept() throws {
    let store = try Store.open(scratch.folder)
    #expect(try store.setting("a") == nil)
    try store.set("a", to: "1")
    try store.set("a", to: "")
    #expect(try Store.open(scratch.folder).setting("a") == "")
  }

  @Test func textOfAnyKindIsKeptByteForByte() throws {
    let store = try Store.open(scratch.folder)
    let name = "e\u{301} \u{0} 渥太华 \u{202E} '; DROP TABLE attempts; --"
    try store.begin(Sample.attempt(name: name), tier: .terminal, restrictions: [])
    #expect(Array(try store.record(of: Sample.attempt().id).candidate.name.utf8) == Array(name.utf8))
  }

  @Test(arguments: [
    "attempts", "steps", "endings", "marks", "hand_marks", "seals", "ledger", "ledger_head", "imported_ledger",
  ])
  func theFileItselfRefusesChangeAndRemoval(table: String) throws {
    let store = try Store.open(scratch.folder)
    let attempt = try Sample.sit(store)
    try store.mark(attempt.id, HandMark(slot: 2, points: .one, by: "", note: "", at: Sample.start))
    let row = try store.requiredRow(of: attempt.id)
    try store.database.execute("INSERT INTO imported_ledger VALUES(\(row), 1, 1, 'x', '')")
    let column = table == "ledger_head" ? "hash" : table == "attempts" || table == "ledger" ? "number" : "attempt"
    let before = try store.database.query("SELECT count(*) FROM \(table)").first { $0.int(0) }
    #expect(before ?? 0 > 0)
    #expect(throws: StoreFault.self) { try store.database.execute("UPDATE \(table) SET \(column) = \(column)") }
    #expect(throws: StoreFault.self) { try store.database.execute("DELETE FROM \(table)") }
    #expect(try store.database.query("SELECT count(*) FROM \(table)").first { $0.int(0) } == before)
  }

  @Test func aFileThatIsNoStoreIsSaidToBeDamaged() throws {
    try Files.replace(scratch.folder.store, with: Array(repeating: 0x41, count: 5000))
    #expect { try Store.open(scratch.folder) } throws: { error in
      if case .corrupt = error as? StoreFault { return true }
      return false
    }
  }

  @Test func aStoreOfANewerProgramIsLeftAlone() throws {
    try Store.open(scratch.folder).database.execute("PRAGMA user_version = 99")
    #expect(throws: StoreFault.newer(99)) { try Store.open(scratch.folder) }
  }

  @Test func aFolderThatIsNotThereCannotBeOpened() {
    let folder = DataFolder(path: "/nonexistent/kiosk")
    #expect(throws: StoreFault.cannotOpen(folder.store)) { try Store.open(folder) }
  }

  @Test func nobodyElseMayReadTheStore() throws {
    try Sample.sit(try Store.open(scratch.folder))
    for name in try Files.names(in: scratch.folder.path) {
      #expect(try Files.status("\(scratch.folder.path)/\(name)").mode & 0o077 == 0, "\(name)")
    }
  }

  @Test func writesAreFullySyncedAndAheadLogged() throws {
    let store = try Store.open(scratch.folder)
    #expect(try store.database.query("PRAGMA journal_mode").first { $0.text(0) } == "wal")
    #expect(try store.database.query("PRAGMA synchronous").first { $0.int(0) } == 2)
    #expect(try store.database.query("PRAGMA foreign_keys").first { $0.int(0) } == 1)
  }
}
