import Glibc
import KioskCore

/// `kiosk release`: undoes what a crash or a power cut left behind. Running it again changes nothing.
enum ReleaseCommand {
  /// Runs it; returns the exit status: 77 while a lock holds, 74 where something could not be undone.
  static func run(_ arguments: [String]) -> Int32 {
    if arguments == ["--after-service"], comesBack {
      // For the log alone: standard output is the console, which says already that the test comes back.
      return CommandOutput.complain("nothing is undone: the service is started again and takes its lock up", 0)
    }
    if let first = arguments.first, arguments != ["--after-service"] {
      return CommandOutput.complain("unknown argument '\(first)': kiosk release takes none", 64)
    }
    let folder: DataFolder
    do throws(DataFolder.Fault) {
      folder = try DataFolder.locate()
    } catch { return CommandOutput.complain(error.words, error.exitStatus) }
    return release(folder)
  }

  /// Whether the service manager, which runs this when the service has ended, starts it again: it was not stopped, it fell.
  /// It tells so in $SERVICE_RESULT (systemd.exec(5)).
  private static var comesBack: Bool {
    let result = getenv("SERVICE_RESULT").map { String(cString: $0) }
    return ["signal", "core-dump", "watchdog", "exit-code", "oom-kill"].contains(result)
  }

  /// Undoes every journal of `folder` whose terminal is not locked now.
  static func release(_ folder: DataFolder) -> Int32 {
    var status: Int32 = 0
    var words: [String] = []
    for name in (try? Files.names(in: folder.locks)) ?? [] where name.hasSuffix(".journal") {
      let terminal = String(name.dropLast(8))
      if LiveLock.isHeld(folder, name: terminal) && !Weakness.release.isOn { continue }
      tell(JournalUndo.undo(folder.locks + "/" + name), &words, &status)
    }
    tell(MachineUndo.undoLeftovers(), &words, &status)
    let held = LiveLock.all(in: folder)
    if !held.isEmpty && !Weakness.release.isOn {
      let terminals = held.map(\.terminal).joined(separator: ", ")
      return CommandOutput.complain("refused, a test is locked on \(terminals): finish it there first", 77)
    }
    let text = words.isEmpty ? "Nothing was left to undo.\n" : words.map { $0 + "\n" }.joined()
    return max(status, CommandOutput.write(text))
  }

  private static func tell(
    _ outcomes: [(Journal.Line, JournalUndo.Outcome)], _ words: inout [String], _ status: inout Int32
  ) {
    for (line, outcome) in outcomes {
      let what = "\(line.restriction.rawValue) on \(line.terminal == "machine" ? "this machine" : line.terminal)"
      switch outcome {
      case .undone: words.append("\(what): undone")
      case .moot where line.terminal == "machine": words.append("\(what): a restart has undone it")
      case .moot: words.append("\(what): that terminal is gone")
      case .changed: words.append("\(what): changed by something else since, left as it is")
      case .failed(let why):
        status = CommandOutput.complain(
          "\(what) cannot be undone (\(why)): run kiosk release again as its owner", 74)
      }
    }
  }
}
