import Glibc

/// The right to change what the whole machine has but once (keyboard table, kernel settings), and the journal of it.
///
/// One process has it at a time, whatever data folder it works in, so that nobody takes another lock's change for the
/// state to come back to. It lies below `/run`, which a restart empties, as it resets what is written there.
public final class MachineHold {
  /// Why it cannot be had.
  public enum Refusal: Error, Equatable, Sendable {
    /// Another process has it.
    case held
    /// The files cannot be made.
    case fault(SystemFault)
  }

  /// Where it is, writable by root alone.
  public static let folder = "/run/kiosk"

  /// The changes that are not undone yet, by this process or by one that was killed.
  public let journal: JournalFile
  private let lock: Int32

  /// Takes it. Lines that a killed process left are in `journal`, to be undone first.
  public init(_ folder: String = MachineHold.folder) throws(Refusal) {
    do throws(SystemFault) {
      if !Files.may(F_OK, folder) {
        do throws(SystemFault) {
          try Files.makeDirectory(folder, mode: 0o755)
        } catch { if error.code != EEXIST { throw error } }
      }
      let status = try Files.status(folder)
      // A journal that others can write would have root do what they like.
      guard status.isDirectory, status.owner == geteuid(), !status.isWritableByOthers else {
        throw SystemFault(call: "open", subject: folder, code: EPERM)
      }
      lock = try Files.open(folder + "/machine.lock", O_RDWR | O_CREAT | O_NOFOLLOW)
    } catch {
      throw .fault(error)
    }
    let isFree: Bool
    do throws(SystemFault) {
      isFree = try Self.take(lock)
      journal = try JournalFile(path: folder + "/machine.journal")
    } catch {
      Files.close(lock)
      throw .fault(error)
    }
    // From here on everything is there, so that `deinit` closes.
    guard isFree else { throw .held }
  }

  deinit { Files.closeLocked(lock) }

  /// Someone who only looks has it for an instant: tried for a tenth of a second.
  private static func take(_ lock: Int32) throws(SystemFault) -> Bool {
    for _ in 0..<20 {
      if try Files.lock(lock) { return true }
      usleep(5000)
    }
    return false
  }

  /// Whether a killed process may have left something.
  public static func mayHaveLeftovers(_ folder: String = MachineHold.folder) -> Bool {
    ((try? Files.status(folder + "/machine.journal"))?.size ?? 0) > Int64(Journal.header.utf8.count)
  }

  /// Empties the journal's file, where nothing is left to undo.
  public func tidy() { if journal.lines.isEmpty { journal.empty() } }
}
