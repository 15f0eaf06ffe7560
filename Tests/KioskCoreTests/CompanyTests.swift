import Glibc
import Testing

@testable import KioskCore

@Suite("The company on a terminal")
struct CompanyTests {
  private func company(
    _ holders: [String], ancestors: [String] = [], unreadable: Bool = false, hints: [String: String] = [:],
    kind: TerminalDevice.Kind = .pseudo(3)
  ) throws -> [RestrictionID: RestrictionReport] {
    let pair = try #require(PseudoTerminal())
    var device = try #require(TerminalDevice(pair.slave))
    device = TerminalDevice(path: device.path, kind: kind)
    let company = TerminalCompany(
      device: device,
      holds: holders.enumerated().map {
        TerminalCompany.Hold(
          program: TerminalCompany.Program(process: Int32(100 + $0.offset), name: $0.element), descriptor: 7)
      }, someUnreadable: unreadable,
      ancestors: ancestors.map { TerminalCompany.Program(process: 50, name: $0) }, tracer: nil, hints: hints)
    return Dictionary(uniqueKeysWithValues: company.reports.map { ($0.id, $0) })
  }

  @Test("is found by who holds the other end, whatever the environment says")
  func findsTheHolder() throws {
    let pair = try #require(PseudoTerminal())
    let device = try #require(TerminalDevice(pair.slave))
    // This very process holds both ends; looked at from its parent it is a stranger.
    let company = TerminalCompany.look(at: device, from: getppid())
    let own = try #require(company.holds.first { $0.program.process == getpid() })
    #expect(own.descriptor == pair.master)
    #expect(company.lookedAtAgain(from: getppid()).holds == company.holds)
    let recording = try #require(company.reports.first { $0.id == .recording })
    #expect(recording.state == .detected)
    #expect(recording.finding.contains("holds the other end of this terminal"))
  }

  @Test("tmux, screen and zellij are multiplexers; script and asciinema recorders; sshd and mosh remote")
  func knowsRoles() throws {
    for name in ["tmux", "tmux: server", "screen", "SCREEN", "zellij"] {
      #expect(try company([name])[.multiplexer]?.state == .detected)
      #expect(try company([name])[.recording]?.state == .absent)
    }
    for name in ["script", "asciinema", "ttyrec", "expect"] {
      #expect(try company([name])[.recording]?.state == .detected)
    }
    for name in ["sshd", "sshd-session", "mosh-server", "dropbear"] {
      #expect(try company([name])[.remote]?.state == .detected)
    }
    #expect(
      try company(["tmux"])[.multiplexer]?.finding == "tmux holds the other end of this terminal")
  }

  @Test("a known terminal emulator is no finding, a program nobody knows may be recording")
  func tellsEmulatorsFromStrangers() throws {
    let known = try company(["xterm"])
    #expect(known.values.allSatisfy { $0.state == .absent })
    let stranger = try company(["mystery"])
    #expect(stranger[.recording]?.state == .detected && stranger[.multiplexer]?.state == .absent)
  }

  @Test("a renamed multiplexer is known by its process, which the session's variable names")
  func knowsRenamedPrograms() throws {
    #expect(try company(["mystery"], hints: ["TMUX": "/tmp/x,100,0"])[.multiplexer]?.state == .detected)
    #expect(try company(["xterm"], hints: ["TMUX": "/tmp/x,999,0"])[.multiplexer]?.state == .absent)
  }

  @Test("who cannot be seen is unknown, never absent")
  func failsClosed() throws {
    for unreadable in [true, false] {
      let reports = try company([], unreadable: unreadable)
      for report in reports.values {
        guard case .unavailable(let reason) = report.state else {
          Issue.record("\(report.summary)")
          continue
        }
        #expect(reason.hasPrefix("unknown"))
      }
    }
  }

  @Test("a session below sshd is remote, a recording below script is one, however many terminals lie between")
  func looksAtAncestors() throws {
    let reports = try company(["tmux"], ancestors: ["bash", "script", "bash", "sshd"])
    #expect(reports.values.allSatisfy { $0.state == .detected })
  }

  @Test("a console has no other end")
  func consolesHaveNone() throws {
    #expect(try company([], kind: .console(1)).values.allSatisfy { $0.state == .absent })
  }
}
