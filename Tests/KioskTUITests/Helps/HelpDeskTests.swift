import Glibc
import KioskWords
import Testing

@testable import KioskCore
@testable import KioskTUI

/// The guardian's side of the helps, with the real kiosk-helps beside a copy of its process: what the gate lets through.
@Suite(.serialized) struct HelpDeskTests {
  /// A lock in `phase` whose test grants `features` at question 3.
  private func lock(_ phase: LockPhase, _ features: [HelpFeature] = []) -> LockState {
    var lock = LockState(tier: .terminal)
    lock.phase = phase
    if phase != .open {
      lock.request = LockRequest(
        mode: .assessment, consented: true,
        grants: features.isEmpty ? [] : [HelpGrant(slot: 3, features: features)])
    }
    return lock
  }

  private func isAlive(_ process: Int32) -> Bool { process > 0 && kill(process, 0) == 0 }

  /// Serves the desk until something came of it that is wanted.
  private func wait<T>(_ desk: HelpDesk, _ lock: LockState, for wanted: (HelpDesk.News) -> T?) throws -> T? {
    let end = monotonicSeconds() + 20
    while monotonicSeconds() < end {
      for news in desk.takeNews() { if let found = wanted(news) { return found } }
      // One that was killed hangs up before its end is told.
      var waiting = desk.descriptor.map { [Waiting($0, writing: desk.wantsToWrite)] } ?? []
      Descriptors.poll(&waiting, milliseconds: 20)
      desk.serve(lock)
      desk.look()
    }
    return nil
  }

  private func ready(_ desk: HelpDesk, _ lock: LockState) throws {
    let isReady = try wait(desk, lock) { if case .report(.ready) = $0 { true } else { nil } }
    try #require(isReady == true)
  }

  private func answer(
    _ desk: HelpDesk, _ lock: LockState, slot: UInt16, _ question: HelpQuestion
  ) throws -> HelpAnswer? {
    desk.ask(slot: slot, HelpRequest(number: 5, question), lock)
    guard desk.descriptor != nil else { return nil }
    return try wait(desk, lock) { if case .answer(let answer) = $0 { answer } else { nil } }
  }

  /// Whether nothing is sent to the front end for it.
  private func isDenied(_ desk: HelpDesk, _ lock: LockState, slot: UInt16, _ question: HelpQuestion) -> Bool {
    desk.ask(slot: slot, HelpRequest(number: 6, question), lock)
    guard let descriptor = desk.descriptor else { return true }
    var waiting = [Waiting(descriptor)]
    Descriptors.poll(&waiting, milliseconds: 500)
    desk.serve(lock)
    return !desk.takeNews().contains { if case .answer = $0 { true } else { false } }
  }

  @Test func inPracticeTheyCheckSuggestAndTellWhatIsNear() throws {
    let desk = HelpDesk()
    defer { desk.leave() }
    let open = lock(.open)
    desk.want(slot: 0, "en", open, as: nil)
    #expect(isAlive(desk.process))
    try ready(desk, open)
    desk.give(["Ouagadougou"], own: false, open)
    desk.give(["kioskish"], own: true, open)
    let words = ["hello", "teh", "Ouagadougou", "kioskish", "recieve"]
    #expect(try answer(desk, open, slot: 0, .check(words)) == .misspelt(number: 5, ["teh", "recieve"]))
    guard case .near(_, let near)? = try answer(desk, open, slot: 0, .near("recieve")) else {
      Issue.record("no answer")
      return
    }
    #expect(near.first == "receive")
    guard case .near(_, let capital)? = try answer(desk, open, slot: 0, .near("Teh")) else {
      Issue.record("no answer")
      return
    }
    #expect(capital.first == "The" && Set(capital).count == capital.count)
    guard case .suggestions(_, 3, let names)? = try answer(desk, open, slot: 0, .suggest("in Oua")),
      case .suggestions(_, 3, let words)? = try answer(desk, open, slot: 0, .suggest("the oth"))
    else {
      Issue.record("no answer")
      return
    }
    #expect(names.first == "Ouagadougou" && words.first == "other")
  }

  @Test(arguments: [("fr", "ecole", "école"), ("en-GB", "colur", "colour"), ("en-CA", "colur", "colour")])
  func theLanguageIsTheExams(_ language: String, _ wrong: String, _ right: String) throws {
    let desk = HelpDesk()
    defer { desk.leave() }
    let open = lock(.open)
    desk.want(slot: 0, language, open, as: nil)
    try ready(desk, open)
    #expect(try answer(desk, open, slot: 0, .check([wrong, right])) == .misspelt(number: 5, [wrong]))
    guard case .near(_, let near)? = try answer(desk, open, slot: 0, .near(wrong)) else {
      Issue.record("no answer")
      return
    }
    #expect(near.contains(right))
  }

