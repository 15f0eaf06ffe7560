import Glibc

/// A machine with an `/etc/kiosk` and a `/var/lib/kiosk` of its own: a mount namespace in which copies lie over `/etc` and
/// `/var/lib`. Nothing outside is touched, and it is gone with the last program in it.
final class SupervisedMachine {
  private let place: TemporaryFolder

  /// Why none can be made here; `nil`: one can.
  static let obstacle: String? = {
    if geteuid() != 0 { return "a mount namespace needs root" }
    guard access("/usr/bin/unshare", X_OK) == 0 else { return "unshare(1) is not installed" }
    let tried = try? CommandRun.run(["-m", "true"], program: "/usr/bin/unshare")
    return tried?.status == 0 ? nil : "mount namespaces cannot be made here"
  }()

  init() throws {
    place = try TemporaryFolder()
    for folder in ["etc", "lib", "lib/kiosk"] { mkdir(place.appending(folder), 0o700) }
    chmod(place.appending("etc"), 0o755)
    _ = try CommandRun.run(["-a", "/etc/.", place.appending("etc")], program: "/bin/cp")
    mkdir(place.appending("etc/kiosk"), 0o755)
    mkdir(place.appending("etc/kiosk/trust"), 0o755)
    chmod(place.appending("etc/kiosk"), 0o755)
    chmod(place.appending("etc/kiosk/trust"), 0o755)
  }

  /// A file of the machine, as seen from outside: "etc/kiosk/profile.json".
  func path(_ name: String) -> String { place.appending(name) }

  /// A folder that is the same inside and outside.
  var work: String { place.path }

  /// The command line that runs `script` in there, with `$K` the kiosk.
  func arguments(_ script: String) -> [String] {
    [
      "-m", "--propagation", "private", "/bin/sh", "-c",
      "mount --bind '\(place.path)/etc' /etc && mount --bind '\(place.path)/lib' /var/lib && cd '\(place.path)' || exit 99\n"
        + "K='\(KioskProgram.path)'\n" + script,
    ]
  }

  /// Runs a script in there.
  func run(_ script: String, input: String = "") throws -> CommandRun {
    try CommandRun.run(arguments(script), program: "/usr/bin/unshare", input: input, exams: PtySession.fixtures)
  }

  /// Whether a kiosk of this machine's locks a terminal.
  func isLocked() throws -> Bool { try ToldLock.holds { try run("$K status --json") } }

  /// Signs and installs a profile with the key of a trusted issuer.
  func install(_ members: String = "", supervised: Bool = true) throws -> CommandRun {
    writeFile(
      path("p.json"), #"{"format": "kiosk-profile/1", "name": "Lab", "supervised": \#(supervised)\#(members)}"#)
    return try run(
      "$K profile sign p.json --key k && cp k.pub /etc/kiosk/trust/district.pub && $K profile install p.json")
  }
}
