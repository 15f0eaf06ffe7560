import Glibc

/// What makes the draft logs of everybody who sits in one data folder survive a power cut, at once: `drafts/journal`.
///
/// A log that is synced by itself costs its disk two requests a second, however little was typed, and a room full of candidates
/// as many times that. Here everybody has one page that repeats what was added to his log since that was last synced, the pages
/// lie in one file, and one sync of it is everybody's: a group commit. Whoever's second is over first makes it, and two
/// numbers in the first page tell the others. A sync takes the next number before it begins and says it when it has ended;
/// whoever had written before it began is safe. Nobody waits for anybody, and a process that dies or stands still leaves
/// nothing locked but its page.
///
/// The logs stay what is read. Only where a power cut has taken a log's last bytes are they taken up from here
/// (`DraftLog.open`), and a page whose owner is gone gives up what it holds before another has it. Where there can be no journal,
/// or somebody has taken it away, each log is synced by itself.
final class DraftJournal {
  private let path: String
  private let attempt: String
  private let descriptor: Int32
  private let identity: Files.Identity?
  private let counters: FileWindow
  private let page: FileWindow
  /// Where in the log the page begins, and where what was put there ends; both in bytes from the log's beginning.
  private var origin = 0
  private var end = 0
  /// The last sync that began before the last put had ended.
  private var ticket: UInt64 = 0

  /// No more than so many have a page; the others sync by themselves.
  static let pages = 1023

  private static let magic = Array("kiosk-journal/1\n".utf8)
  /// The first page: how many syncs were begun, the last that has ended, what the file has lost, how many have a page.
  private enum Counter {
    static let begun = 64
    static let ended = 72
    static let lost = 80
    static let members = 88
  }
  /// What a file can lose: its name, or what was to be on the disk, which the kernel says once and never again.
  private enum Loss {
    static let none: UInt64 = 0
    static let name: UInt64 = 1
    static let content: UInt64 = 2
  }

  /// Where the journal of a data folder is.
  static func place(_ folder: DataFolder) -> String { folder.drafts + "/journal" }

  /// Takes a page. `settle` is given what lies in one whose owner is gone; it tells whether that is safe without the page.
  ///
  /// - Returns: `nil`: there is no room, another one takes a page at this moment, or the file system has no such memory.
  static func join(_ folder: DataFolder, attempt: String, settle: (DraftTail) -> Bool) -> DraftJournal? {
    let path = place(folder)
    guard DraftTail.empty(attempt, at: 0) != nil, let descriptor = try? Files.open(path, O_RDWR | O_CREAT | O_NOFOLLOW)
    else { return nil }
    do throws(SystemFault) {
      // One at a time, so that no page is made twice.
      guard try Files.lock(descriptor, range(0)) else { throw SystemFault(call: "fcntl", code: EAGAIN) }
      if let counters = try firstPage(descriptor, path), isWhole(Files.Facts(of: descriptor)?.identity, path) {
        for number in 1...pages where try Files.lock(descriptor, range(number)) {
          if let page = try claim(number, descriptor, attempt, settle) {
            try count(of: descriptor, besides: number, in: counters)
            _ = try Files.lock(descriptor, range(0), keep: false)
            return DraftJournal(path: path, attempt: attempt, descriptor: descriptor, counters: counters, page: page)
          }
          _ = try Files.lock(descriptor, range(number), keep: false)
        }
      }
    } catch {}
    Files.close(descriptor)
    return nil
  }

  /// Whether its path leads to it and nobody has cut it within a page, whose owner would not notice.
  private static func isWhole(_ identity: Files.Identity?, _ path: String) -> Bool {
    guard let facts = Files.Facts(path), facts.identity == identity else { return false }
    return facts.size % Int64(DraftTail.page) == 0
  }

  /// How far its pages go in a file of `size` bytes; what somebody has added behind is none of its.
  private static func end(of size: Int64) -> Int { min(Int(size), range(pages).upperBound) }

  private static func range(_ number: Int) -> Range<Int> { number * DraftTail.page..<(number + 1) * DraftTail.page }

  /// The counters of a journal, made where the file is new; `nil`: it is something else.
  private static func firstPage(_ descriptor: Int32, _ path: String) throws(SystemFault) -> FileWindow? {
    let found = try Files.contents(of: descriptor, range: 0..<magic.count)
    if found.allSatisfy({ $0 == 0 }) {
      try Files.writeAll(descriptor, magic + repeatElement(0, count: DraftTail.page - magic.count), at: 0)
      try Files.fdatasync(descriptor)
      try Files.syncDirectory(of: path)
    } else if found != magic {
      return nil
    }
    return FileWindow(descriptor, range(0))
  }

  /// Writes down how many have a page. Who leaves is counted out by the next one who joins.
  private static func count(
    of descriptor: Int32, besides own: Int, in counters: FileWindow
  ) throws(SystemFault) {
    var members: UInt64 = 1
    let end = end(of: Files.Facts(of: descriptor)?.size ?? 0)
    for number in 1..<max(end / DraftTail.page, 1) where number != own {
      if try Files.lock(descriptor, range(number)) {
        _ = try Files.lock(descriptor, range(number), keep: false)
      } else {
        members += 1
      }
    }
    counters.setCount(at: Counter.members, to: members)
    // One that was away and is back, or whose every page has a new owner.
    if members == 1 || counters.count(at: Counter.lost) == Loss.name {
      counters.setCount(at: Counter.lost, to: Loss.none)
    }
  }

