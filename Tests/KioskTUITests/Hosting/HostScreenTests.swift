import Glibc
import KioskCore
import Testing

@testable import KioskTUI

@Suite("The kiosk's row below a hosted program")
final class HostScreenTests {
  private let ends: (read: Int32, write: Int32)
  private let screen: HostScreen

  init() throws {
    var made: [Int32] = [0, 0]
    guard pipe(&made) == 0 else { throw HarnessError.ended(wanted: "a pipe", screen: "") }
    ends = (made[0], made[1])
    screen = HostScreen(made[1])
  }

  deinit {
    close(ends.read)
    close(ends.write)
  }

  private static func at(_ milliseconds: Int64) -> Moment { Moment(milliseconds: milliseconds) }

  private static func locked() -> HostedState {
    var state = HostedState(title: "quiz")
    let report = LockReport(
      phase: .locked, mode: .autonomousSingleApp, since: WallTime(milliseconds: 0),
      until: WallTime(milliseconds: 5_400_000), tier: .terminal)
    _ = state.reduce(.guardianSaid(.lockChanged(report)), now: at(0))
    return state
  }

  /// Has the program write at `moment`, and shows what is to be shown. Whether the row was written.
  private func write(_ text: String, _ state: HostedState, _ moment: Int64) -> Bool {
    Array(text.utf8).withUnsafeBytes { screen.put($0, state, now: Self.at(moment)) }
    return show(state, moment)
  }

  private func show(_ state: HostedState, _ moment: Int64) -> Bool {
    _ = screen.show(state, now: Self.at(moment))
    var bytes = [UInt8](repeating: 0, count: 4096)
    var waiting = [Waiting(ends.read)]
    Descriptors.poll(&waiting, milliseconds: 0)
    guard waiting[0].readable else { return false }
    let count = bytes.withUnsafeMutableBytes { read(ends.read, $0.baseAddress, $0.count) }
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).contains("locked")
  }

  @Test("waits for a pause of the program, and no longer")
  func pause() {
    let state = Self.locked()
    #expect(!write("text", state, 0))
    #expect(!show(state, 29))
    #expect(show(state, 30))
    #expect(screen.rowDueAt == nil)
  }

  @Test("is written below a program that never pauses", arguments: ["x", "\u{1B}7", "\u{1B}[1;5r"])
  func neverPauses(_ text: String) {
    let state = Self.locked()
    var shown: [Int64] = []
    for moment: Int64 in stride(from: 0, through: 1000, by: 5) where write(text, state, moment) { shown.append(moment) }
    #expect(shown.first == 250)
    // Between margins of its own the program may have written over it.
    #expect(shown.count > (text.hasSuffix("r") ? 2 : 0))
  }

  @Test("is written below a program that saved its cursor and is silent since")
  func savedCursor() {
    let state = Self.locked()
    #expect(!write("\u{1B}7", state, 0))
    #expect(!show(state, 249))
    #expect(show(state, 250))
  }
}
