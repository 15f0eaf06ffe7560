import CLinux
import Glibc

/// A terminal that one program has for itself, of no session: so that the end of a session, which hangs a terminal up,
/// takes it from nobody.
public enum OwnTerminal {
  /// Takes the terminal behind `descriptor`, called `path`, from every process that has it open and from the session it
  /// belongs to, and opens it anew in the place of this process's descriptors 0 and 1, and of 2 where that was it too.
  /// Afterwards it is nobody's controlling terminal.
  ///
  /// MUST be called by the leader of a session that blocks SIGHUP; needs root. The corresponding C functions are
  /// `ioctl(TIOCSCTTY)`, `vhangup` and, for what is no console, `ioctl(TIOCNOTTY)`.
  public static func claim(_ descriptor: Int32, _ device: TerminalDevice) throws(SystemFault) {
    let hasErrors = TerminalDevice(STDERR_FILENO) == device
    if tcgetpgrp(descriptor) < 0 {
      let result = kiosk_take_terminal(descriptor, 1)
      let code = errno
      guard result == 0 else { throw SystemFault(call: "ioctl(TIOCSCTTY)", code: code) }
    }
    if device.tier == .console {
      let result = vhangup()
      let code = errno
      guard result == 0 else { throw SystemFault(call: "vhangup", code: code) }
    } else {
      let result = kiosk_leave_terminal(descriptor)
      let code = errno
      guard result == 0 else { throw SystemFault(call: "ioctl(TIOCNOTTY)", code: code) }
    }
    let fresh = try Files.open(device.path, O_RDWR | O_NOCTTY)
    for target in hasErrors ? [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] : [STDIN_FILENO, STDOUT_FILENO] {
      dup2(fresh, target)
    }
    if fresh > STDERR_FILENO { Files.close(fresh) }
  }

  /// Whether the terminal behind `descriptor`, this process's own, is another process group's to read from. The
  /// corresponding C function is `tcgetpgrp`.
  public static func isBehind(_ descriptor: Int32) -> Bool {
    let front = tcgetpgrp(descriptor)
    return front > 0 && front != getpgrp()
  }

  /// Holds the terminal behind `descriptor`, which is nobody's, until its next owner comes: as the leader of a session of
  /// its own, so that even an ordinary user may refuse to have the console left. Whether the console is held.
  ///
  /// The corresponding C functions are `setsid`, `ioctl(TIOCSCTTY)` and `ioctl(VT_SETMODE)`. `Signals.consoleSwitch` MUST
  /// be blocked; it is never answered, which refuses every switch.
  public static func hold(_ descriptor: Int32) -> Bool {
    guard setsid() >= 0, kiosk_take_terminal(descriptor, 0) == 0 else { return false }
    return (try? Console.own(descriptor)) != nil
  }
}
