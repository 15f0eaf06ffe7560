import Glibc
import KioskCore

/// Asks the terminal about its modes where no front end is there to read the answer.
enum ModeProbe {
  /// What the terminal answers within 300 ms; nothing is asked from the background, nor where modes cannot be set.
  static func ask(_ keeper: TerminalKeeper, _ descriptor: Int32, _ modes: TerminalModes) -> ModeAnswers {
    var answers = ModeAnswers()
    guard tcgetpgrp(descriptor) == getpgrp(), (try? modes.withPlainKeys.apply(to: keeper.terminal)) != nil else {
      return answers
    }
    defer { try? modes.apply(to: keeper.terminal) }
    for mode in ModeAnswers.Mode.allCases { keeper.ask(mode) }
    let end = Clocks.boot().adding(ModeQuery.longestWait)
    var seen: [UInt8] = []
    while ModeAnswers.Mode.allCases.contains(where: { answers.value($0) == nil }) {
      var waiting = [Waiting(keeper.terminal)]
      Descriptors.poll(&waiting, milliseconds: end.since(Clocks.boot()))
      if waiting[0].hungUp || Clocks.boot() >= end { break }
      var chunk = [UInt8](repeating: 0, count: 256)
      let outcome = chunk.withUnsafeMutableBytes { buffer in
        (try? Descriptors.read(keeper.terminal, into: buffer)) ?? .ended
      }
      guard case .bytes(let count) = outcome else {
        if outcome == .ended { break }
        continue
      }
      seen.append(contentsOf: chunk[..<count])
      take(seen, into: &answers)
    }
    return answers
  }

  /// Takes the answers that stand among what the terminal sent.
  static func take(_ bytes: [UInt8], into answers: inout ModeAnswers) {
    var decoder = KeyDecoder()
    var keys: [Key] = []
    bytes.withUnsafeBufferPointer { decoder.feed($0, into: &keys) }
    for case .modeReport(let mode, let value) in keys { answers.take(mode, value) }
  }
}
