import Glibc
import KioskCore

/// `kiosk profile show`: a profile in plain words, and what this machine is.
extension ProfileCommand {
  /// What the machine is, profile or not.
  struct Facts: Equatable {
    var folder: String
    /// The public half of the key that seals results, in hexadecimal.
    var publicKey: String
    /// The user who owns the key and so could forge results; root always could.
    var keyOwner: UInt32?
    var tier: Tier
  }

  func show() throws(CommandFault) -> Int32 {
    if let path = operands.first {
      let profile = try parse(try SignedFile.bytes(path, limit: Profile.largest), path)
      let standing = profile.document.standing(machine.trustKeys)
      if options.has("--json") {
        return CommandOutput.write(json: .object(["profile": .object(Self.json(profile, standing))]))
      }
      return CommandOutput.write(ProfileText.table(ProfileText.rows(profile) + [("Signature", Self.words(standing))]))
    }
    let facts = try Self.look()
    let finding = AuthorityReader.here.profile
    return options.has("--json")
      ? CommandOutput.write(json: Self.json(facts, finding)) : CommandOutput.write(Self.text(facts, finding))
  }

  /// Looks; makes the key where there is none, so that it can be written down before the first test.
  private static func look() throws(CommandFault) -> Facts {
    let folder: DataFolder
    do throws(DataFolder.Fault) {
      folder = try DataFolder.locate()
    } catch { throw CommandFault(error) }
    let key: MachineKey
    do throws(StoreFault) {
      key = try MachineKey.load(folder)
    } catch { throw CommandFault(error) }
    let here = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].lazy.compactMap { TerminalDevice($0) }.first
    return Facts(
      folder: folder.path, publicKey: MachineKey.hex(key.publicKey), keyOwner: (try? Files.status(folder.key))?.owner,
      tier: here?.tier ?? .none)
  }

  /// The document.
  static func json(_ facts: Facts, _ finding: ProfileFinding) -> JSONValue {
    var object: JSONObject = [:]
    switch finding {
    case .none: object.add("supervised", false)
    case .inForce(let installed):
      object.add("supervised", .bool(installed.supervises))
      object.add("profile", .object(json(installed)))
    case .faulty(let fault):
      object.add("supervised", false)
      object.add("fault", .string(fault.words))
    }
    object.add("data", .string(facts.folder))
    object.add("publicKey", .string(facts.publicKey))
    object.add("keyOwner", facts.keyOwner.map { .integer(Int64($0)) })
    object.add("tier", .string(facts.tier.rawValue))
    return .object(object)
  }

  /// A profile in force, as a document: also of `status`.
  static func json(_ installed: InstalledProfile) -> JSONObject {
    var object = json(installed.profile, nil)
    object.add("path", .string(installed.path))
    object.add("signedBy", installed.signer.isEmpty ? nil : .string(installed.signer))
    object.add("installedAt", .string(Timestamps.rfc3339(installed.receipt.at)))
    object.add("installedBy", installed.receipt.by.isEmpty ? nil : .string(installed.receipt.by))
    return object
  }

  private static func json(_ profile: Profile, _ standing: SignedDocument.Standing?) -> JSONObject {
    let terms = profile.terms
    var object: JSONObject = [
      "name": .string(profile.name), "words": .string(profile.words), "supervised": .bool(profile.isSupervised),
    ]
    if !profile.singleApp.isEmpty { object.add("singleApp", .array(profile.singleApp.map { .string($0) })) }
    object.add("allowList", .array(profile.allowList.map { .string($0.path) }))
    var required: JSONObject = [:]
    for mode in LockMode.allCases {
      guard let ids = terms.required[mode] else { continue }
      required.add(mode.rawValue, .array(ids.map { .string($0.rawValue) }))
    }
    object.add("required", .object(required))
    var detections: JSONObject = [:]
    for id in RestrictionID.allCases { detections.add(id.rawValue, terms.detections[id].map { .string($0.rawValue) }) }
    object.add("detections", .object(detections))
    object.add("deniedAids", .array(terms.deniedAids.map { .string($0.rawValue) }))
    object.add("proctors", .array(terms.proctors.map { .string($0) }))
    object.add("capMinutes", .integer(Int64(terms.capMinutes)))
    object.add("language", terms.language.isEmpty ? nil : .string(terms.language))
    object.add("from", profile.validity.from.map { .string(Timestamps.rfc3339($0)) })
    object.add("until", profile.validity.until.map { .string(Timestamps.rfc3339($0)) })
    object.add("signature", standing.map { .string(words($0)) })
    return object
  }

  static func words(_ standing: SignedDocument.Standing) -> String {
    switch standing {
    case .trusted(let name): "good, by \(name)"
    case .unsigned: "none"
    case .altered: "broken: altered after it was signed"
    case .foreign(let key): "by the key \(MachineKey.hex(key)), which is not trusted here"
    }
  }

  private static func text(_ facts: Facts, _ finding: ProfileFinding) -> String {
    var rows: [(String, String)]
    switch finding {
    case .none: rows = [("Supervised", "no: no profile is installed")]
    case .faulty(let fault): rows = [("Supervised", "no: \(fault.words)"), ("", fault.mend)]
    case .inForce(let installed):
      rows = [
        ("Supervised", installed.supervises ? "yes, by \(installed.path)" : "no; \(installed.path) is in force"),
        ("Installed", Self.installed(installed)),
      ]
      rows += ProfileText.rows(installed.profile)
      if !installed.signer.isEmpty { rows.append(("Signature", "good, by \(installed.signer)")) }
    }
    rows += [("Data folder", facts.folder), ("Terminal", facts.tier.rawValue), ("Public key", facts.publicKey)]
    let owner = facts.keyOwner.map { "Whoever is user \($0)" } ?? "Its owner"
    return ProfileText.table(rows) + """

      Results are sealed with the secret half of this key. \(owner), or root, could forge
      them here. Keep the public key elsewhere: kiosk results verify --key takes it.

      """
  }

  /// "2026-11-30 09:08 UTC by alice".
  static func installed(_ installed: InstalledProfile) -> String {
    let by = installed.receipt.by.isEmpty ? "" : " by \(installed.receipt.by)"
    return Timestamps.dayAndMinute(installed.receipt.at) + by
  }
}

