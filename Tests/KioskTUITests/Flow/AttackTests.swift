import Glibc
import KioskCore
import Testing

@testable import KioskTUI

/// `kiosk check --attack`: it gets out of nothing that holds, and out of everything that was switched off.
@Suite(.serialized) struct AttackTests {
  /// What one run told.
  struct Told {
    let status: Int32?
    let errors: String
    let tier: String
    private let attacks: [String: JSONNode]

    init(_ run: CommandRun) throws {
      status = run.status
      errors = run.errors
      let root = try JSONReader.read(Array(run.output.utf8)).root
      tier = root["tier"]?.string ?? ""
      var attacks: [String: JSONNode] = [:]
      for attack in root["attacks"]?.array ?? [] { attacks[attack["id"]?.string ?? ""] = attack }
      self.attacks = attacks
    }

    var ids: Set<String> { Set(attacks.keys) }
    func outcome(_ id: String) -> String { attacks[id]?["outcome"]?.string ?? "not told" }
    func detail(_ id: String) -> String { attacks[id]?["detail"]?.string ?? "" }
    func isPromised(_ id: String) -> Bool {
      if case .bool(true)? = attacks[id]?["promised"]?.value { true } else { false }
    }
    /// The attacks that got out.
    var escaped: Set<String> { ids.filter { outcome($0) == "escaped" } }
  }

  static let asNobody = ["--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs", "--"]
  /// Whether the program can be run as another user: who builds in a folder of his own alone cannot.
  static let canBeNobody: Bool = {
    guard getuid() == 0, access("/usr/bin/setpriv", X_OK) == 0 else { return false }
    return (try? CommandRun.run(asNobody + [KioskProgram.path, "--version"], program: "/usr/bin/setpriv"))?.status == 0
  }()

  private func attack(
    weakness: Weakness? = nil, only steps: [Assault.Step] = [], asNobody: Bool = false
  ) throws -> Told {
    let scratch = try TemporaryFolder()
    if asNobody { chmod(scratch.path, 0o777) }
    var environment: [String: String?] = ["TMPDIR": scratch.path]
    if let weakness { environment[Weakness.variable] = weakness.rawValue }
    if !steps.isEmpty { environment["KIOSK_ATTACKS"] = steps.map(\.rawValue).joined(separator: ",") }
    let arguments = ["check", "--attack", "--json"]
    let run =
      asNobody
      ? try CommandRun.run(
        Self.asNobody + [KioskProgram.path] + arguments, program: "/usr/bin/setpriv", environment: environment,
        timeout: 200)
      : try CommandRun.run(arguments, environment: environment, timeout: 200)
    // Nothing is left of the throw-away lock.
    #expect(try Files.names(in: scratch.path) == [])
    return try Told(run)
  }

