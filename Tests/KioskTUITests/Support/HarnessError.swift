import Glibc

/// What went wrong in driving a program, with the screen as it stood, so that a failed test can be read.
enum HarnessError: Error, CustomStringConvertible {
  /// A system call failed: its name and errno.
  case system(String, Int32)
  /// The built program was not found where the tests were built.
  case notBuilt(String)
  /// What was waited for did not come in time.
  case timeout(wanted: String, screen: String)
  /// The program ended, or its terminal closed, while something was waited for.
  case ended(wanted: String, screen: String)

  var description: String {
    switch self {
    case .system(let call, let number): "\(call): \(String(cString: strerror(number)))"
    case .notBuilt(let path): "\(path) is not there: build it with `swift build`"
    case .timeout(let wanted, let screen): "timed out waiting for \(wanted); the screen was\n\(Self.framed(screen))"
    case .ended(let wanted, let screen): "ended before \(wanted); the screen was\n\(Self.framed(screen))"
    }
  }

  private static func framed(_ screen: String) -> String {
    screen.split(separator: "\n", omittingEmptySubsequences: false).map { "  |\($0)" }.joined(separator: "\n")
  }
}
