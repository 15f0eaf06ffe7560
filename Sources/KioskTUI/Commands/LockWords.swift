import KioskCore

/// How the commands show restrictions.
enum LockWords {
  /// One restriction as the contract writes it.
  static func json(_ report: RestrictionReport) -> JSONValue {
    var object: JSONObject = ["id": .string(report.id.rawValue), "state": .string(report.state.name)]
    let words = reason(report)
    if !words.isEmpty { object.add("reason", .string(words)) }
    return .object(object)
  }

  /// One restriction as a line of a table.
  static func line(_ report: RestrictionReport) -> String {
    let words = reason(report)
    let line = pad(report.id.rawValue, 15) + pad(report.state.name, 13) + words
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  /// The same with what it is in the words of the consent screen, and what its state means below the table.
  static func table(_ reports: [RestrictionReport]) -> String {
    reports.map { report in
      let words = reason(report)
      return pad(report.id.rawValue, 15) + pad(report.state.name, 13) + report.id.words
        + (words.isEmpty ? "" : ": \(words)") + "\n"
    }.joined() + """

      enforced: held, or read back; absent: there is nothing of the kind; requested: asked for, not confirmed;
      detected: noticed, not prevented; unavailable: not possible here; off: not taken away.

      """
  }

  private static func reason(_ report: RestrictionReport) -> String {
    // Of another user's lock he has written it.
    if case .unavailable(let reason) = report.state { return ScreenText.clean(reason) }
    return ScreenText.clean(report.finding)
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