  @Test func nothingThatWasPromisedGetsOut() throws {
    let told = try attack()
    #expect(told.status == 0, "\(told.errors)")
    #expect(
      told.ids == [
        "runProgram", "homeKeys", "signals", "terminalSignals", "injection", "paste", "pasteBurst", "clipboardRead",
        "consoleSwitch", "chvt", "consoleMode", "consoleModeSwitch", "trace", "stopFrontEnd", "killFrontEnd", "release",
        "passcodeSet", "resultsShow",
        "profileRemove", "secondAttach", "killGuardian",
      ])
    #expect(told.escaped.subtracting(["killGuardian", "trace", "pasteBurst"]).isEmpty)
    #expect(told.detail("killGuardian").contains("on the ledger"))
    #expect(!told.detail("killGuardian").contains("NOT"))
    #expect(!told.isPromised("killGuardian"))
    for id in ["homeKeys", "signals", "killFrontEnd", "runProgram", "release", "resultsShow", "profileRemove"] {
      #expect(told.outcome(id) == "blocked", "\(id): \(told.detail(id))")
      #expect(told.isPromised(id))
    }
    #expect(told.detail("homeKeys") == "15 forms, 15 counted")
  }

  /// What is switched off, the steps to try, what then gets out, and whether that breaks a promise.
  static let weaknesses: [(Weakness, [Assault.Step], String, Bool)] = [
    (.home, [.homeKeys], "homeKeys", true), (.signals, [.signals], "signals", false),
    (.frontEnd, [.killFrontEnd], "killFrontEnd", true), (.stopped, [.stopFrontEnd], "stopFrontEnd", true),
    (.programs, [.runProgram], "runProgram", false), (.paste, [.paste], "paste", true),
    (.clipboard, [.clipboardRead], "clipboardRead", false), (.release, [.secondTerminal], "release", true),
    (.results, [.secondTerminal], "resultsShow", true), (.home, [.injection], "injection", true),
    (.signals, [.terminalSignals], "terminalSignals", false),
  ]

  @Test(arguments: weaknesses.indices)
  func whatIsSwitchedOffIsSeenToLetOut(_ index: Int) throws {
    let (weakness, steps, id, isPromised) = Self.weaknesses[index]
    let told = try attack(weakness: weakness, only: steps)
    #expect(told.outcome(id) == "escaped", "\(weakness): \(told.detail(id)) \(told.errors)")
    #expect(told.isPromised(id) == isPromised)
    #expect(told.status == (isPromised ? 77 : 0), "\(told.errors)")
    if isPromised { #expect(told.errors.contains(id)) }
  }

  /// `check --attack > FILE` on a full disk once ended with 0 and nothing in the file, and complained anew for every line.
  @Test(arguments: [[], ["--json"]])
  func aResultThatCannotBeWrittenIsToldOnce(_ options: [String]) throws {
    let scratch = try TemporaryFolder()
    let command = ([KioskProgram.path, "check", "--attack"] + options).joined(separator: " ")
    let run = try CommandRun.run(
      ["-c", "\(command) >/dev/full"], program: "/bin/sh",
      environment: ["TMPDIR": scratch.path, "KIOSK_ATTACKS": Assault.Step.homeKeys.rawValue], timeout: 200)
    #expect(run.status == 74)
    #expect(
      run.errors
        == "kiosk: cannot write the result (No space left on device): make room, or look at the output\n")
  }

  @Test(.enabled(if: access("/usr/bin/tmux", X_OK) == 0, "needs tmux"))
  func aMultiplexerThatIsNotLookedForShowsTheTestTwice() throws {
    let told = try attack(weakness: .multiplexer, only: [.secondAttach])
    #expect(told.outcome("secondAttach") == "escaped", "\(told.detail("secondAttach"))")
    #expect(told.status == 77)
  }

  /// Root may set a passcode at any time.
  @Test(.enabled(if: canBeNobody, "needs root, to become another user, setpriv, and a build that user may read"))
  func anOrdinaryUserSetsAPasscodeOnlyWhereNobodyLooksAtTheLock() throws {
    let held = try attack(only: [.secondTerminal], asNobody: true)
    #expect(held.outcome("passcodeSet") == "blocked", "\(held.detail("passcodeSet")) \(held.errors)")
    #expect(held.status == 0)
    let weak = try attack(weakness: .passcode, only: [.secondTerminal], asNobody: true)
    #expect(weak.outcome("passcodeSet") == "escaped", "\(weak.detail("passcodeSet"))")
    #expect(weak.status == 77)
  }

  /// Said to be not applicable, as long as nothing was installed.
  @Test(.enabled(if: canBeNobody, "needs root, to become another user, setpriv, and a build that user may read"))
  func anOrdinaryUserRemovesAProfileOnlyWhereNobodyLooksAtTheLock() throws {
    let held = try attack(only: [.secondTerminal], asNobody: true)
    #expect(held.outcome("profileRemove") == "blocked", "\(held.detail("profileRemove")) \(held.errors)")
    #expect(held.detail("profileRemove") == "refused with 77")
    #expect(held.status == 0)
    let weak = try attack(weakness: .profile, only: [.secondTerminal], asNobody: true)
    #expect(weak.outcome("profileRemove") == "escaped", "\(weak.detail("profileRemove"))")
    #expect(weak.status == 77)
  }

  @Test(.enabled(if: canBeNobody, "needs root, to become another user, setpriv, and a build that user may read"))
  func anOrdinaryUserCanTraceOnlyWhatIsLeftDumpable() throws {
    let held = try attack(only: [.trace], asNobody: true)
    #expect(held.outcome("trace") == "blocked", "\(held.detail("trace")) \(held.errors)")
    #expect(held.isPromised("trace"))
    let weak = try attack(weakness: .dumpable, only: [.trace], asNobody: true)
    #expect(weak.outcome("trace") == "escaped")
    // What can be traced does not say that it cannot.
    #expect(!weak.isPromised("trace"))
    #expect(weak.status == 0)
  }
}
