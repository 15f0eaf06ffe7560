import Glibc
import Testing

@testable import KioskCore

@Suite("A machine's profile") struct MachineFolderTests {
  private let now = Timestamps.parse("2026-06-01T12:00:00Z") ?? WallTime(milliseconds: 0)

  private func fault(_ scratch: ScratchMachine, _ at: WallTime? = nil) -> ProfileFault? {
    if case .faulty(let fault) = scratch.machine.find(own: nil, at: at ?? now) { fault } else { nil }
  }

  @Test("is in force where it is root's, signed by a trusted key, and in its time") func inForce() throws {
    let scratch = ScratchMachine()
    try scratch.trust()
    try scratch.place(scratch.profile(#", "until": "2026-06-30""#))
    guard case .inForce(let installed) = scratch.machine.find(own: nil, at: now) else {
      Issue.record("\(String(describing: fault(scratch)))")
      return
    }
    #expect(installed.supervises && installed.signer == "district" && installed.profile.name == "Lab")
    let authority = scratch.reader().authority(of: "geography")
    #expect(authority.supervision == .given("Lab") && authority.terms.name == "Lab")
  }

  @Test("is not where anybody else could have written it, its folder or the keys") func exposed() throws {
    let scratch = ScratchMachine()
    try scratch.trust()
    let bytes = try scratch.profile()
    for mode: mode_t in [0o664, 0o646, 0o666] {
      try scratch.place(bytes, mode: mode)
      #expect(fault(scratch) == .exposed(scratch.machine.profile), "\(String(mode, radix: 8))")
    }
    try scratch.place(bytes)
    #expect(fault(scratch) == nil)
    chmod(scratch.machine.path, 0o775)
    #expect(fault(scratch) == .exposed(scratch.machine.path))
    chmod(scratch.machine.path, 0o755)
    // Another's, though he alone can write it.
    let foreign = MachineFolder(path: scratch.machine.path, owner: geteuid() + 1)
    guard case .faulty(.exposed) = foreign.find(own: nil, at: now) else {
      Issue.record("another user's counts")
      return
    }
    // A key that others can write counts as none, which is not the same as a key that is not there.
    for path in [scratch.machine.trust, scratch.machine.trust + "/district.pub"] {
      let mode = try Files.status(path).mode & 0o777
      chmod(path, mode_t(mode) | 0o020)
      #expect(fault(scratch) == .exposed(path))
      chmod(path, mode_t(mode))
    }
    #expect(fault(scratch) == nil)
    // Nor is a link followed out of the folder.
    try Files.rename(scratch.machine.profile, to: scratch.machine.path + "/elsewhere.json")
    symlink("elsewhere.json", scratch.machine.profile)
    #expect(fault(scratch) == OddFile(scratch.machine.profile).map { .odd($0) })
    #expect(fault(scratch)?.words.contains("is a link") == true)
    // Nor does one that leads nowhere make the machine as free as one without a profile.
    try Files.unlink(scratch.machine.path + "/elsewhere.json")
    #expect(fault(scratch)?.words.contains("leads nowhere") == true)
  }

  @Test("unsigned, altered, foreign, too early, too late: each is told by its own name") func eachFault() throws {
    let scratch = ScratchMachine()
    try scratch.trust()
    let path = scratch.machine.profile
    try scratch.place(Array(#"{"format": "kiosk-profile/1", "name": "Lab", "supervised": true}"#.utf8))
    #expect(fault(scratch) == .unsigned(path))
    let good = try scratch.profile(#", "capMinutes": 60"#)
    let altered = String(decoding: good, as: UTF8.self).replacing("60", with: "61")
    try scratch.place(Array(altered.utf8))
    #expect(fault(scratch) == .altered(path))
    try scratch.place(scratch.profile(by: "stranger"))
    #expect(fault(scratch) == .foreign(path, key: try scratch.key("stranger").publicKey))
    try scratch.place(scratch.profile(#", "from": "2026-06-02""#))
    #expect(fault(scratch)?.isByDate == true)
    try scratch.place(scratch.profile(#", "until": "2026-05-31""#))
    #expect(fault(scratch) == .over(try #require(Timestamps.parse("2026-06-01T00:00:00Z"))))
    // One that has ended stands aside; one that is broken lets nothing through.
    #expect(scratch.reader("2026-06-01").authority(of: "walk").entitlement == .given("sample entitlement"))
    try scratch.place(Array(altered.utf8))
    let authority = scratch.reader().authority(of: "geography")
    #expect(!authority.entitlement.isGiven && !authority.supervision.isGiven && !authority.listing.isGiven)
    // A clock that was never set ends none.
    try scratch.place(scratch.profile(#", "until": "2026-05-31""#))
    #expect(fault(scratch, WallTime(milliseconds: 5)) == nil)
  }

  @Test("indented anew keeps its signature and its words; any other value changes both") func signsWhatIsSaid() throws {
    let scratch = ScratchMachine()
    try scratch.trust()
    let bytes = try scratch.profile(#", "capMinutes": 60"#)
    let flat = bytes.filter { $0 != 0x0A }
    let profile = try MachineFolder.parse(bytes, "a")
    let other = try MachineFolder.parse(flat, "b")
    #expect(profile.words == other.words && profile == other)
    #expect(try scratch.machine.signer(of: other, "b") == "district")
    let changed = try MachineFolder.parse(scratch.profile(#", "capMinutes": 61"#), "c")
    #expect(changed.words != profile.words)
    #expect(changed.differences(from: profile).map(\.words) == ["capMinutes: 60 is expected, 61 is there"])
    #expect(profile.words.split(separator: " ").count == WordHash.count)
    // Signed by another key it says the same.
    #expect(try MachineFolder.parse(scratch.profile(#", "capMinutes": 60"#, by: "other"), "d").words == profile.words)
  }

  @Test("is put in place whole, keeps the one before, and installing it again changes nothing") func installs() throws {
    let scratch = ScratchMachine()
    try scratch.trust()
    let first = try scratch.profile()
    let second = try scratch.profile(#", "capMinutes": 60"#)
    func install(_ bytes: [UInt8], _ name: String) throws -> MachineFolder.Change {
      try scratch.machine.install(MachineFolder.parse(bytes, "p"), bytes: bytes, by: name, at: now)
    }
    #expect(try install(first, "alice") == .done)
    #expect(try install(first, "mallory") == .nothing)
    #expect(try scratch.machine.installed(at: now).receipt == .init(at: now, by: "alice"))
    #expect(try install(second, "bob") == .done)
    #expect(try Files.contents(scratch.machine.previous) == first)
    #expect(try scratch.machine.installed(at: now).receipt.by == "bob")
    // A receipt of another profile says nothing of this one.
    try scratch.place(first)
    #expect(try scratch.machine.installed(at: now).receipt.by == "")
    #expect(try scratch.machine.remove() == .done)
    #expect(try scratch.machine.remove() == .nothing)
    #expect(try Files.contents(scratch.machine.previous) == first)
    #expect(!scratch.machine.hasProfile)
  }

  @Test("named by a user never supervises, and counts only where others cannot write it") func ownProfile() throws {
    let scratch = ScratchMachine()
    let own = scratch.path + "/own.json"
    try Files.replace(own, with: scratch.profile(#", "capMinutes": 60"#), mode: 0o644)
    let authority = scratch.reader(own: own).authority(of: "walk")
    #expect(!authority.supervision.isGiven && authority.terms.capMinutes == 60)
    #expect(authority.entitlement == .given("sample entitlement"))
    chmod(own, 0o666)
    #expect(!scratch.reader(own: own).authority(of: "walk").entitlement.isGiven)
    // Where the machine has its own, it is not looked at.
    try scratch.trust()
    try scratch.place(scratch.profile(#", "capMinutes": 90"#))
    #expect(scratch.reader(own: own).authority(of: "walk").terms.capMinutes == 90)
    try Files.unlink(own)
  }

  @Test("lists a program by path and hash: another file under the name is not on it") func allowList() throws {
    let scratch = ScratchMachine()
    try scratch.trust()
    let program = scratch.path + "/program"
    try Files.replace(program, with: Array("#!/bin/sh\n".utf8), mode: 0o755)
    let hash = MachineKey.hex(try ProgramHash.sha256(ofFile: program))
    // sha256sum says the same of these ten bytes.
    #expect(hash == "a8076d3d28d21e02012b20eaf7dbf75409a6277134439025f282e368e3305abf")
    try scratch.place(scratch.profile(#", "allowList": [{"path": "\#(program)", "hash": "\#(hash)"}]"#))
    #expect(scratch.reader().authority(of: program).listing == .given(program))
    #expect(!scratch.reader().authority(of: "/bin/true").listing.isGiven)
    try Files.replace(program, with: Array("#!/bin/sh \n".utf8), mode: 0o755)
    #expect(
      scratch.reader().authority(of: program).listing
        == .withheld("\(program) is listed, but its file is not the one that was"))
    try Files.unlink(program)
  }
}
