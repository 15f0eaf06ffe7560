import CHarness
import Glibc
import KioskCore

/// Everything of the machine that a lock on a console changes, as it stands.
struct MachineSnapshot: Equatable {
  var sysRq: [UInt8]?
  var printk: [UInt8]?
  var blanking: [UInt8]?
  /// Every action of every table of the keyboard.
  var keymap: [UInt16]

  /// As it stands now. The console is opened anew: one that was open when its session ended answers no more.
  init() {
    let console = open("/dev/tty0", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    defer { close(console) }
    sysRq = try? KernelSetting.sysRq.bytes()
    printk = try? KernelSetting.printk.bytes()
    blanking = try? KernelSetting.consoleBlank.bytes()
    keymap = []
    for table in UInt8.min...UInt8.max {
      for key in UInt8.min...UInt8.max {
        keymap.append((try? ConsoleKeymap.action(on: console, table, key)) ?? 0)
        if key == 0, keymap.last == 0x27f { break }
      }
    }
  }
}

/// The sole right, among all test runs on this machine, to change what it has but once. Taken again by the same run it is
/// the same right; the kernel gives it back when the run ends, however it ends.
///
/// MUST be used by one suite alone, whose tests run one after another.
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
