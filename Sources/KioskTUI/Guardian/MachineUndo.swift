import Glibc
import KioskCore

/// Undoes what a killed lock left of the machine's settings.
///
/// MUST: running it again changes nothing; a setting that stands otherwise than the lock left it is left alone.
enum MachineUndo {
  /// The line that tells how a setting stood.
  static func line(_ id: RestrictionID, _ prior: String) -> Journal.Line {
    Journal.Line(restriction: id, terminal: "machine", mark: JournalUndo.boot, prior: prior)
  }

  /// Undoes every line of the journal that is held, from the last to the first, and strikes it.
  @discardableResult
  static func undo(_ hold: MachineHold, _ settings: MachineSettings) -> [(Journal.Line, JournalUndo.Outcome)] {
    var outcomes: [(Journal.Line, JournalUndo.Outcome)] = []
    for line in hold.journal.lines.reversed() {
      var outcome = undo(line, settings)
      if case .failed = outcome {
      } else {
        do throws(SystemFault) {
          try hold.journal.strike(line.restriction)
        } catch { outcome = .failed("\(error)") }
      }
      outcomes.append((line, outcome))
    }
    hold.tidy()
    return outcomes
  }

  private static func undo(_ line: Journal.Line, _ settings: MachineSettings) -> JournalUndo.Outcome {
    // A restart of the machine puts every one of these settings back itself.
    guard line.mark == JournalUndo.boot else { return .moot }
    do throws(SystemFault) {
      return try settings.restore(line.restriction, line.prior) ? .undone : .changed
    } catch { return .failed("\(error)") }
  }

  /// The same where no lock holds the machine now: what `kiosk release` does. Does nothing where nothing was left.
  static func undoLeftovers(_ folder: String = MachineHold.folder) -> [(Journal.Line, JournalUndo.Outcome)] {
    guard MachineHold.mayHaveLeftovers(folder) else { return [] }
    do throws(MachineHold.Refusal) {
      let hold = try MachineHold(folder)
      // Whichever console is in front: the settings are the same for all.
      let console = (try? Files.open("/dev/tty0", O_RDWR | O_NOCTTY | O_NONBLOCK)) ?? -1
      defer { if console >= 0 { Files.close(console) } }
      return undo(hold, MachineSettings(console: console))
    } catch {
      // Held: a lock that lives needs no undoing. Else it is not this user's to undo.
      guard case .fault(let fault) = error else { return [] }
      let lines = (try? Files.contents(folder + "/machine.journal", limit: 1 << 20)).map(Journal.init(bytes:))?.lines
      return (lines ?? []).map { ($0, .failed("\(fault)")) }
    }
  }
}
