import Foundation
import Glibc
import KioskCore
import Testing

/// The programs of `docs/locking-your-program.md`, each run as it stands there.
@Suite(.serialized, .enabled(if: SupervisedMachine.obstacle == nil, "\(SupervisedMachine.obstacle ?? "")"))
struct LockedProgramExampleTests {
  private static func page() throws -> [String] {
    try String(contentsOfFile: "\(KioskProgram.repository)/docs/locking-your-program.md", encoding: .utf8)
      .components(separatedBy: "\n")
  }

  /// The block under `<!-- example: NAME -->`.
  private static func example(_ name: String) throws -> String {
    let lines = try page()
    let start = try #require(lines.firstIndex(of: "<!-- example: \(name) -->"))
    return lines[(start + 2)...].prefix { $0 != "```" }.map { $0 + "\n" }.joined()
  }

  /// Runs a program that is listed, and answers its question.
  private func ask(_ program: String, in machine: SupervisedMachine) throws {
    let hash = try HostedMachine.hash(program)
    let installed = try machine.install(#", "allowList": [{"path": "\#(program)", "hash": "\#(hash)"}]"#)
    try #require(installed.status == 0, "\(installed.errors)")
    let session = try PtySession(
      machine.arguments("export PATH='\(KioskProgram.buildFolder)':$PATH; exec $K autonomous -- '\(program)'"),
      program: "/usr/bin/unshare")
    try session.waitFor("What is the capital of Canada?")
    let status = try machine.run("$K status --json")
    #expect(
      status.output.contains(#""mode": "autonomousSingleApp""#) && status.output.contains("One question (process"))
    try session.send("Ottawa\r")
    #expect(session.exitStatus() == .exited(0))
    #expect(String(decoding: session.rawOutput, as: UTF8.self).contains("Right."))
    #expect(try !machine.isLocked())
  }

  private func script(_ name: String) throws {
    let machine = try SupervisedMachine()
    writeFile(machine.path("program"), try Self.example(name))
    chmod(machine.path("program"), 0o755)
    try ask(machine.path("program"), in: machine)
  }

  @Test func theShellsRuns() throws { try script("sh") }

  @Test(
    .enabled(
      if: (try? CommandRun.run(["python3", "-c", ""], program: "/usr/bin/env"))?.status == 0, "python3 is not installed"
    ))
  func pythonsRuns() throws { try script("python") }

  @Test func swiftsIsTheOneThatIsBuiltAndRuns() throws {
    let name = "Tests/LockedProgram/OneQuestion.swift"
    let source = try String(contentsOfFile: "\(KioskProgram.repository)/\(name)", encoding: .utf8)
    #expect(try Self.example(name) == source)
    try ask("\(KioskProgram.buildFolder)/KioskLockedProgram", in: SupervisedMachine())
  }

  /// Where nobody may lock, each says so and asks nothing.
  @Test func whereTheyMayNotLockTheySayWhy() throws {
    let session = try PtySession(["autonomous", "--", "\(KioskProgram.buildFolder)/KioskLockedProgram"])
    #expect(session.exitStatus() == .exited(0))
    let shown = String(decoding: session.rawOutput, as: UTF8.self)
    #expect(shown.contains("Not locked: ") && !shown.contains("capital of Canada"))
  }
}
