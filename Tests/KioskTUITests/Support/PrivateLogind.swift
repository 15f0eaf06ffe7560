import Glibc

/// The real logind of this machine, on a message bus of its own and with a `/run` of its own, so that nothing of the
/// machine is touched.
final class PrivateLogind {
  private static let logind = "/lib/systemd/systemd-logind"
  private static let daemon = "/usr/bin/dbus-daemon"
  private static let unshare = "/usr/bin/unshare"

  /// Whether this machine has what it takes.
  static let isPossible =
    getuid() == 0 && [logind, daemon, unshare].allSatisfy { (program: String) in access(program, X_OK) == 0 }

  private let folder: TemporaryFolder
  private var bus: pid_t = 0
  private var login: pid_t = 0

  /// The folder the bus listens in, as `system_bus_socket`.
  var place: String { folder.path }
  /// The bus's socket.
  var path: String { folder.appending("system_bus_socket") }

  init() throws {
    folder = try TemporaryFolder()
    let rules = ["own=\"*\"", "user=\"*\""].map { "<allow \($0)/>" }.joined()
    let types = ["method_call", "signal", "method_return", "error"].map {
      "<allow send_type=\"\($0)\" send_requested_reply=\"true\"/><allow receive_type=\"\($0)\"/>"
    }.joined()
    writeFile(
      folder.appending("bus.conf"),
      """
      <busconfig><type>system</type><listen>unix:path=\(path)</listen><auth>EXTERNAL</auth>
      <policy context="default">\(rules)\(types)</policy></busconfig>
      """)
    bus = try start(Self.daemon, ["--config-file=\(folder.appending("bus.conf"))", "--nofork", "--nopidfile"])
    try wait { access(self.path, F_OK) == 0 }
  }

  /// Starts logind.
  func startLogind() throws {
    let script = "mount --make-rprivate / && mount -t tmpfs none /run && mkdir -p /run/systemd && exec \(Self.logind)"
    login = try start(Self.unshare, ["-m", "/bin/sh", "-c", script])
    // It has its name on the bus once the first call is answered.
    try wait {
      let call = ["--system", "--print-reply", "--dest=org.freedesktop.login1", "/org/freedesktop/login1"]
      let run = try? CommandRun.run(
        call + ["org.freedesktop.DBus.Peer.Ping"], program: "/usr/bin/dbus-send",
        environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(self.path)"])
      return run?.status == 0
    }
  }

  /// Stops logind from answering, or lets it go on.
  func freeze(_ frozen: Bool) { kill(login, frozen ? SIGSTOP : SIGCONT) }

  /// Ends logind.
  func endLogind() {
    Self.end(login)
    login = 0
  }

  deinit {
    Self.end(login)
    Self.end(bus)
  }

  private func start(_ program: String, _ arguments: [String]) throws -> pid_t {
    let log = Spawn.Source.path(folder.appending("log"), flags: O_WRONLY | O_CREAT | O_APPEND)
    return try Spawn.start(
      program, arguments,
      environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(path)"],
      standard: [.path("/dev/null", flags: O_RDONLY), log, log], ownSession: true)
  }

  private func wait(_ condition: () -> Bool) throws {
    let end = monotonicSeconds() + PtySession.patience
    while !condition() {
      guard monotonicSeconds() < end else {
        let log = String(decoding: readFile(folder.appending("log")) ?? [], as: UTF8.self)
        throw HarnessError.timeout(wanted: "logind on a bus of its own", screen: log)
      }
      usleep(20_000)
    }
  }

  private static func end(_ process: pid_t) {
    guard process > 0 else { return }
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }
}
