import Glibc
import Testing

@testable import KioskCore

/// The data folder was deleted under a locked test. SQLite went on writing into files without a name, "Saved" and
/// "Handed in" were shown, and the attempt was gone.
@Suite struct TakenAwayTests {
  private let scratch = ScratchFolder()
  private var folder: DataFolder { scratch.folder }

  private func begun() throws -> (Store, Attempt) {
    let store = try Store.open(folder)
    let attempt = Sample.attempt()
    try store.begin(attempt, tier: .terminal, restrictions: Sample.restrictions, entitlement: "sample")
    try store.append(Sample.steps[0], to: attempt.id)
    try store.append(Sample.steps[1], to: attempt.id)
    return (store, attempt)
  }

  private func removeStore() {
    for end in ["", "-wal", "-shm"] { unlink(folder.store + end) }
  }

  @Test func saysThatAStepWentIntoARemovedFile() throws {
    let (store, attempt) = try begun()
    removeStore()
    #expect(!store.isInPlace)
    #expect(throws: StoreFault.takenAway) { try store.append(Sample.steps[2], to: attempt.id) }
    #expect(throws: StoreFault.takenAway) {
      try store.end(attempt.id, Sample.ending(attempt, Array(Sample.steps[..<2])))
    }
  }

  @Test func putsEverythingIntoANewFileAndKeepsTheStepOnce() throws {
    let (store, attempt) = try begun()
    try Ledger(folder).append(attempt.id, "homeBlocked", "Esc", at: Sample.start)
    removeStore()
    rmdir(folder.drafts)
    rmdir(folder.path)
    #expect(throws: StoreFault.takenAway) { try store.append(Sample.steps[2], to: attempt.id) }
    try store.restore(attempt.id)
    for step in Sample.steps[2...] { try store.append(step, to: attempt.id) }
    try store.end(attempt.id, Sample.ending(attempt, Sample.steps))

    let reader = try Store.open(folder)
    #expect(try reader.steps(of: attempt.id) == Sample.steps)
    #expect(try reader.attempt(attempt.id) == attempt)
    #expect(try reader.openAttempts().isEmpty)
    let summary = try reader.summary(of: attempt.id)
    #expect(summary.escapes == 1)
    #expect(summary.state == .submitted)
    #expect(try Ledger(folder).sealPending(at: Sample.start) == 1)
    #expect(try Ledger(folder).verify().holds)
  }

  @Test func keepsTheStepOnceWhereTheFilesWereOnlyMovedForAWhile() throws {
    let (store, attempt) = try begun()
    let away = folder.path + "-away"
    #expect(rename(folder.path, away) == 0)
    #expect(throws: StoreFault.takenAway) { try store.append(Sample.steps[2], to: attempt.id) }
    #expect(rename(away, folder.path) == 0)
    #expect(store.isInPlace)
    for step in Sample.steps[2...] { try store.append(step, to: attempt.id) }
    #expect(try Store.open(folder).steps(of: attempt.id) == Sample.steps)
  }

  @Test func addsWhatAnOlderCopyOfTheFileLacks() throws {
    let (store, attempt) = try begun()
    // Another file lies there, with the attempt as it stood before its last step.
    removeStore()
    let copy = try Store.open(folder)
    try copy.begin(attempt, tier: .terminal, restrictions: Sample.restrictions, entitlement: "sample")
    try copy.append(Sample.steps[0], to: attempt.id)
    #expect(throws: StoreFault.takenAway) { try store.append(Sample.steps[2], to: attempt.id) }
    try store.restore(attempt.id)
    try store.append(Sample.steps[2], to: attempt.id)
    #expect(try Store.open(folder).steps(of: attempt.id) == Array(Sample.steps[..<3]))
  }

  @Test func theGuardiansLedgerBringsTheAttemptBackWhereTheFrontEndIsDead() throws {
    var store: Store?
    let attempt: Attempt
    (store, attempt) = try begun()
    let ledger = Ledger(folder)
    try ledger.append(attempt.id, "locked", at: Sample.start)
    removeStore()
    // An entry that fell between two files once stood on the ledger twice.
    try ledger.append(attempt.id, "homeBlocked", "Esc", at: Sample.start)
    store = nil
    _ = store
    try ledger.append(attempt.id, "frontEndCrashed", at: Sample.start)
    let reader = try Store.open(folder)
    #expect(try reader.steps(of: attempt.id) == Array(Sample.steps[..<2]))
    #expect(try reader.summary(of: attempt.id).escapes == 1)
  }

  @Test func aDraftLogWithoutANameIsWrittenAnew() throws {
    let log = try DraftLog.open(folder, attempt: "A1")
    try log.record(slot: 0, DraftLog.Entry(response: .text("Otta"), caret: 4))
    try log.sync()
    unlink(folder.drafts + "/A1.log")
    rmdir(folder.drafts)
    try log.record(slot: 0, DraftLog.Entry(response: .text("Ottaw"), caret: 5))
    try log.sync()
    #expect(DraftLog.isInUse(folder, attempt: "A1"))
    let bytes = try Files.contents(folder.drafts + "/A1.log")
    #expect(DraftReplay(bytes).state.entries[0]?.response == .text("Ottaw"))
  }
}
