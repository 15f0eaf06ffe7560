import Glibc
import KioskCore

/// QEMU's own channel, in the words of its machine protocol (QMP): keys, snapshots, switches, and what became of the machine.
final class LabMonitor {
  private let pipe: LabPipe
  /// Whether the machine began anew, or turned itself off, since it was last asked.
  private(set) var ending: LabEnding?

  init(_ pipe: LabPipe) throws {
    self.pipe = pipe
    try execute("qmp_capabilities")
  }

  /// Does a command and waits for its answer.
  @discardableResult
  func execute(_ command: String, _ arguments: JSONObject = [:]) throws -> JSONNode {
    try pipe.send(JSONWriter.bytes(.object(["execute": .string(command), "arguments": .object(arguments)])) + [0x0A])
    let end = monotonicSeconds() + 120
    while let line = try pipe.line(until: end) {
      let node = try JSONReader.read(line).root
      if let fault = node["error"]?["desc"]?.string { throw HarnessError.timeout(wanted: command, screen: fault) }
      if let answer = node["return"] { return answer }
      note(node)
    }
    throw HarnessError.timeout(wanted: "QEMU's answer to \(command)", screen: "")
  }

  /// A command of the monitor for people, for what the machine protocol lacks. It answers nothing where it is done.
  func tell(_ line: String) throws {
    let answer = try execute("human-monitor-command", ["command-line": .string(line)]).string ?? ""
    guard answer.isEmpty else { throw HarnessError.timeout(wanted: line, screen: answer) }
  }

  /// How the machine has ended, if it has.
  func lookForEnding() throws -> LabEnding? {
    while let line = try pipe.line(until: 0) { note(try JSONReader.read(line).root) }
    return ending
  }

  /// What happened before counts no more.
  func forgetEnding() throws {
    _ = try lookForEnding()
    ending = nil
  }

  private func note(_ node: JSONNode) {
    switch node["event"]?.string {
    case "RESET": ending = ending ?? .reboot
    case "SHUTDOWN" where node["data"]?["reason"]?.string != "guest-reset": ending = .off
    default: break
    }
  }
}

/// How a machine ended.
enum LabEnding: String {
  case reboot
  case off
}
