import Glibc

/// What stands on the screen and is not accepted yet, so that it survives SIGKILL: `drafts/ATTEMPT.log`.
///
/// Written at each keystroke, before the key is painted: through memory that is the file's where it has room, else with one
/// `write(2)`, which makes room (`DraftFile`). `sync()` within a second makes it survive a power cut too, together with the
/// logs of all who sit at this moment (`DraftJournal`). A record is a change, not a copy (`DraftRecord`). Whoever has a log
/// open holds its kernel lock, so no attempt is sat twice at once.
///
/// At accept: first `Store.append`, and only when that has returned `accepted(slot:)`. Between the two a crash leaves
/// the draft beside the accepted response, which is the same text. A draft also says how many responses its question
/// had when it was typed, so a power cut that takes the last second of this log cannot bring an older text back over a
/// response that was accepted since: `open` drops it.
public final class DraftLog {
  /// What stands in one question.
  public struct Entry: Equatable, Sendable {
    /// What is there; `nil`: nothing was touched.
    public var response: Response?
    /// Where the caret stands, from 0: a position the front end understands, given back as it was given.
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
    /// The moment at which `consumed` was so, where the clock was running then; of use only until the next boot.
    public var runningAt: Moment?
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

  private let folder: DataFolder
  private let attempt: String
  private let file: DraftFile
  private var replay: DraftReplay
  private var scratch: [UInt8] = []
  /// Where the records are repeated that were written since the log itself was last synced; `nil`: nowhere yet.
  private var journal: DraftJournal?
  /// Whether the journal has all of them: others who sit make them survive a power cut too.
  public private(set) var isJournalled = false
  /// How often others did since the log's own file was looked at.
  private var unlooked = 0
  private static let looksEvery = 8
  private var hasChanged = false
  /// Whether anything was written that is not on the disk yet, by a `sync` of this log or of another one in its folder.
  public var needsSync: Bool { hasChanged && !(isJournalled && journal?.isDurable ?? false) }

  /// Above this size the log is written anew at the next `sync`, if that makes it at most a quarter as long.
  static let compactionSize = 64 << 10

  /// Opens the log of `attempt`, making it where there is none, and reads what it holds; a torn end is cut off.
  ///
  /// - Parameter steps: the attempt's steps as the store has them, so that drafts older than a response are dropped.
  public static func open(_ folder: DataFolder, attempt: String, steps: [Step] = []) throws(Fault) -> DraftLog {
    do throws(SystemFault) {
      let path = try place(folder, attempt)
      do {
        try Files.makeDirectory(folder.drafts)
      } catch {
        if error.code != EEXIST { throw error }
      }
      // Whoever settles the log of one who is gone has its lock for an instant.
      let file = try DraftFile(path, O_CREAT, patience: 5)
      // Where a power cut took its end.
      if Files.Facts(path)?.size != 0 {
        for tail in DraftJournal.tails(folder, of: attempt) { try takeUp(tail, file) }
      }
      return try DraftLog(folder: folder, attempt: attempt, file: file, steps: steps)
    } catch {
      throw error.code == EBUSY ? .inUse : .system(error)
    }
  }

  private init(folder: DataFolder, attempt: String, file: DraftFile, steps: [Step]) throws(SystemFault) {
    self.folder = folder
    self.attempt = attempt
    self.file = file
    let bytes = try file.contents()
    replay = DraftReplay(bytes)
    replay.dropDraftsBefore(steps)
    if replay.end == 0 {
      // What is no log is not left behind the new one's zeros.
      if !bytes.isEmpty { try file.cut(to: 0) }
      try start(generation: 1)
      try Files.syncDirectory(of: file.path)
    } else if bytes[replay.end...].contains(where: { $0 != 0 }) {
      try file.cut(to: replay.end)
    }
  }

  /// Adds to a log what the journal has of it and it has not.
  private static func takeUp(_ tail: DraftTail, _ file: DraftFile) throws(SystemFault) {
    let bytes = try file.contents()
    guard tail.offset <= bytes.count else { return }
    let found = DraftReplay(bytes)
    let joined = DraftReplay(bytes[..<tail.offset] + tail.bytes)
    guard joined.generation == found.generation, joined.end > found.end else { return }
    _ = try file.write(Array(tail.bytes[..<(joined.end - tail.offset)]), at: tail.offset)
  }

  /// Whether what is in somebody else's page is safe in his log; false where he sits at this moment, or the disk says no.
  private static func settle(_ tail: DraftTail, _ folder: DataFolder) -> Bool {
    do throws(SystemFault) {
      let file = try DraftFile(place(folder, tail.attempt))
      try takeUp(tail, file)
      // Whoever comes to go on with it does not wait for the disk too.
      file.unlock()
      try file.sync()
      return true
    } catch {
      // Where the log is gone, the attempt has ended.
      return error.code == ENOENT
    }
  }

  /// Whether some process has the log of `attempt` open right now.
  public static func isInUse(_ folder: DataFolder, attempt: String) -> Bool {
    guard let path = try? place(folder, attempt), let descriptor = try? Files.open(path, O_RDWR | O_NOFOLLOW) else {
      return false
    }
    defer { Files.closeLocked(descriptor) }
    return (try? Files.lock(descriptor)) == false
  }

  /// What the log of an attempt says at this moment, whoever writes it; `nil`: there is none. Changes nothing.
  public static func peek(_ folder: DataFolder, attempt: String) -> State? {
    guard let path = try? place(folder, attempt), let bytes = try? Files.contents(path) else { return nil }
    return DraftReplay(bytes).state
  }

