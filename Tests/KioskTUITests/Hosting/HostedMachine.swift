import CHarness
import Glibc
import KioskCore

@testable import KioskTUI

/// A supervised machine on which a shell is hosted that does what is typed: the program of these tests.
final class HostedMachine {
  let machine: SupervisedMachine
  let session: PtySession
  static let passcode = "swordfish"
  private var asked = 0

  /// What the program is.
  static let agent = """
    #!/bin/sh
    stty -echo
    echo ready
    while read -r line; do eval "$line"; done

    """

  /// - Parameters:
  ///   - listed: whether the profile lists the program.
  ///   - members: more of the profile.
  ///   - passcode: whether a proctor has one.
  ///   - change: a script that runs between the profile's installing and the program's start.
  ///   - answering: whether the terminal answers questions.
  init(
    listed: Bool = true, members: String = "", passcode: Bool = false, supervised: Bool = true, change: String = "",
    answering: Bool = true
  ) throws {
    machine = try SupervisedMachine()
    writeFile(machine.path("quiz"), Self.agent)
    chmod(machine.path("quiz"), 0o755)
    chmod(machine.work, 0o755)
    if supervised {
      let hash = try Self.hash(machine.path("quiz"))
      let list = listed ? #", "allowList": [{"path": "\#(machine.path("quiz"))", "hash": "\#(hash)"}]"# : ""
      let installed = try machine.install(list + members)
      guard installed.status == 0 else { throw HarnessError.ended(wanted: "a profile", screen: installed.errors) }
    }
    if passcode {
      let set = try machine.run("$K passcode set --proctor 'A. Smith'", input: Self.passcode + "\n")
      guard set.status == 0 else { throw HarnessError.ended(wanted: "a passcode", screen: set.errors) }
    }
    if !change.isEmpty { _ = try machine.run(change) }
    session = try PtySession(
      machine.arguments("export K; exec $K autonomous -- ./quiz"), program: "/usr/bin/unshare", answering: answering)
    try session.waitFor("quiz  Open", inRow: 23)
    try session.waitFor("ready")
  }

  /// Ended as a program ends, so that its kiosk leaves nothing behind.
  deinit {
    if let program { kill(program, SIGKILL) }
    _ = session.exitStatus(within: 5)
  }

  static func hash(_ path: String) throws -> String {
    try ProgramHash.sha256(ofFile: path).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// Types a line to the program.
  func type(_ line: String) throws { try session.send(line + "\r") }

  /// Has the program run a command, and waits for its end.
  func run(_ command: String, timeout: Double = PtySession.patience) throws -> (
    status: Int32, output: String, errors: String
  ) {
    asked += 1
    let (out, err, rc) = ("out.\(asked)", "err.\(asked)", "rc.\(asked)")
    // Outside the namespace and inside the folder is the same.
    try type("{ \(command); } > \(out) 2> \(err); echo $? > \(rc).new; mv \(rc).new \(rc)")
    try session.wait(until: "\(command) to end", timeout: timeout) { _ in access(self.machine.path(rc), F_OK) == 0 }
    func text(_ name: String) -> String { String(decoding: readFile(machine.path(name)) ?? [], as: UTF8.self) }
    return (Int32(text(rc).split(separator: "\n").first.map(String.init) ?? "") ?? -1, text(out), text(err))
  }

  /// The document of a command.
  func document(_ command: String) throws -> JSONNode {
    let told = try run(command)
    return try JSONReader.read(Array(told.output.utf8)).root
  }

  /// What `kiosk status --json` says from elsewhere on the machine.
  func status() throws -> JSONNode {
    try JSONReader.read(Array(try machine.run("$K status --json").output.utf8)).root
  }

  /// Locks, and waits for it.
  func lock() throws {
    let told = try run("$K request lock")
    guard told.status == 0 else { throw HarnessError.ended(wanted: "a lock", screen: told.errors) }
    try session.waitFor("This terminal is locked.", inRow: 23)
  }

  /// The hosted program's process.
  var program: pid_t? { ProcessTable.children(of: session.pid).first { $0.name == "quiz" }?.pid }

  /// Where it asks.
  func socketPath() throws -> String {
    try run("printf %s \"$KIOSK_SOCKET\"").output
  }

  /// Whether anything on its machine is locked.
  var isLocked: Bool { (try? machine.isLocked()) ?? true }
}
