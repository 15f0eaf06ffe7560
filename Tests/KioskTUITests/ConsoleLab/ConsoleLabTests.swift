import Glibc
import KioskCore
import Testing

/// Kiosk on a stock Debian's console, with real keys, beside its peers.
@Suite(.serialized, .enabled(if: LabImage.obstacle == nil, Comment(rawValue: LabImage.obstacle ?? "")))
struct ConsoleLabTests {
  /// What each attack comes to where nothing is locked. An attack that cannot succeed proves nothing.
  static let unlocked: [LabAttack: LabCell] = [
    .ctrlAltF2: .switches, .altF2: .switches, .altRight: .switches, .altLeft: .switches, .ctrlC: .ends, .ctrlZ: .stops,
    .ctrlBackslash: .ends, .secureAttention: .ends, .unraw: .switches, .terminateAll: .ends, .boot: .reboots,
    .ctrlAltDel: .reboots, .ctrlAltDelEight: .reboots, .power: .off,
  ]
  /// What a shell start of an ordinary user's cannot hold, and says so: the keys that are root's to take away.
  static let notHeldFromAShell: [LabAttack: LabCell] = [
    .secureAttention: .ends, .terminateAll: .ends, .boot: .reboots, .ctrlAltDel: .reboots, .ctrlAltDelEight: .reboots,
    .power: .off, .killGuardian: .detected,
  ]

  /// Names the settings that differ, so that a failure can be read.
  static func expectSame(_ old: String, _ new: String, on machine: LabMachine) throws {
    let difference = try machine.difference(old, new)
    #expect(difference.isEmpty, "\(old) and \(new):\n\(difference)")
  }

