import CLinux
import Glibc

/// A system call that failed: which one, on what, and the kernel's reason.
public struct SystemFault: Error, Equatable, Sendable {
  /// The C function's name: "open".
  public let call: String
  /// What it was called on, where that helps a person: a path; else empty.
  public let subject: String
  /// The value of `errno` (errno(3)), never 0.
  public let code: Int32

  /// Makes a fault of `call` on `subject` with the value of `errno` read on the line after the call.
  public init(call: String, subject: String = "", code: Int32) {
    self.call = call
    self.subject = subject
    self.code = code
  }

  /// The kernel's reason in words, always in English ("No space left on device"). The corresponding C function is
  /// `strerrordesc_np`.
  public var reason: String {
    guard let words = kiosk_error_words(code) else { return "error \(code)" }
    return String(cString: words)
  }

  /// Whether there is no more room: the disk or the quota is full, or the file may not grow.
  public var isFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }
}

extension SystemFault: CustomStringConvertible {
  /// "open /var/lib/kiosk: Permission denied".
  public var description: String { subject.isEmpty ? "\(call): \(reason)" : "\(call) \(subject): \(reason)" }
}
