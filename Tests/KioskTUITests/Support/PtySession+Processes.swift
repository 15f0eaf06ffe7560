import Glibc

/// The processes of a session, and what can be done to them from outside.
extension PtySession {
  /// Which process is meant.
  enum Role {
    /// The process that was started.
    case guardian
    /// Its child that draws: the first that runs the same program.
    case frontEnd
  }

  /// Every living process of the session, lowest id first.
  var processes: [ProcessRow] {
    ProcessTable.all.filter { $0.session == pid && $0.state != "Z" }.sorted { $0.pid < $1.pid }
  }

  /// Their ids.
  var pids: [pid_t] { processes.map(\.pid) }

  /// The id of a process by its role, nil where it does not live.
  func pid(of role: Role) -> pid_t? {
    switch role {
    case .guardian:
      return ProcessTable.row(pid).flatMap { $0.state == "Z" ? nil : $0.pid }
    case .frontEnd:
      let name = ProcessTable.row(pid)?.name
      let children = ProcessTable.children(of: pid)
      return (children.first { $0.name == name } ?? children.first { $0.name.hasPrefix("kiosk") } ?? children.first)?
        .pid
    }
  }

  /// Sends a signal. False where there is no such process.
  @discardableResult
  func signal(_ number: Int32, to role: Role) -> Bool {
    guard let target = pid(of: role) else { return false }
    return kill(target, number) == 0
  }

  /// Kills a process outright and waits until it is gone.
  @discardableResult
  func kill9(_ role: Role, timeout: Double = patience) throws -> pid_t? {
    guard let target = pid(of: role), kill(target, SIGKILL) == 0 else { return nil }
    try wait(until: "process \(target) to be gone", timeout: timeout) { session in
      // Asking reaps the process that the tests themselves started.
      _ = session.poll()
      return ProcessTable.row(target).map { $0.state == "Z" } ?? true
    }
    return target
  }

  /// Whether the session's terminal is the controlling terminal of a process.
  func isOnThisTerminal(_ pid: pid_t) -> Bool {
    var status = stat()
    guard stat(device, &status) == 0, let row = ProcessTable.row(pid) else { return false }
    // The kernel writes the device as its old 16 bits plus the high bits of the minor, as makedev does below 2^32.
    return UInt64(UInt32(truncatingIfNeeded: row.terminal)) == UInt64(status.st_rdev)
  }

  /// Kills whatever is left of the session, the started process last.
  func killAll() {
    for process in pids where process != pid { kill(process, SIGKILL) }
    if poll() == nil { kill(pid, SIGKILL) }
    // A front end that a dying guardian had just started would be missed by the first look.
    for process in pids where process != pid { kill(process, SIGKILL) }
  }
}