  /// What goes on like `text`, of the words in `folder`.
  private func suggested(_ text: String, in folder: TemporaryFolder) throws -> [String] {
    let helps = try Servant("kiosk-helps", ["--language", "en", "--word-lists", folder.path], as: nil)
    defer { helps.end() }
    helps.send(HelpCommand.ask(HelpRequest(number: 1, .suggest(text))).line)
    let end = monotonicSeconds() + 20
    while monotonicSeconds() < end, let descriptor = helps.descriptor {
      var waiting = [Waiting(descriptor)]
      Descriptors.poll(&waiting, milliseconds: 20)
      for line in helps.serve() ?? [] {
        if case .suggestions(_, _, let words)? = HelpAnswer(line: line) { return words }
      }
    }
    Issue.record("no answer")
    return []
  }

  @Test func whatIsMoreUsedComesFirstWithinItsClassAndNeverBeforeAMoreUsualOne() throws {
    let folder = try TemporaryFolder()
    try #require(mkdir(folder.appending("scowl"), 0o700) == 0)
    writeFile(folder.appending("scowl/english-words.10"), "cobalt\ncoat\ncome\ncold\n")
    writeFile(folder.appending("scowl/english-words.20"), "cow\nconquer\n")
    #expect(try suggested("co", in: folder) == ["coat", "cold", "come"])
    #expect(try suggested("Con", in: folder) == ["Conquer"])
    // The key of a sense begins with the word; its counts are summed up.
    writeFile(
      folder.appending("cntlist.rev"),
      """
      cobalt%1:27:00:: 1 2
      cold%3:00:01:: 1 40
      cold%1:26:00:: 2 30
      come%2:38:00:: 1 60
      conquer%2:33:00:: 1 90000
      cow%1:05:00:: x y
      nonsense

      """)
    #expect(try suggested("co", in: folder) == ["cold", "come", "cobalt"])
  }

  @Test func noneRunsUnderALockThatGrantsNothing() throws {
    for phase in LockPhase.allCases where phase != .open && phase != .askingConsent {
      let desk = HelpDesk()
      desk.want(slot: 3, "en", lock(phase), as: nil)
      #expect(desk.process == 0 && desk.descriptor == nil, "\(phase)")
      #expect(isDenied(desk, lock(phase), slot: 3, .check(["teh"])), "\(phase)")
    }
  }

  /// What was practised with is gone before the lock that is being engaged is told of.
  @Test func thoseOfAPracticeEndBeforeALockHolds() throws {
    let desk = HelpDesk()
    desk.want(slot: 0, "en", lock(.open), as: nil)
    try ready(desk, lock(.open))
    let process = desk.process
    try #require(isAlive(process))
    desk.obey(lock(.engaging))
    #expect(!isAlive(process) && desk.process == 0)
    #expect(desk.takeNews().contains(.report(.none)))
  }

  @Test func aGrantHoldsAtItsQuestionForItsFeatureWhileLocked() throws {
    let desk = HelpDesk()
    defer { desk.leave() }
    let locked = lock(.locked, [.spellCheck])
    desk.want(slot: 2, "en", locked, as: nil)
    #expect(desk.process == 0)
    desk.want(slot: 3, "en", locked, as: nil)
    try ready(desk, locked)
    let process = desk.process
    #expect(try answer(desk, locked, slot: 3, .check(["teh"])) == .misspelt(number: 5, ["teh"]))
    #expect(isDenied(desk, locked, slot: 3, .suggest("oth")))
    #expect(isDenied(desk, locked, slot: 3, .define("other")))
    // Another question is named than the one in front.
    #expect(isDenied(desk, locked, slot: 2, .check(["teh"])))
    desk.want(slot: 2, "en", locked, as: nil)
    #expect(!isAlive(process) && desk.process == 0)
    #expect(isDenied(desk, locked, slot: 3, .check(["teh"])))
    desk.want(slot: 3, "en", locked, as: nil)
    let again = desk.process
    try #require(isAlive(again))
    desk.obey(lock(.interrupted, [.spellCheck]))
    #expect(!isAlive(again))
  }

