import CLinux
import Glibc

extension DataFolder {
  /// Gives what the front end works with to `account`: the folder, the store, the drafts, the exams. The key that seals,
  /// the passcodes and the lock's own files stay this process's user's.
  ///
  /// What belongs to him already is left alone. A name that is a link, or one of several of its file, is passed over: in a
  /// folder of another user's it may stand for anything. Needs root. The corresponding C function is `fchown`.
  public func give(to account: UserAccount) throws(SystemFault) {
    for name in [store, store + "-wal", store + "-shm"] { try give(name, to: account) }
    for folder in [drafts, exams] {
      guard let names = try? Files.names(in: folder) else { continue }
      for name in names { try give(folder + "/" + name, to: account) }
      try give(folder, to: account)
    }
    // Last: from here on it is his, and he may move what lies in it.
    try give(path, to: account)
  }

  private func give(_ path: String, to account: UserAccount) throws(SystemFault) {
    guard let descriptor = try? Files.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else { return }
    defer { Files.close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFDIR || kind == S_IFREG && status.st_nlink == 1 else { return }
    guard status.st_uid != account.user || status.st_gid != account.group else { return }
    let result = fchown(descriptor, account.user, account.group)
    let code = errno
    guard result == 0 else { throw SystemFault(call: "fchown", subject: path, code: code) }
  }
}
