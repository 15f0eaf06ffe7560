import Glibc
import KioskCore
import Testing

/// What is waited for again and again, kept by the kernel.
@Suite struct WaitSetTests {
  /// Two ends of a line, closed with it, and by programs that other tests start.
  final class Pipe {
    var read: Int32
    var write: Int32

    init() throws { (read, write) = try Descriptors.socketPair() }

    func closeWrite() {
      if write >= 0 { close(write) }
      write = -1
    }

    func closeRead() {
      if read >= 0 { close(read) }
      read = -1
    }

    deinit {
      closeRead()
      closeWrite()
    }
  }

  @Test func whatIsThereIsToldAtItsPlaceUntilItIsRead() throws {
    let (one, other) = (try Pipe(), try Pipe())
    let set = try WaitSet(places: 3)
    try set.watch(0, one.read)
    try set.watch(2, other.read)
    #expect(!set.wait(milliseconds: 0))
    #expect(write(other.write, "x", 1) == 1)
    for _ in 0..<2 {
      #expect(set.wait(milliseconds: 5000))
      #expect(!set.hasHappened(0) && !set.hasHappened(1) && set.isReadable(2))
    }
    var byte: UInt8 = 0
    #expect(read(other.read, &byte, 1) == 1)
    #expect(!set.wait(milliseconds: 0))
    #expect(!set.hasHappened(2))
  }

  @Test func aHangUpIsToldAlsoWhereNothingElseIsWaitedFor() throws {
    let pipe = try Pipe()
    let set = try WaitSet(places: 1)
    try set.watch(0, pipe.read, reading: false)
    #expect(write(pipe.write, "x", 1) == 1)
    #expect(!set.wait(milliseconds: 0))
    pipe.closeWrite()
    #expect(set.wait(milliseconds: 5000))
    #expect(set.hasHappened(0) && !set.isReadable(0))
  }

  @Test func whatIsWaitedForAtAPlaceChanges() throws {
    let (one, other) = (try Pipe(), try Pipe())
    let set = try WaitSet(places: 2)
    try set.watch(0, one.write)
    #expect(!set.wait(milliseconds: 0))
    try set.watch(0, one.write, writing: true)
    #expect(set.wait(milliseconds: 5000))
    try set.watch(0, other.read)
    #expect(!set.wait(milliseconds: 0))
    #expect(write(other.write, "x", 1) == 1)
    #expect(set.wait(milliseconds: 5000))
    try set.watch(0, -1)
    #expect(!set.wait(milliseconds: 0))
  }

  @Test func aDescriptorWithTheNumberOfAClosedOneIsWatched() throws {
    let set = try WaitSet(places: 1)
    let first = try Pipe()
    try set.watch(0, first.read)
    let number = first.read
    let second = try Pipe()
    first.closeRead()
    try set.watch(0, -1)
    #expect(dup2(second.read, number) == number)
    defer { close(number) }
    try set.watch(0, number)
    #expect(write(second.write, "x", 1) == 1)
    #expect(set.wait(milliseconds: 5000))
    #expect(set.isReadable(0))
  }

  @Test func whatCannotBeWaitedForIsRefused() throws {
    let set = try WaitSet(places: 1)
    #expect(throws: SystemFault(call: "epoll_ctl", code: EBADF)) { try set.watch(0, 999) }
    #expect(!set.wait(milliseconds: 0))
  }
}

/// One process, looked at again and again.
@Suite struct ProcessWatchTests {
  @Test func aStoppedProcessIsToldFromOneThatRunsAndOneThatEnded() throws {
    var child: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("1000"), nil]
    defer { for argument in arguments { free(argument) } }
    #expect(posix_spawn(&child, "/bin/sleep", nil, nil, &arguments, nil) == 0)
    let watch = try #require(ProcessWatch(child))
    #expect(!watch.isStopped)
    kill(child, SIGSTOP)
    var status: Int32 = 0
    #expect(waitpid(child, &status, WUNTRACED) == child)
    #expect(watch.isStopped)
    kill(child, SIGKILL)
    #expect(waitpid(child, &status, 0) == child)
    #expect(!watch.isStopped)
    #expect(ProcessWatch(child) == nil)
  }
}

/// When a process was last awake, as a child sees it.
@Suite struct PulseTests {
  @Test func aChildSeesHowLongItsParentHasNotBeenAwake() throws {
    let pulse = try #require(Pulse())
    pulse.beat(Moment(milliseconds: 5000))
    #expect(pulse.silence(Moment(milliseconds: 5300)) == 300)
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    guard let child = try Processes.fork() else {
      // Waits for its parent's word; its own memory is a copy, that of the pulse is not.
      var byte: UInt8 = 0
      _ = read(ends[0], &byte, 1)
      _exit(Int32(pulse.silence(Moment(milliseconds: 7007))))
    }
    pulse.beat(Moment(milliseconds: 7000))
    #expect(write(ends[1], [1], 1) == 1)
    var status: Int32 = 0
    #expect(waitpid(child, &status, 0) == child)
    #expect(status >> 8 == 7)
    close(ends[0])
    close(ends[1])
  }
}