  /// The look-up's route: whatever is asked of the guardian in the front end's name, and however the lock stands.
  @Test func aLookUpIsAnsweredInPracticeAndWhereItIsGrantedOnly() throws {
    let desk = HelpDesk()
    defer { desk.leave() }
    let open = lock(.open)
    desk.want(slot: 3, "en", open, as: nil)
    try ready(desk, open)
    guard case .defined(5, "cape", let lines, _)? = try answer(desk, open, slot: 3, .define("cape")) else {
      Issue.record("no answer")
      return
    }
    // Something is said with WordNet and without.
    #expect(!lines.isEmpty)
    for phase in LockPhase.allCases where phase != .open && phase != .askingConsent {
      #expect(isDenied(desk, lock(phase), slot: 3, .define("cape")), "\(phase)")
      #expect(isDenied(desk, lock(phase, [.spellCheck, .suggestions]), slot: 3, .define("cape")), "\(phase)")
      if phase != .locked { #expect(isDenied(desk, lock(phase, [.lookUp]), slot: 3, .define("cape")), "\(phase)") }
    }
    let granted = lock(.locked, [.lookUp])
    desk.obey(granted)
    desk.want(slot: 3, "en", granted, as: nil)
    try ready(desk, granted)
    #expect(try answer(desk, granted, slot: 3, .define("cape"))?.feature == .lookUp)
    #expect(isDenied(desk, granted, slot: 2, .define("cape")))
  }

  /// An answer that was under way when the lock came is not passed on.
  @Test func anAnswerThatComesAfterTheLockIsDropped() throws {
    let desk = HelpDesk()
    defer { desk.leave() }
    let open = lock(.open)
    desk.want(slot: 0, "en", open, as: nil)
    try ready(desk, open)
    desk.ask(slot: 0, HelpRequest(number: 5, .define("cape")), open)
    let locked = lock(.locked)
    for _ in 0..<20 {
      var waiting = desk.descriptor.map { [Waiting($0)] } ?? []
      Descriptors.poll(&waiting, milliseconds: 20)
      desk.serve(locked)
    }
    #expect(!desk.takeNews().contains { if case .answer = $0 { true } else { false } })
  }

  /// What right answers are called is no vocabulary for a test, whenever it was given.
  @Test func noNamesReachTheHelpsOfATest() throws {
    let desk = HelpDesk()
    defer { desk.leave() }
    desk.want(slot: 3, "en", lock(.open), as: nil)
    desk.give(["Xqzzton"], own: false, lock(.open))
    try ready(desk, lock(.open))
    let locked = lock(.locked, [.spellCheck, .suggestions])
    desk.obey(locked)
    desk.give(["Xqzzton"], own: true, locked)
    desk.want(slot: 3, "en", locked, as: nil)
    try ready(desk, locked)
    #expect(try answer(desk, locked, slot: 3, .suggest("Xqz")) == .suggestions(number: 5, taken: 3, []))
    #expect(try answer(desk, locked, slot: 3, .check(["Xqzzton"])) == .misspelt(number: 5, ["Xqzzton"]))
  }

  @Test func whatAForgedMessageAsksForInATestIsToldToTheLedgerOnce() {
    let desk = HelpDesk()
    let locked = lock(.locked)
    for _ in 0..<5 { desk.ask(slot: 0, HelpRequest(number: 1, .near("teh")), locked) }
    desk.ask(slot: 0, HelpRequest(number: 1, .define("cape")), locked)
    #expect(
      desk.takeNews() == [
        .note(what: "withheld", detail: "spellCheck, asked of the guardian"),
        .note(what: "withheld", detail: "lookUp, asked of the guardian"),
      ])
  }

  @Test func thoseThatAreKilledComeBackAndThoseThatKeepEndingAreGivenUp() throws {
    let desk = HelpDesk()
    defer { desk.leave() }
    let open = lock(.open)
    desk.want(slot: 0, "en", open, as: nil)
    for _ in 0..<Servant.Role.helps.mostRestarts {
      try ready(desk, open)
      let process = desk.process
      kill(process, SIGKILL)
      let isStarting = try wait(desk, open) { if case .report(.starting) = $0 { true } else { nil } }
      #expect(isStarting == true && desk.process != process)
    }
    try ready(desk, open)
    kill(desk.process, SIGKILL)
    let why = try wait(desk, open) { if case .report(.absent(let why)) = $0 { why } else { nil } }
    #expect(why?.hasPrefix("the helps broke down") == true && desk.process == 0)
  }
}
