import Glibc

@testable import KioskCore

/// A machine's folder and a data folder of its own, with keys, gone when the test is. Its owner is whoever runs the test.
final class ScratchMachine {
  let path: String
  let machine: MachineFolder
  let data: DataFolder

  init() {
    var template = Array("/tmp/kiosk-machine-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
    machine = MachineFolder(path: path + "/etc", owner: geteuid())
    data = DataFolder(path: path + "/data")
    for folder in [machine.path, machine.trust, data.path] { mkdir(folder, 0o755) }
  }

  deinit {
    for folder in [data.entitlements, data.path, machine.trust, machine.path, path] {
      for name in (try? Files.names(in: folder)) ?? [] { try? Files.unlink("\(folder)/\(name)") }
      rmdir(folder)
    }
  }

  /// An issuer's key.
  func key(_ name: String = "district") throws -> MachineKey { try MachineKey.load("\(path)/\(name).key") }

  /// Trusts an issuer.
  func trust(_ name: String = "district") throws {
    let line = MachineKey.hex(try key(name).publicKey) + "\n"
    try Files.replace("\(machine.trust)/\(name).pub", with: Array(line.utf8), mode: 0o644)
  }

  /// A signed profile's bytes.
  func profile(_ members: String = "", by name: String = "district") throws -> [UInt8] {
    let text = #"{"format": "kiosk-profile/1", "name": "Lab", "supervised": true"# + members + "}"
    return SignedDocument.signed(Array(text.utf8), format: Profile.format, by: try key(name)) ?? []
  }

  /// A signed entitlement's bytes.
  func entitlement(
    _ program: String = #""rivers""#, from: String = "2026-01-01", until: String = "2026-12-31",
    by name: String = "district"
  ) throws -> [UInt8] {
    let text = """
      {"format": "kiosk-entitlement/1", "program": \(program), "issuer": "Northside", "holder": "Class 7b",
       "from": "\(from)", "until": "\(until)"}
      """
    return SignedDocument.signed(Array(text.utf8), format: Entitlement.format, by: try key(name)) ?? []
  }

  /// Installs a profile's bytes as they are.
  func place(_ bytes: [UInt8], mode: mode_t = 0o644) throws {
    try Files.replace(machine.profile, with: bytes, mode: mode)
    chmod(machine.profile, mode)
  }

  /// Installs an entitlement's bytes as they are.
  func placeEntitlement(_ bytes: [UInt8], _ name: String = "one.json", mode: mode_t = 0o644) throws {
    mkdir(data.entitlements, 0o755)
    try Files.replace("\(data.entitlements)/\(name)", with: bytes, mode: mode)
    chmod("\(data.entitlements)/\(name)", mode)
  }

  /// What reads all of it on a day: "2026-06-01".
  func reader(_ day: String = "2026-06-01", own: String? = nil) -> AuthorityReader {
    let now = Timestamps.parse("\(day)T12:00:00Z") ?? WallTime(milliseconds: 0)
    return AuthorityReader(machine: machine, data: data, ownProfile: own, now: now)
  }
}
