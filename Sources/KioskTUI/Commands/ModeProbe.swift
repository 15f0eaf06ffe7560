import Glibc
import KioskCore

/// Asks the terminal about its modes where no front end is there to read the answer.
enum ModeProbe {
  /// What the terminal answers; nothing is asked from the background, nor where modes cannot be set. Everything that it answers
  /// is read, so that nothing of it is left to whoever reads next.
  static func ask(_ keeper: TerminalKeeper, _ descriptor: Int32, _ modes: TerminalModes) -> ModeAnswers {
    var answers = ModeAnswers()
    guard tcgetpgrp(descriptor) == getpgrp(), (try? modes.withPlainKeys.apply(to: keeper.terminal)) != nil else {
      return answers
    }
    defer { try? modes.apply(to: keeper.terminal) }
    keeper.ask(ModeAnswers.Mode.allCases)
    let end = Clocks.boot().adding(ModeQuery.longestWait)
    var seen: [UInt8] = []
    var isOver = false
    while !isOver {
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
      isOver = take(seen, into: &answers)
    }
    return answers
  }

  /// Takes the answers that stand among what the terminal sent; whether the last of them is there.
  static func take(_ bytes: [UInt8], into answers: inout ModeAnswers) -> Bool {
    var decoder = KeyDecoder()
    var keys: [Key] = []
    bytes.withUnsafeBufferPointer { decoder.feed($0, into: &keys) }
    var isOver = false
    for case .modeReport(let mode, let value) in keys {
      answers.take(mode, value)
      if mode == 0 { isOver = true }
    }
    return isOver
  }
}
