import CHarness
import Glibc
import KioskCore

/// Enters the front end's sandbox and tries to get out, one way a line: "execve denied".
enum SandboxProbe {
  static func run() throws {
    try Hardening.makeUndumpable()
    try Hardening.takeNoNewPrivileges()
    try Hardening.forbidPrograms()
    tell("execve", harness_try_execve())
    tell("execveat", harness_try_execveat())
    tell("fork", harness_try_fork())
    tell("ptrace", harness_try_ptrace())
    tell("process_vm_readv", harness_try_process_vm_readv())
    tell("TIOCSTI", harness_try_ioctl(UInt(TIOCSTI)))
    tell("TIOCLINUX", harness_try_ioctl(UInt(TIOCLINUX)))
    var program: pid_t = 0
    tell("posix_spawn", posix_spawn(&program, "/bin/true", nil, nil, [nil], [nil]))
    say("undumpable \(Hardening.isUndumpable)")
    say("confined \(ProcessFacts.isConfined(getpid()))")
    // What a front end goes on needing: its terminal's size, files, the clock.
    var size = winsize()
    say("TIOCGWINSZ \(ioctl(0, UInt(TIOCGWINSZ), &size) == 0 || errno != EPERM ? "allowed" : "denied")")
    say("files \((try? Files.contents("/proc/self/stat")) != nil ? "allowed" : "denied")")
  }

  private static func tell(_ way: String, _ code: Int32) {
    say("\(way) \(code == EPERM || code == EACCES ? "denied" : "error \(code)")")
  }

  private static func say(_ line: String) { try? Files.writeAll(STDOUT_FILENO, Array((line + "\n").utf8)) }
}
