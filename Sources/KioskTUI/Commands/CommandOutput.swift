import Glibc
import KioskCore

/// How the commands of this program speak: results on standard output, errors as one line on standard error.
enum CommandOutput {
  /// Writes `text` to standard output as it is; returns 0, or 74 where it cannot be written.
  @discardableResult
  static func write(_ text: String) -> Int32 {
    do throws(SystemFault) {
      try Files.writeAll(STDOUT_FILENO, Array(text.utf8))
      return 0
    } catch {
      // A reader that has seen enough (head) is no failure worth words.
      return error.code == EPIPE
        ? 0 : complain("cannot write the result (\(error.reason)): make room, or look at the output", 74)
    }
  }

  /// Writes one JSON document.
  static func write(json: JSONValue) -> Int32 { write(JSONWriter.text(json, pretty: true)) }

  /// Writes `kiosk: words` to standard error and returns `status`.
  static func complain(_ words: String, _ status: Int32) -> Int32 {
    try? Files.writeAll(STDERR_FILENO, Array("kiosk: \(words)\n".utf8))
    return status
  }
}

/// What the commands that take nothing but `--json` were asked.
struct JSONOption {
  let json: Bool

  /// Reads the arguments after the command's name; `nil`, with a line on standard error, where one is unknown.
  init?(_ command: String, _ arguments: [String], takes: String = "[--json]") {
    var json = false
    for argument in arguments {
      if argument == "--json" {
        json = true
      } else {
        let kind = argument.hasPrefix("-") ? "unknown option" : "one argument too many"
        _ = CommandOutput.complain("\(kind) '\(argument)': kiosk \(command) takes \(takes)", 64)
        return nil
      }
    }
    self.json = json
  }
}
