import Glibc
import KioskCore

/// Undoes what a lock left behind when its guardian was killed or the power went.
///
/// MUST: running it again changes nothing; a terminal that is another one by now is left alone.
enum JournalUndo {
  /// What became of one line.
  enum Outcome: Equatable {
    case undone
    /// The terminal is gone, or is another one of the same name: nothing is left to undo.
    case moot
    /// Somebody else has changed it since: it is left as it is.
    case changed
    case failed(String)
  }

  static func path(_ folder: DataFolder, terminal name: String) -> String { folder.locks + "/" + name + ".journal" }

  /// What tells a terminal from a later one of the same name: this boot, and when the device was made or given away.
  static func mark(of terminal: String) -> String {
    var status = stat()
    let found = stat(terminal, &status) == 0
    return boot + "/" + (found ? "\(status.st_ctim.tv_sec).\(status.st_ctim.tv_nsec)" : "gone")
  }

  /// Which start of the machine this is: proc_sys_kernel(5), `random/boot_id`.
  static var boot: String {
    let bytes = (try? Files.contents("/proc/sys/kernel/random/boot_id", limit: 64)) ?? []
    return String(decoding: bytes.prefix(36), as: UTF8.self)
  }

  /// Undoes the journal at `path` from its last line to its first, and removes it where nothing is left.
  /// Returns what became of each line; nothing where there is no journal.
  @discardableResult
  static func undo(_ path: String) -> [(Journal.Line, Outcome)] {
    // The next start and a front end whose guardian was killed may both come to undo the same: the second finds nothing.
    guard Files.may(F_OK, path), let turn = try? Files.open(path, O_RDONLY) else { return [] }
    defer { Files.close(turn) }
    for _ in 0..<40 where (try? Files.lock(turn)) == false { usleep(5000) }
    guard Files.may(F_OK, path), let journal = try? JournalFile(path: path) else { return [] }
    // Whoever undoes it lets the lock go: nobody is to take it up again after this.
    try? journal.forgetHeld()
    var outcomes: [(Journal.Line, Outcome)] = []
    for line in journal.lines.reversed() {
      var outcome = undo(line)
      if outcome == .undone || outcome == .moot {
        do throws(SystemFault) {
          try journal.strike(line.restriction)
        } catch { outcome = .failed(error.description) }
      }
      outcomes.append((line, outcome))
    }
    if journal.lines.isEmpty { try? Files.unlink(path) }
    return outcomes
  }

  private static func undo(_ line: Journal.Line) -> Outcome {
    guard mark(of: line.terminal) == line.mark else { return .moot }
    do throws(SystemFault) {
      let terminal = try Files.open(line.terminal, O_RDWR | O_NOCTTY | O_NONBLOCK)
      defer { Files.close(terminal) }
      guard TerminalDevice(terminal) != nil else { return .moot }
      switch line.restriction {
      case .home:
        guard let modes = TerminalModes(text: line.prior) else { return .failed("the journal's line cannot be read") }
        try modes.apply(to: terminal)
        try TerminalDevice.write(terminal, ScreenWords.plainScreen)
      case .paste: try TerminalDevice.write(terminal, "\u{1B}[?2004l")
      case .focus: try TerminalDevice.write(terminal, "\u{1B}[?1004l")
      case .consoleSwitch: try Console.disown(terminal)
      case .consoleKeys, .sysRq, .kernelMessages, .powerKeys, .clipboard, .lookUp, .spellCheck, .suggestions,
        .questionHelp, .share, .multiplexer, .recording, .remote, .ptrace, .subprocess:
        break
      }
      return .undone
    } catch { return .failed(error.description) }
  }
}
