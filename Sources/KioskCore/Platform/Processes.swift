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

  /// The words this process was started with, after its own name, from `/proc/self/cmdline` (proc_pid_cmdline(5)): a start
  /// then touches nine pages less than where the runtime makes an array of them.
  public static var arguments: [String] {
    guard let bytes = try? Files.contents("/proc/self/cmdline"), !bytes.isEmpty else {
      return Array(CommandLine.arguments.dropFirst())
    }
    var words: [String] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == 0 {
      words.append(String(decoding: bytes[start..<index], as: UTF8.self))
      start = index + 1
    }
    return Array(words.dropFirst())
  }

  /// Starts this program again with `arguments` (without the program's name); `channel` becomes its descriptor 3, and
  /// `second`, where there is one, its descriptor 4.
  ///
  /// Its environment is made anew, and says that Swift's crash handler shall not ask questions on the terminal. The
  /// blocked signals stay blocked. The corresponding C function is `posix_spawn` of `/proc/self/exe`.
  public static func spawnSelf(
    _ arguments: [String], channel: Int32, second: Int32? = nil
  ) throws(SystemFault) -> Int32 {
    var pid: pid_t = 0
    // Out of the way of the numbers they are to get.
    let channel = try Descriptors.copy(channel, from: 16)
    defer { Files.close(channel) }
    var other: Int32 = -1
    if let second { other = try Descriptors.copy(second, from: 16) }
    defer { if other >= 0 { Files.close(other) } }
    let code = withStringVector(["kiosk"] + arguments) { arguments in
      withStringVector(environment()) { environment in
        kiosk_spawn(&pid, "/proc/self/exe", channel, other, arguments, environment)
      }
    }
    guard code == 0 else { throw SystemFault(call: "posix_spawn", code: code) }
    return pid
  }

  /// Starts `path` as the leader of a session of its own on the terminal at `terminal`, with this process's environment and
  /// nothing else of it; it ends with this process. Throws where it could not be started: ENOENT, EACCES, ENOEXEC and so on.
  ///
  /// - Parameter arguments: its name first.
  public static func host(_ path: String, _ arguments: [String], on terminal: String) throws(SystemFault) -> Int32 {
    var code: Int32 = 0
    let pid = withStringVector(arguments) { arguments in
      let pid = kiosk_host(terminal, O_RDWR, path, arguments, environ)
      code = errno
      return pid
    }
    guard pid > 0 else { throw SystemFault(call: "execve", subject: path, code: code) }
    return pid
  }

  /// Starts `path` as a servant of this process: its standard input and output are `channel`, it has no other descriptor, no
  /// terminal and no session of anybody's, gains no rights, and ends with this process. With `account` it runs as that user
  /// alone. Where it cannot be started the child ends at once with status 126.
  ///
  /// - Parameter arguments: its name first.
  public static func serve(
    _ path: String, _ arguments: [String], channel: Int32, as account: UserAccount?
  ) throws(SystemFault) -> Int32 {
    let parent = getpid()
    let kept = environment(beside: servantsNeed)
    return try withStringVector(arguments) { arguments throws(SystemFault) in
      try withStringVector(kept) { environment throws(SystemFault) in
        if let child = try fork() { return child }
        becomeServant(channel, account, parent)
        execve(path, arguments, environment)
        _exit(126)
      }
    }
  }

  /// The sound server's address; a servant that makes sound looks for it.
  private static let servantsNeed: Set<String> = ["PULSE_SERVER", "PULSE_COOKIE", "ALSA_CONFIG_PATH"]

  /// In the copy: leaves behind what is this process's.
  private static func becomeServant(_ channel: Int32, _ account: UserAccount?, _ parent: Int32) {
    setsid()
    if let account {
      do throws(SystemFault) { try Privileges.become(account) } catch { _exit(126) }
    }
    dieWith(parent: parent)
    let nothing = open("/dev/null", O_WRONLY)
    guard dup2(channel, STDIN_FILENO) >= 0, dup2(channel, STDOUT_FILENO) >= 0, dup2(nothing, STDERR_FILENO) >= 0 else {
      _exit(126)
    }
    for other in 3..<Int32(1024) { close(other) }
    // A channel that waits for nobody is of no use to a program that waits for nothing else.
    let flags = fcntl(STDIN_FILENO, F_GETFL)
    _ = fcntl(STDIN_FILENO, F_SETFL, flags & ~O_NONBLOCK)
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    guard (try? Hardening.takeNoNewPrivileges()) != nil else { _exit(126) }
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

  /// From now on processes below this one whose parents end become its children, and not process 1's. The corresponding C
  /// function is `prctl(PR_SET_CHILD_SUBREAPER)`.
  public static func adoptOrphans() { _ = kiosk_prctl(PR_SET_CHILD_SUBREAPER, 1) }

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

  private static func environment(beside more: Set<String> = []) -> [String] {
    var kept = ["SWIFT_BACKTRACE=enable=no"]
    var cursor = environ
    while let entry = cursor.pointee {
      let text = String(cString: entry)
      let name = String(text.prefix { $0 != "=" })
      if passedOn.contains(name) || more.contains(name) || name.hasPrefix("LC_") || name.hasPrefix("XDG_") {
        kept.append(text)
      }
      cursor += 1
    }
    return kept
  }

  static func withStringVector<R, E: Error>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) throws(E) -> R
  ) throws(E) -> R {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return try body(pointers)
  }
}
