import KioskCore
import Testing

/// An attempt as `kiosk results` tells it, read the way a script would.
struct ToldAttempt {
  let node: JSONNode

  func text(_ key: String) -> String { node[key]?.string ?? "" }
  func count(_ key: String) -> Int { Int(node[key]?.integer ?? -1) }
  /// A number as it is written, "null" included.
  func number(_ key: String) -> String { Self.written(node[key]) }

  var id: String { text("attempt") }
  var state: String { text("state") }
  var escapes: Int { count("escapes") }
  var interruptions: Int { count("interruptions") }

  /// What each entry of the ledger says: "homeBlocked Esc", "unlocked".
  var ledger: [String] {
    (node["ledger"]?.array ?? []).map { entry in
      let detail = entry["detail"]?.string ?? ""
      return (entry["what"]?.string ?? "") + (detail.isEmpty ? "" : " " + detail)
    }
  }

  /// How many entries of the ledger begin so.
  func entries(_ start: String) -> Int { ledger.count { $0.hasPrefix(start) } }

  /// The answer to a question.
  func response(_ question: String) -> JSONNode? {
    (node["responses"]?.array ?? []).first { $0["question"]?.string == question }
  }

  /// The points a question brought, as written.
  func points(_ question: String) -> String { Self.written(response(question)?["points"]) }

  private static func written(_ node: JSONNode?) -> String {
    switch node?.value {
    case .number(let text): text
    case .null: "null"
    default: "nothing"
    }
  }

  /// Every attempt in a data folder, newest first or not as `list` has them.
  static func list(_ data: TemporaryFolder) throws -> [ToldAttempt] {
    let run = try CommandRun.run(["results", "list", "--json"], data: data)
    try #require(run.status == 0, "\(run.errors)")
    return try JSONReader.read(Array(run.output.utf8)).root.array?.map { ToldAttempt(node: $0) } ?? []
  }

  /// The one attempt of a data folder, with its answers and its ledger.
  static func only(_ data: TemporaryFolder) throws -> ToldAttempt {
    let all = try list(data)
    try #require(all.count == 1)
    let run = try CommandRun.run(["results", "show", all[0].id, "--json"], data: data)
    try #require(run.status == 0, "\(run.errors)")
    return ToldAttempt(node: try JSONReader.read(Array(run.output.utf8)).root)
  }

  /// The same as soon as it is as wanted: the guardian writes its ledger after it has acted.
  static func wait(
    _ data: TemporaryFolder, for wanted: String, timeout: Double = PtySession.patience,
    reading session: PtySession? = nil, _ condition: (ToldAttempt) -> Bool
  ) throws -> ToldAttempt {
    let end = monotonicSeconds() + timeout
    while true {
      let told = try only(data)
      if condition(told) { return told }
      guard monotonicSeconds() < end else {
        throw HarnessError.timeout(
          wanted: wanted, screen: told.ledger.joined(separator: "\n") + "\n" + (session?.terminal.text ?? ""))
      }
      if let session { session.pump(0.05) } else { try pauseBriefly() }
    }
  }

  private static func pauseBriefly() throws { _ = try CommandRun.run([], program: "/bin/true") }
}
