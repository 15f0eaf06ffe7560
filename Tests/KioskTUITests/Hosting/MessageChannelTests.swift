import Glibc
import KioskCore
import Testing

@testable import KioskTUI

@Suite("A channel")
struct MessageChannelTests {
  @Test("reads no more at once than it is told to of what never ends, and loses none of it")
  func bounded() throws {
    var ends: [Int32] = [0, 0]
    // A program that another test starts meanwhile must not keep the other side open; until it runs, it does.
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    let channel = MessageChannel(descriptor: ends[0])
    let frame = ProgramRequest.status.frame()
    let sent = 20_000 / frame.count
    let bytes = Array(repeatElement(frame, count: sent).joined())
    #expect(bytes.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) } == bytes.count)
    close(ends[1])
    var received: [Int] = []
    let end = monotonicSeconds() + PtySession.patience
    while channel.isOpen, monotonicSeconds() < end {
      received.append(channel.receive(mostReads: 1).count)
      if received.last == 0 { usleep(1000) }
    }
    #expect(received.max().map { $0 <= 4096 / frame.count + 1 } == true)
    #expect(received.reduce(0, +) == sent)
    #expect(channel.closedBecause == "the other side is gone")
  }
}
