import CHarness
import Glibc
import SittingScript
import Testing

@testable import KioskCore

@Suite("The journal")
struct JournalTests {
  private let lines = [RestrictionID.home, .paste, .focus].map {
    Journal.Line(restriction: $0, terminal: "/dev/pts/3", mark: "boot/1.5", prior: "500:5:bf")
  }

  private func path() -> String { "/tmp/kiosk-journal-test-\(getpid())-\(Clocks.boot().milliseconds)" }

  @Test("gives back what was written, without what was struck")
  func roundTrips() throws {
    let path = path()
    defer { unlink(path) }
    let journal = try JournalFile(path: path)
    for line in lines { try journal.add(line) }
    try journal.strike(.paste)
    try journal.strike(.paste)
    #expect(journal.lines == [lines[0], lines[2]])
    #expect(try JournalFile(path: path).lines == [lines[0], lines[2]])
  }

  @Test("cut off at any byte, tells every change whose line was finished and no other")
  func survivesACutAtEveryByte() {
    let parts = [Journal.header] + lines.map(\.text) + [Journal.strike(.focus), Journal.strike(.home)]
    let whole = Array(parts.joined().utf8)
    var ends: [Int] = []
    for part in parts { ends.append((ends.last ?? 0) + part.utf8.count) }
    let expected = [[], [0], [0, 1], [0, 1, 2], [0, 1], [1]].map { $0.map { lines[$0] } }
    for length in 0...whole.count {
      let finished = ends.filter { $0 <= length }.count
      let journal = Journal(bytes: Array(whole[..<length]))
      #expect(journal.lines == (finished == 0 ? [] : expected[finished - 1]), "after \(length) bytes")
    }
  }

  @Test("goes on after a line that a crash cut off")
  func appendsAfterACut() throws {
    let path = path() + "cut"
    defer { unlink(path) }
    try Files.replace(path, with: Array((Journal.header + lines[0].text + "+ paste /dev/p").utf8))
    let journal = try JournalFile(path: path)
    #expect(journal.lines == [lines[0]])
    try journal.add(lines[2])
    #expect(try JournalFile(path: path).lines == [lines[0], lines[2]])
  }

  @Test("passes over whatever else a file holds")
  func survivesRubbish() {
    var random = SplitMix(seed: 7)
    let whole = Array((Journal.header + lines.map(\.text).joined()).utf8)
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      #expect(Journal(bytes: bytes).lines.count <= RestrictionID.allCases.count)
    }
  }

  @Test("terminal modes come back from their line as they were")
  func modesRoundTrip() throws {
    let pair = try #require(PseudoTerminal())
    let modes = try TerminalModes(of: pair.slave)
    #expect(TerminalModes(text: modes.text) == modes)
    #expect(!modes.keysArePlain)
    try modes.withPlainKeys.apply(to: pair.slave)
    #expect(try TerminalModes(of: pair.slave).keysArePlain)
    try modes.apply(to: pair.slave)
    #expect(try TerminalModes(of: pair.slave) == modes)
    for text in ["", "1:2", modes.text + ":0", modes.text.replacingLast(with: "fff"), "x" + modes.text] {
      #expect(TerminalModes(text: text) == nil)
    }
  }
}

extension String {
  fileprivate func replacingLast(with word: String) -> String {
    (split(separator: ":").dropLast().map(String.init) + [word]).joined(separator: ":")
  }
}

/// A pseudo terminal both of whose ends this process holds.
final class PseudoTerminal {
  let master: Int32
  let slave: Int32

  init?() {
    var name = [CChar](repeating: 0, count: 128)
    master = harness_open_pty(&name, name.count)
    slave = master < 0 ? -1 : Glibc.open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    if slave < 0 { return nil }
  }

  deinit {
    close(master)
    close(slave)
  }
}
