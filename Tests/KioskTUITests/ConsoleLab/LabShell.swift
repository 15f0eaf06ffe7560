import Glibc

/// The root shell inside the machine. It answers whatever the consoles do, since it sits on none of them.
final class LabShell {
  private let pipe: LabPipe
  private var commands = 0

  init(_ pipe: LabPipe) { self.pipe = pipe }

  /// Runs a command of bash's and returns what it wrote, errors too; nil where no answer came in time, as in a machine
  /// that ends.
  func attempt(_ command: String, seconds: Double = 20) throws -> (status: Int, output: String)? {
    commands += 1
    let quoted = command.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    // A shell that begins late reads what was meant for the one before it: each answer names its question.
    let end = "\u{1e}\(commands)"
    try pipe.send(Array("( eval '\(quoted)' ) </dev/null 2>&1; printf '\\n\\036%d %d\\n' \(commands) $?\n".utf8))
    var lines: [[UInt8]] = []
    let limit = monotonicSeconds() + seconds
    while let line = try pipe.line(until: limit) {
      guard line.first == 0x1e else {
        lines.append(line)
        continue
      }
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.first.map(String.init) == end, let status = words.last.flatMap({ Int($0) }) else {
        lines = []
        continue
      }
      // The line's end before the mark is the mark's.
      if lines.last?.isEmpty == true { lines.removeLast() }
      return (status, lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n"))
    }
    return nil
  }

  /// Runs a command that must succeed.
  @discardableResult
  func run(_ command: String, seconds: Double = 90) throws -> String {
    guard let answer = try attempt(command, seconds: seconds) else {
      throw HarnessError.timeout(wanted: "the machine's answer to \(command)", screen: "")
    }
    guard answer.status == 0 else { throw HarnessError.timeout(wanted: command, screen: answer.output) }
    return answer.output
  }

  /// Waits for a shell that answers: at the machine's start, and after everything in it was killed.
  func wait(seconds: Double = 240) throws {
    let end = monotonicSeconds() + seconds
    while monotonicSeconds() < end {
      if try attempt("true", seconds: 1) != nil { return }
    }
    throw HarnessError.timeout(wanted: "the machine's root shell", screen: "")
  }
}
