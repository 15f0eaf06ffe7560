import Glibc
import KioskCore
import Testing

/// What `kiosk status` tells of a test under way.
@Suite(.serialized) struct StatusTests {
  /// It named the exam and the process, and not who sat there.
  @Test func theCandidateIsNamedToWhoeverMayReadTheData() throws {
    let session = try PtySession(
      ["exam", "walk", "--candidate", "Ada Lovelace", "--candidate-id", "1815", "--seed", "1"],
      exams: PtySession.fixtures)
    try session.waitFor(PtySession.consentTitle)
    try session.send("y")
    try session.waitFor("Question 1 of")
    let run = try CommandRun.run(["status"], data: session.data)
    #expect(run.status == 0)
    #expect(run.output.contains(": A walk, Ada Lovelace (1815), locked since "))
    let told = try JSONReader.read(
      Array(try CommandRun.run(["status", "--json"], data: session.data).output.utf8)
    ).root
    #expect(told["candidate"]?.string == "Ada Lovelace")
    #expect(told["candidateId"]?.string == "1815")
    #expect(told["attempt"]?.string == (try ToldAttempt.only(session.data).id))
    #expect(told["locked"]?.bool == true)
    #expect(told["frontEndUser"]?.string == Accounts.name(of: getuid()))
    let check = try JSONReader.read(Array(try CommandRun.run(["check", "--json"], data: session.data).output.utf8)).root
    #expect(check["frontEndUser"]?.string == Accounts.name(of: getuid()))

    try session.handIn()
    let after = try CommandRun.run(["status", "--json"], data: session.data).output
    #expect(!after.contains("Ada"))
  }

  @Test(.enabled(if: AttackTests.canBeNobody, "needs root, to become another user, and setpriv"))
  func nobodyElseLearnsWhoSitsThere() throws {
    let session = try PtySession.locked()
    let run = try CommandRun.run(
      AttackTests.asNobody + [KioskProgram.path, "status", "--json"], program: "/usr/bin/setpriv", data: session.data)
    #expect(!run.output.contains("Ada") && !run.output.contains("A walk"))
    // That it is locked is no secret: "No terminal is locked." was no true answer.
    let told = try JSONReader.read(Array(run.output.utf8)).root
    #expect(told["locked"]?.bool == true)
    #expect(told["terminals"]?.array?.contains { $0.string == session.device } == true)
    let words = try CommandRun.run(
      AttackTests.asNobody + [KioskProgram.path, "status"], program: "/usr/bin/setpriv", data: session.data)
    #expect(words.output.contains("\(session.device): kiosk, locked; more is told to its user and to root\n"))
  }

  /// As text it was told, as JSON not.
  @Test func verifyNamesTheOwnerOfTheKey() throws {
    let session = try PtySession.locked()
    try session.handIn()
    let run = try CommandRun.run(["results", "verify", "--json"], data: session.data)
    let told = try JSONReader.read(Array(run.output.utf8)).root
    #expect(told["keyOwner"]?.integer == Int64(getuid()))
    #expect(told["keyOwnerName"]?.string == Accounts.name(of: getuid()))
    #expect(Accounts.name(of: 0) == "root")
    #expect(Accounts.name(of: 4_000_000_000) == nil)
  }

  /// Ids may be numbers, and another question's number at that.
  @Test func anIdGoesBeforeANumberAndThatIsSaid() throws {
    let session = try PtySession.locked("numbered")
    try session.type("one")
    try session.enter(next: 2)
    try session.type("two")
    try session.press(.enter)
    try session.waitFor("2 answered")
    try session.handIn()
    let id = try ToldAttempt.only(session.data).id
    let run = try CommandRun.run(["results", "mark", id, "2", "1"], data: session.data)
    #expect(run.output.hasPrefix("2 is taken as the id of question 1; question 2 is 1.\nQuestion 1, 2: 1 of 1."))
    let told = try ToldAttempt.only(session.data)
    #expect(told.points("2") == "1")
    #expect(told.points("1") == "null")
  }
}
