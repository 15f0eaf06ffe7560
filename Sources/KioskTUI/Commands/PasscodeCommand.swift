import Glibc
import KioskCore

/// `kiosk passcode …`: the proctors of this data folder and their passcodes.
struct PasscodeCommand {
  static let verbs = ["set", "check", "list", "remove"]
  static let usage = """
    usage: kiosk passcode set [--proctor NAME]
           kiosk passcode check [--proctor NAME]
           kiosk passcode list [--json]
           kiosk passcode remove NAME
    A passcode is asked for on the terminal, without showing it; without a terminal it is one line of standard input.
    While a test is locked, set and remove want a present passcode first (a line of its own before the new one), or root.

    """

  /// Runs it; returns the exit status.
  static func run(_ arguments: [String]) -> Int32 {
    do throws(CommandFault) {
      return try PasscodeCommand(arguments).run()
    } catch {
      return CommandOutput.complain(ScreenText.clean(error.words), error.status)
    }
  }

  private let verb: String
  private let options: Arguments
  private let operands: [String]

  private init(_ arguments: [String]) throws(CommandFault) {
    options = try Arguments(arguments, flags: ["--json", "--help"], options: ["--proctor"])
    operands = Array(options.positionals.dropFirst())
    if options.has("--help") {
      verb = "help"
      return
    }
    guard let verb = options.positionals.first else {
      throw .usage("passcode needs to know what to do: \(Self.verbs.joined(separator: ", "))")
    }
    guard Self.verbs.contains(verb) else {
      let meant = Nearness.nearest(to: verb, among: Self.verbs).map { "did you mean \($0)?" }
      throw .usage("passcode cannot \(verb): \(meant ?? Self.verbs.joined(separator: ", "))")
    }
    if options.has("--json"), verb != "list" { throw .usage("passcode \(verb) takes no --json") }
    if options.value("--proctor") != nil, verb == "list" || verb == "remove" {
      throw .usage("passcode \(verb) takes no --proctor")
    }
    self.verb = verb
  }

  private func run() throws(CommandFault) -> Int32 {
    switch verb {
    case "set": return try set()
    case "check": return try check()
    case "list": return try list()
    case "remove": return try remove()
    default: return CommandOutput.write(Self.usage)
    }
  }

  // MARK: - Verbs

  private func set() throws(CommandFault) -> Int32 {
    try expect(0, "set takes a name after --proctor")
    let name = try proctor() ?? Passcodes.standardName
    let folder = try folder()
    try Self.authorise(folder)
    let isNew = try !Self.read(folder).names.contains(name)
    let passcode = try PasscodeReader.read("New passcode of \(name): ")
    guard passcode.length >= Passcodes.shortestPasscode else {
      throw CommandFault("a passcode has at least \(Passcodes.shortestPasscode) characters: take a longer one", 65)
    }
    if PasscodeReader.isInteractive, try PasscodeReader.read("The same again: ") != passcode {
      throw CommandFault("the two are not the same: nothing was changed", 65)
    }
    try change(folder) { (passcodes) throws(Passcodes.Fault) in try passcodes.set(name, passcode) }
    return CommandOutput.write("The passcode of \(name) is \(isNew ? "set" : "changed").\n")
  }

  private func check() throws(CommandFault) -> Int32 {
    try expect(0, "check takes a name after --proctor")
    let name = try proctor()
    let folder = try folder()
    let names = try Self.read(folder).names
    if names.isEmpty { throw Self.noneSet }
    if let name, !names.contains(name) { throw Self.unknown(name, names) }
    let found = try Self.verify(folder, name, "Passcode\(name.map { " of \($0)" } ?? ""): ")
    return CommandOutput.write("This is the passcode of \(found).\n")
  }

  private func list() throws(CommandFault) -> Int32 {
    try expect(0, "list takes no name")
    let names = try Self.read(try folder()).names
    if options.has("--json") {
      return CommandOutput.write(json: .object(["proctors": .array(names.map { .string($0) })]))
    }
    let text = names.isEmpty ? "No passcode is set.\n" : names.map { $0 + "\n" }.joined()
    return CommandOutput.write(text)
  }

