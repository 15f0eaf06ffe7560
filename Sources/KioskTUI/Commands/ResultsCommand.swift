import Glibc
import KioskCore

/// `kiosk results …`: what has been sat, shown, exported, checked, marked, brought in, deleted.
///
/// - Parameter arguments: what follows `results`.
/// - Returns: the exit status.
func resultsCommand(_ arguments: [String]) -> Int32 {
  do throws(CommandFault) {
    return try ResultsCommand(arguments).run()
  } catch {
    return CommandOutput.complain(ScreenText.clean(error.words), error.status)
  }
}

/// One run of `kiosk results`.
struct ResultsCommand {
  static let verbs = ["list", "show", "export", "verify", "mark", "import", "delete"]
  static let usage = """
    usage: kiosk results list [--format json|csv|html]
           kiosk results show ATTEMPT [--format json|csv|html] [-o OUT]
           kiosk results export ATTEMPT|--all [--format json|csv|html] [-o OUT]
           kiosk results verify [--key FILE|HEX]
           kiosk results mark ATTEMPT QUESTION POINTS [--by NAME] [--note TEXT]
           kiosk results import FILE…
           kiosk results delete ATTEMPT|--all
    An attempt may be named by the beginning of its id; delete wants the whole id.

    """

  private let verb: String
  private let options: Arguments
  /// What stands after the verb.
  private let operands: [String]

  init(_ arguments: [String]) throws(CommandFault) {
    options = try Arguments(
      arguments, flags: ["--all", "--json", "--help"], options: ["--format", "-o", "--by", "--note", "--key"])
    guard let verb = options.positionals.first else {
      if options.has("--help") {
        self.verb = "help"
        operands = []
        return
      }
      throw .usage("results needs to know what to do: \(Self.verbs.joined(separator: ", "))")
    }
    guard Self.verbs.contains(verb) else {
      let meant = Nearness.nearest(to: verb, among: Self.verbs).map { "did you mean \($0)?" }
      throw .usage("results cannot \(verb): \(meant ?? Self.verbs.joined(separator: ", "))")
    }
    self.verb = options.has("--help") ? "help" : verb
    operands = Array(options.positionals.dropFirst())
  }

  func run() throws(CommandFault) -> Int32 {
    switch verb {
    case "list": return try list()
    case "show": return try show()
    case "export": return try export()
    case "verify": return try verify()
    case "mark": return try mark()
    case "import": return try bringIn()
    case "delete": return try delete()
    default:
      try say(Self.usage)
      return 0
    }
  }

  // MARK: - Reading

  private func list() throws(CommandFault) -> Int32 {
    try expect(operands: 0...0, "list takes no attempt: use show")
    let store = try open()
    let summaries = try reading { () throws(StoreFault) in try store.summaries() }
    switch try format(or: "text") {
    case "json": try put(JSONWriter.bytes(ResultsJSON.list(summaries), pretty: true))
    case "csv": try put(Array(ResultsCSV.list(summaries).utf8))
    case "html": try put(Array(ResultsHTML.list(summaries).utf8))
    default: try put(Array(ResultsText.list(summaries).utf8))
    }
    return 0
  }

  private func show() throws(CommandFault) -> Int32 {
    let store = try open()
    let ids = try named(store)
    let details = try details(store, ids)
    switch try format(or: "text") {
    case "json":
      let value = options.has("--all") ? .array(details.map(ResultsJSON.show)) : ResultsJSON.show(details[0])
      try put(JSONWriter.bytes(value, pretty: true))
    case "csv": try put(Array(ResultsCSV.details(details).utf8))
    case "html": try put(Array(ResultsHTML.details(details).utf8))
    default: try put(Array(details.map(ResultsText.show).joined(separator: "\n").utf8))
    }
    return 0
  }

  private func export() throws(CommandFault) -> Int32 {
    let store = try open()
    let ids = try named(store)
    switch try format(or: "json") {
    case "csv": try put(Array(ResultsCSV.details(try details(store, ids)).utf8))
    case "html": try put(Array(ResultsHTML.details(try details(store, ids)).utf8))
    case "text": try put(Array(try details(store, ids).map(ResultsText.show).joined(separator: "\n").utf8))
    default:
      let value = try reading { () throws(StoreFault) in try ResultsJSON.export(store, ids) }
      try put(JSONWriter.bytes(value, pretty: true))
    }
    return 0
  }

