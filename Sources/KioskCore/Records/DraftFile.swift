import Glibc

/// The file of a draft log: whole blocks, with zeros behind what was written, and written through memory where there is room
/// (`FileWindow`). Whoever has it open for writing holds its kernel lock, until this goes.
final class DraftFile {
  /// How the file is found at its path.
  enum Place {
    case whole
    /// Somebody has cut it short: what stood behind that is nowhere but with whoever wrote it.
    case short
    /// Its path leads to no file, or to another one.
    case elsewhere
  }

  /// Where it is.
  let path: String
  private var descriptor: Int32
  private var identity: Files.Identity?
  /// Up to here the file is there, with zeros behind the last record: what is written over costs a sync half of what it
  /// costs to make the file longer.
  private(set) var reserved = 0
  /// Through which is written what has its room; `nil`: none was open, or there can be none.
  private var window: FileWindow?
  private var hasWindows = true

  /// The file is made longer by this much at a time, in bytes.
  static let block = 4096

  /// Opens the file at `path`, made where `flags` say so. Throws EBUSY where another has its lock after `patience` more looks,
  /// 10 ms apart.
  init(_ path: String, _ flags: Int32 = 0, patience: Int = 0) throws(SystemFault) {
    self.path = path
    descriptor = try Files.open(path, O_RDWR | O_NOFOLLOW | flags)
    identity = Files.Facts(of: descriptor)?.identity
    var left = patience
    while try !Files.lock(descriptor) {
      if left == 0 { throw SystemFault(call: "flock", subject: path, code: EBUSY) }
      left -= 1
      usleep(10_000)
    }
  }

  deinit { Files.closeLocked(descriptor) }

  /// Lets go of the lock: nothing more is written.
  func unlock() { Files.unlock(descriptor) }

  /// All that is in it.
  func contents() throws(SystemFault) -> [UInt8] {
    try Files.seek(descriptor, to: 0)
    let bytes = try Files.contents(of: descriptor, subject: path)
    reserved = bytes.count
    return bytes
  }

  /// How it is found now.
  var place: Place {
    guard let facts = Files.Facts(path), facts.identity == identity else { return .elsewhere }
    return facts.size < Int64(reserved) ? .short : .whole
  }

  /// Writes at `offset`. Whether somebody was found to have cut the file short, so that what was written before is not there.
  func write(_ bytes: [UInt8], at offset: Int) throws(SystemFault) -> Bool {
    let end = offset + bytes.count
    if end <= reserved, put(bytes, at: offset) { return window?.isLost ?? false }
    let isCut = end > reserved && place == .short
    // At a known offset, so that a write that a full disk cut short is written over by the next one.
    try Files.writeAll(descriptor, end > reserved ? Self.padded(bytes, from: offset) : bytes, at: Int64(offset))
    reserved = max(reserved, Self.blocks(end))
    return isCut
  }

  private func put(_ bytes: [UInt8], at offset: Int) -> Bool {
    if let window, window.put(bytes, at: offset) { return true }
    guard hasWindows else { return false }
    window = nil
    window = FileWindow(descriptor, offset / Self.block * Self.block..<reserved)
    hasWindows = window != nil
    return window?.put(bytes, at: offset) ?? false
  }

  /// Cuts off what lies behind `length` bytes.
  func cut(to length: Int) throws(SystemFault) {
    window = nil
    try Files.truncate(descriptor, to: Int64(length))
    reserved = length
  }

  /// Waits until it is on the disk.
  func sync() throws(SystemFault) { try Files.fdatasync(descriptor) }

  /// Puts a new file in its place, so that a crash at any instant leaves the old one or the new; it is on the disk then.
  func replace(with bytes: [UInt8]) throws(SystemFault) {
    do {
      try Files.makeDirectory(Files.directory(of: path))
    } catch {
      if error.code != EEXIST { throw error }
    }
    let draft = path + ".new"
    let fresh = try Files.open(draft, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW)
    do throws(SystemFault) {
      guard try Files.lock(fresh) else { throw SystemFault(call: "flock", subject: draft, code: EBUSY) }
      try Files.writeAll(fresh, Self.padded(bytes), at: 0)
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
    reserved = Self.blocks(bytes.count)
    try Files.syncDirectory(of: path)
  }

  /// The bytes that begin at `offset`, with zeros behind to the end of a block.
  static func padded(_ bytes: [UInt8], from offset: Int = 0) -> [UInt8] {
    let end = offset + bytes.count
    return bytes + repeatElement(0, count: blocks(end) - end)
  }

  /// Whole blocks that hold `count` bytes, in bytes.
  private static func blocks(_ count: Int) -> Int { (count + block - 1) / block * block }
}
