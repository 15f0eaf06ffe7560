import Glibc
import KioskCore
import Testing

/// Autonomous Single App Mode by real programs on real terminals.
@Suite(.serialized, .enabled(if: SupervisedMachine.obstacle == nil, "\(SupervisedMachine.obstacle ?? "")"))
struct AutonomousTests {
  @Test func aListedProgramLocksAndUnlocksItselfAndEverybodyIsToldTheTruth() throws {
    let hosted = try HostedMachine()
    #expect(try hosted.document("$K request status --json")["locked"]?.bool == false)
    let locked = try hosted.document("$K request lock --title Quiz --minutes 30 --json")
    #expect(locked["outcome"]?.string == "engaged" && locked["locked"]?.bool == true)
    #expect(locked["mode"]?.string == "autonomousSingleApp" && locked["by"]?.string?.hasPrefix("Quiz (process") == true)
    try hosted.session.waitFor(
      "This terminal is locked. Its program unlocks it, in 30 minutes at the latest.", inRow: 23)
    let status = try hosted.status()
    #expect(status["locked"]?.bool == true && status["mode"]?.string == "autonomousSingleApp")
    #expect(status["entitlement"]?.string == "profile Lab" && status["by"]?.string?.hasPrefix("Quiz (process") == true)
    func state(_ id: String) -> String? {
      status["restrictions"]?.array?.first { $0["id"]?.string == id }?["state"]?.string
    }
    #expect(state("home") == "enforced" && state("paste") == "enforced")
    // What the program does itself is not the kiosk's to take away, and it does not say so.
    #expect(state("subprocess") == "unavailable" && state("lookUp") == "unavailable")
    let again = try hosted.run("$K request lock --json")
    #expect(again.status == 77 && again.output.contains(#""refusal": "alreadyLockedByUs""#))
    #expect(hosted.isLocked && again.output.contains(#""locked": true"#))
    let released = try hosted.document("$K request unlock --json")
    #expect(released["outcome"]?.string == "released" && released["locked"]?.bool == false)
    try hosted.session.waitFor("This terminal is unlocked.", inRow: 23)
    #expect(try hosted.run("$K request unlock").status == 0)
    #expect(!hosted.isLocked)
    let socket = try hosted.socketPath()
    try hosted.type("exit 3")
    #expect(hosted.session.exitStatus() == .exited(3))
    #expect(access(socket, F_OK) != 0, "the socket stays")
    // All of it stands on the machine's ledger, which holds.
    let told = try hosted.machine.run("$K results verify")
    #expect(told.status == 0, "\(told.errors)")
  }

