import CHarness
import Glibc

/// A folder of its own for one test, private to the user, gone with all it holds when the test lets go of it.
final class TemporaryFolder {
  /// The folder's path, without a slash at its end.
  let path: String

  /// Makes the folder below `$TMPDIR` or `/tmp`.
  init() throws {
    var template = Array("\(TestEnvironment.temporary)/kiosk-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw HarnessError.system("mkdtemp", errno) }
    path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { harness_remove_tree(path) }

  /// The path of something inside.
  func appending(_ name: String) -> String { "\(path)/\(name)" }
}
