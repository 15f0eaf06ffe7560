import Glibc
import KioskCore
import Testing

/// A hosted program on a console of the kernel's, which has one screen alone.
///
/// One of the console tests: what they change the machine has but once.
extension ConsoleTests {
  /// Draws itself anew when its window changes, locks itself, and unlocks itself when it is told to.
  private static let hosted = """
    #!/bin/sh
    draw() { printf '\\033[2J\\033[Hthe program\\r\\n'; stty size; }
    trap draw WINCH
    stty -echo
    draw
    kiosk request lock || exit 9
    until [ -e unlock ]; do sleep 0.05; done
    kiosk request unlock
    exit 4

    """

  @Test(
    .enabled(if: SupervisedMachine.obstacle == nil, "\(SupervisedMachine.obstacle ?? "")"),
    .enabled(if: hasConsole, "needs root and a free virtual console"))
  func aProgramLocksTheConsoleItIsHostedOn() throws {
    let machine = try SupervisedMachine()
    let quiz = machine.path("quiz")
    writeFile(quiz, Self.hosted)
    chmod(quiz, 0o755)
    let installed = try machine.install(
      #", "allowList": [{"path": "\#(quiz)", "hash": "\#(try HostedMachine.hash(quiz))"}]"#)
    try #require(installed.status == 0, "\(installed.errors)")
    let inside = machine.arguments("PATH='\(KioskProgram.buildFolder)':$PATH; exec \"$@\"") + ["sh"]
    let session = try #require(
      try ConsoleSession(
        ["autonomous", "--", quiz], data: try TemporaryFolder(), exams: PtySession.fixtures,
        shell: ["/usr/bin/unshare"] + inside))
    try session.waitFor("the program")
    try session.waitFor("This terminal is locked.")
    let status = try JSONReader.read(Array(try machine.run("$K status --json").output.utf8)).root
    #expect(status["mode"]?.string == "autonomousSingleApp" && status["tier"]?.string == "console")
    let consoleSwitch = status["restrictions"]?.array?.first { $0["id"]?.string == "consoleSwitch" }
    #expect(consoleSwitch?["state"]?.string == "enforced", "\(status)")
    // The panel takes the one screen there is; afterwards the program draws itself anew, above the kiosk's row.
    try session.pressThreeTimes("\u{1B}[1~", until: "No passcode is set")
    #expect(!session.text.contains("the program"))
    try session.send("\r")
    try session.waitForAbsence(of: "No passcode is set")
    try session.waitFor("the program")
    try session.waitFor("quiz  Locked")
    writeFile(machine.path("unlock"), "")
    #expect(session.exitStatus() == .exited(4))
    #expect(try !machine.isLocked())
  }
}
