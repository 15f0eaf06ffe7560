import Glibc
import KioskCore
import Testing

/// One machine for all tests of the lab, with kiosk installed, and a snapshot of it for each locker it was locked with.
final class ConsoleLab {
  nonisolated(unsafe) private static var shared: Result<ConsoleLab, any Error>?

  /// Why a machine that boots cannot be had on this one.
  private struct Absence: Error { let reason: any Error }

  /// The lab; a test is called off with the reason where there can be none. It fails where kiosk cannot be put on it.
  static func have() throws -> ConsoleLab {
    let lab = shared ?? Result { try ConsoleLab() }
    shared = lab
    switch lab {
    case .success(let lab): return lab
    case .failure(let absence as Absence): try Test.cancel("there is no console lab here: \(absence.reason)")
    case .failure(let fault): throw fault
    }
  }

  let machine: LabMachine
  private var kept: Set<LabLocker> = []

  private init() throws {
    let files = try LabFiles()
    do {
      let image = try LabImage.have()
      machine = try LabMachine(image, copyOf: image.booted, files: files.archive, snapshot: "ready")
      try machine.shell.wait()
    } catch {
      throw Absence(reason: error)
    }
    try machine.shell.run("date -s @\(time(nil))")
    try machine.shell.run("tar -C / -xf /dev/vdb --keep-directory-symlink --skip-old-files")
    try machine.shell.run("systemd-sysusers && systemctl daemon-reload")
    // Debian leaves the one SysRq key out that ends all programs; here it is to be held as the others are.
    try machine.shell.run("echo kernel.sysrq=502 >/etc/sysctl.d/lab.conf; sysctl -q -p /etc/sysctl.d/lab.conf; sync")
    try machine.save("installed")
  }

  /// A machine as installed, with the login prompt.
  func start() throws { try machine.load("installed") }

  /// What `kiosk status` says: to root of the service's folder, or to whoever has logged in.
  func status(of locker: LabLocker = .kioskService) throws -> JSONNode {
    let text = try machine.shell.run(
      locker == .kioskShell ? "su - student -c 'kiosk status --json'" : "KIOSK_DATA=/var/lib/kiosk kiosk status --json")
    return try JSONReader.read(Array(text.utf8)).root
  }

  /// What the ledger of the service's newest attempt says: "homeBlocked Esc".
  func ledger() throws -> [String] {
    let kiosk = "KIOSK_DATA=/var/lib/kiosk kiosk results"
    let list = try JSONReader.read(Array(machine.shell.run("\(kiosk) list --json").utf8)).root
    let attempt = list.array?.first?["attempt"]?.string ?? ""
    return ToldAttempt(
      node: try JSONReader.read(Array(machine.shell.run("\(kiosk) show \(attempt) --json").utf8)).root
    ).ledger
  }

  /// A machine locked with a locker.
  func lock(with locker: LabLocker) throws {
    if kept.contains(locker) { return try machine.load(locker.process + locker.rawValue.filter(\.isLetter)) }
    try start()
    try locker.lock(machine)
    try machine.save(locker.process + locker.rawValue.filter(\.isLetter))
    kept.insert(locker)
  }

  /// Tries each attack and tells what came of it. As long as all are blocked they go on against the same lock.
  func attack(_ locker: LabLocker, with attacks: [LabAttack] = LabAttack.allCases) throws -> [LabAttack: LabCell] {
    var cells: [LabAttack: LabCell] = [:]
    var isLocked = false
    for attack in attacks where attack.applies(to: locker) {
      if !isLocked { try lock(with: locker) }
      let cell = try outcome(of: attack, on: locker)
      cells[attack] = cell
      isLocked = cell == .blocked
    }
    return cells
  }