  private func remove() throws(CommandFault) -> Int32 {
    try expect(1, "remove needs the name of one proctor: see kiosk passcode list")
    let folder = try folder()
    let names = try Self.read(folder).names
    guard let name = Passcodes.name(operands[0]), names.contains(name) else { throw Self.unknown(operands[0], names) }
    try Self.authorise(folder)
    try change(folder) { (passcodes) throws(Passcodes.Fault) in _ = passcodes.remove(name) }
    return CommandOutput.write("\(name) is no proctor any more.\n")
  }

  // MARK: - Parts

  /// MUST come before any change: while a live lock holds, who does not know a passcode could make one of his own.
  static func authorise(_ folder: DataFolder) throws(CommandFault) {
    guard LiveLock.isAnyHeld(in: folder), geteuid() != 0, !Weakness.passcode.isOn else { return }
    if try Self.read(folder).names.isEmpty {
      throw CommandFault("refused, a test is locked and no passcode is set: finish the test, or run this as root", 77)
    }
    _ = try verify(folder, nil, "A test is locked. Present passcode of a proctor: ")
  }

  /// Asks for a passcode and has it judged, back-off and all. Returns whose it is.
  private static func verify(_ folder: DataFolder, _ name: String?, _ prompt: String) throws(CommandFault) -> String {
    // Told before it is typed, and looked at again after.
    let wait = PasscodeAttempt.wait(folder)
    if wait > 0 { throw Self.tooSoon(wait) }
    let passcode = try PasscodeReader.read(prompt)
    if passcode.isEmpty { throw CommandFault("no passcode was typed: try again", 65) }
    switch PasscodeAttempt.begin(folder) {
    case .tooSoon(let wait): throw Self.tooSoon(wait)
    case .busy: throw CommandFault("another passcode is being checked right now: try again", 75)
    case .noneSet: throw Self.noneSet
    case .fault(let fault): throw CommandFault(fault.words, fault.exitStatus)
    case .allowed(let attempt):
      let verdict = attempt.judge(passcode, of: name)
      let wait = attempt.settle(verdict)
      switch verdict {
      case .right(let found): return found
      case .wrong: throw CommandFault("that is not the passcode: the next can be tried in \(Self.seconds(wait))", 77)
      case .unknown: throw CommandFault(Passcodes.Fault.noMemory.words, 75)
      }
    }
  }

  private static func tooSoon(_ wait: Int64) -> CommandFault {
    CommandFault("too soon after a wrong passcode: try again in \(seconds(wait))", 75)
  }

  private static var noneSet: CommandFault { CommandFault("no passcode is set: run kiosk passcode set", 66) }

  private static func unknown(_ name: String, _ names: [String]) -> CommandFault {
    let meant = Nearness.nearest(to: name, among: names).map { "did you mean \($0)?" }
    return CommandFault(
      "there is no proctor called \(ScreenText.quoted(name)): \(meant ?? "see kiosk passcode list")", 66)
  }

  private static func seconds(_ milliseconds: Int64) -> String { Screen.spoken((milliseconds + 999) / 1000 * 1000) }

  private func proctor() throws(CommandFault) -> String? {
    guard let text = options.value("--proctor") else { return nil }
    guard let name = Passcodes.name(text) else {
      throw .usage("a proctor's name has 1 to \(Passcodes.longestName) characters: --proctor \"A. Smith\"")
    }
    return name
  }

  private func expect(_ count: Int, _ words: String) throws(CommandFault) {
    if operands.count != count { throw .usage(words) }
  }

  private func folder() throws(CommandFault) -> DataFolder {
    do {
      return try DataFolder.locate()
    } catch { throw CommandFault(error) }
  }

  private static func read(_ folder: DataFolder) throws(CommandFault) -> Passcodes {
    do {
      return try Passcodes.read(folder)
    } catch { throw CommandFault(error.words, error.exitStatus) }
  }

  private func change(
    _ folder: DataFolder, _ body: (inout Passcodes) throws(Passcodes.Fault) -> Void
  ) throws(CommandFault) {
    do throws(Passcodes.Fault) {
      var passcodes = try Passcodes.read(folder)
      try body(&passcodes)
      try passcodes.write(folder)
    } catch { throw CommandFault(error.words, error.exitStatus) }
  }
}
