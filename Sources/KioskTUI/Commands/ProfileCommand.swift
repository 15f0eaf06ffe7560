import Glibc
import KioskCore

/// `kiosk profile …`: what an administrator has decided for this machine, and what the machine is.
///
/// Each verb changes at once, can be run again without harm, and says what it did in one line: made for ssh to a
/// thousand machines.
struct ProfileCommand {
  static let verbs = ["show", "check", "sign", "install", "remove"]
  static let usage = """
    usage: kiosk profile show [FILE] [--json]
           kiosk profile check [FILE] [--exam ID|FILE] [--against FILE]
           kiosk profile sign FILE [--key KEY] [-o OUT]
           kiosk profile install FILE
           kiosk profile remove
    FILE may be - for standard input. install and remove need root; while a test is locked, a passcode or root.

    """

  /// Runs it; returns the exit status. `machine`: this one's folder, or one that stands for it.
  static func run(_ arguments: [String], of machine: MachineFolder = .standard) -> Int32 {
    do throws(CommandFault) {
      return try ProfileCommand(arguments, machine).run()
    } catch {
      for line in error.words.split(separator: "\n") { _ = CommandOutput.complain(ScreenText.clean(String(line)), 0) }
      return error.status
    }
  }

  let options: Arguments
  let operands: [String]
  private let verb: String
  let machine: MachineFolder

  private init(_ arguments: [String], _ machine: MachineFolder) throws(CommandFault) {
    self.machine = machine
    options = try Arguments(
      arguments, flags: ["--json", "--help"], options: ["--exam", "--against", "--key", "-o"])
    operands = Array(options.positionals.dropFirst())
    if options.has("--help") {
      verb = "help"
      return
    }
    guard let verb = options.positionals.first else {
      throw .usage("profile needs to know what to do: \(Self.verbs.joined(separator: ", "))")
    }
    guard Self.verbs.contains(verb) else {
      let meant = Nearness.nearest(to: verb, among: Self.verbs).map { "did you mean \($0)?" }
      throw .usage("profile cannot \(ScreenText.quoted(verb)): \(meant ?? Self.verbs.joined(separator: ", "))")
    }
    self.verb = verb
    let allowed = ["show": ["--json"], "check": ["--exam", "--against"], "sign": ["--key", "-o"]][verb] ?? []
    for name in ["--exam", "--against", "--key", "-o", "--json"] where !allowed.contains(name) {
      if options.has(name) || options.value(name) != nil { throw .usage("profile \(verb) takes no \(name)") }
    }
    let most = verb == "remove" ? 0 : 1
    if operands.count > most { throw .usage("profile \(verb) takes \(most == 0 ? "nothing after it" : "one file")") }
  }

  private func run() throws(CommandFault) -> Int32 {
    switch verb {
    case "show": return try show()
    case "check": return try check()
    case "sign": return try sign()
    case "install": return try install()
    case "remove": return try remove()
    default: return CommandOutput.write(Self.usage)
    }
  }

  // MARK: - Changing

  private func sign() throws(CommandFault) -> Int32 {
    let path = try file()
    let bytes = try SignedFile.bytes(path, limit: Profile.largest)
    _ = try parse(bytes, path)
    let key = try SignedFile.key(options.value("--key"))
    let signed = try SignedFile.sign(bytes, format: Profile.format, by: key)
    let out = options.value("-o") ?? path
    let words = try parse(signed, path).words
    if out == "-" {
      return CommandOutput.write(String(decoding: signed, as: UTF8.self))
    }
    try SignedFile.write(signed, to: out)
    return CommandOutput.write(
      "\(ScreenText.clean(out)): signed with the key \(MachineKey.hex(key.publicKey)); words: \(words)\n")
  }

