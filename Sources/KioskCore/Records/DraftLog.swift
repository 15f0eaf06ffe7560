/// What stands on the screen and is not accepted yet, so that it survives SIGKILL: `drafts/ATTEMPT.log`.
///
/// One `write(2)` a keystroke, before the key is painted; `sync()` within a second makes it survive a power cut too. A
/// record is a change, not a copy. Whoever has a log open holds its kernel lock, so no attempt is sat twice at once.
public final class DraftLog {
  /// What stands in one question.
  public struct Entry: Equatable, Sendable {
    /// What is there; `nil`: nothing was touched.
    public var response: Response?
    /// Where the caret stands: a position the front end understands, given back as it was given.
    public var caret: Int
    /// Makes an entry.
    public init(response: Response?, caret: Int) {
      self.response = response
      self.caret = caret
    }
  }

  /// Everything the log says.
  public struct State: Equatable, Sendable {
    /// Drafts by slot; a slot whose draft was accepted has none.
    public var entries: [Int: Entry] = [:]
    /// The question in front; `nil`: not said.
    public var slot: Int?
    /// Test time used, in milliseconds.
    public var consumed: Int64 = 0
    /// Nothing said yet.
    public init() {}
  }

  /// Why a log cannot be opened.
  public enum Fault: Error, Equatable, Sendable {
    /// Another process sits this attempt right now.
    case inUse
    /// The file system says no.
    case system(SystemFault)
  }

  /// What has been recorded so far, this process's records and those found at opening.
  public private(set) var state: State
  private let descriptor: Int32

  /// Opens the log of `attempt`, making it where there is none, and reads what it holds; a torn end is cut off.
  public static func open(_ folder: DataFolder, attempt: String) throws(Fault) -> DraftLog {
    throw .system(SystemFault(call: "open", code: 38))
  }

  private init(descriptor: Int32, state: State) {
    self.descriptor = descriptor
    self.state = state
  }

  /// Whether some process has the log of `attempt` open right now.
  public static func isInUse(_ folder: DataFolder, attempt: String) -> Bool { false }

  /// Keeps what stands in `slot`, as one `write(2)` of what changed since the last call; nothing changed writes nothing.
  public func record(slot: Int, _ entry: Entry) throws(SystemFault) { throw SystemFault(call: "write", code: 38) }

  /// Keeps which question is in front and the test time used, in milliseconds.
  public func mark(slot: Int, consumed: Int64) throws(SystemFault) { throw SystemFault(call: "write", code: 38) }

  /// Forgets the draft of `slot`: call it after `Store.append` has returned, never before.
  public func accepted(slot: Int) throws(SystemFault) { throw SystemFault(call: "write", code: 38) }

  /// Whether anything was written since the last `sync`.
  public private(set) var needsSync = false

  /// Makes everything recorded so far survive a power cut (fdatasync).
  public func sync() throws(SystemFault) { throw SystemFault(call: "fdatasync", code: 38) }

  /// Removes the file: the attempt has ended and its ending is in the store.
  public func remove() throws(SystemFault) { throw SystemFault(call: "unlink", code: 38) }
}
