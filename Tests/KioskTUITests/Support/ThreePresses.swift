import Glibc
import KioskCore

/// A program at a terminal that can be typed to and looked at.
protocol TypedTo {
  /// Types a text.
  func send(_ text: String) throws
  /// Lets so many seconds pass.
  func letPass(_ seconds: Double)
  /// Whether a text is shown.
  func shows(_ text: String) -> Bool
}

extension TypedTo {
  /// Lets the time pass that two presses of one key must be apart to be two presses, and a little more.
  func pauseBetweenPresses() { letPass(0.1) }

  /// Presses a home key three times, which opens a panel that shows `text`. A loaded machine may take presses for one key
  /// held down, or stretch them over more time than three count together in: then once more, when none of them counts any more.
  func pressThreeTimes(_ key: String, until text: String) throws {
    for _ in 0..<10 {
      for _ in 0..<3 {
        try send(key)
        pauseBetweenPresses()
      }
      let end = monotonicSeconds() + Double(HomeTap.window) / 1000 + 1
      while monotonicSeconds() < end {
        if shows(text) { return }
        letPass(0.02)
      }
    }
    throw HarnessError.timeout(wanted: "“\(text)” at three presses", screen: "")
  }
}

extension PtySession: TypedTo {
  func shows(_ text: String) -> Bool { terminal.contains(text) }
}

extension ConsoleSession: TypedTo {
  func letPass(_ seconds: Double) { usleep(UInt32(seconds * 1e6)) }
  func shows(_ text: String) -> Bool { self.text.contains(text) }
}