  /// Where the log of `attempt` is. An id is letters and digits; anything else is no name for a file.
  static func place(_ folder: DataFolder, _ attempt: String) throws(SystemFault) -> String {
    let fits = attempt.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
    }
    if attempt.isEmpty || !fits { throw SystemFault(call: "open", subject: attempt, code: EINVAL) }
    return "\(folder.drafts)/\(attempt).log"
  }

  /// How many bytes its records take.
  var length: Int { replay.end }

  /// What has been recorded so far: this process's records and those found at opening.
  public var state: State { replay.state }

  /// Keeps what stands in `slot`, as one record of what changed since the last call; nothing changed writes nothing.
  public func record(slot: Int, _ entry: Entry) throws(SystemFault) {
    guard let change = replay.change(slot: slot, to: entry) else { return }
    try write(change)
  }

  /// Keeps which question is in front and the test time used, in milliseconds. `runningAt`: now, where the clock runs.
  public func mark(slot: Int, consumed: Int64, runningAt: Moment? = nil) throws(SystemFault) {
    if replay.slot == slot && replay.consumed == consumed && (replay.runningAt == nil) == (runningAt == nil) { return }
    try write(.mark(slot: slot, consumed: consumed, runningAt: runningAt))
  }

  /// Forgets the draft of `slot`. Call it after `Store.append` has returned, never before; with `committed` false
  /// where the draft was given up, or was what had been accepted already, and no step was added.
  public func accepted(slot: Int, committed: Bool = true) throws(SystemFault) {
    let record = DraftRecord.accepted(slot: slot, committed: committed)
    do throws(SystemFault) {
      try write(record)
    } catch {
      // The response is in the store whatever becomes of this log, and what is typed from now on is newer than it.
      replay.apply(record)
      throw error
    }
  }

  /// Writes the log anew, drafts as they stand, where its file or the folder was taken away.
  public func restore() throws(SystemFault) {
    if file.place == .elsewhere { try compact() }
  }

  /// Makes everything recorded so far survive a power cut (fdatasync), and cuts the log where nothing in it is needed.
  public func sync() throws(SystemFault) {
    if !hasChanged { return }
    let isDone = isLong || isEmptied ? false : syncTogether()
    if !isDone {
      try syncAlone()
      if journal?.isFound != true {
        journal = nil
        journal = DraftJournal.join(folder, attempt: attempt) { Self.settle($0, self.folder) }
      }
      // The log is on the disk as far as it goes: from here on the journal has what follows.
      isJournalled = journal?.restart(at: replay.end) ?? false
    }
    hasChanged = false
  }

  private var isLong: Bool { replay.end > Self.compactionSize && replay.weight < replay.end / 4 }

  private var isEmptied: Bool { replay.entries.isEmpty && replay.end > 512 }

  /// Through the journal, where it has all that the log's last sync has not; false: it has to be done alone.
  private func syncTogether() -> Bool {
    if !needsSync { return true }
    guard isJournalled, let journal, file.place == .whole else { return false }
    return journal.sync()
  }

  private func syncAlone() throws(SystemFault) {
    if isLong || file.place != .whole {
      try compact()
    } else if isEmptied {
      // In place: the new beginning is on the disk before the old rest is cut off, and the old rest does not follow
      // from the new beginning (zeros lie between), so no crash in between revives it.
      try start(generation: replay.generation + 1)
      try file.sync()
      if file.reserved > DraftFile.block { try file.cut(to: DraftFile.block) }
    } else {
      try file.sync()
    }
  }

  /// Removes the file: the attempt has ended and its ending is in the store.
  public func remove() throws(SystemFault) {
    // Its own page, and those that a killed front end has left.
    journal = nil
    isJournalled = false
    DraftJournal.forget(folder, attempt)
    try Files.unlink(file.path)
  }

  private func write(_ record: DraftRecord) throws(SystemFault) {
    let isFirst = !needsSync
    scratch.removeAll(keepingCapacity: true)
    let checksum = record.append(to: &scratch, after: replay.checksum)
    let offset = replay.end
    let isCut = try file.write(scratch, at: offset)
    replay.apply(record)
    replay.end = offset + scratch.count
    replay.checksum = checksum
    hasChanged = true
    if isJournalled, let journal {
      isJournalled = journal.put(scratch, at: offset)
      // Others sync meanwhile, so this is where a log is missed whose file is gone; `sync` puts it right.
      if isFirst { unlooked += 1 }
      if unlooked == Self.looksEvery {
        unlooked = 0
        if file.place != .whole { isJournalled = false }
      }
    }
    // The record is kept; should the log not be written anew now, `sync` does it.
    if isCut { do { try compact() } catch {} }
  }

  /// Writes header, generation and position over the beginning of the file; drafts are left out.
  private func start(generation: UInt64) throws(SystemFault) {
    let image = replay.image(generation: generation, drafts: false)
    _ = try file.write(DraftFile.padded(image.bytes), at: 0)
    replay.restart(image, generation: generation)
    hasChanged = true
    isJournalled = false
  }

  /// Writes the log anew beside itself, drafts as they stand, and puts it in place of the old one.
  private func compact() throws(SystemFault) {
    let image = replay.image(generation: replay.generation + 1, drafts: true)
    isJournalled = false
    try file.replace(with: image.bytes)
    replay.restart(image, generation: replay.generation + 1)
  }
}
