import CHarness
import Glibc
import KioskCore

/// A PC of its own with a real console: its keys go through the kernel's own keyboard driver, so that chords act as on a
/// desk. It ends with the object that stands for it, or with the tests.
final class LabMachine {
  /// What does not differ from run to run. In software, since few test machines let a guest run by itself.
  static let hardware = [
    "-accel", "tcg", "-smp", "2", "-m", "512", "-display", "none", "-vga", "std", "-nic", "none",
    // It neither leaves nor begins anew unseen: turned off it waits, to be taken back to a snapshot.
    "-no-shutdown", "-append", "root=/dev/vda ro quiet console=ttyS0 console=tty0",
    "-device", "virtio-serial", "-device", "virtserialport,chardev=shell,name=lab",
  ]

  /// The second disk's size, in bytes, whatever lies on it.
  static let archiveSize = 256 << 20

  static let program = "/usr/bin/qemu-system-x86_64"

  let shell: LabShell
  let monitor: LabMonitor
  private let keeper: pid_t
  /// The writing end of the pipe at whose end the machine is ended.
  private let lifeline: Int32

  /// Starts a machine.
  /// - Parameters:
  ///   - disk: its disk, which it writes to.
  ///   - copyOf: a disk instead of which it gets a copy that goes with it.
  ///   - files: a tar archive the machine finds as its second disk.
  ///   - snapshot: the state to begin with; nil: it starts from nothing.
  init(_ image: LabImage, disk: String = "", copyOf: String? = nil, files: String? = nil, snapshot: String? = nil)
    throws
  {
    // QEMU keeps open what it needs: the folder may go as soon as it has started.
    let folder = try TemporaryFolder()
    let monitorPipe = try LabPipe(folder.appending("monitor"))
    let shellPipe = try LabPipe(folder.appending("shell"))
    if let copyOf {
      let copy = try CommandRun.run([copyOf, folder.appending("disk")], program: "/bin/cp")
      guard copy.status == 0 else { throw HarnessError.timeout(wanted: "a copy of the disk", screen: copy.errors) }
    }
    var words = Self.hardware
    words += ["-kernel", image.kernel, "-initrd", image.initialFiles]
    words += ["-drive", "file=\(copyOf == nil ? disk : folder.appending("disk")),if=virtio,cache=unsafe"]
    // A snapshot wants the same devices each time.
    let archive = files ?? folder.appending("empty")
    if files == nil { writeFile(archive, String(repeating: "\0", count: 512)) }
    truncate(archive, Self.archiveSize)
    words += ["-drive", "file=\(archive),if=virtio,format=raw,readonly=on"]
    words += ["-chardev", "pipe,id=monitor,path=\(monitorPipe.path)", "-mon", "chardev=monitor,mode=control"]
    words += ["-chardev", "pipe,id=shell,path=\(shellPipe.path)", "-serial", "file:\(folder.appending("serial"))"]
    if let snapshot { words += ["-loadvm", snapshot] }

    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw HarnessError.system("pipe", errno) }
    for end in ends { _ = harness_close_on_exec(end) }
    lifeline = ends[1]
    defer { close(ends[0]) }
    // However the tests end, the kernel closes their end of the pipe, and the machine goes.
    let script = "exec 3<&0; \"$@\" </dev/null & cat <&3 >/dev/null; kill -9 $!; wait"
    let log = Spawn.Source.path(folder.appending("log"), flags: O_WRONLY | O_CREAT | O_APPEND)
    writeFile(folder.appending("log"), "")
    keeper = try Spawn.start(
      "/bin/sh", ["-c", script, "sh", Self.program] + words,
      environment: ["PATH": "/usr/bin:/bin"], standard: [.descriptor(ends[0]), log, log], ownSession: true)
    shell = LabShell(shellPipe)
    do {
      monitor = try LabMonitor(monitorPipe)
    } catch {
      close(lifeline)
      var status: Int32 = 0
      waitpid(keeper, &status, 0)
      let said = String(decoding: readFile(folder.appending("log")) ?? [], as: UTF8.self)
      throw HarnessError.timeout(wanted: "QEMU to start", screen: said)
    }
  }

  deinit {
    close(lifeline)
    var status: Int32 = 0
    while waitpid(keeper, &status, 0) < 0 && errno == EINTR {}
  }

  /// For how long each of its threads wanted to run on the host and could not, in milliseconds since its start
  /// (`/proc/PID/schedstat`, Documentation/scheduler/sched-stats.rst).
  func waited() -> [String: Double] {
    var waited: [String: Double] = [:]
    for process in ProcessTable.children(of: keeper).map(\.pid) {
      let folder = "/proc/\(process)/task"
      for thread in (try? Files.names(in: folder)) ?? [] {
        let words = String(decoding: readFile("\(folder)/\(thread)/schedstat") ?? [], as: UTF8.self).split(
          separator: " ")
        if words.count > 1, let nanoseconds = Double(words[1]) { waited[thread] = nanoseconds / 1e6 }
      }
    }
    return waited
  }

  // MARK: - As a whole

  /// Waits until the machine has come up far enough to answer.
  func waitForStart() throws { try shell.wait() }

  /// Keeps the machine as it runs.
  func save(_ name: String) throws { try monitor.tell("savevm \(name)") }

  /// Takes the machine back to how it was kept.
  func load(_ name: String) throws {
    // Only one that turned itself off has to be reset first: a reset that is asked for may still hit what is loaded.
    if try monitor.execute("query-status")["status"]?.string == "shutdown" {
      try monitor.forgetEnding()
      try monitor.execute("system_reset")
      let end = monotonicSeconds() + 60
      while try monitor.lookForEnding() != .reboot {
        guard monotonicSeconds() < end else { throw HarnessError.timeout(wanted: "the machine's reset", screen: "") }
        usleep(10_000)
      }
      usleep(500_000)
    }
    try monitor.tell("loadvm \(name)")
    try monitor.execute("cont")
    try monitor.forgetEnding()
    try shell.wait(seconds: 60)
  }

  /// Cuts the power for an instant.
  func reset() throws { try monitor.execute("system_reset") }

  /// Presses the power button.
  func pressPower() throws { try monitor.execute("system_powerdown") }

  // MARK: - Its consoles

  /// The number of the console in front.
  func front() throws -> Int { Int(try shell.run("fgconsole")) ?? 0 }

  /// What a console shows, row by row.
  func screen(_ console: Int) throws -> String {
    // The width is the second byte of the console's header; the cells are UTF-32.
    let command =
      "od -An -j1 -N1 -tu1 /dev/vcsa\(console) && iconv -f UTF-32LE -t UTF-8 /dev/vcsu\(console) | tr '\\0\\n' '  '"
    let parts = try shell.run(command).split(separator: "\n", maxSplits: 1)
    let width = parts.first.flatMap { Int($0.filter(\.isNumber)) } ?? 80
    var rest = (parts.count > 1 ? parts[1] : "").unicodeScalars[...]
    var rows: [String] = []
    while !rest.isEmpty {
      var row = rest.prefix(width)
      rest = rest.dropFirst(width)
      while row.last == " " { row.removeLast() }
      rows.append(String(String.UnicodeScalarView(row.filter { $0 != "\u{200b}" })))
    }
    while rows.last == "" { rows.removeLast() }
    return rows.joined(separator: "\n")
  }

  /// Waits until a console shows a text.
  func waitFor(_ wanted: String, on console: Int = 1, seconds: Double = 120) throws {
    try wait(for: "“\(wanted)” on tty\(console)", on: console, seconds: seconds) {
      try screen(console).contains(wanted)
    }
  }

  /// Waits until a condition holds; a machine that does not answer is asked again.
  func wait(for wanted: String, on console: Int = 1, seconds: Double = 120, _ condition: () throws -> Bool) throws {
    let end = monotonicSeconds() + seconds
    while true {
      if (try? condition()) == true { return }
      guard monotonicSeconds() < end else {
        throw HarnessError.timeout(wanted: wanted, screen: (try? screen(console)) ?? "")
      }
      usleep(100_000)
    }
  }

  // MARK: - Its keyboard

  /// Presses chords, each as QEMU's names of keys joined by "-": `ctrl-alt-f2`.
  func press(_ chords: String...) throws { for chord in chords { try press(chord.split(separator: "-")) } }

  /// Types lower-case letters, digits, spaces and line ends.
  func type(_ text: String) throws {
    for character in text {
      let name: Substring =
        switch character {
        case " ": "spc"
        case "\n": "ret"
        case "-": "minus"
        default: Substring(String(character))
        }
      try press([name])
    }
  }

  private func press(_ names: [Substring]) throws {
    for (name, isDown) in names.map({ ($0, true) }) + names.reversed().map({ ($0, false) }) {
      let key: JSONValue = ["type": "qcode", "data": .string(String(name))]
      let event: JSONValue = ["type": "key", "data": ["down": .bool(isDown), "key": key]]
      try monitor.execute("input-send-event", ["events": [event]])
      // The keyboard holds a few keys only; a machine without a processor of its own takes its time to fetch them.
      usleep(15_000)
    }
  }
}
