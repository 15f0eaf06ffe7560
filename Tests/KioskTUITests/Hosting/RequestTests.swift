import Glibc
import KioskCore
import SittingScript
import Testing

/// Who asks, and how: many at once, half-way, nonsense, and those who may not.
@Suite(.serialized, .enabled(if: SupervisedMachine.obstacle == nil, "\(SupervisedMachine.obstacle ?? "")"))
struct RequestTests {
  @Test func ofFiftyAtOnceOneLocksAndTheLockIsOne() throws {
    let hosted = try HostedMachine()
    let many = "for i in $(seq 50); do $K request lock --json > many.$i 2> /dev/null & done; wait"
    #expect(try hosted.run(many, timeout: 120).status == 0)
    func outcomes(_ word: String) -> Int {
      (1...50).count { number in
        let text = String(decoding: readFile(hosted.machine.path("many.\(number)")) ?? [], as: UTF8.self)
        return text.contains(#""outcome": "\#(word)""#)
      }
    }
    #expect(outcomes("engaged") == 1 && outcomes("refused") == 49)
    #expect(hosted.isLocked)
    #expect(
      try hosted.run("for i in $(seq 50); do $K request unlock --json > many.$i & done; wait", timeout: 120).status == 0
    )
    #expect(outcomes("released") == 50 && !hosted.isLocked)
  }

  @Test func onePartOfTheProgramDoesNotReleaseTheLockOfAnother() throws {
    let hosted = try HostedMachine()
    writeFile(
      hosted.machine.path("part"),
      "#!/bin/sh\n$K request \"$1\" --json > \"part.$1.new\" 2>&1\nmv \"part.$1.new\" \"part.$1\"\n"
        + "[ \"$1\" = lock ] && exec sleep 1000\nexit 0\n")
    chmod(hosted.machine.path("part"), 0o755)
    try hosted.type("./part lock & owner=$!")
    try hosted.session.waitFor("This terminal is locked.", inRow: 23)
    #expect(try hosted.run("./part unlock; cat part.unlock").output.contains(#""refusal": "notTheOwner""#))
    #expect(hosted.isLocked)
    // Its owner's end changes nothing by itself; but then it is the whole program's.
    #expect(try hosted.run("kill $owner; wait $owner; $K request status --json").output.contains(#""locked": true"#))
    #expect(try hosted.run("./part unlock; cat part.unlock").output.contains(#""outcome": "released""#))
    #expect(!hosted.isLocked)
    // The program itself may end what a part of it began.
    try hosted.type("./part lock & owner=$!")
    try hosted.session.waitFor("quiz  Locked", inRow: 23)
    #expect(try hosted.run("$K request unlock; kill $owner").status == 0)
    #expect(!hosted.isLocked)
  }

  /// The terminal answers nothing, so that a lock takes the best part of a second: time enough to be killed in.
  @Test func whoIsKilledBeforeItHearsOfItsLockHasNone() throws {
    let hosted = try HostedMachine(answering: false)
    for pause in ["0", "0.05", "0.2"] {
      let told = try hosted.run("$K request lock & sleep \(pause); kill -9 $!; wait $!; $K request unlock; echo $?")
      #expect(told.output.hasSuffix("0\n"), "\(told)")
      #expect(!hosted.isLocked)
    }
    #expect(try hosted.run("$K request lock").status == 0)
    #expect(hosted.isLocked)
  }

