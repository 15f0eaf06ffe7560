import Glibc

/// One run of a program without a terminal: what a script sees of it.
struct CommandRun: Equatable {
  var exit: ProgramExit
  var output: String
  var errors: String

  /// The exit status, nil where a signal ended it.
  var status: Int32? {
    if case .exited(let status) = exit { return status }
    return nil
  }

  /// Runs a program to its end; it is killed after `timeout` seconds.
  static func run(
    _ arguments: [String], program: String = KioskProgram.path, input: String = "", data: TemporaryFolder? = nil,
    exams: String? = KioskProgram.shippedExams, environment: [String: String?] = [:], timeout: Double = 60
  ) throws -> CommandRun {
    guard access(program, X_OK) == 0 else { throw HarnessError.notBuilt(program) }
    let scratch = try TemporaryFolder()
    let data = try data ?? TemporaryFolder()
    var variables = [
      "LANG": "C.UTF-8", "HOME": scratch.path, "KIOSK_DATA": data.path,
      "PATH": TestEnvironment.path,
    ]
    variables["KIOSK_EXAMS"] = exams
    for (name, value) in environment { variables[name] = value }

    // Files, not pipes: nothing has to be read while the program runs, so nothing can block.
    writeFile(scratch.appending("in"), input)
    let create = O_WRONLY | O_CREAT | O_APPEND
    writeFile(scratch.appending("out"), "")
    writeFile(scratch.appending("err"), "")
    let pid = try Spawn.start(
      program, arguments, environment: variables,
      standard: [
        .path(scratch.appending("in"), flags: O_RDONLY), .path(scratch.appending("out"), flags: create),
        .path(scratch.appending("err"), flags: create),
      ], ownSession: true, folder: scratch.path)

    let end = monotonicSeconds() + timeout
    var waitStatus: Int32 = 0
    var pause: UInt32 = 200
    while waitpid(pid, &waitStatus, WNOHANG) != pid {
      if monotonicSeconds() > end { kill(pid, SIGKILL) }
      usleep(pause)
      pause = min(pause * 2, 10_000)
    }
    func text(_ name: String) -> String {
      String(decoding: readFile(scratch.appending(name)) ?? [], as: UTF8.self)
    }
    return CommandRun(exit: ProgramExit(waitStatus: waitStatus), output: text("out"), errors: text("err"))
  }
}
