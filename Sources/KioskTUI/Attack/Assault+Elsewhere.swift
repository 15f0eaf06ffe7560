import Glibc
import KioskCore

/// What is forbidden from another terminal, and the terminal shown a second time.
extension Assault {
  /// A program on the search path.
  static func program(_ name: String) -> String? {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(name)" }.first { Files.may(X_OK, $0) }
  }

  /// Runs a program away from the terminal, or (`onTerminal`) reading from it and in its session; killed after `seconds`:
  /// its status (-1: killed) and what it wrote.
  func run(
    _ program: String, _ arguments: [String], input: String = "", environment: [String] = [],
    onTerminal: Bool = false, seconds: Int64 = 10
  ) -> (status: Int32, output: String) {
    let files = ["in", "out"].map { lock.place.folder.path + "/" + $0 }
    do throws(SystemFault) {
      try Files.replace(files[0], with: Array(input.utf8))
      try Files.replace(files[1], with: [])
      let input = try Files.open(files[0], O_RDONLY)
      defer { Files.close(input) }
      let output = try Files.open(files[1], O_WRONLY | O_APPEND)
      defer { Files.close(output) }
      let pid = try Processes.start(
        program, arguments, environment: lock.place.environment + environment,
        standard: .init(input: onTerminal ? terminal.descriptor : input, output: output, errors: output),
        ownSession: !onTerminal)
      var change: ChildChange?
      let ended = terminal.wait(seconds * 1000) {
        change = Processes.change(of: pid)
        return change != nil
      }
      if !ended {
        Processes.send(SIGKILL, to: pid)
        var status: Int32 = 0
        _ = waitpid(pid, &status, 0)
      }
      let text = String(decoding: try Files.contents(files[1], limit: 1 << 22), as: UTF8.self)
      if case .exited(let status)? = change { return (status, text) }
      return (-1, text)
    } catch { return (-1, error.description) }
  }

  private func kiosk(_ arguments: String..., input: String = "") -> (status: Int32, output: String) {
    run("/proc/self/exe", ["kiosk"] + arguments, input: input)
  }

  func secondTerminal() {
    let release = kiosk("release")
    note("release", .always, escaped: release.status != 77 || !lock.stands(), "refused with \(release.status)")

    let passcode = kiosk("passcode", "set", input: "attacked 1\nattacked 1\n")
    switch passcode.status {
    case 64: pass("passcodeSet", "this version has no passcode set")
    case 0 where geteuid() == 0: pass("passcodeSet", "root may set one at any time")
    default: note("passcodeSet", .always, escaped: passcode.status == 0, "refused with \(passcode.status)")
    }

    var told: [UInt8] = []
    for arguments in [
      ["show", lock.attempt], ["show", lock.attempt, "--json"], ["export", "--all"], ["list", "--json"],
    ] {
      told += Array(run("/proc/self/exe", ["kiosk", "results"] + arguments).output.utf8)
    }
    let key = [ThrowAway.key, ThrowAway.word].first { told.tell($0) }
    let marks = told.tell(#""score""#)
    note(
      "resultsShow", .always, escaped: key != nil || marks || !told.tell(lock.attempt),
      key.map { "\($0) was told" } ?? (marks ? "a score was told" : "no key and no mark of the open attempt"))

    profileRemove()
  }

  /// A profile of its own, as one that is installed must not be put at risk. An ordinary user, who owns its folder here, is
  /// kept from it by the lock; root's attack goes on as nobody, whom the folder's owner keeps from it too.
  private func profileRemove() {
    let machine = lock.place.machine
    do throws(SystemFault) {
      let command = try Processes.fork()
      guard let command else {
        guard WaysOut.becomeNobody() else { _exit(71) }
        setenv("KIOSK_DATA", lock.place.folder.path, 1)
        let null = open("/dev/null", O_RDWR)
        for standard in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { dup2(null, standard) }
        _exit(ProfileCommand.run(["remove"], of: machine))
      }
      var status: Int32 = 0
      while waitpid(command, &status, 0) < 0 && errno == EINTR {}
      note(
        "profileRemove", .always, escaped: !machine.hasProfile || !lock.stands(),
        machine.hasProfile ? "refused with \(status >> 8 & 0xff)" : "a profile was removed")
    } catch { pass("profileRemove", "\(error)") }
  }

  /// A test that refuses multiplexers, started in one: were it to lock, a second client would see all of it.
  func secondAttach() {
    guard let program = Self.program("tmux") else { return pass("secondAttach", "tmux is not installed") }
    let data = DataFolder(path: lock.place.folder.path + "/attach")
    let socket = data.path + "/tmux"
    let exam = lock.place.folder.exams + "/refusing.exam.json"
    let environment = ["KIOSK_DATA=\(data.path)", "TERM=xterm"]
    let own = ProcessFacts.executable(getpid()) ?? "/proc/self/exe"
    func tmux(_ arguments: String...) -> (status: Int32, output: String) {
      run(program, ["tmux", "-S", socket, "-f", "/dev/null"] + arguments, environment: environment)
    }
    let started = tmux("new-session", "-d", "-x", "80", "-y", "24", "\(own) exam \(exam) --candidate Nobody")
    guard started.status == 0 else { return pass("secondAttach", "tmux does not start here") }
    defer { _ = tmux("kill-server") }
    var seen: [UInt8] = []
    let decided = terminal.wait(10_000) {
      _ = tmux("send-keys", "y")
      terminal.pump(300)
      // What any client that attaches is shown.
      seen = Array(tmux("capture-pane", "-p").output.utf8)
      return seen.tell("This lock is being attacked") || seen.tell("The test did not start")
    }
    let escaped = seen.tell("This lock is being attacked")
    if !decided && seen.isEmpty { return pass("secondAttach", "tmux showed nothing") }
    note(
      "secondAttach", .always, escaped: escaped,
      escaped ? "a second client saw the test" : "a test that refuses multiplexers did not lock inside one")
  }
}