  @Test func nonsenseOnTheSocketChangesNothing() throws {
    let hosted = try HostedMachine()
    let path = try hosted.socketPath()
    try hosted.lock()
    var random = SplitMix(seed: 7)
    for round in 0..<200 {
      guard let socket = try? LocalSocket.connect(to: path) else { continue }
      var bytes = (0..<Int(random.next() % 250)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      // Every fourth claims a sensible length, so that what follows is looked at.
      if round % 4 == 0, bytes.count > 8 { bytes.replaceSubrange(0..<5, with: [UInt8(bytes.count - 4), 0, 0, 0, 2]) }
      _ = try? Descriptors.send(socket, bytes[...])
      // Half of them hang about.
      if round % 2 == 0 { Files.close(socket) }
    }
    #expect(try hosted.document("$K request status --json")["locked"]?.bool == true)
    #expect(hosted.isLocked)
    #expect(try hosted.run("$K request unlock").status == 0)
  }

  @Test func whoIsNoPartOfTheProgramIsTurnedAway() throws {
    let hosted = try HostedMachine()
    let path = try hosted.socketPath()
    try hosted.lock()
    // This test is root's, as the kiosk is; but the program did not start it.
    let client = try LockClient(path: path)
    let answer = try client.request(lock: false)
    #expect(answer.outcome == .refused(.notOfTheProgram("it was not started by it")))
    #expect(hosted.isLocked)
  }

  @Test(
    .enabled(if: access("/usr/bin/setpriv", X_OK) == 0, "setpriv(1) is not installed"))
  func anotherUsersPartOfTheProgramIsTurnedAway() throws {
    let hosted = try HostedMachine()
    let nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups"
    // The folder alone keeps others out.
    var told = try hosted.run("\(nobody) $K request lock")
    #expect(told.status == 69 && told.errors.contains("is gone"), "\(told.errors)")
    // And if it did not, the kernel's word on who asks would.
    told = try hosted.run(
      #"chmod 755 "${KIOSK_SOCKET%/*}"; chmod 666 "$KIOSK_SOCKET"; \#(nobody) $K request lock --json"#)
    #expect(told.status == 77 && told.output.contains(#""refusal": "notOfTheProgram""#), "\(told)")
    #expect(told.output.contains("another user's") && !hosted.isLocked)
  }

  @Test func withoutASocketThereIsNobodyToAsk() throws {
    let bare = try CommandRun.run(["request", "lock"], environment: ["KIOSK_SOCKET": nil])
    #expect(
      bare.status == 69
        && bare.errors == "kiosk: no kiosk hosts this program: start it with kiosk autonomous -- PROGRAM\n")
    let hosted = try HostedMachine()
    let told = try hosted.run("rm \"$KIOSK_SOCKET\"; $K request lock")
    #expect(told.status == 69 && told.errors.contains("the kiosk that hosted this program is gone"))
    try hosted.type("exit 0")
    #expect(hosted.session.exitStatus() == .exited(0))
  }

  @Test func everyChangeIsTold() throws {
    let hosted = try HostedMachine()
    try hosted.type("$K request watch > watched & watcher=$!")
    func lines() -> [String] {
      String(decoding: readFile(hosted.machine.path("watched")) ?? [], as: UTF8.self).split(separator: "\n").map(
        String.init)
    }
    func wait(_ words: String) throws {
      try hosted.session.wait(until: words) { _ in lines().last?.contains(words) == true }
    }
    try wait(#""phase":"open""#)
    try hosted.lock()
    try wait(#""phase":"locked""#)
    #expect(try hosted.run("$K request unlock").status == 0)
    try wait(#""phase":"open""#)
    for line in lines() { #expect(throws: Never.self) { try JSONReader.read(Array(line.utf8)) } }
    #expect(lines().contains { $0.contains(#""phase":"engaging""#) })
    // It ends with the kiosk, and does not keep it from ending.
    try hosted.type("exit 0")
    #expect(hosted.session.exitStatus() == .exited(0))
  }

  @Test func commandLinesThatMeanNothingAreUsage() throws {
    for (words, told) in [
      (["request"], "request needs one of lock, unlock, status, watch"), (["request", "lok"], "did you mean lock?"),
      (["request", "unlock", "--minutes", "3"], "--minutes goes with request lock"),
      (["request", "lock", "--minutes", "481"], "is not a number from 1 to 480"),
      (["autonomous"], "autonomous needs a program"), (["autonomous", "sh"], "the program comes after --"),
      (["autonomous", "--"], "autonomous needs a program after --"),
      (["autonomous", "--fast", "--", "sh"], "autonomous takes no option"),
    ] {
      let run = try CommandRun.run(words)
      #expect(run.status == 64 && run.errors.contains(told), "\(run.errors)")
    }
    var run = try CommandRun.run(["autonomous", "--", "no-such-program"])
    #expect(run.status == 66, "\(run.errors)")
    run = try CommandRun.run(["autonomous", "--", "/etc/passwd"])
    #expect(run.status == 77, "\(run.errors)")
    run = try CommandRun.run(["autonomous", "--", "sh"])
    #expect(run.status == 69, "\(run.errors)")
  }
}
