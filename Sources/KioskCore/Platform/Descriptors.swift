import CLinux
import Glibc

/// What a read brought.
public enum ReadOutcome: Equatable, Sendable {
  /// So many bytes, at least one.
  case bytes(Int)
  /// Nothing there now (EAGAIN, EINTR).
  case nothingYet
  /// The other side is gone (0 bytes; EIO on a terminal).
  case ended
}

/// One descriptor to wait for, and what became of it.
public struct Waiting: Sendable {
  /// The descriptor.
  public let descriptor: Int32
  /// Whether something to read is waited for; without it and `writing` only the hang-up is.
  public let reading: Bool
  /// Whether room to write is waited for.
  public let writing: Bool
  /// Something can be read, or the end of it.
  public fileprivate(set) var readable = false
  /// There is room to write.
  public fileprivate(set) var writable = false
  /// The other end is gone (POLLHUP, POLLERR, POLLNVAL).
  public fileprivate(set) var hungUp = false

  /// Waits for something to read from `descriptor` where `reading`, and for room to write where `writing`.
  public init(_ descriptor: Int32, reading: Bool = true, writing: Bool = false) {
    self.descriptor = descriptor
    self.reading = reading
    self.writing = writing
  }
}

/// Thin functions over descriptors.
public enum Descriptors {
  /// The corresponding C function is `poll`. EINTR returns as if nothing had happened, for the loop looks again; any other
  /// fault counts as every descriptor having hung up, so that no loop spins on it.
  /// `milliseconds` of `nil` waits without end. Returns whether anything happened.
  @discardableResult
  public static func poll(_ list: inout [Waiting], milliseconds: Int64?) -> Bool {
    let timeout = milliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
    return withUnsafeTemporaryAllocation(of: pollfd.self, capacity: list.count) { set in
      for (index, one) in list.enumerated() {
        let events = (one.reading ? Int16(POLLIN) : 0) | (one.writing ? Int16(POLLOUT) : 0)
        set[index] = pollfd(fd: one.descriptor, events: events, revents: 0)
      }
      let count = Glibc.poll(set.baseAddress, nfds_t(set.count), timeout)
      let isBroken = count < 0 && errno != EINTR
      for index in list.indices {
        let events = count > 0 ? Int32(set[index].revents) : 0
        list[index].readable = events & POLLIN != 0
        list[index].writable = events & POLLOUT != 0
        list[index].hungUp = isBroken || events & (POLLHUP | POLLERR | POLLNVAL) != 0
      }
      return count > 0 || isBroken
    }
  }

  /// Whether something can be read now. The corresponding C function is `poll`.
  public static func isReadable(_ descriptor: Int32) -> Bool {
    var list = [Waiting(descriptor)]
    poll(&list, milliseconds: 0)
    return list[0].readable
  }

  /// The corresponding C function is `read`. EIO is the end: so a hung-up terminal speaks.
  public static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemFault)
    -> ReadOutcome
  {
    let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    let code = errno
    if count > 0 { return .bytes(count) }
    if count == 0 || code == EIO || code == ECONNRESET { return .ended }
    if code == EAGAIN || code == EINTR { return .nothingYet }
    throw SystemFault(call: "read", code: code)
  }

  /// One more descriptor for the same open file. The corresponding C function is `fcntl` (F_DUPFD_CLOEXEC).
  /// Its number is the first free one from `lowest` on.
  public static func copy(_ descriptor: Int32, from lowest: Int32 = 3) throws(SystemFault) -> Int32 {
    let made = fcntl(descriptor, F_DUPFD_CLOEXEC, lowest)
    let code = errno
    guard made >= 0 else { throw SystemFault(call: "fcntl", code: code) }
    return made
  }

  /// The corresponding C function is `send` with MSG_NOSIGNAL and MSG_DONTWAIT. Returns how many bytes went out.
  public static func send(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemFault) -> Int {
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
    let code = errno
    if count >= 0 { return count }
    if code == EAGAIN || code == EINTR { return 0 }
    throw SystemFault(call: "send", code: code)
  }

  /// The corresponding C function is `socketpair` (AF_UNIX, SOCK_STREAM; both ends nonblocking, closed on exec).
  public static func socketPair() throws(SystemFault) -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    let result = kiosk_socketpair(&ends)
    let code = errno
    guard result == 0 else { throw SystemFault(call: "socketpair", code: code) }
    return (ends[0], ends[1])
  }
}
