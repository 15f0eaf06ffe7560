import Testing

@testable import KioskCore

@Suite("The front end's sandbox")
struct SandboxTests {
  @Test("lets no way to another program or process through, and everything a screen needs")
  func deniesEveryWayOut() throws {
    let probe = try #require(Probe(["sandbox"]))
    let lines = probe.read()
    #expect(probe.wait() == 0)
    let ways = [
      "execve", "execveat", "fork", "ptrace", "process_vm_readv", "TIOCSTI", "TIOCLINUX", "posix_spawn",
    ]
    #expect(
      lines == ways.map { "\($0) denied" } + [
        "undumpable true", "confined true", "TIOCGWINSZ allowed", "files allowed",
      ]
    )
  }
}
