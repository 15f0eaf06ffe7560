import Glibc
import Testing

@testable import KioskCore

@Suite("The folder of a hosted program's socket")
struct SocketFolderTests {
  @Test("is another one where somebody has taken its name", arguments: ["a file", "a link", "a folder for all"])
  func taken(_ what: String) throws {
    let name = "test-\(getpid())-\(what.utf8.count)"
    let free = try LocalSocket.makeFolder(name)
    #expect(try LocalSocket.makeFolder(name) == free)
    rmdir(free)
    // In every place where it could be.
    var taken: [String] = []
    defer { for path in taken where unlink(path) != 0 { rmdir(path) } }
    for _ in 0..<3 {
      let path = try LocalSocket.makeFolder(name)
      taken.append(path)
      rmdir(path)
      switch what {
      case "a file": close(open(path, O_CREAT | O_WRONLY, 0o600))
      case "a link": symlink("/tmp", path)
      default:
        mkdir(path, 0o777)
        chmod(path, 0o777)
      }
    }
    let other = try LocalSocket.makeFolder(name)
    defer { rmdir(other) }
    #expect(!taken.contains(other))
    var status = stat()
    #expect(lstat(other, &status) == 0 && status.st_mode == 0o040_700 && status.st_uid == geteuid())
  }
}
