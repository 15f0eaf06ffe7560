import CLinux
import Glibc

/// What `kiosk check --attack` tries against a lock of its own: one thin function a way out. Each tells how the kernel
/// answered: `nil`, the way is open; else the fault that closed it.
public enum WaysOut {
  private static func outcome(_ call: String, _ code: Int32) -> SystemFault? {
    code == 0 ? nil : SystemFault(call: call, code: code)
  }

  /// Types one byte into a terminal. The corresponding C function is `ioctl(TIOCSTI)`.
  public static func inject(_ byte: UInt8, into terminal: Int32) -> SystemFault? {
    outcome("ioctl(TIOCSTI)", kiosk_inject(terminal, byte))
  }

  /// Signals the group in front from a pty's master. The corresponding C function is `ioctl(TIOCSIG)`.
  public static func signalForeground(_ master: Int32, _ signal: Int32) -> SystemFault? {
    outcome("ioctl(TIOCSIG)", kiosk_signal_foreground(master, signal))
  }

  /// Attaches to a process as a debugger does. The corresponding C function is `ptrace` with PTRACE_SEIZE or
  /// PTRACE_ATTACH.
  public static func trace(_ process: Int32, seizing: Bool) -> SystemFault? {
    outcome(seizing ? "ptrace(PTRACE_SEIZE)" : "ptrace(PTRACE_ATTACH)", kiosk_try_trace(process, seizing ? 1 : 0))
  }

  /// Reads one byte of a process's memory. The corresponding C function is `process_vm_readv`. `address`: of this very
  /// program's code, which lies at the same place in a copy made by fork and elsewhere in one that was started.
  public static func readMemory(_ process: Int32, at address: UInt64) -> SystemFault? {
    outcome("process_vm_readv", kiosk_try_read_memory(process, address))
  }

  /// Whether `/proc/PID/mem` opens for reading.
  public static func openMemory(_ process: Int32) -> SystemFault? {
    do throws(SystemFault) {
      Files.close(try Files.open("/proc/\(process)/mem", O_RDONLY))
      return nil
    } catch { return error }
  }

  /// The number of the console in front; 0: `descriptor` is no console. The corresponding C function is
  /// `ioctl(VT_GETSTATE)`.
  public static func consoleInFront(_ descriptor: Int32) -> Int { Int(kiosk_vt_in_front(descriptor)) }

  /// Asks for another console, and does not wait for it. The corresponding C function is `ioctl(VT_ACTIVATE)`.
  public static func activate(_ console: Int, by descriptor: Int32) -> SystemFault? {
    outcome("ioctl(VT_ACTIVATE)", kiosk_vt_activate(descriptor, Int32(console)))
  }

  /// Lets the kernel decide about switches again, from a process of this session that is not root and does not hold the
  /// console, and asks for another console right behind it, where one is named. The corresponding C functions are
  /// `setuid`, `ioctl(VT_SETMODE)` and `ioctl(VT_ACTIVATE)`.
  public static func freeConsole(_ descriptor: Int32, leavingFor other: Int?) -> SystemFault? {
    do throws(SystemFault) {
      guard let pid = try Processes.fork() else {
        guard becomeNobody() else { _exit(EPERM) }
        do throws(SystemFault) { try Console.disown(descriptor) } catch { _exit(error.code) }
        _exit(other.flatMap { activate($0, by: descriptor)?.code } ?? 0)
      }
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
      return outcome("ioctl(VT_SETMODE)", status >> 8 & 0xff)
    } catch { return error }
  }

  /// Root's process becomes nobody's (65534), who may do nothing by right of being somebody; anybody else's stays as it is.
  /// Whether that is so now. The corresponding C functions are `setgroups`, `setgid` and `setuid`.
  public static func becomeNobody() -> Bool {
    geteuid() != 0 || setgroups(0, nil) == 0 && setgid(65534) == 0 && setuid(65534) == 0
  }

  /// Makes a terminal of this process's own; the master's descriptor and the path of the other side.
  /// The corresponding C functions are `posix_openpt`, `grantpt`, `unlockpt` and `ptsname_r`.
  public static func openPty() throws(SystemFault) -> (master: Int32, path: String) {
    var path = [CChar](repeating: 0, count: 128)
    let master = kiosk_open_pty(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK, &path, path.count)
    let code = errno
    guard master >= 0 else { throw SystemFault(call: "posix_openpt", code: code) }
    let bytes = path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return (master, String(decoding: bytes, as: UTF8.self))
  }

  /// Leaves the session and leads a new one on the terminal behind `descriptor`. The corresponding C functions are
  /// `setsid` and `ioctl(TIOCSCTTY)`.
  public static func leadSession(on descriptor: Int32) throws(SystemFault) {
    let session = setsid()
    let code = errno
    guard session >= 0 else { throw SystemFault(call: "setsid", code: code) }
    let result = kiosk_take_terminal(descriptor, 0)
    let taken = errno
    guard result == 0 else { throw SystemFault(call: "ioctl(TIOCSCTTY)", code: taken) }
  }

  /// What a front end tries on itself, by name, and whether the kernel let it: what its filter is there to refuse.
  public static func fromInside() -> [(way: String, isOpen: Bool)] {
    [
      ("execve", kiosk_try_run_nothing()), ("execveat", kiosk_try_run_nothing_at()),
      ("fork", kiosk_try_fork_and_run()), ("ptrace", kiosk_try_trace_parent()),
      ("process_vm_readv", kiosk_try_read_parent()), ("TIOCSTI", kiosk_try_type()),
    ].map { ($0.0, $0.1 == 0) }
  }
}

extension Processes {
  /// What a program's descriptors 0, 1 and 2 are to be.
  public struct Standard: Sendable {
    let input: Int32
    let output: Int32
    let errors: Int32

    /// Takes three descriptors of this process; those it starts get copies.
    public init(input: Int32, output: Int32, errors: Int32) {
      self.input = input
      self.output = output
      self.errors = errors
    }
  }

  /// Starts a program as a shell would, with nothing of this process but `standard`: default signals, none blocked.
  /// `ownSession`: with no terminal of its own. The corresponding C function is `posix_spawn`.
  public static func start(
    _ path: String, _ arguments: [String], environment: [String], standard: Standard, ownSession: Bool
  ) throws(SystemFault) -> Int32 {
    var pid: pid_t = 0
    let code = withStringVector(arguments) { arguments in
      withStringVector(environment) { environment in
        kiosk_spawn_plain(
          &pid, path, standard.input, standard.output, standard.errors, ownSession ? 1 : 0, arguments, environment)
      }
    }
    guard code == 0 else { throw SystemFault(call: "posix_spawn", subject: path, code: code) }
    return pid
  }
}
