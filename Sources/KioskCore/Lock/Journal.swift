/// What the lock changed outside its own process, as lines of a file: what `kiosk release` undoes after a crash.
///
/// A line is written, and on the disk, before the change it speaks of. It names the restriction, the terminal it was
/// changed on, a mark that tells that very terminal from a later one of the same name, and the prior state:
///
///     kiosk-journal/1
///     + home /dev/pts/3 1790000000.5 500:5:bf:8a3b:f:f:3:1c:…
///     - home
///     = lock 54f0… 0101…
///     - lock
///
/// The line "= lock" tells of the lock as a whole, while it is complete: the machine's start it belongs to, and what a
/// guardian needs that takes it up again (`HeldLock`). The last one counts.
///
/// A line cut off by a crash was not finished, so its change had not begun: it counts for nothing.
public struct Journal: Equatable, Sendable {
  /// One change not yet undone.
  public struct Line: Equatable, Sendable {
    /// What was taken away.
    public let restriction: RestrictionID
    /// The terminal's path.
    public let terminal: String
    /// What tells this terminal from a later one of the same name.
    public let mark: String
    /// The prior state, in the restriction's own words, without spaces.
    public let prior: String

    /// Makes a line.
    public init(restriction: RestrictionID, terminal: String, mark: String, prior: String) {
      self.restriction = restriction
      self.terminal = terminal
      self.mark = mark
      self.prior = prior
    }

    /// The line as it stands in the file.
    public var text: String { "+ \(restriction.rawValue) \(terminal) \(mark) \(prior)\n" }
  }

  /// The first line of the file.
  public static let header = "kiosk-journal/1\n"

  /// The line that strikes another.
  public static func strike(_ id: RestrictionID) -> String { "- \(id.rawValue)\n" }

  /// A lock that was complete and has not begun to be let go.
  public struct Held: Equatable, Sendable {
    /// Which start of the machine it belongs to.
    public let boot: String
    /// `HeldLock.text`.
    public let text: String

    /// Makes one.
    public init(boot: String, text: String) {
      self.boot = boot
      self.text = text
    }

    /// The line as it stands in the file.
    public var line: String { "= lock \(boot) \(text)\n" }
  }

  /// The line that strikes a held lock.
  public static let strikeHeld = "- lock\n"

  /// The lock that is held; `nil`: none.
  public private(set) var held: Held?

  /// The changes not yet undone, in the order they were made.
  public private(set) var lines: [Line] = []

  /// An empty journal.
  public init() {}

  /// Reads a file, whatever is in it: lines that are none are passed over.
  public init(bytes: [UInt8]) {
    guard let end = bytes.lastIndex(of: 0x0A) else { return }
    for line in bytes[..<end].split(separator: 0x0A) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
      if words.count == 4, words[0] == "=", words[1] == "lock" { held = Held(boot: words[2], text: words[3]) }
      if words == ["-", "lock"] { held = nil }
      guard words.count >= 2, let id = RestrictionID(rawValue: words[1]) else { continue }
      if words[0] == "-", words.count == 2 { lines.removeAll { $0.restriction == id } }
      if words[0] == "+", words.count == 5 {
        lines.removeAll { $0.restriction == id }
        lines.append(Line(restriction: id, terminal: words[2], mark: words[3], prior: words[4]))
      }
    }
  }
}
