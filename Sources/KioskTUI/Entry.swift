import Glibc
import KioskCore

/// The one program: the lobby, an exam, the commands around them, and the two processes they are made of.
@main
struct Entry {
  /// The version told by `--version`.
  static let version = "0.1.0"

  static func main() {
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  private static func run(_ arguments: [String]) -> Int32 {
    switch arguments.first {
    case nil, "exam": return start(arguments)
    case "front-end": return startFrontEnd(arguments)
    case "results": return resultsCommand(Array(arguments.dropFirst()))
    case "check": return checkCommand(Array(arguments.dropFirst()))
    case "status": return statusCommand(Array(arguments.dropFirst()))
    case "release": return releaseCommand(Array(arguments.dropFirst()))
    case "--help", "-h", "help":
      print(Help.text, terminator: "")
      return 0
    case "--version":
      print("kiosk \(version)")
      return 0
    case let word?:
      let near = Nearness.nearest(to: word, among: Help.commands)
      let mend = near.map { "did you mean kiosk \($0)?" } ?? "see kiosk --help"
      return complain("unknown command \(ScreenText.quoted(word)): \(mend)", status: 64)
    }
  }

  /// A wrong option is told before anything else is looked at.
  private static func start(_ arguments: [String]) -> Int32 {
    if arguments.contains("--help") {
      print(Help.text, terminator: "")
      return 0
    }
    if case .usage(let message) = LaunchArguments.parse(arguments) { return complain(message, status: 64) }
    return Guardian.run(arguments: arguments)
  }

  /// `front-end --channel N …`: started by the guardian, never by hand.
  private static func startFrontEnd(_ arguments: [String]) -> Int32 {
    guard arguments.count >= 3, arguments[1] == "--channel", let channel = Int32(arguments[2]), channel > 2 else {
      return complain("front-end is started by kiosk itself: run kiosk", status: 64)
    }
    return FrontEnd.run(channel: channel, arguments: Array(arguments.dropFirst(3)))
  }

  private static func complain(_ message: String, status: Int32) -> Int32 {
    ("kiosk: " + message + "\n").withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
    return status
  }
}
