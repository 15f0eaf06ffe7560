import Glibc
import Testing

/// The harness is trusted by every other test of the real binary, so it is tested on programs that are known.
@Suite(.serialized) struct PtySessionTests {
  func shell(_ script: String, rows: Int = 24, columns: Int = 80) throws -> PtySession {
    try PtySession(["-c", script], program: "/bin/sh", rows: rows, columns: columns)
  }

  @Test func whatIsTypedComesBackAndEndOfFileEnds() throws {
    let session = try PtySession(program: "/bin/cat")
    try session.send("hello\r")
    try session.wait(until: "the echo and the copy") { $0.row(0) == "hello" && $0.row(1) == "hello" }
    #expect(session.cursor == (row: 2, column: 0))
    try session.press(.ctrl("d"))
    #expect(session.exitStatus() == .exited(0))
    #expect(session.closed)
  }

  @Test func thePtyIsTheControllingTerminalOfItsOwnSession() throws {
    let session = try shell("tty; exec cat")
    try session.waitFor(session.device)
    let row = try #require(ProcessTable.row(session.pid))
    #expect(row.session == session.pid)
    #expect(row.foreground == session.pid)
    #expect(session.isOnThisTerminal(session.pid))
    #expect(!session.isOnThisTerminal(getpid()))
    // Opening /dev/tty works only with a controlling terminal.
    let other = try shell("echo spoken > /dev/tty; exec cat")
    try other.waitFor("spoken")
  }

  @Test func aKeyThatIsASignalReachesTheProgram() throws {
    let session = try PtySession(program: "/bin/cat")
    try session.send("x\r")
    try session.waitFor("x", inRow: 1)
    try session.press(.ctrl("c"))
    #expect(session.exitStatus() == .signalled(SIGINT))
  }

  @Test func theSizeIsTheOneAskedForAndChangesAreTold() throws {
    let session = try shell("trap 'stty size' WINCH; stty size; while :; do sleep 0.05; done", rows: 20, columns: 60)
    try session.waitFor("20 60")
    session.resize(rows: 31, columns: 99)
    try session.waitFor("31 99")
    #expect(session.terminal.size == (rows: 31, columns: 99))
  }

  @Test func theEnvironmentIsItsOwn() throws {
    setenv("KIOSK_TEST_LEAK", "leaked", 1)
    defer { unsetenv("KIOSK_TEST_LEAK") }
    let session = try PtySession(
      ["-c", "env | sort; echo end"], program: "/bin/sh", environment: ["LANG": nil, "NO_COLOR": "1"])
    #expect(session.exitStatus() == .exited(0))
    #expect(session.terminal.contains("TERM=xterm-256color"))
    #expect(session.terminal.contains("KIOSK_DATA=\(session.data.path)"))
    #expect(session.terminal.contains("NO_COLOR=1"))
    #expect(!session.terminal.contains("LANG="))
    #expect(!session.terminal.contains("leaked"))
  }

  @Test func noOtherDescriptorAndNoBlockedSignalIsInherited() throws {
    let leaked = open("/dev/null", O_RDONLY)
    defer { close(leaked) }
    let session = try shell("grep SigBlk /proc/self/status | cut -f2; exec cat")
    try session.waitFor("0000000000000000", inRow: 0)
    // Looked at from outside: a shell that looks at itself opens more.
    try session.wait(until: "cat") { ProcessTable.row($0.pid)?.name == "cat" }
    let descriptors = (0..<64).filter { access("/proc/\(session.pid)/fd/\($0)", F_OK) == 0 }
    #expect(descriptors == [0, 1, 2])
  }

  @Test func queriesAreAnsweredOnlyWhenAsked() throws {
    let script =
      "stty raw -echo min 0 time 20; printf '\\033[?2004h\\033[?2004$p'; dd bs=64 count=1 2>/dev/null | od -c | head -1; stty sane"
    let answering = try shell(script)
    _ = answering.exitStatus()
    #expect(answering.terminal.contains("2   0   0   4   ;   1   $   y"))
    let silent = try PtySession(["-c", script], program: "/bin/sh", answering: false)
    _ = silent.exitStatus()
    #expect(!silent.terminal.contains("2   0   0   4"))
  }

  @Test func aPasteIsBracketedOnlyWhereTheProgramAskedForIt() throws {
    let plain = try shell("stty -echo; echo ready; exec od -An -c -N 3")
    try plain.waitFor("ready")
    try plain.paste("ab\n")
    try plain.waitFor("a   b  \\n")
    let bracketed = try shell("stty -echo; printf '\\033[?2004hready'; exec od -An -c -N 9")
    try bracketed.waitFor("ready")
    try bracketed.paste("ab\n")
    try bracketed.waitFor("033   [   2   0   0   ~   a   b  \\n")
  }

