import Glibc

/// One process that is looked at again and again: its file in `/proc` stays open, so that a look is one call, and another
/// process with its number is never taken for it.
public final class ProcessWatch {
  /// Its number.
  public let process: Int32
  private let descriptor: Int32

  /// Watches `process`; `nil`: there is none.
  public init?(_ process: Int32) {
    guard let descriptor = try? Files.open("/proc/\(process)/stat", O_RDONLY) else { return nil }
    self.process = process
    self.descriptor = descriptor
  }

  deinit { Files.close(descriptor) }

  /// Whether a signal has stopped it (the third field of proc_pid_stat(5)); false where it has ended.
  public var isStopped: Bool {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      let count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return false }
      let line = buffer[..<count]
      // The name before it stands in brackets, and may hold brackets too; it has sixteen characters at most.
      guard let end = line.lastIndex(of: UInt8(ascii: ")")), end + 2 < line.endIndex else { return false }
      return line[end + 2] == UInt8(ascii: "T")
    }
  }
}
