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

  private let isLock: Bool

  /// Takes it: for a lock (`isLock`), or for a look and what is to be undone. Lines that a killed process left are in
  /// `journal`, to be undone first.
  public init(_ folder: String = MachineHold.folder, forLock isLock: Bool = false) throws(Refusal) {
    self.isLock = isLock
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
      isFree = try Self.take(lock, patience: isLock ? 200 : 20)
    } catch {
      Files.close(lock)
      throw .fault(error)
    }
    guard isFree else {
      Files.close(lock)
      throw .held
    }
    do throws(SystemFault) {
      // The holder's alone from here on: opened by another, what is being written would be mended under his hands.
      journal = try JournalFile(path: folder + "/machine.journal")
    } catch {
      Files.closeLocked(lock)
      throw .fault(error)
    }
    if isLock { try? Files.writeAll(lock, Array("\(getpid())\n".utf8)) }
  }

  deinit {
    if isLock { try? Files.truncate(lock, to: 0) }
    Files.closeLocked(lock)
  }

  /// Another lock has it for as long as that lives, which it says in the file, and nobody waits for it. Someone who only
  /// looks has it for an instant: tried so often, five milliseconds apart.
  private static func take(_ lock: Int32, patience: Int) throws(SystemFault) -> Bool {
    for _ in 0..<patience {
      if try Files.lock(lock) { return true }
      if let holder = holder(lock), OtherLock.holdsFile(holder) { return false }
      usleep(5000)
    }
    return false
  }

  /// The process that the file names: of a lock that lives, or was killed.
  private static func holder(_ lock: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(lock, &bytes, bytes.count, 0)
    return Int32(String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 0x0A }, as: UTF8.self))
  }

  /// Whether a killed process may have left something.
  public static func mayHaveLeftovers(_ folder: String = MachineHold.folder) -> Bool {
    ((try? Files.status(folder + "/machine.journal"))?.size ?? 0) > Int64(Journal.header.utf8.count)
  }

  /// Empties the journal's file, where nothing is left to undo.
  public func tidy() { if journal.lines.isEmpty { journal.empty() } }
}
