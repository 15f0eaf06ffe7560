import CLinux
import Glibc

/// What a service manager keeps open for the next start of a service that fell: one descriptor (sd_notify(3), `FDSTORE=1`;
/// the next start finds it as sd_listen_fds(3) says). It is let go of when the service is stopped.
///
/// Spoken by hand: two datagrams. Where the manager does not listen, nothing is kept and nothing fails.
public final class ServiceStore {
  private let socket: String
  /// What the start before this one had kept.
  private var inherited: [Int32]

  /// Takes over what `environment` tells of, as the service manager gave it to this very process; `nil`: there is none to
  /// talk to. MUST come before anything is opened or started: what was inherited would be open in a child.
  public init?(_ variable: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }) {
    guard let socket = variable("NOTIFY_SOCKET"), !socket.isEmpty else { return nil }
    self.socket = socket
    inherited = []
    let count = variable("LISTEN_FDS").flatMap { Int32($0) } ?? 0
    guard variable("LISTEN_PID") == "\(getpid())", (1...16).contains(count) else { return }
    inherited = Array(3..<(3 + count))
    for descriptor in inherited { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }

  deinit { for descriptor in inherited { Files.close(descriptor) } }

  /// From now on `descriptor` is what the next start finds, and nothing else.
  public func keep(_ descriptor: Int32) {
    forget()
    _ = kiosk_notify(socket, "FDSTORE=1\nFDNAME=\(Self.name)", descriptor)
  }

  /// The next start finds nothing.
  public func forget() {
    _ = kiosk_notify(socket, "FDSTOREREMOVE=1\nFDNAME=\(Self.name)", -1)
    for descriptor in inherited { Files.close(descriptor) }
    inherited = []
  }

  private static let name = "inhibitor"
}