  @Test func applicationCursorKeysChangeWhatArrowsSend() throws {
    #expect(TerminalKey.up.bytes(application: false) == Array("\u{1b}[A".utf8))
    #expect(TerminalKey.home.bytes(application: true) == Array("\u{1b}OH".utf8))
    #expect(TerminalKey.f1.bytes(application: false) == Array("\u{1b}OP".utf8))
    #expect(TerminalKey.f9.bytes(application: false) == Array("\u{1b}[20~".utf8))
    #expect(TerminalKey.ctrl("\\").bytes(application: false) == [0x1c])
    #expect(TerminalKey.alt("3").bytes(application: false) == Array("\u{1b}3".utf8))
  }

  @Test func processesAreFoundByTheirRoleAndSignalled() throws {
    let session = try shell(
      "sh -c 'trap \"echo child got it\" USR1; while :; do sleep 0.05; done' & trap 'echo parent got it' USR1; echo up; while :; do wait; done"
    )
    try session.waitFor("up")
    try session.wait(until: "a child") { $0.pid(of: .frontEnd) != nil }
    let child = try #require(session.pid(of: .frontEnd))
    #expect(child != session.pid)
    #expect(session.pids.contains(child) && session.pids.contains(session.pid))
    session.signal(SIGUSR1, to: .guardian)
    try session.waitFor("parent got it")
    // The child may not have set its trap yet when it was first seen; a lost signal would have ended it.
    try session.wait(until: "the child to be in its loop") { _ in !ProcessTable.children(of: child).isEmpty }
    session.signal(SIGUSR1, to: .frontEnd)
    try session.waitFor("child got it")
    #expect(try session.kill9(.frontEnd) == child)
    #expect(session.pid(of: .guardian) == session.pid)
    try session.kill9(.guardian)
    #expect(session.exitStatus() == .signalled(SIGKILL))
  }

  @Test func aHangUpEndsAProgramThatDoesNotIgnoreIt() throws {
    let session = try shell("echo up; exec sleep 1000")
    try session.waitFor("up")
    session.hangUp()
    #expect(session.exitStatus() == .signalled(SIGHUP))
  }

  @Test func nothingOutlivesTheSession() throws {
    var session: PtySession? = try shell(
      "trap '' HUP TERM; sh -c \"trap '' HUP TERM; while :; do sleep 0.1; done\" & echo up; while :; do sleep 0.1; done"
    )
    try session?.waitFor("up")
    let leader = try #require(session?.pid)
    let data = try #require(session?.data.path)
    let count = session?.pids.count ?? 0
    #expect(count >= 2)
    session = nil
    let end = monotonicSeconds() + 20
    var left = count
    while left > 0, monotonicSeconds() < end {
      left = ProcessTable.all.filter { $0.session == leader && $0.state != "Z" }.count
      usleep(5000)
    }
    #expect(left == 0)
    #expect(access(data, F_OK) != 0)
  }

  @Test func aWaitThatFailsShowsTheScreen() throws {
    let session = try shell("echo something else; exec cat")
    try session.waitFor("something else")
    let error = #expect(throws: HarnessError.self) { try session.waitFor("never", timeout: 0.2) }
    #expect(error.map { "\($0)".contains("|something else") } == true)
    let ended = try shell("echo gone")
    #expect(throws: HarnessError.self) { try ended.waitFor("never") }
  }

  @Test func muchInputAndOutputDoNotBlockEachOther() throws {
    let session = try shell("stty raw -echo; echo ready; exec cat")
    try session.waitFor("ready")
    let text = [UInt8](repeating: UInt8(ascii: "x"), count: 300_000)
    try session.send(text)
    try session.wait(until: "all of it") { $0.rawOutput.count >= 300_000 }
  }

  @Test func aCommandRunTellsStatusOutputAndErrors() throws {
    let run = try CommandRun.run(["-c", "cat; echo wrong >&2; exit 65"], program: "/bin/sh", input: "given")
    #expect(run == CommandRun(exit: .exited(65), output: "given", errors: "wrong\n"))
    #expect(run.status == 65)
    let killed = try CommandRun.run(["-c", "sleep 1000"], program: "/bin/sh", timeout: 0.1)
    #expect(killed.exit == .signalled(SIGKILL))
  }

  @Test func theBuiltProgramIsFound() throws {
    let run = try CommandRun.run(["--version"])
    #expect(run.status == 0, "\(run.errors)")
  }
}
