import CHarness
import Glibc

/// The disk of the machine, and a snapshot of it with the login prompt on its first console, made once and kept.
struct LabImage {
  /// What keeps the lab from being had here, in words; nil: nothing known beforehand.
  static let obstacle: String? = {
    if getuid() != 0 { return "the console lab needs root, to make its disk" }
    for (program, package) in [
      (LabMachine.program, "qemu-system-x86"), (diskTool, "qemu-utils"), ("/usr/bin/mmdebstrap", "mmdebstrap"),
      ("/sbin/mkfs.ext4", "e2fsprogs"),
    ] where access(program, X_OK) != 0 {
      return "the console lab needs \(program), of Debian's package \(package)"
    }
    return nil
  }()

  /// Where it is kept: `KIOSK_CONSOLE_LAB_CACHE`, or a folder below `.build`.
  let folder: String

  var disk: String { "\(folder)/disk.img" }
  var kernel: String { "\(folder)/vmlinuz" }
  var initialFiles: String { "\(folder)/initrd.img" }
  /// The changes to the disk since, with the machine's state as `ready`.
  var booted: String { "\(folder)/booted.qcow2" }

  /// The kept one, made now where it is not there or not of this recipe. Throws what kept it from being made.
  static func have() throws -> LabImage {
    let folder =
      getenv("KIOSK_CONSOLE_LAB_CACHE").map { String(cString: $0) } ?? "\(KioskProgram.repository)/.build/console-lab"
    let image = LabImage(folder: folder)
    mkdir(folder, 0o755)
    let lock = open("\(folder)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw HarnessError.system("open \(folder)/lock", errno) }
    defer { close(lock) }
    // One run makes it; another that wants it at the same time waits.
    guard flock(lock, LOCK_EX) == 0 else { throw HarnessError.system("flock \(folder)/lock", errno) }
    let recipe = try image.recipe()
    if readFile("\(folder)/recipe") == Array(recipe.utf8), access(image.booted, R_OK) == 0 { return image }
    unlink("\(folder)/recipe")
    try image.make()
    writeFile("\(folder)/recipe", recipe)
    return image
  }

  /// All that it depends on: made anew where one word differs.
  private func recipe() throws -> String {
    let version = try CommandRun.run(["--version"], program: LabMachine.program).output
    let script = String(decoding: readFile(Self.script) ?? [], as: UTF8.self)
    return ([version, script, "\(LabMachine.archiveSize)"] + LabMachine.hardware).joined(separator: "\n")
  }

  private static let diskTool = "/usr/bin/qemu-img"
  private static let script = "\(KioskProgram.repository)/Tests/ConsoleLab/image"

  private func make() throws {
    let proxy = getenv("http_proxy").map { String(cString: $0) }
    let run = try CommandRun.run([folder], program: Self.script, environment: ["http_proxy": proxy], timeout: 900)
    guard run.status == 0 else {
      throw HarnessError.timeout(wanted: "the lab's disk to be made", screen: run.output + run.errors)
    }
    unlink(booted)
    let overlay = try CommandRun.run(
      ["create", "-q", "-f", "qcow2", "-F", "raw", "-b", disk, booted], program: Self.diskTool)
    guard overlay.status == 0 else { throw HarnessError.timeout(wanted: "an overlay", screen: overlay.errors) }
    let machine = try LabMachine(self, disk: booted)
    try machine.waitForStart()
    try machine.waitFor("login:", on: 1)
    // Once all is started nothing that starts later disturbs a test.
    try machine.shell.run("systemctl is-system-running --wait || true; sync", seconds: 240)
    try machine.save("ready")
  }
}
