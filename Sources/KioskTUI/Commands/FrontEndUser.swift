import Glibc
import KioskCore

/// Who draws the screen and reads the keys of a test: under a service a user of its own, else whoever started it.
enum FrontEndUser {
  /// Whose a front end would be that is started here and now: from a shell nobody becomes another user.
  static var here: String { name(geteuid()) }

  /// Whose the front end of a guardian is; `nil`: it has none just now, or may not be looked at.
  static func of(guardian: Int32) -> String? {
    guard guardian > 0 else { return nil }
    // Whatever else a guardian starts, for an instant, is under no filter.
    let frontEnd = ProcessFacts.all().first { process in
      guard let status = ProcessStatus(of: process) else { return false }
      return status.parent == guardian && status.isFiltered
    }
    guard let frontEnd, let ids = ProcessFacts.status(frontEnd)?["Uid"],
      let effective = ids.split(whereSeparator: { $0 == "\t" || $0 == " " }).dropFirst().first
    else { return nil }
    return UInt32(effective).map(name)
  }

  private static func name(_ number: UInt32) -> String { Accounts.name(of: number) ?? "user \(number)" }
}
