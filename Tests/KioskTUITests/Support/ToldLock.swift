import Glibc
import KioskCore

/// Whether a lock holds, as `kiosk status --json` tells it.
enum ToldLock {
  /// Whether one of the asking user's own holds. Behind those it tells of other users' kiosks too, anywhere on the machine:
  /// of what the tests lock that run beside this one as another user.
  /// - Parameter ask: runs `kiosk status --json`.
  static func holds(_ ask: () throws -> CommandRun) throws -> Bool {
    let end = monotonicSeconds() + PtySession.patience
    while monotonicSeconds() < end {
      let told = try JSONReader.read(Array(try ask().output.utf8)).root
      guard told["locked"]?.bool == true else { return false }
      let number = told["by"]?.string?.split(separator: " ").last?.filter(\.isNumber)
      guard let process = number.flatMap({ Int32($0) }), process > 0 else { return true }
      // One that has ended since told of nothing that is to be known: it is asked again.
      guard let users = ProcessFacts.status(process)?["Uid"] else { continue }
      return users.split { $0 == "\t" || $0 == " " }.first.flatMap { uid_t($0) } == geteuid()
    }
    throw HarnessError.timeout(wanted: "a lock whose process lives", screen: "")
  }
}
