import CLinux
import Glibc

/// What `/proc` tells about processes. Nothing here trusts a process's own words (its arguments, its environment) more
/// than the kernel's.
public enum ProcessFacts {
  /// The program a process runs: its executable's real path; `nil` where it cannot be read (another user's).
  /// The corresponding C function is `readlink` of `/proc/PID/exe`.
  public static func executable(_ pid: Int32) -> String? { link("/proc/\(pid)/exe") }

  /// Whether a process is gone, or has ended and nobody has asked after it yet.
  public static func hasEnded(_ process: Int32) -> Bool {
    ProcessStatus(of: process).map { $0.state == UInt8(ascii: "Z") } ?? true
  }

  /// What a process is called: the last part of its executable's path where it can be read, else the kernel's short
  /// name for it.
  public static func name(_ pid: Int32) -> String? {
    if let path = executable(pid) {
      let last = path.split(separator: "/").last.map(String.init) ?? path
      return last.hasSuffix(" (deleted)") ? String(last.dropLast(10)) : last
    }
    return ProcessStatus(of: pid)?.name
  }

  /// The chain of parents of `pid`, nearest first, ending before process 1.
  public static func ancestors(of pid: Int32) -> [Int32] {
    var chain: [Int32] = []
    var current = pid
    while let parent = ProcessStatus(of: current)?.parent, parent > 1, chain.count < 64,
      !chain.contains(parent)
    {
      chain.append(parent)
      current = parent
    }
    return chain
  }

  /// This process's children, those that have ended and were not asked after included. Other processes may come to it
  /// while it looks. From `/proc/PID/task/PID/children` (proc_pid_task(5)), where the kernel has it.
  public static func children() -> [Int32] {
    let own = getpid()
    if let bytes = try? Files.contents("/proc/\(own)/task/\(own)/children", limit: 1 << 20) {
      return bytes.split(separator: UInt8(ascii: " ")).compactMap { Int32(String(decoding: $0, as: UTF8.self)) }
    }
    return all().filter { ProcessStatus(of: $0)?.parent == own }
  }

  /// When `pid` was started, in the kernel's ticks since the machine's start: with its number it names a process for good.
  /// `nil`: no such process, or one that has ended.
  public static func started(_ pid: Int32) -> UInt64? { ProcessStat(of: pid)?.started }

  /// The processes of this process's session, but for those of `own`: they may do to its terminal what it may.
  public static func sessionMates(besides own: [Int32]) -> [Int32] {
    let session = getsid(0)
    return all().filter { !own.contains($0) && ProcessStat(of: $0)?.session == session }
  }

  /// Whether this process has a capability (capabilities(7)) in effect.
  public static func isCapable(_ capability: Int32) -> Bool {
    guard let status = ProcessStatus(of: getpid()) else { return false }
    return status.capabilities & (1 << UInt64(capability)) != 0
  }

  /// CAP_SYS_TTY_CONFIG.
  public static let ttyConfig: Int32 = 26

  /// Whether `pid` is under a seccomp filter (`Seccomp: 2`) and may gain no privileges.
  public static func isConfined(_ pid: Int32) -> Bool { ProcessStatus(of: pid)?.isConfined ?? false }

  /// Whether a signal has stopped `pid`.
  public static func isStopped(_ pid: Int32) -> Bool { ProcessStatus(of: pid)?.state == UInt8(ascii: "T") }

  /// Every line of `/proc/PID/status` by its name (proc_pid_status(5)), for what is asked seldom; `nil`: no such process.
  public static func status(_ pid: Int32) -> [String: String]? {
    guard let bytes = try? Files.contents("/proc/\(pid)/status", limit: 1 << 16), !bytes.isEmpty else { return nil }
    var fields: [String: String] = [:]
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let value = line[(colon + 1)...].drop { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") }
      fields[String(decoding: line[..<colon], as: UTF8.self)] = String(decoding: value, as: UTF8.self)
    }
    return fields
  }

  /// Every process, ascending.
  public static func all() -> [Int32] {
    ((try? Files.names(in: "/proc")) ?? []).compactMap { Int32($0) }.sorted()
  }

  /// Where a symbolic link points. The corresponding C function is `readlink`.
  static func link(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink(path, start, buffer.count)
      guard count > 0 else { return nil }
      return String(decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]), as: UTF8.self)
    }
  }
}