  private func verify() throws(CommandFault) -> Int32 {
    try expect(operands: 0...0, "verify checks the whole ledger: it takes no attempt")
    let folder = try folder()
    let key = try options.value("--key").map { (path) throws(CommandFault) in try ResultsCommand.key(path) }
    let ledger = Ledger(folder)
    let verdict = try reading { () throws(StoreFault) in try ledger.verify(key: key) }
    let owner = (try? Files.status(folder.key))?.owner
    if try format(or: "text") == "json" {
      try put(JSONWriter.bytes(ResultsText.json(verdict, keyOwner: owner), pretty: true))
    } else {
      try put(Array(ResultsText.verdict(verdict, keyOwner: owner).utf8))
    }
    for fault in verdict.faults { complain("\(fault.words): do not trust what it is about") }
    return verdict.holds ? 0 : 65
  }

  // MARK: - Writing

  private func mark() throws(CommandFault) -> Int32 {
    try expect(operands: 3...3, "mark needs an attempt, a question and points: mark ATTEMPT QUESTION POINTS")
    let store = try open()
    let id = try attempt(store, operands[0])
    let attempt = try reading { () throws(StoreFault) in try store.attempt(id) }
    let slot = try ResultsCommand.slot(of: operands[1], in: attempt)
    guard let points = ResultsCommand.points(operands[2]) else {
      throw .usage("\(operands[2]) is no number of points: write 2 or 2.5, with at most five decimals")
    }
    let mark = HandMark(
      slot: slot, points: points, by: ScreenText.clean(options.value("--by") ?? ResultsCommand.user),
      note: ScreenText.clean(options.value("--note") ?? ""), at: Clocks.wall())
    try reading { () throws(StoreFault) in try store.mark(id, mark) }
    let summary = try reading { () throws(StoreFault) in try store.summary(of: id) }
    let question = attempt.slots[slot].question.id
    if question == operands[1], let other = ResultsCommand.place(operands[1], in: attempt), other != slot {
      try say(
        "\(question) is taken as the id of question \(slot + 1); question \(other + 1) is \(attempt.slots[other].question.id).\n"
      )
    }
    try say(
      "Question \(slot + 1), \(question): \(points.decimal) of \(attempt.slots[slot].question.points.decimal). Score now: "
        + "\(summary.score?.decimal ?? "not complete") of \(summary.maxScore?.decimal ?? "0").\n")
    return 0
  }

  /// The question that an id names, or, where no id is so, its number in the test.
  private static func slot(of named: String, in attempt: Attempt) throws(CommandFault) -> Int {
    let ids = attempt.slots.map(\.question.id)
    if let slot = ids.firstIndex(of: named) ?? place(named, in: attempt) { return slot }
    let meant = Nearness.nearest(to: named, among: ids).map { "did you mean \($0)?" }
    throw CommandFault(
      "there is no question \(named) in \(attempt.id): \(meant ?? "see kiosk results show \(attempt.id)")", 66)
  }

  /// The place a number names, from 0; `nil` where it is none or there is no such question.
  private static func place(_ number: String, in attempt: Attempt) -> Int? {
    guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(number),
      attempt.slots.indices.contains(number - 1)
    else { return nil }
    return number - 1
  }

  private func bringIn() throws(CommandFault) -> Int32 {
    if operands.isEmpty { throw .usage("import needs a file that results export wrote") }
    let store = try open()
    var tally = ImportTally()
    for path in operands { try tally.bringIn(path, into: store) }
    if try format(or: "text") == "json" {
      try put(JSONWriter.bytes(tally.json, pretty: true))
    } else {
      try put(Array(tally.text.utf8))
    }
    for refusal in tally.refused { complain(refusal) }
    return tally.refused.isEmpty ? 0 : 65
  }

  private func delete() throws(CommandFault) -> Int32 {
    let store = try open()
    let ids: [String]
    if options.has("--all") {
      try expect(operands: 0...0, "delete takes an attempt or --all, not both")
      ids = try reading { () throws(StoreFault) in try store.attemptIDs() }
    } else {
      try expect(operands: 1...1, "delete needs the whole id of one attempt, or --all")
      let id = try attempt(store, operands[0])
      if id != operands[0] { throw .usage("\(operands[0]) is only the beginning: give the whole id, \(id)") }
      ids = [id]
    }
    for id in ids where DraftLog.isInUse(store.folder, attempt: id) {
      throw CommandFault("attempt \(id) is being sat right now: end it first", 77)
    }
    for id in ids { try reading { () throws(StoreFault) in try store.delete(id, at: Clocks.wall()) } }
    try say(ids.count == 1 ? "1 attempt deleted.\n" : "\(ids.count) attempts deleted.\n")
    return 0
  }

