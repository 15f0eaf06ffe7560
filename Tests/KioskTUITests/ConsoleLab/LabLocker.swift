import Glibc

/// What a console is locked with: a column of the table.
enum LabLocker: String, CaseIterable {
  /// A program in the foreground of a login shell: shows that an attack works at all.
  case nothing
  case vlock
  case vlockAll = "vlock -a"
  case vlockAllSysRq = "vlock -as"
  case physlock
  case physlockSysRq = "physlock -s"
  case kioskShell = "kiosk, from a shell"
  case kioskService = "kiosk-exam@tty1.service"

  var isKiosk: Bool { self == .kioskShell || self == .kioskService }

  /// The name of its processes.
  var process: String {
    switch self {
    case .nothing: "sleep"
    case .vlock, .vlockAll, .vlockAllSysRq: "vlock-main"
    case .physlock, .physlockSysRq: "physlock"
    case .kioskShell, .kioskService: "kiosk"
    }
  }

  /// Locks the first console with it, as somebody at its keyboard would.
  func lock(_ machine: LabMachine) throws {
    switch self {
    case .nothing:
      try Self.logIn("student", machine)
      try machine.type("sleep 5000\n")
    case .vlock, .vlockAll, .physlock, .physlockSysRq:
      try Self.logIn("student", machine)
      try machine.type(rawValue + "\n")
    case .vlockAllSysRq:
      // Switching SysRq off is for root and for a group of its own.
      try Self.logIn("root", machine)
      try machine.type(rawValue + "\n")
    case .kioskShell:
      try Self.logIn("student", machine)
      try machine.type("kiosk exam walk --candidate ada\n")
      try machine.waitFor("Lock this terminal for the test?")
      try machine.type("y")
    case .kioskService:
      try Self.startService(machine)
      try machine.noteSettings("lobby")
      try Self.startTest(machine)
    }
    try machine.wait(for: "\(rawValue) to run") { try !machine.processes(process).isEmpty }
    if isKiosk { try machine.waitFor("Question 1 of") }
    // Time to have its hands on everything.
    usleep(1_500_000)
  }

  static func logIn(_ user: String, _ machine: LabMachine) throws {
    try machine.waitFor("login:")
    try machine.type(user + "\n")
    try machine.waitFor("Password:")
    try machine.type("lab\n")
    try machine.waitFor(user == "root" ? "root@lab:~#" : "\(user)@lab:~$")
  }

  /// Hands the console over to the service, as the README says.
  static func startService(_ machine: LabMachine) throws {
    try machine.shell.run(
      "systemctl -q enable kiosk-release.service; systemctl -q enable --now kiosk-exam@tty1.service", seconds: 120)
    try machine.waitFor("Choose a test")
  }

  /// Starts the walk from the lobby.
  static func startTest(_ machine: LabMachine) throws {
    // The chosen row has a mark; a few steps reach every row.
    for _ in 0..<6 where try !machine.screen(1).contains("› A walk") {
      try machine.press("down")
      usleep(300_000)
    }
    try machine.type("\n")
    try machine.waitFor("Who sits this test?")
    try machine.type("ada\n\n")
    try machine.waitFor("Lock this terminal for the test?")
    try machine.type("y")
    try machine.waitFor("Question 1 of")
  }
}
