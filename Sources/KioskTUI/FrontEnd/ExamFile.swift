import Glibc
import KioskCore

/// One exam file, by its path or by the name a person gave it: read and checked, or why not.
enum ExamFile {
  /// Reads and checks the file at `path`. Of a bank of questions the questions are left for later (`Exam.isOutline`) unless
  /// it is to be `whole`.
  static func read(_ path: String, whole: Bool = false) -> SittingEvent {
    let bytes: [UInt8]
    let isBank = BankExam.isNamed(path)
    do throws(SystemFault) {
      bytes = try Files.regularContents(path, limit: isBank ? BankReading.largest : ExamReader.largest)
    } catch {
      if error.code == EFBIG {
        return .examRejected(
          [isBank ? "\(path) is larger than 256 MiB: divide it" : ExamReader.tooLarge.described(file: path)], status: 65
        )
      }
      return .examRejected(["cannot read \(path) (\(error.reason)): see who may read it"], status: 66)
    }
    if isBank { return bank(bytes, path, whole) }
    let reading = ExamReader.read(bytes)
    guard let exam = reading.exam else {
      return .examRejected(reading.problems.map { $0.described(file: path) }, status: 65)
    }
    return .examOpened(exam)
  }

  /// A bank of questions: an exam with what is to be said of it first, or why it is none.
  private static func bank(_ bytes: [UInt8], _ path: String, _ whole: Bool) -> SittingEvent {
    let opened = whole ? BankExam.open(bytes, path: path) : BankExam.outline(bytes, path: path)
    if let exam = opened.exam { return .bankOpened(exam, preview: opened.summary.preview) }
    let lines = opened.summary.problems.map { $0.described(file: path) }
    return .examRejected(["\(path) has no question that can be used: see kiosk bank lint"] + lines, status: 65)
  }

  /// Whether `name` is a path; else it is an id, which the library is asked for.
  static func isPath(_ name: String) -> Bool {
    name.contains("/") || name.hasSuffix(".json") || BankExam.isNamed(name)
  }

  /// Reads the file that a person named by its path.
  static func read(named name: String, whole: Bool = false) -> SittingEvent {
    let shown = ScreenText.fitted(name)
    do throws(SystemFault) {
      if try Files.status(name).isDirectory {
        return .examRejected(["\(shown) is a folder: name a .exam.json file"], status: 66)
      }
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR {
        return .examRejected(["no such file: \(shown)"], status: 66)
      }
    }
    return read(name, whole: whole)
  }

  /// What is wrong with the exam `name`, in lines, and the status to leave with, as far as it can be told without a
  /// store: for a command that has no terminal to show it on.
  static func faults(_ name: String) -> (lines: [String], status: Int32)? {
    let found =
      isPath(name)
      ? read(named: name) : DataFolder.foreseen().flatMap { ExamLibrary(data: $0).path(of: name) }.map { read($0) }
    guard case .examRejected(let lines, let status)? = found else { return nil }
    return (lines, status)
  }
}
