import CLinux
import Glibc

/// Tells when somebody sets a terminal's modes: a shell does that takes its terminal back from a job that was stopped.
///
/// The kernel wakes whoever waits for a terminal at each change of its modes, and does not say what for. An epoll(7) that
/// looks at edges alone, and asks for room to write by the one name that output on its way does not use (EPOLLWRNORM),
/// hears of nothing else: not of keys, not of what is written. Until then it costs nothing.
public final class TerminalWatch {
  /// What to wait for reading from.
  public let descriptor: Int32

  /// Watches the terminal behind `terminal`. The corresponding C functions are `epoll_create1` and `epoll_ctl`.
  public init(_ terminal: Int32) throws(SystemFault) {
    descriptor = kiosk_watch_modes(terminal)
    let code = errno
    guard descriptor >= 0 else { throw SystemFault(call: "epoll_ctl", code: code) }
    settle()
  }

  deinit { Files.close(descriptor) }

  /// What has happened is known. The corresponding C function is `epoll_wait`.
  public func settle() { kiosk_watch_settle(descriptor) }
}
