import CHarness
import Glibc

/// How a program ended.
enum ProgramExit: Equatable {
  /// By itself, with a status.
  case exited(Int32)
  /// By a signal.
  case signalled(Int32)

  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7f
    self = signal == 0 ? .exited((waitStatus >> 8) & 0xff) : .signalled(signal)
  }
}

/// Starts a program with nothing inherited by accident: only the descriptors named, default signals, no signal blocked.
enum Spawn {
  /// What a descriptor of the new program is.
  enum Source {
    /// A file or device, opened by the new program itself.
    case path(String, flags: Int32)
    /// A descriptor of this process.
    case descriptor(Int32)
  }

  /// Starts a program. With `ownSession` it leads a session of its own, and the first terminal that it opens (it opens
  /// its descriptors after setsid) becomes its controlling terminal.
  static func start(
    _ path: String, _ arguments: [String], environment: [String: String], standard: [Source], ownSession: Bool,
    folder: String? = nil
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, source) in standard.enumerated() {
      switch source {
      case .path(let name, let flags):
        posix_spawn_file_actions_addopen(&actions, Int32(target), name, flags, 0)
      case .descriptor(let descriptor):
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
      }
    }
    harness_spawn_closefrom(&actions, Int32(standard.count))
    if let folder { harness_spawn_chdir(&actions, folder) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // The value of POSIX_SPAWN_SETSID, which only GNU sources see.
    let newSession: Int32 = 0x80
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | (ownSession ? newSession : 0)
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") }
    variables.append(nil)
    defer { for word in words + variables { free(word) } }
    var pid: pid_t = 0
    let failure = posix_spawn(&pid, path, &actions, &attributes, words, variables)
    guard failure == 0 else { throw HarnessError.system("posix_spawn \(path)", failure) }
    return pid
  }
}
