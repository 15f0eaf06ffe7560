import CHarness
import Glibc
import KioskCore
import Testing

/// What a guardian gives its service manager to keep, with the test in the manager's place.
@Suite struct ServiceStoreTests {
  /// The next thing a service manager was told, and whether a descriptor came that is the same open file as `file`.
  private static func told(_ manager: Int32, file: Int32) -> (words: String, isFile: Bool) {
    var bytes = [CChar](repeating: 0, count: 256)
    var came: Int32 = -1
    let count = harness_receive(manager, &bytes, bytes.count, &came)
    defer { if came >= 0 { close(came) } }
    var here = stat()
    var there = stat()
    let isFile = came >= 0 && fstat(came, &there) == 0 && fstat(file, &here) == 0 && here.st_ino == there.st_ino
    return (String(decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self), isFile)
  }

  @Test func theManagerIsGivenTheFileInThePlaceOfTheOneBefore() throws {
    let folder = try TemporaryFolder()
    let path = folder.appending("notify")
    let manager = harness_take_datagrams(path)
    try #require(manager >= 0)
    defer { close(manager) }
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let store = try #require(ServiceStore { $0 == "NOTIFY_SOCKET" ? path : nil })
    store.keep(ends[1])
    #expect(Self.told(manager, file: ends[1]) == ("FDSTOREREMOVE=1\nFDNAME=inhibitor", false))
    #expect(Self.told(manager, file: ends[1]) == ("FDSTORE=1\nFDNAME=inhibitor", true))
    store.forget()
    #expect(Self.told(manager, file: ends[1]) == ("FDSTOREREMOVE=1\nFDNAME=inhibitor", false))
    #expect(Self.told(manager, file: ends[1]).words.isEmpty)
  }

  @Test func withoutAManagerThereIsNothingToGiveItTo() {
    #expect(ServiceStore { _ in nil } == nil)
    // One that is gone, or a name that is none, fails nothing.
    for name in ["/nonexistent/notify", String(repeating: "x", count: 300), "@"] {
      ServiceStore { $0 == "NOTIFY_SOCKET" ? name : nil }?.keep(0)
    }
  }
}
