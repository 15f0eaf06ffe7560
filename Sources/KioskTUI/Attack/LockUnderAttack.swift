import Glibc
import KioskCore

/// A throw-away lock that stands: its processes, and what can be seen of it from outside.
final class LockUnderAttack {
  let terminal: AttackTerminal
  let place: ThrowAway
  /// The guardian.
  let guardian: Int32
  /// The attempt that is being sat.
  let attempt: String
  /// The lock as it stood when it was complete.
  let report: LockReport
  private var isReaped = false

  /// Why there is nothing to attack.
  struct Refusal: Error { let words: String }

  /// Starts a lock and waits until it stands. The candidate's yes is typed.
  init(on terminal: AttackTerminal, _ place: ThrowAway) throws(Refusal) {
    self.terminal = terminal
    self.place = place
    let known = Set(Self.attempts(in: place).map(\.id))
    let type = terminal.master == nil ? "TERM=linux" : "TERM=xterm"
    do throws(SystemFault) {
      let side = terminal.descriptor
      guardian = try Processes.start(
        "/proc/self/exe", ["kiosk", "exam", place.folder.exams + "/throw-away.exam.json", "--candidate", "Nobody"],
        environment: place.environment + [type], standard: .init(input: side, output: side, errors: side),
        ownSession: false)
    } catch { throw Refusal(words: "the throw-away lock cannot be started: \(error)") }
    let process = guardian
    var report: LockReport?
    var fault: SystemFault?
    var askedAt: Moment?
    let stands = terminal.wait(30_000) {
      let now = Clocks.boot()
      let notice = LiveLock.all(in: place.folder).first
      if notice?.report.phase == .locked { report = notice?.report }
      let isUp = ProcessFacts.children(of: process).contains { ProcessFacts.isConfined($0) || Weakness.programs.isOn }
      if notice == nil, isUp, askedAt.map({ now.since($0) > 700 }) ?? true {
        askedAt = now
        fault = terminal.type("y")
      }
      return report != nil || ProcessFacts.hasEnded(process)
    }
    // Written right after the lock is complete.
    var attempt: String?
    _ =
      report != nil
      && terminal.wait(5000) {
        attempt = Self.attempts(in: place).first { !known.contains($0.id) }?.id
        return attempt != nil
      }
    guard stands, let report, let attempt else {
      Self.end(process)
      let typed = fault.map { "its question cannot be answered (\($0))" } ?? "it did not come about"
      throw Refusal(words: "the throw-away lock failed: \(typed)")
    }
    self.report = report
    self.attempt = attempt
    // What was typed before the question was there is no answer of the test's.
    _ = terminal.wait(500) { false }
    terminal.type("\u{15}")
    _ = terminal.wait(2000) { [self] in answer.isEmpty }
  }

  deinit { end() }

  private static func attempts(in place: ThrowAway) -> [AttemptSummary] {
    (try? Store.open(place.folder)).flatMap { try? $0.summaries() } ?? []
  }

  /// The process that draws; `nil`: there is none.
  var frontEnd: Int32? {
    ProcessFacts.children(of: guardian).first { ProcessFacts.isConfined($0) || Weakness.programs.isOn }
  }

  /// What is typed in the first question.
  var answer: String {
    guard case .text(let text)? = DraftLog.peek(place.folder, attempt: attempt)?.entries[0]?.response else { return "" }
    return text
  }

  /// How the lock says it stands.
  var notice: LockReport? { LiveLock.all(in: place.folder).first?.report }

  /// Whether the kernel still holds the guardian's file, and the terminal takes keys as plain bytes.
  var holds: Bool {
    LiveLock.isHeld(place.folder, name: terminal.device.fileName)
      && ((try? TerminalModes(of: terminal.descriptor))?.keysArePlain ?? false) && !ProcessFacts.hasEnded(guardian)
  }

  /// Whether the lock stands in full, with a front end; given time to bring it back.
  func stands() -> Bool {
    guard holds else { return false }
    return terminal.wait(15_000) { [self] in
      !holds || notice?.phase == .locked && frontEnd.map { !ProcessFacts.isStopped($0) } ?? false
    } && holds
  }

  /// What the ledger says of the attempt: "homeBlocked Esc".
  var ledger: [String] {
    guard let detail = try? Store.open(place.folder).detail(of: attempt) else { return [] }
    return detail.ledger.map { $0.detail.isEmpty ? $0.what : "\($0.what) \($0.detail)" }
  }

  /// Hands in and leaves, as a candidate does. Whether the guardian ended with 0 and the terminal is as before.
  func handIn(leaving modes: TerminalModes) -> Bool {
    for _ in 0..<20 where notice != nil {
      for key in ["\u{1B}[20~", "\u{1B}[20~", "y"] {
        terminal.type(key)
        _ = terminal.wait(400) { [self] in notice == nil }
      }
    }
    let ended = terminal.wait(5000) { [self] in
      if ProcessFacts.hasEnded(guardian) { return true }
      terminal.type("\r")
      terminal.pump(200)
      return false
    }
    return ended && notice == nil && (try? TerminalModes(of: terminal.descriptor)) == modes
  }

  /// Ends what is left of it.
  func end() {
    if isReaped { return }
    isReaped = true
    Self.end(guardian)
  }

  private static func end(_ guardian: Int32) {
    kill(guardian)
    // Whom it leaves are this process's children (`adoptOrphans`), theirs too when they end: nobody writes any more.
    while case let orphans = ProcessFacts.children(of: getpid()), !orphans.isEmpty { orphans.forEach(kill) }
  }

  private static func kill(_ child: Int32) {
    Processes.send(SIGKILL, to: child)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
  }
}

extension ProcessFacts {
  /// The living children of a process that has one thread (proc_pid_task_children(5)).
  static func children(of parent: Int32) -> [Int32] {
    let bytes = (try? Files.contents("/proc/\(parent)/task/\(parent)/children", limit: 1 << 16)) ?? []
    return bytes.split(separator: UInt8(ascii: " ")).compactMap { Int32(String(decoding: $0, as: UTF8.self)) }
      .filter { !hasEnded($0) }
  }
}
