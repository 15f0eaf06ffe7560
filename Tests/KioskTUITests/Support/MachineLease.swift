import Glibc

/// The sole right, among all test runs on this machine, to change what it has but once. Taken again by the same run it is
/// the same right; the kernel gives it back when the run ends, however it ends.
///
/// MUST be used by one suite alone (`ConsoleTests` and its extensions), whose tests run one after another.
final class MachineLease {
  nonisolated(unsafe) private static weak var current: MachineLease?

  private let descriptor: Int32

  static func take() throws -> MachineLease {
    if let current { return current }
    let lease = try MachineLease()
    current = lease
    return lease
  }

  private init() throws {
    descriptor = open("/tmp/kiosk-tests-machine.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw HarnessError.system("open the tests' lock", errno) }
    let end = monotonicSeconds() + 300
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard monotonicSeconds() < end else { throw HarnessError.timeout(wanted: "the tests' lock", screen: "") }
      usleep(50_000)
    }
  }

  deinit { close(descriptor) }
}
