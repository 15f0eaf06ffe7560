import Glibc
import KioskCore

/// A file for a practice's report: where it goes unless something else is named, and the writing of it.
enum ReportFile {
  /// In the user's home folder where it can be written to, else in the data folder.
  static func proposal(exam: String, at wall: WallTime, data: String) -> String {
    let name = exam.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") ? $0 : "-" }
    let folder = home.flatMap { Files.may(W_OK | X_OK, $0) ? $0 : nil } ?? data
    return "\(folder)/\(String(name.prefix(60)))-practice-\(Timestamps.day(wall)).txt"
  }

  private static var home: String? {
    guard let home = getenv("HOME"), home.pointee == 0x2F else { return nil }
    return String(cString: home)
  }

  /// Writes it. A file that is there is written over only where that was asked for.
  static func save(_ text: String, to named: String, overwriting: Bool) -> ReportSaving {
    let path = absolute(named)
    do throws(SystemFault) {
      if overwriting, (try? Files.status(path))?.isRegular == true {
        try Files.replace(path, with: Array(text.utf8), mode: 0o644)
        return .saved(path)
      }
      let file = try Files.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o644)
      defer { Files.close(file) }
      do throws(SystemFault) {
        try Files.writeAll(file, Array(text.utf8))
        try Files.fsync(file)
      } catch {
        // Half a report is none.
        try? Files.unlink(path)
        throw error
      }
      return .saved(path)
    } catch {
      return error.code == EEXIST && isFile(path) ? .taken : .failed(words(for: error, path))
    }
  }

  private static func isFile(_ path: String) -> Bool { (try? Files.status(path))?.isRegular == true }

  /// "~/x" and "x" as a whole path.
  private static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    if path.hasPrefix("~/"), let home { return home + path.dropFirst(1) }
    guard let here = Files.realPath(".") else { return path }
    return here == "/" ? "/" + path : "\(here)/\(path)"
  }

  /// Names the place and the mend.
  private static func words(for fault: SystemFault, _ path: String) -> String {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    switch fault.code {
    case ENOENT, ENOTDIR: return "\(folder) is no folder: name one that is there."
    case EACCES, EPERM: return "\(folder) may not be written to: name another folder."
    case EROFS: return "\(folder) is read-only: name another folder."
    case EEXIST, EISDIR, ELOOP: return "\(path) is no file: add a name to it."
    case ENOSPC, EDQUOT: return "The disk of \(folder) is full: make room, or name another folder."
    case ENAMETOOLONG: return "That name is too long: name a shorter one."
    default: return "\(path) cannot be written (\(fault)): name another file."
    }
  }
}