  @Test func whatIsNotInOrderIsRefusedWithItsOwnReason() throws {
    func refusal(_ hosted: HostedMachine) throws -> (String?, String) {
      let told = try hosted.run("$K request lock --json")
      #expect(told.status == 77)
      let document = try JSONReader.read(Array(told.output.utf8)).root
      #expect(document["outcome"]?.string == "refused" && document["locked"]?.bool == false && !hosted.isLocked)
      return (document["refusal"]?.string, document["reason"]?.string ?? "")
    }
    var told = try refusal(HostedMachine(supervised: false))
    #expect(told.0 == "notSupervised" && told.1.contains("no profile is installed here"))
    told = try refusal(HostedMachine(listed: false))
    #expect(told.0 == "notOnAllowList" && told.1.contains("is not listed"))
    told = try refusal(HostedMachine(change: "echo '# more' >> quiz"))
    #expect(told.0 == "notOnAllowList" && told.1.contains("is listed, but its file is not the one that was"))
    told = try refusal(HostedMachine(members: #", "required": {"autonomousSingleApp": ["lookUp"]}"#))
    #expect(told.0 == "requirementsNotMet")
  }

  /// Whoever starts another program under a listed one's name, and puts that back, locks nothing.
  @Test func aProgramWhoseFileWasPutBackAfterItsStartLocksNothing() throws {
    let hosted = try HostedMachine(change: "cp -p quiz good; echo '# more' >> quiz")
    _ = try hosted.machine.run("cp -p good quiz")
    let told = try hosted.run("$K request lock")
    #expect(told.status == 77 && told.errors.contains("its file has changed since it was started"), "\(told.errors)")
    #expect(!hosted.isLocked)
  }

  @Test func keysThatWouldEndTheProgramAreDeadWhileLocked() throws {
    let hosted = try HostedMachine()
    try hosted.lock()
    let program = try #require(hosted.program)
    for key in ["\u{3}", "\u{1C}", "\u{1A}", "\u{4}", "\u{13}"] {
      try hosted.session.send(key)
      try hosted.session.waitFor("Home is blocked until the program unlocks this terminal.", inRow: 23)
    }
    var document = try hosted.document("$K request status --json")
    for _ in 0..<20 where document["escapes"]?.integer != 5 {
      document = try hosted.document("$K request status --json")
    }
    #expect(
      document["escapes"]?.integer == 5 && document["locked"]?.bool == true && hosted.program == program, "\(document)")
    // In a raw terminal they are keys like others, and the program's.
    try hosted.type("stty -icanon -isig -ixon min 1; dd bs=1 count=1 2>/dev/null | od -An -c > key.new; mv key.new key")
    try hosted.session.wait(until: "dd to read") { _ in
      ProcessTable.all.contains { $0.name == "dd" && $0.parent == program }
    }
    try hosted.session.send("\u{3}")
    try hosted.session.wait(until: "the key") { _ in access(hosted.machine.path("key"), F_OK) == 0 }
    #expect(readFile(hosted.machine.path("key")).map { String(decoding: $0, as: UTF8.self) }?.contains("003") == true)
  }

  @Test func threePressesAndAPasscodeAreTheOtherWayOut() throws {
    let hosted = try HostedMachine(passcode: true)
    try hosted.lock()
    let session = hosted.session
    try session.pressThreeTimes("\u{1B}", until: "This terminal is locked ─")
    #expect(session.terminal.contains("quiz has locked this terminal."))
    try session.press(.left, .enter)
    try session.waitFor("Passcode  [")
    // A wrong one first: it is counted, and does nothing.
    try session.send("wrong")
    try session.waitFor("•••••")
    try session.press(.enter)
    try session.waitFor("That is not the passcode.")
    try session.waitForAbsence(of: "The next can be tried")
    for letter in HostedMachine.passcode { try session.send(String(letter)) }
    try session.waitFor(String(repeating: "•", count: HostedMachine.passcode.count))
    try session.press(.enter)
    try session.waitFor("Proctor: A. Smith")
    try session.press(.down, .enter)
    try session.waitFor("End the lock?")
    try session.send("y")
    try session.waitFor("This terminal is unlocked.", inRow: 23)
    // The program lives. The first two presses were its own, and nothing of what was typed then.
    try hosted.type("")
    #expect(try hosted.document("$K request status --json")["locked"]?.bool == false)
    #expect(!hosted.isLocked)
    let ledger = try hosted.machine.run("$K results verify")
    #expect(ledger.status == 0)
  }

  @Test func whatTheProgramLeavesBehindIsStillItsOwnAndEndsWithIt() throws {
    let hosted = try HostedMachine()
    let path = hosted.machine.path
    func daemon(_ name: String, _ script: String) throws -> pid_t {
      writeFile(path("\(name).sh"), "echo $$ > \(name).new; mv \(name).new \(name).pid\n\(script)\n")
      // Forked twice, in a session of its own, its parents gone: as daemons do.
      _ = try hosted.run("(setsid sh -c '/bin/sh ./\(name).sh </dev/null >/dev/null 2>&1 & exit 0')")
      try hosted.session.wait(until: "\(name)") { _ in access(path("\(name).pid"), F_OK) == 0 }
      let text = String(decoding: readFile(path("\(name).pid")) ?? [], as: UTF8.self)
      return try #require(pid_t(text.filter(\.isNumber)))
    }
    func answer(_ name: String) throws -> String {
      try hosted.session.wait(until: "\(name) to be answered") { _ in access(path("\(name).rc"), F_OK) == 0 }
      return String(decoding: readFile(path("\(name).rc")) ?? [], as: UTF8.self)
    }
    let asking = { (name: String, verb: String) in
      "$K request \(verb) --json > \(name).out 2>&1; echo $? > \(name).rc.new; mv \(name).rc.new \(name).rc"
    }
    let owner = try daemon("owner", asking("owner", "lock") + "; exec sleep 1000")
    #expect(try answer("owner") == "0\n")
    #expect(ProcessTable.all.first { $0.pid == owner }?.parent == hosted.session.pid, "it went to another parent")
    #expect(hosted.isLocked)
    // Another daemon is a part of the program too, and not the one that locked.
    let other = try daemon("other", asking("other", "unlock") + "; exec sleep 1000")
    #expect(try answer("other") == "77\n")
    #expect(
      String(decoding: readFile(path("other.out")) ?? [], as: UTF8.self).contains(#""refusal": "notTheOwner""#))
    #expect(hosted.isLocked)
    // The owner gone, the lock stays, and nothing of him waits to be asked after.
    kill(owner, SIGKILL)
    try hosted.session.wait(until: "the owner to be gone") { _ in kill(owner, 0) != 0 }
    #expect(hosted.isLocked)
    let third = try daemon("third", asking("third", "unlock") + "; trap '' HUP; sleep 1000; sleep 1000")
    #expect(try answer("third") == "0\n")
    #expect(!hosted.isLocked)
    // The program's end is the end of them all.
    try hosted.type("exit 3")
    #expect(hosted.session.exitStatus() == .exited(3))
    for left in [other, third] { #expect(kill(left, 0) != 0, "\(left) outlives its program") }
  }

  @Test func theProgramsDeathEndsItsLockAndTheKiosk() throws {
    let hosted = try HostedMachine()
    try hosted.lock()
    kill(try #require(hosted.program), SIGKILL)
    #expect(hosted.session.exitStatus() == .exited(137))
    #expect(!hosted.isLocked)
    let journals = try hosted.machine.run("ls /var/lib/kiosk/locks; ls -d /run/kiosk-* 2>/dev/null | wc -l")
    #expect(!journals.output.contains(".journal"))
  }

  @Test func theGuardiansDeathEndsTheProgramAndUndoesTheLock() throws {
    let hosted = try HostedMachine()
    let socket = try hosted.socketPath()
    try hosted.lock()
    let program = try #require(hosted.program)
    kill(hosted.session.pid, SIGKILL)
    try hosted.session.wait(until: "the program to be gone") { session in
      _ = session.poll()
      return ProcessTable.row(program).map { $0.state == "Z" } ?? true
    }
    try hosted.session.wait(until: "nothing to be locked") { _ in !hosted.isLocked }
    try hosted.session.wait(until: "no socket") { _ in access(socket, F_OK) != 0 }
    try hosted.session.wait(until: "no journal") { _ in
      (try? hosted.machine.run("ls /var/lib/kiosk/locks").output.contains(".journal")) == false
    }
  }

  @Test func aScreenThatDiesComesBackAndTheLockHasNotMoved() throws {
    let hosted = try HostedMachine()
    try hosted.lock()
    let program = try #require(hosted.program)
    let first = try #require(try hosted.session.kill9(.frontEnd))
    try hosted.session.wait(until: "another front end") { session in
      session.pid(of: .frontEnd).map { $0 != first } ?? false
    }
    try hosted.session.waitFor("quiz  Locked", inRow: 23)
    #expect(hosted.isLocked && hosted.program == program)
    #expect(try hosted.run("echo still here").output == "still here\n")
    #expect(try hosted.run("$K request unlock").status == 0)
    try hosted.type("exit 0")
    #expect(hosted.session.exitStatus() == .exited(0))
  }

  @Test func aTerminalThatHangsUpEndsTheLockAndTheProgram() throws {
    let hosted = try HostedMachine()
    try hosted.lock()
    let program = try #require(hosted.program)
    hosted.session.hangUp()
    #expect(hosted.session.exitStatus() == .exited(74))
    #expect(ProcessTable.row(program).map { $0.state == "Z" } ?? true)
    #expect(!hosted.isLocked)
  }

  /// Where nothing is locked there is nothing to hold: the screen's death is the end of it all, and is said.
  @Test func aScreenThatDiesUnlockedEndsTheProgramToo() throws {
    let hosted = try HostedMachine()
    let program = try #require(hosted.program)
    _ = try hosted.session.kill9(.frontEnd)
    #expect(hosted.session.exitStatus() == .exited(70))
    #expect(ProcessTable.row(program).map { $0.state == "Z" } ?? true)
    #expect(hosted.session.terminal.contains("kiosk: the screen ended unexpectedly (KILL): start kiosk again"))
  }

  @Test func aSizeIsPassedOnWithoutTheKiosksRow() throws {
    let hosted = try HostedMachine()
    #expect(try hosted.run("stty size").output == "23 80\n")
    hosted.session.resize(rows: 30, columns: 100)
    try hosted.session.waitFor("quiz  Open", inRow: 29)
    #expect(try hosted.run("stty size").output == "29 100\n")
  }

  @Test func whatDrivesTheTerminalIsKeptFromIt() throws {
    let hosted = try HostedMachine()
    let before = hosted.session.rawOutput.count
    try hosted.type(
      #"printf 'a\033]0;title\007b\033]52;c;YQ==\033\\c\033cd\033[!pe\033[6nf\033Pq\033\\g\033[8;1;1th\n'"#)
    try hosted.session.waitFor("abcdefgh")
    let written = String(decoding: hosted.session.rawOutput[before...], as: UTF8.self)
    for part in ["]0;", "]52", "\u{1B}c", "[!p", "[6n", "\u{1B}P", "8;1;1t"] {
      #expect(!written.contains(part), "\(part) passed")
    }
  }

  /// On the second screen, as editors are: the panel takes it, and the program draws itself anew.
  @Test func aFullScreenProgramComesBackAfterThePanel() throws {
    let hosted = try HostedMachine()
    writeFile(
      hosted.machine.path("full"),
      "#!/bin/sh\ndraw() { printf '\\033[2J\\033[H\\033[7mfull screen %s\\033[m' \"$(stty size)\"; }\n"
        + "trap draw WINCH\nprintf '\\033[?1049h\\033[?25l'\ndraw\nuntil [ -e done ]; do sleep 0.05; done\n"
        + "printf '\\033[?25h\\033[?1049l'\n")
    chmod(hosted.machine.path("full"), 0o755)
    try hosted.lock()
    let session = hosted.session
    try hosted.type("./full")
    try session.waitFor("full screen 23 80", inRow: 0)
    try session.pressThreeTimes("\u{1B}[H", until: "This terminal is locked ─")
    try session.waitFor("No passcode is set")
    try session.press(.enter)
    try session.waitFor("full screen 23 80", inRow: 0)
    try session.waitFor("quiz  Locked", inRow: 23)
    #expect(session.terminal.alternateScreen && !session.terminal.cursorVisible)
    writeFile(hosted.machine.path("done"), "")
    try session.wait(until: "the first screen") { !$0.terminal.alternateScreen }
    try session.wait(until: "the cursor") { $0.terminal.cursorVisible }
    #expect(session.terminal.contains("ready"), "what stood on the first screen stands there still")
    try hosted.type("")
    #expect(try hosted.run("$K request unlock").status == 0)
  }

  /// On the first screen the terminal itself keeps what the program wrote.
  @Test func aPlainProgramsWordsAreThereAgainAfterThePanel() throws {
    let hosted = try HostedMachine()
    try hosted.lock()
    let session = hosted.session
    _ = try hosted.run("printf 'the words\\n' > /dev/tty")
    let place = try session.waitFor("the words")
    try session.pressThreeTimes("\u{1B}[H", until: "This terminal is locked ─")
    #expect(!session.terminal.contains("the words"))
    session.settle(quiet: 1.1)
    try session.send("\u{1B}")
    try session.waitFor("quiz  Locked", inRow: 23)
    try session.wait(until: "the words where they were") { $0.terminal.find("the words")?.row == place.row }
    // It scrolls above the kiosk's row. The first two presses were the program's own.
    try hosted.type("")
    _ = try hosted.run("stty -echo; seq 1 60 > /dev/tty")
    try session.waitFor("60", inRow: 21)
    #expect(session.row(23).contains("quiz  Locked"))
  }

  @Test func pastesAreDroppedWhileLockedAndPassedWhileOpen() throws {
    let hosted = try HostedMachine()
    let session = hosted.session
    try session.paste("echo one > pasted\r")
    try session.wait(until: "what was pasted to be run") { _ in access(hosted.machine.path("pasted"), F_OK) == 0 }
    try hosted.lock()
    try session.paste("echo two > refused\r")
    try session.waitFor("Paste is off while this terminal is locked.", inRow: 23)
    // A program that asks for marks gets them once the terminal is open again, and only then.
    _ = try hosted.run("printf '\\033[?2004h' > /dev/tty; $K request unlock")
    try session.wait(until: "paste marks") { $0.terminal.requests.modes.contains(2004) }
    #expect(access(hosted.machine.path("refused"), F_OK) != 0)
    try hosted.type("exit 0")
    #expect(session.exitStatus() == .exited(0))
    #expect(!session.terminal.requests.modes.contains(2004), "left as it was found")
  }

  /// Without `exec` a shell has its jobs in groups of their own: what Ctrl-C ends there is a job, and no way out.
  @Test func aShellsJobsAreEndedByTheirKeyAlsoWhileLocked() throws {
    let hosted = try HostedMachine()
    try hosted.lock()
    try hosted.type("bash --norc --noediting -i")
    try hosted.session.waitFor("bash-")
    try hosted.session.send("sleep 1000\r")
    func sleeper() -> pid_t? {
      ProcessTable.all.first { row in
        row.name == "sleep" && ProcessFacts.ancestors(of: row.pid).contains(hosted.session.pid)
      }?.pid
    }
    try hosted.session.wait(until: "sleep to run") { _ in sleeper() != nil }
    try hosted.session.send("\u{3}")
    try hosted.session.wait(until: "sleep to end") { _ in sleeper() == nil }
    #expect(hosted.isLocked && hosted.program != nil)
  }
}
