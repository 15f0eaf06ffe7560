import Glibc
import KioskCore
import Testing

/// Supervision as an administrator sees it: by commands, on a machine of its own.
@Suite(
  .serialized,
  .enabled(if: SupervisedMachine.obstacle == nil, "\(SupervisedMachine.obstacle ?? "")"))
struct SupervisionTests {
  private func shown(_ machine: SupervisedMachine, _ command: String) throws -> JSONNode {
    let told = try machine.run("$K \(command) --json")
    return try JSONReader.read(Array(told.output.utf8)).root
  }

  @Test func aProfileSupervisesAtOnceAndUntilItIsRemoved() throws {
    let machine = try SupervisedMachine()
    #expect(try shown(machine, "profile show")["supervised"]?.bool == false)
    var told = try machine.install(#", "until": "2090-01-01", "capMinutes": 60"#)
    #expect(told.status == 0, "\(told.errors)")
    #expect(told.output.contains("Lab installed: this machine is supervised until 2090-01-02 00:00 UTC; words: "))
    let facts = try shown(machine, "profile show")
    #expect(facts["supervised"]?.bool == true)
    #expect(facts["profile"]?["signedBy"]?.string == "district" && facts["profile"]?["capMinutes"]?.integer == 60)
    // KIOSK_DATA is given, and ignored.
    #expect(facts["data"]?.string == "/var/lib/kiosk")
    let status = try shown(machine, "status")
    #expect(try status["supervised"]?.bool == true && !machine.isLocked())
    #expect(status["profile"]?["installedBy"]?.string?.isEmpty == false)
    #expect(status["profile"]?["until"]?.string == "2090-01-02T00:00:00Z")
    told = try machine.run("$K status")
    #expect(told.output.contains("Supervised by the profile Lab, installed "))
    // Again changes nothing; another keeps the one before.
    told = try machine.run("$K profile install p.json && ls /etc/kiosk/profile.previous.json")
    #expect(told.output.contains("Lab is installed already") && told.status != 0)
    let first = readFile(machine.path("etc/kiosk/profile.json"))
    #expect(try machine.install(#", "capMinutes": 30"#).status == 0)
    #expect(readFile(machine.path("etc/kiosk/profile.previous.json")) == first)
    told = try machine.run("$K profile remove && $K profile remove && $K profile show --json")
    #expect(told.output.contains("no profile is installed") && told.output.contains(#""supervised": false"#))
    #expect(try shown(machine, "profile show")["data"]?.string != "/var/lib/kiosk" || geteuid() == 0)
  }

  /// What is wrong, how it is brought about, the exit status and what is said.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let script: String
    let status: Int32
    let words: String
    var testDescription: String { words }
  }

