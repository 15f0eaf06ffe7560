import Glibc
import KioskCore

/// `kiosk autonomous -- PROGRAM [ARG…]`: hosts a program that may ask for its own lock.
enum AutonomousCommand {
  /// Runs it; returns the program's status, or this one's where it could not be started.
  static func run(_ arguments: [String]) -> Int32 {
    switch parse(arguments) {
    case .usage(let words): CommandOutput.complain(words, 64)
    case .missing(let words, let status): CommandOutput.complain(words, status)
    case .hosting(let hosting): Guardian.run(arguments: ["autonomous"], hosting: hosting)
    }
  }

  /// What came of reading the words after `kiosk autonomous`.
  enum Reading: Equatable {
    case hosting(Hosting)
    case usage(String)
    /// There is no such program, or it cannot be started.
    case missing(String, Int32)
  }

  /// Reads them. A name without a slash is looked for in `path` as a shell does.
  static func parse(_ arguments: [String], path: String? = nil) -> Reading {
    let example = "kiosk autonomous -- PROGRAM"
    guard let first = arguments.first else { return .usage("autonomous needs a program: \(example)") }
    guard first == "--" else {
      let word = ScreenText.quoted(first)
      return first.hasPrefix("-")
        ? .usage("autonomous takes no option \(word): \(example)")
        : .usage("the program comes after --: kiosk autonomous -- \(ScreenText.fitted(first))")
    }
    guard arguments.count > 1, !arguments[1].isEmpty else {
      return .usage("autonomous needs a program after --: \(example)")
    }
    let words = Array(arguments.dropFirst())
    let name = words[0]
    guard let found = find(name, in: path ?? getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin") else {
      return .missing("there is no program \(ScreenText.quoted(name)): look at its name, or write its whole path", 66)
    }
    guard let status = try? Files.status(found), status.isRegular, Files.may(X_OK, found) else {
      return .missing("\(ScreenText.quoted(found)) is no program that can be started: see chmod +x", 77)
    }
    return .hosting(Hosting(path: found, arguments: words))
  }

  /// The absolute path of a program; `nil`: there is none of that name.
  private static func find(_ name: String, in path: String) -> String? {
    if name.utf8.contains(UInt8(ascii: "/")) { return Files.may(F_OK, name) ? absolute(name) : nil }
    let places = path.split(separator: ":", omittingEmptySubsequences: false).map { $0.isEmpty ? "." : String($0) }
    let candidates = places.map { "\($0)/\(name)" }
    let runnable = candidates.first { candidate in
      Files.may(X_OK, candidate) && ((try? Files.status(candidate))?.isRegular ?? false)
    }
    return (runnable ?? candidates.first { Files.may(F_OK, $0) }).map(absolute)
  }

  private static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    let folder = Files.realPath(String(path[..<slash])) ?? "/"
    return folder + (folder == "/" ? "" : "/") + path[path.index(after: slash)...]
  }
}
