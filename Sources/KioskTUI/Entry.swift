import Glibc
import KioskCore

@main
struct Entry {
  static func main() {
    Hardening.resetCrashHandlers()
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  private static func run(_ arguments: [String]) -> Int32 {
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case nil, "exam": return Guardian.run(arguments: arguments)
    case "front-end":
      // Started by the guardian alone: `front-end --channel N …`.
      guard rest.count >= 2, rest[0] == "--channel", let channel = Int32(rest[1]) else { return 64 }
      return FrontEnd.run(channel: channel, arguments: Array(rest.dropFirst(2)))
    case "check": return CheckCommand.run(rest)
    case "status": return StatusCommand.run(rest)
    case "release": return ReleaseCommand.run(rest)
    case .some(let word): return CommandOutput.complain("unknown command '\(word)': see kiosk --help", 64)
    }
  }
}
