import CLinux
import Glibc

/// What a process takes away from itself. None of it can be undone, so nothing has to be.
public enum Hardening {
  /// Puts the signals of a crash back to their default action.
  ///
  /// MUST come before anything that can trap: Swift's own handlers open an interactive prompt on a terminal, which
  /// shows memory and is a way out.
  public static func resetCrashHandlers() {
    for signal in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGQUIT] {
      _ = kiosk_signal_default(signal)
    }
  }

  /// No core file, and no reading of this process's memory by others of the same user.
  /// The corresponding C functions are `prctl(PR_SET_DUMPABLE, 0)` and `setrlimit(RLIMIT_CORE)`.
  public static func makeUndumpable() throws(SystemFault) {
    let result = kiosk_prctl(PR_SET_DUMPABLE, 0)
    let code = errno
    guard result == 0 else { throw SystemFault(call: "prctl(PR_SET_DUMPABLE)", code: code) }
    let limit = kiosk_no_core_dumps()
    let limitCode = errno
    guard limit == 0 else { throw SystemFault(call: "setrlimit(RLIMIT_CORE)", code: limitCode) }
  }

  /// Whether this process is undumpable. The corresponding C function is `prctl(PR_GET_DUMPABLE)`.
  public static var isUndumpable: Bool { kiosk_prctl(PR_GET_DUMPABLE, 0) == 0 }

  /// Once the parent is dead this process has `seconds` left, 1 to 60: with one, enough to seal and to clear the screen, too
  /// little to outlive its terminal. SIGUSR1 and SIGALRM are what it is told by and ended with. The corresponding C functions are
  /// `prctl(PR_SET_PDEATHSIG)` and `alarm`.
  public static func endAfterParent(seconds: UInt32 = 1) throws(SystemFault) {
    let result = kiosk_end_after_parent(min(max(seconds, 1), 60))
    let code = errno
    guard result == 0 else { throw SystemFault(call: "prctl(PR_SET_PDEATHSIG)", code: code) }
  }

  /// Who sent the parent's signal (SIGUSR1) though the parent lives, since this was asked last; `nil`: nobody.
  public static func takeStray() -> Signals.Arrival? {
    var user: uid_t = 0
    let process = kiosk_take_stray(&user)
    return process == 0 ? nil : Signals.Arrival(signal: SIGUSR1, sender: Signals.Sender(process: process, user: user))
  }

  /// No program started from here gains rights. The corresponding C function is `prctl(PR_SET_NO_NEW_PRIVS)`.
  public static func takeNoNewPrivileges() throws(SystemFault) {
    let result = kiosk_prctl(PR_SET_NO_NEW_PRIVS, 1)
    let code = errno
    guard result == 0 else { throw SystemFault(call: "prctl(PR_SET_NO_NEW_PRIVS)", code: code) }
  }

  /// Forbids this process to start programs, make processes, reach into others or type into terminals (the list is at
  /// `kiosk_seccomp_install`). Needs `takeNoNewPrivileges` first. The corresponding C function is `prctl(PR_SET_SECCOMP)`.
  public static func forbidPrograms() throws(SystemFault) {
    let result = kiosk_seccomp_install()
    let code = errno
    guard result == 0 else { throw SystemFault(call: "prctl(PR_SET_SECCOMP)", code: code) }
  }

  /// Whether the kernel refuses this process a program, found by trying.
  public static var programsAreForbidden: Bool { kiosk_try_execve() == EPERM }
}
