import Glibc

/// Two named pipes that QEMU takes for one of its character devices: what is written into the one it reads, and the other
/// way round.
final class LabPipe {
  /// The path QEMU is told; it adds the endings itself.
  let path: String
  private let input: Int32
  private let output: Int32
  private var unread: [UInt8] = []

  init(_ path: String) throws {
    self.path = path
    for end in ["in", "out"] where mkfifo("\(path).\(end)", 0o600) != 0 {
      throw HarnessError.system("mkfifo \(path).\(end)", errno)
    }
    // Opened for both ways, a pipe never waits for its other end, and never ends.
    input = open("\(path).in", O_RDWR | O_CLOEXEC)
    output = open("\(path).out", O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard input >= 0, output >= 0 else { throw HarnessError.system("open \(path)", errno) }
  }

  deinit {
    close(input)
    close(output)
  }

  func send(_ bytes: [UInt8]) throws {
    guard write(input, bytes, bytes.count) == bytes.count else { throw HarnessError.system("write to QEMU", errno) }
  }

  /// The next line without its end; nil where none came until then.
  func line(until end: Double) throws -> [UInt8]? {
    while true {
      if let length = unread.firstIndex(of: 0x0A) {
        let line = Array(unread[..<length])
        unread.removeFirst(length + 1)
        return line
      }
      var block = [UInt8](repeating: 0, count: 65_536)
      let count = read(output, &block, block.count)
      if count > 0 {
        unread += block[..<count]
        continue
      }
      let left = end - monotonicSeconds()
      guard left > 0 else { return nil }
      var wanted = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      poll(&wanted, 1, Int32(min(left, 1) * 1000) + 1)
    }
  }
}
