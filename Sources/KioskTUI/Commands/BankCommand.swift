import Glibc
import KioskCore

/// `kiosk bank list|lint|convert FILE`: what is in a bank of questions, what is wrong with it, and the same in another format.
struct BankCommand {
  static let verbs = ["list", "lint", "convert"]
  static let usage = """
    usage: kiosk bank list FILE     [--from FORMAT] [--json]
           kiosk bank lint FILE     [--from FORMAT] [--json]
           kiosk bank convert FILE  [--from FORMAT] [--to FORMAT] [-o OUT]
    Formats: json (the kiosk's own), gift, aiken, moodle (XML), csv. Without --from the file's name and content
    tell, without --to the name after -o does, else it is json. - is standard input.

    """

  private let verb: String
  private let options: Arguments
  private let file: String

  /// Runs it; returns the exit status.
  static func run(_ arguments: [String]) -> Int32 {
    do throws(CommandFault) {
      if arguments.contains("--help") { return CommandOutput.write(usage) }
      return try BankCommand(arguments).run()
    } catch {
      return CommandOutput.complain(ScreenText.clean(error.words, lineBreaks: .keep), error.status)
    }
  }

  private init(_ arguments: [String]) throws(CommandFault) {
    options = try Arguments(arguments, flags: ["--json"], options: ["--from", "--to", "-o"])
    guard let verb = options.positionals.first else {
      throw .usage("bank needs to know what to do: \(Self.verbs.joined(separator: ", "))")
    }
    guard Self.verbs.contains(verb) else {
      let meant = Nearness.nearest(to: verb, among: Self.verbs).map { "did you mean \($0)?" }
      throw .usage("bank cannot \(ScreenText.fitted(verb)): \(meant ?? Self.verbs.joined(separator: ", "))")
    }
    self.verb = verb
    let rest = options.positionals.dropFirst()
    guard let file = rest.first else { throw .usage("bank \(verb) needs a file: kiosk bank \(verb) FILE") }
    if rest.count > 1 { throw .usage("bank \(verb) takes one file: leave out \(ScreenText.quoted(rest[2]))") }
    self.file = file
    if verb != "convert" {
      for option in ["--to", "-o"] where options.value(option) != nil {
        throw .usage("\(option) goes with bank convert: leave it out")
      }
    }
  }

  private func run() throws(CommandFault) -> Int32 {
    let from = try format("--from")
    let bytes = try SignedFile.bytes(file, limit: BankReading.largest)
    switch verb {
    case "list": return try BankListing(file: file, from: from, isLint: false).run(bytes, json: options.has("--json"))
    case "lint": return try BankListing(file: file, from: from, isLint: true).run(bytes, json: options.has("--json"))
    default: return try convert(bytes, from)
    }
  }

  /// Everything that can be used is written; what cannot, and what the format has no words for, is told. 65 where a question
  /// was refused.
  private func convert(_ bytes: [UInt8], _ from: BankFormat?) throws(CommandFault) -> Int32 {
    let out = options.value("-o").flatMap { $0 == "-" ? nil : $0 }
    let to = try format("--to") ?? out.flatMap { BankFormat(fileName: $0) } ?? .json
    var stream = BankStream(to, name: out ?? file)
    let summary = BankReading.read(bytes, as: from, fileName: file) { stream.add($0) }
    let written = stream.finished()
    let name = ScreenText.fitted(file)
    for skip in summary.skipped { say("\(name):\(skip.line): not read: \(skip.what): \(skip.reason)") }
    for problem in summary.problems { say(BankListing.line(problem, file: name)) }
    for loss in written.losses { say("\(name):\(loss.line): not in \(to.title): \(loss.question): \(loss.what)") }
    if summary.questions == 0 {
      throw CommandFault("\(name) has no question that can be used: see kiosk bank lint \(name)", 65)
    }
    if let out {
      try SignedFile.write(written.bytes, to: out)
    } else {
      var output = BufferedOutput()
      output.put(written.bytes)
      try output.finish()
    }
    return summary.refused > 0 ? 65 : 0
  }

  private func say(_ words: String) {
    do { try Files.writeAll(STDERR_FILENO, Array("kiosk: \(words)\n".utf8)) } catch {}
  }

  private func format(_ option: String) throws(CommandFault) -> BankFormat? {
    guard let name = options.value(option) else { return nil }
    if let format = BankFormat(name: name) { return format }
    let all = BankFormat.allCases.map(\.rawValue)
    let meant = Nearness.nearest(to: name, among: all + ["xml", "tsv"]).map { "did you mean \($0)?" }
    throw .usage(
      "\(option) \(ScreenText.fitted(name)) is no format: \(meant ?? "take one of \(all.joined(separator: ", "))")")
  }
}
