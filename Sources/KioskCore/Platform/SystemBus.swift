import CLinux
import Glibc

/// A connection to the machine's message bus, for a call or two: spoken by hand, since what is linked statically cannot
/// bring a library for it.
///
/// MUST: no call waits beyond the moment given when the connection was made.
final class SystemBus {
  /// Where the bus listens (D-Bus Specification, "Well-known Message Bus Instances"). The environment is not asked: it
  /// could name a bus that says whatever one likes.
  static let path = "/run/dbus/system_bus_socket"

  /// Why a call has no answer.
  enum Fault: Error, Equatable {
    /// There is no bus.
    case absent
    /// Nobody of that name is on the bus.
    case nobody
    /// The other side says no, in its words.
    case refused(String)
    /// No answer in time.
    case silent
    /// What came was no message.
    case garbled
    /// A system call failed.
    case system(SystemFault)
  }

  private let socket: Int32
  private let end: Moment
  private var received: [UInt8] = []
  /// A descriptor that came along and was not taken yet; -1: none.
  private var descriptor: Int32 = -1
  private var serial: UInt32 = 0

  /// Connects and says hello; all calls must be answered by `end`.
  init(_ path: String, until end: Moment) throws(Fault) {
    socket = kiosk_connect_local(path)
    let code = errno
    self.end = end
    guard socket >= 0 else {
      throw code == ENOENT || code == ECONNREFUSED ? .absent : .system(SystemFault(call: "connect", code: code))
    }
    try authenticate()
    _ = try call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello")
  }

  deinit {
    if socket >= 0 { Files.close(socket) }
    if descriptor >= 0 { Files.close(descriptor) }
  }

  /// Calls a method with strings as arguments; returns the answer's arguments.
  func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [String] = []
  ) throws(Fault) -> [UInt8] {
    serial += 1
    try send(BusMessage.call(serial, to: destination, path, interface, member, arguments))
    while true {
      let message = try nextMessage()
      guard message.answers == serial else { continue }
      switch message.kind {
      case .answer: return message.body
      case .error: throw Self.fault(message)
      case .call, .signal: continue
      }
    }
  }

  /// The descriptor that came with the last answer; the caller closes it. `nil`: none came.
  func takeDescriptor() -> Int32? {
    defer { descriptor = -1 }
    return descriptor >= 0 ? descriptor : nil
  }

  private static func fault(_ message: BusMessage) -> Fault {
    switch message.errorName {
    case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner": return .nobody
    case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout": return .silent
    default:
      var reader = BusReader(message.body)
      return .refused(reader.string() ?? message.errorName)
    }
  }

  /// SASL EXTERNAL: the kernel tells the bus who this is (D-Bus Specification, "Authentication Protocol").
  private func authenticate() throws(Fault) {
    let identity = String(geteuid()).utf8.map { String($0, radix: 16) }.joined()
    try send([0] + Array("AUTH EXTERNAL \(identity)\r\n".utf8))
    guard try line().hasPrefix("OK ") else { throw .refused("the bus does not let this user in") }
    try send(Array("NEGOTIATE_UNIX_FD\r\n".utf8))
    guard try line() == "AGREE_UNIX_FD" else { throw .refused("the bus passes no descriptors") }
    try send(Array("BEGIN\r\n".utf8))
  }

  private func line() throws(Fault) -> String {
    while true {
      if let feed = received.firstIndex(of: 0x0A) {
        let words = received[..<feed].filter { $0 != 0x0D }
        received.removeFirst(feed + 1)
        return String(decoding: words, as: UTF8.self)
      }
      if received.count > 4096 { throw .garbled }
      try receive()
    }
  }

  private func nextMessage() throws(Fault) -> BusMessage {
    while true {
      if received.count >= 16 {
        guard let length = BusMessage.length(received) else { throw .garbled }
        if received.count >= length {
          guard let message = BusMessage(Array(received[..<length])) else { throw .garbled }
          received.removeFirst(length)
          return message
        }
      }
      try receive()
    }
  }

  private func send(_ bytes: [UInt8]) throws(Fault) {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      let code = errno
      if count > 0 {
        start += count
      } else if code == EAGAIN {
        try wait(writing: true)
      } else if code != EINTR {
        throw .system(SystemFault(call: "send", code: code))
      }
    }
  }

  private func receive() throws(Fault) {
    try wait(writing: false)
    var chunk = [UInt8](repeating: 0, count: 4096)
    var came: Int32 = -1
    let count = chunk.withUnsafeMutableBytes { kiosk_receive(socket, $0.baseAddress, $0.count, &came) }
    let code = errno
    if came >= 0 {
      if descriptor >= 0 { Files.close(descriptor) }
      descriptor = came
    }
    if count == 0 { throw .absent }
    if count < 0 {
      if code == EAGAIN || code == EINTR { return }
      throw .system(SystemFault(call: "recvmsg", code: code))
    }
    received += chunk[..<count]
  }

  private func wait(writing: Bool) throws(Fault) {
    let left = end.since(Clocks.boot())
    guard left > 0 else { throw .silent }
    var list = [Waiting(socket, reading: !writing, writing: writing)]
    Descriptors.poll(&list, milliseconds: left)
  }
}
