import Glibc
import Testing

@testable import KioskCore

/// A running KioskCrashProbe whose words are read from a pipe.
struct Probe {
  let pid: pid_t
  let output: Int32

  init?(_ arguments: [String]) {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    let own = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // `swift test` runs a helper of the toolchain for some test libraries; the build folder is then that of this package.
    let beside = own.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/KioskCrashProbe"
    let program = access(beside, X_OK) == 0 ? beside : "\(Repository.root)/.build/debug/KioskCrashProbe"
    var ends: [Int32] = [0, 0]
    guard access(program, X_OK) == 0, pipe(&ends) == 0 else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    var argv: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { argv.forEach { free($0) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, program, &actions, nil, &argv, environ)
    close(ends[1])
    output = ends[0]
    self.pid = pid
    if code != 0 { return nil }
  }

  /// Kills it, and everything it had said.
  func kill() -> [String] {
    Glibc.kill(pid, SIGKILL)
    let lines = read()
    close(output)
    _ = wait()
    return lines
  }

  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    return status
  }

  /// The first byte, so that the clock starts when the work does.
  func waitForWords() {
    var poll = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    Glibc.poll(&poll, 1, 20_000)
  }

  /// Everything it says until it ends.
  func read() -> [String] {
    let bytes = (try? Files.contents(of: output)) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

@Suite struct CrashTests {
  /// Killed at 200 random moments while typing and accepting: no accepted response is lost, none appears that was not
  /// given, and what was on the screen is there again, letter for letter. Alone, and with company in the journal of drafts.
  @Test(arguments: [false, true]) func nothingConfirmedIsLostWhereverItIsKilled(hasCompany: Bool) throws {
    let scratch = ScratchFolder()
    let other = try hasCompany ? DraftLog.open(scratch.folder, attempt: "OTHER") : nil
    try other?.mark(slot: 0, consumed: 1)
    try other?.sync()
    let store = try Store.open(scratch.folder)
    try store.begin(Sample.attempt("CRASH"), tier: .terminal, restrictions: [])
    var shown: [Int: String] = [:]
    var accepted: [String] = []
    var random = SystemRandomNumberGenerator()
    for round in 0..<200 {
      let probe = try #require(
        Probe(["sit", scratch.folder.path, "CRASH", "\(random.next())"]), "the crash probe is not built")
      // Its texts begin empty in each life; what it changes is compared, what it leaves alone stays.
      probe.waitForWords()
      usleep(UInt32.random(in: 0...12_000))
      let lines = probe.kill()
      var pendingDraft: (slot: Int, text: String)?
      var pendingStep: String?
      for line in lines {
        let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        try #require(parts.count == 3, "\(line)")
        let slot = try #require(Int(parts[1]))
        switch parts[0] {
        case "d": pendingDraft = (slot, parts[2])
        case "D":
          shown[slot] = parts[2]
          pendingDraft = nil
        case "c": pendingStep = "\(slot) \(parts[2])"
        case "C":
          accepted.append("\(slot) \(parts[2])")
          shown[slot] = parts[2]
          pendingStep = nil
        default: Issue.record("round \(round): \(line)")
        }
      }
      let steps = try store.steps(of: "CRASH")
      let kept = steps.compactMap { step -> String? in
        guard case .response(.text(let text)) = step.kind else { return nil }
        return "\(step.slot) \(text)"
      }
      if kept.count == accepted.count + 1, let pendingStep {
        accepted.append(pendingStep)
        shown[Int(pendingStep.prefix(1)) ?? 0] = String(pendingStep.dropFirst(2))
      }
      #expect(kept.map { Array($0.utf8) } == accepted.map { Array($0.utf8) }, "round \(round)")
      let log = try DraftLog.open(scratch.folder, attempt: "CRASH", steps: steps)
      for slot in 0..<4 {
        var seen = kept.last { $0.hasPrefix("\(slot) ") }.map { String($0.dropFirst(2)) }
        if case .text(let draft) = log.state.entries[slot]?.response { seen = draft }
        if let pendingDraft, pendingDraft.slot == slot, seen == pendingDraft.text { shown[slot] = pendingDraft.text }
        #expect(seen ?? "" == shown[slot] ?? "", "round \(round), slot \(slot)")
      }
    }
    #expect(try Ledger(scratch.folder).verify().holds)
    #expect(DraftJournal.tails(scratch.folder, of: "CRASH").isEmpty == !hasCompany)
    #expect(other?.state.consumed ?? 1 == 1)
  }

  @Test func eightProcessesAppendWithoutAForkInTheChain() throws {
    let scratch = ScratchFolder()
    var probes: [Probe] = []
    for _ in 0..<8 {
      probes.append(try #require(Probe(["ledger", scratch.folder.path, "50"]), "the crash probe is not built"))
    }
    for probe in probes {
      #expect(probe.wait() == 0)
      close(probe.output)
    }
    let verdict = try Ledger(scratch.folder).verify()
    #expect(verdict.holds, "\(verdict.faults)")
    #expect(verdict.entries == 400)
  }

  /// SQLite refuses at once, without waiting, to begin the log of a store that another is writing to.
  @Test func whoComesWhileAnotherMakesTheStoreWaitsForIt() throws {
    let scratch = ScratchFolder()
    Files.close(try Files.open(scratch.folder.store, O_RDWR | O_CREAT, mode: 0o600))
    let other = try Database(path: scratch.folder.store)
    try other.execute("BEGIN IMMEDIATE")
    let probe = try #require(Probe(["ledger", scratch.folder.path, "1"]), "the crash probe is not built")
    defer { close(probe.output) }
    // Long enough for it to have been refused.
    usleep(500_000)
    try other.execute("ROLLBACK")
    #expect(probe.wait() == 0)
    #expect(try Ledger(scratch.folder).verify().entries == 1)
  }

  /// While a test was sat, `kiosk results show` counted its interruptions a moment before it listed them.
  @Test func whatIsToldOfAnAttemptIsOfOneMoment() throws {
    let scratch = ScratchFolder()
    let store = try Store.open(scratch.folder)
    try store.begin(Sample.attempt("SAT"), tier: .terminal, restrictions: [])
    let probe = try #require(
      Probe(["ledger", scratch.folder.path, "400", "SAT", "focusLost"]), "the crash probe is not built")
    defer { close(probe.output) }
    var differing = 0
    var hasEnded = false
    repeat {
      hasEnded = waitpid(probe.pid, nil, WNOHANG) == probe.pid
      let detail = try store.detail(of: "SAT")
      if detail.summary.interruptions != detail.ledger.count(where: { $0.what == "focusLost" }) { differing += 1 }
    } while !hasEnded
    #expect(differing == 0)
    #expect(try store.detail(of: "SAT").summary.interruptions == 400)
  }
}
