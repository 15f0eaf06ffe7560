import Glibc

/// A lock that holds now, as everyone with the same data folder can tell: the kernel's lock on a file, which ends with
/// the process that holds it, however that ends. What the file says is only for showing.
///
/// One file a terminal, in the data folder's `locks/`; and a shared lock on the folder's own lock file, so that one
/// look tells whether any lock holds.
public final class LiveLock {
  /// Why a terminal could not be claimed.
  public enum Refusal: Error, Equatable, Sendable {
    /// Another process holds it, in words.
    case held(String)
    /// The files cannot be made.
    case fault(SystemFault)
  }

  /// What a lock says of itself.
  public struct Notice: Equatable, Sendable {
    /// The guardian's process.
    public let process: Int32
    /// The terminal's path.
    public let terminal: String
    /// What is on, in words.
    public let title: String
    /// The attempt the lock is for; empty: none is known.
    public let attempt: String
    /// How it stands.
    public let report: LockReport

    /// Makes a notice.
    public init(process: Int32, terminal: String, title: String, attempt: String = "", report: LockReport) {
      self.process = process
      self.terminal = terminal
      self.title = title
      self.attempt = attempt
      self.report = report
    }
  }

  private let own: Int32
  private let shared: Int32
  private let path: String
  private var isClaimed = false

  /// Claims the terminal called `name` ("pts-3").
  public init(_ folder: DataFolder, name: String) throws(Refusal) {
    do throws(SystemFault) {
      // The front end may be another user, who is to see whether a file is there, and nothing of what is in it.
      if !Files.may(F_OK, folder.locks) { try Files.makeDirectory(folder.locks, mode: 0o711) }
    } catch {
      if error.code != EEXIST { throw .fault(error) }
    }
    path = LiveLock.path(folder, name)
    do throws(SystemFault) {
      own = try Files.open(path, O_RDWR | O_CREAT | O_NOFOLLOW)
    } catch {
      own = -1
      shared = -1
      throw .fault(error)
    }
    do throws(SystemFault) {
      shared = try Files.open(folder.lock, O_RDWR | O_CREAT | O_NOFOLLOW)
    } catch {
      shared = -1
      throw .fault(error)
    }
    guard LiveLock.take(own, of: path), LiveLock.take(shared, of: nil) else {
      let process = LiveLock.read(path)?.process
      throw .held(process.map { "another kiosk (process \($0))" } ?? "another kiosk")
    }
    isClaimed = true
  }

  deinit {
    if isClaimed { try? Files.truncate(own, to: 0) }
    if own >= 0 { Files.closeLocked(own) }
    if shared >= 0 { Files.closeLocked(shared) }
  }

  /// Writes how the lock stands. Not synced: after a power cut nothing holds.
  public func publish(_ notice: Notice) {
    let head =
      "kiosk-lock/1\t\(notice.process)\t\(notice.terminal)\t\(LiveLock.plain(notice.title))"
      + "\t\(LiveLock.plain(notice.attempt))\n"
    let bytes = Array(head.utf8) + GuardianMessage.lockChanged(notice.report).frame()
    do throws(SystemFault) {
      try Files.seek(own, to: 0)
      try Files.writeAll(own, bytes)
      try Files.truncate(own, to: Int64(bytes.count))
    } catch {
      // Only the showing suffers: that the lock holds is the kernel's word.
    }
  }

  /// Says that the lock is alive: the file's time of change tells until when it was, should its holder be killed.
  public func touch() { _ = futimens(own, nil) }

  /// What the last lock of the terminal called `name` said of itself before its holder was killed, and when it was alive
  /// last; `nil`: it ended in good order, or there was none.
  public static func last(_ folder: DataFolder, name: String) -> (notice: Notice, alive: WallTime)? {
    let path = path(folder, name)
    guard let notice = read(path), let status = try? Files.status(path) else { return nil }
    return (notice, WallTime(milliseconds: status.modified / 1_000_000))
  }

  /// The locks that hold now, by terminal.
  public static func all(in folder: DataFolder) -> [Notice] {
    var notices: [Notice] = []
    for name in (try? Files.names(in: folder.locks)) ?? [] where name.hasSuffix(".lock") {
      let path = folder.locks + "/" + name
      guard isHeld(path) else { continue }
      let unread = Notice(process: 0, terminal: String(name.dropLast(5)), title: "", report: .unknown)
      // Whoever takes a killed one's lock up has its file before anything is said of it: until then it says what that said.
      let told = read(path).flatMap { ProcessFacts.hasEnded($0.process) ? nil : $0 }
      notices.append(told ?? unread)
    }
    return notices
  }

  /// Whether any lock of `folder` holds.
  public static func isAnyHeld(in folder: DataFolder) -> Bool { isHeld(folder.lock, shared: true) }

