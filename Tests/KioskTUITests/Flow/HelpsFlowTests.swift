import Glibc
import Testing

@testable import KioskCore

/// The helps at a real terminal: practice with them, tests without, and what is granted.
@Suite(.serialized) struct HelpsFlowTests {
  private static let exam = """
    { "format": "kiosk-exam/1", "id": "winter", "title": "Winter", "language": "en", "minutes": 10, "shuffle": false,
      "verdict": "end",
      "questions": [
        { "id": "a", "type": "shortAnswer", "prompt": "What is the capital of Canada?", "answers": [ { "text": "Ottawa" } ] },
        { "id": "b", "type": "essay", "prompt": "Write about winter in French.",
          "language": "fr", "grants": [ "spellCheck" ] },
        { "id": "c", "type": "essay", "prompt": "Write about summer." } ] }
    """

  private static func exams(_ text: String = exam) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    writeFile(folder.appending("winter.exam.json"), text)
    return folder
  }

  private func practising(
    _ exams: TemporaryFolder, data: TemporaryFolder? = nil, program: String = KioskProgram.path,
    environment: [String: String?] = [:]
  ) throws -> PtySession {
    let session = try PtySession(
      ["exam", "winter", "--practice", "--candidate", "Ada"], program: program, data: data, exams: exams.path,
      environment: environment)
    try session.waitFor("Question 1 of 3")
    return session
  }

  private func testing(_ exams: TemporaryFolder) throws -> PtySession {
    let session = try PtySession(["exam", "winter", "--candidate", "Ada"], exams: exams.path)
    try session.waitFor(PtySession.consentTitle)
    return session
  }

  private func agree(_ session: PtySession) throws {
    try session.send("y")
    try session.waitFor("Question 1 of 3")
    try session.waitFor("Locked", inRow: 0)
  }

  private func helper(_ session: PtySession) -> pid_t? {
    ProcessTable.children(of: session.pid).first { $0.name == "kiosk-helps" }?.pid
  }

  private func isUnderlined(_ session: PtySession, _ word: String) -> Bool {
    guard let place = session.terminal.find(word) else { return false }
    return session.terminal.cell(row: place.row, column: place.column).underline != 0
  }

  private func map(_ process: pid_t?) throws -> String {
    guard let process, let bytes = readFile("/proc/\(process)/maps") else {
      throw HarnessError.system("the process's memory map", ESRCH)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: - Practice

  @Test func anEssayIsCheckedNearSpellingsAreChosenAndOwnWordsKept() throws {
    let exams = try Self.exams()
    let session = try practising(exams)
    for number in 2...3 {
      // Nothing is answered: once to be told so, once to go on.
      try session.press(.pageDown, .pageDown)
      try session.waitFor("Question \(number) of 3")
    }
    try session.wait(until: "the helps") { helper($0) != nil }
    try session.send("I recieve kioskish snow")
    try session.wait(until: "marks") { isUnderlined($0, "recieve") && isUnderlined($0, "kioskish") }
    #expect(!isUnderlined(session, "snow"))
    // The last of them that stands before the caret.
    try session.press(.alt("8"))
    try session.waitFor("Near “kioskish”")
    try session.waitFor("Add “kioskish” to my words")
    try session.press(.up, .up, .enter)
    try session.wait(until: "a word that counts") { !isUnderlined($0, "kioskish") && !$0.terminal.contains("Near “") }
    try session.press(.f8)
    try session.waitFor("Near “recieve”")
    try session.waitFor("receive")
    try session.press(.enter)
    try session.waitFor("I receive kioskish snow")
    let file = session.data.appending("words-\(getuid())")
    #expect(readFile(file).map { String(decoding: $0, as: UTF8.self) } == "kioskish\n")
    // Neither the guardian nor what draws has hunspell in it.
    #expect(!(try map(session.pid)).contains("hunspell"))
    #expect(!(try map(session.pid(of: .frontEnd))).contains("hunspell"))
    #expect((try map(helper(session))).contains("hunspell"))
    // The next practice knows the word.
    let again = try practising(exams, data: session.data)
    try again.send("kioskish kioskih ")
    try again.wait(until: "the other word marked") { isUnderlined($0, "kioskih") }
    #expect(!isUnderlined(again, "kioskish"))
  }

  @Test func aFrenchExamIsCheckedInFrench() throws {
    let exams = try Self.exams(
      Self.exam.replacing("\"language\": \"en\"", by: "\"language\": \"fr\""))
    let session = try practising(exams)
    try session.send("une ecole a ")
    try session.wait(until: "marks") { isUnderlined($0, "ecole") }
    try session.press(.f8)
    try session.waitFor("école")
    try session.press(.enter)
    try session.wait(until: "the accent") { $0.answer.hasPrefix("une école a") }
  }

  @Test func aPracticeEndsItsHelps() throws {
    let session = try practising(try Self.exams())
    try session.wait(until: "the helps") { helper($0) != nil }
    try session.press(.escape)
    try session.waitFor("Leave the practice?")
    try session.send("y")
    try session.waitFor("The practice was ended.")
    try session.wait(until: "no helps") { helper($0) == nil }
  }

  // MARK: - Tests

  @Test func inATestWithoutAGrantNothingOfThemIsThere() throws {
    let session = try PtySession.locked()
    for key: TerminalKey in [.f8, .alt("8")] {
      try session.press(key)
      try session.waitFor("Spell check is off during the test", inRow: 1)
    }
    try session.send("recieve ott")
    try session.press(.tab)
    try session.wait(until: "what was typed") { $0.answer == "recieve ott" }
    session.settle()
    #expect(helper(session) == nil)
    #expect(!isUnderlined(session, "recieve"))
    #expect(!session.terminal.contains("Tab takes") && !session.terminal.contains("dictionary"))
    #expect(!(try map(session.pid)).contains("hunspell"))
    #expect(!(try map(session.pid(of: .frontEnd))).contains("hunspell"))
    _ = try ToldAttempt.wait(session.data, for: "both on the ledger") { $0.entries("withheld spellCheck") == 2 }
  }

  /// Where right and wrong are told at the end, what is written to the terminal tells nothing of it: but for the letters
  /// typed, a right and a wrong answer are the same bytes.
  @Test func aRightAndAWrongAnswerEchoAlike() throws {
    var told: [[UInt8]] = []
    for word in ["Ottawa", "Qttbwb"] {
      let session = try PtySession.locked()
      // Banners come and go by the clock: not before they are gone.
      try session.wait(until: "no banner") { !$0.row(1).contains("This terminal is locked") }
      try session.type("x")
      try session.press(.backspace)
      try session.wait(until: "an empty field") { $0.answer.isEmpty }
      session.settle()
      var bytes: [UInt8] = []
      var shown = ""
      for letter in word.utf8 {
        let before = session.rawOutput.count
        shown.unicodeScalars.append(Unicode.Scalar(letter))
        try session.send([letter])
        try session.wait(until: "the letter") { $0.answer == shown }
        session.settle()
        bytes += session.rawOutput[before...].map { $0 == letter ? 0x2A : $0 }
      }
      told.append(bytes)
    }
    #expect(told[0] == told[1])
    #expect(told[0].count { $0 == 0x2A } >= 6)
  }

  @Test func whatIsGrantedIsConsentedToHoldsAtItsQuestionAndIsOnTheResult() throws {
    let session = try testing(try Self.exams())
    try session.waitFor("spell check in French: question 2.")
    try session.waitFor("Spell check: held, but for question 2, in French.")
    try agree(session)
    #expect(helper(session) == nil)
    try session.send("Otawa ")
    try session.press(.pageDown)
    try session.waitFor("Question 2 of 3")
    try session.wait(until: "the helps") { helper($0) != nil }
    try session.send("une ecole a neig")
    try session.wait(until: "a mark") { isUnderlined($0, "ecole") }
    #expect(!session.terminal.contains("Tab takes"))
    try session.press(.f8)
    try session.waitFor("école")
    #expect(!session.terminal.contains("to my words"))
    try session.press(.escape)
    try session.waitForAbsence(of: "Near “")
    // What draws dies in the middle of it: the one that follows has what was granted, and no more.
    try session.waitForFrontEnd(after: try session.kill9(.frontEnd))
    try session.waitFor("Question 2 of 3")
    try session.wait(until: "the mark again") { isUnderlined($0, "ecole") }
    try session.press(.pageDown)
    try session.waitFor("Question 3 of 3")
    try session.wait(until: "no helps") { helper($0) == nil }
    try session.send("I recieve sno")
    try session.press(.f8)
    try session.waitFor("Spell check is off during the test", inRow: 1)
    #expect(!isUnderlined(session, "recieve"))
    try session.press(.pageUp)
    try session.waitFor("Question 2 of 3")
    try session.wait(until: "the helps again") { helper($0) != nil }
    try session.press(.f9)
    try session.waitFor("Review")
    try session.wait(until: "no helps in the review") { helper($0) == nil }
    try session.handIn()
    try session.waitFor("Granted in this test: spell check in French (question 2).")
    _ = try ToldAttempt.wait(session.data, for: "the grant on the ledger") {
      $0.entries("granted spell check in French (question 2)") == 1
    }
  }

  // MARK: - Missing

  private func copied(_ programs: [String]) throws -> (TemporaryFolder, String) {
    let folder = try TemporaryFolder()
    for program in programs {
      _ = try CommandRun.run(
        ["\(KioskProgram.buildFolder)/\(program)", folder.appending(program)], program: "/bin/cp")
    }
    return (folder, folder.appending("kiosk"))
  }

  @Test func withoutTheHelpsItIsSaidWhatIsMissingAndEverythingElseWorks() throws {
    let (folder, program) = try copied(["kiosk"])
    var session = try practising(try Self.exams(), program: program)
    try session.waitFor("kiosk-helps is not installed beside kiosk: run make install", inRow: 1)
    try session.send("Ottawa")
    try session.press(.enter)
    try session.waitFor("✓ Right")
    try session.press(.f1)
    try session.waitFor("Missing here")
    // What a loader says that misses hunspell's library.
    writeFile(folder.appending("kiosk-helps"), "#!/bin/sh\nexit 127\n", mode: 0o755)
    session = try practising(try Self.exams(), program: program)
    try session.waitFor("hunspell is not installed: apt install libhunspell-1.7-0", inRow: 1)
    try session.send("Ottawa")
    try session.press(.enter)
    try session.waitFor("✓ Right")
  }

  @Test func aMissingDictionaryIsSaidWithItsPackageAndTheRestHelps() throws {
    let empty = try TemporaryFolder()
    let session = try practising(try Self.exams(), environment: ["KIOSK_DICTIONARIES": empty.path])
    try session.waitFor("no spelling dictionary of en is installed: apt install hunspell-en-us", inRow: 1)
    try session.send("Ott")
    try session.waitFor("Tab takes “Ottawa”")
    try session.press(.tab)
    try session.wait(until: "the suggestion in the field") { $0.answer == "Ottawa" }
  }
}

extension String {
  fileprivate func replacing(_ old: String, by new: String) -> String {
    guard let place = utf8.indices.first(where: { self[$0...].hasPrefix(old) }) else { return self }
    return self[..<place] + new + self[index(place, offsetBy: old.count)...]
  }
}