  @Test func whereNothingIsLockedEveryAttackGetsOut() throws {
    let lab = try ConsoleLab.have()
    let cells = try lab.attack(.nothing)
    for (attack, cell) in Self.unlocked { #expect(cells[attack] == cell, "\(attack.rawValue)") }
  }

  @Test func underTheServiceEveryCellIsBlocked() throws {
    let lab = try ConsoleLab.have()
    try lab.lock(with: .kioskService)
    let guardian = try lab.machine.processes("kiosk").first?.pid
    // A chord for another console is answered like any other key that would leave.
    try lab.machine.press("alt-f2")
    try lab.machine.waitFor("Home is blocked")
    let cells = try lab.attack(.kioskService)
    for attack in LabAttack.allCases where attack.applies(to: .kioskService) {
      #expect(cells[attack] == .blocked, "\(attack.rawValue)")
    }
    guard cells.values.allSatisfy({ $0 == .blocked }) else { return }
    // All that time it was one lock, and each key that would leave was counted: the chords for another console too,
    // though they lead nowhere on a keyboard without them, and none was taken for text.
    #expect(try lab.machine.processes("kiosk").first?.pid == guardian)
    let told = try lab.status()
    #expect(told["locked"]?.bool == true)
    #expect(told["escapes"]?.integer ?? 0 >= LabAttack.homeKeys.count + LabAttack.chords.count + 1)
    let chords = try lab.ledger().count { $0 == "consoleSwitchRefused by key" }
    #expect(chords >= LabAttack.chords.count + 1)
    // Once, and at least once of eight times in a row.
    #expect(try lab.ledger().count { $0 == "homeBlocked Ctrl-Alt-Del" } >= 2)
    #expect(try lab.machine.screen(1).contains("[=") == false)
    for id in [RestrictionID.consoleSwitch, .consoleKeys, .sysRq, .kernelMessages, .powerKeys] {
      let one = told["restrictions"]?.array?.first { $0["id"]?.string == id.rawValue }
      #expect(one?["state"]?.string == "enforced", "\(id.rawValue)")
    }
  }

  @Test func handedInEverySettingStandsAsBefore() throws {
    let lab = try ConsoleLab.have()
    let machine = lab.machine
    try lab.start()
    try machine.waitFor("login:")
    try machine.noteSettings("login")
    try LabLocker.startService(machine)
    try machine.noteSettings("lobby")
    try LabLocker.startTest(machine)
    try machine.type("ottawa\n")
    try machine.waitFor("Question 2 of")
    try machine.noteSettings("locked")
    let taken = try machine.difference("lobby", "locked")
    // What is compared tells locked from open: the keyboard's reboot key, SysRq, the messages, the owner, the inhibitor.
    // And what a chord for another console types now, that types something.
    for part in ["Boot", "020c", "< 5601", " A test is locked", "[=77~"] { #expect(taken.contains(part), "\(part)") }
    #expect(try machine.shell.run("cat /proc/sys/kernel/sysrq") == "0")
    try machine.press("f9")
    try machine.waitFor("1 answered")
    try machine.press("f9")
    try machine.waitFor("Hand in?")
    try machine.type("y")
    try machine.waitFor("Handed in")
    try machine.noteSettings("report")
    try Self.expectSame("lobby", "report", on: machine)
    try machine.shell.run("systemctl stop kiosk-exam@tty1.service && systemctl start getty@tty1.service")
    try machine.waitFor("login:")
    try machine.noteSettings("end")
    try Self.expectSame("login", "end", on: machine)
  }

  /// The service manager waits long enough here for a look: nothing is given back while it does, logind's inhibitor stands,
  /// and where the service is stopped then, nothing stays behind. It did, until somebody ran `kiosk release`.
  @Test func stoppedBetweenTwoGuardiansTheServiceLeavesNothingBehind() throws {
    let lab = try ConsoleLab.have()
    let machine = lab.machine
    try lab.start()
    try machine.waitFor("login:")
    try machine.noteSettings("login")
    let folder = "/run/systemd/system/kiosk-exam@tty1.service.d"
    try machine.shell.run(
      "mkdir -p \(folder); printf '[Service]\\nRestartSec=1h\\n' >\(folder)/late.conf; systemctl daemon-reload")
    try LabLocker.startService(machine)
    try LabLocker.startTest(machine)
    try machine.shell.run("pkill -9 -o -x kiosk")
    try machine.waitFor("Restoring the test")
    try machine.wait(for: "the service manager to wait") {
      try machine.shell.run("systemctl show -P SubState kiosk-exam@tty1.service") == "auto-restart"
    }
    usleep(3_000_000)
    #expect(try machine.shell.run("cat /proc/sys/kernel/sysrq") == "0")
    #expect(try machine.shell.run("systemd-inhibit --list --no-legend").contains("A test is locked"))
    #expect(try machine.screen(1).contains("Canada") == false)
    try machine.shell.run("systemctl stop kiosk-exam@tty1.service")
    try machine.wait(for: "the end of its processes", seconds: 60) { try machine.processes("kiosk").isEmpty }
    try machine.wait(for: "the settings of before", seconds: 30) {
      try machine.shell.run("cat /proc/sys/kernel/sysrq") == "502"
    }
    try machine.shell.run("rm -r \(folder); systemctl daemon-reload; systemctl start getty@tty1.service")
    try machine.waitFor("login:")
    try machine.noteSettings("end")
    try Self.expectSame("login", "end", on: machine)
  }

  @Test func aPowerCutInTheMiddleLeavesNothingBehind() throws {
    let lab = try ConsoleLab.have()
    let machine = lab.machine
    try lab.lock(with: .kioskService)
    try machine.type("otta")
    try machine.waitFor("[otta")
    // What was typed is on the disk within a second.
    usleep(2_000_000)
    let before = try machine.shell.run("cat /proc/sys/kernel/random/boot_id; ls /var/lib/kiosk/locks")
    #expect(before.contains(".journal"))
    try machine.reset()
    try machine.shell.wait()
    try machine.waitFor("Choose a test")
    let boot = try machine.shell.run("cat /proc/sys/kernel/random/boot_id")
    #expect(boot.count > 30 && !before.contains(boot))
    let release = try machine.shell.run(
      "systemctl show -P ActiveState -P Result -P ExecMainStatus kiosk-release.service; ls /var/lib/kiosk/locks")
    #expect(release.contains("active") && release.contains("success") && !release.contains(".journal"))
    try machine.noteSettings("again")
    // A console that no login prompt was on since the start keeps the terminal's own setting of the bell at a full line.
    try machine.shell.run("cd \(LabMachine.notes) && sed -i s/-imaxbel/imaxbel/ lobby again")
    try Self.expectSame("lobby", "again", on: machine)
    // And the test goes on where it stopped.
    try machine.waitFor("› Go on with A walk (ada)")
    try machine.type("\n")
    try machine.waitFor("Lock this terminal for the test?")
    try machine.type("y")
    try machine.waitFor("What is the capital of Canada?")
    try machine.waitFor("Locked")
    try machine.waitFor("[otta")
  }

  @Test(.enabled(if: isFull, "it is for make test-console"))
  func fromAShellItHoldsWhatItSays() throws {
    let lab = try ConsoleLab.have()
    try lab.lock(with: .kioskShell)
    // Switching is blocked, but the shell in its session could undo that for a second: it is said to be no more than detected.
    let switching = try lab.status(of: .kioskShell)["restrictions"]?.array?.first {
      $0["id"]?.string == RestrictionID.consoleSwitch.rawValue
    }
    #expect(switching?["state"]?.string == "detected")
    let cells = try lab.attack(.kioskShell)
    for attack in LabAttack.allCases {
      #expect(cells[attack] == Self.notHeldFromAShell[attack] ?? .blocked, "\(attack.rawValue)")
    }
  }
}