  static let refusals = [
    Refusal(script: "$K profile install nothing.json", status: 66, words: "there is no nothing.json"),
    Refusal(script: "echo '{' > b.json; $K profile install b.json", status: 65, words: "b.json:2:1: "),
    Refusal(
      script:
        #"echo '{"format": "kiosk-profile/1", "name": "L", "supervised": true}' > b.json; $K profile install b.json"#,
      status: 65, words: "b.json is not signed: sign it with kiosk profile sign"),
    Refusal(
      script: "sed s/Lab/Lob/ p.json > b.json; $K profile install b.json", status: 65,
      words: "b.json was altered after it was signed"),
    Refusal(
      script: "rm /etc/kiosk/trust/*; $K profile install p.json", status: 77, words: "which is not trusted here"),
    Refusal(
      script: "chmod g+w /etc/kiosk/trust/district.pub; $K profile install p.json", status: 77,
      words: "/etc/kiosk/trust/district.pub does not belong to its owner alone"),
    Refusal(
      script: "chmod o+w /etc/kiosk; $K profile install p.json", status: 77,
      words: "/etc/kiosk does not belong to its owner alone"),
    Refusal(
      script:
        #"sed 's/"name"/"until": "2020-01-01", "name"/' p.json > b.json; $K profile sign b.json --key k >/dev/null; "#
        + "$K profile install b.json", status: 77, words: "the profile ended on 2020-01-02"),
    Refusal(
      script: "chmod 777 . && setpriv --reuid 65534 --regid 65534 --clear-groups $K profile install p.json", status: 77,
      words: "only root may change /etc/kiosk"),
    Refusal(
      script: "$K profile install p.json && setpriv --reuid 65534 --regid 65534 --clear-groups $K profile remove",
      status: 77, words: "only root may change /etc/kiosk"),
    Refusal(script: "$K profile instal p.json", status: 64, words: "did you mean install?"),
    Refusal(script: "$K profile install", status: 64, words: "profile install needs a file"),
    Refusal(script: "$K profile remove p.json", status: 64, words: "profile remove takes nothing after it"),
    Refusal(script: "$K profile check", status: 66, words: "no profile is installed"),
    Refusal(script: "$K entitlement issue --program a", status: 64, words: "entitlement issue needs --issuer"),
    Refusal(
      script: "$K entitlement issue --program a --issuer I --holder H --from 2020-01-01 --until 2020-02-01 --key k "
        + "-o e.json >/dev/null 2>&1; $K entitlement install e.json", status: 77,
      words: "its entitlement ended on 2020-02-02"),
    Refusal(
      script: "$K entitlement issue --program a --issuer I --holder H --from 2020-01-01 --until 2090-02-01 --key other "
        + "-o e.json >/dev/null 2>&1; $K entitlement install e.json", status: 77, words: "is not trusted here"),
    Refusal(
      script: "$K entitlement issue --program a --issuer I --holder H --from 2020-01-01 --until 2090-02-01 --key k "
        + "-o e.json >/dev/null 2>&1; sed -i s/2090/2091/ e.json; $K entitlement install e.json", status: 65,
      words: "its entitlement was altered after it was signed"),
  ]

