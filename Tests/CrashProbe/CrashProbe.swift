import Glibc
import KioskCore

/// A program for the tests to kill: it writes to a data folder for ever and says on stdout what it is about to write (a
/// lower-case letter) and what is safe (a capital).
///
/// - `sit FOLDER ATTEMPT SEED`: types answers into the draft log and accepts them. `d`/`D SLOT TEXT`: a draft;
///   `c`/`C SLOT TEXT`: an accepted response in the store.
/// - `ledger FOLDER COUNT [ATTEMPT WHAT]`: appends COUNT entries to the ledger, of ATTEMPT where it is named, then ends.
/// - `sandbox`: gives up what a front end gives up, then tries to get it back.
@main
struct CrashProbe {
  static func main() {
    let words = CommandLine.arguments
    do {
      switch words.count > 1 ? words[1] : "" {
      case "sit" where words.count == 5: try sit(DataFolder(path: words[2]), words[3], UInt64(words[4]) ?? 1)
      case "ledger" where words.count == 4 || words.count == 6:
        let ledger = Ledger(DataFolder(path: words[2]))
        let (attempt, what) = words.count == 6 ? (words[4], words[5]) : ("A\(getpid())", "noted")
        for number in 0..<(Int(words[3]) ?? 0) { try ledger.append(attempt, what, "\(number)", at: Clocks.wall()) }
      case "sandbox" where words.count == 2: try SandboxProbe.run()
      default: exit(64)
      }
    } catch {
      say("! \(error)")
      exit(74)
    }
  }

  /// Never ends by itself.
  private static func sit(_ folder: DataFolder, _ attempt: String, _ seed: UInt64) throws {
    let store = try Store.open(folder)
    let log = try DraftLog.open(folder, attempt: attempt, steps: try store.steps(of: attempt))
    var random = seed
    func next(_ below: UInt64) -> UInt64 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (random >> 33) % below
    }
    var texts: [Int: String] = [:]
    var consumed: Int64 = 0
    while true {
      let slot = Int(next(4))
      consumed += 1
      switch next(12) {
      case 0:
        let text = texts[slot] ?? ""
        say("c \(slot) \(text)")
        try store.append(
          Step(slot: slot, kind: .response(.text(text)), at: WallTime(milliseconds: consumed), consumed: consumed),
          to: attempt)
        say("C \(slot) \(text)")
        try log.accepted(slot: slot)
      case 1:
        try log.mark(slot: slot, consumed: consumed)
      case 2:
        try log.sync()
      default:
        var text = texts[slot] ?? ""
        if next(3) == 0, !text.isEmpty {
          text.remove(at: text.index(text.startIndex, offsetBy: Int(next(UInt64(text.count)))))
        } else if text.count > 40 {
          text = ""
        } else {
          let letter: Character = ["é", "渥", "a", "z", "n\u{303}"][Int(next(5))]
          text.insert(letter, at: text.index(text.startIndex, offsetBy: Int(next(UInt64(text.count + 1)))))
        }
        texts[slot] = text
        say("d \(slot) \(text)")
        try log.record(slot: slot, DraftLog.Entry(response: .text(text), caret: text.count))
        say("D \(slot) \(text)")
      }
    }
  }

  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    // One write, so that a line is on the pipe whole or not at all.
    _ = write(1, bytes, bytes.count)
  }
}
