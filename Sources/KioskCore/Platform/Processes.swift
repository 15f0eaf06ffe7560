import CLinux
import Glibc

/// What became of a child.
public enum ChildChange: Equatable, Sendable {
  /// It ended by itself with this status, 0 to 255.
  case exited(Int32)
  /// A signal ended it.
  case killed(Int32)
  /// A signal stopped it.
  case stopped(Int32)
}

/// Children: started, watched, continued.
public enum Processes {
  /// What of the environment a child of ours sees. Nothing that makes a loader or a runtime do more than asked.
  static let passedOn: Set<String> = [
    "TERM", "COLORTERM", "NO_COLOR", "TERMINFO", "TERMINFO_DIRS", "VTE_VERSION", "TERM_PROGRAM", "LANG", "LANGUAGE",
    "TZ", "HOME", "USER", "LOGNAME", "PATH", "SHELL", "KIOSK_DATA", "KIOSK_EXAMS", "KIOSK_PROFILE", "KIOSK_SOCKET",
  ]

  /// Starts this program again with `arguments` (without the program's name); `channel` becomes its descriptor 3.
  ///
  /// Its environment is made anew, and says that Swift's crash handler shall not ask questions on the terminal. The
  /// blocked signals stay blocked. The corresponding C function is `posix_spawn` of `/proc/self/exe`.
  public static func spawnSelf(_ arguments: [String], channel: Int32) throws(SystemFault) -> Int32 {
    var pid: pid_t = 0
    let code = withStringVector(["kiosk"] + arguments) { arguments in
      withStringVector(environment()) { environment in
        kiosk_spawn(&pid, "/proc/self/exe", channel, arguments, environment)
      }
    }
    guard code == 0 else { throw SystemFault(call: "posix_spawn", code: code) }
    return pid
  }

  /// Makes a copy of this process: `nil` in the copy, its number in the original. The corresponding C function is `fork`.
  ///
  /// MUST be called from a process with one thread, and before anything is opened that two processes must not share
  /// (a database, a key).
  public static func fork() throws(SystemFault) -> Int32? {
    let pid = kiosk_fork()
    let code = errno
    if pid < 0 { throw SystemFault(call: "fork", code: code) }
    return pid == 0 ? nil : pid
  }

  /// The kernel kills this process as soon as `parent`, which made it, has ended. The corresponding C function is
  /// `prctl(PR_SET_PDEATHSIG)`.
  public static func dieWith(parent: Int32) {
    _ = kiosk_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL))
    // It may have ended before that call.
    if getppid() != parent { _exit(0) }
  }

  /// The next change of child `pid`, or `nil` where nothing has changed. An end is reported once: the child is reaped.
  /// The corresponding C function is `waitid` with WEXITED, WSTOPPED and WNOHANG.
  public static func change(of pid: Int32) -> ChildChange? {
    var kind: Int32 = 0
    var status: Int32 = 0
    guard kiosk_waitid(pid, &kind, &status) == 0 else { return nil }
    switch kind {
    case Int32(CLD_EXITED): return .exited(status)
    case Int32(CLD_KILLED), Int32(CLD_DUMPED): return .killed(status)
    case Int32(CLD_STOPPED): return .stopped(status)
    default: return nil
    }
  }

  /// The corresponding C function is `kill`; a process that is gone already is no fault.
  public static func send(_ signal: Int32, to pid: Int32) { _ = Glibc.kill(pid, signal) }

  private static func environment() -> [String] {
    var kept = ["SWIFT_BACKTRACE=enable=no"]
    var cursor = environ
    while let entry = cursor.pointee {
      let text = String(cString: entry)
      let name = String(text.prefix { $0 != "=" })
      if passedOn.contains(name) || name.hasPrefix("LC_") || name.hasPrefix("XDG_") { kept.append(text) }
      cursor += 1
    }
    return kept
  }

  static func withStringVector<R>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R
  ) -> R {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers)
  }
}