  @Test(arguments: refusals)
  func whatIsNotInOrderIsRefusedWithItsOwnReason(_ refusal: Refusal) throws {
    let machine = try SupervisedMachine()
    // Signed and trusted, not installed.
    writeFile(machine.path("p.json"), #"{"format": "kiosk-profile/1", "name": "Lab", "supervised": true}"#)
    _ = try machine.run("$K profile sign p.json --key k && cp k.pub /etc/kiosk/trust/district.pub")
    let told = try machine.run(refusal.script)
    #expect(told.status == refusal.status, "\(told.errors)")
    #expect(told.errors.contains(refusal.words), "\(told.errors)")
    // One line for each thing that is wrong, each with the program's name before it.
    #expect(told.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("kiosk: ") }, "\(told.errors)")
  }

  /// What lies where a file is to be, and what is said of it.
  struct Oddity: Sendable, CustomTestStringConvertible {
    let make: String
    let words: String
    var testDescription: String { words }
  }

  static let oddities = [
    Oddity(make: "mv $F $PWD/t && ln -s $PWD/t $F", words: "is a link, and only a file of its own counts there"),
    Oddity(make: "ln -sf /nowhere $F", words: "is a link that leads nowhere"),
    Oddity(make: "rm $F && mkdir $F", words: "is a folder, not a file"),
    Oddity(make: "rm $F && mkfifo $F", words: "is a pipe, not a file"),
  ]

  /// Each is told for what it is, and what is said to mend it does.
  @Test(arguments: oddities, ["profile.json", "trust/district.pub", "key"])
  func whatIsNoFileIsToldAndItsMendHelps(_ oddity: Oddity, _ name: String) throws {
    let machine = try SupervisedMachine()
    #expect(try machine.install().status == 0)
    let file = name == "key" ? "/var/lib/kiosk/machine.key" : "/etc/kiosk/\(name)"
    let look = name == "key" ? "$K profile show" : "$K profile check"
    #expect(try machine.run("$K profile show").status == 0)
    var told = try machine.run("F=\(file); \(oddity.make) && { \(look); }")
    #expect(told.status == (name == "key" ? 73 : 77), "\(told.output)\(told.errors)")
    #expect(told.errors.contains("\(file) \(oddity.words): run "), "\(told.errors)")
    let mend = String(told.errors.split(separator: "\n").first ?? "").split(separating: ": run ").last ?? ""
    let command = mend.split(separating: ", then put the file there").first ?? ""
    told = try machine.run(command)
    #expect(told.status == 0, "\(command): \(told.errors)")
    let again =
      ["profile.json": "$K profile install p.json", "trust/district.pub": "cp k.pub \(file)"][name].map {
        "[ -e \(file) ] || \($0)"
      }
      ?? "true"
    told = try machine.run("{ \(again); } && \(look)")
    #expect(told.status == 0, "\(told.errors)")
  }

  /// A supervised machine locks only what is entitled, by what it requires, and for as long as it says.
  @Test func aTestOnASupervisedMachineGoesByItsProfile() throws {
    let machine = try SupervisedMachine()
    #expect(
      try machine.install(#", "capMinutes": 60, "required": {"assessment": ["home"]}, "aids": {"invert": "deny"}"#)
        .status == 0)
    let exam = "\(PtySession.fixtures)/walk.exam.json"
    func start() throws -> PtySession {
      try PtySession(
        machine.arguments("exec $K exam '\(exam)' --candidate Ada --seed 1"), program: "/usr/bin/unshare")
    }
    var session = try start()
    try session.waitFor("no entitlement is installed for it")
    try session.waitFor("This test cannot start on this terminal")
    try session.send("\u{1B}")
    #expect(session.exitStatus() != nil)
    let issued = try machine.run(
      "$K entitlement issue --program walk --issuer Northside --holder 'Class 7b' --from 2020-01-01 --until 2090-01-01 "
        + "--key k -o e.json && $K entitlement install e.json")
    #expect(issued.status == 0, "\(issued.errors)")
    session = try start()
    try session.waitFor("by the entitlement of Class 7b, issued by Northside")
    try session.waitFor("or after 1 hour.")
    try session.send("y")
    try session.waitFor("Question 1 of")
    try session.waitFor("Locked", inRow: 0)
    let status = try JSONReader.read(Array(try machine.run("$K status --json").output.utf8)).root
    #expect(status["locked"]?.bool == true && status["mode"]?.string == "assessment")
    #expect(status["entitlement"]?.string == "entitlement of Class 7b, issued by Northside")
    let since = try #require(status["since"]?.string.flatMap { Timestamps.parse($0) })
    let until = try #require(status["until"]?.string.flatMap { Timestamps.parse($0) })
    #expect(until.milliseconds - since.milliseconds == 3_600_000)
    // As root the profile goes at once, and the test that holds is not touched by it.
    #expect(try machine.run("$K profile remove").status == 0)
    try session.waitFor("Question 1 of")
    let again = try machine.run("$K status --json")
    #expect(again.output.contains(#""locked": true"#) || again.output.contains(#""locked": false"#))
  }

  /// The machine's profile is broken: nothing tells what it demanded, so nothing locks.
  @Test func aBrokenProfileLetsNothingLock() throws {
    let machine = try SupervisedMachine()
    #expect(try machine.install().status == 0)
    _ = try machine.run("sed -i s/Lab/Lob/ /etc/kiosk/profile.json")
    let told = try machine.run("$K profile show --json")
    #expect(told.output.contains(#""supervised": false"#) && told.output.contains("altered"))
    let session = try PtySession(
      machine.arguments("exec $K exam geography --candidate Ada"), program: "/usr/bin/unshare")
    try session.waitFor("was altered after it was signed")
  }
}

extension String {
  /// The parts between each `separator`.
  fileprivate func split(separating separator: String) -> [String] {
    var parts: [String] = [""]
    var rest = self[...]
    while let character = rest.first {
      if rest.hasPrefix(separator) {
        parts.append("")
        rest = rest.dropFirst(separator.count)
      } else {
        parts[parts.count - 1].append(character)
        rest = rest.dropFirst()
      }
    }
    return parts
  }
}
