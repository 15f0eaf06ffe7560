import Glibc

/// A journal on the disk: every line synced before `add` or `strike` returns.
public final class JournalFile {
  /// Where it is.
  public let path: String
  private let descriptor: Int32
  private var journal: Journal

  /// Opens the journal at `path`, making it where there is none.
  public init(path: String) throws(SystemFault) {
    self.path = path
    descriptor = try Files.open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW)
    journal = Journal()
    let bytes = try Files.contents(of: descriptor, limit: 1 << 20, subject: path)
    journal = Journal(bytes: bytes)
    // A line feed ends what a crash cut off, so that the next line stands alone.
    let start = bytes.isEmpty ? Journal.header : bytes.last == 0x0A ? "" : "\n"
    if !start.isEmpty { try Files.writeAll(descriptor, Array(start.utf8)) }
    try Files.fdatasync(descriptor)
    if bytes.isEmpty { try Files.syncDirectory(of: path) }
  }

  deinit { Files.close(descriptor) }

  /// The changes not yet undone.
  public var lines: [Journal.Line] { journal.lines }

  /// Writes that a change is about to be made.
  public func add(_ line: Journal.Line) throws(SystemFault) { try append(line.text) }

  /// Writes that a change has been undone; where there is none of `id`, nothing happens.
  public func strike(_ id: RestrictionID) throws(SystemFault) {
    if journal.lines.contains(where: { $0.restriction == id }) { try append(Journal.strike(id)) }
  }

  /// The lock as a whole, where it is held.
  public var held: Journal.Held? { journal.held }

  /// Writes that the lock is complete.
  public func keep(_ held: Journal.Held) throws(SystemFault) { try append(held.line) }

  /// Writes that it is being let go; where none is held, nothing happens.
  public func forgetHeld() throws(SystemFault) { if journal.held != nil { try append(Journal.strikeHeld) } }

  /// Starts the file anew where nothing is left to undo, so that one which lives long does not grow.
  public func empty() {
    guard lines.isEmpty, held == nil else { return }
    // A crash in between leaves an empty file, which is a journal without lines.
    if (try? Files.truncate(descriptor, to: 0)) != nil { try? Files.writeAll(descriptor, Array(Journal.header.utf8)) }
  }

  private func append(_ text: String) throws(SystemFault) {
    try Files.writeAll(descriptor, Array(text.utf8))
    try Files.fdatasync(descriptor)
    try Files.seek(descriptor, to: 0)
    journal = Journal(bytes: try Files.contents(of: descriptor, limit: 1 << 20, subject: path))
  }
}
