import Glibc

/// Whole files, built from the single calls.
extension Files {
  /// The bytes of the file at `path`. Fails with EFBIG where it holds more than `limit` bytes.
  public static func contents(_ path: String, limit: Int = 64 << 20) throws(SystemFault) -> [UInt8] {
    let descriptor = try open(path, O_RDONLY)
    defer { close(descriptor) }
    return try contents(of: descriptor, limit: limit, subject: path)
  }

  /// The absolute path of what `path` leads to, without links; `nil`: there is nothing. The corresponding C function is
  /// `realpath`.
  public static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// The same of a regular file alone. A pipe or a terminal that lies under a file's name is refused (ENXIO) instead of
  /// being waited for: nobody who waits can be left by a key.
  public static func regularContents(_ path: String, limit: Int = 64 << 20) throws(SystemFault) -> [UInt8] {
    let descriptor = try open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    defer { close(descriptor) }
    let status = try status(of: descriptor)
    guard status.isRegular || status.isDirectory else { throw SystemFault(call: "open", subject: path, code: ENXIO) }
    return try contents(of: descriptor, limit: limit, subject: path)
  }

  /// The bytes from the descriptor's offset to its end.
  public static func contents(
    of descriptor: Int32, limit: Int = 64 << 20, subject: String = ""
  ) throws(SystemFault) -> [UInt8] {
    // A directory opens but cannot be read: read(2) says EISDIR, which is what the caller is told.
    let size = try Int(status(of: descriptor).size)
    var bytes: [UInt8] = []
    if size > 0, size <= limit {
      // Straight into the array that is given back: what the file is said to hold, and then whatever is more.
      var fault: SystemFault?
      bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        while count < size {
          do throws(SystemFault) {
            let more = try read(
              descriptor, into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
            )
            if more == 0 { return }
            count += more
          } catch {
            fault = error
            return
          }
        }
      }
      if let fault { throw SystemFault(call: fault.call, subject: subject, code: fault.code) }
    }
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      // `withUnsafe…` cannot carry a typed error, so the outcome is carried out as a value.
      let outcome = chunk.withUnsafeMutableBytes { buffer in
        Result { () throws(SystemFault) -> Int in try read(descriptor, into: buffer) }
      }
      let count: Int
      do {
        count = try outcome.get()
      } catch {
        throw SystemFault(call: error.call, subject: subject, code: error.code)
      }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      if bytes.count > limit { throw SystemFault(call: "read", subject: subject, code: EFBIG) }
    }
  }

  /// The bytes in `range` of an open file, fewer where it ends before. The corresponding C function is `pread`.
  static func contents(of descriptor: Int32, range: Range<Int>) throws(SystemFault) -> [UInt8] {
    var fault: SystemFault?
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      while count < range.count {
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[count..<range.count])
        let more = pread(descriptor, rest.baseAddress, rest.count, off_t(range.lowerBound + count))
        let code = errno
        if more < 0 && code == EINTR { continue }
        if more < 0 { fault = SystemFault(call: "pread", code: code) }
        if more <= 0 { return }
        count += more
      }
    }
    if let fault { throw fault }
    return bytes
  }

  /// What `read` makes of a file of at most 16 KiB, read to its end into memory on the stack; what is longer is cut.
  /// `nil` where it cannot be read.
  static func small<T>(_ path: String, _ read: (UnsafeRawBufferPointer) -> T) -> T? {
    guard let descriptor = try? open(path, O_RDONLY) else { return nil }
    defer { close(descriptor) }
    return withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { buffer -> T? in
      var count = 0
      while count < buffer.count {
        guard let more = try? Files.read(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
        else { return nil }
        if more == 0 { break }
        count += more
      }
      return read(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// Writes all of `bytes`, however many calls it takes: at `offset`, or where the descriptor stands.
  public static func writeAll(_ descriptor: Int32, _ bytes: [UInt8], at offset: Int64? = nil) throws(SystemFault) {
    let outcome = bytes.withUnsafeBytes { buffer in
      Result { () throws(SystemFault) -> Void in
        var done = 0
        while done < buffer.count {
          let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
          if let offset {
            done += try write(descriptor, rest, at: offset + Int64(done))
          } else {
            done += try write(descriptor, rest)
          }
        }
      }
    }
    try outcome.get()
  }

  /// Replaces the file at `path` so that a crash at any instant leaves either the old or the new content: written beside
  /// it, synced, renamed over it, the directory synced.
  public static func replace(_ path: String, with bytes: [UInt8], mode: mode_t = 0o600) throws(SystemFault) {
    let draft = "\(path).\(getpid()).new"
    let descriptor = try open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: mode)
    do throws(SystemFault) {
      defer { close(descriptor) }
      try writeAll(descriptor, bytes)
      try fsync(descriptor)
      try rename(draft, to: path)
    } catch {
      try? unlink(draft)
      throw SystemFault(call: error.call, subject: path, code: error.code)
    }
    try syncDirectory(of: path)
  }

  /// Makes the names in the directory that holds `path` durable.
  public static func syncDirectory(of path: String) throws(SystemFault) {
    let descriptor = try open(directory(of: path), O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    try fsync(descriptor)
  }

  /// The directory that holds `path`.
  static func directory(of path: String) -> String {
    guard let end = path.lastIndex(of: "/") else { return "." }
    return end == path.startIndex ? "/" : String(path[..<end])
  }
}
