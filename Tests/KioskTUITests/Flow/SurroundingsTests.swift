import Glibc
import KioskCore
import Testing

/// Surroundings in which no screen can be shown, no exam started or nothing kept: one line, the right status, no lock.
@Suite(.serialized) struct SurroundingsTests {
  /// Runs a kiosk on a terminal and returns its status and what it wrote to standard error.
  private func failing(
    _ arguments: String = "", data: TemporaryFolder? = nil, exams: String = PtySession.fixtures,
    environment: [String: String?] = [:]
  ) throws -> (status: Int32, errors: String) {
    let scratch = try TemporaryFolder()
    let errors = scratch.appending("errors")
    let session = try PtySession(
      ["-c", "\(KioskProgram.path) \(arguments) 2>\(errors); echo status $? end"], program: "/bin/sh", data: data,
      exams: exams, environment: environment)
    try session.wait(until: "the status") { session in
      session.screen.contains { $0.hasPrefix("status ") && $0.hasSuffix(" end") }
    }
    let line = session.screen.first { $0.hasPrefix("status ") } ?? ""
    let status = Int32(line.split(separator: " ").dropFirst().first ?? "") ?? -1
    #expect(!session.terminal.alternateScreen)
    return (status, String(decoding: readFile(errors) ?? [], as: UTF8.self))
  }

