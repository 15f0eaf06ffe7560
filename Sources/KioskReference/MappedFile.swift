import Glibc

/// A file's bytes as the kernel maps them: nothing is read before it is looked at, and what was can be dropped again.
///
/// MUST: only files that nobody writes to any more, as a package's are: one that is cut short while it is looked at ends
/// the process (SIGBUS).
final class MappedFile {
  /// The bytes; none for an empty file.
  let bytes: UnsafeRawBufferPointer
  let path: String

  /// More than any dictionary has, in bytes.
  static let largest = 1 << 30

  /// Maps `path`.
  init(_ path: String) throws(ReferenceFault) {
    self.path = path
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard file >= 0 else {
      let code = errno
      throw ReferenceFault(path, "cannot be opened (\(String(cString: strerror(code))))")
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw ReferenceFault(path, "is no file")
    }
    guard status.st_size <= MappedFile.largest else { throw ReferenceFault(path, "is larger than a dictionary") }
    guard status.st_size > 0 else {
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    let start = mmap(nil, status.st_size, PROT_READ, MAP_PRIVATE, file, 0)
    guard let start, start != MAP_FAILED else { throw ReferenceFault(path, "cannot be mapped into memory") }
    bytes = UnsafeRawBufferPointer(start: start, count: status.st_size)
  }

  deinit {
    if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
  }
}
