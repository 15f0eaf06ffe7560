import Glibc
import KioskCore

/// `kiosk entitlement …`: who may lock a machine for which test, and until when.
struct EntitlementCommand {
  static let verbs = ["show", "issue", "install"]
  static let usage = """
    usage: kiosk entitlement show [FILE] [--json]
           kiosk entitlement issue --program ID[,ID…] --issuer NAME --holder NAME --from DAY --until DAY
                                   [--key KEY] [-o OUT]
           kiosk entitlement install FILE
    FILE may be - for standard input. While a test is locked, install wants a passcode or root.

    """

  /// Runs it; returns the exit status.
  static func run(_ arguments: [String]) -> Int32 {
    do throws(CommandFault) {
      return try EntitlementCommand(arguments).run()
    } catch {
      for line in error.words.split(separator: "\n") { _ = CommandOutput.complain(ScreenText.clean(String(line)), 0) }
      return error.status
    }
  }

  private static let named = ["--program", "--issuer", "--holder", "--from", "--until", "--key", "-o"]
  private let verb: String
  private let options: Arguments
  private let operands: [String]

  private init(_ arguments: [String]) throws(CommandFault) {
    options = try Arguments(arguments, flags: ["--json", "--help"], options: Self.named)
    operands = Array(options.positionals.dropFirst())
    if options.has("--help") {
      verb = "help"
      return
    }
    guard let verb = options.positionals.first else {
      throw .usage("entitlement needs to know what to do: \(Self.verbs.joined(separator: ", "))")
    }
    guard Self.verbs.contains(verb) else {
      let meant = Nearness.nearest(to: verb, among: Self.verbs).map { "did you mean \($0)?" }
      throw .usage("entitlement cannot \(ScreenText.quoted(verb)): \(meant ?? Self.verbs.joined(separator: ", "))")
    }
    self.verb = verb
    if verb != "show", options.has("--json") { throw .usage("entitlement \(verb) takes no --json") }
    if verb != "issue", let name = Self.named.first(where: { options.value($0) != nil }) {
      throw .usage("entitlement \(verb) takes no \(name)")
    }
    if operands.count > (verb == "issue" ? 0 : 1) { throw .usage("entitlement \(verb) takes one argument less") }
  }

  private func run() throws(CommandFault) -> Int32 {
    switch verb {
    case "show": return try show()
    case "issue": return try issue()
    case "install": return try install()
    default: return CommandOutput.write(Self.usage)
    }
  }

  // MARK: - Verbs

  private func show() throws(CommandFault) -> Int32 {
    let reader = AuthorityReader.here
    var found: [AuthorityReader.Found]
    if let path = operands.first {
      let entitlement = try parse(try SignedFile.bytes(path, limit: Entitlement.largest), path)
      found = [
        .init(
          path: path, entitlement: entitlement, fault: entitlement.fault(at: Clocks.wall(), trust: reader.issuers))
      ]
    } else {
      found = reader.installed()
      let sample = EntitlementReader.read(Array(SampleEntitlement.text.utf8)).content
      found.append(
        .init(path: "", entitlement: sample, fault: sample?.fault(at: Clocks.wall(), trust: reader.issuers)))
    }
    if options.has("--json") {
      return CommandOutput.write(json: .object(["entitlements": .array(found.map(Self.json))]))
    }
    return CommandOutput.write(found.map(Self.text).joined(separator: "\n"))
  }

  private func issue() throws(CommandFault) -> Int32 {
    var object: JSONObject = ["format": .string(Entitlement.format)]
    let programs = try needed("--program").split(separator: ",").map(String.init)
    object.add(
      "program", programs.count == 1 ? .string(programs[0]) : .array(programs.map { .string($0) }))
    for name in ["issuer", "holder", "from", "until"] { object.add(name, .string(try needed("--\(name)"))) }
    let bytes = JSONWriter.bytes(.object(object), pretty: true)
    _ = try parse(bytes, "entitlement")
    let signed = try SignedFile.sign(bytes, format: Entitlement.format, by: try SignedFile.key(options.value("--key")))
    guard let out = options.value("-o"), out != "-" else {
      return CommandOutput.write(String(decoding: signed, as: UTF8.self))
    }
    try SignedFile.write(signed, to: out)
    return CommandOutput.write("\(ScreenText.clean(out)): issued\n")
  }