  private func install() throws(CommandFault) -> Int32 {
    let path = try file()
    let bytes = try SignedFile.bytes(path, limit: Profile.largest)
    let profile = try parse(bytes, path)
    try authorise()
    do throws(ProfileFault) {
      if let fault = machine.fault { throw fault }
      // Over a link or a pipe a file is put; a folder has to go first.
      if let odd = OddFile(machine.profile), odd.kind == .folder { throw .odd(odd) }
      _ = try machine.signer(of: profile, path)
      try MachineFolder.check(profile.validity, Clocks.wall(), installing: true)
    } catch { throw CommandFault(error) }
    do throws(SystemFault) {
      let change = try machine.install(profile, bytes: bytes, by: Self.whoRuns(), at: Clocks.wall())
      let done = change == .done ? "installed" : "is installed already"
      return CommandOutput.write("\(profile.name) \(done): \(Self.effect(profile)); words: \(profile.words)\n")
    } catch { throw CommandFault("the profile cannot be written (\(error)): see \(machine.path)", 73) }
  }

  private func remove() throws(CommandFault) -> Int32 {
    guard machine.hasProfile else { return CommandOutput.write("no profile is installed\n") }
    try authorise()
    do throws(SystemFault) {
      return CommandOutput.write(
        try machine.remove() == .done
          ? "the profile is removed; it is kept as \(machine.previous)\n" : "no profile is installed\n")
    } catch { throw CommandFault("the profile cannot be removed (\(error)): see \(machine.path)", 73) }
  }

  /// While a test is locked in this data folder, a passcode or root; and root in any case, whose folder it is.
  private func authorise() throws(CommandFault) {
    if geteuid() == 0 || Weakness.profile.isOn { return }
    if let folder = try? DataFolder.locate(), LiveLock.isAnyHeld(in: folder) { try PasscodeCommand.authorise(folder) }
    if !Files.may(W_OK, machine.path) {
      throw CommandFault("refused, only root may change \(machine.path): run it with sudo", 77)
    }
  }

  private static func effect(_ profile: Profile) -> String {
    let what = profile.isSupervised ? "this machine is supervised" : "this machine is not supervised by it"
    return profile.validity.words.isEmpty ? what : "\(what) \(profile.validity.words)"
  }

  /// Who asked for it, as far as sudo and the kernel's audit tell.
  private static func whoRuns() -> String {
    if let name = getenv("SUDO_USER").map({ String(cString: $0) }), !name.isEmpty { return ScreenText.fitted(name) }
    let text = (try? Files.contents("/proc/self/loginuid", limit: 64)).map { String(decoding: $0, as: UTF8.self) }
    let login = text.flatMap { UInt32($0.filter(\.isNumber)) }
    return Users.name(login == nil || login == .max ? geteuid() : login ?? 0)
  }

  // MARK: - Parts

  /// The file that the command is about.
  func file() throws(CommandFault) -> String {
    guard let path = operands.first else { throw .usage("profile \(verb) needs a file: kiosk profile \(verb) FILE") }
    return path
  }

  /// The profile in a file; all that is wrong with it, a line each, where there is none.
  func parse(_ bytes: [UInt8], _ path: String) throws(CommandFault) -> Profile {
    let reading = ProfileReader.read(bytes)
    guard let profile = reading.content else { throw SignedFile.fault(reading.problems, path) }
    return profile
  }
}

extension CommandFault {
  init(_ fault: ProfileFault) { self.init("\(fault.words): \(fault.mend)", fault.exitStatus) }
}

/// The names of this machine's users, read from where the machine keeps its own: nothing is asked that could be elsewhere.
enum Users {
  /// The name of a user; his number where he has none here.
  static func name(_ id: UInt32) -> String {
    let bytes = (try? Files.contents("/etc/passwd", limit: 1 << 20)) ?? []
    for line in bytes.split(separator: 0x0A) {
      let words = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      if words.count > 2, UInt32(String(decoding: words[2], as: UTF8.self)) == id {
        return ScreenText.fitted(String(decoding: words[0], as: UTF8.self))
      }
    }
    return "user \(id)"
  }
}
