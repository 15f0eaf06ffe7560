import Glibc

/// What `make install` puts on a machine, of a built kiosk, with the libraries a debug build needs, as one archive.
struct LabFiles {
  private let folder: TemporaryFolder

  var archive: String { folder.appending("files.tar") }

  /// `KIOSK_CONSOLE_LAB_PROGRAM` names the kiosk to install, as the release's; the one built with the tests otherwise.
  init() throws {
    folder = try TemporaryFolder()
    let program = getenv("KIOSK_CONSOLE_LAB_PROGRAM").map { String(cString: $0) } ?? KioskProgram.path
    let root = folder.appending("root")
    try Self.run(
      "/usr/bin/make", ["-s", "-C", KioskProgram.repository, "install-files", "KIOSK=\(program)", "DESTDIR=\(root)"])
    // A test whose questions stand in a known order.
    let exams = "\(root)/usr/local/share/kiosk/exams"
    try Self.run("/bin/cp", ["\(PtySession.fixtures)/walk.exam.json", exams])
    let libraries = try CommandRun.run([program], program: "/usr/bin/ldd").output.split(separator: "\n").compactMap {
      line in line.split(separator: " ").first { $0.hasPrefix("/") && $0.contains(".so") }.map(String.init)
    }
    for library in libraries {
      // Debian's /lib is a link to /usr/lib.
      let target = root + (library.hasPrefix("/lib") ? "/usr" : "") + library
      try Self.run("/usr/bin/install", ["-D", "-m", "755", library, target])
    }
    try Self.run("/bin/tar", ["-C", root, "--owner=0", "--group=0", "-cf", archive, "."])
    let size = readFile(archive)?.count ?? 0
    guard size <= LabMachine.archiveSize else {
      throw HarnessError.timeout(wanted: "at most \(LabMachine.archiveSize) bytes to install", screen: "\(size)")
    }
  }

  private static func run(_ program: String, _ arguments: [String]) throws {
    let run = try CommandRun.run(arguments, program: program)
    guard run.status == 0 else { throw HarnessError.timeout(wanted: program, screen: run.output + run.errors) }
  }
}
