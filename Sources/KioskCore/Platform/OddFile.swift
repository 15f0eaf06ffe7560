import Glibc

/// What lies where a file is to be, and is none: a link, a folder, a pipe. What an owner or a mode would mend of a file helps
/// none of these.
public struct OddFile: Equatable, Sendable {
  /// What it is.
  public enum Kind: Equatable, Sendable {
    /// A link to a file.
    case link
    /// A link to nothing.
    case brokenLink
    /// A folder.
    case folder
    /// A named pipe.
    case pipe
    /// A device or a socket.
    case special
  }

  /// Where it lies.
  public let path: String
  /// What it is.
  public let kind: Kind

  /// Looks at what lies at `path` itself; `nil`: a file, or nothing.
  public init?(_ path: String) {
    guard let status = try? Files.ownStatus(path) else { return nil }
    self.path = path
    switch status.mode & UInt32(S_IFMT) {
    case UInt32(S_IFREG): return nil
    case UInt32(S_IFLNK): kind = Files.may(F_OK, path) ? .link : .brokenLink
    case UInt32(S_IFDIR): kind = .folder
    case UInt32(S_IFIFO): kind = .pipe
    default: kind = .special
    }
  }

  private var shown: String { ScreenText.fitted(path) }

  /// What is wrong, in words.
  public var words: String {
    switch kind {
    case .link: "\(shown) is a link, and only a file of its own counts there"
    case .brokenLink: "\(shown) is a link that leads nowhere"
    case .folder: "\(shown) is a folder, not a file"
    case .pipe: "\(shown) is a pipe, not a file"
    case .special: "\(shown) is a device or a socket, not a file"
    }
  }

  /// What to do about it: a command that puts a file there, or makes room for one.
  public var mend: String {
    switch kind {
    case .link: "run cp --remove-destination \"$(realpath '\(shown)')\" '\(shown)'"
    case .brokenLink, .pipe, .special: "run rm '\(shown)', then put the file there"
    case .folder: "run mv '\(shown)' '\(shown).aside', then put the file there"
    }
  }
}

extension Files {
  /// What lies at `path` itself, links not followed. The corresponding C function is `lstat`.
  public static func ownStatus(_ path: String) throws(SystemFault) -> Status {
    var raw = stat()
    if lstat(path, &raw) != 0 {
      let code = errno
      throw SystemFault(call: "lstat", subject: path, code: code)
    }
    return Status(raw)
  }

  /// Whether anything lies at `path`, a link to nothing included.
  public static func isAnything(_ path: String) -> Bool {
    var raw = stat()
    return lstat(path, &raw) == 0
  }
}
