import Glibc
import KioskCore
import Testing

/// `kiosk passcode`, and what another terminal may do while a test is locked.
@Suite(.serialized) struct PasscodeCommandTests {
  private func run(_ arguments: [String], _ input: String = "", _ data: TemporaryFolder) throws -> CommandRun {
    try CommandRun.run(["passcode"] + arguments, input: input, data: data)
  }

  @Test func aPasscodeIsSetCheckedListedAndRemoved() throws {
    let data = try TemporaryFolder()
    var told = try run(["set"], "letmein\n", data)
    #expect(told.status == 0 && told.output == "The passcode of proctor is set.\n", "\(told.errors)")
    told = try run(["set", "--proctor", "A. Smith"], "渥太华 🔑\r\n", data)
    #expect(told.status == 0)
    #expect(try run(["list"], "", data).output == "proctor\nA. Smith\n")
    let list = try run(["list", "--json"], "", data)
    #expect(
      try JSONReader.read(Array(list.output.utf8)).root["proctors"]?.array?.compactMap(\.string) == [
        "proctor", "A. Smith",
      ])
    told = try run(["check"], "渥太华 🔑\n", data)
    #expect(told.status == 0 && told.output == "This is the passcode of A. Smith.\n")
    #expect(try run(["check", "--proctor", "proctor"], "letmein", data).status == 0)
    told = try run(["remove", "A. Smith"], "", data)
    #expect(told.status == 0, "\(told.errors)")
    #expect(try run(["list"], "", data).output == "proctor\n")
    for name in ["passcodes.json", "passcodes.wait"] {
      #expect(try Files.status(data.appending(name)).mode & 0o777 == 0o600)
    }
  }

  @Test func aWrongOneIsRefusedAndMakesTheNextWait() throws {
    let data = try TemporaryFolder()
    _ = try run(["set"], "letmein\n", data)
    let wrong = try run(["check"], "letmeout\n", data)
    #expect(wrong.status == 77)
    #expect(wrong.errors.contains("the next can be tried in 1 second"))
    #expect(!wrong.errors.contains("letmeout"))
    // Whatever the machine's speed: the third wrong one makes the next wait four seconds.
    for _ in 0..<200 where BackOff(line: readFile(data.appending("passcodes.wait")) ?? []).failures < 3 {
      _ = try run(["check"], "letmeout\n", data)
      usleep(50_000)
    }
    let soon = try run(["check"], "letmein\n", data)
    #expect(soon.status == 75)
    #expect(soon.errors.contains("too soon after a wrong passcode: try again in"))
  }

  /// A command line, what is typed, and the exit status.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let line: String
    let input: String
    let status: Int32
    var testDescription: String { "\(line) \(status)" }
  }

  static let refusals: [Refusal] = [
    Refusal(line: "set", input: "abc\n", status: 65), Refusal(line: "set", input: "\n", status: 65),
    Refusal(line: "set", input: "ab\u{7}cdef\n", status: 65),
    Refusal(line: "set", input: String(repeating: "é", count: 129) + "\n", status: 65),
    Refusal(line: "set --proctor", input: "letmein\n", status: 64),
    Refusal(line: "set --proctor=", input: "letmein\n", status: 64),
    Refusal(line: "set x", input: "letmein\n", status: 64), Refusal(line: "check", input: "letmein\n", status: 66),
    Refusal(line: "remove x", input: "", status: 66), Refusal(line: "remove", input: "", status: 64),
    Refusal(line: "sett", input: "", status: 64), Refusal(line: "", input: "", status: 64),
    Refusal(line: "list --proctor x", input: "", status: 64), Refusal(line: "set --nonsense", input: "", status: 64),
    Refusal(line: "check --json", input: "", status: 64),
  ]

  @Test(arguments: refusals) func whatCannotBeIsSaidInOneLine(_ refusal: Refusal) throws {
    let told = try run(refusal.line.split(separator: " ").map(String.init), refusal.input, try TemporaryFolder())
    #expect(told.status == refusal.status, "\(told.errors)")
    #expect(told.errors.hasPrefix("kiosk: "))
    #expect(told.errors.split(separator: "\n").count == 1)
    #expect(told.output.isEmpty)
  }

  @Test func namesThatAreMistypedAreRecognised() throws {
    let data = try TemporaryFolder()
    _ = try run(["set", "--proctor", "A. Smith"], "letmein\n", data)
    let told = try run(["check", "--proctor", "A. Smit"], "letmein\n", data)
    #expect(told.status == 66 && told.errors.contains("did you mean A. Smith?"))
  }

  @Test func onATerminalThePasscodeIsAskedTwiceAndNeverShown() throws {
    let session = try PtySession(["passcode", "set"])
    try session.waitFor("New passcode of proctor:")
    let before = session.modes()
    try session.send("letmeinx\u{7f}\r")
    try session.waitFor("The same again:")
    try session.send("letmein\r")
    try session.waitFor("The passcode of proctor is set.")
    #expect(session.exitStatus() == .exited(0))
    #expect(!String(decoding: session.rawOutput, as: UTF8.self).contains("letm"))
    #expect(before.map { $0.c_lflag & tcflag_t(ECHO) } == 0)
    #expect(try run(["check"], "letmein\n", session.data).status == 0)
  }

  @Test(arguments: ["\u{3}", "\u{1b}", "\u{4}"]) func onATerminalItCanBeLeft(_ key: String) throws {
    let session = try PtySession(["passcode", "set"])
    try session.waitFor("New passcode of proctor:")
    try session.send("letmein" + key)
    #expect(session.exitStatus() == .exited(77))
    #expect(session.terminal.contains("nothing was changed"))
    #expect(try run(["list"], "", session.data).output == "No passcode is set.\n")
  }

  @Test func aSignalLeavesATerminalThatShowsWhatIsTyped() throws {
    let session = try PtySession(["passcode", "set"])
    try session.waitFor("New passcode of proctor:")
    session.signal(SIGTERM, to: .guardian)
    #expect(session.exitStatus() == .exited(77))
    #expect(session.terminal.contains("nothing was changed"))
  }

  // MARK: - From another terminal

  /// The results of an attempt that is being sat tell neither keys nor marks, and its lock is not undone.
  @Test func fromAnotherTerminalNothingIsGivenAway() throws {
    let session = try PtySession.locked()
    try session.type("Otava")
    try session.enter(next: 2)
    let told = try ToldAttempt.wait(session.data, for: "the answer") { $0.count("answered") == 1 }
    #expect(told.state == "open")
    #expect(told.points("canada") == "null" || told.points("canada") == "nothing")
    for format in ["json", "csv", "html"] {
      for arguments in [["show", told.id], ["export", told.id], ["export", "--all"]] {
        let run = try CommandRun.run(["results"] + arguments + ["--format", format], data: session.data)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("Otava"))
        for key in ["渥太华", "Αθήνα", "café"] { #expect(!run.output.contains(key), "\(arguments) \(format)") }
      }
    }
    let release = try CommandRun.run(["release"], data: session.data)
    #expect(release.status == 77)
    #expect(session.isLocked)
  }

  /// Whether the program can be run by somebody who is not root: by who runs the tests, or by another user whom root becomes.
  static let hasOrdinaryUser = geteuid() != 0 || access("/usr/bin/setpriv", X_OK) == 0

  /// Root may set a passcode at any time; anyone else who owns the data folder wants a present one while a lock holds.
  @Test(.enabled(if: hasOrdinaryUser, "needs setpriv, to become a user other than root"))
  func whileATestIsLockedSettingWantsAPresentPasscode() throws {
    let user: uid_t? = geteuid() == 0 ? 65534 : nil
    let data = try TemporaryFolder()
    let place = try TemporaryFolder()
    let program = place.appending("kiosk")
    if let user {
      chown(data.path, user, user)
      chmod(place.path, 0o755)
      _ = try CommandRun.run([KioskProgram.path, program], program: "/bin/cp")
    }
    func passcode(_ arguments: [String], _ input: String) throws -> CommandRun {
      guard let user else { return try CommandRun.run(["passcode"] + arguments, input: input, data: data) }
      return try CommandRun.run(
        Self.drop(user) + [program, "passcode"] + arguments, program: "/usr/bin/setpriv", input: input, data: data)
    }
    let able = try passcode(["set"], "letmein\n")
    try #require(able.status == 0, "\(able.errors)")
    let session = try lockedAs(user, program, data)
    var told = try passcode(["set", "--proctor", "me"], "mine\n")
    #expect(told.status == 77, "\(told.errors)")
    told = try passcode(["remove", "proctor"], "\n")
    #expect(told.status != 0)
    #expect(try passcode(["list"], "").output == "proctor\n")
    // Too soon after the wrong ones, however many of them were looked at.
    let end = monotonicSeconds() + PtySession.patience
    repeat {
      told = try passcode(["set", "--proctor", "B. Jones"], "letmein\nanother\n")
      usleep(50_000)
    } while told.status == 75 && monotonicSeconds() < end
    #expect(told.status == 0, "\(told.errors)")
    #expect(try passcode(["list"], "").output == "proctor\nB. Jones\n")
    #expect(session.isLocked)
    // Where none is set nobody but root makes one up.
    try? Files.unlink(data.appending("passcodes.json"))
    told = try passcode(["set"], "mine\nmine\n")
    #expect(told.status == 77 && told.errors.contains("no passcode is set"), "\(told.errors)")
  }

  private static func drop(_ user: uid_t) -> [String] {
    ["--reuid", "\(user)", "--regid", "\(user)", "--clear-groups"]
  }

  private func lockedAs(_ user: uid_t?, _ program: String, _ data: TemporaryFolder) throws -> PtySession {
    guard let user else { return try PtySession.locked(data: data) }
    let arguments = ["exam", "walk", "--candidate", "Ada", "--seed", "1"]
    let script = "chown \(user) \"$(tty)\" && exec setpriv \(Self.drop(user).joined(separator: " ")) \"$0\" \"$@\""
    let fixtures = try #require(try? TemporaryFolder())
    chmod(fixtures.path, 0o755)
    writeFile(
      fixtures.appending("walk.exam.json"),
      String(decoding: readFile(PtySession.fixtures + "/walk.exam.json") ?? [], as: UTF8.self))
    chmod(fixtures.appending("walk.exam.json"), 0o644)
    let session = try PtySession(
      ["-c", script, program] + arguments, program: "/bin/sh", data: data, exams: fixtures.path)
    try session.waitFor(PtySession.consentTitle)
    try session.send("y")
    try session.waitFor("Question 1 of")
    return session
  }
}