  private func install() throws(CommandFault) -> Int32 {
    guard let path = operands.first else {
      throw .usage("entitlement install needs a file: kiosk entitlement install FILE")
    }
    let bytes = try SignedFile.bytes(path, limit: Entitlement.largest)
    let entitlement = try parse(bytes, path)
    let now = Clocks.wall()
    // One that begins later may lie there until it does.
    switch entitlement.fault(at: now, trust: AuthorityReader.here.issuers) {
    case nil, .notYet: break
    case let fault?:
      throw CommandFault(
        "refused, \(ScreenText.fitted(path)) is no good: \(fault.words): \(fault.mend)", fault.exitStatus)
    }
    let folder: DataFolder
    do throws(DataFolder.Fault) {
      folder = try DataFolder.locate()
    } catch { throw CommandFault(error) }
    try PasscodeCommand.authorise(folder)
    let place = folder.entitlements + "/" + entitlement.fileName
    do throws(SystemFault) {
      if !Files.may(F_OK, folder.entitlements) { try Files.makeDirectory(folder.entitlements, mode: 0o755) }
      let isThere = (try? Files.contents(place, limit: Entitlement.largest)) == bytes
      if !isThere { try Files.replace(place, with: bytes, mode: 0o644) }
      let what = "\(entitlement.source), for \(entitlement.programs.joined(separator: ", "))"
      return CommandOutput.write("\(what): \(isThere ? "is installed already" : "installed")\n")
    } catch { throw CommandFault("\(place) cannot be written (\(error)): see the data folder", error.isFull ? 74 : 73) }
  }

  // MARK: - Parts

  private func needed(_ name: String) throws(CommandFault) -> String {
    guard let value = options.value(name), !value.isEmpty else {
      throw .usage("entitlement issue needs \(name): see kiosk entitlement --help")
    }
    return value
  }

  private func parse(_ bytes: [UInt8], _ path: String) throws(CommandFault) -> Entitlement {
    let reading = EntitlementReader.read(bytes)
    guard let entitlement = reading.content else { throw SignedFile.fault(reading.problems, path) }
    return entitlement
  }

  private static func json(_ found: AuthorityReader.Found) -> JSONValue {
    var object: JSONObject = ["good": .bool(found.fault == nil)]
    object.add("path", found.path.isEmpty ? nil : .string(found.path))
    object.add("fault", found.fault.map { .string($0.words) })
    if let entitlement = found.entitlement {
      object.add("program", .array(entitlement.programs.map { .string($0) }))
      object.add("issuer", .string(entitlement.issuer))
      object.add("holder", .string(entitlement.holder))
      object.add("from", entitlement.validity.from.map { .string(Timestamps.rfc3339($0)) })
      object.add("until", entitlement.validity.until.map { .string(Timestamps.rfc3339($0)) })
    }
    return .object(object)
  }

  private static func text(_ found: AuthorityReader.Found) -> String {
    var rows: [(String, String)] = []
    if let entitlement = found.entitlement {
      rows = [
        ("For", entitlement.programs.joined(separator: ", ")), ("Holder", entitlement.holder),
        ("Issuer", entitlement.issuer), ("Counts", entitlement.validity.words),
      ]
    }
    rows.append(("Standing", found.fault.map { "no good: \($0.words): \($0.mend)" } ?? "good"))
    rows.append(("File", found.path.isEmpty ? "comes with kiosk" : found.path))
    return ProfileText.table(rows)
  }
}
