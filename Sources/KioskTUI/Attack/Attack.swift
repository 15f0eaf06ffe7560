import KioskCore

/// One way out of a lock, and what came of trying it.
struct Attack: Equatable {
  /// What came of it, in the words of the contract.
  enum Outcome: String {
    case blocked, escaped, notApplicable
  }

  /// Its name, which stays from version to version.
  let id: String
  let outcome: Outcome
  /// Whether the lock had promised to block it: then an escape is a broken promise.
  let promised: Bool
  /// How an escape that was not promised to be blocked is called: the state of the restriction.
  let standing: String
  /// More about it; may be empty.
  let detail: String

  /// Whether a promise was broken.
  var isBreach: Bool { outcome == .escaped && promised }

  /// The object of the contract.
  var json: JSONValue {
    var object: JSONObject = ["id": .string(id), "outcome": .string(outcome.rawValue)]
    if outcome != .notApplicable { object.add("promised", .bool(promised)) }
    if outcome == .escaped && !promised { object.add("standing", .string(standing)) }
    if !detail.isEmpty { object.add("detail", .string(detail)) }
    return .object(object)
  }

  /// One line of the table.
  var line: String {
    let word =
      switch outcome {
      case .blocked: "blocked"
      case .escaped: promised ? "ESCAPED" : standing
      case .notApplicable: "not applicable"
      }
    let fill = { (text: String, width: Int) in text + String(repeating: " ", count: max(1, width - text.count)) }
    let line = fill(id, 18) + fill(word, 16) + detail
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  /// One line to send from the process that attacks to the one that prints.
  var record: String {
    [id, outcome.rawValue, promised ? "1" : "0", standing, ScreenText.fitted(detail)].joined(separator: "\t") + "\n"
  }
}

extension Attack {
  /// Reads `record` back; `nil` where it is none.
  init?(record line: Substring) {
    let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 5, let outcome = Outcome(rawValue: words[1]) else { return nil }
    self.init(id: words[0], outcome: outcome, promised: words[2] == "1", standing: words[3], detail: words[4])
  }
}
