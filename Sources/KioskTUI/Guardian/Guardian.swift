import Glibc
import KioskCore

/// The small parent process that is the lock: it holds every restriction and the ledger, and has no screen of its own.
///
/// MUST stay the smallest program in the house: it holds no exam and parses nothing but its messages.
enum Guardian {
  /// Runs a guardian on this terminal, with a front end that gets `arguments`; returns the status to leave with.
  ///
  /// Without a terminal, or in the background, nothing is started and one line says why (69, 75).
  /// With `hosting` the front end shows that program, which may ask for a lock of its own.
  static func run(arguments: [String], service: ServiceStart? = nil, hosting: Hosting? = nil) -> Int32 {
    Hardening.resetCrashHandlers()
    if service != nil, let why = ServiceStart.obstacle() { return complain(why, 77) }
    guard let device = TerminalDevice(STDIN_FILENO), TerminalDevice(STDOUT_FILENO) == device else {
      return complain("input and output are not one terminal: start it in a terminal, without redirection", 69)
    }
    let foreground = tcgetpgrp(STDIN_FILENO)
    if foreground >= 0 && foreground != getpgrp() {
      return complain("it is in the background: bring it to the foreground with fg", 75)
    }
    let store = service == nil ? nil : ServiceStore()
    let takeover = service == nil ? nil : takeover(on: device)
    if takeover == nil { store?.forget() }
    if takeover == nil { undoLeftovers(on: device) }
    let mask = Signals.currentMask()
    do throws(SystemFault) {
      var original = try TerminalModes(of: STDIN_FILENO)
      if let first = takeover?.original { original = first }
      let signals = try Signals.open(Signals.guardian)
      defer {
        Signals.restore(mask)
        Files.close(signals)
      }
      if let service {
        try takeTerminal(device, for: service, holding: takeover != nil)
        // The hang-up that this was for everybody else has been told to this process too.
        _ = Signals.read(signals)
      }
      guard let terminal = try? TerminalDevice.reopen(STDIN_FILENO) else {
        return complain("this terminal belongs to another user: log in as yourself, or use su -P", 69)
      }
      defer { Files.close(terminal) }
      if Weakness.signals.isOn { Signals.restore(mask) }
      if !Weakness.dumpable.isOn { try Hardening.makeUndumpable() }
      let text = device.tier == .console ? ConsoleText(terminal) : nil
      defer { text?.putBack() }
      let keeper = TerminalKeeper(device: device, terminal: terminal, original: original)
      keeper.machine.store = store
      var host: HostedProgram?
      var requests: RequestDesk?
      if let hosting {
        keeper.isHosting = true
        let program = try HostedProgram(hosting)
        host = program
        requests = try RequestDesk(program, on: device)
      }
      defer { requests?.close() }
      let loop = GuardianLoop(
        keeper: keeper, signals: signals, arguments: arguments, service: service, host: host, requests: requests)
      let found = takeover.flatMap { takeover in
        DataFolder.foreseen().map { takeover.found($0) }
      }
      let outcome = try loop.run(found)
      host?.finish()
      try? original.apply(to: terminal)
      if !outcome.screenIsClean { try? TerminalDevice.write(terminal, ScreenWords.plainScreen) }
      if let words = outcome.words { return complain(words, outcome.status) }
      return outcome.status
    } catch {
      return complain("\(error): try again, or in another terminal", 71)
    }
  }

  /// The lock that a guardian before this one was killed over.
  private static func takeover(on device: TerminalDevice) -> Takeover? {
    DataFolder.foreseen().flatMap { Takeover.find($0, device) }
  }

  /// Has the terminal for this program alone, and the data folder for the user of its front end. A lock that is taken up
  /// again has console and keys before anything else: between its guardians nobody gets in.
  private static func takeTerminal(
    _ device: TerminalDevice, for service: ServiceStart, holding: Bool
  ) throws(SystemFault) {
    if holding && device.tier == .console { try? Console.own(STDIN_FILENO) }
    try OwnTerminal.claim(STDIN_FILENO, device)
    // A console that is this program's alone is owned by nobody else, whatever a killed one has left.
    if !holding && device.tier == .console { try? Console.disown(STDIN_FILENO) }
    if holding { try? TerminalModes(of: STDIN_FILENO).withPlainKeys.apply(to: STDIN_FILENO) }
    if let user = service.user, let folder = try? DataFolder.locate() { try folder.give(to: user) }
  }

  /// What a guardian that was killed left of its lock on this terminal is undone before the modes are read that are to
  /// come back at the end, and before anything is drawn. Makes no folder: there is nothing to undo where none is.
  private static func undoLeftovers(on device: TerminalDevice) {
    _ = MachineUndo.undoLeftovers()
    guard let place = DataFolder.foreseen(), Files.may(F_OK, JournalUndo.path(place, terminal: device.fileName)),
      let folder = try? DataFolder.locate()
    else { return }
    // Of a guardian that was killed this instant the file is still held for another; were its leavings passed over now,
    // its front end would undo them in the middle of this start.
    guard LiveLock.isFreed(folder, name: device.fileName) else { return }
    JournalUndo.undo(JournalUndo.path(folder, terminal: device.fileName))
  }

  private static func complain(_ words: String, _ status: Int32) -> Int32 {
    try? Files.writeAll(STDERR_FILENO, Array("kiosk: \(words)\n".utf8))
    return status
  }
}