  // MARK: - Parts

  private func expect(operands range: ClosedRange<Int>, _ words: String) throws(CommandFault) {
    if !range.contains(operands.count) { throw .usage(words) }
  }

  private func folder() throws(CommandFault) -> DataFolder {
    do {
      return try DataFolder.locate()
    } catch {
      throw CommandFault(error)
    }
  }

  private func open() throws(CommandFault) -> Store {
    let folder = try folder()
    return try reading { () throws(StoreFault) in try Store.open(folder) }
  }

  private func reading<T>(_ body: () throws(StoreFault) -> T) throws(CommandFault) -> T {
    do {
      return try body()
    } catch {
      throw CommandFault(error)
    }
  }

  private func attempt(_ store: Store, _ prefix: String) throws(CommandFault) -> String {
    try reading { () throws(StoreFault) in try store.attemptID(prefix) }
  }

  /// The attempts the command line names: one, or all.
  private func named(_ store: Store) throws(CommandFault) -> [String] {
    if options.has("--all") {
      try expect(operands: 0...0, "\(verb) takes an attempt or --all, not both")
      return try reading { () throws(StoreFault) in try store.attemptIDs() }
    }
    try expect(operands: 1...1, "\(verb) needs an attempt (see kiosk results list), or --all")
    return [try attempt(store, operands[0])]
  }

  private func details(_ store: Store, _ ids: [String]) throws(CommandFault) -> [AttemptDetail] {
    var details: [AttemptDetail] = []
    for id in ids { details.append(try reading { () throws(StoreFault) in try store.detail(of: id) }) }
    return details
  }

  private func format(or standard: String) throws(CommandFault) -> String {
    let chosen = try options.value("--format", among: ["json", "csv", "html", "text"])
    guard options.has("--json") else { return chosen ?? standard }
    if let chosen, chosen != "json" { throw .usage("--json and --format \(chosen) do not go together") }
    return "json"
  }

  /// Writes to `-o`, or to stdout. A file appears whole or not at all, readable by its owner alone: results are private.
  private func put(_ bytes: [UInt8]) throws(CommandFault) {
    guard let path = options.value("-o"), path != "-" else { return try say(bytes) }
    do {
      if let status = try? Files.status(path), !status.isRegular {
        let descriptor = try Files.open(path, O_WRONLY)
        defer { Files.close(descriptor) }
        try Files.writeAll(descriptor, bytes)
      } else {
        try Files.replace(path, with: bytes)
      }
    } catch {
      throw CommandFault("cannot write \(path): \(error.reason)", error.isFull ? 74 : 73)
    }
  }

  private func say(_ text: String) throws(CommandFault) { try say(Array(text.utf8)) }

  private func say(_ bytes: [UInt8]) throws(CommandFault) {
    do {
      try Files.writeAll(STDOUT_FILENO, bytes)
    } catch {
      throw CommandFault("cannot write the result (\(error.reason)): make room, or look at the output", 74)
    }
  }

  private func complain(_ words: String) { _ = CommandOutput.complain(ScreenText.clean(words), 65) }

  private static var user: String { getenv("USER").map { String(cString: $0) } ?? "" }

  /// Points as a person writes them, "2.5" or "2,5": at most five decimals, not negative.
  static func points(_ text: String) -> Points? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard (1...2).contains(parts.count), parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let whole = Int64(parts[0]), whole <= 1_000_000
    else { return nil }
    let decimals = parts.count == 2 ? parts[1] : "0"
    guard (1...5).contains(decimals.utf8.count), let fraction = Int64(decimals) else { return nil }
    let scale = (decimals.utf8.count..<5).reduce(Int64(1)) { scale, _ in scale * 10 }
    return Points(hundredThousandths: whole * 100_000 + fraction * scale)
  }

  /// A public key kept elsewhere: 64 hexadecimal digits, or a file that holds them.
  private static func key(_ path: String) throws(CommandFault) -> [UInt8] {
    if let key = MachineKey.publicKey(hex: path) { return key }
    let bytes: [UInt8]
    do {
      bytes = try Files.contents(path, limit: 4096)
    } catch {
      throw CommandFault("cannot read \(path): \(error.reason)", 66)
    }
    let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    guard let key = MachineKey.publicKey(hex: text) else {
      throw CommandFault("\(path) holds no public key: it is 64 hexadecimal digits, see kiosk profile show", 65)
    }
    return key
  }
}
