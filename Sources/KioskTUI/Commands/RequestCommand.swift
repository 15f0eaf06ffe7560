import KioskCore

/// `kiosk request lock|unlock|status|watch`: from inside a program that `kiosk autonomous` hosts.
enum RequestCommand {
  private static let actions = ["lock", "unlock", "status", "watch"]

  /// Runs it; returns the exit status: 0 done, 77 refused, 69 nobody is there to ask, 75 no answer.
  static func run(_ arguments: [String]) -> Int32 {
    do throws(CommandFault) {
      return try act(arguments)
    } catch { return CommandOutput.complain(error.words, error.status) }
  }

  private static func act(_ words: [String]) throws(CommandFault) -> Int32 {
    let arguments = try Arguments(words, flags: ["--json"], options: ["--title", "--minutes"])
    guard let action = arguments.positionals.first else {
      throw .usage("request needs one of \(actions.joined(separator: ", ")): kiosk request lock")
    }
    guard actions.contains(action) else {
      let meant = Nearness.nearest(to: action, among: actions).map { "did you mean \($0)?" }
      throw .usage(
        "request does not know \(ScreenText.quoted(action)): "
          + (meant ?? "it takes \(actions.joined(separator: ", "))"))
    }
    guard arguments.positionals.count == 1 else { throw .usage("request \(action) takes nothing after it but options") }
    let request = try subject(arguments, action)
    do throws(LockClient.Fault) {
      let client = try LockClient()
      let json = arguments.has("--json")
      switch action {
      case "lock": return tell(try client.request(lock: true, request), json)
      case "unlock": return tell(try client.request(lock: false), json)
      case "status": return tell(try client.status(), json)
      default: return try watch(client)
      }
    } catch { throw CommandFault(error.words, error.exitStatus) }
  }

  private static func subject(_ arguments: Arguments, _ action: String) throws(CommandFault) -> LockRequest {
    for option in ["--title", "--minutes"] where arguments.value(option) != nil && action != "lock" {
      throw .usage("\(option) goes with request lock")
    }
    var cap = LockState.longestCap
    if let value = arguments.value("--minutes") {
      guard let minutes = Int(value), (1...LockState.longestCap).contains(minutes) else {
        throw .usage("--minutes \(ScreenText.quoted(value)) is not a number from 1 to 480: write --minutes 30")
      }
      cap = minutes
    }
    return LockRequest(
      mode: .autonomousSingleApp, title: arguments.value("--title") ?? "", capMinutes: cap)
  }

  private static func tell(_ answer: ProgramAnswer, _ json: Bool) -> Int32 {
    if json {
      let written = CommandOutput.write(json: document(answer))
      if written != 0 { return written }
    }
    if case .refused(let refusal)? = answer.outcome {
      let mode = LockMode.autonomousSingleApp
      let about = refusal.reports.map { " \($0.words);" }.joined().dropLast()
      return CommandOutput.complain(
        ScreenText.clean("\(refusal.reason(of: mode))\(about) \(refusal.mend(of: mode))"), 77)
    }
    return json ? 0 : CommandOutput.write(text(answer))
  }

  private static func watch(_ client: LockClient) throws(LockClient.Fault) -> Int32 {
    try client.watch()
    while let answer = try client.next() {
      if case .refused = answer.outcome { return tell(answer, false) }
      // Whoever reads the lines wants each as soon as it is true.
      if CommandOutput.write(JSONWriter.text(document(answer), pretty: false) + "\n") != 0 { return 74 }
    }
    return 0
  }

  /// The document of the contract.
  static func document(_ answer: ProgramAnswer) -> JSONValue {
    let report = answer.report
    var object: JSONObject = ["locked": .bool(report.isLocked), "phase": .string(report.phase.rawValue)]
    switch answer.outcome {
    case .engaged?: object.add("outcome", "engaged")
    case .released?: object.add("outcome", "released")
    case .refused(let refusal)?:
      object.add("outcome", "refused")
      object.add("refusal", .string(refusal.id))
      object.add("reason", .string(refusal.reason(of: .autonomousSingleApp)))
      object.add("mend", .string(refusal.mend(of: .autonomousSingleApp)))
    case nil: break
    }
    object.add("mode", report.mode.map { .string($0.rawValue) })
    object.add("since", report.since.map { .string(Timestamps.rfc3339($0)) })
    object.add("until", report.until.map { .string(Timestamps.rfc3339($0)) })
    if !answer.by.isEmpty { object.add("by", .string(answer.by)) }
    object.add("tier", .string(report.tier.rawValue))
    if !report.entitlement.isEmpty { object.add("entitlement", .string(report.entitlement)) }
    object.add("escapes", .integer(Int64(report.escapes)))
    object.add("interruptions", .integer(Int64(report.interruptions)))
    object.add("restrictions", .array(report.restrictions.map(LockWords.json)))
    return .object(object)
  }

  private static func text(_ answer: ProgramAnswer) -> String {
    let report = answer.report
    guard report.phase.isHeld else { return "This terminal is open.\n" }
    let state = report.isLocked ? "locked" : report.phase.rawValue
    let since = report.since.map { " since \(Timestamps.minute($0)) UTC" } ?? ""
    let until = report.until.map { ", until \(Timestamps.minute($0)) UTC at the latest" } ?? ""
    return "This terminal is \(state)\(since)\(until).\n"
  }
}
