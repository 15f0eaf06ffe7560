import Glibc

/// Where the program under test and its data are.
enum KioskProgram {
  /// The folder that holds this test program, hence everything built along with it.
  static var buildFolder: String {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let path = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    return parent(of: path)
  }

  /// The built `kiosk`.
  static var path: String { "\(buildFolder)/kiosk" }

  /// The repository the tests were built from.
  static var repository: String {
    // …/Tests/KioskTUITests/Support/KioskProgram.swift
    (0..<4).reduce(#filePath) { path, _ in parent(of: path) }
  }

  /// The exams that ship with the program, as they stand in the repository.
  static var shippedExams: String { "\(repository)/Assets/exams" }

  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}
