import CLinux
import Glibc

/// A terminal as the kernel knows it.
public struct TerminalDevice: Equatable, Sendable {
  /// What kind of device it is.
  public enum Kind: Equatable, Sendable {
    /// `/dev/ttyN`, 1 to 63: a Linux virtual console.
    case console(Int)
    /// `/dev/pts/N`: another program holds the other end.
    case pseudo(Int)
    /// A serial line or the like.
    case other
  }

  /// Its path: "/dev/pts/3".
  public let path: String
  /// Console, pseudo terminal, or something else.
  public let kind: Kind

  init(path: String, kind: Kind) {
    self.path = path
    self.kind = kind
  }

  /// The terminal behind `descriptor`; `nil` where there is none.
  /// The corresponding C functions are `isatty`, `ttyname` and `fstat`.
  public init?(_ descriptor: Int32) {
    guard isatty(descriptor) == 1 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    let major = Int(kiosk_major(status.st_rdev))
    let minor = Int(kiosk_minor(status.st_rdev))
    // Devices 136 to 143 are the pseudo terminals' slaves, 256 each (Documentation/admin-guide/devices.txt).
    switch major {
    case 4 where (1...63).contains(minor): kind = .console(minor)
    case 136...143: kind = .pseudo((major - 136) * 256 + minor)
    default: kind = .other
    }
    if let name = ttyname(descriptor) {
      path = String(cString: name)
    } else {
      path = "terminal \(major):\(minor)"
    }
  }

  /// What kind of terminal it is, in the words of the contract.
  public var tier: Tier {
    switch kind {
    case .console: .console
    case .pseudo, .other: .terminal
    }
  }

  /// A name for files that belong to this terminal: "pts-3".
  public var fileName: String {
    let name = path.hasPrefix("/dev/") ? String(path.dropFirst(5)) : path
    return String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
  }

  /// Its size; `nil` where it tells none. The corresponding C function is `ioctl(TIOCGWINSZ)`.
  public static func size(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Opens the terminal behind `descriptor` once more, nonblocking, so that a terminal which takes no output can
  /// never hold up the one who writes. The corresponding C function is `open` of `/proc/self/fd/N`.
  ///
  /// Behind `su` the device belongs to somebody else and cannot be opened by its name. Where it is the terminal of
  /// this session `/dev/tty` opens it all the same; else there is only a copy of the descriptor, which blocks where
  /// the descriptor does.
  public static func reopen(_ descriptor: Int32) throws(SystemFault) -> Int32 {
    let flags = O_RDWR | O_NOCTTY | O_NONBLOCK
    do throws(SystemFault) {
      return try Files.open("/proc/self/fd/\(descriptor)", flags)
    } catch {
      guard error.code == EACCES || error.code == EPERM else { throw error }
      // Only the terminal of the caller's session tells its foreground group.
      if tcgetpgrp(descriptor) >= 0, let own = try? Files.open("/dev/tty", flags) { return own }
      return try Descriptors.copy(descriptor)
    }
  }

  /// Writes to a terminal opened by `reopen`, waiting up to `milliseconds` in all for it to take the bytes.
  /// Throws ETIMEDOUT where it does not. Looks for room first, for the sake of a descriptor that would block.
  public static func write(_ descriptor: Int32, _ text: String, milliseconds: Int64 = 200) throws(SystemFault) {
    let bytes = Array(text.utf8)
    let end = Clocks.boot().adding(milliseconds)
    var start = 0
    while start < bytes.count {
      let left = end.since(Clocks.boot())
      guard left > 0 else { throw SystemFault(call: "write", code: ETIMEDOUT) }
      var waiting = [Waiting(descriptor, reading: false, writing: true)]
      guard Descriptors.poll(&waiting, milliseconds: left) else { continue }
      let count = bytes[start...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      let code = errno
      if count > 0 {
        start += count
      } else if code != EINTR && code != EAGAIN {
        throw SystemFault(call: "write", code: code)
      }
    }
  }
}
