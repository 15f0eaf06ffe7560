import Glibc

/// What stands on the screen and is not accepted yet, so that it survives SIGKILL: `drafts/ATTEMPT.log`.
///
/// Written at each keystroke, before the key is painted: through memory that is the file's where it has room (`FileWindow`),
/// else with one `write(2)`, which makes room. `sync()` within a second makes it survive a power cut too, together with the
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
  private let path: String
  private var descriptor: Int32
  /// Which file that is.
  private var identity: Files.Identity?
  private var replay: DraftReplay
  private var scratch: [UInt8] = []
  /// Up to here the file is there, with zeros behind the last record: what is written over costs a sync half of what it
  /// costs to make the file longer.
  private var reserved = 0
  /// Through which records are written whose room is there; `nil`: none was open, or there can be none.
  private var window: FileWindow?
  private var hasWindows = true
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

  /// The file is made longer by this much at a time, in bytes.
  static let block = 4096

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
      let descriptor = try Files.open(path, O_RDWR | O_CREAT | O_NOFOLLOW)
      do throws(SystemFault) {
        if try !locked(descriptor) { throw SystemFault(call: "flock", code: EBUSY) }
        // Where a power cut took its end.
        if Files.Facts(of: descriptor)?.size != 0 {
          for tail in DraftJournal.tails(folder, of: attempt) { try takeUp(tail, descriptor, path) }
        }
      } catch {
        Files.closeLocked(descriptor)
        throw error
      }
      return try DraftLog(folder: folder, attempt: attempt, path: path, descriptor: descriptor, steps: steps)
    } catch {
      throw error.code == EBUSY ? .inUse : .system(error)
    }
  }

  /// Takes the lock. Whoever settles the log of one who is gone has it for an instant, which is waited for.
  private static func locked(_ descriptor: Int32) throws(SystemFault) -> Bool {
    for _ in 0..<5 {
      if try Files.lock(descriptor) { return true }
      usleep(10_000)
    }
    return try Files.lock(descriptor)
  }

  /// Adds to a log what the journal has of it and it has not.
  private static func takeUp(_ tail: DraftTail, _ descriptor: Int32, _ path: String) throws(SystemFault) {
    try Files.seek(descriptor, to: 0)
    let bytes = try Files.contents(of: descriptor, subject: path)
    guard tail.offset <= bytes.count else { return }
    let found = DraftReplay(bytes)
    let joined = DraftReplay(bytes[..<tail.offset] + tail.bytes)
    guard joined.generation == found.generation, joined.end > found.end else { return }
    try Files.writeAll(
      descriptor, padded(Array(tail.bytes[..<(joined.end - tail.offset)]), from: tail.offset), at: Int64(tail.offset))
  }

  /// Whether what is in somebody else's page is safe in his log; false where he sits at this moment, or the disk says no.
  private static func settle(_ tail: DraftTail, _ folder: DataFolder) -> Bool {
    do throws(SystemFault) {
      let path = try place(folder, tail.attempt)
      let descriptor: Int32
      do throws(SystemFault) {
        descriptor = try Files.open(path, O_RDWR | O_NOFOLLOW)
      } catch {
        // Where the log is gone, the attempt has ended.
        return error.code == ENOENT
      }
      defer { Files.closeLocked(descriptor) }
      guard try Files.lock(descriptor) else { return false }
      try takeUp(tail, descriptor, path)
      // Whoever comes to go on with it does not wait for the disk too.
      Files.unlock(descriptor)
      try Files.fdatasync(descriptor)
      return true
    } catch {
      return false
    }
  }

  private init(
    folder: DataFolder, attempt: String, path: String, descriptor: Int32, steps: [Step]
  ) throws(SystemFault) {
    self.folder = folder
    self.attempt = attempt
    self.path = path
    self.descriptor = descriptor
    identity = Files.Facts(of: descriptor)?.identity
    do throws(SystemFault) {
      try Files.seek(descriptor, to: 0)
      let bytes = try Files.contents(of: descriptor, subject: path)
      replay = DraftReplay(bytes)
      replay.dropDraftsBefore(steps)
      reserved = bytes.count
      if replay.end == 0 {
        // What is no log is not left behind the new one's zeros.
        if !bytes.isEmpty { try Files.truncate(descriptor, to: 0) }
        reserved = 0
        try start(generation: 1)
        try Files.syncDirectory(of: path)
      } else if bytes[replay.end...].contains(where: { $0 != 0 }) {
        try Files.truncate(descriptor, to: Int64(replay.end))
        reserved = replay.end
      }
    } catch {
      Files.close(descriptor)
      throw error
    }
  }

  deinit { Files.closeLocked(descriptor) }

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

  /// How the log's file is found at its path.
  private enum Place {
    case whole
    /// Somebody has cut it short: what stood behind that is nowhere but here.
    case short
    /// Its path leads to no file, or to another one.
    case elsewhere
  }

  private var place: Place {
    guard let facts = Files.Facts(path), facts.identity == identity else { return .elsewhere }
    return facts.size < Int64(reserved) ? .short : .whole
  }

  /// Writes the log anew, drafts as they stand, where its file or the folder was taken away.
  public func restore() throws(SystemFault) { try restore(place) }

  private func restore(_ place: Place) throws(SystemFault) {
    guard place == .elsewhere else { return }
    do {
      try Files.makeDirectory(Files.directory(of: path))
    } catch {
      if error.code != EEXIST { throw error }
    }
    try compact()
  }

  /// Makes everything recorded so far survive a power cut (fdatasync), and cuts the log where nothing in it is needed.
  public func sync() throws(SystemFault) {
    if !hasChanged { return }
    let isDone = isToBeCut ? false : syncTogether()
    if !isDone {
      try syncAlone()
      if journal?.isFound != true {
        journal = nil
        journal = DraftJournal.join(folder, attempt: attempt) { Self.settle($0, self.folder) }
      }
      restartJournal()
    }
    hasChanged = false
  }

  private var isToBeCut: Bool {
    replay.end > Self.compactionSize && replay.weight < replay.end / 4 || replay.entries.isEmpty && replay.end > 512
  }

  /// Through the journal, where it has all that the log's last sync has not; false: it has to be done alone.
  private func syncTogether() -> Bool {
    if !needsSync { return true }
    guard isJournalled, let journal, place == .whole else { return false }
    return journal.sync()
  }

  private func syncAlone() throws(SystemFault) {
    let place = place
    try restore(place)
    if place == .short { try compact() }
    if replay.end > Self.compactionSize, replay.weight < replay.end / 4 {
      try compact()
    } else if replay.entries.isEmpty, replay.end > 512 {
      // In place: the new beginning is on the disk before the old rest is cut off, and the old rest does not follow
      // from the new beginning (zeros lie between), so no crash in between revives it.
      try start(generation: replay.generation + 1)
      try Files.fdatasync(descriptor)
      if reserved > Self.block {
        window = nil
        try Files.truncate(descriptor, to: Int64(Self.block))
        reserved = Self.block
      }
    } else {
      try Files.fdatasync(descriptor)
    }
  }

  /// The log is on the disk as far as it goes: from here on the journal has what follows.
  private func restartJournal() {
    isJournalled = journal?.restart(at: replay.end) ?? false
  }

  /// Removes the file: the attempt has ended and its ending is in the store.
  public func remove() throws(SystemFault) {
    journal?.wipe()
    try Files.unlink(path)
  }

  private func write(_ record: DraftRecord) throws(SystemFault) {
    let isFirst = !needsSync
    scratch.removeAll(keepingCapacity: true)
    let checksum = record.append(to: &scratch, after: replay.checksum)
    let offset = replay.end
    let end = offset + scratch.count
    var isCut = false
    if end > reserved || !put(end) {
      if end > reserved { isCut = !isWhole }
      // At a known offset, so that a write that a full disk cut short is written over by the next one.
      try Files.writeAll(descriptor, end > reserved ? Self.padded(scratch, from: offset) : scratch, at: Int64(offset))
    }
    replay.apply(record)
    replay.end = end
    replay.checksum = checksum
    reserved = max(reserved, Self.blocks(end))
    hasChanged = true
    if isJournalled, let journal {
      isJournalled = journal.put(scratch, at: offset)
      // Others sync meanwhile, so this is where a log is missed whose file is gone; `sync` puts it right.
      if isFirst { unlooked += 1 }
      if unlooked == Self.looksEvery {
        unlooked = 0
        if place != .whole { isJournalled = false }
      }
    }
    if isCut || window?.isLost ?? false { try compact() }
  }

  /// Whether the file has a name still, and nobody has cut it short.
  private var isWhole: Bool {
    guard let facts = Files.Facts(of: descriptor) else { return false }
    return facts.names > 0 && facts.size >= Int64(reserved)
  }

  /// Writes the scratch through a window, up to `end` of the file, where there can be one.
  private func put(_ end: Int) -> Bool {
    if let window, window.put(scratch, at: replay.end) { return true }
    guard hasWindows else { return false }
    window = nil
    window = FileWindow(descriptor, replay.end / Self.block * Self.block..<reserved)
    hasWindows = window != nil
    return window?.put(scratch, at: replay.end) ?? false
  }

  /// The bytes that begin at `offset` of a log, with zeros behind to the end of a block.
  private static func padded(_ bytes: [UInt8], from offset: Int = 0) -> [UInt8] {
    let end = offset + bytes.count
    return bytes + repeatElement(0, count: blocks(end) - end)
  }

  /// Whole blocks that hold `count` bytes, in bytes.
  private static func blocks(_ count: Int) -> Int { (count + block - 1) / block * block }

  /// Writes header, generation and position over the beginning of the file; drafts are left out.
  private func start(generation: UInt64) throws(SystemFault) {
    let image = replay.image(generation: generation, drafts: false)
    try Files.writeAll(descriptor, Self.padded(image.bytes), at: 0)
    reserved = max(reserved, Self.block)
    replay.restart(image, generation: generation)
    hasChanged = true
    isJournalled = false
  }

  /// Writes the log anew beside itself, drafts as they stand, and puts it in place of the old one.
  private func compact() throws(SystemFault) {
    let image = replay.image(generation: replay.generation + 1, drafts: true)
    let draft = path + ".new"
    let fresh = try Files.open(draft, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW)
    do throws(SystemFault) {
      guard try Files.lock(fresh) else { throw SystemFault(call: "flock", subject: draft, code: EBUSY) }
      try Files.writeAll(fresh, Self.padded(image.bytes), at: 0)
      try Files.fdatasync(fresh)
      try Files.rename(draft, to: path)
    } catch {
      Files.close(fresh)
      throw error
    }
    window = nil
    Files.close(descriptor)
    descriptor = fresh
    identity = Files.Facts(of: fresh)?.identity
    reserved = Self.blocks(image.bytes.count)
    replay.restart(image, generation: replay.generation + 1)
    isJournalled = false
    try Files.syncDirectory(of: path)
    restartJournal()
  }
}