  /// One line each, `kiosk: what is wrong: what to do`.
  private func expectLines(_ errors: String, _ count: Int = 1) {
    let lines = errors.split(separator: "\n")
    #expect(lines.count == count, "\(errors)")
    for line in lines { #expect(line.hasPrefix("kiosk: "), "\(errors)") }
  }

  @Test func withoutATerminalItSaysSo() throws {
    for arguments in [[], ["exam", "geography", "--candidate", "Ada"]] {
      let run = try CommandRun.run(arguments)
      #expect(run.status == 69)
      #expect(run.output.isEmpty)
      expectLines(run.errors)
      #expect(run.errors.contains("terminal"))
    }
  }

  @Test(arguments: [nil, "", "no-such-terminal", "dumb"] as [String?])
  func withoutATerminalTypeItSaysSo(_ type: String?) throws {
    let (status, errors) = try failing(environment: ["TERM": type])
    #expect(status == 69)
    expectLines(errors)
    #expect(errors.contains("TERM"))
  }

  @Test(arguments: ["LC_ALL", "LC_CTYPE", "LANG"])
  func aLocaleWithoutUTF8IsReplaced(_ variable: String) throws {
    var environment: [String: String?] = ["LANG": nil]
    environment[variable] = .some("C")
    let session = try PtySession(exams: PtySession.fixtures, environment: environment)
    // The first of them, with a mark that only UTF-8 has.
    try session.waitFor("› A bee")
  }

  @Test func usageErrorsAreTold() throws {
    for arguments in [
      "exam", "exam walk walk", "--practice", "exam walk --seed one", "exam walk --minutes 0",
      "exam walk --minutes 481",
      "exam walk --extra-percent x", "exam walk --candidate", "exam walk --candidate ' '", "exam walk --practise",
      "exams",
    ] {
      let (status, errors) = try failing(arguments)
      #expect(status == 64, "\(arguments)")
      expectLines(errors)
    }
  }

  @Test func anExamThatIsNotThereIs66() throws {
    let (status, errors) = try failing("exam atlantis --candidate Ada")
    #expect(status == 66)
    expectLines(errors)
    #expect(errors.contains("atlantis"))
  }

  @Test func aMalformedExamNamesFileLineAndColumnAndDoesNotStart() throws {
    let exams = try TemporaryFolder()
    writeFile(
      exams.appending("broken.exam.json"),
      """
      { "format": "kiosk-exam/1", "id": "broken", "title": "Broken",
        "colour": "red",
        "questions": [
          { "id": "a", "type": "shortAnswer", "prompt": "A?", "answers": [] } ] }

      """)
    let (status, errors) = try failing("exam broken --candidate Ada", exams: exams.path)
    #expect(status == 65)
    #expect(errors.contains("broken.exam.json:2:3"), "\(errors)")
    #expect(errors.contains("colour"))
    for line in errors.split(separator: "\n") { #expect(line.hasPrefix("kiosk: ")) }
    // In the lobby it is listed with its reason, and does not start.
    let session = try PtySession(exams: exams.path)
    try session.waitFor("broken.exam.json")
    // It is the last of the exams; the demonstrations follow.
    for _ in 0..<9 { try session.press(.down) }
    try session.press(.up)
    try session.press(.enter)
    try session.waitFor("This cannot go on")
    try session.waitFor("broken.exam.json:2:3")
    #expect(session.row(0).contains("Open"))
  }

  @Test func aDataFolderThatCannotBeIs73() throws {
    let (status, errors) = try failing(environment: ["KIOSK_DATA": "/proc/nowhere"])
    #expect(status == 73)
    expectLines(errors)
    #expect(errors.contains("/proc/nowhere"))
  }

  @Test func aDataFolderThatOthersCanWriteIs77() throws {
    let data = try TemporaryFolder()
    chmod(data.path, 0o777)
    let (status, errors) = try failing(data: data)
    #expect(status == 77)
    expectLines(errors)
    #expect(errors.contains("chmod go-w"))
    #expect(readFile(data.appending("kiosk.db")) == nil)
  }

  @Test func twoKiosksNeverSitTheSameAttempt() throws {
    let first = try PtySession.locked()
    try first.type("Ottawa")
    let left = first.pids
    first.hangUp()
    try first.waitForEnd(of: left)
    let second = try PtySession(data: first.data, exams: PtySession.fixtures)
    let third = try PtySession(data: first.data, exams: PtySession.fixtures)
    try third.waitFor("Ada")
    try second.waitFor("Ada")
    try second.press(.enter)
    try second.waitFor(PtySession.consentTitle)
    try second.send("y")
    try second.waitFor("Ottawa")
    try third.press(.enter)
    try third.waitFor("another terminal")
    #expect(third.row(0).contains("Open"))
    // Nor is it offered to whoever comes now.
    let fourth = try PtySession(data: first.data, exams: PtySession.fixtures)
    try fourth.waitFor("A walk")
    #expect(!fourth.terminal.contains("Ada"))
    try second.handIn()
    #expect(try ToldAttempt.only(first.data).state == "submitted")
  }

  static let canMount = SmallDisk() != nil

  @Test(.enabled(if: canMount, "needs the right to mount a small file system"))
  func aFullDiskKeepsTheLockAndTheAnswerUntilThereIsRoom() throws {
    let disk = try #require(SmallDisk())
    let session = try PtySession(
      ["exam", "walk", "--candidate", "Ada"], exams: PtySession.fixtures, environment: ["KIOSK_DATA": disk.data])
    try session.waitFor(PtySession.consentTitle)
    try session.send("y")
    try session.waitFor("Question 1 of 6")
    try session.enterAnswer("Ottawa", next: 2)
    disk.fill()
    try session.type("渥太华")
    // The store may have room of its own for a while; each flag is a step that takes some of it.
    var flags = 0
    while !session.terminal.contains("Not saved"), flags < 4000 {
      try session.press(.f4)
      flags += 1
      session.pump(0.005)
    }
    try session.waitFor("Not saved")
    #expect(session.isLocked)
    try session.press(.f2)
    try session.waitFor("off during the test")
    try session.type("!")
    try session.press(.backspace)
    try session.press(.enter)
    try session.waitFor("Question 3 of 6")
    try session.waitFor("Not saved")
    disk.free()
    try session.waitForAbsence(of: "Not saved")
    try session.press(.pageUp)
    try session.waitFor("渥太华")
    try session.waitFor("Saved")
    try session.handIn()
    let run = try CommandRun.run(["results", "list", "--json"], environment: ["KIOSK_DATA": disk.data])
    #expect(run.output.contains("\"score\": 2,"), "\(run.output) \(run.errors)")
    let verify = try CommandRun.run(["results", "verify"], environment: ["KIOSK_DATA": disk.data])
    #expect(verify.status == 0, "\(verify.output) \(verify.errors)")
  }
}

/// A file system of two megabytes, mounted where there is the right to.
final class SmallDisk {
  private let folder: TemporaryFolder
  /// A private folder on it.
  var data: String { folder.appending("data") }

  init?() {
    guard let folder = try? TemporaryFolder(),
      let run = try? CommandRun.run(
        ["-t", "tmpfs", "-o", "size=2m,mode=0700", "kiosk-test", folder.path], program: "/bin/mount"),
      run.status == 0
    else { return nil }
    self.folder = folder
  }

  deinit { _ = try? CommandRun.run(["-l", folder.path], program: "/bin/umount") }

  /// Leaves no room at all.
  func fill() {
    let descriptor = open(folder.appending("filler"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    for size in [4096, 1] {
      let block = [UInt8](repeating: 0x20, count: size)
      while write(descriptor, block, size) > 0 {}
    }
  }

  /// Gives the room back.
  func free() { unlink(folder.appending("filler")) }
}
