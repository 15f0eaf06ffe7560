import Glibc
import KioskCore

/// What a front end tries on itself under a lock that is being attacked, where its start asks for it: only the sandboxed
/// process itself can tell what the kernel refuses it. It changes nothing, and is refused everything.
enum SandboxTrial {
  /// What the ledger calls it.
  static let entry = "sandboxTried"

  /// Tries, where asked to (`KIOSK_TRY`); the words for the ledger: "execve=denied fork=denied".
  static func ifAsked() -> String? {
    guard getenv("KIOSK_TRY") != nil else { return nil }
    return WaysOut.fromInside().map { "\($0.way)=\($0.isOpen ? "open" : "denied")" }.joined(separator: " ")
  }

  /// The ways that the ledger's entry names, for a person.
  static func ways(in entry: String) -> String {
    entry.split(separator: " ").dropFirst().map { $0.prefix { $0 != "=" } }.joined(separator: ", ")
  }
}