  /// A page that is locked, for oneself; `nil`: what it holds is still needed.
  private static func claim(
    _ number: Int, _ descriptor: Int32, _ attempt: String, _ settle: (DraftTail) -> Bool
  ) throws(SystemFault) -> FileWindow? {
    let bytes = try Files.contents(of: descriptor, range: range(number))
    if let tail = DraftTail(bytes), tail.attempt != attempt, !settle(tail) { return nil }
    // Nothing of the last owner's stays in it. And written, not only reserved: memory that is the file's finds its room on the
    // disk.
    try clear(number, descriptor)
    return FileWindow(descriptor, range(number))
  }

  private static func clear(_ number: Int, _ descriptor: Int32) throws(SystemFault) {
    try Files.writeAll(descriptor, [UInt8](repeating: 0, count: DraftTail.page), at: Int64(range(number).lowerBound))
  }

  private init(path: String, attempt: String, descriptor: Int32, counters: FileWindow, page: FileWindow) {
    self.path = path
    self.attempt = attempt
    self.descriptor = descriptor
    identity = Files.Facts(of: descriptor)?.identity
    self.counters = counters
    self.page = page
  }

  deinit {
    _ = try? Files.lock(descriptor, page.range, keep: false)
    Files.close(descriptor)
  }

  /// What the journal holds of the log of `attempt`, whoever wrote it.
  static func tails(_ folder: DataFolder, of attempt: String) -> [DraftTail] {
    guard let descriptor = try? Files.open(place(folder), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW) else {
      return []
    }
    defer { Files.close(descriptor) }
    let end = end(of: Files.Facts(of: descriptor)?.size ?? 0)
    guard let bytes = try? Files.contents(of: descriptor, range: 0..<end) else { return [] }
    return stride(from: DraftTail.page, to: bytes.count, by: DraftTail.page).compactMap { start in
      DraftTail(Array(bytes[start..<min(start + DraftTail.page, bytes.count)]))
    }.filter { $0.attempt == attempt }
  }

  /// Overwrites what the journal holds of an attempt that has ended or is deleted.
  static func forget(_ folder: DataFolder, _ attempt: String) {
    guard let descriptor = try? Files.open(place(folder), O_RDWR | O_NOFOLLOW) else { return }
    defer { Files.close(descriptor) }
    for number in 1...pages {
      guard let bytes = try? Files.contents(of: descriptor, range: range(number)), !bytes.isEmpty else { return }
      guard DraftTail(bytes)?.attempt == attempt, (try? Files.lock(descriptor, range(number))) == true else { continue }
      try? clear(number, descriptor)
    }
  }

  /// Begins the page anew: the log is on the disk up to `offset`. False, and nothing is written, where nobody else has a page:
  /// whoever is alone does best to sync his own log.
  func restart(at offset: Int) -> Bool {
    guard isThere, counters.count(at: Counter.members) > 1, let empty = DraftTail.empty(attempt, at: offset) else {
      return false
    }
    origin = offset
    end = offset
    return page.put(empty, at: page.range.lowerBound)
  }

  /// Repeats what was put at `offset` of the log; false: it is not kept here, because the page is full or the file is gone.
  func put(_ bytes: [UInt8], at offset: Int) -> Bool {
    guard offset == end, page.put(bytes, at: page.range.lowerBound + DraftTail.heading + (offset - origin)) else {
      return false
    }
    end += bytes.count
    // Whatever the numbers were before: those of a journal that a power cut left are no greater than these.
    ticket = max(counters.count(at: Counter.begun), counters.count(at: Counter.ended))
    return isKept
  }

  /// Whether everything that was put is on the disk, by whomever.
  var isDurable: Bool { counters.count(at: Counter.ended) > ticket && isKept }

  /// Whether the page is still what was begun: where the file was cut short and has grown again, it is empty.
  private var isKept: Bool { page.count(at: page.range.lowerBound) == DraftTail.mark && isThere }

  /// Whether the file is still what was joined, as far as anybody has noticed.
  private var isThere: Bool { counters.count(at: Counter.lost) == Loss.none && !counters.isLost && !page.isLost }

  /// Whether it is what was joined, and lies where it is looked for.
  var isFound: Bool { isThere && Self.isWhole(identity, path) }

  /// Puts everybody's pages on the disk; false: they are not, because the journal is no longer where it is looked for, or
  /// the disk says no.
  func sync() -> Bool {
    guard isThere, Self.isWhole(identity, path) else {
      counters.raiseCount(at: Counter.lost, to: Loss.name)
      return false
    }
    let number = counters.countOn(at: Counter.begun)
    // Not the first page: to be written again it would be taken from every process that has it, one by one. And as far as
    // pages can go, not as far as they went a moment ago: whoever joined since counts this sync too.
    do throws(SystemFault) {
      try Files.sync(descriptor, DraftTail.page..<Self.range(Self.pages).upperBound)
    } catch {
      counters.raiseCount(at: Counter.lost, to: Loss.content)
      return false
    }
    counters.raiseCount(at: Counter.ended, to: number)
    return isKept
  }
}