/// A profile in plain words.
enum ProfileText {
  /// What it is about, and what it says of it; what it does not speak of is left out.
  static func rows(_ profile: Profile) -> [(String, String)] {
    let terms = profile.terms
    var rows = [("Profile", profile.name), ("Words", profile.words)]
    if !profile.isSupervised { rows.append(("", "does not supervise")) }
    if !profile.validity.words.isEmpty { rows.append(("Counts", profile.validity.words)) }
    if !profile.singleApp.isEmpty { rows.append(("Single app", profile.singleApp.joined(separator: " "))) }
    for entry in profile.allowList { rows.append(("May lock", "\(entry.path), SHA-256 \(MachineKey.hex(entry.hash))")) }
    for mode in LockMode.allCases {
      let ids = terms.required[mode] ?? []
      if !ids.isEmpty { rows.append(("Required", "\(mode.title): \(ids.map(\.words).joined(separator: ", "))")) }
    }
    for id in RestrictionID.allCases {
      if let rule = terms.detections[id] { rows.append(("Found", "\(id.words): \(rule.rawValue)")) }
    }
    rows.append(("Longest", "\(terms.capMinutes) minutes a lock"))
    if !terms.deniedAids.isEmpty {
      rows.append(("No aids", terms.deniedAids.map(\.rawValue).joined(separator: ", ")))
    }
    if !terms.proctors.isEmpty { rows.append(("Proctors", terms.proctors.joined(separator: ", "))) }
    if !terms.language.isEmpty { rows.append(("Language", terms.language)) }
    return rows
  }

  /// Two columns.
  static func table(_ rows: [(String, String)]) -> String {
    rows.map { lead, text in
      lead + String(repeating: " ", count: max(1, 13 - lead.count)) + ScreenText.clean(text) + "\n"
    }.joined()
  }
}
