/// How long to wait after wrong passcodes: 1 s after the first, twice as long after each that follows, at most 5 min.
///
/// Counted on CLOCK_BOOTTIME, so that setting the clock ends no wait. After a new start of the machine the whole wait
/// counts from its boot: the wall clock decides only where the machine does not tell one boot from another.
public struct BackOff: Equatable, Sendable {
  /// The wait after the first wrong passcode, in milliseconds.
  public static let shortest: Int64 = 1000
  /// The longest wait, in milliseconds.
  public static let longest: Int64 = 300_000

  /// What the clocks say, and which boot of the machine this is.
  public struct Now: Equatable, Sendable {
    /// CLOCK_BOOTTIME.
    public let moment: Moment
    /// CLOCK_REALTIME.
    public let wall: WallTime
    /// What tells this boot from others; empty: unknown.
    public let boot: String

    /// Makes a time.
    public init(moment: Moment, wall: WallTime, boot: String) {
      self.moment = moment
      self.wall = wall
      self.boot = boot
    }
  }

  /// Wrong passcodes in a row.
  public private(set) var failures = 0
  private var boot = ""
  private var until = Moment(milliseconds: 0)
  private var untilWall = WallTime(milliseconds: 0)

  /// Nothing wrong yet.
  public init() {}

  /// The wait after so many wrong passcodes in a row, in milliseconds.
  public static func delay(after failures: Int) -> Int64 {
    if failures <= 0 { return 0 }
    return failures > 9 ? longest : min(longest, shortest << Int64(failures - 1))
  }

  /// One more wrong passcode.
  public mutating func charge(_ now: Now) {
    failures = min(failures + 1, 1_000_000)
    let delay = Self.delay(after: failures)
    boot = now.boot
    until = now.moment.adding(delay)
    untilWall = WallTime(milliseconds: now.wall.milliseconds + delay)
  }

  /// How long still, in milliseconds; 0: not at all. Never more than the whole wait.
  public func left(_ now: Now) -> Int64 {
    let delay = Self.delay(after: failures)
    let rest: Int64
    if boot.isEmpty || now.boot.isEmpty {
      rest = untilWall.milliseconds - now.wall.milliseconds
    } else if boot == now.boot {
      rest = until.since(now.moment)
    } else {
      rest = delay - now.moment.milliseconds
    }
    return max(0, min(delay, rest))
  }

  /// As a line of a file, always 128 bytes long, so that writing it over the last one needs no room on the disk.
  public var line: [UInt8] {
    let name = boot.isEmpty ? "-" : boot
    let text = "kiosk-wait/1 \(failures) \(name) \(until.milliseconds) \(untilWall.milliseconds)"
    var bytes = Array(text.utf8.prefix(127))
    bytes += [UInt8](repeating: 0x20, count: 127 - bytes.count)
    return bytes + [0x0A]
  }

  /// Reads a line back; what is none counts as nothing wrong yet.
  public init(line: [UInt8]) {
    let words = String(decoding: line.prefix { $0 != 0x0A }, as: UTF8.self).split(separator: " ")
    guard words.count == 5, words[0] == "kiosk-wait/1", let failures = Int(words[1]),
      (0...1_000_000).contains(failures), let until = Int64(words[3]), let wall = Int64(words[4]),
      (0...Int64(1) << 60).contains(until), (-(Int64(1) << 60)...Int64(1) << 60).contains(wall)
    else { return }
    self.failures = failures
    boot = words[2] == "-" ? "" : String(words[2])
    self.until = Moment(milliseconds: until)
    untilWall = WallTime(milliseconds: wall)
  }
}
