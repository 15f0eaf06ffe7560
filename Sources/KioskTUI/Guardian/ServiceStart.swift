import Glibc
import KioskCore

/// A start by a service manager: the guardian leads its session, has its terminal for itself, is started again when it is
/// killed, and takes up then what it held. Its front end runs as a user of its own.
struct ServiceStart: Equatable {
  /// Who draws and reads keys; `nil`: the guardian's own user.
  var user: UserAccount?

  /// What came of reading the options.
  enum Reading: Equatable {
    /// No service start.
    case none
    case service(ServiceStart)
    /// What is wrong and what to do, and the status to leave with.
    case refused(String, Int32)
  }

  /// How long a front end waits for the next guardian, in seconds: more than any service manager takes.
  static let patience: UInt32 = 15

  /// Takes `--service` and `--front-end-user NAME` from the words after `kiosk`.
  static func take(from arguments: inout [String]) -> Reading {
    var rest: [String] = []
    var isService = false
    var name: String?
    var words = arguments[...]
    while let word = words.popFirst() {
      if word == "--service" {
        isService = true
      } else if word == "--front-end-user" {
        guard let value = words.popFirst() else {
          return .refused("--front-end-user needs a value: write --front-end-user kiosk", 64)
        }
        name = value
      } else if word.hasPrefix("--front-end-user=") {
        name = String(word.dropFirst("--front-end-user=".count))
      } else {
        rest.append(word)
      }
    }
    guard isService || name != nil else { return .none }
    arguments = rest
    guard isService else { return .refused("--front-end-user goes with --service: see kiosk-exam@.service", 64) }
    guard let name else { return .service(ServiceStart(user: nil)) }
    guard let user = UserAccount.named(name) else {
      return .refused(
        "there is no user called \(ScreenText.quoted(name)): run systemd-sysusers, or adduser --system", 69)
    }
    if user.user == 0 { return .refused("the front end's user must not be root: make one with systemd-sysusers", 64) }
    return .service(ServiceStart(user: user))
  }

  /// Why this process cannot be started so; `nil`: it can.
  static func obstacle() -> String? {
    if geteuid() != 0 { return "--service needs root: it is for kiosk-exam@.service" }
    if getsid(0) != getpid() {
      return "--service is for a service manager, which gives it a session: see kiosk-exam@.service"
    }
    return nil
  }

  /// The words that tell a front end about it.
  var words: [String] { ["--service"] + (user.map { ["--user", "\($0.user):\($0.group):\($0.name)"] } ?? []) }

  /// Reads `words` back from the start of a front end's arguments, and takes them away; `nil`: there are none.
  static func taken(from arguments: inout [String]) -> ServiceStart? {
    guard arguments.first == "--service" else { return nil }
    arguments.removeFirst()
    guard arguments.count >= 2, arguments[0] == "--user" else { return ServiceStart(user: nil) }
    let parts = arguments[1].split(separator: ":", maxSplits: 2).map(String.init)
    // Whoever cannot be read is nobody: entering the sandbox fails on him.
    let user = parts.first.flatMap { UInt32($0) } ?? 0
    let group = parts.dropFirst().first.flatMap { UInt32($0) } ?? 0
    arguments.removeFirst(2)
    return ServiceStart(user: UserAccount(name: parts.last ?? "", user: user, group: group))
  }
}
