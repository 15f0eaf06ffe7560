import CLinux
import Glibc

/// Signals read like bytes instead of interrupting anything.
public enum Signals {
  /// What leads out of a terminal program, or asks it to end: blocked and read while the program lives.
  public static let leaving: [Int32] = [SIGINT, SIGQUIT, SIGTSTP, SIGHUP, SIGTERM, SIGTTIN, SIGTTOU]

  /// What nobody has a reason to send, and what would end a process that does not block it.
  static let stray: [Int32] =
    [SIGUSR1, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT, SIGXCPU, SIGXFSZ] + Array(34...64)

  /// What a guardian reads: everything that can be blocked, but for the signals of its own crash. Those that lead out,
  /// what happens to its child, its window and itself, and strays.
  public static let guardian: [Int32] = leaving + [SIGCHLD, SIGWINCH, SIGCONT, SIGPIPE, consoleSwitch] + stray

  /// What a front end reads while a lock holds. SIGUSR1 and SIGALRM, by which it ends after its guardian, are left out.
  public static let frontEnd: [Int32] = leaving + [consoleSwitch] + stray.filter { $0 != SIGUSR1 && $0 != SIGALRM }

  /// What the kernel is told to send at every wish to leave the console.
  public static let consoleSwitch: Int32 = SIGUSR2

  /// Blocks `signals` and opens a nonblocking descriptor they are read from.
  /// The corresponding C functions are `sigprocmask` and `signalfd`.
  public static func open(_ signals: [Int32]) throws(SystemFault) -> Int32 {
    let descriptor = kiosk_signalfd(-1, signals, Int32(signals.count), 1)
    let code = errno
    guard descriptor >= 0 else { throw SystemFault(call: "signalfd", code: code) }
    return descriptor
  }

  /// A process that has sent a signal.
  public struct Sender: Equatable, Sendable {
    /// Its number, as this process sees it; it may have ended.
    public let process: Int32
    /// Whose it was.
    public let user: UInt32

    /// In words for the ledger.
    public var words: String { "from process \(process) of user \(user)" }
  }

  /// A signal, and who sent it; `nil`: the kernel, as for a key of a terminal or a child's end.
  public struct Arrival: Equatable, Sendable {
    /// Which.
    public let signal: Int32
    /// Who.
    public let sender: Sender?
  }

  /// The signals that have arrived, oldest first (signalfd(2); `ssi_code` in sigaction(2): what a process sent is 0 or
  /// less).
  public static func read(_ descriptor: Int32) -> [Arrival] {
    var arrivals: [Arrival] = []
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    while withUnsafeMutableBytes(of: &info, { Glibc.read(descriptor, $0.baseAddress, size) }) == size {
      let sender = info.ssi_code <= 0 ? Sender(process: Int32(bitPattern: info.ssi_pid), user: info.ssi_uid) : nil
      arrivals.append(Arrival(signal: Int32(bitPattern: info.ssi_signo), sender: sender))
    }
    return arrivals
  }

  /// Takes the signals that a process blocks; bit n - 1 stands for signal n.
  /// Read from `SigBlk:` of `/proc/PID/status`, which anyone may read; `nil`: no such process.
  public static func blockedMask(ofProcess pid: Int32) -> UInt64? {
    ProcessStatus(of: pid)?.blocked
  }

  /// Whether `mask` holds every one of `signals`.
  public static func mask(_ mask: UInt64, holds signals: [Int32]) -> Bool {
    signals.allSatisfy { $0 > 0 && $0 <= 64 && mask & (1 << UInt64($0 - 1)) != 0 }
  }

  /// The mask of this thread. The corresponding C function is `sigprocmask`.
  public static func currentMask() -> sigset_t {
    var mask = sigset_t()
    sigprocmask(SIG_BLOCK, nil, &mask)
    return mask
  }

  /// Puts a mask back as it was. The corresponding C function is `sigprocmask`.
  public static func restore(_ mask: sigset_t) {
    var mask = mask
    sigprocmask(SIG_SETMASK, &mask, nil)
  }

  /// "INT" for 2, and so on.
  public static func name(_ signal: Int32) -> String {
    switch signal {
    case SIGHUP: "HUP"
    case SIGINT: "INT"
    case SIGQUIT: "QUIT"
    case SIGILL: "ILL"
    case SIGTRAP: "TRAP"
    case SIGABRT: "ABRT"
    case SIGBUS: "BUS"
    case SIGFPE: "FPE"
    case SIGKILL: "KILL"
    case SIGUSR1: "USR1"
    case SIGUSR2: "USR2"
    case SIGSEGV: "SEGV"
    case SIGPIPE: "PIPE"
    case SIGALRM: "ALRM"
    case SIGTERM: "TERM"
    case SIGCHLD: "CHLD"
    case SIGCONT: "CONT"
    case SIGSTOP: "STOP"
    case SIGTSTP: "TSTP"
    case SIGTTIN: "TTIN"
    case SIGTTOU: "TTOU"
    case SIGWINCH: "WINCH"
    case SIGSYS: "SYS"
    default: "\(signal)"
    }
  }
}
