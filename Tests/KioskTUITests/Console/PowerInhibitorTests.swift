import Glibc
import SittingScript
import Testing

@testable import KioskCore

/// The call to logind, spoken by hand: with the real one, with none, and with what is none.
@Suite(.serialized) struct PowerInhibitorTests {
  @Test(.enabled(if: PrivateLogind.isPossible, "needs root, dbus-daemon, unshare and systemd-logind"))
  func logindListsTheInhibitorAndIsNotWaitedForWhereItHangs() throws {
    let logind = try PrivateLogind()
    try logind.startLogind()
    func listed() throws -> Set<String> {
      let bus = try SystemBus(logind.path, until: Clocks.boot().adding(10_000))
      let body = try bus.call(
        "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "ListInhibitors")
      let list = try #require(PowerInhibitor.inhibitors(body)).filter { $0.process == UInt32(getpid()) }
      return list.first?.what ?? []
    }
    let inhibitor = try PowerInhibitor(bus: logind.path, milliseconds: 10_000)
    #expect(try inhibitor.isListed(milliseconds: 10_000) == true)
    #expect(try listed().isSuperset(of: PowerInhibitor.wanted))
    // A logind that hangs is not waited for.
    logind.freeze(true)
    let before = monotonicSeconds()
    let fault = #expect(throws: PowerInhibitor.Fault.self) { try inhibitor.isListed(milliseconds: 200) }
    #expect(monotonicSeconds() - before < 5)
    #expect(fault?.words == "logind does not answer")
  }

  @Test(.enabled(if: PrivateLogind.isPossible, "needs root, dbus-daemon, unshare and systemd-logind"))
  func aBusWithoutLogindIsTold() throws {
    let logind = try PrivateLogind()
    let fault = #expect(throws: PowerInhibitor.Fault.self) {
      try PowerInhibitor(bus: logind.path, milliseconds: 10_000)
    }
    #expect(fault?.words == "logind does not run on this machine")
    try logind.startLogind()
    let inhibitor = try PowerInhibitor(bus: logind.path, milliseconds: 10_000)
    logind.endLogind()
    #expect(throws: PowerInhibitor.Fault.self) { try inhibitor.isListed(milliseconds: 10_000) }
  }

  @Test func withoutABusItIsToldSo() {
    let fault = #expect(throws: PowerInhibitor.Fault.self) {
      try PowerInhibitor(bus: "/nowhere/bus", milliseconds: 1000)
    }
    #expect(fault?.words.contains("no system bus") == true)
  }

  /// A socket that listens and never answers must not hold up the lock.
  @Test func aBusThatNeverAnswersIsGivenUp() throws {
    let folder = try TemporaryFolder()
    let path = folder.appending("bus")
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(100)) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, size) }
    }
    #expect(bound == 0 && listen(socket, 4) == 0)
    let before = monotonicSeconds()
    let fault = #expect(throws: PowerInhibitor.Fault.self) { try PowerInhibitor(bus: path, milliseconds: 200) }
    #expect(fault?.words == "logind does not answer")
    #expect(monotonicSeconds() - before < 5)
  }

  @Test func messagesThatAreNoneAreRefusedWhateverTheyHold() throws {
    let whole = BusMessage.call(7, to: "org.freedesktop.login1", "/org/x", "a.b", "Inhibit", ["one", "two", "", "é"])
    let message = try #require(BusMessage(whole))
    #expect(message.kind == .call)
    var reader = BusReader(message.body)
    #expect(["one", "two", "", "é"].allSatisfy { reader.string() == $0 } && reader.string() == nil)
    for length in 0..<whole.count { #expect(BusMessage(Array(whole[..<length])) == nil) }
    var random = SplitMix(seed: 11)
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<(1 + random.next() % 5) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      if let message = BusMessage(bytes) { _ = PowerInhibitor.inhibitors(message.body) }
      _ = PowerInhibitor.inhibitors(bytes)
    }
  }
}
