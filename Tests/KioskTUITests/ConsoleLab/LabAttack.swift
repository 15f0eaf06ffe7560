import Glibc

/// A way out of a locked console: a row of the table.
enum LabAttack: String, CaseIterable {
  case ctrlAltF2 = "Ctrl-Alt-F2"
  case altF2 = "Alt-F2"
  case altRight = "Alt-Right"
  case altLeft = "Alt-Left"
  case ctrlC = "Ctrl-C"
  case ctrlZ = "Ctrl-Z"
  case ctrlBackslash = "Ctrl-\\"
  case secureAttention = "Alt-SysRq-K"
  case unraw = "Alt-SysRq-R, then Ctrl-Alt-F2"
  case terminateAll = "Alt-SysRq-E"
  case boot = "Alt-SysRq-B"
  case ctrlAltDel = "Ctrl-Alt-Del"
  case ctrlAltDelEight = "Ctrl-Alt-Del eight times"
  case power = "power button"
  case killLocker = "kill -9 of the locker; of kiosk's front end"
  /// In the column of a service it is measured by a test of its own.
  case killGuardian = "kill -9 of kiosk's guardian"

  /// Those that lead to another console.
  static let switches: [LabAttack] = [.ctrlAltF2, .altF2, .altRight, .altLeft]
  /// Those in which a chord for another console is pressed, once each.
  static let chords: [LabAttack] = switches + [.unraw, .killLocker]
  /// Those that are counted as a press of a key that would leave.
  static let homeKeys: [LabAttack] = [.ctrlC, .ctrlZ, .ctrlBackslash]

  /// For how long its effect is waited for, in seconds.
  var patience: Double {
    switch self {
    case .ctrlAltF2, .altF2, .altRight, .altLeft, .ctrlC, .ctrlZ, .ctrlBackslash, .killLocker, .killGuardian: 2
    case .secureAttention, .unraw, .terminateAll, .boot: 3
    case .ctrlAltDel, .ctrlAltDelEight: 4
    case .power: 8
    }
  }

  func perform(on machine: LabMachine, _ locker: LabLocker) throws {
    switch self {
    case .ctrlAltF2: try machine.press("ctrl-alt-f2")
    case .altF2: try machine.press("alt-f2")
    case .altRight: try machine.press("alt-right")
    case .altLeft: try machine.press("alt-left")
    case .ctrlC: try machine.press("ctrl-c")
    case .ctrlZ: try machine.press("ctrl-z")
    case .ctrlBackslash: try machine.press("ctrl-backslash")
    case .secureAttention: try machine.press("alt-sysrq-k")
    case .unraw: try machine.press("alt-sysrq-r", "ctrl-alt-f2")
    case .terminateAll: try machine.press("alt-sysrq-e")
    case .boot: try machine.press("alt-sysrq-b")
    case .ctrlAltDel: try machine.press("ctrl-alt-delete")
    case .ctrlAltDelEight: for _ in 0..<8 { try machine.press("ctrl-alt-delete") }
    case .power: try machine.pressPower()
    case .killLocker:
      // The newest process of a kiosk is its front end. The way out is tried at once, while nothing draws.
      try machine.shell.run("pkill -9 \(locker.isKiosk ? "-n " : "")-x \(locker.process)")
      try machine.press("ctrl-alt-f2")
    case .killGuardian: try machine.shell.run("pkill -9 -o -x kiosk")
    }
  }

  /// Whether there is something to try in a column.
  func applies(to locker: LabLocker) -> Bool {
    switch self {
    case .killLocker: locker != .nothing
    case .killGuardian: locker == .kioskShell
    default: true
    }
  }
}

/// What came of an attack: a cell of the table.
enum LabCell: String {
  case blocked
  /// Another console came to the front.
  case switches
  /// What ran there, or what locked it, was ended.
  /// The same, and the result tells it.
  case detected = "ends, detected"
  case ends
  case stops
  case reboots
  case off = "turns off"
  /// It still runs, but shows no more what it should.
  case lost
}
