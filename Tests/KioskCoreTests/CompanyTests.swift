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

@Suite struct ProcessStatusTests {
  @Test func whatTheKernelWritesIsRead() {
    let text = """
      Name:\tki osk\nUmask:\t0022\nState:\tT (stopped)\nTgid:\t7\nPid:\t7\nPPid:\t4194303\nTracerPid:\t12
      SigQ:\t0/1\nSigPnd:\t0000000000000000\nSigBlk:\tfffffffe7ffbfeff\nSigIgn:\t1000\nSigCgt:\t2\nCapInh:\t0000000000000000
      CapEff:\t000001ffffffffff\nNoNewPrivs:\t1\nSeccomp:\t2\nSeccomp_filters:\t1\n
      """
    let status = Array(text.utf8).withUnsafeBytes { ProcessStatus(lines: $0) }
    #expect(status.name == "ki osk")
    #expect(status.state == UInt8(ascii: "T"))
    #expect(status.parent == 4_194_303)
    #expect(status.tracer == 12)
    #expect(status.blocked == 0xffff_fffe_7ffb_feff)
    #expect(status.ignored == 0x1000 && status.caught == 2)
    #expect(status.capabilities == 0x1ff_ffff_ffff)
    #expect(status.isFiltered && status.gainsNothing)
  }

  @Test func whatIsCutOrStrangeCountsAsNothing() {
    for text in ["", "PPid:", "PPid:\tx", "SigBlk\t1", "Seccomp:\t1", "NoNewPrivs:\t0", "\n\n\n", "TracerPid:\t-1"] {
      let status = Array(text.utf8).withUnsafeBytes { ProcessStatus(lines: $0) }
      #expect(status.parent == 0 && status.tracer == 0 && status.blocked == 0, "\(text)")
      #expect(!status.isFiltered && !status.gainsNothing, "\(text)")
    }
  }

  @Test func oneOwnIsRead() throws {
    let status = try #require(ProcessStatus(of: getpid()))
    #expect(status.parent == getppid())
    #expect(ProcessStatus(of: 0) == nil)
  }
}

@Suite struct ProcessStatTests {
  private func read(_ line: String) -> ProcessStat? { Array(line.utf8).withUnsafeBytes { ProcessStat(line: $0) } }

  @Test func aNameMayHoldBracketsAndBlanks() {
    let stat = read("12 (a) Z (b) S 1 12 34 1025 12 4194304 9 9 9 9 9 9 9 9 20 0 1 0 987654 4096 2\n")
    #expect(stat?.name == "a) Z (b")
    #expect(stat?.session == 34)
    #expect(stat?.terminal == 1025)
    #expect(stat?.started == 987_654)
  }

  @Test func whatHasEndedOrIsNoSuchLineIsNothing() {
    for line in [
      "", "12", "12 (a", "12 (a) Z 1 12 34 1025 12", "12 (a) S 1 12", "12 (a) S 1 12 x y z",
      "12 (a) S 1 12 34 1025 12 0 9 9", ")(", "12 )a( S 1 2 3 4",
    ] {
      #expect(read(line) == nil, "\(line)")
    }
  }

  @Test func oneOwnIsRead() throws {
    #expect(try #require(ProcessStat(of: getpid())).session == getsid(0))
    #expect(ProcessStat(of: 0) == nil)
  }
}
