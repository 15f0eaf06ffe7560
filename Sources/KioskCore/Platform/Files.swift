import CLinux
import Glibc

/// Files, one thin function a system call. Unless a comment says otherwise an interrupted call (EINTR) is made again:
/// none of these waits for a person.
public enum Files {
  /// What a path names, of what stat(2) tells.
  public struct Status: Equatable, Sendable {
    /// Type and permission bits (inode(7)).
    public let mode: UInt32
    /// The owner's user id.
    public let owner: UInt32
    /// Size in bytes.
    public let size: Int64
    /// Last change of the content, in nanoseconds since the epoch.
    public let modified: Int64
    /// Last change of the content or of what is told here, in nanoseconds since the epoch; nobody but the kernel sets it.
    public let changed: Int64
    /// The inode, which names the file on its device.
    public let inode: UInt64
    /// The device.
    public let device: UInt64

    /// Whether it is a directory.
    public var isDirectory: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }
    /// Whether it is a regular file.
    public var isRegular: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }
    /// Whether group or others may write.
    public var isWritableByOthers: Bool { mode & 0o022 != 0 }

    init(_ raw: stat) {
      mode = raw.st_mode
      owner = raw.st_uid
      size = Int64(raw.st_size)
      modified = Int64(raw.st_mtim.tv_sec) * 1_000_000_000 + Int64(raw.st_mtim.tv_nsec)
      changed = Int64(raw.st_ctim.tv_sec) * 1_000_000_000 + Int64(raw.st_ctim.tv_nsec)
      inode = UInt64(raw.st_ino)
      device = UInt64(raw.st_dev)
    }
  }

  /// Which file it is: equal where it is the same one, whatever became of its content.
  struct Identity: Equatable {
    fileprivate let device: UInt64
    fileprivate let inode: UInt64

    /// The file at `path`; `nil`: none that can be looked at.
    init?(_ path: String) {
      guard let facts = Facts(path) else { return nil }
      self = facts.identity
    }

    fileprivate init(device: UInt64, inode: UInt64) {
      self.device = device
      self.inode = inode
    }
  }

  /// What there is to a file beside its content and its times.
  ///
  /// Its times are not asked for: a kernel that was asked for them gives the file's next write a time of its own (multigrain
  /// timestamps, Linux 6.13), and the sync of that write then costs half as much again. The corresponding C function is
  /// `statx` with STATX_INO and STATX_SIZE.
  struct Facts {
    /// Which file it is.
    let identity: Identity
    /// Its length in bytes.
    let size: Int64

    /// The file at `path`; `nil`: none that can be looked at.
    init?(_ path: String) { self.init(path, at: AT_FDCWD) }

    /// The file that is open as `descriptor`.
    init?(of descriptor: Int32) { self.init("", at: descriptor) }

    private init?(_ path: String, at folder: Int32) {
      var device: UInt64 = 0
      var inode: UInt64 = 0
      var size: UInt64 = 0
      if kiosk_file_facts(folder, path, &device, &inode, &size) != 0 { return nil }
      identity = Identity(device: device, inode: inode)
      self.size = Int64(clamping: size)
    }
  }

  /// Opens `path`; O_CLOEXEC is always added. The corresponding C function is `open`.
  public static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SystemFault) -> Int32 {
    while true {
      let descriptor = Glibc.open(path, flags | O_CLOEXEC, mode)
      if descriptor >= 0 { return descriptor }
      let code = errno
      if code != EINTR { throw SystemFault(call: "open", subject: path, code: code) }
    }
  }

  /// Closes a descriptor. Not made again on EINTR: on Linux the descriptor is gone either way. The corresponding C
  /// function is `close`.
  public static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

  /// Reads at most `buffer.count` bytes; 0 is the end of the file. The corresponding C function is `read`.
  public static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemFault) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      let code = errno
      if code != EINTR { throw SystemFault(call: "read", code: code) }
    }
  }

  /// Writes once and tells how many bytes went out, which may be fewer. The corresponding C function is `write`.
  public static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) throws(SystemFault) -> Int {
    while true {
      let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      if count >= 0 { return count }
      let code = errno
      if code != EINTR { throw SystemFault(call: "write", code: code) }
    }
  }

  /// Writes once at `offset`, whatever the descriptor's own offset is; tells how many bytes went out. The corresponding
  /// C function is `pwrite`.
  public static func write(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int64
  ) throws(SystemFault) -> Int {
    while true {
      let count = Glibc.pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
      if count >= 0 { return count }
      let code = errno
      if code != EINTR { throw SystemFault(call: "pwrite", code: code) }
    }
  }

  /// Waits until content and metadata are on the disk. The corresponding C function is `fsync`.
  public static func fsync(_ descriptor: Int32) throws(SystemFault) {
    while Glibc.fsync(descriptor) != 0 {
      let code = errno
      if code != EINTR { throw SystemFault(call: "fsync", code: code) }
    }
  }

  /// Waits until the content, and as much metadata as reading it needs, is on the disk. The corresponding C function is
  /// `fdatasync`.
  public static func fdatasync(_ descriptor: Int32) throws(SystemFault) {
    while Glibc.fdatasync(descriptor) != 0 {
      let code = errno
      if code != EINTR { throw SystemFault(call: "fdatasync", code: code) }
    }
  }

  /// Waits until the pages of `range`, whose lower bound is a whole number of pages, are on the disk, with as much metadata as
  /// reading them needs. The corresponding C function is `msync` with MS_SYNC, on memory that is the file's.
  static func sync(_ descriptor: Int32, _ range: Range<Int>) throws(SystemFault) {
    let pages = mmap(nil, range.count, PROT_READ, MAP_SHARED, descriptor, off_t(range.lowerBound))
    var code = errno
    guard let pages, pages != UnsafeMutableRawPointer(bitPattern: -1) else {
      throw SystemFault(call: "mmap", code: code)
    }
    defer { munmap(pages, range.count) }
    while msync(pages, range.count, MS_SYNC) != 0 {
      code = errno
      if code != EINTR { throw SystemFault(call: "msync", code: code) }
    }
  }

  /// Cuts or grows an open file to `size` bytes. The corresponding C function is `ftruncate`.
  public static func truncate(_ descriptor: Int32, to size: Int64) throws(SystemFault) {
    while Glibc.ftruncate(descriptor, off_t(size)) != 0 {
      let code = errno
      if code != EINTR { throw SystemFault(call: "ftruncate", code: code) }
    }
  }

  /// Moves the offset of an open file to `offset` bytes from its start. The corresponding C function is `lseek`.
  public static func seek(_ descriptor: Int32, to offset: Int64) throws(SystemFault) {
    if Glibc.lseek(descriptor, off_t(offset), SEEK_SET) < 0 {
      let code = errno
      throw SystemFault(call: "lseek", code: code)
    }
  }

  /// Renames within one file system, atomically. The corresponding C function is `rename`.
  public static func rename(_ from: String, to: String) throws(SystemFault) {
    if Glibc.rename(from, to) != 0 {
      let code = errno
      throw SystemFault(call: "rename", subject: to, code: code)
    }
  }

  /// Gives a file a second name; fails with EEXIST where the name is taken. The corresponding C function is `link`.
  public static func link(_ from: String, to: String) throws(SystemFault) {
    if Glibc.link(from, to) != 0 {
      let code = errno
      throw SystemFault(call: "link", subject: to, code: code)
    }
  }

  /// Removes a file's name. The corresponding C function is `unlink`.
  public static func unlink(_ path: String) throws(SystemFault) {
    if Glibc.unlink(path) != 0 {
      let code = errno
      throw SystemFault(call: "unlink", subject: path, code: code)
    }
  }

  /// Makes one directory. The corresponding C function is `mkdir`.
  public static func makeDirectory(_ path: String, mode: mode_t = 0o700) throws(SystemFault) {
    if Glibc.mkdir(path, mode) != 0 {
      let code = errno
      throw SystemFault(call: "mkdir", subject: path, code: code)
    }
  }

  /// What `path` names, links followed. The corresponding C function is `stat`.
  public static func status(_ path: String) throws(SystemFault) -> Status {
    var raw = stat()
    if stat(path, &raw) != 0 {
      let code = errno
      throw SystemFault(call: "stat", subject: path, code: code)
    }
    return Status(raw)
  }

  /// What an open descriptor names. The corresponding C function is `fstat`.
  public static func status(of descriptor: Int32) throws(SystemFault) -> Status {
    var raw = stat()
    if Glibc.fstat(descriptor, &raw) != 0 {
      let code = errno
      throw SystemFault(call: "fstat", code: code)
    }
    return Status(raw)
  }

  /// Whether the effective user may do `what` (R_OK, W_OK, X_OK, F_OK) with `path`. The corresponding C function is
  /// `faccessat` with AT_EACCESS.
  public static func may(_ what: Int32, _ path: String) -> Bool {
    Glibc.faccessat(AT_FDCWD, path, what, AT_EACCESS) == 0
  }

  /// Whether there is certainly nothing called `path`: one that may not be looked for may be there. The corresponding C
  /// function is `faccessat`, which says ENOENT.
  public static func isGone(_ path: String) -> Bool {
    let result = Glibc.faccessat(AT_FDCWD, path, F_OK, AT_EACCESS)
    let code = errno
    return result != 0 && code == ENOENT
  }

  /// Takes the whole-file lock that belongs to this open file, without waiting: `false` where another has it. The
  /// kernel lets go of it when the last copy of the descriptor closes, however the process ends; `closeLocked` at once. The corresponding C
  /// function is `flock` with LOCK_NB.
  public static func lock(_ descriptor: Int32, exclusive: Bool = true) throws(SystemFault) -> Bool {
    while flock(descriptor, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0 {
      let code = errno
      if code == EWOULDBLOCK { return false }
      if code != EINTR { throw SystemFault(call: "flock", code: code) }
    }
    return true
  }

  /// Takes the kernel's lock on a range of bytes, or lets go of it; false: somebody else has it. Like the lock on the whole file
  /// it is the open file's, and goes when the last copy of the descriptor closes. The corresponding C function is `fcntl`
  /// with F_OFD_SETLK.
  static func lock(_ descriptor: Int32, _ range: Range<Int>, keep: Bool = true) throws(SystemFault) -> Bool {
    let lockOfOpenFile: Int32 = 37  // F_OFD_SETLK, which is declared for GNU sources only
    var lock = flock()
    lock.l_type = Int16(keep ? F_WRLCK : F_UNLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(range.lowerBound)
    lock.l_len = off_t(range.count)
    while fcntl(descriptor, lockOfOpenFile, &lock) != 0 {
      let code = errno
      if code == EAGAIN || code == EACCES { return false }
      if code != EINTR { throw SystemFault(call: "fcntl", code: code) }
    }
    return true
  }

  /// Lets go of the whole-file lock. The corresponding C function is `flock` with LOCK_UN.
  static func unlock(_ descriptor: Int32) { _ = flock(descriptor, LOCK_UN) }

  /// Lets go of the whole-file lock and closes. A copy of the descriptor, as a child just being started has for an instant,
  /// does not keep the lock. MUST NOT be called in a child that has such a copy. The corresponding C functions are `flock`
  /// with LOCK_UN and `close`.
  public static func closeLocked(_ descriptor: Int32) {
    unlock(descriptor)
    close(descriptor)
  }

  /// The names in a directory, without `.` and `..`, in bytewise order. The corresponding C functions are `opendir` and
  /// `readdir`.
  public static func names(in path: String) throws(SystemFault) -> [String] {
    guard let stream = opendir(path) else {
      let code = errno
      throw SystemFault(call: "opendir", subject: path, code: code)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = kiosk_entry_name(entry).map { String(cString: $0) } ?? ""
      if name != "." && name != ".." && !name.isEmpty { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