  private func outcome(of attack: LabAttack, on locker: LabLocker) throws -> LabCell {
    let sight = LabSight(front: try machine.front(), processes: try machine.processes(locker.process))
    try #require(!sight.processes.isEmpty, "\(locker.rawValue) does not run before \(attack.rawValue)")
    try attack.perform(on: machine, locker)
    // Where nothing is locked each takes effect at once; a shut-down within two seconds.
    let end = monotonicSeconds() + attack.patience
    while monotonicSeconds() < end {
      if let cell = try change(since: sight, attack, locker) { return cell }
      usleep(200_000)
    }
    // A machine that had its shell killed too, or is busy, has not been looked at yet.
    try? machine.shell.wait(seconds: 60)
    if let cell = try change(since: sight, attack, locker) { return cell }
    guard locker.isKiosk else { return .blocked }
    // A front end that was killed has a new one by now; a loaded machine may need longer, also to go down.
    do {
      try machine.wait(for: "the question, locked", seconds: 60) {
        if try machine.monitor.lookForEnding() != nil { return true }
        let screen = try machine.screen(1)
        return screen.contains("Locked") && screen.contains("What is the capital of Canada?")
      }
    } catch {
      print("after \(attack.rawValue): \(error)")
      return .lost
    }
    if let ending = try machine.monitor.lookForEnding() { return ending == .off ? .off : .reboots }
    return .blocked
  }
}

/// What is looked at before an attack and after it.
struct LabSight {
  let front: Int
  let processes: [(pid: Int, state: String)]
}

extension ConsoleLab {
  /// What has changed, if anything has that leads out.
  private func change(since before: LabSight, _ attack: LabAttack, _ locker: LabLocker) throws -> LabCell? {
    if let ending = try machine.monitor.lookForEnding() { return ending == .off ? .off : .reboots }
    guard let sight = try machine.shell.attempt("fgconsole; systemctl list-jobs --no-legend", seconds: 3) else {
      return nil
    }
    if sight.output.contains("reboot.target") { return .reboots }
    if sight.output.contains("poweroff.target") { return .off }
    if sight.output.split(separator: "\n").first != "\(before.front)" { return .switches }
    // The shell that has just answered may be among what is ended next: then the next look finds the one after it.
    guard let listed = try machine.shell.attempt(LabMachine.listing(locker.process), seconds: 3), listed.status == 0
    else { return nil }
    let now = LabMachine.processes(in: listed.output)
    let isKill = attack == .killLocker && locker.isKiosk
    let kept = isKill ? Array(before.processes.prefix(1)) : before.processes
    if kept.contains(where: { one in !now.contains { $0.pid == one.pid } }) {
      return attack == .killGuardian ? try afterTheGuardian() : .ends
    }
    return now.contains { $0.state.hasPrefix("T") } ? .stops : nil
  }

  /// With the guardian of a shell start killed everything has to end, and the result has to tell.
  private func afterTheGuardian() throws -> LabCell {
    do {
      try machine.wait(for: "the end of all", seconds: 30) {
        try machine.processes(LabLocker.kioskShell.process).isEmpty
      }
      // The shell had its prompt out before the front end said why it ended.
      try machine.type("\n")
      try machine.wait(for: "the shell's prompt", seconds: 30) {
        try machine.screen(1).split(separator: "\n").last?.hasPrefix("student@lab:~$") == true
      }
    } catch {
      print("after the guardian was killed: \(error)")
      return .lost
    }
    let list = try machine.shell.run("su - student -c 'kiosk results list --json'")
    let attempt = try JSONReader.read(Array(list.utf8)).root.array?.first?["attempt"]?.string ?? ""
    let told = try machine.shell.run("su - student -c 'kiosk results show \(attempt) --json'")
    return told.contains("guardianLost") ? .detected : .ends
  }
}

extension LabMachine {
  /// The processes of a name, oldest first, each with the letters of its state.
  func processes(_ name: String) throws -> [(pid: Int, state: String)] {
    // A host that stops the machine for a while must not look like a program that ended.
    Self.processes(in: try shell.run(Self.listing(name)))
  }

  /// The command that lists them. It finds none with status 1.
  static func listing(_ name: String) -> String { "ps -C \(name) -o pid=,stat= --sort pid || true" }

  static func processes(in rows: String) -> [(pid: Int, state: String)] {
    rows.split(separator: "\n").compactMap { row in
      let words = row.split(separator: " ")
      guard words.count == 2, let pid = Int(words[0]), !words[1].hasPrefix("Z") else { return nil }
      return (pid, String(words[1]))
    }
  }
}
