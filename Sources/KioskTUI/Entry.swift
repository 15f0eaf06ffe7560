import Glibc
import KioskCore

/// The one program: the lobby, an exam, the commands around them, and the two processes they are made of.
@main
struct Entry {
  /// The version told by `--version`.
  static let version = "0.1.0"

  static func main() {
    Hardening.resetCrashHandlers()
    exit(run(Processes.arguments))
  }

  private static func run(_ arguments: [String]) -> Int32 {
    let rest = Array(arguments.dropFirst())
    // A front end has its guardian's environment.
    if arguments.first != "front-end" { AuthorityDesk.forgetVariables() }
    switch arguments.first {
    case nil, "exam", "demo", "--service", "--front-end-user": return start(arguments)
    case "front-end": return startFrontEnd(rest)
    case "results": return resultsCommand(rest)
    case "bank": return BankCommand.run(rest)
    case "check": return CheckCommand.run(rest)
    case "passcode": return PasscodeCommand.run(rest)
    case "status": return StatusCommand.run(rest)
    case "release": return ReleaseCommand.run(rest)
    case "autonomous": return AutonomousCommand.run(rest)
    case "request": return RequestCommand.run(rest)
    case "profile": return ProfileCommand.run(rest)
    case "entitlement": return EntitlementCommand.run(rest)
    case "--help", "-h", "help": return CommandOutput.write(Help.text)
    case "--version": return CommandOutput.write("kiosk \(version)\n")
    case let word?:
      let near = Nearness.nearest(to: word, among: Help.commands)
      let mend = near.map { "did you mean kiosk \($0)?" } ?? "see kiosk --help"
      return CommandOutput.complain("unknown command \(ScreenText.quoted(word)): \(mend)", 64)
    }
  }

  /// A wrong option is told before anything else is looked at.
  private static func start(_ words: [String]) -> Int32 {
    var arguments = words
    if arguments.contains("--help") { return CommandOutput.write(Help.text) }
    var service: ServiceStart?
    switch ServiceStart.take(from: &arguments) {
    case .none: break
    case .service(let start): service = start
    case .refused(let message, let status): return CommandOutput.complain(message, status)
    }
    switch LaunchArguments.parse(arguments) {
    case .usage(let message): return CommandOutput.complain(message, 64)
    case .launch(let launch):
      // Without a terminal nothing starts; what is wrong with the exam is then the more useful word.
      if let exam = launch.exam, TerminalDevice(STDIN_FILENO) == nil || TerminalDevice(STDOUT_FILENO) == nil,
        let faults = ExamFile.faults(exam)
      {
        for line in faults.lines { _ = CommandOutput.complain(ScreenText.fitted(line), faults.status) }
        return faults.status
      }
    }
    return Guardian.run(arguments: arguments, service: service)
  }

  /// `front-end --channel N …`: started by the guardian, never by hand.
  private static func startFrontEnd(_ arguments: [String]) -> Int32 {
    guard arguments.count >= 2, arguments[0] == "--channel", let channel = Int32(arguments[1]), channel > 2 else {
      return CommandOutput.complain("front-end is started by kiosk itself: run kiosk", 64)
    }
    var rest = Array(arguments.dropFirst(2))
    if rest.count > 3, rest[0] == "--hosted", let master = Int32(rest[1]) {
      return HostedFrontEnd.run(channel: channel, master: master, arguments: Array(rest.dropFirst(3)), again: true)
    }
    let service = ServiceStart.taken(from: &rest)
    return FrontEnd.run(channel: channel, arguments: rest, service: service)
  }
}