  /// Whether the lock of the terminal called `name` holds.
  public static func isHeld(_ folder: DataFolder, name: String) -> Bool { isHeld(path(folder, name)) }

  /// Whether the lock of the terminal called `name` is free, or becomes so within a second: one that was killed this instant
  /// has it until the kernel has closed its files, which it gets round to late on a busy machine.
  public static func isFreed(_ folder: DataFolder, name: String) -> Bool {
    for _ in 0..<200 {
      if !isHeld(folder, name: name) { return true }
      usleep(5000)
    }
    return !isHeld(folder, name: name)
  }

  private static func path(_ folder: DataFolder, _ name: String) -> String { folder.locks + "/" + name + ".lock" }

  /// Whether a lock holds the file at `path`, which it has to itself, or as one of several (`shared`). What this takes to
  /// find out is let go at once, and is no more than it needs: two who look at one lock do not take each other for it.
  private static func isHeld(_ path: String, shared: Bool = false) -> Bool {
    guard let descriptor = try? Files.open(path, O_RDWR | O_NOFOLLOW) else { return false }
    defer { Files.closeLocked(descriptor) }
    return !((try? Files.lock(descriptor, exclusive: shared)) ?? false)
  }

  /// Takes a terminal's own file (`path`) alone, or the shared one (`nil`) beside others. Another lock has the first for as
  /// long as that lives, which it says in the file, and is not waited for. Someone who only looks has either for an instant,
  /// which is a long one on a busy machine: tried for a second.
  private static func take(_ descriptor: Int32, of path: String?) -> Bool {
    for _ in 0..<200 {
      if (try? Files.lock(descriptor, exclusive: path != nil)) ?? false { return true }
      if let path, let holder = read(path)?.process, OtherLock.holdsFile(holder) { return false }
      usleep(5000)
    }
    return false
  }

  private static func read(_ path: String) -> Notice? {
    guard let bytes = try? Files.contents(path, limit: 1 << 17), let end = bytes.firstIndex(of: 0x0A) else {
      return nil
    }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\t", omittingEmptySubsequences: false)
    var frames = FrameBuffer()
    frames.append(bytes[(end + 1)...])
    guard words.count == 5, words[0] == "kiosk-lock/1", let process = Int32(words[1]),
      let payload = try? frames.next(), let message = try? GuardianMessage(payload: payload),
      case .lockChanged(let report) = message
    else { return nil }
    return Notice(
      process: process, terminal: String(words[2]), title: String(words[3]), attempt: String(words[4]), report: report)
  }

  private static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }))
  }
}

extension DataFolder {
  /// The folder of the terminals' lock files and journals.
  public var locks: String { path + "/locks" }
}

extension LiveLock {
  /// The locks of other users' kiosks, which have data folders of their own: that a guardian has a file to itself is the
  /// kernel's word (proc_locks(5)); what it says of its lock only its user and root can read, who get it.
  public static func elsewhere(besides known: [Notice]) -> [Notice] {
    var found: [Notice] = []
    for process in ProcessFacts.all() {
      guard let facts = ProcessStat(of: process), facts.name == "kiosk", facts.terminal != 0,
        !known.contains(where: { $0.process == process }),
        // A front end has a file to itself too, locked or not.
        ProcessStatus(of: process).flatMap({ ProcessStat(of: $0.parent) })?.name != "kiosk",
        user(of: process).map({ $0 != geteuid() }) == true, OtherLock.holdsFile(process)
      else { continue }
      let terminal = TerminalDevice.path(number: facts.terminal)
      if known.contains(where: { $0.terminal == terminal }) { continue }
      let told = said(by: process)
      // Its user writes that file: where it is, is the kernel's to say.
      found.append(
        Notice(
          process: process, terminal: terminal, title: ScreenText.fitted(told?.title ?? ""),
          report: told?.report ?? LockReport(phase: .locked, tier: TerminalDevice.tier(number: facts.terminal))))
    }
    return found
  }

  private static func user(of process: Int32) -> UInt32? {
    ProcessFacts.status(process)?["Uid"]?.split { $0 == "\t" || $0 == " " }.first.flatMap { UInt32($0) }
  }

  /// What a guardian's own lock file says, whatever it lies in.
  private static func said(by process: Int32) -> Notice? {
    let folder = "/proc/\(process)/fd/"
    for name in (try? Files.names(in: folder)) ?? [] {
      guard let target = ProcessFacts.link(folder + name), target.hasSuffix(".lock"),
        target.split(separator: "/").dropLast().last == "locks",
        let notice = read(folder + name), notice.process == process
      else { continue }
      return notice
    }
    return nil
  }
}
