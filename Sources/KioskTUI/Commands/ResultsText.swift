import KioskCore

/// Results for people: aligned text on stdout.
enum ResultsText {
  static func list(_ summaries: [AttemptSummary]) -> String {
    if summaries.isEmpty { return "No attempts yet.\n" }
    var table = TextTable([
      ("Started (UTC)", .left), ("Candidate", .left), ("Exam", .left), ("State", .left), ("Score", .right),
      ("Answered", .right), ("Escapes", .right), ("Interruptions", .right), ("Attempt", .left),
    ])
    for summary in summaries {
      let exam = summary.mode == .practice ? "\(summary.exam) (practice)" : summary.exam
      table.add([
        "\(Timestamps.day(summary.startedAt)) \(Timestamps.minute(summary.startedAt))", summary.candidate.name, exam,
        summary.state.rawValue, score(summary), "\(summary.answered)/\(summary.questions)", "\(summary.escapes)",
        "\(summary.interruptions)", summary.id,
      ])
    }
    return table.text
  }

  static func show(_ detail: AttemptDetail) -> String {
    let summary = detail.summary
    var text = ScreenText.clean("\(summary.title) · \(summary.candidate.name)") + "\n"
    var facts: [(String, String)] = [
      ("Attempt", summary.id), ("Number", summary.candidate.id), ("State", summary.state.rawValue),
      ("Mode", summary.mode.rawValue), ("Terminal", summary.tier.rawValue),
      ("Started", Timestamps.rfc3339(summary.startedAt)), ("Ended", summary.endedAt.map(Timestamps.rfc3339) ?? ""),
      ("Score", score(summary)), ("Answered", "\(summary.answered) of \(summary.questions)"),
      ("Escapes", "\(summary.escapes)"), ("Interruptions", "\(summary.interruptions)"),
      ("Time used", time(summary.consumed)), ("Time allowed", detail.attempt.allowed.map(time) ?? ""),
      ("Extra time", detail.attempt.extraPercent == 0 ? "" : "\(detail.attempt.extraPercent) %"),
      ("Entitlement", detail.entitlement), ("Sealed", detail.isSealed ? "yes" : "no"),
    ]
    facts.removeAll { $0.1.isEmpty }
    let width = facts.map { $0.0.utf8.count }.max() ?? 0
    for (name, value) in facts {
      text += "  \(name)\(String(repeating: " ", count: width - name.utf8.count))  \(ScreenText.clean(value))\n"
    }
    if !detail.lines.isEmpty {
      var table = TextTable([
        ("No.", .right), ("Question", .left), ("Type", .left), ("Points", .right), ("Response", .left),
        ("Marked", .left),
      ])
      for line in detail.lines {
        let points = summary.state == .open ? "" : "\(line.points?.decimal ?? "–")/\(line.maxPoints.decimal)"
        table.add([
          "\(line.number)", line.question.id, line.question.typeName, points,
          shortened(line.words(language: detail.attempt.exam.language)), line.marked ?? "",
        ])
      }
      text += "\n" + table.text
    }
    if !detail.restrictionsAtStart.isEmpty {
      var table = TextTable([
        ("Restriction", .left), ("At the start", .left), ("At the end", .left), ("Finding", .left),
      ])
      for report in detail.restrictionsAtStart {
        let end = detail.restrictionsAtEnd.first { $0.id == report.id }
        table.add([report.id.rawValue, report.state.name, end?.state.name ?? "", report.finding])
      }
      text += "\n" + table.text
    }
    if !detail.ledger.isEmpty {
      var table = TextTable([("Ledger", .left), ("What", .left), ("Detail", .left)])
      for event in detail.ledger { table.add([Timestamps.rfc3339(event.at), event.what, event.detail]) }
      text += "\n" + table.text
    }
    return text
  }

  /// - Parameter keyOwner: the user the machine's key belongs to; `nil`: there is no key.
  static func verdict(_ verdict: LedgerVerdict, keyOwner: UInt32?) -> String {
    var text = "\(verdict.entries) ledger entries, \(verdict.sealed.count) sealed attempts"
    text += verdict.holds ? ": all hold.\n" : ": \(verdict.faults.count) do not hold.\n"
    if !verdict.unsealed.isEmpty {
      let more = verdict.unsealed.count - 10
      text += "Not sealed (open, or ended without a guardian): " + verdict.unsealed.prefix(10).joined(separator: " ")
      text += more > 0 ? " and \(more) more\n" : "\n"
    }
    if let key = verdict.key { text += "Checked against the key \(key).\n" }
    if let keyOwner {
      text +=
        "Whoever is user \(keyOwner)\(named(keyOwner)) on this machine, or root, could have forged this: keep the key elsewhere and give it to --key.\n"
    }
    return text
  }

  private static func named(_ user: UInt32) -> String { Accounts.name(of: user).map { " (\($0))" } ?? "" }

  static func json(_ verdict: LedgerVerdict, keyOwner: UInt32?) -> JSONValue {
    var object: JSONObject = [
      "holds": .bool(verdict.holds), "entries": .integer(verdict.entries),
      "sealed": .array(verdict.sealed.map { .string($0) }), "unsealed": .array(verdict.unsealed.map { .string($0) }),
      "faults": .array(
        verdict.faults.map { fault in
          var object = JSONObject()
          object.add("entry", fault.entry.map { .integer($0) })
          object.add("attempt", fault.attempt.map { .string($0) })
          object.add("what", .string(fault.words))
          return .object(object)
        }),
    ]
    object.add("key", verdict.key.map { .string($0) })
    // Who, besides root, could have forged all of this.
    object.add("keyOwner", keyOwner.map { .integer(Int64($0)) })
    object.add("keyOwnerName", keyOwner.flatMap(Accounts.name).map { .string($0) })
    return .object(object)
  }

  private static func score(_ summary: AttemptSummary) -> String {
    guard summary.state != .open, let most = summary.maxScore else { return "" }
    return "\(summary.score?.decimal ?? "–")/\(most.decimal)"
  }

  private static func time(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1000
    return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
  }

  private static func shortened(_ text: String) -> String {
    text.count > 60 ? text.prefix(59) + "…" : text
  }
}
