import Glibc
import KioskCore

/// What another process of the same user can do to the two processes of a lock.
extension Assault {
  /// Those of a crash and of the C library's threads are left out, and KILL and STOP have attacks of their own.
  private static let signals: [Int32] = (1...64).filter {
    ![SIGKILL, SIGSTOP, SIGCONT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, 32, 33].contains($0)
  }

  func signals() {
    for signal in Self.signals { Processes.send(signal, to: lock.guardian) }
    terminal.pump(100)
    for signal in Self.signals where lock.holds {
      if let frontEnd = lock.frontEnd { Processes.send(signal, to: frontEnd) }
      terminal.pump(5)
    }
    note("signals", .restriction(.home), escaped: !lock.stands(), "\(Self.signals.count) signals to both processes")
  }

  func killFrontEnd() {
    let word = "zebrafinch"
    terminal.type("\u{15}" + word)
    guard terminal.wait(10_000, until: { Array(lock.answer.utf8).tell(word) }), let old = lock.frontEnd else {
      return pass("killFrontEnd", "nothing could be typed before it")
    }
    terminal.shown = []
    let began = Clocks.boot()
    Processes.send(SIGKILL, to: old)
    var moved = false
    let back = terminal.wait(15_000) {
      moved = moved || !lock.holds
      guard let new = lock.frontEnd, new != old, lock.notice?.phase == .locked else { return moved }
      return terminal.shows(word) ?? Array(lock.answer.utf8).tell(word)
    }
    let took = Clocks.boot().since(began)
    let kept = back && !moved && Array(lock.answer.utf8).tell(word)
    note(
      "killFrontEnd", .always, escaped: !kept,
      moved ? "the lock moved" : kept ? "the same text again after \(took) ms" : "the text did not come back")
  }

  func stopFrontEnd() {
    guard let frontEnd = lock.frontEnd else { return pass("stopFrontEnd", "there is no front end") }
    Processes.send(SIGSTOP, to: frontEnd)
    terminal.pump(50)
    let continued = terminal.wait(5000) { !ProcessFacts.isStopped(frontEnd) }
    if !continued { Processes.send(SIGCONT, to: frontEnd) }
    note(
      "stopFrontEnd", .always, escaped: !continued || !lock.stands(), continued ? "continued at once" : "stayed stopped"
    )
  }

  /// Debuggers and readers of memory, as the same user. Root may look into everything.
  func trace() {
    var open: [String] = []
    for (name, process) in [("guardian", lock.guardian), ("front end", lock.frontEnd ?? 0)] where process > 0 {
      for (way, fault) in [
        ("PTRACE_SEIZE", WaysOut.trace(process, seizing: true)),
        ("PTRACE_ATTACH", WaysOut.trace(process, seizing: false)), ("/proc/PID/mem", WaysOut.openMemory(process)),
        ("process_vm_readv", WaysOut.readMemory(process, at: 4096)),
      ] where fault?.code != EPERM && fault?.code != EACCES {
        open.append("\(name) by \(way)")
      }
      terminal.pump(20)
    }
    // Root is not kept out by any lock of a process; the restriction's own finding says so.
    let isRoot = geteuid() == 0
    let promise = isRoot ? Promise.nothing("not prevented") : .restriction(.ptrace)
    let why = isRoot ? "root may look into everything: " : ""
    note(
      "trace", promise, escaped: !open.isEmpty || !lock.stands(),
      open.isEmpty ? "no tracing, no reading of memory" : why + open.joined(separator: ", "))
  }
}
