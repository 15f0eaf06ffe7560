import CLinux
import Glibc

/// Sockets of this machine (unix(7)): where a hosted program asks, and where the guardian listens.
public enum LocalSocket {
  /// Who is at the other end, as the kernel knows.
  public struct Peer: Equatable, Sendable {
    /// The process that connected. It may have ended since.
    public let process: Int32
    /// Its user at that time.
    public let user: UInt32
  }

  /// Listens at `path`, which must not be there; only the owner may connect. The corresponding C functions are `socket`,
  /// `bind` and `listen`.
  public static func listen(at path: String, backlog: Int32 = 128) throws(SystemFault) -> Int32 {
    let descriptor = kiosk_listen_local(path, backlog)
    let code = errno
    guard descriptor >= 0 else { throw SystemFault(call: "bind", subject: path, code: code) }
    return descriptor
  }

  /// The next one who connected; `nil`: nobody waits, or he is gone already. The corresponding C function is `accept4`.
  public static func accept(_ listener: Int32) -> Int32? {
    let descriptor = kiosk_accept(listener)
    return descriptor < 0 ? nil : descriptor
  }

  /// Connects to `path` without waiting; EAGAIN where too many wait already. The corresponding C function is `connect`.
  public static func connect(to path: String) throws(SystemFault) -> Int32 {
    let descriptor = kiosk_connect_local(path)
    let code = errno
    guard descriptor >= 0 else { throw SystemFault(call: "connect", subject: path, code: code) }
    return descriptor
  }

  /// Who is at the other end. The corresponding C function is `getsockopt` with SO_PEERCRED.
  public static func peer(of descriptor: Int32) -> Peer? {
    var process: pid_t = 0
    var user: uid_t = 0
    guard kiosk_peer(descriptor, &process, &user) == 0, process > 0 else { return nil }
    return Peer(process: process, user: user)
  }

  /// A folder, this user's alone, for the socket of `name`: in `XDG_RUNTIME_DIR`, for root in `/run`, else in `/tmp`. One
  /// that a killed program left is used again; where somebody else has taken the name, as anybody may in `/tmp`, another is.
  /// The corresponding C function is `mkdir`.
  public static func makeFolder(_ name: String) throws(SystemFault) -> String {
    do throws(SystemFault) {
      return try makeFolder(named: name)
    } catch {
      guard error.code == EEXIST else { throw error }
      return try makeFolder(named: "\(name)-\(getpid())-\(Clocks.boot().milliseconds)")
    }
  }

  private static func makeFolder(named name: String) throws(SystemFault) -> String {
    var places = [getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""]
    if geteuid() == 0 { places.append("/run") }
    places.append("/tmp")
    var fault = SystemFault(call: "mkdir", code: ENOENT)
    // A path beyond what a socket's name may be long is of no use.
    for place in places where place.hasPrefix("/") && place.utf8.count < 60 {
      let path = "\(place)/kiosk-\(geteuid())-\(name)"
      do throws(SystemFault) {
        if mkdir(path, 0o700) != 0 {
          let code = errno
          guard code == EEXIST else { throw SystemFault(call: "mkdir", subject: path, code: code) }
        }
        // Where anybody may make one, somebody else may have.
        guard isOwn(path) else { throw SystemFault(call: "mkdir", subject: path, code: EEXIST) }
        try? Files.unlink(path + "/request")
        return path
      } catch { fault = error }
    }
    throw fault
  }

  private static func isOwn(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    return status.st_mode & 0o170_077 == 0o040_000 && status.st_uid == geteuid()
  }

  /// Takes the socket at `path` and its folder away.
  public static func remove(_ path: String) {
    try? Files.unlink(path)
    guard let slash = path.lastIndex(of: "/") else { return }
    _ = rmdir(String(path[..<slash]))
  }
}
